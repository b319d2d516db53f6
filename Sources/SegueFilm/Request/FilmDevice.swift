import SegueFields
import SegueImaging
import SegueRun
import SegueSystem
import SegueTransitions

/// A device around a film: a plain outline with a shadow over a background. The film fills its screen.
///
/// The screen is opaque: transparent parts of the inputs show the film's background if it is opaque, else black.
public struct FilmDevice: Sendable, Hashable {
  /// A kind of device.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A phone with a thin bezel, large corners and a pill at the top of its screen.
    case iphone
    /// A phone with smaller corners.
    case android
    /// A window with three dots and an address field above its screen.
    case browser
    /// No device.
    case none
  }

  package var kind: Kind
  package var background: RGBAColor?
  package var gradientEnd: RGBAColor?
  package var margin: Double
  package var shadow: Double
  package var bezel: RGBAColor?
  package var ratio: Ratio?

  /// The aspect ratio of a screen.
  public struct Ratio: Sendable, Hashable, CustomStringConvertible {
    package let width: Double
    package let height: Double

    /// The ratio `width` : `height`, each 0.001 to 9999.999.
    public init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }

    /// The ratio as typed: `9:19.5`.
    public var description: String { "\(width.typed):\(height.typed)" }
  }

  /// A device around the film.
  /// - Parameters:
  ///   - kind: the kind of device.
  ///   - background: the colour behind the device; `nil` means the film's background, else a light grey.
  ///   - gradientEnd: the colour at the bottom of a vertical gradient that begins with `background`; `nil` for one
  ///     colour.
  ///   - margin: the distance from the device to the frame's edge as a fraction of the screen's shorter side, 0 to 1.
  ///   - shadow: the opacity of the shadow, 0 to 1.
  ///   - bezel: the opaque colour of the device; `nil` means that of its kind. The pill of an iPhone
  ///     stays dark.
  ///   - ratio: the aspect ratio of the screen; `nil` means that of the film's first video, else of its first picture.
  ///     Clips of another ratio fill the screen according to their fit.
  public init(
    _ kind: Kind, background: RGBAColor? = nil, gradientEnd: RGBAColor? = nil, margin: Double = 0.1,
    shadow: Double = 0.3, bezel: RGBAColor? = nil, ratio: Ratio? = nil
  ) {
    self.kind = kind
    self.background = background
    self.gradientEnd = gradientEnd
    self.margin = margin
    self.shadow = shadow
    self.bezel = bezel
    self.ratio = ratio
  }

  /// The error for a `word` that names neither a device around a film nor a GPU.
  package static func unknown(_ word: String) -> UsageError {
    let kinds = Kind.allCases.map(\.rawValue)
    let name = String(word.prefix { $0 != "," })
    let expected =
      "\(kinds.inWords(last: "or")) for a device around the film, or a GPU's index or a part of its name "
      + "in segue devices\(NameSuggestion.words(for: name, in: kinds))"
    return .invalidValue(option: .device, value: name, expected: expected)
  }

  /// The proportions; `nil` for no device.
  var shape: DeviceShape? { DeviceShape.all[kind] }

  /// The size of the screen for a film of `size`: the largest with the requested ratio.
  func screen(in size: ImageSize) -> ImageSize {
    guard let ratio else { return size }
    let scale = min(Double(size.width) / ratio.width, Double(size.height) / ratio.height)
    func side(_ part: Double) -> Int { max(1, Int(limiting: (part * scale).rounded())) }
    return ImageSize(width: side(ratio.width), height: side(ratio.height))
  }

  /// The settings as typed on the command line.
  var settings: [String] { Self.fields.typed(self) }
}

/// The proportions of a device as fractions of its screen's shorter side, and its colour.
struct DeviceShape: Sendable {
  var bezel: Double
  /// The radius of the screen's corners.
  var radius: Double
  /// The height of the bar above the screen.
  var bar = 0.0
  /// The pill over the screen: its length along the shorter side, its thickness, and its distance from the edge.
  var pill: (length: Double, thickness: Double, distance: Double)?
  var color: RGBAColor

  static let all: [FilmDevice.Kind: DeviceShape] = [
    .iphone: DeviceShape(
      bezel: 0.035, radius: 0.13, pill: (0.3, 0.085, 0.03), color: RGBAColor(red: 17, green: 17, blue: 19)),
    .android: DeviceShape(bezel: 0.03, radius: 0.06, color: RGBAColor(red: 32, green: 33, blue: 36)),
    .browser: DeviceShape(
      bezel: 0.002, radius: 0.02, bar: 0.075, color: RGBAColor(red: 226, green: 228, blue: 233)),
  ]
}

extension FilmDevice: FieldOwner {
  static let standardBackground = RGBAColor(red: 242, green: 242, blue: 247)

  // swift-format-ignore
  package static let fields = Fields<FilmDevice>(FilmDevice(.iphone), [
    .value("kind", \.kind, .word, "the device"),
    .optional("background", \.background, .color, "the colour behind the device",
      or: "the film's `background`, else `\"\(standardBackground)\"`"),
    .optional("to", \.gradientEnd, .color, "the colour at the bottom of a gradient that begins with `background`")
      .hint("the gradient's colour at the bottom"),
    .value("margin", \.margin, .number(0...1, "of the screen's shorter side"),
      "the distance to the frame's edge as a fraction of the screen's shorter side")
      .hint("of the screen's shorter side, default: 0.1"),
    .value("shadow", \.shadow, .number(0...1, "of opaque"), "the opacity of the shadow").hint("its opacity, default: 0.3"),
    .optional("bezel", \.bezel, .opaqueColor, "the colour of the device, without transparency", or: "that of its kind")
      .hint("the device's colour"),
    .optional("ratio", \.ratio, .ratio, "the screen's aspect ratio, such as `\"9:19.5\"`",
      or: "that of the first video or picture")
      .hint("the screen's, such as 9:19.5"),
  ])
}

extension Kind<FilmDevice.Ratio> {
  /// Two numbers with up to four digits before the point and three after it.
  fileprivate static var ratio: Kind {
    let number = "[0-9]{1,4}(?:\\.[0-9]{1,3})?"
    return .spelled(
      TextForm("WIDTH:HEIGHT, such as 9:19.5") { text in
        let form = /([0-9]{1,4}(?:\.[0-9]{1,3})?):([0-9]{1,4}(?:\.[0-9]{1,3})?)/
        guard let parts = text.wholeMatch(of: form)?.output, let width = Double(parts.1),
          let height = Double(parts.2), width > 0, height > 0
        else { return nil }
        return FilmDevice.Ratio(width: width, height: height)
      }, JSONSchema.whole("(?=[^:]*[1-9])\(number):(?=.*[1-9])\(number)", like: ["9:19.5"]), from: [],
      write: { .text("\($0)") },
      check: { (ratio) throws(Refusal) in
        for part in [ratio.width, ratio.height] { try Bounds(0.001...9_999.999).check(part) }
      })
  }
}

extension FilmRequest {
  /// The colours of the background at its top and at its bottom; one colour if plain, none if unset.
  var backgrounds: [RGBAColor] {
    let own = drawing.background
    if device.shape == nil { return [own].compactMap(\.self) }
    return [device.background ?? own ?? FilmDevice.standardBackground, device.gradientEnd].compactMap(\.self)
  }
}
