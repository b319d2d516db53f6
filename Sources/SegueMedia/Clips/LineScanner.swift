import Glibc

/// A line of a program's log, read from its front on. There is one for each frame, so nothing here is a regular expression,
/// which would be parsed anew for each line.
struct LineScanner {
  private var rest: Substring

  /// Begins at the front of `line`.
  init(_ line: String) {
    var line = line
    line.makeContiguousUTF8()
    rest = line[...]
  }

  /// Goes on behind the next `text`, or stays where there is none.
  /// - Returns: whether there was one.
  mutating func pass(_ text: StaticString) -> Bool {
    let place = rest.utf8.withContiguousStorageIfAvailable { bytes in
      text.withUTF8Buffer { Self.place(of: $0, in: bytes) }
    }
    guard let place, let place else { return false }
    rest = rest[rest.utf8.index(rest.startIndex, offsetBy: place + text.utf8CodeUnitCount)...]
    return true
  }

  /// Reads numbers: the first behind the next `text`, each other one behind the text of `others` that follows on the one before.
  /// None has more than 31 bits.
  /// - Returns: as many numbers as texts; `nil`, and the place stays the same, where one of them is missing.
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

  /// Whether `text` is anywhere from here on.
  func contains(_ text: StaticString) -> Bool {
    var copy = self
    return copy.pass(text)
  }

  /// Whether `text` comes next.
  func isBefore(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { rest.utf8.starts(with: $0) }
  }

  /// Reads on up to the next space.
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
