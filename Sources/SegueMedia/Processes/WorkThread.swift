import Foundation

/// Does `work` on a thread of its own, which may wait, compute for long and own a GL context, as a task's must not.
/// - Throws: what `work` throws.
package func onThread<Value: Sendable>(
  named name: String, _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    let thread = Thread { continuation.resume(with: Result(catching: work)) }
    thread.name = name
    thread.stackSize = 8 << 20
    thread.start()
  }
}
