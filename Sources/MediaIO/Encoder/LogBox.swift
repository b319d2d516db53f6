import Synchronization

/// What an encoder has written so far: the last lines of its log, its latest report of progress.
///
/// **Thread-safety:** every method may be called from any thread.
final class LogBox: Sendable {
  private struct State {
    var tail = LogTail()
    var report = ProgressReport()
  }

  private let state = Mutex(State())

  /// The log and the progress come on one pipe.
  func expectProgressOnError() {
    state.withLock { $0.tail.skipsProgress = true }
  }

  /// Takes bytes of standard error.
  func appendError(_ bytes: UnsafeRawBufferPointer) {
    state.withLock { state in
      state.tail.append(bytes)
      if state.tail.skipsProgress { state.report.append(bytes) }
    }
  }

  /// Takes bytes of the pipe for progress.
  func appendProgress(_ bytes: UnsafeRawBufferPointer) {
    state.withLock { $0.report.append(bytes) }
  }

  /// The latest report.
  var report: ProgressReport { state.withLock { $0.report } }

  /// The last lines of the log.
  var lines: [String] { state.withLock { $0.tail.lines } }
}
