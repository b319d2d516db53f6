import Dispatch
import Foundation
import MediaIO
import Segue
import Synchronization

/// Ends a render on SIGINT or SIGTERM: calmly the first time, at once the second.
///
/// **Thread-safety:** none; its handlers run on a queue of their own.
final class Interruption {
  private let sources: [any DispatchSourceSignal]
  private static let received = Atomic<Int32>(0)

  /// Cancels `job` on the first signal.
  init(cancelling job: RenderJob) {
    let queue = DispatchQueue(label: "segue.signals")
    sources = [SIGINT, SIGTERM].map { number in
      // The default action would end the process before the source is asked.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        let first = Self.received.exchange(number, ordering: .sequentiallyConsistent) == 0
        if first {
          job.cancel()
        } else {
          // Not exit: the other threads still run, and one of them may be exiting.
          EmergencyCleanup.run { _exit(128 + number) }
        }
      }
      source.resume()
      return source
    }
  }

  /// Whether a signal has come.
  static var isUnderWay: Bool { received.load(ordering: .sequentiallyConsistent) != 0 }

  /// 128 + the signal that came; 70 where none did.
  static var exitCode: Int32 {
    let number = received.load(ordering: .sequentiallyConsistent)
    return number == 0 ? Failure.Code.software.rawValue : 128 + number
  }

  /// Lets signals act as ever.
  func end() { sources.forEach { $0.cancel() } }
}
