import FoundationEssentials
import Glibc
import SegueImaging
import SegueSystem
import Synchronization

/// A room in which renders, films and frames are made: how many jobs are at work at once, and how much memory they are
/// expected to take together. The others wait, in their order. What a job's own closure asks its room for is done in the
/// job's place, and frames that a program takes one at a time have a place only while one of them is drawn.
///
/// **Thread-safety:** may be shared.
public final class DrawingRoom: Sendable {
  /// The room of this process: as many jobs at once as there are cores, and at least four. It keeps nothing between jobs.
  public static let shared = DrawingRoom(
    jobs: max(4, ProcessInfo.processInfo.activeProcessorCount), threads: nil, memory: .max, pictureBytes: 0)

  /// The decoded pictures.
  package let pictures: SharedPictures
  /// Threads of a job's CPU renderer where the job does not say; `nil` is one for each core.
  package let threads: Int?
  private let gate: AdmissionGate
  private let boundsMemory: Bool
  private let rendererBytes: Int
  private let idle = Mutex<[DrawingThread]>([])

  /// A room of a program's own.
  /// - Parameters:
  ///   - jobs: jobs at work at once, at most, and at least 1: renders, films, and frames that are written or taken one at a
  ///     time.
  ///   - memory: bytes that the jobs at work are expected to take together, at least 1, encoders included; one that takes
  ///     more runs alone. `nil` is no bound.
  /// - Throws: `SegueError.usage` for a number below 1.
  public convenience init(jobs: Int, memory: Int? = nil) throws(SegueError) {
    do {
      try UsageError.check(jobs, of: .jobs, in: 1 ... .max)
      try UsageError.check(memory ?? .max, of: .memory, in: 1 ... .max)
    } catch {
      throw .usage(error)
    }
    self.init(jobs: jobs, threads: nil, memory: memory ?? .max, pictureBytes: 0)
  }

  /// A room that keeps warm renderers and decoded pictures between jobs.
  /// - Parameters:
  ///   - jobs: jobs at work at once, at most.
  ///   - threads: threads of a job's CPU renderer where the job does not say; `nil` is one for each core.
  ///   - memory: bytes that the jobs at work are expected to take together, at most.
  ///   - pictureBytes: bytes of decoded pictures that are kept between jobs.
  ///   - rendererBytes: bytes of idle renderers' frames that are kept between jobs.
  package init(
    jobs: Int, threads: Int?, memory: Int, pictureBytes: Int, rendererBytes: Int = 0
  ) {
    gate = AdmissionGate(jobs: jobs, bytes: memory)
    boundsMemory = memory < .max
    pictures = SharedPictures(byteBudget: pictureBytes)
    (self.threads, self.rendererBytes) = (threads, rendererBytes / max(1, jobs))
  }

  /// Bytes that the jobs at work should take together: those that were given, or half of what this process may use.
  package var memory: Int { boundsMemory ? gate.budget : MachineMemory.half }

  /// The place of the job whose closure is being called.
  @TaskLocal package static var held: Place?

  /// Does `job` when there is room for it, or in the place of the job whose closure asks for it.
  /// - Parameter bytes: about how much memory it takes at its peak; not asked for where the room does not bound it.
  /// - Throws: what `job` throws; `CancellationError` when the task was cancelled while it waited.
  package func admit<Value>(
    bytes: @autoclosure () -> Int, _ job: () async throws -> Value
  ) async throws -> Value {
    if let held = Self.held, held.isHeld(in: gate) { return try await job() }
    let place = try await place(bytes: boundsMemory ? bytes() : 0)
    defer { place.leave() }
    return try await Self.$held.withValue(place) { try await job() }
  }

  /// Does `job`, which draws frames of `size` that a program makes, when there is room for it. The room of the process
  /// does not bound those.
  /// - Throws: as `admit`.
  func admitFrames<Value>(of size: ImageSize, _ job: () async throws -> Value) async throws -> Value {
    if self === DrawingRoom.shared { return try await job() }
    return try await admit(bytes: JobMemory.bytesOfFrames(size), job)
  }

  /// A job's place in the room, given back with the value or before.
  ///
  /// **Thread-safety:** may be shared.
  package final class Place: Sendable {
    private let gate: AdmissionGate
    private let bytes: Int
    private let hasLeft = Atomic(false)

    fileprivate init(_ gate: AdmissionGate, bytes: Int) { (self.gate, self.bytes) = (gate, bytes) }
    deinit { leave() }

    /// Whether it is a place at `gate` that has not been given back.
    fileprivate func isHeld(in gate: AdmissionGate) -> Bool {
      self.gate === gate && !hasLeft.load(ordering: .acquiring)
    }

    fileprivate func leave() {
      if !hasLeft.exchange(true, ordering: .acquiringAndReleasing) { gate.leave(bytes: bytes) }
    }
  }

  /// Waits for a place for a job that takes about `bytes`.
  func place(bytes: Int) async throws -> Place {
    let bytes = boundsMemory ? bytes : 0
    try await gate.enter(bytes: bytes)
    return Place(gate, bytes: bytes)
  }

  /// A drawing thread for one run: the one that was given back last, or a new one.
  package func takeThread() -> DrawingThread {
    idle.withLock { $0.popLast() } ?? DrawingThread(byteBudget: rendererBytes)
  }

  /// Gives `thread` back after its run.
  package func giveBack(_ thread: DrawingThread) {
    if rendererBytes > 0 { idle.withLock { $0.append(thread) } }
  }

  /// Closes the idle renderers and waits for that.
  package func close() async {
    let threads = idle.withLock { threads in
      defer { threads = [] }
      return threads
    }
    for thread in threads { await thread.close() }
  }
}
