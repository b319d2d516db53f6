/// The boxes of an ISO base media file (MP4, MOV), in memory.
///
/// **Source:** ISO/IEC 14496-12, clause 4.2.
struct Box: Sendable, Hashable {
  /// The four-character type.
  let type: String
  /// The bytes after size and type.
  let content: ArraySlice<UInt8>

  /// The whole box, including size and type.
  var bytes: [UInt8] { Box.bytes(type, [Array(content)]) }

  /// The child boxes. The first begins after `skipped` bytes of the content.
  /// - Throws: `BitstreamError`.
  func children(after skipped: Int = 0) throws(BitstreamError) -> [Box] {
    var reader = ByteReader(content)
    try reader.skip(skipped)
    var boxes: [Box] = []
    // QuickTime ends a list with four zero bytes.
    while reader.rest >= 8 {
      let start = reader.position
      var size = try reader.number(4)
      let type = String(decoding: try reader.take(4), as: UTF8.self)
      if size == 1 { size = try reader.number(8) }
      let length = size == 0 ? reader.rest : size - (reader.position - start)
      let first = reader.position
      try reader.skip(length)
      boxes.append(Box(type: type, content: content[first..<reader.position]))
    }
    return boxes
  }

  /// The descendant box at `path`.
  /// - Throws: `BitstreamError`.
  func child(_ path: String...) throws(BitstreamError) -> Box? {
    var box: Box? = self
    for type in path { box = try box?.children().first { $0.type == type } }
    return box
  }

  /// A box of `type` that contains `parts`.
  static func bytes(_ type: String, _ parts: [[UInt8]]) -> [UInt8] {
    let length = parts.reduce(8) { $0 + $1.count }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(length)
    bytes += UInt32(truncatingIfNeeded: length).bigEndianBytes
    bytes += Array(type.utf8)
    for part in parts { bytes += part }
    return bytes
  }

  /// A box of `type` with a version and flags before `parts`.
  static func full(_ type: String, version: Int = 0, flags: Int = 0, _ parts: [[UInt8]]) -> [UInt8] {
    bytes(type, [UInt32(truncatingIfNeeded: version << 24 | flags).bigEndianBytes] + parts)
  }

  /// The values as 4-byte big-endian numbers.
  static func words(_ values: Int...) -> [UInt8] {
    values.flatMap { UInt32(truncatingIfNeeded: $0).bigEndianBytes }
  }

  /// The values as 2-byte big-endian numbers.
  static func halves(_ values: Int...) -> [UInt8] {
    values.flatMap { UInt16(truncatingIfNeeded: $0).bigEndianBytes }
  }

  /// The values as 8-byte big-endian numbers.
  static func longs(_ values: Int...) -> [UInt8] {
    values.flatMap { UInt64(truncatingIfNeeded: $0).bigEndianBytes }
  }
}

/// Bytes that are read range by range, such as the bytes of a file.
///
/// **Thread-safety:** may be used from any thread if `read` may.
package struct ByteSource: Sendable {
  /// The number of bytes.
  package let count: Int
  private let read: @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]

  /// - Parameter read: returns `count` bytes from `offset`, within the source, or throws.
  package init(count: Int, read: @escaping @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]) {
    self.count = count
    self.read = read
  }

  /// The bytes in `range`.
  /// - Throws: `BitstreamError.truncated` for a range beyond the end, and the errors of `read`.
  package func bytes(_ range: Range<Int>) throws -> [UInt8] {
    guard range.lowerBound >= 0, range.upperBound <= count else { throw BitstreamError.truncated }
    let bytes = try read(range.lowerBound, range.count)
    guard bytes.count == range.count else { throw BitstreamError.truncated }
    return bytes
  }
}
