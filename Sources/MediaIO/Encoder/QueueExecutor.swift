import Dispatch

/// Runs tasks on a dispatch queue, so that they go on even while every thread of the concurrency pool is blocked
/// by a caller that waits for them.
final class QueueExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "process", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let unowned = UnownedJob(job)
    queue.async { unowned.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
