import SegueFields
import SegueGLTransitions
import SegueGPU
import SegueImaging
import SegueMedia
import SegueRendering
import SegueRun
import SegueSystem
import SegueTransitions

/// The request of `segue check`.
package struct CheckRequest: Sendable {
  package var transition: TransitionChoice
  /// Filters of the pictures and of the frames, as typed.
  package var filters = FilterTexts()
  /// The outgoing and the incoming picture; `nil` for two generated ones.
  package var pictures: (from: PictureSource, to: PictureSource)?
  /// The frame size; `nil` for the first picture's size, 640 × 360 without pictures.
  package var size: ImageSize?
  /// The path of the strip, a `.png`; `nil` for no strip.
  package var strip: String?
  /// Whether an existing strip is replaced.
  package var overwrites = false
  /// The drawing options: the EGL device.
  package var drawing = DrawingOptions()

  package init(_ transition: TransitionChoice) { self.transition = transition }
}

/// Checks that a transition can be drawn, and that it starts and ends with the pictures. Also measures its
/// speed.
///
/// **Thread-safety:** `run` may be called from any task; it draws on a separate thread.
package struct TransitionCheck: Sendable {
  private let request: CheckRequest
  private static let defaultSize = ImageSize(width: 640, height: 360)
  /// The progress of each picture in the strip.
  private static let columns = (0...8).map { Double($0) / 8 }

  package init(_ request: CheckRequest) { self.request = request }

  /// Draws the strip, compares the end frames with the pictures, and measures the speed.
  /// - Throws: `ShaderFileError`; `RenderError.badShader` for a shader that cannot be drawn;
  ///   `UsageError`, `SystemError`, `RenderError`, `ColorTableError`.
  package func run() async throws -> CheckReport {
    let (match, filter) = try subject()
    var prepared = try PreparedTransition(
      match, request.transition.texts, filter.map { FilterTexts(result: $0) } ?? request.filters)
    let strip = try openStrip(areNot: prepared.files)
    let stage = try await stage()
    let (textures, notices) = try await SceneLoader(
      OutputRequest(), request.drawing, needsEvenSize: false, stretchesTextures: false
    ).textures(prepared.textures, size: stage.size)
    try await prepared.load(limits: request.drawing.limits)
    let transition = try prepared.filtered(prepared.make(textures: textures), size: stage.size)
    // GL belongs to one thread, and a slow shader must not block a task's.
    var report = try await onThread(named: "segue.check") {
      try draw(transition, match.description, stage, strip, isFilter: filter != nil)
    }
    report.notices = match.notices + stage.notices + notices + report.notices
    return report
  }

  /// The transition; for a filter's file, a dissolve and a chain with that filter.
  private func subject() throws -> (TransitionLibrary.Match, filter: String?) {
    do {
      return (try request.transition.match(in: .ofUser), nil)
    } catch let error as ShaderFileError where error.problem == .missingEntryPoint {
      guard let file = try? TransitionLibrary.read(path: request.transition.name, kind: .filter) else {
        throw error
      }
      let filter = file.filter(named: file.path)
      let description = TransitionDescription(
        name: file.name, summary: filter.summary, source: file.path, parameters: [], kind: .glsl
      ) { _ in Dissolve() }
      return (TransitionLibrary.Match(description: description), "'\(file.path)'")
    }
  }

  /// Opens the strip's file before any work is done.
  private func openStrip(areNot files: [String]) throws -> OutputFile? {
    guard let path = request.strip else { return nil }
    let pictures = request.pictures.map { [$0.from.text, $0.to.text] } ?? []
    return try OutputGuard.open(
      path, extension: ".png", overwrites: request.overwrites, areNot: pictures + files)
  }

  private func stage() async throws -> SnapshotPair {
    guard let (first, second) = request.pictures else {
      let size = request.size ?? TransitionCheck.defaultSize
      return SnapshotPair(from: TestPicture.from(size), to: TestPicture.to(size), notices: [])
    }
    return try await SnapshotPair(
      from: first.text, to: second.text, size: request.size)
  }

  private func draw(
    _ transition: any Transition, _ description: TransitionDescription, _ stage: SnapshotPair,
    _ strip: OutputFile?, isFilter: Bool
  ) throws -> CheckReport {
    let choice: GPUDeviceChoice =
      try request.drawing.device.map { .device(try DeviceList.gpu(named: $0)) }
      ?? .automatic(allowsSoftware: true)
    let renderer = try GPURenderer(
      size: stage.size, format: .rgba8, device: choice, onStalledShader: request.drawing.onStalledShader)
    defer { renderer.close() }
    let frames = FrameDrawing(renderer: renderer, transition: transition, stage: stage)
    let drawn = try TransitionCheck.columns.map { try frames.snapshot(at: $0) }
    let middle = drawn[drawn.count / 2]
    var report = CheckReport(
      transition: TransitionListing(description), width: stage.size.width, height: stage.size.height,
      renderer: RenderReport.Renderer(
        renderer.info, reason: request.drawing.device == nil ? "the best one available" : "asked for"),
      start: Comparison.difference(drawn[0], stage.from),
      end: Comparison.difference(drawn[drawn.count - 1], stage.to),
      isBlankInTheMiddle: Comparison.isBlank(middle), framesPerSecond: try frames.measure())
    // A filter's ends need not equal the pictures.
    report.notices = isFilter ? [] : notices(about: report)
    if let strip {
      try strip.finish(try PNGEncoder().encode(ContactStrip.picture(of: drawn)))
      report.outputs = [strip.path]
    }
    return report
  }

  private func notices(about report: CheckReport) -> [Notice] {
    var notices: [Notice] = []
    func judge(_ difference: CheckReport.Difference, _ frame: String, _ picture: String) {
      guard difference.maximum > CheckReport.tolerance else { return }
      let share = (difference.share * 1000).rounded(.up) / 10
      let sentence =
        "the frame at progress \(frame) is not the \(picture) picture: \(share)% of the pixels differ, "
        + "by up to \(difference.maximum) of 255"
      notices.append(Notice(.warning, sentence))
    }
    judge(report.start, "0", "first")
    judge(report.end, "1", "second")
    if report.isBlankInTheMiddle {
      notices.append(Notice(.warning, "the frame at progress 0.5 is blank: it has only one colour"))
    }
    return notices
  }
}

/// Draws a transition's frames by progress.
///
/// **Thread-safety:** as for the renderer.
struct FrameDrawing {
  let renderer: GPURenderer
  let transition: any Transition
  let stage: SnapshotPair

  /// The time limit of a measurement, in seconds.
  private static let longestMeasure = 2.0
  private static let maximumFrames = 60

  func snapshot(at progress: Double) throws -> Snapshot {
    try renderer.picture(of: request(at: progress))
  }

  /// Frames per second, drawn and read back, with the renderer's maximum number in flight.
  func measure() throws -> Double {
    let start = ContinuousClock.now
    var count = 0
    var inFlight = 0
    while count < FrameDrawing.maximumFrames, start.secondsToNow < FrameDrawing.longestMeasure || count == 0 {
      if inFlight == renderer.depth {
        try renderer.receive().release()
        inFlight -= 1
      }
      try renderer.submit(request(at: Double(count) / Double(FrameDrawing.maximumFrames - 1)))
      (count, inFlight) = (count + 1, inFlight + 1)
    }
    for _ in 0..<inFlight { try renderer.receive().release() }
    return Double(count) / max(start.secondsToNow, 1e-9)
  }

  private func request(at progress: Double) -> FrameRequest {
    stage.request(transition.endpointExactRecipe(at: progress, in: stage.context))
  }
}
