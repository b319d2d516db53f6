import SegueImaging
import SegueMath
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem

/// What an overlay shows, as far as it was looked at.
enum OverlayContent: Sendable {
  /// A picture, an animation or a video.
  case media(FilmInputs.Content)
  /// A colour or a gradient, which is as large as it is asked for.
  case fill(FilmGradient)
  /// Another film.
  indirect case film(FilmPlan)

  /// Size as shown; `nil` where it has none.
  var size: ImageSize? {
    switch self {
    case .media(let content): content.size
    case .fill: nil
    case .film(let plan): plan.size
    }
  }

  /// Whether its frames follow one another.
  var isMoving: Bool {
    switch self {
    case .media(let content): content.isMoving
    case .fill: false
    case .film: true
    }
  }

  /// Whether it repeats unless something else was asked for.
  var isAnimation: Bool {
    if case .media(.video(let info, _)) = self { info.isAnimation } else { false }
  }

  /// Whether there is sound in it.
  var hasSound: Bool {
    switch self {
    case .media(.video(let info, _)): info.audio != nil
    case .film(let plan): plan.hasSound
    case .media, .fill: false
    }
  }

  /// The same at `rate`, where it has none of its own.
  func paced(_ rate: FrameRate) -> OverlayContent {
    if case .media(let content) = self { .media(content.paced(rate)) } else { self }
  }
}

/// The part of an overlay's source that is seen, in the film's frames.
struct OverlayPart: Sendable {
  /// The frames of one pass of it.
  var length: Int
  /// The exact length of one pass, in frames; at least one.
  var period: Ratio
  /// The beginning of its pictures, and of its sound, in seconds.
  var (start, soundStart): (Ratio, Ratio) = (0, 0)
  /// The way through its source; `nil` at the speed of that.
  var pace: ClipPace?
  /// What should be known, a sentence each.
  var warnings: [String] = []

  /// The part of `overlay`, which shows `content`; `nil` for what does not move.
  /// - Throws: `FilmError.trim`, `MediaError`.
  init?(
    _ overlay: FilmOverlay, _ content: OverlayContent, _ request: FilmRequest, rate: FrameRate
  ) async throws {
    if case .film(let plan) = content {
      self = try OverlayPart(overlay, plan, rate: rate)
      return
    }
    guard case .media(.video(let info, let video)) = content else { return nil }
    let asked = [overlay.sourceStart, overlay.sourceEnd].contains { $0 != nil } || overlay.speed != nil
    if !asked {
      guard let duration = video.duration, duration > 0 else {
        throw MediaError.badData(path: info.name, reason: "its length cannot be determined")
      }
      length = max(1, rate.position(of: duration))
      period = max(1, duration * rate.ratio)
      warnings = info.sequence?.warnings ?? []
      return
    }
    let placed = try await FilmPlan.place(overlay.clip, .video(info, video), request, rate: rate, picture: 0)
    (length, pace, soundStart) = (placed.length, placed.clip.pace, placed.clip.start)
    let seconds = placed.clip.end - placed.clip.start
    period = max(1, seconds * rate.ratio / Ratio(typed: pace?.speed.mean ?? 1))
    if case .video(_, _, let start, _) = placed.clip.content { self.start = start }
    warnings =
      overlay.volume == nil
      ? placed.warnings.filter { !$0.contains("its sound is left out") } : placed.warnings
  }
}
