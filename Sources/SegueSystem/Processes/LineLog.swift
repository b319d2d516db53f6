import Synchronization

/// The last lines of a program's output. The first line that reports a lack of memory or threads
/// stays before them.
package final class LineLog: Sendable {
  static let lineLimit = 20

  private let kept = Mutex<[String]>([])

  package init() {}
  package var lines: [String] { kept.withLock { $0 } }

  /// A handler of a pipe's bytes that splits them into lines and keeps the line that `read` returns
  /// for each.
  package func handler(_ read: @escaping @Sendable (String) -> String?) -> OutputDrain.Handler {
    let splitter = Mutex(LineSplitter())
    return { bytes in
      splitter.withLock { splitter in
        splitter.append(bytes) { line in
          guard let line = read(line) else { return }
          self.kept.withLock { kept in
            if kept.count == Self.lineLimit { kept.remove(at: SystemReason.isRefusal(kept[0]) ? 1 : 0) }
            kept.append(line)
          }
        }
      }
    }
  }
}

/// Splits output into lines and truncates each to its first bytes. A carriage return also ends a
/// line; empty lines are skipped.
struct LineSplitter {
  static let byteLimit = 500

  private var current: [UInt8] = []

  /// Appends bytes and calls `take` for each line that they complete. An empty buffer means the end
  /// of the output, which completes the last line.
  mutating func append(_ bytes: UnsafeRawBufferPointer, _ take: (String) -> Void) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        finish(take)
      } else if current.count < Self.byteLimit {
        current.append(byte)
      }
    }
    if bytes.isEmpty { finish(take) }
  }

  private mutating func finish(_ take: (String) -> Void) {
    if !current.isEmpty { take(String(decoding: current, as: UTF8.self)) }
    current.removeAll(keepingCapacity: true)
  }
}
