import SegueFields
import SegueRun
import SegueSystem

/// The parts of a film's report that are known only after rendering: renderer, times, outputs.
struct FilmAccount: Sendable {
  let film: ResolvedFilm
  /// The result of planning the copying; `nil` without it.
  let copying: CopyOutcome?
  let choice: RendererChoice
  let hasSound: Bool
  let notices: [Notice]
  /// The start of the work, and the seconds spent on probing the inputs.
  let start: ContinuousClock.Instant
  let probeSeconds: Double

  func report(_ made: RunReport, _ chunks: FilmReport.Chunks? = nil) -> FilmReport {
    var report = film.report(copying, hasSound: hasSound)
    let total = start.secondsToNow
    report.renderer = .init(
      made.renderer, reason: made.renderer == nil ? "nothing had to be drawn" : choice.reason)
    report.seconds = .init(
      probe: probeSeconds, render: made.statistics.render, encode: made.encodeSeconds, total: total)
    report.framesPerSecond = Double(made.frameCount) / max(total, 1e-9)
    report.outputs = made.outputs
    report.chunks = chunks
    report.bytes = made.byteCount > 0 ? made.byteCount : nil
    report.notices = notices + made.notices + choice.notices + made.incidentNotices
    return report
  }
}
