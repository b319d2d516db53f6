/// What a bench measured: the JSON of `segue bench --json`.
///
/// **Thread-safety:** a value.
public struct BenchReport: Sendable, Encodable {
  /// Version of this layout.
  public var schema = 1
  /// The transition's name.
  public var transition: String
  /// Columns of a frame.
  public var width: Int
  /// Rows of a frame.
  public var height: Int
  /// Layout of a frame: `rgba` or `yuv420p`.
  public var format: String
  /// `gpu` or `cpu`.
  public var backend: String
  /// The device in words.
  public var device: String
  /// Whether the arithmetic ran on the CPU.
  public var software: Bool
  /// Why it was chosen.
  public var reason: String
  /// Threads of the CPU renderer and of the ceilings.
  public var threads: Int
  /// Frames of each run.
  public var frames: Int
  /// Frames a second of each measured run, in order.
  public var runs: [Double]
  /// The runs' spread.
  public var framesPerSecond: Spread
  /// Where a frame's time went, over all measured runs.
  public var stages: Stages
  /// What the memory allows: frames of the same bytes, written by the same threads into memory that no cache
  /// holds.
  public var ceiling: Ceiling
  /// The median run over the ceiling.
  public var fractionOfCeiling: Double
  /// Every ceiling that was measured, the one above among them.
  public var ceilings: [Ceiling]
  /// Where the wall clock's time went.
  public var seconds: Seconds
  /// What should be known before the numbers are believed, a sentence each.
  public var warnings: [String]
  /// Deadlines of the display link in all measured runs; `nil` when it did not pace them.
  public var deadlines: Int?
  /// Deadlines whose frame was ready only after the next one, or never.
  public var missed: Int?
  /// How long after its deadline a frame was ready.
  public var latenessMicroseconds: Lateness?

  /// The least, the middle and the greatest of some numbers.
  public struct Spread: Sendable, Encodable {
    /// The least.
    public var minimum: Double
    /// The middle one; the mean of both for an even count.
    public var median: Double
    /// The greatest.
    public var maximum: Double
  }

  /// Microseconds a frame.
  public struct Stages: Sendable, Encodable {
    /// Drawing, as far as the renderer's thread waited for it.
    public var render: Double
    /// Waiting for and mapping transfers; 0 where there are none.
    public var readback: Double
  }

  /// What a part of the machine allows.
  public struct Ceiling: Sendable, Encodable {
    /// What was done a frame: `memory write`, `memory read, read, write`, or `copy and read-back`.
    public var name: String
    /// Frames a second, the median of as many measurements as there were runs.
    public var framesPerSecond: Double
  }

  /// Seconds of the whole.
  public struct Seconds: Sendable, Encodable {
    /// Pictures, device, memory.
    public var prepare: Double
    /// The run before those that count.
    public var warmUp: Double
    /// Each measured run.
    public var runs: [Double]
    /// What all threads of this process together computed in each measured run: what other programs cost shows in
    /// `runs` and not here.
    public var processor: [Double]
    /// Measuring the ceilings.
    public var ceilings: Double
    /// From the start to this report.
    public var total: Double
  }

  /// Microseconds.
  public struct Lateness: Sendable, Encodable {
    /// The median.
    public var p50: Double
    /// The 99th percentile, by nearest rank.
    public var p99: Double
    /// The greatest.
    public var maximum: Double
  }
}

extension BenchReport.Spread {
  /// The spread of `values`, of which there is at least one.
  init(_ values: [Double]) {
    precondition(!values.isEmpty, "nothing has no spread")
    let sorted = values.sorted()
    let middle = sorted.count / 2
    minimum = sorted[0]
    median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    maximum = sorted[sorted.count - 1]
  }
}
