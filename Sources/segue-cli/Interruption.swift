import Dispatch
import Foundation
import MediaIO
import Segue
import Synchronization

/// Ends the work on SIGINT, SIGTERM or SIGHUP: calmly the first time where it can be, at once the second.
///
/// **Thread-safety:** none; its handlers run on a queue of their own.
final class Interruption {
  private let sources: [any DispatchSourceSignal]
  private static let received = Atomic<Int32>(0)

  /// Calls `cancel` on the first signal; without it, that one already ends the process.
  init(cancel: (@Sendable () -> Void)? = nil) {
    let queue = DispatchQueue(label: "segue.signals")
    sources = Self.numbers.map { number in
      // The default action would end the process before the source is asked.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        let isFirst = Self.received.exchange(number, ordering: .sequentiallyConsistent) == 0
        if isFirst, let cancel { return cancel() }
        EmergencyCleanup.run {
          if isFirst { Console.note("interrupted", as: .error) }
          // Not exit: the other threads still run, and one of them may be exiting.
          _exit(128 + number)
        }
      }
      source.resume()
      return source
    }
  }

  /// The signals; a terminal's end is none to somebody who has it ignored, as nohup does.
  private static var numbers: [Int32] {
    var action = sigaction()
    sigaction(SIGHUP, nil, &action)
    let ignoresHangUp = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    return [SIGINT, SIGTERM] + (ignoresHangUp ? [] : [SIGHUP])
  }

  /// Whether a signal has come.
  static var isUnderWay: Bool { received.load(ordering: .sequentiallyConsistent) != 0 }

  /// 128 + the signal that came; 70 where none did.
  static var exitCode: Int32 {
    let number = received.load(ordering: .sequentiallyConsistent)
    return number == 0 ? Failure.Code.software.rawValue : 128 + number
  }

  /// Acts on no signal any more; they stay ignored, for the work is done.
  func end() { sources.forEach { $0.cancel() } }
}
