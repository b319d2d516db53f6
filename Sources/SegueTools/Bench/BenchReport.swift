import Glibc
import SegueMotion

/// The results of a bench: the JSON of `segue bench --json`.
package struct BenchReport: Sendable, Encodable {
  /// Version of this layout.
  package var schema = 1
  /// The transition's name.
  package var transition: String
  /// Columns of a frame.
  package var width: Int
  /// Rows of a frame.
  package var height: Int
  /// Layout of a frame: `rgba` or `yuv420p`.
  package var format: String
  /// Bits of a channel: 8 or 16.
  package var depth: Int
  /// `gpu` or `cpu`.
  package var backend: String
  /// The device in words.
  package var device: String
  /// Whether the arithmetic ran on the CPU.
  package var software: Bool
  /// The reason why it was chosen.
  package var reason: String
  /// Threads of the CPU renderer and of the ceilings.
  package var threads: Int
  /// Whether both pictures changed with every frame.
  package var changing: Bool
  /// Frames of each run.
  package var frames: Int
  /// Frames a second of each measured run, in order.
  package var runs: [Double]
  /// The runs' spread.
  package var framesPerSecond: Spread
  /// The seconds of a frame's stages, over all measured runs.
  package var stages: Stages
  /// The limit of the memory: frames of the same bytes, written by the same threads into memory that no cache
  /// holds.
  package var ceiling: Ceiling
  /// The median run over the ceiling.
  package var fractionOfCeiling: Double
  /// Every ceiling that was measured, the one above among them.
  package var ceilings: [Ceiling]
  /// The seconds of the wall clock.
  package var seconds: Seconds
  /// Reasons to doubt the numbers, a sentence each.
  package var warnings: [String]
  /// Deadlines of the display link in all measured runs; `nil` when it did not pace them.
  package var deadlines: Int?
  /// Deadlines whose frame was ready only after the next one, or never.
  package var missed: Int?
  /// The lateness of a frame after its deadline.
  package var latenessMicroseconds: Lateness?

  /// The least, the middle and the greatest of some numbers.
  package struct Spread: Sendable, Encodable {
    /// The least.
    package var minimum: Double
    /// The middle one; the mean of both for an even count.
    package var median: Double
    /// The greatest.
    package var maximum: Double
  }

  /// Microseconds a frame.
  package struct Stages: Sendable, Encodable {
    /// Drawing, as far as the renderer's thread waited for it.
    package var render: Double
    /// Waiting for and mapping transfers; 0 where there are none.
    package var readback: Double
  }

  /// The limit of a part of the machine.
  package struct Ceiling: Sendable, Encodable {
    /// The work of a frame: `memory write`, `memory read, read, write`, or `copy and read-back`.
    package var name: String
    /// Frames a second, the median of as many measurements as there were runs.
    package var framesPerSecond: Double
  }

  /// Seconds of the whole.
  package struct Seconds: Sendable, Encodable {
    /// Pictures, device, memory.
    package var prepare: Double
    /// The run before those that count.
    package var warmUp: Double
    /// Each measured run.
    package var runs: [Double]
    /// The processor time of all threads of this process together in each measured run: the cost of other programs shows in
    /// `runs` and not here.
    package var processor: [Double]
    /// Measuring the ceilings.
    package var ceilings: Double
    /// From the start to this report.
    package var total: Double
  }

  /// Microseconds.
  package struct Lateness: Sendable, Encodable {
    /// The median.
    package var p50: Double
    /// The 99th percentile, by nearest rank.
    package var p99: Double
    /// The greatest.
    package var maximum: Double
  }
}

extension BenchReport.Spread {
  /// The spread of `values`, of which there is at least one.
  init(_ values: [Double]) {
    precondition(!values.isEmpty, "a spread is of one value at least")
    let sorted = values.sorted()
    let middle = sorted.count / 2
    minimum = sorted[0]
    median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    maximum = sorted[sorted.count - 1]
  }
}

extension BenchReport.Lateness {
  /// The lateness of frames in seconds; `nil` without frames.
  init?(seconds: [Double]) {
    guard let summary = FrameStatistics.summary(of: seconds) else { return nil }
    (p50, p99, maximum) = (summary.p50 * 1e6, summary.p99 * 1e6, summary.maximum * 1e6)
  }
}

extension BenchReport {
  /// Adds the display link's deadlines and how late the frames were.
  mutating func addDeadlines(of session: BenchSession) {
    guard session.realtime != nil else { return }
    deadlines = session.deadlines
    missed = session.deadlines - session.met
    latenessMicroseconds = Lateness(seconds: session.lateness)
    guard session.met < session.deadlines else { return }
    warnings.append(
      "\(session.deadlines - session.met) of \(session.deadlines) frames were not ready by the next deadline, "
        + "which a viewer sees as stutter; take a smaller --size or a lower rate")
  }
}

/// Reasons to doubt a bench's numbers: what happened, why it matters, what to do.
///
/// **Thread-safety:** values.
enum BenchWarnings {
  /// The spread of the runs, as a fraction of their median, above which there is a warning.
  private static let largestSpread = 0.1
  /// A modified Z-score from which a value is an outlier. Source: B. Iglewicz, D. Hoaglin, "How to Detect and Handle
  /// Outliers", ASQC 1993, who propose 3.5.
  private static let outlierScore = 3.5
  /// Seconds below which starting threads and reading clocks distort a run.
  private static let shortestRun = 0.05

  /// Warnings about runs of so many frames a second, each of which took so many seconds.
  static func about(runs: [Double], seconds: [Double], isPaced: Bool) -> [String] {
    let spread = BenchReport.Spread(runs)
    var warnings: [String] = []
    if !isPaced, let longest = seconds.max(), longest < shortestRun {
      warnings.append(
        "a run took only \(Int(longest * 1e6)) µs, so starting threads takes a good part of it; "
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
          + "is noise; stop other programs, or give more --runs")
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

  /// A warning about other programs, where more of them want to run than there are cores.
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
