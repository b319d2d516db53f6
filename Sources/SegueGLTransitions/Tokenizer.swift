/// Splits GLSL into tokens, in one pass over the bytes.
///
/// **Source:** The OpenGL ES Shading Language 3.00, chapter 3.
struct Tokenizer {
  /// A problem and its line, from 1; 0 for the whole text.
  struct Failure: Error {
    var problem: ShaderFileError.Problem
    var line: Int
  }

  private let text: ShaderText
  private let end: Int
  private var position: Int
  private var line: Int
  private var isAtLineStart = true
  private var tokens: [Token] = []

  private init(_ text: ShaderText, _ range: Range<Int>, line: Int) {
    self.text = text
    self.line = line
    position = range.lowerBound
    end = range.upperBound
  }

  /// The tokens of the whole text.
  /// - Throws: `Failure` for a comment without an end and for characters outside of GLSL.
  static func tokens(of text: ShaderText) throws(Failure) -> [Token] {
    try tokens(of: text, in: 0..<text.bytes.count, line: 1)
  }

  /// The tokens of a part of the text that begins on `line`: the inside of a comment or a
  /// directive.
  static func tokens(of text: ShaderText, in range: Range<Int>, line: Int) throws(Failure) -> [Token] {
    var tokenizer = Tokenizer(text, range, line: line)
    // A directive cannot contain another one.
    tokenizer.isAtLineStart = range.lowerBound == 0 && line == 1
    while tokenizer.position < tokenizer.end { try tokenizer.step() }
    return tokenizer.tokens
  }

  /// The tokens at the start of a part, up to the first one that is not GLSL.
  static func prefix(of text: ShaderText, in range: Range<Int>, line: Int) -> [Token] {
    var tokenizer = Tokenizer(text, range, line: line)
    tokenizer.isAtLineStart = false
    do throws(Failure) {
      while tokenizer.position < tokenizer.end { try tokenizer.step() }
    } catch {
      return tokenizer.tokens
    }
    return tokenizer.tokens
  }

  private func byte(_ offset: Int = 0) -> UInt8? {
    position + offset < end ? text.bytes[position + offset] : nil
  }

  private mutating func add(_ kind: Token.Kind, to stop: Int) {
    tokens.append(Token(kind: kind, range: position..<stop, line: line))
    if kind != .comment { isAtLineStart = kind == .newline }
    position = stop
  }

  private mutating func step() throws(Failure) {
    guard let byte = byte() else { return }
    switch byte {
    case 0x20, 0x09, 0x0B, 0x0C: position += 1
    case 0x0A:
      add(.newline, to: position + 1)
      line += 1
    case UInt8(ascii: "\\") where self.byte(1) == 0x0A:
      // A continued line is one line for the grammar and two for the reader.
      position += 2
      line += 1
    case UInt8(ascii: "/") where self.byte(1) == UInt8(ascii: "/"): add(.comment, to: lineEnd())
    case UInt8(ascii: "/") where self.byte(1) == UInt8(ascii: "*"): try addBlockComment()
    case UInt8(ascii: "#") where isAtLineStart: addDirective()
    case _ where byte.isWordStart: add(.word, to: stop { $0.isWordStart || $0.isDigit })
    case _ where byte.isDigit || (byte == UInt8(ascii: ".") && self.byte(1)?.isDigit == true): addNumber()
    case _ where byte.isSymbol: add(.symbol, to: position + 1)
    default: throw Failure(problem: .unknownCharacter(byte), line: line)
    }
  }

  private func stop(while isPart: (UInt8) -> Bool) -> Int {
    var index = position
    while index < end, isPart(text.bytes[index]) { index += 1 }
    return index
  }

  private func lineEnd() -> Int { stop { $0 != 0x0A } }

  private mutating func addBlockComment() throws(Failure) {
    var index = position + 2
    var lines = 0
    while index + 1 < end,
      !(text.bytes[index] == UInt8(ascii: "*") && text.bytes[index + 1] == UInt8(ascii: "/"))
    {
      if text.bytes[index] == 0x0A { lines += 1 }
      index += 1
    }
    guard index + 1 < end else { throw Failure(problem: .unterminatedComment, line: line) }
    add(.comment, to: index + 2)
    line += lines
  }

  /// Adds a directive. It ends at a comment or at the end of its line, unless the line ends with a
  /// backslash.
  private mutating func addDirective() {
    var index = position
    var lines = 0
    while index < end {
      let byte = text.bytes[index]
      if byte == 0x0A {
        guard text.bytes[index - 1] == UInt8(ascii: "\\") else { break }
        lines += 1
      }
      if byte == UInt8(ascii: "/"), index + 1 < end,
        [UInt8(ascii: "/"), UInt8(ascii: "*")].contains(text.bytes[index + 1])
      {
        break
      }
      index += 1
    }
    add(.directive, to: index)
    line += lines
  }

  /// A preprocessing number: all adjacent characters, with the sign of an exponent.
  private mutating func addNumber() {
    var index = position
    while index < end {
      let byte = text.bytes[index]
      let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
      let isHex = index > position + 1 && text.bytes[position + 1] | 0x20 == UInt8(ascii: "x")
      let follows = index > position && text.bytes[index - 1] | 0x20 == UInt8(ascii: "e") && !isHex
      guard byte.isDigit || byte.isWordStart || byte == UInt8(ascii: ".") || (isSign && follows) else {
        break
      }
      index += 1
    }
    add(.number, to: index)
  }
}

/// A shader's text as bytes, with a line feed as every line end.
struct ShaderText {
  let bytes: [UInt8]

  /// Converts `\r\n` and single `\r` to line ends, as GLSL does, and skips a byte order mark.
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

/// A token of GLSL: its kind and its position.
struct Token: Hashable {
  /// The kinds that the parser and the rewriter distinguish.
  enum Kind: Hashable {
    /// A name or a keyword.
    case word
    /// A numeric literal.
    case number
    /// An operator or a bracket, one character each.
    case symbol
    /// `//` to the end of the line, or `/* … */`.
    case comment
    /// `#` to the end of the line, continuations included.
    case directive
    case newline
  }

  var kind: Kind
  /// The range of the token's bytes in the text.
  var range: Range<Int>
  /// The line, from 1.
  var line: Int

  /// Whether the compiler's grammar sees the token.
  var isCode: Bool { kind == .word || kind == .number || kind == .symbol }

  /// The range of a comment's text, without its marks.
  func inside(of text: ShaderText) -> Range<Int> {
    let isBlock = text.bytes[range.lowerBound + 1] == UInt8(ascii: "*")
    return (range.lowerBound + 2)..<(range.upperBound - (isBlock ? 2 : 0))
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  fileprivate var isWordStart: Bool {
    self == UInt8(ascii: "_") || (self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z"))
  }
  /// GLSL's punctuation, and `#` within directives.
  fileprivate var isSymbol: Bool {
    switch self {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "$"), UInt8(ascii: "@"), UInt8(ascii: "`"),
      UInt8(ascii: "\\"):
      false
    default: self > 0x20 && self < 0x7F
    }
  }
}
