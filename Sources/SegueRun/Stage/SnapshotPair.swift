import SegueCPU
import SegueFields
import SegueGPU
import SegueImaging
import SegueMedia
import SegueRendering
import SegueSystem
import SegueTransitions

/// A pair of pictures of one size, for drawing recipes between them.
///
/// A ``RenderJob`` plays a transition over time. A pair draws any recipe, for example a user-defined
/// transition at the progress of a gesture.
///
/// **Thread-safety:** immutable; every call uses its own renderer.
public struct SnapshotPair: Sendable {
  /// The outgoing picture, shown at progress 0.
  public let from: Snapshot
  /// The incoming picture, of the same size.
  public let to: Snapshot
  /// The notices about the pictures' files; empty for pictures from memory.
  public let notices: [Notice]

  /// A pair of pictures of one size, or scaled to `size`.
  /// - Parameters:
  ///   - from: the outgoing picture.
  ///   - to: the incoming picture.
  ///   - size: the size of the frames in pixels, 1 to 16384 per side; `nil` means the size of both
  ///     pictures.
  ///   - fit: the fit of a picture of another shape.
  /// - Throws: `SegueError` with the code `conflict` if the sizes differ and `size` is `nil`;
  ///   `invalidValue` for an invalid `size`.
  public init(from: Snapshot, to: Snapshot, size: ImageSize? = nil, fit: Fit = .cover) throws(SegueError) {
    guard let size else {
      guard from.size == to.size else {
        throw SegueError(UsageError.pictureSize(to.size, expected: from.size))
      }
      self.init(from: from, to: to, notices: [])
      return
    }
    do { try size.checkFrame() } catch { throw SegueError(error) }
    self = SnapshotPair(from: from, to: to, notices: []).scaled(to: size, fit: fit)
  }

  /// Two pictures of equal size.
  package init(from: Snapshot, to: Snapshot, notices: [Notice]) {
    self.from = from
    self.to = to
    self.notices = notices
  }

  /// The pictures in two files, scaled to `size`. They have 16 bits per channel if their files do;
  /// HDR is tone-mapped to SDR.
  /// - Parameters:
  ///   - from: the path of the outgoing picture. A video shows its last frame.
  ///   - to: the path of the incoming picture. A video shows its first frame.
  ///   - size: the size of the frames in pixels, 1 to 16384 per side; `nil` means the size of the
  ///     outgoing picture.
  ///   - fit: the fit of a picture of another shape.
  ///   - limits: the limits of the pictures that are read.
  /// - Throws: `SegueError` with the code `unreadable` or `invalidData` for a file; `invalidValue` for
  ///   an invalid `size`; `cancelled`.
  public init(
    from: String, to: String, size: ImageSize? = nil, fit: Fit = .cover,
    limits: DecodingLimits = DecodingLimits()
  ) async throws(SegueError) {
    let (outgoing, incoming): (DecodedImage, DecodedImage)
    do {
      try size?.checkFrame()
      let target = size.map { SVGTarget($0, fit) }
      async let first = Self.picture(from, .last, limits, target)
      async let second = Self.picture(to, .first, limits, target)
      (outgoing, incoming) = try await (first, second)
    } catch {
      throw SegueError(error)
    }
    let size = size ?? outgoing.snapshot.size
    self.init(
      from: outgoing.snapshot.filling(size, fit: fit), to: incoming.snapshot.filling(size, fit: fit),
      notices: outgoing.notices.at(Place("from", named: from)) + incoming.notices.at(Place("to", named: to)))
  }

  /// The picture in a file in full bit depth; HDR is tone-mapped to SDR.
  private static func picture(
    _ path: String, _ moment: ImageDecoder.Moment, _ limits: DecodingLimits, _ target: SVGTarget?
  ) async throws -> DecodedImage {
    let deep = try await ImageDecoder(limits: limits.keeping(.sixteen), target: target)
      .decoded(path: path, moment: moment)
    if !deep.snapshot.color.isHDR { return deep }
    return try await ImageDecoder(limits: limits, target: target).decoded(path: path, moment: moment)
  }

  /// The pictures at another valid frame size.
  package func scaled(to size: ImageSize, fit: Fit = .cover) -> SnapshotPair {
    SnapshotPair(
      from: from.filling(size, fit: fit), to: to.filling(size, fit: fit), notices: notices)
  }

  /// The size of the frames, in pixels.
  public var size: ImageSize { from.size }
  /// The context of a transition between the pictures. Both fill the frame.
  public var context: TransitionContext { TransitionContext(containerSize: size) }
  /// Whether every pixel of both pictures has full alpha.
  package var isOpaque: Bool { from.isOpaque && to.isOpaque }

  /// The pictures that `recipes` make over `background`: RGBA8, straight alpha. They are drawn on
  /// the CPU, or with OpenGL if one of them contains a user's shader.
  /// - Parameters:
  ///   - recipes: the recipes, one per picture.
  ///   - background: the colour behind the pictures.
  ///   - onStalledShader: called when a user's shader does not end; the process may hang then.
  /// - Throws: `SegueError` with the code `deviceFailed`; `cancelled` between two pictures if the task is
  ///   cancelled.
  package func pictures(
    of recipes: [Recipe], over background: RGBAColor = .transparent,
    onStalledShader: (@Sendable (ShaderFault) -> Void)? = nil
  ) throws(SegueError) -> [Snapshot] {
    do {
      return try drawn(recipes, over: background, onStalledShader: onStalledShader)
    } catch {
      throw SegueError(error)
    }
  }

  private func drawn(
    _ recipes: [Recipe], over background: RGBAColor, onStalledShader: (@Sendable (ShaderFault) -> Void)?
  ) throws -> [Snapshot] {
    let frames = recipes.map { $0.over(background, snapshotsAreOpaque: isOpaque) }
    let renderer: any Renderer =
      try needsOpenGL(frames)
      ? try GPURenderer(
        size: size, format: .rgba8, device: .automatic(allowsSoftware: true), onStalledShader: onStalledShader
      )
      : CPURenderer(size: size, format: .rgba8, extraSlots: 0)
    defer { renderer.close() }
    return try frames.map { recipe in
      try Task.checkCancellation()
      return try renderer.picture(of: request(recipe))
    }
  }

  /// Whether one of `recipes` needs OpenGL. Only recipes with a shader are lowered to find out.
  package func needsOpenGL(_ recipes: [Recipe]) throws(RenderError) -> Bool {
    for recipe in recipes where recipe.hasShader {
      if try request(recipe).plan(for: size).hasShader { return true }
    }
    return false
  }

  /// The frame that `recipe` makes of both pictures.
  public func request(_ recipe: Recipe) -> FrameRequest {
    FrameRequest(recipe, outgoing: from, incoming: to)
  }
}

extension SnapshotPair {
  /// Draws one frame per recipe and writes them.
  /// - Parameters:
  ///   - recipes: the frames in order, at least one.
  ///   - output: a path whose extension names the format, `run.mp4` or `frames/`, or a request with
  ///     options. Its size is the pictures'.
  ///   - drawing: the drawing options.
  ///   - onProgress: called on the writing thread with the number of frames written, and of all
  ///     frames.
  /// - Returns: the files that were written, and warnings.
  /// - Throws: `SegueError` with the code `invalidValue` for no recipes; `conflict`; `cannotCreate`,
  ///   `cannotWrite`, `programFailed`, `deviceFailed`; `cancelled`. No output is left then, and an
  ///   existing file is unchanged.
  @discardableResult
  public func write(
    _ recipes: [Recipe], to output: OutputRequest, drawing: DrawingOptions = DrawingOptions(),
    onProgress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws(SegueError) -> RunReport {
    var report: RunReport
    do {
      report = try await FrameRenderer(size: size, drawing: drawing).write(
        recipes.count, to: output, picturesAreOpaque: isOpaque,
        framesAreOpaque: { recipes.allSatisfy { $0.isOpaque(snapshotsAreOpaque: isOpaque) } },
        needsOpenGL: try needsOpenGL(recipes), onProgress: onProgress, frame: { request(recipes[$0]) })
    } catch {
      throw SegueError(error)
    }
    report.notices = notices + report.notices
    return report
  }

  /// The bytes of a file with one frame per recipe, made as by ``write(_:to:drawing:onProgress:)``.
  /// - Parameters:
  ///   - recipes: the frames in order, at least one.
  ///   - format: the format of the bytes; not a sequence of files.
  ///   - output: the codec, quality and rate; its path is ignored.
  ///   - drawing: the drawing options.
  /// - Throws: as ``write(_:to:drawing:onProgress:)``, and `conflict` for a sequence of
  ///   files.
  public func bytes(
    of recipes: [Recipe], as format: OutputFormat, output: OutputRequest = OutputRequest(),
    drawing: DrawingOptions = DrawingOptions()
  ) async throws(SegueError) -> [UInt8] {
    try await OutputBytes.written(as: format, output) { try await write(recipes, to: $0, drawing: drawing) }
      .bytes
  }
}
