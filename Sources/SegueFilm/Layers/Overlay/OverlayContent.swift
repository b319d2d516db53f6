import SegueFields
import SegueImaging
import SegueMath
import SegueMotion
import SegueSystem

enum OverlayContent: Sendable {
  case media(FilmInputs.Content)
  /// A colour or a gradient, drawn at the requested size.
  case fill(FilmGradient)
  indirect case film(FilmPlan)

  /// The display size; `nil` for a colour or a gradient.
  var size: ImageSize? {
    switch self {
    case .media(let content): content.size
    case .fill: nil
    case .film(let plan): plan.frameSize
    }
  }

  var isMoving: Bool {
    switch self {
    case .media(let content): content.isMoving
    case .fill: false
    case .film: true
    }
  }

  var isFill: Bool { if case .fill = self { true } else { false } }

  /// Whether the content is an animation, which loops by default.
  var isAnimation: Bool {
    if case .media(.video(let info, _)) = self { info.isAnimation } else { false }
  }

  var hasSound: Bool {
    switch self {
    case .media(.video(let info, _)): info.audio != nil
    case .film(let plan): plan.hasSound
    case .media, .fill: false
    }
  }
}

struct ProbedOverlay: Sendable {
  let requested: RequestedLayer<FilmOverlay>
  let content: OverlayContent

  func paced(_ rate: FrameRate) -> ProbedOverlay {
    guard case .media(let media) = content else { return self }
    return ProbedOverlay(requested: requested, content: .media(media.paced(rate)))
  }
}

/// The part of an overlay's source that is shown, in film frames.
struct OverlayPart: Sendable {
  var length: Int
  /// The exact length of one pass in frames; at least 1.
  var period: Ratio
  /// The start of the pictures, and of the sound, in seconds.
  var (start, soundStart): (Ratio, Ratio) = (0, 0)
  /// The mapping of film frames to source frames; `nil` at normal speed.
  var speedMap: SpeedMap?
  var notices: [Notice] = []

  /// The part of `content` that `overlay` shows; `nil` for a still.
  /// - Throws: `FilmError.trim`, `SystemError`.
  init?(
    _ overlay: FilmOverlay, _ content: OverlayContent, _ request: FilmRequest, rate: FrameRate
  ) async throws {
    if case .film(let plan) = content {
      self = try OverlayPart(overlay, plan, rate: rate)
      return
    }
    guard case .media(.video(let info, let video)) = content else { return nil }
    let requested = [overlay.sourceStart, overlay.sourceEnd].contains { $0 != nil } || overlay.speed != nil
    if !requested {
      guard let duration = video.duration, duration > 0 else {
        throw SystemError.badData(path: info.name, reason: "its length cannot be determined")
      }
      length = max(1, rate.position(of: duration))
      period = max(1, duration * rate.ratio)
      notices = info.sequence?.notices ?? []
      return
    }
    // The clip has no filters, since an overlay is filtered at its own size, after decoding.
    var resolver = ClipResolver(request: request, rate: rate)
    let source = RequestedClip(clip: overlay.clip)
    let clip = try await resolver.add(ProbedClip(requested: source, content: .video(info, video)))
    length = clip.length
    speedMap = clip.speedMap
    soundStart = clip.start
    period = max(1, (clip.end - clip.start) * rate.ratio / Ratio(typed: speedMap?.speed.mean ?? 1))
    if case .video(_, _, let start, _) = clip.content { self.start = start }
    // Without a volume the overlay is silent, so it loses no sound.
    notices = resolver.notices.filter { overlay.volume != nil || $0.property != "speed" }
  }
}
