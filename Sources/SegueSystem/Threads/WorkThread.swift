import Dispatch
import Glibc
import Synchronization

/// Runs `work` on a new thread. Unlike a task's thread, it may block, compute for long, and own a
/// GL context.
package func onThread<Value: Sendable>(
  named name: String, _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    startThread(named: name) { continuation.resume(with: Result(catching: work)) }
  }
}

/// Runs `work` in a task and returns its result; blocks the calling thread.
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
  guard let result = box.withLock({ $0 }) else { throw SystemError.cancelled }
  return try result.get()
}

/// Runs `work` on a new thread, as a member of `group`.
/// - Parameter name: the thread's name in debuggers and `top`, which show its first 15 bytes.
package func startThread(
  named name: String, in group: DispatchGroup? = nil, _ work: @escaping @Sendable () -> Void
) {
  group?.enter()
  let start = ThreadStart(name: name) {
    work()
    group?.leave()
  }
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setstacksize(&attributes, 8 << 20)
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  let box = Unmanaged.passRetained(start)
  var thread = pthread_t()
  let code = pthread_create(
    &thread, &attributes,
    { pointer in
      guard let pointer else { return nil }
      let start = Unmanaged<ThreadStart>.fromOpaque(pointer).takeRetainedValue()
      nameThread(String(start.name.prefix(15)))
      start.work()
      return nil
    }, box.toOpaque())
  // If no thread can be created, the work is queued on a Dispatch thread.
  if code != 0 {
    box.release()
    DispatchQueue.global().async(execute: start.work)
  }
}

/// Names the calling thread through /proc, since Swift does not import `pthread_setname_np`.
private func nameThread(_ name: String) {
  let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
  if file < 0 { return }
  _ = write(file, name, name.utf8.count)
  close(file)
}

private final class ThreadStart: Sendable {
  let name: String
  let work: @Sendable () -> Void

  init(name: String, _ work: @escaping @Sendable () -> Void) {
    self.name = name
    self.work = work
  }
}
