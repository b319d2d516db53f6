import SegueImaging
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem
import SegueTransitions

extension FilmPlan {
  /// Probes every input of `request` and plans the film.
  /// - Throws: `FilmError`, `UsageError`, `MediaError`, `ShaderFileError`.
  package convenience init(_ request: FilmRequest) async throws {
    try request.check()
    let resolved = try ResolvedRequest(request)
    let clips = try await FilmInputs.look(at: resolved.request)
    let overlays = try await FilmInputs.look(atOverlaysOf: resolved.request)
    try await self.init(resolved, clips, overlays)
  }

  /// Plans a film from its probed inputs.
  /// - Throws: as `init(_:)`.
  convenience init(
    _ resolved: ResolvedRequest, _ probed: [ProbedClip], _ overlayContents: [OverlayContent] = []
  ) async throws {
    var request = resolved.request
    let colorNotes = try request.settleColor(by: probed)
    var notes = resolved.notes
    let format = request.output.knownFormat
    let contents = probed.map(\.content)
    if request.copies { try await Self.checkCopying(resolved.request, contents) }
    let backdrop = try Self.backdrop(of: request, probed, format)
    let size = try Self.size(of: request, probed, format, over: backdrop, &notes)
    let (rate, rateNote) = try await Self.rate(of: request, contents, format)
    notes += [rateNote].compactMap(\.self)
    let inputs = probed.map { $0.paced(rate) }
    let clips = try await Self.place(inputs, resolved.filters.clips, request, rate, &notes)
    let (soundLayout, layoutNote) = Self.soundLayout(request, contents, format)
    notes += Self.inputNotes(request, inputs, format, size: size, rate: rate, soundLayout, colorNotes)
    notes += [layoutNote].compactMap(\.self)
    let music = try await Self.sharedMusic(request, rate, &notes)
    var arrangement = try FilmArrangement(
      clips, resolved.junctions.map { $0.timed(rate) }, request, rate: rate, musicEnd: music)
    notes += arrangement.notes
    let titles = resolved.titles.map { PlacedTitle($0, on: arrangement.timeline, warnings: &notes) }
    let overlays = try await Self.overlays(
      resolved.overlays(showing: overlayContents.map { $0.paced(rate) }), of: request,
      on: arrangement.timeline, size: size, over: backdrop, &notes)
    notes += try await arrangement.fitSoundShifts(request, soundLayout)
    let isSilent = !Self.hasSound(request, arrangement.clips, overlays)
    if isSilent, format?.facts.holdsSound ?? true { notes += Self.soundNotes(request) }
    self.init(
      request: request, size: size, arrangement: arrangement, layerTransitions: resolved.layerTransitions,
      filters: resolved.filters.film, titles: titles, overlays: overlays, captions: resolved.captions,
      frames: try request.frames(of: arrangement.timeline), backdrop: backdrop, warnings: notes,
      soundLayout: soundLayout)
    if isSilent, let format, format.facts.isSound { throw UsageError.conflict(.soundOfSilence(format)) }
  }

  /// Decides which part of each input the film shows.
  private static func place(
    _ inputs: [ProbedClip], _ filters: [RequestFilters], _ request: FilmRequest, _ rate: FrameRate,
    _ warnings: inout [String]
  ) async throws -> [ResolvedClip] {
    var placing = ClipPlacing(request: request, rate: rate, filters: filters)
    for input in inputs { try await placing.add(input) }
    warnings += placing.warnings
    return placing.clips
  }

  /// Warnings about the inputs; those about pictures only if the output has pictures.
  private static func inputNotes(
    _ request: FilmRequest, _ clips: [ProbedClip], _ format: OutputFormat?, size: ImageSize,
    rate: FrameRate, _ layout: SoundLayout, _ colorNotes: [String]
  ) -> [String] {
    let isSeen = format?.facts.isSound != true
    let projection = copiedProjection(request, clips.map(\.content), size: size)
    return (isSeen ? colorNotes : [])
      + notes(request, clips, rate: rate, layout: layout, keeping: projection)
      + (isSeen ? croppingNotes(request, clips, size) : [])
  }

  /// The background behind the clips.
  private static func backdrop(
    of request: FilmRequest, _ clips: [ProbedClip], _ format: OutputFormat?
  ) throws -> Backdrop {
    if format == nil { return .opaque(request.drawing.background ?? .black) }
    let first = clips.first(where: \.content.hasTransparency)
    var backdrop = try FilmOutput(request).backdrop(request, clipsAreOpaque: first == nil)
    backdrop.transparentSource = first?.input.source.text
    return backdrop
  }

  /// The visible overlays with their rectangles.
  private static func overlays(
    _ probed: [ProbedOverlay], of request: FilmRequest, on timeline: FilmTimeline, size: ImageSize,
    over backdrop: Backdrop, _ warnings: inout [String]
  ) async throws -> [PlacedOverlay] {
    var overlays: [PlacedOverlay] = []
    for overlay in probed {
      let part = try await OverlayPart(
        overlay.requested.content, overlay.content, request, rate: timeline.rate)
      let placed = try PlacedOverlay(
        overlay, part, size: size,
        step: backdrop.keepsTransparency ? 1 : 2, timeline: timeline, warnings: &warnings)
      if let placed { overlays.append(placed) }
    }
    try PlacedOverlay.check(overlays)
    return overlays
  }

  /// The frame size: the requested size, else that of the first video, else of the first animation or
  /// picture, scaled down to the default bounds of `format`. Scaling down is a warning.
  private static func size(
    of request: FilmRequest, _ clips: [ProbedClip], _ format: OutputFormat?,
    over backdrop: Backdrop, _ warnings: inout [String]
  ) throws -> ImageSize {
    let isEven = needsEvenSize(request, over: backdrop)
    func rounded(_ size: ImageSize) -> ImageSize { isEven ? size.roundedDownToEven : size }
    let shaped = clips.filter { $0.size != nil }
    let first = shaped.first(where: \.content.isVideo) ?? shaped.first
    let natural = first?.size ?? ImageSize(width: 1920, height: 1080)
    let bounded = request.copies ? natural : natural.scaledDown(toFit: (format ?? .mp4).defaultBounds)
    let size = request.output.size?.size(for: natural, isEven: isEven) ?? rounded(bounded)
    try size.checkFrame()
    // A nested film with odd sides is drawn in RGBA.
    guard size.isEven || !isEven || request.nesting != nil else {
      throw UsageError.oddSize(size, format: "a film")
    }
    if request.output.size == nil, bounded != natural, let first, format?.facts.isSound != true {
      warnings.append(
        request.drawing.names.text(
          """
          \(first.input.source.text) is \(natural), scaled down to \(size); \
          \(short: .size) \(rounded(natural)) keeps its size
          """))
    } else if request.output.size == nil, let first, first.content.isSquare, format?.facts.isSound != true {
      let fit = first.input.fit ?? request.output.fit
      warnings += fit.evenNotes(first.input.source.text, natural, size)
    }
    return size
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
}
