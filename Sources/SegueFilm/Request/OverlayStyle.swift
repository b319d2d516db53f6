import SegueFields
import SegueImaging
import SegueRun

/// The mask of an overlay; pixels outside are transparent.
public enum OverlayShape: Sendable, Hashable {
  /// Rounded corners. The radius is a fraction of the overlay's shorter side, 0 to 0.5.
  case rounded(Double)
  /// A circle as wide as the overlay, cropped from a square in the middle of the picture.
  case circle

  static let radii = 0...0.5
  /// The accepted spellings, for errors.
  static let expected = "circle, or rounded:0.1 with a radius of \(Bounds(radii).words) of its shorter side"
  /// A regular expression of the accepted spellings.
  static let form = #"(?:circle|rounded:(?:0+(?:\.(?:[0-4][0-9]*|50*)?)?|\.(?:[0-4][0-9]*|50*)))"#

  /// Parses `rounded:0.1` or `circle`; `nil` for other text.
  init?(_ text: String) {
    if text == "circle" {
      self = .circle
    } else if text.hasPrefix("rounded:"), let radius = UnsignedDecimal.number(text.dropFirst(8)),
      Self.radii.contains(radius)
    {
      self = .rounded(radius)
    } else {
      return nil
    }
  }

  /// The shape as typed on the command line.
  var text: String {
    switch self {
    case .circle: "circle"
    case .rounded(let radius): "rounded:\(radius.typed)"
    }
  }
}

/// A line inside the edge of an overlay, following its shape.
public struct OverlayBorder: Sendable, Hashable {
  package var width: Double
  package var color: RGBAColor

  /// A line with a width of 0 to 1, as a fraction of the frame's width.
  public init(width: Double, color: RGBAColor = .white) {
    self.width = width
    self.color = color
  }

  /// The accepted spellings, for errors.
  static let expected =
    "WIDTH or WIDTH:COLOUR, such as 0.005:white; WIDTH is \(Bounds(FilmBounds.share).words) of the frame's width"
  /// A regular expression of the accepted spellings.
  static let form = ValuePatterns.decimal(upTo: 1) + "(?::\(ValuePatterns.color))?"

  /// Parses `0.005` or `0.005:white`; `nil` for other text.
  init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let width = UnsignedDecimal.number(parts[0]), FilmBounds.share.contains(width) else { return nil }
    self.init(width: width)
    guard parts.count > 1 else { return }
    guard let color = RGBAColor(String(parts[1])) else { return nil }
    self.color = color
  }

  /// The border as typed on the command line.
  var text: String { "\(width.typed):\(color)" }
}

/// A linear gradient of evenly spaced colours.
public struct FilmGradient: Sendable, Hashable {
  package var colors: [RGBAColor]
  package var degrees: Double

  /// A gradient of 2 to 16 colours in a direction in degrees, −360 to 360: 0 is to the right, 90
  /// downwards.
  public init(_ colors: [RGBAColor], degrees: Double = 90) {
    self.colors = colors
    self.degrees = degrees
  }

  static let counts = 2...16
  static let directions = -360...360.0
  package static let prefix = "gradient:"
  /// The accepted spellings, for errors.
  package static let expected =
    "gradient:COLOUR:COLOUR with \(Bounds(counts).words) colours and a direction in degrees, such as gradient:navy:black:45"
  /// A regular expression of the accepted spellings.
  static let form =
    "\(prefix)\(ValuePatterns.color)(?::\(ValuePatterns.color)){\(counts.lowerBound - 1),\(counts.upperBound - 1)}"
    + "(?::-?\(ValuePatterns.decimal(upTo: Int(directions.upperBound))))?"

  /// Parses `gradient:COLOUR:COLOUR[:…][:DEGREES]`; `nil` for other text.
  package init?(_ text: String) {
    guard text.hasPrefix(Self.prefix) else { return nil }
    var parts = text.dropFirst(Self.prefix.count).split(separator: ":", omittingEmptySubsequences: false)
    degrees = 90
    if let last = parts.last, let turn = UnsignedDecimal.number(last.hasPrefix("-") ? last.dropFirst() : last)
    {
      degrees = last.hasPrefix("-") ? -turn : turn
      parts.removeLast()
    }
    colors = parts.compactMap { RGBAColor(String($0)) }
    guard colors.count == parts.count, Self.counts.contains(colors.count), Self.directions.contains(degrees)
    else { return nil }
  }

  /// The gradient as typed on the command line.
  var text: String { Self.prefix + (colors.map(\.description) + [degrees.typed]).joined(separator: ":") }
}

/// Decimal numbers without a sign, such as `2`, `2.5` and `.5`.
enum UnsignedDecimal {
  /// Parses a number; returns `nil` for other text.
  static func number(_ text: some StringProtocol) -> Double? {
    let isPlain = text.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
    return isPlain && text.utf8.contains { $0 != 46 } ? Double(String(text)) : nil
  }
}

extension FilmOverlay {
  /// The keys of the style and the source, without the place, the sound and the motion.
  static let styleFields = fields.without(
    ["src", "at", "size", "margin", "track", "volume"] + layerFields.map(\.name))

  /// The settings of the style and the source that are not the defaults, as typed on the command line.
  var settings: [String] {
    let style = Self.styleFields
    return Fields(style.blank, style.list.filter { $0.differs(self, style.blank) }).typed(self)
  }
}
