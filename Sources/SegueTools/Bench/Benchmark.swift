import SegueImaging
import SegueMotion
import SegueRendering
import SegueMedia
import SegueRun
import SegueSystem
import SegueTransitions

/// The settings of a bench, with the defaults of the command line.
package struct BenchRequest: Sendable {
  /// The pictures; `nil` for two generated ones, photograph-like and opaque.
  package var pictures: (from: PictureSource, to: PictureSource)?
  package var transition: TransitionChoice
  /// Filters of the pictures and of the frames, as typed.
  package var filters = FilterTexts()
  /// The library for transition names.
  package var library = TransitionLibrary()
  /// The drawing options; the default background is black. Frames are not verified against another
  /// renderer.
  package var drawing = DrawingOptions()
  /// The frame size; `nil` for the outgoing picture's size, or 1920x1080 for generated pictures.
  package var size: ImageSize?
  package var format = PixelFormat.rgba8
  /// Whether each frame has different pictures, as with clips, which are copied in during the
  /// measured time.
  package var changing = false
  /// Frames per run, at least 1, with progress spread evenly from 0 to 1.
  package var frames = 300
  /// Measured runs, at least 1, after a warm-up run.
  package var runs = 5
  /// The rate of the display link that paces the runs; `nil` for unpaced runs.
  package var realtime: FrameRate?

  package init(_ transition: TransitionChoice) { self.transition = transition }

  /// The frame size without pictures.
  package static let defaultSize = ImageSize(width: 1920, height: 1080)

  /// Checks all values that need no file.
  /// - Throws: `UsageError`.
  func check() throws {
    if let size, !format.isRGBA, !size.isEven {
      throw MediaError.oddSides(size, format: format.rawValue)
    }
    if pictures?.from == .standardInput, pictures?.to == .standardInput {
      throw UsageError.standardInputTwice
    }
    try drawing.check()
  }
}

/// Measures the speed of drawing frames into CPU-readable memory, without an encoder. The measured runs
/// follow a warm-up run. Before each, the hardware's limits are measured.
///
/// **Thread-safety:** `run` is called once, from any task.
package final class Benchmark: Sendable {
  private let request: BenchRequest
  private let prepared: PreparedTransition

  /// Checks the request without opening files.
  /// - Throws: `UsageError`, `SystemError`, `MediaError`, `ShaderFileError`, `LookError`.
  package init(_ request: BenchRequest) throws {
    try request.check()
    var request = request
    request.drawing.verification = .none
    self.request = request
    prepared = try PreparedTransition(request.transition, request.filters, in: request.library)
  }

  /// Runs the bench. It takes the time of `runs + 1` runs, and a tenth of a second per run.
  /// - Throws: `UsageError`, `SystemError`, `MediaError`, `RenderError`.
  package func run() async throws -> BenchReport {
    let start = ContinuousClock.now
    let pictures = try await loadPictures()
    if !request.format.isRGBA, !pictures.size.isEven {
      throw MediaError.oddSides(pictures.size, format: request.format.rawValue)
    }
    var prepared = prepared
    try await prepared.load(limits: request.drawing.limits.keeping(request.format.depth))
    let transition = try prepared.filtered(
      prepared.make(textures: pictures.textures), size: pictures.size)
    return try await onThread(named: "segue.bench") { [self] in try measure(transition, pictures, start) }
  }

  private func loadPictures() async throws -> LoadedScene {
    var output = OutputRequest()
    output.depth = request.format.depth == .eight ? .eight : .sixteen
    output.size = request.size.map(FrameSize.exact)
    let loader = SceneLoader(
      output, request.drawing, needsEvenSize: !request.format.isRGBA,
      stretchesTextures: prepared.stretchesTextures)
    if let (from, to) = request.pictures { return try await loader.load(from, to, prepared.textures) }
    let size = request.size ?? BenchRequest.defaultSize
    try loader.check(size)
    async let from = BenchPictures.from(size)
    async let to = BenchPictures.to(size)
    let (textures, notices) = try await loader.textures(prepared.textures, size: size)
    return LoadedScene(
      from: await from, to: await to, textures: textures, transparentSource: nil, notices: notices)
  }

  /// The whole measurement, on the calling thread.
  private func measure(
    _ transition: any Transition, _ pictures: LoadedScene, _ start: ContinuousClock.Instant
  ) throws -> BenchReport {
    let choice = RendererChoice(
      request.drawing, size: pictures.size, format: request.format, needsOpenGL: prepared.needsOpenGL)
    let held = Self.framesHeld(of: request.format.byteCount(for: pictures.size))
    let threads = request.drawing.threads ?? Cores.count
    let renderer = try choice.makeRenderer(framesHeld: held)
    defer { renderer.close() }
    let run = FrameRun(
      renderer, count: request.frames, heldCount: held, request: requests(transition, pictures))
    let preparation = start.secondsToNow
    let ceilings = BenchCeilings(
      pictures, request.format, threads: threads, renderer: renderer, heldCount: held,
      changing: request.changing)
    var session = BenchSession(frames: request.frames, realtime: request.realtime)
    try session.measure(run, of: renderer, count: request.runs, ceilings: ceilings)
    var report = report(session, ceilings, renderer.info, size: pictures.size)
    (report.reason, report.threads) = (choice.reason, threads)
    (report.seconds.prepare, report.seconds.total) = (preparation, start.secondsToNow)
    report.notices =
      prepared.match.notices + pictures.notices + choice.notices + renderer.incidents
      + BenchWarnings.about(
        runs: session.rates, seconds: session.seconds, isPaced: request.realtime != nil)
    report.addDeadlines(of: session)
    return report
  }

  /// The report of `session`; its caller adds the reason, the threads and the preparation time.
  private func report(
    _ session: BenchSession, _ ceilings: BenchCeilings, _ info: RendererInfo, size: ImageSize
  ) -> BenchReport {
    let spread = BenchReport.Spread(session.rates)
    let ceiling = ceilings.principal
    return BenchReport(
      transition: prepared.description.name, width: size.width, height: size.height,
      format: request.format.isRGBA ? "rgba" : "yuv420p", depth: request.format.bits,
      backend: info.backend.rawValue,
      device: info.device, software: info.isSoftware, reason: "", threads: 0, changing: request.changing,
      frames: request.frames, runs: session.rates, framesPerSecond: spread,
      stages: BenchReport.Stages(
        render: session.microseconds(\.render), readback: session.microseconds(\.readback)),
      ceiling: ceiling, fractionOfCeiling: spread.median / ceiling.framesPerSecond,
      ceilings: ceilings.results,
      seconds: BenchReport.Seconds(
        prepare: 0, warmUp: session.warmUp, runs: session.seconds, processor: session.processor,
        ceilings: ceilings.seconds, total: 0))
  }

  /// The request for each frame of a run.
  private func requests(_ transition: any Transition, _ pictures: LoadedScene) -> (Int) -> FrameRequest {
    let context = TransitionContext(containerSize: pictures.size)
    let last = request.frames - 1
    let changing = request.changing ? ChangingPictures(pictures) : nil
    return { [background = request.drawing.background ?? .black] index in
      let recipe = transition.recipe(
        at: last == 0 ? 0.5 : Double(index) / Double(last), in: context, over: background,
        snapshotsAreOpaque: !pictures.hasTransparency)
      return changing?.request(recipe, index) ?? pictures.request(recipe)
    }
  }

  /// The number of frames kept, so that new frames do not reuse cached memory: 64 MiB of frames, at
  /// most 16.
  private static func framesHeld(of byteCount: Int) -> Int {
    min(16, max(2, (64 << 20) / byteCount))
  }
}
