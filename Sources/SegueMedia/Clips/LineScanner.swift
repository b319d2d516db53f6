import Glibc

/// A forward scanner over a line of a program's log. ffmpeg logs a line per frame, and a regular
/// expression would be parsed anew for each.
struct LineScanner {
  private var rest: Substring

  init(_ line: String) {
    var line = line
    line.makeContiguousUTF8()
    rest = line[...]
  }

  /// Advances past the next `text`; stays in place if `text` does not occur.
  /// - Returns: whether `text` occurred.
  mutating func pass(_ text: StaticString) -> Bool {
    let place = rest.utf8.withContiguousStorageIfAvailable { bytes in
      text.withUTF8Buffer { Self.place(of: $0, in: bytes) }
    }
    guard let place, let place else { return false }
    rest = rest[rest.utf8.index(rest.startIndex, offsetBy: place + text.utf8CodeUnitCount)...]
    return true
  }

  /// Reads numbers of at most 31 bits: the first after the next `text`, each further one directly
  /// after its text in `others`.
  /// - Returns: a number per text; `nil`, without advancing, if one is missing.
  mutating func numbers(after text: StaticString, _ others: StaticString...) -> [Int]? {
    var copy = self
    guard copy.pass(text), let first = copy.number() else { return nil }
    var numbers = [first]
    for other in others {
      guard copy.isBefore(other), copy.pass(other), let number = copy.number() else { return nil }
      numbers.append(number)
    }
    self = copy
    return numbers
  }

  /// Whether `text` occurs in the rest of the line.
  func contains(_ text: StaticString) -> Bool {
    var copy = self
    return copy.pass(text)
  }

  /// Whether the rest of the line begins with `text`.
  func isBefore(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { rest.utf8.starts(with: $0) }
  }

  /// Reads up to the next space.
  mutating func word() -> Substring {
    let word = rest.utf8.prefix { $0 != UInt8(ascii: " ") }
    rest = rest[word.endIndex...]
    return Substring(word)
  }

  private static func place(of text: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>) -> Int?
  {
    guard bytes.count >= text.count, let start = bytes.baseAddress, let words = text.baseAddress else {
      return nil
    }
    return (0...bytes.count - text.count).first { place in
      start[place] == words[0] && memcmp(start + place, words, text.count) == 0
    }
  }

  private mutating func number() -> Int? {
    let digits = rest.utf8.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    guard let number = Int32(Substring(digits)) else { return nil }
    rest = rest[digits.endIndex...]
    return Int(number)
  }
}
