/// A JSON value whose objects have unique keys in the order of the file. A transition file needs this order:
/// an entry of its `let` may use the entries above it.
package indirect enum JSONSyntax: Sendable, Hashable {
  case null
  case truth(Bool)
  case number(Double)
  case text(String)
  case list([JSONSyntax])
  case object([Member])

  /// A key with its value.
  package struct Member: Sendable, Hashable {
    package var key: String
    package var value: JSONSyntax
  }

  /// A syntax error: its line, counted from 1, and the expected text.
  package struct Failure: Error {
    package var line: Int
    package var expected: String
  }

  /// The maximum depth of nested objects and lists.
  static let deepest = 64

  /// Parses all of `bytes`.
  /// - Throws: `Failure` for invalid JSON.
  package init(parsing bytes: some Collection<UInt8>) throws(Failure) {
    var reader = Reader(bytes: Array(bytes))
    if reader.bytes.starts(with: [0xef, 0xbb, 0xbf]) { reader.at = 3 }
    self = try reader.value(depth: 0)
    reader.skipSpace()
    if reader.at < reader.bytes.count { throw reader.failure("the end of the file") }
  }

  /// **Source:** RFC 8259.
  private struct Reader {
    let bytes: [UInt8]
    var at = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    func failure(_ expected: String) -> Failure {
      Failure(line: 1 + bytes[..<min(at, bytes.count)].count { $0 == 10 }, expected: expected)
    }

    mutating func skipSpace() {
      while let byte = next, [9, 10, 13, 32].contains(byte) { at += 1 }
    }

    mutating func take(_ character: Character) -> Bool {
      skipSpace()
      guard next == character.asciiValue else { return false }
      at += 1
      return true
    }

    mutating func value(depth: Int) throws(Failure) -> JSONSyntax {
      skipSpace()
      guard depth < JSONSyntax.deepest else {
        throw failure("at most \(JSONSyntax.deepest) nested brackets")
      }
      switch next {
      case UInt8(ascii: "{"): return try object(depth: depth)
      case UInt8(ascii: "["): return try list(depth: depth)
      case UInt8(ascii: "\""): return .text(try text())
      case UInt8(ascii: "t"): return try word("true", .truth(true))
      case UInt8(ascii: "f"): return try word("false", .truth(false))
      case UInt8(ascii: "n"): return try word("null", .null)
      default: return .number(try number())
      }
    }

    private mutating func object(depth: Int) throws(Failure) -> JSONSyntax {
      at += 1
      var (members, keys): ([Member], Set<String>) = ([], [])
      if take("}") { return .object([]) }
      repeat {
        skipSpace()
        guard next == UInt8(ascii: "\"") else { throw failure("a key in double quotes") }
        let key = try text()
        guard keys.insert(key).inserted else {
          throw failure("a key other than “\(key)”, which the object already has")
        }
        guard take(":") else { throw failure("a colon after “\(key)”") }
        members.append(Member(key: key, value: try value(depth: depth + 1)))
      } while take(",")
      guard take("}") else { throw failure("a comma or }") }
      return .object(members)
    }

    private mutating func list(depth: Int) throws(Failure) -> JSONSyntax {
      at += 1
      var values: [JSONSyntax] = []
      if take("]") { return .list([]) }
      repeat { values.append(try value(depth: depth + 1)) } while take(",")
      guard take("]") else { throw failure("a comma or ]") }
      return .list(values)
    }

    private mutating func word(_ word: String, _ value: JSONSyntax) throws(Failure) -> JSONSyntax {
      guard bytes[at...].starts(with: word.utf8) else { throw failure("a value") }
      at += word.utf8.count
      return value
    }

    private mutating func number() throws(Failure) -> Double {
      let start = at
      while let byte = next, (48...57).contains(byte) || "+-.eE".utf8.contains(byte) { at += 1 }
      let digits = String(decoding: bytes[start..<at], as: UTF8.self)
      // Swift accepts more spellings of numbers than JSON.
      let isOne = digits.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
      guard isOne, let number = Double(digits), number.isFinite else {
        at = start
        throw failure("a value")
      }
      return number
    }

    private mutating func text() throws(Failure) -> String {
      at += 1
      var content: [UInt8] = []
      while let byte = next, byte != UInt8(ascii: "\"") {
        guard byte >= 32 else { throw failure("the closing quote of a text") }
        at += 1
        if byte != UInt8(ascii: "\\") {
          content.append(byte)
          continue
        }
        content += try escaped()
      }
      guard next != nil else { throw failure("the closing quote of a text") }
      at += 1
      return String(decoding: content, as: UTF8.self)
    }

    /// The UTF-8 bytes of an escape sequence, from the character after the backslash.
    private mutating func escaped() throws(Failure) -> [UInt8] {
      guard let byte = next else { throw failure("the closing quote of a text") }
      at += 1
      switch byte {
      case UInt8(ascii: "b"): return [8]
      case UInt8(ascii: "f"): return [12]
      case UInt8(ascii: "n"): return [10]
      case UInt8(ascii: "r"): return [13]
      case UInt8(ascii: "t"): return [9]
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
      case UInt8(ascii: "u"):
        var unit = try codeUnit()
        if (0xd800..<0xdc00).contains(unit), bytes[at...].starts(with: Array("\\u".utf8)) {
          at += 2
          let low = try codeUnit()
          guard (0xdc00..<0xe000).contains(low) else { throw failure("the second half of a character") }
          unit = 0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00)
        }
        guard let scalar = Unicode.Scalar(unit) else { throw failure("a character") }
        return Array(String(scalar).utf8)
      default: throw failure("one of \" \\ / b f n r t u after a backslash")
      }
    }

    private mutating func codeUnit() throws(Failure) -> UInt32 {
      let digits = bytes[at..<min(at + 4, bytes.count)]
      guard digits.count == 4, let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) else {
        throw failure("four hexadecimal digits after \\u")
      }
      at += 4
      return unit
    }
  }
}
