import SegueFields
import SegueImaging
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem

struct RequestedClip: Sendable {
  var clip: FilmClip
  var filters = RequestFilters()
}

struct ProbedClip: Sendable {
  let requested: RequestedClip
  let content: FilmInputs.Content

  var input: FilmClip { requested.clip }

  /// The display size after rotation and crop; `nil` for a colour.
  var size: ImageSize? { content.size.map(input.framing.applied) }

  func paced(_ rate: FrameRate) -> ProbedClip {
    ProbedClip(requested: requested, content: content.paced(rate))
  }
}

extension ClipInfo {
  /// The file with the sound track that `track` selects; `nil` selects the default track.
  func hearing(_ track: String?) throws(SystemError) -> ClipInfo {
    try track.flatMap { TrackChoice($0) }.map(selectingAudio) ?? self
  }
}

/// Probes the inputs of a film, each file once, a few at a time.
struct FilmInputs {
  enum Content: Sendable {
    case video(ClipInfo, ClipInfo.Video)
    case picture(ImageSize, ColorEncoding, kept: Snapshot?, bits: Int, isOpaque: Bool, notices: [Notice])
    case color(RGBAColor)
    /// Sound alone, over a picture or a colour.
    indirect case sound(ClipInfo, over: Content)

    /// The file whose sound is used; `nil` if the input has no sound.
    var heard: ClipInfo? {
      switch self {
      case .video(let info, _), .sound(let info, _): info.audio == nil ? nil : info
      case .picture, .color: nil
      }
    }

    private var facts: (size: ImageSize?, color: ColorEncoding, bits: Int, hasTransparency: Bool) {
      switch self {
      case .video(_, let video): (video.displaySize, video.color, video.bits, video.hasTransparency)
      case .picture(let size, let color, _, let bits, let isOpaque, _): (size, color, bits, !isOpaque)
      case .color(let color): (nil, .sdr, 8, !color.isOpaque)
      case .sound(_, let over): over.facts
      }
    }

    /// The display size; `nil` for a colour.
    var size: ImageSize? { facts.size }
    var color: ColorEncoding { facts.color }
    /// The bits per channel of the file; 16 for a picture with more than 8.
    var bits: Int { facts.bits }
    /// Whether the content may be transparent: a picture or video with alpha, or a translucent colour.
    var hasTransparency: Bool { facts.hasTransparency }

    /// Whether the stored pixels are square.
    var isSquare: Bool {
      guard case .video(_, let video) = self else { return true }
      return video.sampleAspect.numerator == video.sampleAspect.denominator
    }

    /// The content with `rate` as the frame rate of a sequence without a rate.
    func paced(_ rate: FrameRate) -> Content {
      guard case .video(let info, let video) = self else { return self }
      let paced = info.paced(rate.ratio)
      return .video(paced, paced.video ?? video)
    }

    func choosing(_ clip: FilmClip) throws(SystemError) -> Content {
      if case .sound(let info, let over) = self { return .sound(try info.hearing(clip.track), over: over) }
      guard case .video(var info, let video) = self else { return self }
      info = try info.hearing(clip.track)
      if let track = clip.subtitles.flatMap({ TrackChoice($0) }) { info = try info.reading(track) }
      return .video(info, video)
    }

    var isPicture: Bool {
      switch self {
      case .picture: true
      case .sound(_, let over): over.isPicture
      case .video, .color: false
      }
    }

    /// The video; `nil` for an animation and for other content.
    var video: ClipInfo.Video? {
      if case .video(let info, let video) = self, !info.isAnimation { video } else { nil }
    }
  }

  /// The number of files that are probed concurrently.
  private static let concurrency = 4

  private let request: FilmRequest
  /// The probed files by path.
  private let found: [String: Result<MediaContent, any Error>]

  private init(_ paths: [String], of request: FilmRequest) async {
    self.request = request
    let limits = request.drawing.limits
    found = await withTaskGroup(of: (String, Result<MediaContent, any Error>).self) { group in
      var found: [String: Result<MediaContent, any Error>] = [:]
      for (index, path) in paths.enumerated() {
        if index >= Self.concurrency, let (path, look) = await group.next() { found[path] = look }
        group.addTask {
          (path, await Result { () async throws in try await MediaContent.examine(at: path, limits: limits) })
        }
      }
      for await (path, look) in group { found[path] = look }
      return found
    }
  }

  /// Probes the source of every clip of `request`.
  /// - Throws: `SystemError` of the first input that fails, in order; `UsageError.standardInputTwice`.
  static func look(at clips: [RequestedClip], of request: FilmRequest) async throws -> [ProbedClip] {
    let paths = clips.compactMap(\.clip.path)
    if paths.count(where: { $0 == "-" }) > 1 { throw UsageError.standardInputTwice }
    let covers = clips.compactMap(\.clip.over?.path)
    let inputs = await FilmInputs(Array(Set(paths + covers)), of: request)
    var probed: [ProbedClip] = []
    for requested in clips {
      let clip = requested.clip
      var content = try await inputs.content(of: clip.source, clip.frameRate)
      if case .sound(let info, _) = content, let over = clip.over {
        let cover = try await inputs.content(of: over)
        if cover.isMoving || cover.isSound {
          throw SystemError.badData(path: over.text, reason: "“over” must be a picture or a colour")
        }
        content = .sound(info, over: cover)
      }
      probed.append(ProbedClip(requested: requested, content: try content.choosing(clip)))
    }
    return probed
  }

  private func content(
    of source: FilmClip.Source, _ rate: FrameRate? = nil, isOverlay: Bool = false
  ) async throws -> Content {
    switch source {
    case .color(let color): return .color(color)
    case .snapshot(let snapshot):
      return .picture(
        snapshot.size, snapshot.color, kept: snapshot, bits: snapshot.depth.rawValue,
        isOpaque: snapshot.isOpaque, notices: [])
    case .bytes(let bytes, let name):
      let media = try await MediaContent.examine(in: bytes, name: name, limits: request.drawing.limits)
      return try content(of: media, path: name, rate, isOverlay: isOverlay)
    case .file(let path):
      guard let result = found[path] else {
        throw SystemError.unreadable(path: path, reason: "it was not probed")
      }
      return try content(of: result.get(), path: path, rate, isOverlay: isOverlay)
    }
  }

  /// Probes the source of every overlay of `request`.
  /// - Throws: `SystemError`; the errors of planning a nested film.
  static func look(
    at overlays: [RequestedLayer<FilmOverlay>], of request: FilmRequest
  ) async throws -> [ProbedOverlay] {
    let paths = overlays.compactMap(\.content.path)
    if let path = paths.first(where: { $0 == "-" }) {
      throw SystemError.unreadable(path: path, reason: "an overlay must be a file, not standard input")
    }
    let reader = request.reader
    let films = Set(paths.filter { reader?.isDescriptionOnDisk($0) == true })
    let inputs = await FilmInputs(Set(paths).subtracting(films).sorted(), of: request)
    var probed: [ProbedOverlay] = []
    for requested in overlays {
      let overlay = requested.content
      let content: OverlayContent
      if case .color(let color) = overlay.source {
        content = .fill(FilmGradient([color]))
      } else if case .gradient(let gradient) = overlay.source {
        content = .fill(gradient)
      } else if let reader, let path = overlay.path, films.contains(path) {
        content = .film(
          try await NestedFilm.plan(at: path, reader, isHeard: overlay.volume != nil, over: request))
      } else if let source = overlay.source.clip {
        let media = try await inputs.content(of: source, isOverlay: true)
        content = .media(try media.choosing(overlay.clip))
      } else {
        continue
      }
      probed.append(ProbedOverlay(requested: requested, content: content))
    }
    return probed
  }

  private func content(
    of media: MediaContent, path: String, _ rate: FrameRate?, isOverlay: Bool
  ) throws(SystemError) -> Content {
    switch media {
    case .picture(let size, let color, let kept, let bits, let isOpaque, let notices):
      return .picture(size, color, kept: kept, bits: bits, isOpaque: isOpaque, notices: notices)
    case .clip(var info):
      info.sequence?.rate = rate?.ratio
      if rate == nil, !isOverlay, let reason = info.sequence?.photographs {
        let seconds = request.stillSeconds
        info.sequence?.showSlides(
          of: seconds,
          """
          \(path) \(reason), so each is shown for \(DecimalText.text(seconds)) s; for a time lapse set fps, such as \
          fps=25; for transitions between them make each an input
          """)
      }
      guard let video = info.video else {
        if !isOverlay { return .sound(info, over: .color(request.drawing.background ?? .black)) }
        throw .badData(
          path: path,
          reason: request.drawing.names.text(
            "it has sound but no pictures; \(option: .music) puts music under a film"))
      }
      return .video(info, video)
    }
  }
}
