import CSegueKernels
import SegueImaging
import Synchronization

extension NodeKind {
  /// A source blended onto a backdrop, channel by channel.
  ///
  /// The table begins with 0, or with 1 if the backdrop's alpha is kept and a source without alpha
  /// changes nothing. Then it has the number of a formula with equal results (0 none, 1 multiply, 2
  /// screen) and two unused numbers. 256 × 256 bytes follow: the blended channel for each backdrop and
  /// source, ordered by backdrop. If alpha is not kept, the result is composited.
  ///
  /// A 16-bit table also has a formula's number for modes that are not smooth. Its third number is 1 if
  /// results are thresholded: white from 0 on, else black. Without a formula it has 257 × 257 unclamped
  /// values, which are interpolated.
  ///
  /// **Source:** W3C, Compositing and Blending Level 1, sections 5 and 9.
  static let blend: NodeKind = .pointwise(
    "blend", inputs: 2, kernel: (segue_blend, segue_blend_16), shader: PackageResources.blend_glsl,
    lower: { node, _, depth in node.table?[depth] },
    samples: {
      [BlendMode.multiply, .screen, .softLight, .colorBurn].compactMap { mode in
        mode.table.map { Node(.blend, table: $0) }
      } + [Node(.blend, table: Blend.table(keepsAlpha: true) { 1.5 * $0 - 0.5 * $1 })]
    },
    pixel: { backdrop, source, _, _, table in
      func mixed(_ b: Int, _ s: Int) -> Int {
        backdrop.depth == .eight ? Int(table[4 + b * 256 + s]) : Blend.mixed(b, s, table)
      }
      if table[0] == 1 {
        if backdrop.alpha == 0 || source.alpha == 0 {
          return backdrop.alpha == 0 ? backdrop.cleared : backdrop
        }
        return backdrop.with(
          red: mixed(backdrop.red, source.red), green: mixed(backdrop.green, source.green),
          blue: mixed(backdrop.blue, source.blue))
      }
      return composited(backdrop, source) { mixed($0, $1) }
    })

  /// A source blended onto a backdrop by hue, saturation and luminosity. The only number is the property
  /// that the source provides: 0 hue, 1 saturation, 2 color, 3 luminosity.
  /// **Source:** W3C, Compositing and Blending Level 1, section 10; luminosity is (77r + 151g + 28b +
  /// 128) / 256.
  static let blendHSL: NodeKind = .pointwise(
    "blend-hsl", inputs: 2, kernel: (segue_blend_hsl, segue_blend_hsl_16),
    shader: PackageResources.blend_hsl_glsl,
    lower: { node, _, _ in NumberTable([Int32(node.values[0])]) },
    samples: { (0..<4).map { Node(.blendHSL, [Double($0)]) } },
    pixel: { backdrop, source, _, _, numbers in
      let (b, s, maximum) = (Blend.channels(backdrop), Blend.channels(source), backdrop.maximum)
      let mixed =
        switch numbers[0] {
        case 0: Blend.setLuminosity(Blend.setSaturation(s, Blend.saturation(b)), Blend.luminosity(b), maximum)
        case 1: Blend.setLuminosity(Blend.setSaturation(b, Blend.saturation(s)), Blend.luminosity(b), maximum)
        case 2: Blend.setLuminosity(s, Blend.luminosity(b), maximum)
        default: Blend.setLuminosity(b, Blend.luminosity(s), maximum)
        }
      var channel = -1
      return composited(backdrop, source) { _, _ in
        channel += 1
        return mixed[channel]
      }
    })

  /// The source over the backdrop, with `mixed` where both overlap; `mixed` is called for red,
  /// green and blue in turn.
  private static func composited(_ b: DeepColor, _ s: DeepColor, _ mixed: (Int, Int) -> Int) -> DeepColor {
    let isDeep = b.depth == .sixteen
    var (wb, ws, wm) = ((b.maximum - s.alpha) * b.alpha, (b.maximum - b.alpha) * s.alpha, s.alpha * b.alpha)
    if isDeep {
      // 16-bit weights, whose sum is the result's alpha.
      wm = PixelArithmetic.product(b.alpha, s.alpha, b.maximum)
      (wb, ws) = (b.alpha - wm, s.alpha - wm)
    }
    let n = wb + ws + wm
    guard n > 0 else { return b.cleared }
    func channel(_ x: Int, _ y: Int) -> Int { (x * wb + y * ws + mixed(x, y) * wm + n / 2) / n }
    return DeepColor(
      red: channel(b.red, s.red), green: channel(b.green, s.green), blue: channel(b.blue, s.blue),
      alpha: isDeep ? n : (n + 127) / 255, depth: b.depth)
  }
}

/// Tables and arithmetic for the blend nodes.
package enum Blend {
  /// The table of a function of backdrop and source, both 0…1; results are clamped and rounded.
  /// - Parameters:
  ///   - keepsAlpha: whether the result keeps the backdrop's alpha instead of being composited.
  ///   - formula: the number of a formula with the same results.
  ///   - limit: for results that are white from a threshold on and else black, the unthresholded
  ///     function minus the threshold.
  package static func table(
    keepsAlpha: Bool = false, formula: Int32 = 0,
    limit: (@Sendable (_ backdrop: Double, _ source: Double) -> Double)? = nil,
    _ mixed: @escaping @Sendable (_ backdrop: Double, _ source: Double) -> Double
  ) -> DepthTable {
    DepthTable { depth in
      switch depth {
      case .eight:
        var numbers: [Int32] = [keepsAlpha ? 1 : 0, formula == 1 || formula == 2 ? formula : 0, 0, 0]
        numbers.reserveCapacity(4 + 65536)
        for b in 0..<256 {
          for s in 0..<256 {
            numbers.append(Int32(depth.channel(mixed(Double(b) / 255, Double(s) / 255))))
          }
        }
        return NumberTable(numbers)
      case .sixteen:
        var numbers: [Int32] = [keepsAlpha ? 1 : 0, formula, limit == nil ? 0 : 1, 0]
        guard formula == 0 else { return NumberTable(numbers) }
        let value = limit ?? mixed
        numbers.reserveCapacity(4 + 257 * 257)
        for b in 0...256 {
          for s in 0...256 {
            let exact = value(Double(b) / 256, Double(s) / 256) * 65535
            numbers.append(Int32(max(-1_000_000, min(1_000_000, exact)).rounded()))
          }
        }
        return NumberTable(numbers)
      }
    }
  }

  /// The blended value of two 16-bit channels, from a 16-bit table.
  static func mixed(_ b: Int, _ s: Int, _ numbers: [Int32]) -> Int {
    let maximum = 65535
    switch numbers[1] {
    case 1: return PixelArithmetic.product(b, s, maximum)
    case 2: return maximum - PixelArithmetic.product(maximum - b, maximum - s, maximum)
    case 3: return min(b, s)
    case 4: return max(b, s)
    case 5: return abs(b - s)
    case 6:
      return b == 0
        ? 0 : s == maximum ? maximum : min(maximum, PixelArithmetic.quotient(b * maximum, maximum - s))
    case 7:
      return b == maximum
        ? maximum : s == 0 ? 0 : max(0, maximum - PixelArithmetic.quotient((maximum - b) * maximum, s))
    case 8: return b == 0 ? 0 : s == 0 ? maximum : min(maximum, PixelArithmetic.quotient(b * maximum, s))
    default: break
    }
    // The coordinates are 0…65536. Their upper 8 bits, with the carry above them, select an entry.
    let (x, y) = (s + s >> 15, b + b >> 15)
    let (fx, fy) = (x & 255, y & 255)
    func row(_ line: Int) -> Int {
      func entry(_ column: Int) -> Int { Int(numbers[4 + min(256, line) * 257 + min(256, column)]) }
      return (entry(x >> 8) * (256 - fx) + entry(x >> 8 + 1) * fx + 128) >> 8
    }
    let value = (row(y >> 8) * (256 - fy) + row(y >> 8 + 1) * fy + 128) >> 8
    return numbers[2] == 1 ? (value >= 0 ? maximum : 0) : max(0, min(maximum, value))
  }

  static func channels(_ color: DeepColor) -> [Int] { [color.red, color.green, color.blue] }

  static func luminosity(_ c: [Int]) -> Int { (77 * c[0] + 151 * c[1] + 28 * c[2] + 128) >> 8 }

  static func saturation(_ c: [Int]) -> Int { max(c[0], c[1], c[2]) - min(c[0], c[1], c[2]) }

  static func setSaturation(_ c: [Int], _ saturation: Int) -> [Int] {
    let (low, spread) = (min(c[0], c[1], c[2]), self.saturation(c))
    guard spread > 0 else { return [0, 0, 0] }
    return c.map { (($0 - low) * saturation + spread / 2) / spread }
  }

  static func setLuminosity(_ color: [Int], _ l: Int, _ maximum: Int) -> [Int] {
    let shift = l - luminosity(color)
    var c = color.map { $0 + shift }
    let low = min(c[0], c[1], c[2])
    if low < 0 { c = c.map { (l * ($0 - low) + (l - low) / 2) / (l - low) } }
    let high = max(c[0], c[1], c[2])
    if high > maximum {
      c = c.map { maximum - ((high - $0) * (maximum - l) + (high - l) / 2) / (high - l) }
    }
    return c
  }
}

/// The formula that blends a source s onto a backdrop b, both 0…1 in encoded (sRGB) values.
///
/// ``hue``, ``saturation``, ``color`` and ``luminosity`` need all three channels; the other
/// formulas apply to each channel. Results are clamped to 0…1. Division by 0 gives 1, 0 / 0 gives
/// 0.
///
/// **Source:** W3C, Compositing and Blending Level 1; `add`, `subtract`, `divide` and `linearBurn`
/// are GPUImage's and Photoshop's.
public enum BlendMode: String, Sendable, Hashable, CaseIterable {
  /// The source: s. The backdrop shows only through the source's alpha.
  case normal
  /// The product: b·s, never lighter than b.
  case multiply
  /// The inverse product: b + s − b·s, never darker than b.
  case screen
  /// ``hardLight`` with backdrop and source exchanged.
  case overlay
  /// The darker value of both: min(b, s).
  case darken
  /// The lighter value of both: max(b, s).
  case lighten
  /// The backdrop brightened by the source: b / (1 − s).
  case colorDodge = "color-dodge"
  /// The backdrop darkened by the source: 1 − (1 − b) / s.
  case colorBurn = "color-burn"
  /// ``multiply`` with 2·s for s up to 0.5, ``screen`` with 2·s − 1 above.
  case hardLight = "hard-light"
  /// Softer than ``hardLight``: b is darkened for s below 0.5, lightened above.
  case softLight = "soft-light"
  /// The absolute difference: |b − s|.
  case difference
  /// A difference with less contrast: b + s − 2·b·s.
  case exclusion
  /// The source's hue with the backdrop's saturation and luminosity.
  case hue
  /// The source's saturation with the backdrop's hue and luminosity.
  case saturation
  /// The source's hue and saturation with the backdrop's luminosity.
  case color
  /// The source's luminosity with the backdrop's hue and saturation.
  case luminosity
  /// The sum: b + s, at most 1. Also known as linear dodge.
  case add
  /// The difference: b − s, at least 0.
  case subtract
  /// The quotient: b / s, at most 1.
  case divide
  /// The sum less 1: b + s − 1, at least 0.
  case linearBurn = "linear-burn"

  /// The mode's table, made once; `nil` for modes that need all channels together.
  var table: DepthTable? {
    guard number == nil else { return nil }
    return Self.tables.withLock { tables in
      if let known = tables[self] { return known }
      let made = Blend.table(formula: formula) { mixed($0, $1) }
      tables[self] = made
      return made
    }
  }

  private static let tables = Mutex<[BlendMode: DepthTable]>([:])

  /// The number of the mode's formula; 0 if interpolation between table entries suffices.
  private var formula: Int32 {
    switch self {
    case .multiply: 1
    case .screen: 2
    case .darken: 3
    case .lighten: 4
    case .difference: 5
    case .colorDodge: 6
    case .colorBurn: 7
    case .divide: 8
    default: 0
    }
  }

  /// The number of a mode that needs all channels together.
  var number: Int? {
    switch self {
    case .hue: 0
    case .saturation: 1
    case .color: 2
    case .luminosity: 3
    default: nil
    }
  }

  private func mixed(_ b: Double, _ s: Double) -> Double {
    switch self {
    case .normal, .hue, .saturation, .color, .luminosity: s
    case .multiply: b * s
    case .screen: b + s - b * s
    case .overlay: BlendMode.hardLight.mixed(s, b)
    case .darken: min(b, s)
    case .lighten: max(b, s)
    case .colorDodge: b == 0 ? 0 : s == 1 ? 1 : b / (1 - s)
    case .colorBurn: b == 1 ? 1 : s == 0 ? 0 : 1 - (1 - b) / s
    case .hardLight: s <= 0.5 ? 2 * b * s : BlendMode.screen.mixed(b, 2 * s - 1)
    case .softLight:
      s <= 0.5
        ? b - (1 - 2 * s) * b * (1 - b)
        : b + (2 * s - 1) * ((b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()) - b)
    case .difference: abs(b - s)
    case .exclusion: b + s - 2 * b * s
    case .add: b + s
    case .subtract: b - s
    case .divide: s == 0 ? (b == 0 ? 0 : 1) : b / s
    case .linearBurn: b + s - 1
    }
  }
}

extension Recipe {
  /// `source` blended onto `backdrop`, then composited over it with the source's alpha.
  /// - Parameter amount: the factor of the source's alpha, 0…1; clamped.
  ///
  /// **Source:** W3C, Compositing and Blending Level 1.
  public static func blend(_ backdrop: Recipe, _ source: Recipe, mode: BlendMode, amount: Double = 1)
    -> Recipe
  {
    let whole: Recipe
    if let table = mode.table {
      whole = .node(Node(.blend, table: table), [backdrop, source])
    } else {
      whole = .node(Node(.blendHSL, [Double(mode.number ?? 0)]), [backdrop, source])
    }
    // The composited result is linear in the source's alpha.
    return amount >= 1 ? whole : amount <= 0 ? backdrop : .mix(backdrop, whole, amount: amount)
  }

  /// Two pictures combined channel by channel through a `Blend.table`, with the first picture's alpha.
  package static func combine(_ first: Recipe, _ second: Recipe, _ table: DepthTable) -> Recipe {
    .node(Node(.blend, table: table), [first, second])
  }
}
