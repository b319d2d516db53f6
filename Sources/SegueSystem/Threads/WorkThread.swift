import Foundation
import Synchronization

/// Does `work` on a thread of its own, which may wait, compute for long and own a GL context, as a task's must not.
/// - Throws: what `work` throws.
package func onThread<Value: Sendable>(
  named name: String, _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    startThread(named: name) { continuation.resume(with: Result(catching: work)) }
  }
}

/// The result of `work`, which is done in a task; waits for it on a thread that may wait.
/// - Throws: what `work` throws.
package func waitForTask<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws
  -> Value
{
  let done = DispatchSemaphore(value: 0)
  let box = Mutex<Result<Value, any Error>?>(nil)
  Task.detached {
    do {
      let value = try await work()
      box.withLock { $0 = .success(value) }
    } catch {
      box.withLock { $0 = .failure(error) }
    }
    done.signal()
  }
  done.wait()
  guard let result = box.withLock({ $0 }) else { throw MediaError.cancelled }
  return try result.get()
}

/// Does `work` on a new thread; as long as it is at it, it counts as work of `group`.
package func startThread(
  named name: String, in group: DispatchGroup? = nil, _ work: @escaping @Sendable () -> Void
) {
  group?.enter()
  let thread = Thread {
    work()
    group?.leave()
  }
  thread.name = name
  thread.stackSize = 8 << 20
  thread.start()
}
