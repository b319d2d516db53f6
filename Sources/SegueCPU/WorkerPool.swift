import Dispatch
import SegueImaging
import Synchronization

/// Splits work on rows in bands over the cores. The threads are those of the system's pool: they stay.
///
/// **Thread-safety:** immutable; one thread at a time calls `forEachBand`.
final class WorkerPool: Sendable {
  /// How many bands are worked on at a time.
  let count: Int

  init(count: Int) {
    self.count = max(1, count)
  }

  /// Calls `body` with a worker's index (0 ..< count) and a band of rows until all of `rows` are done.
  /// Bands start at even rows. `body` runs on several threads at once, each worker's index on one only.
  func forEachBand(rows: Int, body: @Sendable (_ worker: Int, _ band: Range<Int>) -> Void) {
    let workers = min(count, (rows + 1) / 2)
    guard workers > 1 else { return body(0, 0..<rows) }
    // Several bands a worker, so that one that is held up doesn't hold up the frame.
    let height = max(2, (rows / (workers * 6) + 1) & ~1)
    let next = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: workers) { worker in
      while true {
        let start = next.add(height, ordering: .relaxed).oldValue
        guard start < rows else { return }
        body(worker, start..<min(start + height, rows))
      }
    }
  }
}
