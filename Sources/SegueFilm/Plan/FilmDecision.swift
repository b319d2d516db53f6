import SegueImaging
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem
import SegueTransitions

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
