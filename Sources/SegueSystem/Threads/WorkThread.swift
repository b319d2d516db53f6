import Foundation

/// Does `work` on a thread of its own, which may wait, compute for long and own a GL context, as a task's must not.
/// - Throws: what `work` throws.
package func onThread<Value: Sendable>(
  named name: String, _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    startThread(named: name) { continuation.resume(with: Result(catching: work)) }
  }
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
