import FoundationEssentials
import Glibc
import SegueImaging
import SegueMedia
import SegueRendering
import SegueRun
import SegueSystem
import SegueText
import SegueTransitions

/// One film, from its inputs to a finished file.
///
/// **Thread-safety:** `run` is called once, from any task; cancelling that ends it.
public final class FilmJob: Sendable {
  /// Called with the report when the output is complete and about to be put in its place.
  package typealias ReportHandler = @Sendable (FilmReport) throws -> Void

  private let request: FilmRequest
  private let room: DrawingRoom

  /// Checks the request as far as that can be done without opening a file; for its ``plan()`` it needs no output.
  /// - Throws: `SegueError.film`, `.usage`, `.media`.
  public convenience init(_ request: FilmRequest) throws(SegueError) {
    do { try self.init(request, in: request.drawing.room) } catch { throw SegueError(error) }
  }

  /// As `init(_:)`, with the renderers and pictures that `room` has from other jobs.
  package init(_ request: FilmRequest, in room: DrawingRoom) throws {
    var request = request
    request.drawing.threads = request.drawing.threads ?? room.threads
    (self.request, self.room) = (request, room)
    try request.check()
    try request.checkTexts()
    if !request.output.path.isEmpty { try checkOutputs(try FilmOutput(request).files(0..<0)) }
  }

  /// The film as it will be, without drawing a frame: every input is looked at, and nothing is written.
  /// - Returns: the report without what only the work can tell.
  /// - Throws: `SegueError`, where the film cannot be made.
  public func plan() async throws(SegueError) -> FilmReport {
    do {
      return try await FilmPlan(request).checkedReport(pictures: room.pictures)
    } catch {
      throw SegueError(error)
    }
  }

  /// Makes the film.
  /// - Throws: `SegueError`. There is no output then, and what was there before is untouched.
  @discardableResult
  public func run(
    onProgress: @escaping RenderJob.ProgressHandler = { _, _ in },
    onNote: @escaping RenderJob.NoteHandler = { _ in }
  ) async throws(SegueError) -> FilmReport {
    do {
      return try await run(onProgress: onProgress, onNote: onNote, onReport: { _ in })
    } catch {
      throw SegueError(error)
    }
  }

  /// The file that `request` describes, whose path is not looked at, in memory. It is made in a file of the system's
  /// temporary folder, which is gone afterwards.
  /// - Throws: as ``run(onProgress:onNote:)``, and `SegueError.usage` for a sequence of files.
  public static func file(
    of request: FilmRequest, as format: OutputFormat,
    onProgress: @escaping RenderJob.ProgressHandler = { _, _ in },
    onNote: @escaping RenderJob.NoteHandler = { _ in }
  ) async throws(SegueError) -> RenderedFile<FilmReport> {
    try await OutputBytes.written(as: format, request.output) { output in
      var request = request
      request.output = output
      var report = try await FilmJob(request).run(onProgress: onProgress, onNote: onNote)
      report.outputs = []
      return report
    }
  }

  /// The film while it is made: it begins when this is read, and ends with the report. Who stops iterating ends the film, once
  /// the iterator is gone: at the top level of `main.swift` that is never, so a loop to be left belongs in a function. It throws
  /// as ``run(onProgress:onNote:)``, and `SegueError.cancelled` where the task that iterates is cancelled.
  public var events: some AsyncSequence<JobEvent<FilmReport>, any Error> & Sendable {
    JobEvents { try await self.run(onProgress: $0, onNote: $1) }
  }

  /// Makes the film.
  /// - Parameter onReport: what it throws ends the run as if drawing had failed.
  /// - Throws: `FilmError`, `UsageError`, `ColorTableError`, `MediaError`, `RenderError`, `ShaderFileError`;
  ///   `CancellationError` when it was cancelled, and what `onReport` throws.
  @discardableResult
  package func run(
    onProgress: @escaping RenderJob.ProgressHandler = { _, _ in },
    onNote: @escaping RenderJob.NoteHandler = { _ in }, onReport: @escaping ReportHandler
  ) async throws -> FilmReport {
    try await request.drawing.limitingTime { [self] in
      let parts = request.copies ? CopyMaker.partsAtOnce(request.drawing) : 1
      return try await room.admit(bytes: parts * JobMemory.bytesOfFilm(request.output)) {
        do {
          return try await SizeLimit.output(
            request.output, try FilmOutput(request).format, sideStep: 2, request.drawing.names,
            onNote: noting(onNote)
          ) { output, warnings, onNote in
            var request = request
            request.output = output
            return try await make(request, warnings: warnings, onProgress, onNote, onReport)
          }
        } catch {
          throw Task.isCancelled ? CancellationError() : error
        }
      }
    }
  }

  /// `handler`, and the request's own log.
  private func noting(_ handler: @escaping RenderJob.NoteHandler) -> RenderJob.NoteHandler {
    { [drawing = request.drawing] event in
      drawing.note(event)
      handler(event)
    }
  }

  /// Does what comes before the first frame of a film in chunks, and no more.
  /// - Returns: how many chunks there are.
  /// - Throws: as `run`.
  package func countChunks() async throws -> Int {
    let (plan, prepared, _) = try await prepare(request)
    guard request.copies, let copy = try await CopyPlanner.make(plan, prepared).plan else {
      return plan.timeline.chunks.count
    }
    return copy.inChunks(of: plan.timeline.longestChunk).encodedFrames.count
  }

  /// Everything that can be found out before a frame is drawn.
  private func prepare(_ request: FilmRequest) async throws -> (
    plan: FilmPlan, FilmPreparation, FilmOutput
  ) {
    let plan = try await FilmPlan(request).fixed()
    let prepared = try await FilmPreparation(plan, pictures: room.pictures)
    let output = try FilmOutput(plan.request, chromaLocation: plan.chromaLocation)
    try checkOutputs(try output.files(plan.frames))
    if let chunks = request.chunks, chunks.share == nil { try output.check() }
    return (plan, prepared, output)
  }

  /// Makes `request`, which is this job's or one with something given up.
  private func make(
    _ request: FilmRequest, warnings: [String] = [], _ onProgress: @escaping RenderJob.ProgressHandler,
    _ onNote: @escaping RenderJob.NoteHandler,
    _ onReport: @escaping ReportHandler
  ) async throws -> FilmReport {
    let start = ContinuousClock.now
    let (plan, prepared, output) = try await prepare(request)
    let probeSeconds = start.secondsToNow
    let hasSound = plan.hasSound && output.format.facts.holdsSound
    let copying =
      request.copies ? try await CopyPlanner.make(plan, prepared) : nil
    let warnings =
      plan.warnings + warnings + output.warnings(plan)
      + (hasSound ? output.soundWarnings(plan) : [])
      + prepared.warnings + (copying?.warnings ?? [])
    for warning in warnings { onNote(.warning(warning)) }
    let choice = RendererChoice(
      plan.request.drawing, size: plan.size, format: plan.layout, needsOpenGL: plan.needsOpenGL,
      onNote: onNote)
    let report: @Sendable (RunReport, FilmReport.Chunks?) -> FilmReport = { made, chunks in
      var report = plan.report(hasSound: hasSound)
      if let copying { report.add(copying) }
      report.subtitleTrack = prepared.text.map { .init(language: $0.language, cues: $0.cues.count) }
      report.captions = prepared.captions.report
      let total = start.secondsToNow
      report.renderer = .init(
        made.renderer, reason: made.renderer == nil ? "nothing had to be drawn" : choice.reason)
      report.seconds = .init(
        probe: probeSeconds, render: made.statistics.render, encode: made.encodeSeconds, total: total)
      report.framesPerSecond = Double(made.frameCount) / max(total, 1e-9)
      report.outputs = made.outputs
      report.chunks = chunks
      report.bytes = made.byteCount > 0 ? made.byteCount : nil
      report.warnings = warnings + made.warnings + choice.warnings + made.incidents
      return report
    }
    let text = try await Self.textFile(prepared.text, request, output, isCopied: copying?.plan != nil)
    let (made, chunks) = try await onThread(named: "segue.write") {
      [room, place = DrawingRoom.held] stop -> (RunReport, FilmReport.Chunks?) in
      let production = FilmProduction(
        plan, prepared, output, choice, text: text, in: room, place, onProgress: onProgress, onNote: onNote,
        stop: stop)
      func sound() throws -> FilmSound? {
        hasSound ? try Self.makeSound(plan, prepared.music, stop) : nil
      }
      if let copy = copying?.plan {
        let maker = CopyMaker(production, copy, try? copying?.sound?.get(), stop: stop)
        if let chunks = request.chunks {
          return try maker.make(in: chunks, sound: sound) { try onReport(report($0, $1)) }
        }
        return (try maker.make(sound: sound) { try onReport(report($0, nil)) }, nil)
      }
      guard let chunks = request.chunks else {
        let made = try production.make(try sound()) { made in
          if let kept = request.output.keptBytes, !kept.contains(made.byteCount) {
            throw OutputMisfit(
              byteCount: made.byteCount, size: plan.size, rate: plan.rate, frameCount: plan.frames.count)
          }
          try onReport(report(made, nil))
        }
        return (made, nil)
      }
      let maker = try ChunkMaker(production, chunks, of: plan.timeline.chunks, .chunk, stop: stop)
      return try maker.make {
        try onReport(report($0, $1))
      } join: {
        try production.join($0, try sound(), onComplete: $1)
      }
    }
    let finished = report(made, chunks)
    request.drawing.warn(finished.warnings)
    return finished
  }

  /// The clips' subtitles as what writes the film takes them; `nil` where there are none.
  private static func textFile(
    _ text: CarriedText?, _ request: FilmRequest, _ output: FilmOutput, isCopied: Bool
  ) async throws -> TextTrackFile? {
    guard let text, !text.cues.isEmpty, request.chunks?.share == nil else { return nil }
    let file = try TextTrackFile(text.cues, language: text.language)
    return isCopied && output.format != .mkv ? try await file.movie(output.format) : file
  }

  /// The sound, and what should be known about its loudness.
  private static func makeSound(
    _ plan: FilmPlan, _ music: [FilmMixer.MixPlan.Music], _ stop: StopSignal
  ) throws -> FilmSound {
    let timeline = plan.timeline
    var score = FilmMixer.MixPlan(
      parts: plan.soundParts, music: music, count: timeline.sampleCount, layout: plan.soundLayout,
      fades: plan.endFades)
    var (gain, notes): (Float, [String]) = (1, [])
    if let target = plan.request.loudness {
      if let loudness = try FilmSound.measure(score, stop) {
        gain = Float(pow(10, (target - loudness) / 20))
      } else {
        let reason =
          score.count < LoudnessMeter.shortest
          ? "shorter than the 0.4 s that a loudness is measured over, so it is not" : "too quiet to be"
        notes.append("the film's sound is \(reason) brought to \(DecimalText.text(target)) LUFS")
      }
    }
    // The loudness is that of the whole.
    score.part =
      timeline.sample(ofFrame: plan.frames.lowerBound)..<timeline.sample(ofFrame: plan.frames.upperBound)
    return try FilmSound(
      score, gain: gain, notes: notes, reader: plan.request.output.encoder)
  }

  /// - Throws: `UsageError.outputIsInput` where one of `outputs` is a file that is read.
  private func checkOutputs(_ outputs: [String]) throws {
    try OutputGuard.check(outputs, areNot: request.inputFiles)
  }
}

extension FilmPlan {
  /// The location of the film's chroma samples: that of its first clip; without one, that of our own drawing.
  var chromaLocation: String {
    for clip in clips {
      guard case .video(_, let video, _, _) = clip.content else { continue }
      return video.chromaLocation.isEmpty ? "left" : video.chromaLocation
    }
    return "center"
  }
}

/// The parts of a film besides its plan: its transitions with their pictures, its filters, its titles and
/// subtitles, and its music.
struct FilmPreparation: Sendable {
  /// Those of the junctions; `nil` for a cut.
  let transitions: [FilmTransition?]
  /// Those of the film's ends.
  let (opening, closing): (FilmTransition?, FilmTransition?)
  let filters: FilmFilters
  let titles: [DrawnTitle]
  /// The clips' own subtitles.
  let text: CarriedText?
  /// The subtitles that are burnt in.
  let subtitles: FilmSubtitles?
  /// The captions of the clips and of the film.
  let captions: [CaptionTrack]
  let music: [FilmMixer.MixPlan.Music]
  /// The light that the film is made for, where it says that: its first video's of the same encoding.
  let light: LightLevels?
  /// The ways of the plan's overlays into the film and out of it.
  let overlays: [LayerMotion]
  /// The parts of the films among the plan's overlays.
  let films: [FilmPreparation?]
  /// Decoded pictures.
  let pictures: SharedPictures
  private(set) var warnings: [String] = []

  /// Reads textures and looks at the music.
  /// - Throws: `FilmError.curve`, `MediaError`, `UsageError`, `ColorTableError`.
  init(_ plan: FilmPlan, pictures: SharedPictures = DrawingRoom.shared.pictures) async throws {
    var transitions: [FilmTransition?] = []
    let frames = [plan.timeline.opening] + plan.timeline.overlaps + [plan.timeline.closing]
    for (index, (junction, frames)) in zip(plan.transitions.film, frames).enumerated() {
      let place =
        index == 0
        ? "opening"
        : index > plan.junctions.count ? "closing" : plan.request.place(ofJunction: index - 1) + ".transition"
      transitions.append(try await Self.transition(junction, frames, plan, pictures, place, &warnings))
    }
    (opening, closing) = (transitions.removeFirst(), transitions.removeLast())
    self.transitions = transitions
    filters = try await FilmFilters(plan)
    var titles: [DrawnTitle] = []
    for (placed, layer) in zip(plan.request.allTitles, plan.titles) {
      let title = placed.title
      if title.isBlank {
        warnings.append("a title has no text, so it is not drawn")
      } else if let layer {
        let drawn: TitlePicture
        do throws(TextError) { drawn = try TitlePicture(title, in: plan.size) } catch {
          throw FilmError.title(error)
        }
        let course = try LayerCourse(
          title, at: drawn.center, in: plan.size, plan.clock(ofClip: placed.clip), placed.place
        ) { drawn.center(at: $0, in: plan.size) }
        let motion = try await Self.motion(
          layer, of: title, drawn.picture.size, course, plan, pictures, placed.place, &warnings)
        titles.append(try DrawnTitle(title, drawn, motion, rate: plan.rate))
        warnings += titles[titles.count - 1].warnings
      } else {
        warnings.append(
          "the title “\(title.text)” is never shown: no frame of the film lies between its start and its end")
      }
    }
    self.titles = titles
    var overlays: [LayerMotion] = []
    for (index, overlay) in plan.overlays.enumerated() {
      let place = "overlays[\(index)]"
      let course = try LayerCourse(
        overlay.overlay, at: overlay.center, in: plan.size, plan.clock(ofClip: nil), place
      ) { overlay.center(at: $0, in: plan.size) }
      overlays.append(
        try await Self.motion(
          overlay.plan, of: overlay.overlay, overlay.drawnSize, course, plan, pictures, place, &warnings))
    }
    self.overlays = overlays
    var films: [FilmPreparation?] = []
    for overlay in plan.overlays {
      guard case .film(let film) = overlay.content else {
        films.append(nil)
        continue
      }
      let parts = try await FilmPreparation(film.inStandardRange(keepsTransparency: true), pictures: pictures)
      warnings += parts.warnings.map { "\(overlay.overlay.source.text): \($0)" }
      films.append(parts)
    }
    self.films = films
    for (index, clip) in plan.clips.enumerated() {
      if case .picture(_, _, let number) = clip.content { _ = try plan.course(ofPicture: number, index) }
    }
    text = try await CarriedText(plan, format: plan.request.output.knownFormat ?? .mp4)
    warnings += text?.warnings ?? []
    if let path = plan.request.subtitles {
      let subtitles = try FilmSubtitles(path: path, in: plan)
      // What libass cannot draw is told before the work.
      _ = try subtitles.painter()
      warnings += subtitles.warnings
      self.subtitles = subtitles
    } else {
      subtitles = nil
    }
    captions = try CaptionTrack.all(in: plan, warnings: &warnings)
    var tracks: [FilmMixer.MixPlan.Music] = []
    for music in plan.request.music {
      let info = try await music.info(plan.request.drawing.limits)
      let decoding = try music.decoding(of: info, plan.request)
      if let sentence = info.audio?.mixingSentence(into: .stereo) {
        warnings.append("\(music.path): \(sentence)")
      }
      if let sentence = info.cutOffSentence { warnings.append("\(music.path): \(sentence)") }
      guard let range = plan.timeline.samples(from: music.start, to: music.end) else {
        warnings.append(
          "\(music.path) is never heard: no part of the film lies between its start and its end")
        continue
      }
      tracks.append(.init(music: music, decoding: decoding, range: range))
    }
    for overlay in plan.overlays {
      if let sound = overlay.sound(in: plan) { tracks.append(sound) }
    }
    music = tracks
    light = try await Self.light(plan)
    if light != nil, plan.request.output.codec?.saysLightLevels == false {
      warnings.append(
        "\(plan.request.output.codec?.name ?? "") does not say for which display a video was made")
    }
    self.pictures = pictures
  }

  private static func light(_ plan: FilmPlan) async throws -> LightLevels? {
    guard plan.color.encoding == .pq else { return nil }
    for clip in plan.clips {
      if case .video(let info, let video, _, _) = clip.content, video.color == .pq {
        return try await ClipProbe().light(of: info)
      }
    }
    return nil
  }

  /// The transition of `junction` over `frames` of the film; `nil` for a cut.
  /// - Parameters:
  ///   - layer: the part of a layer between which and nothing it goes.
  ///   - size: that of its frames; `nil` is the film's.
  private static func transition(
    _ junction: FilmPlan.Junction, _ frames: Range<Int>, _ plan: FilmPlan, _ pictures: SharedPictures,
    _ place: String, _ warnings: inout [String], layer: SnapshotRole? = nil, size: ImageSize? = nil
  ) async throws -> FilmTransition? {
    guard var prepared = junction.prepared, !frames.isEmpty else { return nil }
    let size = size ?? plan.size
    let loader = SceneLoader(
      plan.request.output, plan.request.drawing, needsEvenSize: true,
      stretchesTextures: prepared.stretchesTextures, pictures: pictures)
    let (textures, notes) = try await loader.textures(prepared.textures, size: size)
    warnings += notes
    try await prepared.load(limits: plan.request.drawing.limits.keeping(plan.color.depth.pixels))
    let made = try prepared.make(textures: textures)
    let transition = try layer.map(made.movingLayer) ?? made
    let timing = junction.timing ?? transition.timing
    try FilmBounds.check(timing, "\(place).timing")
    var result = FilmTransition(
      transition: transition, timing: timing, context: TransitionContext(containerSize: size),
      rate: plan.rate)
    let progresses = prepared.filters.isEmpty ? [] : frames.map { result.progress($0, in: frames) }
    result.transition = try prepared.filtered(transition, size: size, progresses: progresses)
    for warning in prepared.filters.warnings(size: size, plan.request.drawing.names)
    where !warnings.contains(warning) {
      warnings.append(warning)
    }
    return result
  }

  /// The way of `layer`, whose picture has `size`, through the film.
  private static func motion(
    _ layer: LayerPlan, of asked: some FilmLayer, _ size: ImageSize, _ course: LayerCourse?, _ plan: FilmPlan,
    _ pictures: SharedPictures, _ place: String, _ warnings: inout [String]
  ) async throws -> LayerMotion {
    let box =
      asked.within == .box
      ? BoxPainter(color: plan.color, threads: plan.request.drawing.threads) : nil
    func made(_ end: LayerPlan.End?, _ name: String, _ role: SnapshotRole) async throws -> FilmTransition? {
      guard let end else { return nil }
      if box != nil, end.junction.prepared?.needsOpenGL == true {
        throw FilmError.value(
          place: "\(place).within", value: "box",
          expected: "frame, since a shader, as that of \(name), is drawn in the whole frame")
      }
      return try await transition(
        end.junction, end.span, plan, pictures, "\(place).\(name)", &warnings, layer: role,
        size: box == nil ? nil : size)
    }
    return LayerMotion(
      plan: layer, enter: try await made(layer.enter, "enter", .to),
      exit: try await made(layer.exit, "exit", .from), box: box, course: course)
  }

  /// The titles, overlays, subtitles and captions over the film's frames, so that they are drawn.
  var covers: [FilmCover] {
    titles.map { FilmCover(frames: $0.frames, words: "a title lies over") }
      + overlays.map { FilmCover(frames: $0.plan.frames, words: "an overlay lies over") }
      + (subtitles?.frames ?? []).map { FilmCover(frames: $0, words: "a subtitle lies over") }
      + captions.flatMap(\.frames).map { FilmCover(frames: $0, words: "a caption lies over") }
  }
}

extension FilmPlan {
  /// The clock of a layer's path: the film's, or that of the clip whose title it is.
  fileprivate func clock(ofClip clip: Int?) -> LayerClock {
    LayerClock(rate: rate, frames: clip.map { timeline.clips[$0] } ?? 0..<timeline.frameCount)
  }
}

/// Frames over which something lies.
struct FilmCover: Sendable {
  /// The film's frames.
  let frames: Range<Int>
  /// The words for it, in front of the frames' numbers.
  let words: String
}
