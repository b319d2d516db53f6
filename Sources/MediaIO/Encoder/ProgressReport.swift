/// Reads the blocks of `key=value` lines that `ffmpeg -progress` writes.
///
/// **Thread-safety:** a value.
struct ProgressReport {
  /// The count in the last block; nil before the first.
  private(set) var frames: Int?
  /// Bytes of output in the last block, as written there; it changes as long as something happens.
  private(set) var totalSize = ""
  private var line: [UInt8] = []

  /// Takes the next bytes. Lines that are no part of a block are passed over.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        read(String(decoding: line, as: UTF8.self))
        line.removeAll(keepingCapacity: true)
      } else if line.count < 500 {
        line.append(byte)
      }
    }
  }

  /// Whether `line` belongs to a block, so that it is nothing to show to people.
  static func isPart(_ line: String) -> Bool {
    guard let equals = line.firstIndex(of: "=") else { return false }
    let key = line[..<equals]
    return keys.contains(String(key)) || key.hasPrefix("stream_")
  }

  private mutating func read(_ line: String) {
    // Beside a log on the same pipe the block's first line may stand behind an unfinished one.
    if let found = line.ranges(of: "frame=").last, let count = Int(line[found.upperBound...]) {
      frames = count
    } else if line.hasPrefix("total_size=") {
      totalSize = line
    }
  }

  private static let keys: Set<String> = [
    "frame", "fps", "bitrate", "total_size", "out_time_us", "out_time_ms", "out_time", "dup_frames",
    "drop_frames", "speed", "progress",
  ]
}
