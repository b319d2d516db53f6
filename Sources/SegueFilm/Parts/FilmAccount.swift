import SegueRun

/// What a film's report tells besides its plan: how it was made, and how long that took.
struct FilmAccount: Sendable {
  let plan: FilmPlan
  let prepared: FilmPreparation
  /// What is copied; `nil` where nothing was to be.
  let copying: CopyOutcome?
  let choice: RendererChoice
  let hasSound: Bool
  /// Those that were known before the work.
  let warnings: [String]
  /// When the work began, and the seconds that it took to look at the inputs.
  let start: ContinuousClock.Instant
  let probeSeconds: Double

  /// The report of what was `made`.
  func report(_ made: RunReport, _ chunks: FilmReport.Chunks? = nil) -> FilmReport {
    var report = plan.report(prepared, copying, hasSound: hasSound)
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
}
