import SegueFields
import SegueImaging
import SegueRendering
import SegueSystem
import SegueTransitions

/// The pictures of a run at the frame's size.
package struct LoadedScene: Sendable {
  /// The outgoing picture, at the frame's size.
  package let from: Snapshot
  /// The incoming picture, at the frame's size.
  package let to: Snapshot
  /// The pictures of the transition's parameters, by name.
  package let textures: [String: Snapshot]
  /// The name of the first picture that was not opaque before fitting, which may add transparent bars.
  package let transparentSource: String?
  /// The notices of the decoders, and about cropping.
  package let notices: [Notice]

  package init(
    from: Snapshot, to: Snapshot, textures: [String: Snapshot], transparentSource: String?,
    notices: [Notice]
  ) {
    self.from = from
    self.to = to
    self.textures = textures
    self.notices = notices
    self.transparentSource = transparentSource
  }

  package var size: ImageSize { from.size }
  package var hasTransparency: Bool { !from.isOpaque || !to.isOpaque }

  /// The frame that `recipe` makes of the two pictures.
  package func request(_ recipe: Recipe) -> FrameRequest {
    FrameRequest(recipe, outgoing: from, incoming: to)
  }
}

/// A loader of a run's two pictures, which are loaded concurrently.
package struct SceneLoader: Sendable {
  private let output: OutputRequest
  private let drawing: DrawingOptions
  private let needsEvenSize: Bool
  /// Whether the parameters' pictures are scaled to the frame; shaders get them at their own size.
  private let stretchesTextures: Bool
  /// The bounds of a frame without a requested size.
  private let defaultBounds: ImageSize?
  private let pictures: SharedPictures

  /// A loader of pictures for frames of `output`.
  /// - Parameters:
  ///   - defaultBounds: the bounds of a frame without a requested size; `nil` keeps the picture's size.
  ///   - pictures: a cache of pictures that other runs have read.
  package init(
    _ output: OutputRequest, _ drawing: DrawingOptions, needsEvenSize: Bool, stretchesTextures: Bool,
    defaultBounds: ImageSize? = nil, pictures: SharedPictures = SharedPictures(byteBudget: 0)
  ) {
    self.output = output
    self.drawing = drawing
    self.needsEvenSize = needsEvenSize
    self.stretchesTextures = stretchesTextures
    self.defaultBounds = defaultBounds
    self.pictures = pictures
  }

  /// Decodes and fits the two pictures and the parameters' pictures.
  /// - Throws: `SystemError`, `UsageError`.
  package func load(
    _ outgoing: PictureSource, _ incoming: PictureSource, _ parameters: [String: PictureSource]
  ) async throws -> LoadedScene {
    // For a video, only the frame next to the transition is needed.
    let limits = drawing.limits.keeping(output.frameColor)
    async let first = pictures.open(outgoing, moment: .last, limits: limits)
    async let second = pictures.open(incoming, moment: .first, limits: limits)
    let (from, to) = try await (first, second)
    let size = try frameSize(from.size)
    async let fittedFrom = pictures.fitted(from, to: size, fit: output.fit)
    async let fittedTo = pictures.fitted(to, to: size, fit: output.fit)
    let (textures, notices) = try await textures(parameters, size: size)
    return LoadedScene(
      from: try await fittedFrom, to: try await fittedTo, textures: textures,
      transparentSource: !from.isOpaque ? outgoing.text : !to.isOpaque ? incoming.text : nil,
      notices: from.notices.at(Place("from", named: outgoing.text))
        + to.notices.at(Place("to", named: incoming.text)) + notices
        + sizeNotices((outgoing.text, from.size), (incoming.text, to.size), size))
  }

  /// The notices about pictures that are scaled down or cropped.
  private func sizeNotices(
    _ first: (name: String, size: ImageSize), _ second: (name: String, size: ImageSize), _ size: ImageSize
  ) -> [Notice] {
    var notices: [Notice] = []
    if output.size == nil, let defaultBounds, first.size.scaledDown(toFit: defaultBounds) != first.size {
      let kept = needsEvenSize ? first.size.roundedDownToEven : first.size
      let sentence = drawing.names.text(
        "\(first.name) is \(first.size), scaled down to \(size); \(short: .size) \(kept) keeps its size")
      notices.append(Notice(.note, at: Place("from"), of: .size, sentence))
    } else if needsEvenSize, output.size == nil {
      notices += output.fit.evenNotices(first.name, first.size, size).at(Place("from"))
    }
    // Without a requested size, the first picture sets the aspect ratio.
    if output.size != nil { notices += cropNotice("from", first.name, first.size, size) }
    return notices + (second == first ? [] : cropNotice("to", second.name, second.size, size))
  }

  /// The loss if a picture of `natural` size loses much of its area by cropping to `size`; at most one
  /// notice.
  private func cropNotice(
    _ place: String, _ name: String, _ natural: ImageSize, _ size: ImageSize
  ) -> [Notice] {
    let lost = natural.croppedFraction(covering: size)
    guard output.fit == .cover, lost > ImageSize.noticeableCrop else { return [] }
    let sentence = drawing.names.text(
      """
      \(name) is \(natural), and \(option: .fit) cover crops \(Int((lost * 100).rounded())) % of it to fill \(size); \
      \(option: .fit) contain shows all of it
      """)
    return [Notice(.loss, at: Place(place), of: .fit, sentence)]
  }

  /// The parameters' pictures, and the notices of their decoders.
  /// - Throws: `SystemError`.
  package func textures(
    _ parameters: [String: PictureSource], size: ImageSize
  ) async throws -> (textures: [String: Snapshot], notices: [Notice]) {
    var textures: [String: Snapshot] = [:]
    var notices: [Notice] = []
    let limits = drawing.limits.keeping(output.frameColor.depth.pixels)
    for (name, source) in parameters {
      let picture = try await pictures.open(source, moment: .first, limits: limits)
      textures[name] =
        stretchesTextures
        ? try await pictures.fitted(picture, to: size, fit: .stretch) : try await pictures.snapshot(picture)
      notices += picture.notices.map { Notice($0.kind, at: .named(source.text), of: name, $0.sentence) }
    }
    return (textures, notices)
  }

  func frameSize(_ natural: ImageSize) throws -> ImageSize {
    let bounded = defaultBounds.map { natural.scaledDown(toFit: $0) } ?? natural
    let size =
      output.size?.size(for: natural, isEven: needsEvenSize)
      ?? (needsEvenSize ? bounded.roundedDownToEven : bounded)
    try check(size)
    return size
  }

  /// Checks a frame's sides. The limits of input pictures do not apply to frames.
  /// - Throws: `UsageError.invalidValue` for a frame with a side that is too long.
  package func check(_ size: ImageSize) throws {
    guard max(size.width, size.height) <= ImageSize.largestSide else {
      throw UsageError.invalidValue(
        option: .size, value: size.description,
        expected: "at most \(ImageSize.largestSide) pixels per side")
    }
  }
}

extension Fit {
  /// The loss if a picture of `natural` size is a pixel larger than its frame of `size`; at most one notice.
  package func evenNotices(_ name: String, _ natural: ImageSize, _ size: ImageSize) -> [Notice] {
    guard natural != size, Self.isNearly(natural, size) else { return [] }
    let verb = self == .cover ? "cropped" : "scaled"
    let sentence = "\(name) is \(natural), \(verb) to \(size), since 4:2:0 video needs even sides"
    return [Notice(.loss, of: .size, sentence)]
  }
}
