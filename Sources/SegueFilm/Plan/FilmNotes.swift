import SegueImaging
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem

extension FilmPlan {
  /// Warnings about the inputs; those about pictures only if the output has pictures.
  static func inputNotes(
    _ output: OutputDecision, _ clips: [ProbedClip], _ layout: SoundLayout
  ) -> [String] {
    let (request, size) = (output.request, output.size)
    let isSeen = request.output.knownFormat?.facts.isSound != true
    let copied = request.copies ? output.firstVideo : nil
    let target = copied.flatMap { try? CopyTarget($0, size: size, request.output.frameColor) }
    return (isSeen ? output.colorNotes : [])
      + notes(request, clips, rate: output.rate, layout: layout, keeping: target?.video.projection ?? "")
      + (isSeen ? croppingNotes(request, clips, size) : [])
  }

  /// A note about the inputs that lose much of their area by cropping.
  private static func croppingNotes(
    _ request: FilmRequest, _ clips: [ProbedClip], _ size: ImageSize
  ) -> [String] {
    var names: [String] = []
    var maximum = 0.0
    // A clip with a motion shows the chosen part.
    for clip in clips where clip.input.motion == nil && clip.input.fit ?? request.output.fit == .cover {
      let lost = clip.size?.croppedFraction(covering: size) ?? 0
      guard lost > ImageSize.noticeableCrop else { continue }
      maximum = max(maximum, lost)
      let name = clip.input.source.text
      if !names.contains(name) { names.append(name) }
    }
    guard let first = names.first else { return [] }
    let others = names.count > 1 ? " and \(names.count - 1) more" : ""
    return [
      request.drawing.names.text(
        """
        \(option: .fit) cover crops up to \(Int((maximum * 100).rounded())) % of \(first)\(others) to fill \(size); \
        \(option: .fit) contain shows all of it
        """)
    ]
  }

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

  /// The notice about a clip with a variable frame rate, in a film of `rate`.
  static func varyingRate(_ rate: FrameRate) -> Notice {
    Notice(
      of: .frameRate, "the frame rate varies, so frames are repeated or dropped to give \(rate) frames/s")
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
      if isSeen, video.isVariableRate, !request.copies { names.add(info.name, varyingRate(rate).sentence) }
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
        ? "" : "; \(info.path)\(files) without quotes makes each file an input")
  }

  var isSequence: Bool { if case .video(let info, _) = self { info.sequence != nil } else { false } }

  var isSound: Bool { if case .sound = self { true } else { false } }

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
