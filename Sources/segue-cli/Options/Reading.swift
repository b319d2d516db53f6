import ArgumentParser
import SegueImaging
import SegueMedia
import SegueMotion
import Segue
import SegueTransitions
import SegueTools

/// Reads options' values; what cannot be read is said with the option, the value and what is expected.
enum Reading {
  static func frameSize(_ text: String) throws -> FrameSize {
    try taken(
      FrameSize(text), "--size", text,
      "WIDTHxHEIGHT, WIDTHx or xHEIGHT, each from 1 to 16384, or a name such as 1080p or square")
  }

  static func size(_ text: String) throws -> ImageSize {
    try taken(
      ImageSize(text), "--size", text, "WIDTHxHEIGHT, each from 1 to 16384, or a name such as 1080p or square"
    )
  }

  /// An output's name; another name of standard output is `-`, since what is behind it may be a pipe.
  static func output(_ text: String) -> String {
    ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(text) ? "-" : text
  }

  static func color(_ text: String) throws -> RGBAColor {
    try taken(
      RGBAColor(text), "--background", text,
      "#rgb, #rrggbb, #rrggbbaa, a CSS colour name or transparent" + NameSuggestion.words(forColor: text))
  }

  static func frames(_ text: String) throws -> ClosedRange<Int> {
    try taken(ClosedRange(frames: text), "--frames", text, "A-B, two whole numbers in order, from 0")
  }

  static func frameRate(_ text: String) throws -> FrameRate { try frameRate(text, option: "--fps") }

  static func frameRate(_ text: String, option: String) throws -> FrameRate {
    try taken(
      try? FrameRate(parsing: text), option, text,
      "frames per second above 0 and at most \(FrameRate.greatest): a number (30, 59.94) or a fraction (30000/1001)"
    )
  }

  static func curve(_ text: String) throws -> TimingCurve { try curve(text, option: "--timing") }

  static func curve(_ text: String, option: String) throws -> TimingCurve {
    do {
      return try TimingCurve(parsing: text)
    } catch {
      throw CommandError.conflict("\(option): " + Failure.sentence(error))
    }
  }

  static func quality(_ text: String) throws -> VideoQuality {
    guard let quality = VideoQuality(text) else {
      throw UsageError.invalidValue(option: .quality, value: text, expected: "a number or lossless")
    }
    return quality
  }

  static func codec(_ text: String) throws -> String {
    if let meant = Suggestion.codec(for: text) {
      throw CommandError.conflict("--codec is “\(text)”; did you mean \(meant)?")
    }
    return text
  }

  /// Seconds: `2`, `1.5s`, `500ms` or `1:02.5`.
  static func seconds(_ text: String, _ option: String, isPositive: Bool) throws -> Double {
    let lower = text.lowercased()
    let (digits, scale): (Substring, Double) =
      lower.hasSuffix("ms")
      ? (lower.dropLast(2), 1000) : lower.hasSuffix("s") ? (lower.dropLast(), 1) : (lower[...], 1)
    let least = isPositive ? Double.leastNormalMagnitude : 0
    let plain = digits.allSatisfy({ "0123456789+-.e".contains($0) }) ? Double(digits).map { $0 / scale } : nil
    guard let seconds = plain ?? ClockText.seconds(text),
      (least...TimingCurve.longestDuration).contains(seconds)
    else {
      let bounds = isPositive ? "a time above 0, up to a day" : "a time of 0 or more, up to a day"
      throw refusal(option, text, bounds + ": seconds (2, 1.5s), milliseconds (500ms) or 1:02.5")
    }
    return seconds
  }

  /// A time of the film: seconds, a clock, or its frames as `75f`.
  static func position(_ text: String, _ option: String) throws -> FilmClip.Position {
    try taken(FilmClip.Position(text), option, text, "seconds (2, 1.5s), 1:02.5, or frames such as 75f")
  }

  /// A whole number within `range`.
  static func wholeNumber(_ text: String, _ option: String, in range: ClosedRange<Int>) throws -> Int {
    try taken(
      Int(text).flatMap { range.contains($0) ? $0 : nil }, option, text,
      "a whole number from \(range.lowerBound) to \(range.upperBound)")
  }

  /// Bytes: `8MB`, `500kB`, `2GB`, or their binary kin `8MiB`; a number alone is bytes.
  static func bytes(_ text: String, _ option: String) throws -> Int {
    let units: [(String, Double)] = [
      ("gib", 1_073_741_824), ("mib", 1_048_576), ("kib", 1024), ("gb", 1e9), ("mb", 1e6), ("kb", 1e3),
      ("g", 1e9),
      ("m", 1e6), ("k", 1e3), ("b", 1), ("", 1),
    ]
    let lower = text.lowercased()
    for (unit, scale) in units where lower.hasSuffix(unit) {
      let digits = lower.dropLast(unit.count)
      guard digits.allSatisfy({ "0123456789.".contains($0) }), let number = Double(digits),
        (1...1e15).contains(number * scale)
      else { break }
      return Int(number * scale)
    }
    throw refusal(option, text, "a number of bytes, such as 8MB or 500kB")
  }

  /// One of the words of `Choice`.
  static func choice<Choice: RawRepresentable & CaseIterable>(
    _ text: String, _ option: String
  ) throws -> Choice where Choice.RawValue == String {
    let words = Choice.allCases.map(\.rawValue)
    return try taken(
      Choice(rawValue: text), option, text,
      words.dropLast().joined(separator: ", ") + " or " + (words.last ?? ""))
  }

  /// A finite number within `range`.
  static func number(
    _ text: String, _ option: String, in range: ClosedRange<Double>, _ expected: String
  ) throws -> Double {
    try level(Double(text), text, option, in: range, expected)
  }

  /// A change of level within `range`: decibels, or a share of what it is. With `needsUnit` a number alone has to be below 0, since
  /// another could be either.
  static func decibels(
    _ text: String, _ option: String, in range: ClosedRange<Double>, _ expected: String,
    needsUnit: Bool = false
  ) throws -> Double {
    let number = Double(text).flatMap { needsUnit && $0 >= 0 ? nil : $0 }
    return try level(number ?? SoundLevel.decibels(text), text, option, in: range, expected)
  }

  /// `number` where it is within `range`; of one that lost its sign the other is asked about.
  private static func level(
    _ number: Double?, _ text: String, _ option: String, in range: ClosedRange<Double>, _ expected: String
  ) throws -> Double {
    if let number, range.contains(number) { return number }
    let isUnsigned = number.map { $0 > 0 && range.contains(-$0) } ?? false
    throw refusal(option, text, expected + (isUnsigned ? "; did you mean -\(text)?" : ""))
  }

  /// One share of several, `K/N`.
  static func share(_ text: String, _ option: String, _ expected: String) throws -> BatchShare {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1],
      let share = BatchShare(number, of: count)
    else { throw refusal(option, text, expected) }
    return share
  }

  /// A parameter of a transition, `NAME=VALUE`.
  static func parameter(_ text: String) throws -> (name: String, value: String) {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
      throw CommandError.conflict("-p “\(text)” is not NAME=VALUE")
    }
    return (name: String(text[..<equals]), value: String(text[text.index(after: equals)...]))
  }

  /// A text of the output's metadata, `NAME=TEXT`.
  static func metadata(_ word: String) throws -> (name: String, text: String) {
    guard let equals = word.firstIndex(of: "=") else {
      throw refusal("--meta", word, "NAME=TEXT, such as title=Summer")
    }
    let (name, text) = (word[..<equals].lowercased(), String(word[word.index(after: equals)...]))
    do throws(FileMetadata.Problem) { try FileMetadata.check(name, text) } catch {
      throw refusal("--meta", error.value, error.expected)
    }
    return (name, text)
  }

  /// `value`, or what is said where `text` gave none.
  private static func taken<Value>(
    _ value: Value?, _ option: String, _ text: String, _ expected: String
  ) throws -> Value {
    guard let value else { throw refusal(option, text, expected) }
    return value
  }

  private static func refusal(_ option: String, _ value: String, _ expected: String) -> CommandError {
    .value(option: option, value: value, expected: expected)
  }
}
