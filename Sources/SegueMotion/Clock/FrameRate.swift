import SegueFields
import SegueMath

/// A frame rate: frames per second as an exact fraction in lowest terms. Numerator and denominator are
/// at least 1 and below 2³¹; the rate is at most a million.
public struct FrameRate: Sendable, Hashable, CustomStringConvertible {
  /// The number of frames in ``denominator`` seconds.
  package let numerator: Int
  /// The duration of ``numerator`` frames, in seconds.
  package let denominator: Int

  package static let sixty = FrameRate(wholeNumber: 60)

  /// The maximum rate, in frames per second.
  package static let greatest = 1_000_000
  /// The maximum numerator and denominator: 31 bits, as in the headers of video containers.
  static let greatestPart = Int(Int32.max)

  /// The rate of `numerator` frames in `denominator` seconds.
  ///
  /// - Throws: `SegueError` with the code `invalidValue` unless the rate is above 0, at most a
  ///   million, and both parts fit in 31 bits in lowest terms.
  public init(_ numerator: Int, per denominator: Int = 1) throws(SegueError) {
    guard numerator > 0, denominator > 0 else {
      throw SegueError(FrameRateError.outOfRange("\(numerator)/\(denominator)"))
    }
    let ratio = Ratio(numerator, denominator)
    self.numerator = ratio.numerator
    self.denominator = ratio.denominator
    guard max(self.numerator, self.denominator) <= Self.greatestPart,
      self.numerator <= Self.greatest * self.denominator
    else { throw SegueError(FrameRateError.outOfRange("\(numerator)/\(denominator)")) }
  }

  /// Reads a rate: a whole number, a decimal number (exactly: `59.94` is 2997/50), or a fraction of
  /// whole numbers (`30000/1001`). Signs, exponents and spaces are malformed.
  ///
  /// - Throws: `SegueError` with the code `invalidValue` for another form, for more than nine decimals,
  ///   and for rates that ``init(_:per:)`` rejects.
  public init(parsing text: String) throws(SegueError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2 {
      try self.init(
        Self.number(parts[0], in: text), per: Self.number(parts[1], in: text))
      return
    }
    let decimal = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 1, decimal.count <= 2, let whole = decimal.first else {
      throw SegueError(FrameRateError.malformed(text))
    }
    guard decimal.count == 2 else {
      try self.init(Self.number(whole, in: text))
      return
    }
    // Trailing zeros do not count towards the nine digits.
    let fraction = String(decimal[1].reversed().drop { $0 == "0" }.reversed())
    guard decimal[1].allSatisfy(Self.isDigit), !decimal[1].isEmpty else {
      throw SegueError(FrameRateError.malformed(text))
    }
    guard fraction.count <= 9 else { throw SegueError(FrameRateError.outOfRange(text)) }
    let scale = (0..<fraction.count).reduce(1) { product, _ in product * 10 }
    let units = try Self.number(whole, in: text)
    guard units <= Self.greatest else { throw SegueError(FrameRateError.outOfRange(text)) }
    try self.init(units * scale + (Int(fraction) ?? 0), per: scale)
  }

  /// The rate in frames per second, rounded to a `Double`.
  public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

  /// The duration of a frame, in seconds.
  package var frameDuration: Double { Double(denominator) / Double(numerator) }

  /// The time of frame `index` in seconds, index / rate, without accumulated errors.
  package func time(ofFrame index: Int) -> Double { Double(index) * Double(denominator) / Double(numerator) }

  /// The exact time of frame `index` in seconds.
  package func exactTime(ofFrame index: Int) -> Ratio { Ratio(index) / ratio }

  /// `seconds` in whole frames, with halves rounded up.
  package func position(of seconds: Ratio) -> Int { (seconds * ratio).rounded }

  /// `seconds`, rounded to nine decimal places, in whole frames clamped to ±2⁵³. Halves are rounded up.
  package func position(of seconds: Double) -> Int {
    if abs(seconds) < 0x1p33 { return position(of: Ratio(typed: seconds)) }
    let maximum = 0x1p53
    let frames = (seconds * Double(numerator) / Double(denominator) + 0.5).rounded(.down)
    return Int(frames < -maximum ? -maximum : frames < maximum ? frames : maximum)
  }

  /// The rate as an exact fraction, in frames per second.
  package var ratio: Ratio { Ratio(numerator, denominator) }

  /// The number of frames in a decimal number of `seconds`, rounded to nearest (halves away from
  /// 0), and limited to the range of `Int`; 0 for NaN.
  package func frames(in seconds: Double) -> Int {
    if abs(seconds) < 0x1p33 {
      let count = (Ratio(typed: abs(seconds)) * ratio).rounded
      return seconds < 0 ? -count : count
    }
    let count = (seconds * Double(numerator) / Double(denominator)).rounded()
    return Int(exactly: count) ?? (count > 0 ? .max : count < 0 ? .min : 0)
  }

  /// The numerator and the denominator, for example `60/1`.
  public var description: String { "\(numerator)/\(denominator)" }

  /// A rate of `wholeNumber` frames per second, which is within the range.
  private init(wholeNumber: Int) {
    numerator = wholeNumber
    denominator = 1
  }

  private static func isDigit(_ character: Character) -> Bool { "0123456789".contains(character) }

  private static func number(_ digits: Substring, in text: String) throws(SegueError) -> Int {
    guard !digits.isEmpty, digits.allSatisfy(isDigit) else {
      throw SegueError(FrameRateError.malformed(text))
    }
    guard let number = Int(digits) else { throw SegueError(FrameRateError.outOfRange(text)) }
    return number
  }
}

/// An error in a frame rate, with its text.
package enum FrameRateError: DescribedError {
  /// Neither a decimal number nor a fraction of whole numbers.
  case malformed(String)
  /// The rate is 0, negative or above a million, or a part exceeds 31 bits.
  case outOfRange(String)
}

extension FrameRateError {
  package var code: SegueError.Code { .invalidValue }

  /// The error as one sentence without a full stop.
  package var sentence: String {
    switch self {
    case .malformed(let text):
      return "“\(text)” is not a frame rate: expected a number (59.94) or a fraction (30000/1001)"
    case .outOfRange(let text):
      return "the frame rate \(text) must be above 0 and at most \(FrameRate.greatest), with parts below 2^31"
    }
  }
}
