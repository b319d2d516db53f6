import Motion

extension BenchReport.Lateness {
  /// The lateness of frames in seconds; `nil` without frames.
  init?(seconds: [Double]) {
    guard let summary = FrameStatistics.summary(of: seconds) else { return nil }
    (p50, p99, maximum) = (summary.p50 * 1e6, summary.p99 * 1e6, summary.maximum * 1e6)
  }
}

extension BenchReport {
  /// Adds what the display link had to say.
  mutating func addDeadlines(of session: BenchSession) {
    guard session.realtime != nil else { return }
    deadlines = session.deadlines
    missed = session.deadlines - session.met
    latenessMicroseconds = Lateness(seconds: session.lateness)
    guard session.met < session.deadlines else { return }
    warnings.append(
      "\(session.deadlines - session.met) of \(session.deadlines) frames were not ready by the next deadline, "
        + "which a viewer sees as a jerk; take a smaller --size or a lower rate")
  }
}
