import SegueFields
import SegueImaging
import SegueMedia
import SegueSystem

/// A render with loaded pictures: its transition, its frames and its sink.
struct RenderScene: Sendable {
  /// The frames to render.
  let frames: Range<Int>
  private let request: RenderRequest
  private let prepared: PreparedTransition
  private let output: OutputPlan
  private let pictures: LoadedScene
  private let schedule: FrameSchedule
  private let backdrop: Backdrop
  private let recipes: FrameRecipes

  /// Reads the files of the transition and of its filters, and makes the transition.
  /// - Throws: `UsageError`, `SystemError`, `ColorTableError`, `FilterError`, `LookError`, `TimelineError`,
  ///   `FrameTimesError`.
  init(
    _ request: RenderRequest, _ requested: PreparedTransition, _ output: OutputPlan, _ pictures: LoadedScene
  ) async throws {
    var prepared = requested
    try await prepared.load(limits: request.drawing.limits.keeping(request.output.frameColor.depth.pixels))
    let plain = try prepared.make(textures: pictures.textures)
    let schedule = try request.schedule(for: plain, rate: output.rate, playsAgain: output.playsAgain)
    let transition = try prepared.filtered(
      plain, size: pictures.size, progresses: schedule.distinctProgresses)
    var backdrop = try output.backdrop(
      request.drawing.background, picturesAreOpaque: pictures.transparentSource == nil)
    backdrop.transparentSource = pictures.transparentSource
    frames = try request.frames?.frames(of: schedule.count) ?? 0..<schedule.count
    recipes = FrameRecipes(
      transition: transition, schedule: schedule, size: pictures.size, background: backdrop.color,
      snapshotsAreOpaque: !pictures.hasTransparency)
    self.request = request
    self.prepared = prepared
    self.output = output
    self.pictures = pictures
    self.schedule = schedule
    self.backdrop = backdrop
  }

  /// The sink for the frames.
  /// - Throws: `SystemError`, `MediaError`, `UsageError`.
  func makeSink() throws -> any FrameSink {
    try output.makeSink(
      size: pictures.size, frames: frames, over: backdrop,
      areAllOpaque: { [recipes] in recipes.areAllOpaque })
  }

  var source: some FrameSource {
    FrameSequence(frames) { [pictures, recipes, color = request.output.frameColor.encoding] in
      var frame = pictures.request(recipes.recipe(forFrame: $0))
      frame.color = color
      return frame
    }
  }

  /// The notices about pictures, times, output and filters.
  var notices: [Notice] {
    get throws {
      let names = request.drawing.names
      var notices = pictures.notices + schedule.notices + output.notices(backdrop, names)
      if request.stillProgress == nil {
        notices += prepared.filters.notices(size: pictures.size, names)
      }
      if let path = try output.staleFile(after: schedule.count) {
        notices.append(
          Notice(
            of: .output,
            "\(path) is left over from a longer run; a player would show it as a frame of this one"))
      }
      return notices
    }
  }

  /// Returns `report` if the request accepts its number of bytes.
  /// - Throws: `SizeLimitExceeded` otherwise.
  func checked(_ report: RunReport) throws -> RunReport {
    guard let accepted = request.output.acceptedBytes, !accepted.contains(report.byteCount) else {
      return report
    }
    throw SizeLimitExceeded(
      byteCount: report.byteCount, size: pictures.size, rate: output.rate, frameCount: frames.count)
  }

  /// The report of the render, from the report `made` of its run.
  func report(
    _ made: RunReport, _ choice: RendererChoice, _ notices: [Notice], decodeSeconds: Double,
    totalSeconds: Double
  ) -> RenderReport {
    let texts = prepared.description.parameters.map { ($0.name, prepared.values[$0.name]?.description) }
    let color = request.output.frameColor
    var report = RenderReport(
      transition: prepared.description.name,
      parameters: Dictionary(texts, uniquingKeysWith: { $1 }).compactMapValues(\.self),
      width: pictures.size.width, height: pictures.size.height, frames: made.frameCount,
      fps: output.rate.description, color: color.encoding.rawValue, depth: color.depth.rawValue,
      duration: request.stillProgress == nil ? output.rate.time(ofFrame: made.frameCount) : 0,
      renderer: RenderReport.Renderer(made.renderer, reason: choice.reason),
      seconds: RenderReport.Seconds(
        decode: decodeSeconds, prepare: made.statistics.prepare, render: made.statistics.render,
        readback: made.statistics.readback, encode: made.encodeSeconds, total: totalSeconds),
      framesPerSecond: Double(made.frameCount) / max(totalSeconds, 1e-9), outputs: made.outputs,
      bytes: made.byteCount > 0 ? made.byteCount : nil, reproducible: .init(request.output))
    report.notices = notices + made.notices + choice.notices + made.incidents
    return report
  }
}
