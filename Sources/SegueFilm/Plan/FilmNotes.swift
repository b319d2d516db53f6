import SegueImaging
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

extension FilmPlan {
  /// Warnings known before rendering: about clips, about parts of them that the film drops, and about
  /// settings without effect. Each sentence occurs once.
  /// - Parameters:
  ///   - projection: the spherical projection that the film keeps.
  static func notes(
    _ request: FilmRequest, _ clips: [ProbedClip], rate: FrameRate,
    layout: SoundLayout = .stereo, keeping projection: String = ""
  ) -> [String] {
    clipNotes(request, clips, rate: rate, layout) + lostParts(request, clips, keeping: projection)
      + unusedDefaults(request, clips) + clips.flatMap(unusedValues)
      + unusedCutValues(request)
  }

  /// The note about a clip with a variable frame rate, in a film of `rate`.
  static func varyingRate(_ rate: FrameRate) -> String {
    "the frame rate varies, so frames are repeated or dropped to give \(rate) frames/s"
  }

  /// Notes about clips, apart from their size and rate.
  private static func clipNotes(
    _ request: FilmRequest, _ clips: [ProbedClip], rate: FrameRate, _ layout: SoundLayout
  ) -> [String] {
    var names = NamesBySentence()
    let isSeen = request.output.knownFormat?.facts.isSound != true
    for clip in clips {
      guard case .video(let info, let video) = clip.content else { continue }
      if isSeen { for sentence in colorNotes(request, video) { names.add(info.name, sentence) } }
      for sentence in info.fileSentences { names.add(info.name, sentence) }
      for sentence in mixingNotes(request, clip.input, info, layout) { names.add(info.name, sentence) }
      if isSeen, video.isInterlaced { names.add(info.name, "interlaced pictures are deinterlaced") }
      // Copied pictures keep their timestamps.
      if isSeen, video.isVariableRate, !request.copies { names.add(info.name, varyingRate(rate)) }
    }
    for case .sound(let info, _) in clips.map(\.content) {
      for sentence in info.fileSentences { names.add(info.name, sentence) }
    }
    return names.entries.map { "\($0.names): \($0.sentence)" }
  }

  /// Notes about a clip's colour conversions and assumed colour properties.
  private static func colorNotes(_ request: FilmRequest, _ video: ClipInfo.Video) -> [String] {
    var notes: [String] = []
    let color = request.output.frameColor
    if !video.namesItsMatrix { notes.append("no colour matrix is named, so \(video.matrix) is assumed") }
    switch (video.color, color.encoding) {
    case (.hlg, .sdr), (.pq, .sdr):
      notes.append("HDR (\(video.colorTransfer)) is tone-mapped to SDR (bt709)")
    case (.sdr, .sdr) where video.bits > 8 && color.depth == .eight && request.holdsTenBits:
      notes.append(
        request.drawing.names.text("\(video.bits) bits per channel become 8; \(option: .depth) 10 keeps 10"))
    case (.pq, .hlg): notes.append("light of more than 1000 cd/m² is clipped, since the film is HLG")
    default: break
    }
    if video.hasOtherPrimaries, !video.isHDR, color.encoding == .sdr {
      let place = request.copies ? " where they are encoded" : ""
      notes.append("its colours (\(video.colorPrimaries)) are mapped to those of bt709\(place)")
    }
    if video.dolbyVisionProfile != nil {
      notes.append("Dolby Vision metadata is dropped; the base layer is shown")
    }
    return notes
  }

  /// Notes about changes to the sound of a clip; none if the film is mute.
  private static func mixingNotes(
    _ request: FilmRequest, _ clip: FilmClip, _ info: ClipInfo, _ layout: SoundLayout
  ) -> [String] {
    if request.isMute { return [] }
    let early =
      clip.start == nil && info.soundLead > 0
      ? "its sound begins \(DecimalText.text(info.soundLead.value)) s before its pictures; that part is left out"
      : nil
    return [
      early, info.audio?.mixingSentence(into: layout), clip.track == nil ? info.monoTracksSentence : nil,
    ].compactMap(\.self)
  }

  /// A note about the parts of the inputs that the film drops.
  private static func lostParts(
    _ request: FilmRequest, _ clips: [ProbedClip], keeping projection: String
  ) -> [String] {
    if request.output.knownFormat?.facts.isSound == true { return [] }
    var parts = NamesBySentence()
    let carriesText = (request.output.knownFormat ?? .mp4).facts.textCodec != nil
    for clip in clips {
      guard case .video(let info, let video) = clip.content else { continue }
      let left = info.ignored
      if ![projection, ""].contains(video.projection) {
        parts.add(info.name, "the projection (\(video.projection))")
      }
      let isMonoPair = clip.input.track == nil && info.monoTracksSentence != nil
      if left.soundTracks > 0, !request.isMute, !isMonoPair {
        let others = info.sounds.filter { $0 != info.audio && $0 != info.rightAudio }.map(\.language)
        let known = others.filter { !$0.isEmpty }
        parts.add(
          info.name, "further sound tracks" + (known.isEmpty ? "" : " (\(known.joined(separator: ", ")))"))
      }
      if left.videoTracks > 0 { parts.add(info.name, "further video tracks") }
      if info.text != nil, request.carriesSubtitles, !carriesText { parts.add(info.name, "subtitles") }
      if left.subtitleTracks > 0, request.carriesSubtitles {
        parts.add(info.name, info.text == nil ? "subtitles that are pictures" : "further subtitles")
      }
      for word in left.data { parts.add(info.name, word) }
      if left.chapters > 0 { parts.add(info.name, "chapters") }
      if !left.tags.isEmpty { parts.add(info.name, "tags (\(left.tags.joined(separator: ", ")))") }
    }
    if parts.entries.isEmpty { return [] }
    return [
      "left out of the film: " + parts.entries.map { "\($0.sentence) of \($0.names)" }.joined(separator: "; ")
    ]
  }

  /// Notes about defaults that no junction or picture uses.
  private static func unusedDefaults(_ request: FilmRequest, _ clips: [ProbedClip]) -> [String] {
    FilmDefault.allCases.compactMap { value in
      guard let name = request.requested[value], !isUsed(value, request, clips) else { return nil }
      let reason =
        value.isOfJunctions
        ? request.junctions.isEmpty ? "there is one input, so no transition" : "no transition uses it"
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
  private static func unusedValues(_ probed: ProbedClip) -> [String] {
    let (clip, content) = (probed.input, probed.content)
    let still = content.isSound ? "sound alone" : "a picture or a colour"
    let notes: [(isUnused: Bool, note: String)] = [
      (
        content.isMoving && clip.duration != nil,
        "duration has no effect on a video; choose its part with in and out"
      ),
      (
        !content.isMoving && clip.duration != nil && clip.end != nil, "duration has no effect beside out"
      ),
      (
        content.isStill(for: clip.motion),
        "motion has no effect on a \(content.isMoving ? "video" : "colour")"
      ),
      (clip.speed != nil && !content.isMoving, "speed has no effect on \(still)"),
      (
        clip.orderWords != nil && !content.isMoving,
        "reverse, boomerang and freeze have no effect on \(still)"
      ),
      (
        clip.frameRate != nil && !content.isSequence,
        "fps has no effect, since it applies only to a sequence of pictures"
      ),
      (
        clip.slowMotion != nil && (clip.speed == nil || !content.isMoving),
        "frames has no effect without a speed"
      ),
      (
        content.isColor && (clip.fit != nil || !clip.framing.isWhole),
        "fit, crop and rotate have no effect on a colour"
      ),
      (clip.over != nil && !content.isSound, "over has no effect, since the clip has pictures"),
      (
        (clip.track != nil && !content.isSound || clip.subtitles != nil) && !content.isMoving,
        "track and subtitles have no effect on \(still)"
      ),
      (clip.volume != 0 && content.heard == nil, "volume has no effect, since the clip has no sound"),
    ]
    return notes.filter(\.isUnused).map { "\(clip.source.text): \($0.note)" }
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
  private static func unusedCutValues(_ request: FilmRequest) -> [String] {
    request.junctions.enumerated().compactMap { index, junction in
      guard junction.isCut else { return nil }
      let given = [
        ("duration", junction.duration != nil), ("timing", junction.timing != nil),
        ("params", junction.transition?.texts.isEmpty == false), ("filters", junction.filters != nil),
        ("sound", junction.sound != nil), ("overlap", junction.overlap != nil),
      ].filter(\.1).map(\.0)
      return given.isEmpty
        ? nil : "the cut after \(request.clips[index].source.text) ignores \(given.joined(separator: ", "))"
    }
  }
}

extension FilmInputs.Content {
  /// Whether the content is a sequence of photographs that are shown one by one.
  var isSlideShow: Bool {
    if case .video(let info, _) = self { info.sequence?.isSlideShow == true } else { false }
  }
  /// Explains why a sequence of pictures is one clip, and how to use its pictures as inputs; `nil` for
  /// other content.
  var framesSentence: String? {
    guard case .video(let info, _) = self, info.sequence != nil else { return nil }
    let files = PictureSequence.isFolder(info.path) ? (info.path.hasSuffix("/") ? "*" : "/*") : ""
    return
      "the pictures of \(info.path) are the frames of one clip; fps, such as fps=1, sets how many are shown "
      + "per second"
      + (info.path.contains("%")
        ? "" : "; \(info.path)\(files) without quotes makes each an input")
  }

  var isSequence: Bool { if case .video(let info, _) = self { info.sequence != nil } else { false } }

  var isSound: Bool { if case .sound = self { true } else { false } }

  fileprivate var isColor: Bool { if case .color = self { true } else { false } }

  /// Whether `motion` has no effect on the content.
  fileprivate func isStill(for motion: PictureMotion?) -> Bool {
    guard let motion, motion != .none else { return false }
    return switch self {
    case .video, .color, .sound(_, over: .color): true
    case .picture, .sound: false
    }
  }

  /// Whether the content is a video or an animation.
  var isMoving: Bool { if case .video = self { true } else { false } }
}

extension FilmRequest {
  fileprivate var holdsTenBits: Bool {
    (output.knownFormat ?? .mp4).facts.holdsTenBits && output.codec?.facts.tenBits != .never
  }
}

/// Sentences in the order of their first mention, each with the files that it concerns.
private struct NamesBySentence {
  private var all: [(sentence: String, names: [String])] = []

  mutating func add(_ name: String, _ sentence: String) {
    guard let index = all.firstIndex(where: { $0.sentence == sentence }) else {
      return all.append((sentence, [name]))
    }
    if !all[index].names.contains(name) { all[index].names.append(name) }
  }

  /// The sentences with the name of their first file and the number of further ones.
  var entries: [(sentence: String, names: String)] {
    all.map { sentence, names in
      (sentence, (names.first ?? "") + (names.count > 1 ? " and \(names.count - 1) more" : ""))
    }
  }
}
