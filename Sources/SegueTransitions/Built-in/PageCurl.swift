import SegueImaging
import SegueMath
import SegueMotion
import SegueRendering

/// The outgoing picture is a page that curls up round a cylinder and is pulled off the incoming one.
///
/// Let `a` be the distance along the page from the line where it leaves the ground, and `x` this
/// distance as seen from above. On the cylinder x = r·sin(a / r). After half a turn the page is flat
/// again, with its back up. At x the front is thus seen at a = x and a = r·asin(x / r). Above it the
/// back is seen at a = r·(π − asin(x / r)) and a = π·r − x.
///
/// **Source:** Core Image's page curl transitions; the geometry is that of Hong, Card, Chen:
/// Turning pages of 3D electronic books, 2006, with a cylinder for the cone.
struct PageCurl: Transition {
  /// A soft shadow of the turned part.
  struct Shadow: Sendable, Hashable {
    /// The reach, as a fraction of the curl's radius.
    var size: Double
    /// The darkness, 0…1.
    var amount: Double
  }

  /// The direction in which the page is pulled: 0 to the right, 90 downwards.
  var degrees: Double
  /// The cylinder's radius as a fraction of the frame's width, above 0.
  var radius: Double
  /// The colour of the page's back. The picture shows through it.
  var backside: RGBAColor
  /// The shadow; `nil` draws none.
  var shadow: Shadow?

  /// The default curve, ease-in: the page is still fast when it leaves the frame.
  var timing: TimingCurve { .easeIn }

  /// The incoming picture, the page's front, its shadow and its back; progress is clamped to 0…1.
  func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    guard progress > 0 else { return .snapshot(.from) }
    guard progress < 1 else { return .snapshot(.to) }
    let angle = degrees * .pi / 180
    // The direction opposite to the pull. The page is lifted from `line` on.
    let away = (x: -StableMath.cos(angle), y: -StableMath.sin(angle))
    let start = min(0, away.x) * context.width + min(0, away.y) * context.height
    let extent = abs(away.x) * context.width + abs(away.y) * context.height
    let r = max(1, radius * context.width)
    let line = start + extent - Self.rolled(progress, of: extent + r + 2, r)
    let field = MatteField.linear(degrees: degrees + 180)
    func matte(_ low: Double, _ high: Double) -> Matte {
      Matte(field: field, from: (line + low - start) / extent, to: (line + high - start) / extent)
    }
    let page = Recipe.snapshot(.from)
    let frontPage = Recipe.matte(page.dimmed(by: 0.5), page, matte(0, .pi / 2 * r))
    let back = page.toned(paper)
    let backPage = Recipe.matte(back, back.dimmed(by: 0.45), matte(.pi / 2 * r, .pi * r))
    let front = Recipe.bent(frontPage, along: away, from: line - 2, by: away, Self.front(r))
    let length = Double(Int(max(0, extent - .pi * r))) + 2
    let turned = Recipe.bent(backPage, along: away, from: line - length, by: away, Self.back(r, length))
    var layers = [RecipeLayer(.snapshot(.to)), RecipeLayer(front)]
    if let shadow, shadow.amount > 0 {
      let dark = turned.toned(ToneTable { _ in 0 }).gaussianBlurred(sigma: shadow.size * r / 2)
      layers.append(RecipeLayer(dark, opacity: shadow.amount))
    }
    return .stack(layers + [RecipeLayer(turned)], background: .transparent)
  }

  /// The rolled length at `progress`, of `whole` pixels. The page's corner moves at constant speed.
  /// For a rolled length a, the corner has moved by a − r·sin(a / r) on the cylinder, and by
  /// 2a − πr beyond it.
  private static func rolled(_ progress: Double, of whole: Double, _ r: Double) -> Double {
    func moved(_ arc: Double) -> Double {
      arc <= .pi * r ? arc - r * StableMath.sin(arc / r) : 2 * arc - .pi * r
    }
    let wanted = progress * moved(whole)
    var (low, high) = (0.0, whole)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if moved(middle) < wanted { low = middle } else { high = middle }
    }
    return high
  }

  /// A quarter of the picture's colour plus three quarters of the paper's, with the picture's alpha.
  private var paper: ToneTable {
    let parts = [backside.red, backside.green, backside.blue].map { Double($0) / 255 }
    return ToneTable(channels: { channel, value in 0.25 * value + 0.75 * parts[channel] })
  }

  /// The shifts of the front, from two pixels before the line to the end of the cylinder.
  private static func front(_ r: Double) -> DepthTable {
    TableCache.table("curl front \(r)") {
      Bend.table(count: Int(r) + 6) { index in
        let x = Double(index) - 2
        return (x <= 0 ? 0 : r * arcsine(min(1, x / r)) - x, r - x + 0.5)
      }
    }
  }

  /// The shifts of the back, from `length` pixels before the line to the end of the cylinder.
  private static func back(_ r: Double, _ length: Double) -> DepthTable {
    TableCache.table("curl back \(r) \(length)") {
      Bend.table(count: Int(length + r) + 4) { index in
        let x = Double(index) - length
        let arc = x <= 0 ? .pi * r - x : r * (.pi - arcsine(min(1, x / r)))
        return (arc - x, index == 0 ? 0 : r - x + 0.5)
      }
    }
  }

  private static func arcsine(_ x: Double) -> Double { StableMath.atan2(x, (1 - x * x).squareRoot()) }

  private static let parameters: [ParameterDescription] = [
    .number(
      "angle", 205, -360...360, unit: "degrees", "Direction of the pull: 0 to the right, 90 downwards."),
    .length("radius", 0.09, 0.001...1, "Radius of the curl."),
    .color("backside", .white, "The colour of the page's back, through which the picture shows."),
  ]

  static let description = TransitionDescription(
    name: "page-curl", summary: "The outgoing picture curls up like a page and is pulled off.",
    source: "Core Image's page curl", parameters: parameters
  ) {
    PageCurl(degrees: $0.number("angle"), radius: $0.number("radius"), backside: $0.color("backside"))
  }

  static let shadowDescription = TransitionDescription(
    name: "page-curl-shadow", summary: "A page that curls up, with a soft shadow under it.",
    source: "Core Image's page curl with shadow",
    parameters: parameters + [
      .number("shadow-size", 0.5, 0...4, unit: "share of the radius", "Reach of the shadow."),
      .number("shadow-amount", 0.7, 0...1, "Darkness of the shadow."),
    ]
  ) {
    PageCurl(
      degrees: $0.number("angle"), radius: $0.number("radius"), backside: $0.color("backside"),
      shadow: Shadow(size: $0.number("shadow-size"), amount: $0.number("shadow-amount")))
  }
}

extension Catalogue {
  static let pages = [PageCurl.description, PageCurl.shadowDescription]
}
