import Glibc
import SegueFields
import SegueImaging
import SegueSystem
import Synchronization

/// A pool with a fixed number of job slots. It limits how many renders, films and frames are made at once,
/// and how much memory they take together. Further jobs wait in order.
///
/// Drawing that a job's closure starts uses the job's slot. Frames that a program requests one at a time
/// occupy a slot only while they are drawn.
///
/// **Thread-safety:** may be shared.
public final class RenderPool: Sendable {
  /// The default pool of this process: as many jobs at once as there are cores, at least four. It caches
  /// nothing.
  public static let shared = RenderPool(
    jobs: max(4, Cores.count), threads: nil, memory: .max, pictureBytes: 0)

  /// The cache of decoded pictures.
  package let pictures: SharedPictures
  /// The default number of CPU renderer threads per job; `nil` means one per core.
  package let threads: Int?
  private let gate: AdmissionGate
  private let boundsMemory: Bool
  private let rendererBytes: Int
  private let idle = Mutex<[DrawingThread]>([])

  /// A pool with its own limits, which caches nothing.
  /// - Parameters:
  ///   - jobs: the maximum number of jobs at once, at least 1: renders, films, and frames that are
  ///     written or taken one at a time.
  ///   - memory: the memory in bytes that running jobs may be expected to take together, encoders
  ///     included; at least 1. A job that expects more runs alone. `nil` means no limit.
  /// - Throws: `SegueError` with the code `invalidValue` for a number below 1.
  public convenience init(jobs: Int, memory: Int? = nil) throws(SegueError) {
    do {
      try UsageError.check(jobs, of: .jobs, in: 1 ... .max)
      try UsageError.check(memory ?? .max, of: .memory, in: 1 ... .max)
    } catch {
      throw SegueError(error)
    }
    self.init(jobs: jobs, threads: nil, memory: memory ?? .max, pictureBytes: 0)
  }

  /// A pool that keeps warm renderers and decoded pictures between jobs.
  /// - Parameters:
  ///   - jobs: the maximum number of jobs at once.
  ///   - threads: the default number of CPU renderer threads per job; `nil` means one per core.
  ///   - memory: the memory in bytes that running jobs may be expected to take together.
  ///   - pictureBytes: the size in bytes of the cache of decoded pictures.
  ///   - rendererBytes: the size in bytes of idle renderers' frames that are kept.
  package init(
    jobs: Int, threads: Int?, memory: Int, pictureBytes: Int, rendererBytes: Int = 0
  ) {
    gate = AdmissionGate(jobs: jobs, bytes: memory)
    boundsMemory = memory < .max
    pictures = SharedPictures(byteBudget: pictureBytes)
    self.threads = threads
    self.rendererBytes = rendererBytes / max(1, jobs)
  }

  /// The memory budget in bytes: the given one, or half of the memory available to this process.
  package var memory: Int { boundsMemory ? gate.budget : MachineMemory.half }

  /// The reservation of the job whose closure is running.
  @TaskLocal package static var current: Reservation?

  /// Runs `job` when a slot is free, or in the slot of the job whose closure calls this.
  /// - Parameter bytes: the estimated peak memory; evaluated only if the pool limits memory.
  /// - Throws: the errors of `job`; `CancellationError` if the task was cancelled while waiting.
  package func admit<Value>(
    bytes: @autoclosure () -> Int, _ job: () async throws -> Value
  ) async throws -> Value {
    if let current = Self.current, current.isHeld(in: gate) { return try await job() }
    let reservation = try await reserve(bytes: boundsMemory ? bytes() : 0)
    defer { reservation.leave() }
    return try await Self.$current.withValue(reservation) { try await job() }
  }

  /// Runs `job`, which draws frames of `size` for a program, when a slot is free. The default pool does not
  /// limit such frames.
  /// - Throws: the errors of `admit`.
  func admitFrames<Value>(of size: ImageSize, _ job: () async throws -> Value) async throws -> Value {
    if self === RenderPool.shared { return try await job() }
    return try await admit(bytes: MemoryEstimate.bytesOfFrames(size), job)
  }

  /// The reservation of a job in the pool, returned with `leave` or when it is released.
  ///
  /// **Thread-safety:** may be shared.
  package final class Reservation: Sendable {
    private let gate: AdmissionGate
    private let bytes: Int
    private let hasLeft = Atomic(false)

    fileprivate init(_ gate: AdmissionGate, bytes: Int) {
      self.gate = gate
      self.bytes = bytes
    }
    deinit { leave() }

    /// Whether the reservation belongs to `gate` and has not been returned.
    fileprivate func isHeld(in gate: AdmissionGate) -> Bool {
      self.gate === gate && !hasLeft.load(ordering: .acquiring)
    }

    fileprivate func leave() {
      if !hasLeft.exchange(true, ordering: .acquiringAndReleasing) { gate.leave(bytes: bytes) }
    }
  }

  /// Reserves a slot for a job that takes about `bytes`.
  func reserve(bytes: Int) async throws -> Reservation {
    let bytes = boundsMemory ? bytes : 0
    try await gate.enter(bytes: bytes)
    return Reservation(gate, bytes: bytes)
  }

  /// A drawing thread for one run: the most recently returned one, or a new one.
  package func takeThread() -> DrawingThread {
    idle.withLock { $0.popLast() } ?? DrawingThread(byteBudget: rendererBytes)
  }

  /// Returns `thread` after its run.
  package func giveBack(_ thread: DrawingThread) {
    if rendererBytes > 0 { idle.withLock { $0.append(thread) } }
  }

  /// Closes the idle renderers and waits until they are closed.
  package func close() async {
    let threads = idle.withLock { threads in
      defer { threads = [] }
      return threads
    }
    for thread in threads { await thread.close() }
  }
}
