import ArgumentParser
import SegueFilms
import SegueTools

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
  /// An option of a kind.
  init<Read>(
    _ kind: Kind<Read>, _ valueName: String, name: NameSpecification = .long,
    parsing: SingleValueParsingStrategy = .unconditional, completion: CompletionKind? = nil, _ help: String
  ) where Value == Read? {
    self.init(
      name: name, parsing: parsing, help: ArgumentHelp(help, valueName: valueName), completion: completion,
      transform: kind.read)
  }

  /// An option of a kind, with a default.
  init(
    wrappedValue: Value, _ kind: Kind<Value>, _ valueName: String, name: NameSpecification = .long,
    parsing: SingleValueParsingStrategy = .unconditional, _ help: String
  ) where Value: Sendable {
    self.init(
      wrappedValue: wrappedValue, name: name, parsing: parsing,
      help: ArgumentHelp(help, valueName: valueName), transform: kind.read)
  }
}

extension Kind {
  /// A value that only options have.
  static func typed(
    _ expected: String, _ schema: @autoclosure @escaping @Sendable () -> JSONValue = JSONSchema.typed(),
    suggestion: @escaping @Sendable (String) -> String = { _ in "" },
    _ parse: @escaping @Sendable (String) throws(Refusal) -> Value?
  ) -> Kind {
    .spelled(TextForm(expected, suggestion: suggestion, parse), schema())
  }

  /// Reads a text from the command line or from a batch line.
  func read(_ typed: String) throws(InvalidValue) -> Value {
    do throws(Refusal) {
      if let value = try text?.parse(typed) { return value }
    } catch {
      if case .error(let error) = error.reason { throw InvalidValue(": " + Failure.describe(error).sentence) }
    }
    throw InvalidValue(value: typed, expected: (text?.expected ?? "") + (text?.suggestion(typed) ?? ""))
  }
}

extension JSONSchema {
  /// A value as typed. A repeatable option also takes a list, or an object of named values.
  static func typed(repeats: Bool = false) -> JSONValue {
    let types = ["string", "number", "boolean"] + (repeats ? ["array", "object"] : [])
    return .object(["type": .list(types.map { .text($0) })])
  }
}

extension CaseIterable where Self: RawRepresentable {
  /// The cases as words of an option.
  static var choices: [(word: String, value: Self)] { allCases.map { ("\($0.rawValue)", $0) } }
  /// The cases, and `auto` for `nil`.
  static var orAuto: [(word: String, value: Self?)] { [("auto", nil)] + choices.map { ($0.word, $0.value) } }
}

extension Kind<Int> {
  /// A whole number within `range`.
  static func whole(_ range: ClosedRange<Int>) -> Kind {
    .typed("a whole number from \(range.lowerBound) to \(range.upperBound)") {
      Int($0).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// A number of bytes: `8MB`, `500kB`, `2GB`, or binary units such as `8MiB`; without a unit in bytes.
  static let bytes = Kind.typed("a number of bytes, such as 8MB or 500kB") { text in
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

extension Kind<Double> {
  /// A number within `range`. For a positive one the error suggests the negative one.
  /// - Parameter pattern: the texts that `parse` reads.
  static func decimal(
    _ range: ClosedRange<Double>, _ expected: String, like pattern: String = ValuePatterns.number,
    parse: @escaping @Sendable (String) -> Double? = { Double($0) }
  ) -> Kind {
    .typed(
      expected, JSONSchema.any(JSONSchema.number(range), JSONSchema.whole(pattern)),
      suggestion: { text in
        let isUnsigned = parse(text).map { $0 > 0 && range.contains(-$0) } ?? false
        return isUnsigned ? "; did you mean -\(text)?" : ""
      }
    ) { parse($0).flatMap { range.contains($0) ? $0 : nil } }
  }

  /// A time in seconds: `2`, `1.5s`, `500ms` or `1:02.5`; 0 is excluded if `isPositive`.
  static func seconds(isPositive: Bool = false) -> Kind {
    let bounds = isPositive ? "a time above 0, up to a day" : "a time of 0 or more, up to a day"
    let range = (isPositive ? Double.leastNormalMagnitude : 0)...TimingCurve.longestDuration
    return .typed(
      bounds + ": seconds (2, 1.5s), milliseconds (500ms) or 1:02.5",
      JSONSchema.seconds(isPositive: isPositive)
    ) { text in
      // Swift also reads hexadecimal numbers, "inf" and "nan".
      var number = text.allSatisfy({ "0123456789+-.eE".contains($0) }) ? Double(text) : nil
      if case .seconds(let seconds)? = FilmClip.Position(text.lowercased()) { number = seconds }
      return number.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// The time that a program may take without progress.
  static let timeout = decimal(0.1...86_400, "0.1 to 86400 seconds")
}

extension Kind<ImageSize> {
  static let size = typed(
    "WIDTHxHEIGHT, each from 1 to 16384, or a name such as 1080p or square"
  ) { ImageSize($0) }
}

extension Kind<FrameRate> {
  static let frameRate = typed(
    "frames per second above 0 and at most \(FrameRate.greatest): a number (30, 59.94) or a fraction (30000/1001)",
    JSONSchema.rate
  ) { try? FrameRate(parsing: $0) }
}

extension Kind<ClosedRange<Int>> {
  static let frames = typed("A-B, two whole numbers in order, from 0") { ClosedRange(frames: $0) }
}

extension Kind<VideoQuality> {
  static let quality = typed("a number or lossless") { VideoQuality($0) }
}

extension Kind<String> {
  static let text = typed("a text") { $0 }

  static let gpu = typed("a GPU's index or a part of its name in segue devices") { $0.isEmpty ? nil : $0 }

  /// The path of an output. Other names of standard output become `-`, since it may be a pipe.
  static let output = typed("a path") {
    ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains($0) ? "-" : $0
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

extension Kind<BatchShare> {
  /// A share, `K/N`.
  static func share(_ expected: String) -> Kind {
    .typed(expected) { text in
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let number = parts[0], let count = parts[1] else { return nil }
      return BatchShare(number, of: count)
    }
  }
}
