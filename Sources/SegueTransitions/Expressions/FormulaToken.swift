/// A token of an expression or of a filter chain.
struct FormulaToken: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    /// A number without its unit.
    case number(Double)
    /// Letters, digits and `_` after a number without a space, such as the `px` of `8px`, or `%`.
    case unit(String)
    /// Letters, digits and `_`.
    case name(String)
    /// A text in quotes, without its quotes, or an unquoted path of a shader.
    case text(String)
    /// `#` with letters and digits.
    case color(String)
    /// A sign: `+ - * / ^ ( ) , : =`.
    case sign(Character)
    /// The end of the text.
    case end
  }

  var kind: Kind
  /// The range in the text, as offsets of UTF-8 bytes.
  var range: Range<Int>

  /// The maximum length of a text in bytes.
  static let longest = 16384

  /// The tokens of `text`, followed by one `end`.
  static func tokens(of text: String) throws(FormulaError) -> [FormulaToken] {
    let bytes = Array(text.utf8)
    guard bytes.count <= longest else {
      throw FormulaError(.tooLong(limit: longest), at: longest..<bytes.count, in: text)
    }
    var tokens: [FormulaToken] = []
    var at = 0
    while at < bytes.count {
      let start = at
      let byte = bytes[at]
      if let end = endOfPath(bytes, from: at) {
        at = end
        let path = String(decoding: bytes[start..<at], as: UTF8.self)
        tokens.append(FormulaToken(kind: .text(path), range: start..<at))
        continue
      }
      switch byte {
      case UInt8(ascii: " "), 9, 10, 13:
        at += 1
        continue
      case UInt8(ascii: ".") where isExtension(bytes, at: start):
        throw FormulaError(.unquotedPath, at: argument(in: bytes, around: start), in: text)
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."):
        at = endOfNumber(bytes, from: at)
        guard let number = Double(String(decoding: bytes[start..<at], as: UTF8.self)), number.isFinite else {
          throw FormulaError(.expected("a number"), at: start..<at, in: text)
        }
        tokens.append(FormulaToken(kind: .number(number), range: start..<at))
        let isPercent = at < bytes.count && bytes[at] == UInt8(ascii: "%")
        let unit = isPercent ? at + 1 : endOfWord(bytes, from: at)
        if unit > at {
          let word = String(decoding: bytes[at..<unit], as: UTF8.self)
          // The text is a path such as “take-2.cube”.
          if bytes[at - 1] == UInt8(ascii: "."), word != "px" {
            throw FormulaError(.unquotedPath, at: argument(in: bytes, around: start), in: text)
          }
          tokens.append(FormulaToken(kind: .unit(word), range: at..<unit))
          at = unit
        }
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard let (content, end) = quoted(bytes, from: at) else {
          throw FormulaError(.unterminatedText, at: start..<bytes.count, in: text)
        }
        at = end
        tokens.append(FormulaToken(kind: .text(content), range: start..<at))
      case UInt8(ascii: "#"):
        at = endOfWord(bytes, from: at + 1)
        let word = String(decoding: bytes[start..<at], as: UTF8.self)
        tokens.append(FormulaToken(kind: .color(word), range: start..<at))
      case _ where isWord(byte):
        at = endOfWord(bytes, from: at)
        let word = String(decoding: bytes[start..<at], as: UTF8.self)
        tokens.append(FormulaToken(kind: .name(word), range: start..<at))
      case _ where "+-*/^(),:=".utf8.contains(byte):
        at += 1
        tokens.append(FormulaToken(kind: .sign(Character(Unicode.Scalar(byte))), range: start..<at))
      default:
        at += 1
        while at < bytes.count, bytes[at] & 0xc0 == 0x80 { at += 1 }
        let whole = argument(in: bytes, around: start)
        if whole.contains(where: { isExtension(bytes, at: $0) }) {
          throw FormulaError(.unquotedPath, at: whole, in: text)
        }
        throw FormulaError(.unknownCharacter, at: start..<at, in: text)
      }
    }
    tokens.append(FormulaToken(kind: .end, range: bytes.count..<bytes.count))
    return tokens
  }

  /// The end of an unquoted shader path that begins here, after a space or at the beginning; `nil`
  /// if it contains other syntax.
  private static func endOfPath(_ bytes: [UInt8], from start: Int) -> Int? {
    let isFirst = start == 0 || [9, 10, 13, 32].contains(bytes[start - 1])
    guard isFirst, bytes[start] != UInt8(ascii: "\""), bytes[start] != UInt8(ascii: "'") else { return nil }
    let word = bytes[start...].prefix { $0 > 32 && !"(),\"'".utf8.contains($0) }
    return word.count > 5 && word.suffix(5).elementsEqual(".glsl".utf8) ? word.endIndex : nil
  }

  /// The range of the argument around `place`, from one bracket, comma or equals sign to the next.
  private static func argument(in bytes: [UInt8], around place: Int) -> Range<Int> {
    func isEnd(_ byte: UInt8) -> Bool { byte <= 32 || "(),=".utf8.contains(byte) }
    let start = bytes[..<place].lastIndex(where: isEnd).map { $0 + 1 } ?? 0
    return start..<(bytes[place...].firstIndex(where: isEnd) ?? bytes.count)
  }

  /// Whether the point at `place` begins a file's extension.
  private static func isExtension(_ bytes: [UInt8], at place: Int) -> Bool {
    bytes[place] == UInt8(ascii: ".") && place > 0 && isWord(bytes[place - 1]) && place + 1 < bytes.count
      && isLetter(bytes[place + 1])
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 32) }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 48 && byte <= 57 }

  private static func isWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122) || byte == UInt8(ascii: "_")
  }

  private static func endOfWord(_ bytes: [UInt8], from start: Int) -> Int {
    var at = start
    while at < bytes.count, isWord(bytes[at]) { at += 1 }
    return at
  }

  /// The end of a number at `start`: digits, a point, digits, and an exponent if it has digits.
  private static func endOfNumber(_ bytes: [UInt8], from start: Int) -> Int {
    var at = start
    while at < bytes.count, isDigit(bytes[at]) { at += 1 }
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") { at += 1 }
    while at < bytes.count, isDigit(bytes[at]) { at += 1 }
    guard at < bytes.count, bytes[at] | 32 == UInt8(ascii: "e") else { return at }
    var end = at + 1
    if end < bytes.count, bytes[end] == UInt8(ascii: "-") || bytes[end] == UInt8(ascii: "+") { end += 1 }
    let digits = end
    while end < bytes.count, isDigit(bytes[end]) { end += 1 }
    return end > digits ? end : at
  }

  /// The text between the quote at `start` and its partner; `\` escapes the next byte.
  private static func quoted(_ bytes: [UInt8], from start: Int) -> (content: String, end: Int)? {
    var content: [UInt8] = []
    var at = start + 1
    while at < bytes.count, bytes[at] != bytes[start] {
      if bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.count { at += 1 }
      content.append(bytes[at])
      at += 1
    }
    return at < bytes.count ? (String(decoding: content, as: UTF8.self), at + 1) : nil
  }
}
