import Foundation
import SegueImaging
import Synchronization

/// The means of drawing that runs share: drawing threads with warm renderers, decoded pictures, and the bounds on jobs and
/// memory. There is one for the process; a batch has one of its own.
///
/// **Thread-safety:** may be shared.
package final class DrawingRoom: Sendable {
  /// The room of this process: as many jobs at once as there are cores, and at least four. It keeps nothing between jobs.
  package static let shared = DrawingRoom(jobs: max(4, ProcessInfo.processInfo.activeProcessorCount))

  /// The decoded pictures.
  package let pictures: SharedPictures
  /// Threads of a job's CPU renderer where the job does not say; `nil` is one for each core.
  package let threads: Int?
  private let gate: AdmissionGate
  private let boundsMemory: Bool
  private let rendererBytes: Int
  private let idle = Mutex<[DrawingThread]>([])

  /// A room.
  /// - Parameters:
  ///   - jobs: jobs at work at once, at most.
  ///   - threads: threads of a job's CPU renderer where the job does not say; `nil` is one for each core.
  ///   - memory: bytes that the jobs at work are expected to take together, at most.
  ///   - pictureBytes: bytes of decoded pictures that are kept between jobs.
  ///   - rendererBytes: bytes of idle renderers' frames that are kept between jobs.
  package init(
    jobs: Int, threads: Int? = nil, memory: Int = .max, pictureBytes: Int = 0, rendererBytes: Int = 0
  ) {
    gate = AdmissionGate(jobs: jobs, bytes: memory)
    boundsMemory = memory < .max
    pictures = SharedPictures(byteBudget: pictureBytes)
    (self.threads, self.rendererBytes) = (threads, rendererBytes / max(1, jobs))
  }

  /// Does `job` when there is room for it.
  /// - Parameter bytes: about how much memory it takes at its peak; not asked for where the room does not bound it.
  /// - Throws: what `job` throws; `CancellationError` when the task was cancelled while it waited.
  package func admit<Value>(
    bytes: @autoclosure () -> Int, _ job: () async throws -> Value
  ) async throws -> Value {
    let bytes = boundsMemory ? bytes() : 0
    try await gate.enter(bytes: bytes)
    defer { gate.leave(bytes: bytes) }
    return try await job()
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
