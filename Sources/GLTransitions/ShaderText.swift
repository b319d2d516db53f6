/// A shader's text as bytes, every end of line a single line feed.
///
/// **Thread-safety:** a value.
struct ShaderText {
  let bytes: [UInt8]

  /// Takes `\r\n` and lone `\r` for ends of lines, as GLSL does, and leaves a byte order mark out.
  init(_ raw: some Collection<UInt8>) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(raw.count)
    var previous: UInt8 = 0
    let hasMark = raw.starts(with: [0xEF, 0xBB, 0xBF])
    for byte in raw.dropFirst(hasMark ? 3 : 0) {
      if byte == 0x0D {
        bytes.append(0x0A)
      } else if byte != 0x0A || previous != 0x0D {
        bytes.append(byte)
      }
      previous = byte
    }
    self.bytes = bytes
  }

  subscript(range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
  subscript(token: Token) -> String { self[token.range] }

  /// Whether the token is exactly `text`.
  func matches(_ token: Token, _ text: StaticString) -> Bool {
    guard token.range.count == text.utf8CodeUnitCount else { return false }
    for (offset, index) in token.range.enumerated() where bytes[index] != text.utf8Start[offset] {
      return false
    }
    return true
  }

  /// The whole text.
  var string: String { String(decoding: bytes, as: UTF8.self) }
}
