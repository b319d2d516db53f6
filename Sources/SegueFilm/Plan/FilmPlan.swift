import SegueImaging
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem
import SegueTransitions

/// A film that is worked out to the frame: every input was looked at, every position is a whole number.
package struct FilmPlan: Sendable {
  /// The request.
  package private(set) var request: FilmRequest
  /// Size of the frames, both sides even.
  package let size: ImageSize
  /// The timeline.
  package let timeline: FilmTimeline
  /// The inputs in order.
  let clips: [Clip]
  /// The junctions between them, and at the film's ends.
  let transitions: Transitions
  /// The filters of every frame.
  let filters: RequestFilters
  /// The titles in order; `nil` for one that no frame shows.
  let titles: [LayerPlan?]
  /// The overlays, the first at the bottom.
  let overlays: [PlacedOverlay]
  /// The frames that are made: all of them, or a part.
  package let frames: Range<Int>
  /// The background behind the clips, and whether it shows in the output.
  package private(set) var backdrop: Backdrop
  /// Warnings, a sentence each.
  package private(set) var warnings: [String]
  /// The layout of its sound.
  package private(set) var soundLayout = SoundLayout.stereo

  /// An input and the part of it that is in the film.
  struct Clip: Sendable {
    /// The content of an input.
    enum Content: Sendable {
      /// A video; `start` is in seconds after its first picture.
      case video(ClipInfo, ClipInfo.Video, start: Double, toEnd: Bool)
      /// One picture, and which of the film's pictures it is; what came from standard input is kept.
      case picture(path: String, kept: Snapshot?, index: Int)
      /// One colour.
      case color(RGBAColor)
    }

    var input: FilmClip
    var content: Content
    /// The beginning in its source, in seconds.
    var start: Double
    /// The end in its source, in seconds.
    var end: Double
    /// The filters of its pictures; `nil` before they are read.
    var filters: RequestFilters?
    /// The way through its source; `nil` at the speed of that.
    var pace: ClipPace?
    /// The order of its frames; `nil` where they follow each other.
    var order: ClipOrder?
    /// The file that is heard where its content stands still; `nil` for none.
    var voice: ClipInfo?
    /// Frames of the film before its own beginning.
    var lead = 0
    /// Frames of the film at its beginning and at its end for which its source has nothing.
    var held = (before: 0, after: 0)

    /// The encoding of the values in its file.
    var color = ColorEncoding.sdr
    /// Bits of a channel in its file, or as they are read where they are more than 8.
    var depth = 8

    /// The sound that goes with it: none where the speed changes.
    var sound: ClipInfo.Audio? {
      if let voice { return voice.audio }
      guard case .video(let info, _, _, _) = content, pace == nil || pace?.speed.constant != nil else {
        return nil
      }
      return info.audio
    }

    /// The number of the sound track that is heard; `nil` where its file has no other.
    var soundTrack: String? {
      if let voice { return voice.heardTrack }
      return if case .video(let info, _, _, _) = content { info.heardTrack } else { nil }
    }
  }

  /// A transition, `nil` for a cut, and the curve that was asked for.
  struct Junction: Sendable {
    var prepared: PreparedTransition?
    var timing: TimingCurve?
  }

  /// The transitions between clips, at the film's ends, and of the layers over it.
  struct Transitions: Sendable {
    var junctions: [Junction]
    var opening: Junction
    var closing: Junction
    var titles: [LayerTransitions]
    var overlays: [LayerTransitions]

    /// Those of the clips, in the film's order.
    var film: [Junction] { [opening] + junctions + [closing] }
    var all: [Junction] { film + (titles + overlays).flatMap { [$0.enter, $0.exit] } }
  }

  /// The junctions between the inputs.
  var junctions: [Junction] { transitions.junctions }

  /// The same with the request's open values filled in.
  func fixed() -> FilmPlan {
    var plan = self
    plan.request.output.size = .exact(size)
    plan.request.output.frameRate = rate
    if request.copies, let codec = copiedCodec { plan.request.output.codec = codec }
    return plan
  }

  /// The same without its music, in 8 bits of standard dynamic range, its background opaque unless its transparency is kept.
  func inStandardRange(keepsTransparency: Bool = false) -> FilmPlan {
    var plan = self
    (plan.request.output.color, plan.request.output.depth, plan.request.music) = (.sdr, .eight, [])
    if keepsTransparency, !backdrop.color.isOpaque {
      plan.backdrop = .transparent(backdrop.color)
    } else {
      plan.backdrop = .opaque(backdrop.color.isOpaque ? backdrop.color : .black)
    }
    return plan
  }

  /// The fit of clip `index` in the frame.
  func fit(of index: Int) -> Fit { clips[index].input.fit ?? request.output.fit }

  /// Whether only OpenGL draws it.
  var needsOpenGL: Bool {
    transitions.all.contains { $0.prepared?.needsOpenGL == true }
      || ([filters] + clips.compactMap(\.filters)).contains { !$0.shaderFiles.isEmpty }
  }

  /// The film's rate.
  package var rate: FrameRate { timeline.rate }

  /// The encoding and the depth of its frames' values.
  package var color: FrameColor { request.output.frameColor }

  /// Whether the sound of `clip` is heard.
  func isHeard(_ clip: Clip) -> Bool { clip.sound != nil && !request.isMute }

  /// The language of the film's sound: that of the first clip that has one; empty where none says it.
  var soundLanguage: String {
    clips.lazy.filter(isHeard).compactMap(\.sound?.language).first { !$0.isEmpty } ?? ""
  }

  /// The layout of its frames: 4:2:0 planes, but pixels where the output keeps what is transparent.
  var layout: PixelFormat { backdrop.keepsTransparency ? color.pixels : color.planes }

  /// Whether anything is heard, unless the container holds no sound.
  package var hasSound: Bool {
    !request.music.isEmpty || clips.contains(where: isHeard)
      || overlays.contains { $0.sound(in: self) != nil }
  }

  /// The report of the plan, with all that can be known before the work.
  /// - Throws: as `FilmJob.run`, where the film cannot be made.
  package func checkedReport(
    pictures: SharedPictures = DrawingRoom.shared.pictures
  ) async throws -> FilmReport {
    let output = request.output.path.isEmpty ? nil : try FilmOutput(request)
    var report = report(hasSound: hasSound && output?.format.facts.holdsSound ?? true)
    let preparation = try await FilmPreparation(fixed(), pictures: pictures)
    report.warnings += preparation.warnings
    report.subtitleTrack = preparation.text.map { .init(language: $0.language, cues: $0.cues.count) }
    report.captions = preparation.captions.report
    if request.copies {
      let copying = try await CopyPlanner.make(fixed(), preparation)
      report.add(copying)
      report.warnings += copying.warnings
    }
    if let output { report.warnings += output.warnings(self) }
    return report
  }

  /// The report of the plan, without the facts that only the work can tell.
  /// - Parameter hasSound: whether the film has sound.
  package func report(hasSound: Bool) -> FilmReport {
    FilmReport(
      film: .init(
        width: size.width, height: size.height, fps: rate.description, frames: timeline.frameCount,
        seconds: timeline.seconds(ofFrame: timeline.frameCount), color: color.encoding.rawValue,
        depth: color.depth.rawValue,
        part: frames.count == timeline.frameCount ? nil : [frames.lowerBound, frames.upperBound]),
      clips: clips.indices.map { index in
        let (clip, frames) = (clips[index], timeline.clips[index])
        return .init(
          source: clip.input.source.text, start: frames.lowerBound, end: frames.upperBound,
          in: max(0, clip.start), out: clip.end, audio: isHeard(clip) && hasSound,
          track: isHeard(clip) && hasSound ? clip.soundTrack : nil,
          language: isHeard(clip) && hasSound
            ? clip.sound.flatMap { $0.language.isEmpty ? nil : $0.language } : nil,
          color: clip.color.rawValue, depth: clip.depth, speed: clip.pace?.speed.mean,
          order: clip.order.flatMap { _ in clip.input.orderWords })
      },
      junctions: junctions.indices.map { index in
        var junction = report(junctions[index], timeline.overlaps[index])
        let held = clips[index].held.after + clips[index + 1].held.before
        junction.held = held > 0 ? held : nil
        return junction
      },
      opening: timeline.opening.isEmpty ? nil : report(transitions.opening, timeline.opening),
      closing: timeline.closing.isEmpty ? nil : report(transitions.closing, timeline.closing),
      titles: shownTitles.isEmpty
        ? nil
        : shownTitles.map { title, plan in
          .init(
            text: title.text, start: plan.frames.lowerBound, end: plan.frames.upperBound,
            enter: plan.report.enter, exit: plan.report.exit, within: title.reportedArea,
            keyframes: title.reportedKeyframes, by: title.pieces?.rawValue,
            stagger: title.pieces == nil ? nil : title.stagger ?? TitlePieces.stagger)
        },
      overlays: overlays.isEmpty
        ? nil
        : overlays.map {
          .init(
            source: $0.overlay.source.text, start: $0.frames.lowerBound, end: $0.frames.upperBound,
            enter: $0.plan.report.enter, exit: $0.plan.report.exit, within: $0.overlay.reportedArea,
            keyframes: $0.overlay.reportedKeyframes,
            rectangle: [$0.target.x0, $0.target.y0, $0.target.width, $0.target.height],
            settings: $0.overlay.settings.isEmpty ? nil : $0.overlay.settings)
        },
      subtitles: request.subtitles,
      sound: hasSound
        ? .init(rate: FilmTimeline.sampleRate, channels: soundLayout.channels, samples: timeline.sampleCount)
        : nil,
      warnings: warnings)
  }

  /// The titles that are shown.
  var shownTitles: [(title: FilmTitle, plan: LayerPlan)] {
    zip(request.allTitles, titles).compactMap { placed, plan in
      placed.title.isBlank ? nil : plan.map { (placed.title, $0) }
    }
  }

  private func report(_ junction: Junction, _ frames: Range<Int>) -> FilmReport.Junction {
    .init(
      transition: junction.prepared?.description.name ?? "cut", start: frames.lowerBound, frames: frames.count
    )
  }
}

extension FilmPlan {
  /// Looks at every input of `request` and works the film out.
  /// - Throws: `FilmError`, `UsageError`, `MediaError`, `ShaderFileError`.
  package init(_ request: FilmRequest) async throws {
    try request.check()
    let request = try request.takingTurns()
    let transitions = try Self.transitions(of: request)
    let contents = try await FilmInputs.look(at: request)
    let overlays = try await FilmInputs.look(atOverlaysOf: request)
    try await self.init(request, transitions, contents, overlays)
  }

  /// The film of `request`, whose transitions were found before any input was looked at.
  /// - Throws: as `init(_:)`.
  init(
    _ request: FilmRequest, _ transitions: Transitions, _ contents: [FilmInputs.Content],
    _ overlayContents: [OverlayContent] = []
  ) async throws {
    let filters = try Self.filters(of: request)
    let clipFilters = try Self.clipFilters(of: request)
    let overlayFilters = try Self.overlayFilters(of: request)
    let asked = request
    var (request, transitions) = (request, transitions)
    let colorNotes = try request.settleColor(by: contents)
    var warnings = request.notes + transitions.all.flatMap { $0.prepared?.match.warnings ?? [] }
    let format = request.output.knownFormat
    if request.copies { try await Self.checkCopying(asked, contents) }
    let (size, note) = try Self.size(of: request, contents, format)
    let isSeen = format?.facts.isSound != true
    if isSeen { warnings += note.map { [$0] } ?? [] }
    let (rate, rateNote) = try await Self.rate(of: request, contents, format)
    warnings += rateNote.map { [$0] } ?? []
    let contents = contents.map { $0.paced(rate) }
    let overlayContents = overlayContents.map { $0.paced(rate) }
    var clips: [Clip] = []
    var lengths: [Int] = []
    var pictures = 0
    for (input, content) in zip(request.clips, contents) {
      let placed = try await Self.place(input, content, request, rate: rate, picture: pictures)
      if case .picture = placed.clip.content { pictures += 1 }
      var clip = placed.clip
      (clip.filters, clip.color, clip.depth) = (clipFilters[clips.count], content.color, content.bits)
      clips.append(clip)
      lengths.append(placed.length)
      warnings += placed.warnings
    }
    let (soundLayout, layoutNote) = Self.soundLayout(request, contents, format)
    warnings +=
      (isSeen ? colorNotes : [])
      + Self.notes(
        request, contents, rate: rate, layout: soundLayout,
        keeping: Self.copiedProjection(request, contents, size: size))
      + (isSeen ? Self.croppingNotes(request, contents, size) : []) + [layoutNote].compactMap(\.self)
    func count(_ asked: FilmJunction?, _ junction: Junction) -> Int {
      guard let asked, junction.prepared != nil else { return 0 }
      return request.resolved(asked).duration.map(rate.frames) ?? 0
    }
    let overlaps = zip(request.junctions, transitions.junctions).map(count)
    let (opening, closing) = (
      count(request.opening, transitions.opening), count(request.closing, transitions.closing)
    )
    // An overlap of no frames is a cut, whatever it is called.
    for index in overlaps.indices where overlaps[index] == 0 { transitions.junctions[index] = Junction() }
    if request.picturesShareMusic {
      let taken = zip(request.junctions, overlaps).map { request.resolved($0).overlap == .handles ? 0 : $1 }
      warnings += try await Self.share(request, rate, overlaps: taken.reduce(0, +), &clips, &lengths)
    }
    let timeline: FilmTimeline
    do {
      timeline = try FilmTimeline(
        rate: rate, lengths: lengths, overlaps: overlaps, opening: opening, closing: closing,
        handles: request.junctions.map { request.resolved($0).overlap == .handles },
        shortens: request.shortens)
    } catch {
      throw error.naming(request.clips.map(\.source.text))
    }
    let names = overlaps.indices.map { "the transition after \(clips[$0].input.source.text)" }
    let edges = zip(
      ["the opening"] + names + ["the closing"],
      zip([opening] + overlaps + [closing], [timeline.opening] + timeline.overlaps + [timeline.closing]))
    for (name, (wanted, frames)) in edges where frames.count < wanted {
      warnings.append("\(name) is shortened from \(wanted) to \(frames.count) frames")
    }
    for (junction, (_, (_, frames))) in zip(transitions.film, edges) where !frames.isEmpty {
      let curve = junction.timing ?? junction.prepared?.timing
      if let warning = curve?.restWarning(over: rate.time(ofFrame: frames.count - 1)) {
        warnings.append(warning)
      }
    }
    let titles = zip(request.allTitles, transitions.titles).map { placed, found -> LayerPlan? in
      let frames = timeline.frames(of: placed.title, ofClip: placed.clip)
      if frames.isEmpty { return nil }
      return LayerPlan(placed.title, found, frames: frames, rate: rate, warnings: &warnings)
    }
    let clipsAreOpaque = !contents.contains(where: \.hasTransparency)
    let backdrop =
      format == nil
      ? Backdrop.opaque(request.drawing.background ?? .black)
      : try FilmOutput(request).backdrop(request, clipsAreOpaque: clipsAreOpaque)
    let step = backdrop.keepsTransparency ? 1 : 2
    var overlays: [PlacedOverlay] = []
    for (index, content) in overlayContents.enumerated() {
      let overlay = request.overlays[index]
      let source = PlacedOverlay.Source(
        overlay: overlay, content: content,
        part: try await OverlayPart(overlay, content, request, rate: rate),
        transitions: transitions.overlays[index], filters: overlayFilters[index])
      let placed = try PlacedOverlay(
        source, size: size, step: step, timeline: timeline, warnings: &warnings)
      if let placed { overlays.append(placed) }
    }
    try PlacedOverlay.check(overlays)
    for index in clips.indices {
      clips[index].extend(timeline.lead(ofClip: index), timeline.trail(ofClip: index), rate)
    }
    self.init(
      request: request, size: size, timeline: timeline, clips: clips, transitions: transitions,
      filters: filters, titles: titles, overlays: overlays, frames: try request.frames(of: timeline),
      backdrop: backdrop, warnings: warnings, soundLayout: soundLayout)
    try checkSoundShifts()
    if !hasSound, let format, format.facts.isSound { throw UsageError.conflict(.soundOfSilence(format)) }
    if !hasSound, format?.facts.holdsSound ?? true { self.warnings += Self.soundNotes(request) }
  }

  /// The transitions, found by name before any input is looked at.
  static func transitions(of request: FilmRequest) throws -> Transitions {
    func prepared(_ asked: FilmJunction, filtersOf filtered: String, _ place: String) throws -> Junction {
      guard !asked.isCut, let choice = asked.transition, !choice.isCut else { return Junction() }
      do {
        let prepared = try PreparedTransition(
          choice, asked.filters ?? FilterTexts(), of: filtered, in: request.library,
          for: request.drawing.backend)
        return Junction(prepared: prepared, timing: asked.timing)
      } catch UsageError.parameter(let error) {
        throw FilmError.parameter(place: place, error)
      }
    }
    func found(_ own: FilmJunction?, _ place: String) throws -> Junction {
      guard let own else { return Junction() }
      return try prepared(
        request.resolved(own), filtersOf: own.filters == nil ? "defaults" : place,
        own.transition == nil ? "defaults" : place)
    }
    func layer(_ layer: some FilmLayer, _ place: String) throws -> LayerTransitions {
      func end(_ asked: FilmJunction?, _ place: String) throws -> Junction {
        guard let asked else { return Junction() }
        return try prepared(try asked.overNothing(in: request.library), filtersOf: place, place)
      }
      return LayerTransitions(
        enter: try end(layer.entrance, "\(place).enter"), exit: try end(layer.departure, "\(place).exit"))
    }
    return Transitions(
      junctions: try request.junctions.enumerated().map { try found($1, request.place(ofJunction: $0)) },
      opening: try found(request.opening, "opening"), closing: try found(request.closing, "closing"),
      titles: try request.allTitles.map { try layer($0.title, $0.place) },
      overlays: try request.overlays.enumerated().map { try layer($1, "overlays[\($0)]") })
  }

  /// The filters of every frame.
  static func filters(of request: FilmRequest) throws -> RequestFilters {
    try filters(request.filter, request)
  }

  /// The filters of each clip.
  static func clipFilters(of request: FilmRequest) throws -> [RequestFilters] {
    try request.clips.enumerated().map { try filters($1.filter, of: request.place(ofClip: $0), request) }
  }

  /// The filters of each overlay, which are drawn in its own size by the cores of this machine.
  static func overlayFilters(of request: FilmRequest) throws -> [RequestFilters] {
    try request.overlays.enumerated().map { index, overlay in
      let filters = try filters(overlay.filter, of: "overlays[\(index)]", request)
      if let shader = filters.shaderFiles.first {
        throw FilmError.value(
          place: "overlays[\(index)].filter", value: "“\(shader)”", expected: "of filters that need no OpenGL"
        )
      }
      return filters
    }
  }

  /// Chains that the renderer asked for can draw.
  private static func filters(
    _ text: String?, of part: String? = nil, _ request: FilmRequest
  ) throws -> RequestFilters {
    let filters = try RequestFilters(filter: text, in: request.library.files, of: part)
    try filters.check(for: request.drawing.backend)
    return filters
  }

  /// The size of the frames: what was asked for, else that of the first video, or of the first animation or picture where
  /// there is none, scaled down to the default bounds of `format`, with a sentence that says so.
  private static func size(
    of request: FilmRequest, _ contents: [FilmInputs.Content], _ format: OutputFormat?
  ) throws -> (size: ImageSize, note: String?) {
    let shaped = contents.indices.filter { contents[$0].size != nil }
    let first = shaped.first { contents[$0].isVideo } ?? shaped.first
    let natural =
      first.flatMap { contents[$0].size(in: request.clips[$0]) } ?? ImageSize(width: 1920, height: 1080)
    let bounded = request.copies ? natural : natural.scaledDown(toFit: (format ?? .mp4).defaultBounds)
    let size = request.output.size?.size(for: natural, isEven: true) ?? bounded.roundedDownToEven
    try size.checkFrame()
    guard size.isEven else {
      throw UsageError.oddSize(size, format: "a film")
    }
    guard request.output.size == nil, bounded != natural, let first else { return (size, nil) }
    let note = request.drawing.names.text(
      """
      \(request.clips[first].source.text) is \(natural), scaled down to \(size); \
      \(short: .size) \(natural.roundedDownToEven) keeps its size
      """)
    return (size, note)
  }

  /// The inputs that lose much of their pictures, in one sentence.
  private static func croppingNotes(
    _ request: FilmRequest, _ contents: [FilmInputs.Content], _ size: ImageSize
  ) -> [String] {
    var names: [String] = []
    var most = 0.0
    // One that moves shows the part that it was told to.
    for (clip, content) in zip(request.clips, contents)
    where clip.motion == nil && clip.fit ?? request.output.fit == .cover {
      let lost = content.size(in: clip)?.partLost(covering: size) ?? 0
      guard lost > ImageSize.noticedLoss else { continue }
      most = max(most, lost)
      if !names.contains(clip.source.text) { names.append(clip.source.text) }
    }
    guard let first = names.first else { return [] }
    let others = names.count > 1 ? " and \(names.count - 1) more" : ""
    return [
      request.drawing.names.text(
        """
        \(option: .fit) cover crops up to \(Int((most * 100).rounded())) % of \(first)\(others) to fill \(size); \
        \(option: .fit) contain shows all of it
        """)
    ]
  }
}
