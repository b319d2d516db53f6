import ArgumentParser
import SegueFilms
import SegueTools

/// Reads the value of an option from the command line or from a batch line.
struct Reader<Value>: Sendable {
  /// The schema of the value in a batch line; `nil` if any text is allowed. Computed on demand,
  /// since every start of the tool makes all options.
  var schema: JSONValue? { makeSchema() }
  private let makeSchema: @Sendable () -> JSONValue?
  /// Parses a text.
  /// - Throws: `InvalidValue`.
  let read: @Sendable (String) throws -> Value

  /// Reads with `read`; a result of `nil` is an error that names `expected`.
  init(
    _ schema: @autoclosure @escaping @Sendable () -> JSONValue? = nil, expected: String,
    _ read: @escaping @Sendable (String) -> Value?
  ) {
    makeSchema = schema
    self.read = { text in
      guard let value = read(text) else { throw InvalidValue(value: text, expected: expected) }
      return value
    }
  }

  /// Reads with `read`, which throws its own errors.
  init(
    schema: @autoclosure @escaping @Sendable () -> JSONValue? = nil,
    _ read: @escaping @Sendable (String) throws -> Value
  ) {
    makeSchema = schema
    self.read = read
  }

  /// Reads the value of `option`.
  /// - Throws: `CommandError`.
  func read(_ text: String, of option: String) throws -> Value {
    do { return try read(text) } catch let error as InvalidValue { throw error.of(option) }
  }
}

/// An invalid value, as the rest of a sentence that begins with the option.
struct InvalidValue: Error, CustomStringConvertible {
  let description: String

  /// `is “x”, but must be …`.
  init(value: String, expected: String) { description = " is “\(value)”, but must be \(expected)" }

  /// A sentence without the option at its beginning; `rest` begins with a space or punctuation.
  init(_ rest: String) { description = rest }

  /// The whole sentence for `option`.
  func of(_ option: String) -> CommandError { .option(option, problem: description) }
}

extension Option {
  /// An option whose value is read by `reader`.
  init<Read>(
    _ reader: Reader<Read>, _ valueName: String, name: NameSpecification = .long,
    parsing: SingleValueParsingStrategy = .unconditional, completion: CompletionKind? = nil, _ help: String
  ) where Value == Read? {
    self.init(
      name: name, parsing: parsing, help: ArgumentHelp(help, valueName: valueName), completion: completion,
      transform: reader.read)
  }

  /// An option with a default, whose value is read by `reader`.
  init(
    wrappedValue: Value, _ reader: Reader<Value>, _ valueName: String, name: NameSpecification = .long,
    parsing: SingleValueParsingStrategy = .unconditional, _ help: String
  ) {
    self.init(
      wrappedValue: wrappedValue, name: name, parsing: parsing,
      help: ArgumentHelp(help, valueName: valueName), transform: reader.read)
  }
}

extension Reader {
  /// A word of the enumeration `Value`.
  static func choice() -> Reader
  where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
    let words = Value.allCases.map(\.rawValue)
    let numbers = words.compactMap(Double.init).map(JSONValue.number)
    return Reader(
      .object(["enum": .list(words.map { .text($0) } + numbers)]), expected: words.inWords(last: "or")
    ) { Value(rawValue: $0) }
  }
}

extension Reader<Int> {
  /// A whole number within `range`.
  static func whole(_ range: ClosedRange<Int>) -> Reader {
    Reader(expected: "a whole number from \(range.lowerBound) to \(range.upperBound)") {
      Int($0).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// A number of plays, or `forever`, which is 0.
  static let plays = Reader(PlayCountText.schema, expected: PlayCountText.expected, PlayCountText.plays)

  /// A number of bytes: `8MB`, `500kB`, `2GB`, or binary units such as `8MiB`; without a unit in bytes.
  static let bytes = Reader(expected: "a number of bytes, such as 8MB or 500kB") { text in
    let units: [(String, Double)] = [
      ("gib", 1_073_741_824), ("mib", 1_048_576), ("kib", 1024), ("gb", 1e9), ("mb", 1e6), ("kb", 1e3),
      ("g", 1e9), ("m", 1e6), ("k", 1e3), ("b", 1), ("", 1),
    ]
    let lower = text.lowercased()
    guard let (unit, scale) = units.first(where: { lower.hasSuffix($0.0) }) else { return nil }
    let digits = lower.dropLast(unit.count)
    guard digits.allSatisfy({ "0123456789.".contains($0) }), let number = Double(digits),
      (1...1e15).contains(number * scale)
    else { return nil }
    return Int(number * scale)
  }
}

extension Reader<Double> {
  static func number(_ range: ClosedRange<Double>, _ expected: String) -> Reader {
    Reader(schema: JSONSchema.any(JSONSchema.number(range), JSONSchema.whole(ValuePatterns.number))) {
      try level(Double($0), $0, in: range, expected)
    }
  }

  /// A change of level within `range`, in decibels or as a percentage. With `needsUnit` a bare number must be negative,
  /// since a positive one could be either.
  static func decibels(
    _ range: ClosedRange<Double>, _ expected: String, needsUnit: Bool = false
  ) -> Reader {
    Reader(schema: JSONSchema.any(JSONSchema.number(range), JSONSchema.whole(ValuePatterns.level))) { text in
      let number = Double(text).flatMap { needsUnit && $0 >= 0 ? nil : $0 }
      return try level(number ?? SoundLevel.decibels(text), text, in: range, expected)
    }
  }

  /// `number` if it is within `range`. For a positive number the error suggests the negative one.
  private static func level(
    _ number: Double?, _ text: String, in range: ClosedRange<Double>, _ expected: String
  ) throws -> Double {
    if let number, range.contains(number) { return number }
    let isUnsigned = number.map { $0 > 0 && range.contains(-$0) } ?? false
    throw InvalidValue(value: text, expected: expected + (isUnsigned ? "; did you mean -\(text)?" : ""))
  }

  /// A time in seconds: `2`, `1.5s`, `500ms` or `1:02.5`; 0 is excluded if `isPositive`.
  static func seconds(isPositive: Bool = false) -> Reader {
    let bounds = isPositive ? "a time above 0, up to a day" : "a time of 0 or more, up to a day"
    return Reader(
      JSONSchema.seconds(isPositive: isPositive),
      expected: bounds + ": seconds (2, 1.5s), milliseconds (500ms) or 1:02.5"
    ) { text in
      let lower = text.lowercased()
      let (digits, scale): (Substring, Double) =
        lower.hasSuffix("ms")
        ? (lower.dropLast(2), 1000) : lower.hasSuffix("s") ? (lower.dropLast(), 1) : (lower[...], 1)
      let minimum = isPositive ? Double.leastNormalMagnitude : 0
      let plain =
        digits.allSatisfy({ "0123456789+-.e".contains($0) }) ? Double(digits).map { $0 / scale } : nil
      return (plain ?? ClockText.seconds(text)).flatMap {
        (minimum...TimingCurve.longestDuration).contains($0) ? $0 : nil
      }
    }
  }

  /// The time that a program may take without progress.
  static let timeout = number(0.1...86_400, "0.1 to 86400 seconds")
}

extension Reader<FrameSize> {
  static let frameSize = Reader(
    JSONSchema.whole(ValuePatterns.size), expected: FrameSize.expected, FrameSize.init)
}

extension Reader<ImageSize> {
  static let size = Reader(
    expected: "WIDTHxHEIGHT, each from 1 to 16384, or a name such as 1080p or square", ImageSize.init)
}

extension Reader<FrameRate> {
  static let frameRate = Reader(
    JSONSchema.rate,
    expected:
      "frames per second above 0 and at most \(FrameRate.greatest): a number (30, 59.94) or a fraction (30000/1001)"
  ) { try? FrameRate(parsing: $0) }
}

extension Reader<RGBAColor> {
  static let color = Reader(schema: JSONSchema.whole(ValuePatterns.color)) { text in
    guard let color = RGBAColor(text) else {
      throw InvalidValue(
        value: text,
        expected: "#rgb, #rrggbb, #rrggbbaa, a CSS colour name or transparent"
          + NameSuggestion.words(forColor: text))
    }
    return color
  }
}

extension Reader<ClosedRange<Int>> {
  static let frames = Reader(expected: "A-B, two whole numbers in order, from 0") { ClosedRange(frames: $0) }
}

extension Reader<FilmClip.Position> {
  /// A time in the film: seconds, a clock time, or frames such as `75f`.
  static let position = Reader(
    FilmSchema.inFilm, expected: "seconds (2, 1.5s), 1:02.5, or frames such as 75f"
  ) { FilmClip.Position($0) }
}

extension Reader<TimingCurve> {
  static let curve = Reader { text in
    do throws(TimingCurveError) { return try TimingCurve(text: text) } catch {
      throw InvalidValue(": " + Failure.sentence(error))
    }
  }
}

extension Reader<VideoQuality> {
  static let quality = Reader(expected: "a number or lossless", VideoQuality.init)
}

extension Reader<String> {
  static let text = Reader { $0 }

  static let gpu = Reader(expected: "a GPU's index or a part of its name in segue devices") {
    $0.isEmpty ? nil : $0
  }

  /// The path of an output. Other names of standard output become `-`, since it may be a pipe.
  static let output = Reader { ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains($0) ? "-" : $0 }

  /// A codec; another program's name for a codec is an error with a suggestion.
  static let codec = Reader { text in
    if let suggestion = Suggestion.codec(for: text) {
      throw InvalidValue(" is “\(text)”; did you mean \(suggestion)?")
    }
    return text
  }
}

/// A word of the form `NAME=VALUE`.
enum NamedValue {
  /// A parameter of a transition.
  static func parameter(_ text: String) throws -> (name: String, value: String) {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
      throw CommandError.conflict("-p “\(text)” is not NAME=VALUE")
    }
    return (name: String(text[..<equals]), value: String(text[text.index(after: equals)...]))
  }

  /// A text of the output's metadata.
  static func metadata(_ word: String) throws -> (name: String, text: String) {
    guard let equals = word.firstIndex(of: "=") else {
      throw InvalidValue(value: word, expected: "NAME=TEXT, such as title=Summer").of("--meta")
    }
    let (name, text) = (word[..<equals].lowercased(), String(word[word.index(after: equals)...]))
    do throws(FileMetadata.Problem) { try FileMetadata.check(name, text) } catch {
      throw InvalidValue(value: error.value, expected: error.expected).of("--meta")
    }
    return (name, text)
  }
}

extension Reader<BatchShare> {
  /// A share, `K/N`.
  static func share(_ expected: String) -> Reader {
    Reader(expected: expected) { text in
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let number = parts[0], let count = parts[1] else { return nil }
      return BatchShare(number, of: count)
    }
  }
}
