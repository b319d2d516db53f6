extension BenchReport.Lateness {
  /// The lateness of frames in seconds; `nil` without frames.
  init?(seconds: [Double]) {
    guard !seconds.isEmpty else { return nil }
    let sorted = seconds.sorted()
    // Nearest rank: the smallest value that is not below so many percent of all.
    let rank = { (percent: Int) in sorted[(sorted.count * percent + 99) / 100 - 1] * 1e6 }
    (p50, p99, maximum) = (rank(50), rank(99), rank(100))
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
