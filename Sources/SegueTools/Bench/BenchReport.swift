import Glibc
import SegueFields
import SegueMotion

/// The results of a bench: the JSON of `segue bench --json`.
package struct BenchReport: Sendable, Encodable {
  /// The version of the report's schema.
  package var schema = 1
  /// The transition's name.
  package var transition: String
  /// Frame width in pixels.
  package var width: Int
  /// Frame height in pixels.
  package var height: Int
  /// Pixel format of a frame: `rgba` or `yuv420p`.
  package var format: String
  /// Bits per channel: 8 or 16.
  package var depth: Int
  /// `gpu` or `cpu`.
  package var backend: String
  /// A description of the device.
  package var device: String
  /// Whether the arithmetic ran on the CPU.
  package var software: Bool
  /// The reason why the device was chosen.
  package var reason: String
  /// Threads of the CPU renderer and of the ceilings.
  package var threads: Int
  /// Whether both pictures changed with every frame.
  package var changing: Bool
  /// Frames per run.
  package var frames: Int
  /// Frames per second of each measured run, in order.
  package var runs: [Double]
  /// Minimum, median and maximum of `runs`.
  package var framesPerSecond: Spread
  /// The time of a frame's stages, over all measured runs.
  package var stages: Stages
  /// The memory's limit: frames of the same size, written by the same threads into uncached memory.
  package var ceiling: Ceiling
  /// The median run divided by the ceiling.
  package var fractionOfCeiling: Double
  /// All measured ceilings, including `ceiling`.
  package var ceilings: [Ceiling]
  /// Elapsed times.
  package var seconds: Seconds
  /// Reasons to doubt the numbers, and notices about the pictures and the renderer.
  package var notices: [Notice] = [] { didSet { warnings = notices.messages } }
  /// The notices as messages.
  package private(set) var warnings: [String] = []
  /// Deadlines of the display link in all measured runs; `nil` if the runs were not paced.
  package var deadlines: Int?
  /// Deadlines whose frame was ready after the next deadline, or never.
  package var missed: Int?
  /// The delay of frames after their deadlines.
  package var latenessMicroseconds: Lateness?

  /// Minimum, median and maximum of a series.
  package struct Spread: Sendable, Encodable {
    package var minimum: Double
    /// The mean of the two middle values for an even count.
    package var median: Double
    package var maximum: Double
  }

  /// Microseconds per frame.
  package struct Stages: Sendable, Encodable {
    /// Time in which the renderer's thread waited for drawing.
    package var render: Double
    /// Time spent waiting for and mapping transfers; 0 without transfers.
    package var readback: Double
  }

  /// A limit of the hardware.
  package struct Ceiling: Sendable, Encodable {
    /// The work per frame: `memory write`, `read two pictures, write`, `copy two in, one out`, or `copy and read-back`.
    package var name: String
    /// The median of one measurement per run, in frames per second.
    package var framesPerSecond: Double
  }

  /// Elapsed times in seconds.
  package struct Seconds: Sendable, Encodable {
    /// Preparation of pictures, device and memory.
    package var prepare: Double
    /// The run before the measured ones.
    package var warmUp: Double
    /// Each measured run.
    package var runs: [Double]
    /// The processor time of all threads of this process in each measured run. Other programs
    /// increase `runs`, but not this time.
    package var processor: [Double]
    /// Measurement of the ceilings.
    package var ceilings: Double
    /// From the start to this report.
    package var total: Double
  }

  /// Delays in microseconds.
  package struct Lateness: Sendable, Encodable {
    /// The median.
    package var p50: Double
    /// The 99th percentile, by nearest rank.
    package var p99: Double
    package var maximum: Double
  }
}

extension BenchReport.Spread {
  /// The spread of `values`, at least one.
  init(_ values: [Double]) {
    precondition(!values.isEmpty, "a spread needs at least one value")
    let sorted = values.sorted()
    let middle = sorted.count / 2
    minimum = sorted[0]
    median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    maximum = sorted[sorted.count - 1]
  }
}

extension BenchReport.Lateness {
  /// The delays of frames, given in seconds; `nil` without frames.
  init?(seconds: [Double]) {
    guard let summary = FrameStatistics.summary(of: seconds) else { return nil }
    (p50, p99, maximum) = (summary.p50 * 1e6, summary.p99 * 1e6, summary.maximum * 1e6)
  }
}

extension BenchReport {
  /// Adds the display link's deadlines and the frames' delays.
  mutating func addDeadlines(of session: BenchSession) {
    guard session.realtime != nil else { return }
    deadlines = session.deadlines
    missed = session.deadlines - session.met
    latenessMicroseconds = Lateness(seconds: session.lateness)
    guard session.met < session.deadlines else { return }
    notices.append(
      Notice(
        .warning,
        "\(session.deadlines - session.met) of \(session.deadlines) frames were not ready by the next deadline, "
          + "which a viewer sees as stutter; use a smaller --size or a lower rate"))
  }
}

/// Warnings about a bench's numbers: the observation, its effect, and a remedy.
///
/// **Thread-safety:** stateless.
enum BenchWarnings {
  /// The largest spread of the runs without a warning, as a fraction of their median.
  private static let largestSpread = 0.1
  /// The modified Z-score of an outlier. Source: B. Iglewicz, D. Hoaglin, "How to Detect and Handle
  /// Outliers", ASQC 1993, who propose 3.5.
  private static let outlierScore = 3.5
  /// The shortest run, in seconds, that starting threads and reading clocks do not distort.
  private static let shortestRun = 0.05

  /// Warnings about runs at these frame rates and of these durations.
  static func about(runs: [Double], seconds: [Double], isPaced: Bool) -> [Notice] {
    let spread = BenchReport.Spread(runs)
    var warnings: [Notice] = []
    if !isPaced, let longest = seconds.max(), longest < shortestRun {
      let sentence =
        "a run took only \(Int(longest * 1e6)) µs, so starting threads takes a large part of it; "
        + "increase --frames"
      warnings.append(Notice(of: .frames, sentence))
    }
    if isFirstSlow(runs) {
      let sentence =
        "the first run was much slower than the others, as if memory or clocks were still warming up; "
        + "increase --frames, or look at the median alone"
      warnings.append(Notice(of: .frames, sentence))
    }
    let width = (spread.maximum - spread.minimum) / spread.median
    if !isPaced, width > largestSpread {
      let sentence =
        "the runs differ by \(Int((width * 100).rounded()))%, so a smaller difference between two benches "
        + "is noise; stop other programs, or increase --runs"
      warnings.append(Notice(of: "runs", sentence))
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

  /// The warning about a load average above the number of cores.
  private static var load: [Notice] {
    var average = 0.0
    let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    guard getloadavg(&average, 1) == 1, average > Double(cores) * 1.5 else { return [] }
    let sentence =
      "the machine's load is \(Int(average.rounded())) on \(cores) cores, so the renderer did not have them to itself; "
      + "stop other programs and measure again"
    return [Notice(.warning, sentence)]
  }
}
