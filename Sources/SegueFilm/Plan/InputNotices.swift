import SegueFields
import SegueImaging
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem

/// The notices about the inputs, without the notices that rendering adds.
struct InputNotices {
  let request: FilmRequest
  let clips: [ProbedClip]
  let rate: FrameRate
  var layout = SoundLayout.stereo
  /// The spherical projection that the film keeps; empty for none.
  var projection = ""

  /// Whether the output has pictures.
  private var isSeen: Bool { request.output.knownFormat?.facts.isSound != true }

  /// All notices about the inputs of a film.
  static func all(_ output: OutputDecision, _ clips: [ProbedClip], _ layout: SoundLayout) -> [Notice] {
    let request = output.request
    let copied = request.copies ? output.firstVideo : nil
    let target = copied.flatMap { try? CopyTarget($0, size: output.size, request.output.frameColor) }
    let notices = InputNotices(
      request: request, clips: clips, rate: output.rate, layout: layout,
      projection: target?.video.projection ?? "")
    guard notices.isSeen else { return notices.apartFromSize }
    return output.colorNotices + notices.apartFromSize + notices.cropping(to: output.size)
  }

  /// The loss of transparency on a device's screen; at most one notice.
  private var screenLoss: [Notice] {
    guard request.device.shape != nil, request.drawing.background?.isOpaque != true,
      let name = clips.first(where: \.content.hasTransparency)?.input.source.text
    else { return [] }
    let sentence = request.drawing.names.text(
      "transparent parts of \(name) become black on the screen; \(option: .background) sets another colour")
    return [Notice(.loss, of: .background, sentence)]
  }

  /// The loss of inputs that are noticeably cropped to fill `size`; at most one notice.
  func cropping(to size: ImageSize) -> [Notice] {
    var names: [String] = []
    var maximum = 0.0
    // A motion chooses the visible part of its clip, so cropping is intended.
    for clip in clips where clip.input.motion == nil && clip.input.fit ?? request.output.fit == .cover {
      let lost = clip.size?.croppedFraction(covering: size) ?? 0
      guard lost > ImageSize.noticeableCrop else { continue }
      maximum = max(maximum, lost)
      let name = clip.input.source.text
      if !names.contains(name) { names.append(name) }
    }
    if names.isEmpty { return [] }
    let subject = names.count > 2 ? "\(names[0]) and \(names.count - 1) more" : names.inWords
    let sentence = request.drawing.names.text(
      """
      \(option: .fit) cover crops up to \(Int((maximum * 100).rounded())) % of \(subject) to fill \(size); \
      \(option: .fit) contain shows all of it
      """)
    return [Notice(.loss, of: .fit, sentence)]
  }

  /// The notices about clips, about parts of them that the film drops, and about settings without effect. Each
  /// sentence occurs once.
  var apartFromSize: [Notice] {
    aboutClips + (isSeen ? lostParts + screenLoss : []) + unusedDefaults
      + clips.enumerated().flatMap { $1.input.notes(on: $1.content).at(Place(request.place(ofClip: $0))) }
      + unusedCutValues
      + unusedDevice
  }

  /// The notice about a clip with a variable frame rate, in a film of `rate`.
  static func varyingRate(_ rate: FrameRate) -> Notice {
    Notice(
      of: .frameRate, "the frame rate varies, so frames are repeated or dropped to give \(rate) frames/s")
  }

  /// The notices about clips, apart from their size.
  private var aboutClips: [Notice] {
    var files = FilesByNotice()
    for (index, clip) in clips.enumerated() {
      guard case .video(let info, let video) = clip.content else { continue }
      let place = Place(request.place(ofClip: index), named: info.name)
      if isSeen { for notice in colorNotices(video) { files.add(place, notice) } }
      for sentence in info.fileSentences { files.add(place, Notice(.warning, sentence)) }
      for notice in mixingNotices(clip.input, info) { files.add(place, notice) }
      if isSeen, video.isInterlaced {
        files.add(place, Notice(.note, "interlaced pictures are deinterlaced"))
      }
      // Copied pictures keep their timestamps.
      if isSeen, video.isVariableRate, !request.copies { files.add(place, Self.varyingRate(rate)) }
    }
    for (index, clip) in clips.enumerated() {
      guard case .sound(let info, _) = clip.content else { continue }
      let place = Place(request.place(ofClip: index), named: info.name)
      for sentence in info.fileSentences { files.add(place, Notice(.warning, sentence)) }
    }
    return files.entries.map { $0.notice.at($0.place) }
  }

  /// The notices about a clip's colour conversions and assumed colour properties.
  private func colorNotices(_ video: ClipInfo.Video) -> [Notice] {
    var notices: [Notice] = []
    func add(_ kind: Notice.Kind, of property: RequestProperty = .color, _ sentence: String) {
      notices.append(Notice(kind, of: property, sentence))
    }
    let color = request.output.frameColor
    if !video.namesItsMatrix { add(.warning, "no colour matrix is named, so \(video.matrix) is assumed") }
    switch (video.color, color.encoding) {
    case (.hlg, .sdr), (.pq, .sdr): add(.loss, "HDR (\(video.colorTransfer)) is tone-mapped to SDR (bt709)")
    case (.sdr, .sdr) where video.bits > 8 && color.depth == .eight && request.holdsTenBits:
      add(
        .loss, of: .depth,
        request.drawing.names.text("\(video.bits) bits per channel become 8; \(option: .depth) 10 keeps 10"))
    case (.pq, .hlg): add(.loss, "light of more than 1000 cd/m² is clipped, since the film is HLG")
    default: break
    }
    if video.hasOtherPrimaries, !video.isHDR, color.encoding == .sdr {
      let place = request.copies ? " where they are encoded" : ""
      add(.loss, "its colours (\(video.colorPrimaries)) are mapped to those of bt709\(place)")
    }
    if video.dolbyVisionProfile != nil {
      add(.loss, "Dolby Vision metadata is dropped; the base layer is shown")
    }
    return notices
  }

  /// The losses in the sound of a clip; none if the film is mute.
  private func mixingNotices(_ clip: FilmClip, _ info: ClipInfo) -> [Notice] {
    if request.isMute { return [] }
    let early =
      clip.start == nil && info.soundLead > 0
      ? "its sound begins \(DecimalText.text(info.soundLead.value)) s before its pictures; that part is left out"
      : nil
    return [
      early, info.audio?.mixingSentence(into: layout), clip.track == nil ? info.monoTracksSentence : nil,
    ].compactMap { $0.map { Notice(.loss, $0) } }
  }

  /// The loss of the inputs' parts that the film drops; at most one notice.
  private var lostParts: [Notice] {
    var parts = FilesByNotice()
    func add(_ info: ClipInfo, _ part: String) { parts.add(.named(info.name), Notice(.loss, part)) }
    let carriesText = (request.output.knownFormat ?? .mp4).facts.textCodec != nil
    for clip in clips {
      guard case .video(let info, let video) = clip.content else { continue }
      let left = info.ignored
      if ![projection, ""].contains(video.projection) {
        add(info, "the projection (\(video.projection))")
      }
      let isMonoPair = clip.input.track == nil && info.monoTracksSentence != nil
      if left.soundTracks > 0, !request.isMute, !isMonoPair {
        let others = info.sounds.filter { $0 != info.audio && $0 != info.rightAudio }.map(\.language)
        let known = others.filter { !$0.isEmpty }
        add(info, "further sound tracks" + (known.isEmpty ? "" : " (\(known.joined(separator: ", ")))"))
      }
      if left.videoTracks > 0 { add(info, "further video tracks") }
      if info.text != nil, request.carriesSubtitles, !carriesText { add(info, "subtitles") }
      if left.subtitleTracks > 0, request.carriesSubtitles {
        add(info, info.text == nil ? "bitmap subtitles" : "further subtitles")
      }
      for word in left.data { add(info, word) }
      if left.chapters > 0 { add(info, "chapters") }
      if !left.tags.isEmpty { add(info, "tags (\(left.tags.joined(separator: ", ")))") }
    }
    let words = parts.entries.map { "\($0.notice.sentence) of \($0.place.name ?? "")" }
    return words.isEmpty ? [] : [Notice(.loss, "the film leaves out " + words.joined(separator: "; "))]
  }
}

extension FilmInputs.Content {
  private var sequence: PictureSequence? {
    if case .video(let info, _) = self { info.sequence } else { nil }
  }
  var isSequence: Bool { sequence != nil }
  /// Whether the content is a sequence of photographs that are shown one by one.
  var isSlideShow: Bool { sequence?.isSlideShow == true }

  /// The explanation why a sequence of pictures is one clip, and how to use its pictures as inputs; `nil` for
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

  var isSound: Bool { if case .sound = self { true } else { false } }

  /// Whether the content is a video or an animation.
  var isMoving: Bool { if case .video = self { true } else { false } }
}

extension FilmRequest {
  fileprivate var holdsTenBits: Bool {
    (output.knownFormat ?? .mp4).facts.holdsTenBits && output.codec?.facts.tenBits != .never
  }
}

/// Notices in the order of their first mention, each with the clips that it concerns.
private struct FilesByNotice {
  private var all: [(notice: Notice, places: [Place])] = []

  mutating func add(_ place: Place, _ notice: Notice) {
    guard let index = all.firstIndex(where: { $0.notice == notice }) else {
      return all.append((notice, [place]))
    }
    if !all[index].places.contains(where: { $0.name == place.name }) { all[index].places.append(place) }
  }

  /// The notices with the place of their first clip. The place's name includes the number of further files.
  var entries: [(notice: Notice, place: Place)] {
    all.map { notice, places in
      let others = places.count > 1 ? " and \(places.count - 1) more" : ""
      return (notice, Place(places[0].path, named: (places[0].name ?? "") + others))
    }
  }
}
