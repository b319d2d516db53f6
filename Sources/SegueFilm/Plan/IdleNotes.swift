import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem

/// A default that the user set for all junctions or pictures of a film.
package enum FilmDefault: Sendable, Hashable, CaseIterable {
  case transition, parameters, duration, timing, fromFilter, toFilter
  case pictureDuration, motion
  case overlap, shortening

  /// Whether the default concerns junctions rather than pictures.
  fileprivate var isOfJunctions: Bool { ![.pictureDuration, .motion].contains(self) }
}

// Notes about settings without effect.

extension FilmPlan {
  /// Notes about defaults that no junction or picture uses.
  static func unusedDefaults(_ request: FilmRequest, _ clips: [ProbedClip]) -> [String] {
    FilmDefault.allCases.compactMap { value in
      guard let name = request.requested[value], !isUsed(value, request, clips) else { return nil }
      let reason =
        value.isOfJunctions
        ? request.items.count < 2 ? "there is one input, so no transition" : "no transition uses it"
        : clips.lazy.compactMap(\.content.framesSentence).first
          ?? "no \(value == .motion ? "picture" : "picture or colour") uses it"
      return "\(name) has no effect: \(reason)"
    }
  }

  private static func isUsed(
    _ value: FilmDefault, _ request: FilmRequest, _ clips: [ProbedClip]
  ) -> Bool {
    let overlaps = (request.junctions + [request.opening, request.closing].compactMap(\.self))
      .filter { !$0.isCut }
    switch value {
    case .transition: return overlaps.contains { $0.transition == nil }
    case .parameters:
      return overlaps.contains { $0.transition.map { $0.name == request.defaults.transition?.name } ?? true }
    case .duration: return overlaps.contains { $0.duration == nil }
    case .timing: return overlaps.contains { $0.timing == nil }
    case .fromFilter, .toFilter: return overlaps.contains { $0.filters == nil }
    case .overlap: return request.junctions.contains { !$0.isCut && $0.overlap == nil }
    case .shortening: return !overlaps.isEmpty
    case .pictureDuration:
      return clips.contains {
        $0.content.isSlideShow
          || !$0.content.isMoving && !$0.content.isSound && $0.input.duration == nil && $0.input.end == nil
      }
    case .motion:
      return clips.contains { if case .picture = $0.content { $0.input.motion == nil } else { false } }
    }
  }

  /// Notes about settings that do not apply to the kind of input.
  static func unusedValues(_ clip: ProbedClip) -> [String] {
    let settings = clip.timeSettings + clip.pictureAndSoundSettings
    return settings.filter(\.isUnused).map { "\(clip.input.source.text): \($0.note)" }
  }

  /// Notes about sound settings of a silent film.
  static func soundNotes(_ request: FilmRequest) -> [String] {
    let given: [(RequestProperty, Bool)] = [
      (.audioCodec, request.audioCodec != nil), (.audioBitRate, request.audioBitRate != nil),
      (.loudness, request.loudness != nil),
      // The channel layout of a nested film is not the user's setting.
      (.channels, request.channels != nil && request.nesting == nil),
    ]
    return given.filter(\.1).map { property, _ in
      request.drawing.names.text("\(option: property) has no effect, since the film has no sound")
    }
  }

  /// Notes about settings of cuts.
  static func unusedCutValues(_ request: FilmRequest) -> [String] {
    request.junctions.enumerated().compactMap { index, junction in
      guard junction.isCut else { return nil }
      let before = request.items[index].clip.source.text
      let given = [
        ("duration", junction.duration != nil), ("timing", junction.timing != nil),
        ("params", junction.transition?.texts.isEmpty == false), ("filters", junction.filters != nil),
        ("sound", junction.sound != nil), ("overlap", junction.overlap != nil),
      ].filter(\.1).map(\.0)
      return given.isEmpty ? nil : "the cut after \(before) ignores \(given.joined(separator: ", "))"
    }
  }
}

extension ProbedClip {
  fileprivate typealias Setting = (isUnused: Bool, note: String)

  private var still: String { content.isSound ? "sound alone" : "a picture or a colour" }

  fileprivate var timeSettings: [Setting] {
    [
      (
        content.isMoving && input.duration != nil,
        "duration has no effect on a video; choose its part with in and out"
      ),
      (
        !content.isMoving && input.duration != nil && input.end != nil, "duration has no effect beside out"
      ),
      (
        content.isStill(for: input.motion),
        "motion has no effect on a \(content.isMoving ? "video" : "colour")"
      ),
      (input.speed != nil && !content.isMoving, "speed has no effect on \(still)"),
      (
        input.orderWords != nil && !content.isMoving,
        "reverse, boomerang and freeze have no effect on \(still)"
      ),
      (
        input.frameRate != nil && !content.isSequence,
        "fps has no effect, since it applies only to a sequence of pictures"
      ),
      (
        input.slowMotion != nil && (input.speed == nil || !content.isMoving),
        "frames has no effect without a speed"
      ),
    ]
  }

  fileprivate var pictureAndSoundSettings: [Setting] {
    [
      (
        content.isColor && (input.fit != nil || !input.framing.isWhole),
        "fit, crop and rotate have no effect on a colour"
      ),
      (input.over != nil && !content.isSound, "over has no effect, since the clip has pictures"),
      (
        (input.track != nil && !content.isSound || input.subtitles != nil) && !content.isMoving,
        "track and subtitles have no effect on \(still)"
      ),
      (input.volume != 0 && content.heard == nil, "volume has no effect, since the clip has no sound"),
    ]
  }
}

extension FilmInputs.Content {
  fileprivate var isColor: Bool { if case .color = self { true } else { false } }

  /// Whether `motion` has no effect on the content.
  fileprivate func isStill(for motion: PictureMotion?) -> Bool {
    guard let motion, motion != .none else { return false }
    return switch self {
    case .video, .color, .sound(_, over: .color): true
    case .picture, .sound: false
    }
  }
}
