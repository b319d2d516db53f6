import SegueImaging
import SegueMotion

/// Regular expressions for typed values, for schemas.
package enum ValuePatterns {
  /// A whole number from 0 to `maximum`, with any number of leading zeros.
  package static func whole(upTo maximum: Int) -> String {
    let digits = String(maximum).compactMap(\.wholeNumberValue)
    var forms = digits.count > 1 ? ["[0-9]{1,\(digits.count - 1)}"] : []
    for (index, digit) in digits.enumerated() where digit > 0 {
      let head = digits[..<index].map(String.init).joined()
      let tail = digits.count - index - 1
      forms.append(head + "[0-\(digit - 1)]" + (tail > 0 ? "[0-9]{\(tail)}" : ""))
    }
    return "0*(?:\((forms + [String(maximum)]).joined(separator: "|")))"
  }

  /// A decimal number from 0 to `maximum`, such as `2`, `2.5` or `.5`.
  package static func decimal(upTo maximum: Int) -> String {
    "(?:\(whole(upTo: maximum - 1))(?:\\.[0-9]*)?|0*\(maximum)(?:\\.0*)?|\\.[0-9]+)"
  }

  /// A clock time such as `1:02.5` or `1:00:02`, up to `maximum` seconds, which must be whole hours.
  package static func clock(upTo maximum: Int) -> String {
    let (minutes, seconds) = ("0*[0-5]?[0-9]", "(?:0*[0-5]?[0-9](?:\\.[0-9]*)?|\\.[0-9]+)")
    return
      "(?:\(whole(upTo: maximum / 60 - 1)):\(seconds)|0*\(maximum / 60):0+(?:\\.0*)?"
      + "|\(whole(upTo: maximum / 3600 - 1)):\(minutes):\(seconds)|0*\(maximum / 3600):0+:0+(?:\\.0*)?)"
  }

  /// A pattern that matches `word` in any case.
  private static func anyCase(_ word: String) -> String {
    word.map { $0.isLetter ? "[\($0.lowercased())\($0.uppercased())]" : "\($0)" }.joined()
  }

  /// A number as typed.
  package static let number = "[+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
  /// A change of a sound's level: `-6`, `-6dB` or `50%`.
  package static let level = number + " *(?:[dD][bB]|%)?"

  package static let opaqueColor: String = {
    let names = RGBAColor.names.map(anyCase).joined(separator: "|")
    return "(?:#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}(?:[fF]{2})?|\(names))"
  }()
  /// A colour, opaque or not.
  package static let color = "(?:\(opaqueColor)|#[0-9a-fA-F]{8}|\(anyCase("transparent")))"

  /// A frame size as two sides, one side, or a name.
  package static let size: String = {
    let pixels = "(?=0*[1-9])\(whole(upTo: ImageSize.largestSide))"
    let names = ImageSize.named.map { anyCase($0.name) }.joined(separator: "|")
    return "(?:\(pixels)[xX]\(pixels)|\(pixels)[xX]|[xX]\(pixels)|\(names))"
  }()

  /// A frame rate. The bound of a million is not checked for fractions.
  package static let rate =
    "(?:(?=0*\\.?0*[1-9])(?:\(whole(upTo: FrameRate.greatest - 1))(?:\\.[0-9]+)?|0*\(FrameRate.greatest)(?:\\.0+)?)"
    + "|0*[1-9][0-9]*/0*[1-9][0-9]*)"
}

extension JSONSchema {
  /// A text that matches `pattern` as a whole.
  package static func whole(_ pattern: String) -> JSONValue { text("^\(pattern)$") }

  /// A text that matches `pattern` as a whole, such as `examples`.
  package static func whole(_ pattern: String, like examples: [String]) -> JSONValue {
    like(examples.map { .text($0) }, whole(pattern))
  }

  /// A non-empty text.
  package static let word = JSONValue.object(["type": .text("string"), "minLength": .number(1)])

  /// Seconds up to a day, as a number or a text such as `2`, `1.5s`, `500ms` or `1:02.5`; not 0 if
  /// `isPositive`.
  package static func seconds(isPositive: Bool = false) -> JSONValue {
    let limit = Int(TimingCurve.longestDuration)
    let texts =
      "(?:\(ValuePatterns.decimal(upTo: limit))[sS]?|\(ValuePatterns.decimal(upTo: limit * 1000))[mM][sS]"
      + "|\(ValuePatterns.clock(upTo: limit)))"
    let number = JSONValue.object([
      "type": .text("number"), isPositive ? "exclusiveMinimum" : "minimum": .number(0),
      "maximum": .number(Double(limit)),
    ])
    return any(number, whole((isPositive ? "(?=.*[1-9])" : "") + texts))
  }

  /// A frame rate as a number or a text.
  package static let rate = any(number(FrameRate.numbers), whole(ValuePatterns.rate, like: ["30000/1001"]))
}

extension FrameRate {
  /// The frame rates that a file may give as a number.
  package static let numbers = 0.001...Double(greatest)
}

extension JSONObject {
  /// A frame rate, as a number or a text.
  package func rate(_ key: String) throws(JSONProblem) -> FrameRate? {
    guard let value = value(key) else { return nil }
    if let number = value.number, !FrameRate.numbers.contains(number) {
      throw problem(
        "“\(key)” is \(number.typed), but must be 0.001 to \(FrameRate.greatest) frames/s", of: key)
    }
    guard let text = value.number?.typed ?? value.text else {
      throw problem("“\(key)” must be a number, or a text such as \"30000/1001\"", of: key)
    }
    do { return try FrameRate(parsing: text) } catch {
      throw problem("“\(key)”: \(error)", of: key)
    }
  }
}
