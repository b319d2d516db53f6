import Glibc

/// What makes a bench's numbers doubtful: what happened, why it matters, what to do.
///
/// **Thread-safety:** values.
enum BenchWarnings {
  /// Runs that spread more than this fraction of their median are worth a word.
  private static let largestSpread = 0.1
  /// A modified Z-score from which a value is an outlier. Source: B. Iglewicz, D. Hoaglin, "How to Detect and Handle
  /// Outliers", ASQC 1993, who propose 3.5.
  private static let outlierScore = 3.5
  /// Seconds below which starting threads and reading clocks weigh.
  private static let shortestRun = 0.05

  /// Warnings about runs of so many frames a second, each of which took so many seconds.
  static func about(runs: [Double], seconds: [Double], isPaced: Bool) -> [String] {
    let spread = BenchReport.Spread(runs)
    var warnings: [String] = []
    if !isPaced, let longest = seconds.max(), longest < shortestRun {
      warnings.append(
        "a run took only \(Int(longest * 1e6)) µs, so that starting threads weighs as much as drawing; "
          + "give more --frames")
    }
    if isFirstSlow(runs) {
      warnings.append(
        "the first run was much slower than the others, as if memory or clocks were still warming up; "
          + "give more --frames, or look at the median alone")
    }
    let width = (spread.maximum - spread.minimum) / spread.median
    if !isPaced, width > largestSpread {
      warnings.append(
        "the runs differ by \(Int((width * 100).rounded()))%, so a smaller difference between two benches "
          + "says nothing; stop other programs, or give more --runs")
    }
    return warnings + load
  }

  /// Whether the first of at least three runs is an outlier on the slow side.
  private static func isFirstSlow(_ runs: [Double]) -> Bool {
    guard runs.count >= 3 else { return false }
    let median = BenchReport.Spread(runs).median
    let deviation = BenchReport.Spread(runs.map { abs($0 - median) }).median
    return deviation > 0 && 0.6745 * (median - runs[0]) / deviation > outlierScore
  }

  /// A word about other programs, when more of them want to run than there are cores.
  private static var load: [String] {
    var average = 0.0
    let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    guard getloadavg(&average, 1) == 1, average > Double(cores) * 1.5 else { return [] }
    return [
      "the machine's load is \(Int(average.rounded())) on \(cores) cores, so the renderer did not have them to itself; "
        + "stop other programs and measure again"
    ]
  }
}
