/// The last lines of what a program writes, however much that is.
///
/// **Thread-safety:** a value.
struct LogTail {
  /// How many lines are kept, and how many bytes of each.
  static let lineLimit = 20
  static let byteLimit = 500

  /// Whether lines of a progress report are left out.
  var skipsProgress = false
  private var complete: [String] = []
  private var current: [UInt8] = []

  /// Takes the next bytes.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        endLine()
      } else if current.count < Self.byteLimit {
        current.append(byte)
      }
    }
  }

  /// The lines so far, the one that has not ended included.
  var lines: [String] {
    var copy = self
    copy.endLine()
    return copy.complete
  }

  private mutating func endLine() {
    if current.isEmpty { return }
    let line = String(decoding: current, as: UTF8.self)
    current.removeAll(keepingCapacity: true)
    if skipsProgress, ProgressReport.isPart(line) { return }
    complete.append(line)
    if complete.count > Self.lineLimit { complete.removeFirst() }
  }
}
