import SegueCPU
import SegueImaging
import SegueRendering

/// The style of an overlay in pixels: its mask, border and shadow.
struct OverlayStyle: Sendable {
  struct Shadow: Sendable {
    let color: RGBAColor
    /// The standard deviation of the blur, and the vertical offset.
    let sigma, drop: Double
    /// The padding for the shadow on each side, in pixels; an even number.
    let margin: Int
  }

  let size: ImageSize
  /// The corner radius; 0 for square corners.
  let radius: Double
  let line: (width: Double, color: RGBAColor)?
  let shadow: Shadow?

  init(_ overlay: FilmOverlay, size: ImageSize, frameWidth: Double) {
    let side = Double(min(size.width, size.height))
    self.size = size
    radius =
      switch overlay.shape {
      case .rounded(let share): share * side
      case .circle: side / 2
      case nil: 0
      }
    line = overlay.border.flatMap { $0.width > 0 ? ($0.width * frameWidth, $0.color) : nil }
    // The shadow equals CSS's `0 8px 24px` in a 1920x1080 frame.
    let (sigma, drop) = (frameWidth / 160, frameWidth / 240)
    shadow = overlay.shadow.flatMap { color in
      color.alpha == 0
        ? nil
        : Shadow(
          color: color, sigma: sigma, drop: drop.rounded(), margin: (Int(3 * sigma + drop) / 2 + 1) * 2)
    }
  }

  var isPlain: Bool { radius == 0 && line == nil && shadow == nil }

  /// The rectangle that an overlay in `target` covers, including its shadow.
  func bounds(_ target: PixelRect) -> PixelRect {
    let margin = shadow?.margin ?? 0
    return PixelRect(
      x0: target.x0 - margin, y0: target.y0 - margin, x1: target.x1 + margin, y1: target.y1 + margin)
  }

  func shaped(_ picture: Recipe) -> Recipe {
    var whole = picture
    if let line {
      let ring = Recipe.matte(
        .color(.transparent), .color(line.color), Self.matte(outside(inset: line.width).inverted))
      whole = .stack([RecipeLayer(picture), RecipeLayer(ring)], background: .transparent)
    }
    return radius > 0 ? .matte(.color(.transparent), whole, Self.matte(outside(inset: 0))) : whole
  }

  /// A matte that shows the second picture with a coverage of 1 − `field`, clamped to 0…1.
  private static func matte(_ field: MatteField) -> Matte { Matte(field: field, progress: 0.5, softness: 1) }

  private func outside(inset: Double) -> MatteField {
    .outside(
      x: 0, y: 0, width: Double(size.width), height: Double(size.height), radius: radius, inset: inset)
  }
}

/// Draws an overlay's picture with filters, mask, border and shadow. The CPU draws it for every renderer,
/// so that the bytes are equal. A still is drawn once.
///
/// **Thread-safety:** confined to the thread that requests the film's frames.
final class OverlayPainter {
  private let style: OverlayStyle
  private let filters: FilmFilters?
  private let color: FrameColor
  private let threads: Int?
  /// The renderers by size: one for the picture, and one for the picture with its shadow.
  private var renderers: [ImageSize: CPURenderer] = [:]
  private var last: (source: Snapshot, result: Snapshot)?
  /// The shadow of an opaque picture, which never changes.
  private var shadow: Snapshot?

  init(_ style: OverlayStyle, _ filters: FilmFilters?, color: FrameColor, threads: Int?) {
    self.style = style
    self.filters = filters
    self.color = color
    self.threads = threads
  }

  /// The result for `source`, which has the style's size, in film frame `index`.
  func picture(of source: Snapshot, at index: Int) throws -> Snapshot {
    if filters == nil, style.isPlain { return source }
    if let last, last.source === source, filters?.isConstant != false { return last.result }
    let filtered = filters?.recipe(of: .snapshot(.from), at: index) ?? .snapshot(.from)
    let shaped = style.shaped(filtered)
    let panel = shaped == .snapshot(.from) ? source : try draw(shaped, source)
    let isOpaque = filtered.isOpaque(snapshotsAreOpaque: source.isOpaque)
    let result = try style.shadow.map { try draw(panel, over: $0, isOpaque: isOpaque) }
    last = (source, result ?? panel)
    return result ?? panel
  }

  func close() {
    for renderer in renderers.values { renderer.close() }
    renderers = [:]
    last = nil
    shadow = nil
  }

  private func draw(_ panel: Snapshot, over shadow: OverlayStyle.Shadow, isOpaque: Bool) throws -> Snapshot {
    let margin = Double(shadow.margin)
    let size = ImageSize(
      width: style.size.width + 2 * shadow.margin, height: style.size.height + 2 * shadow.margin)
    let blank = Snapshot(PixelBuffer(size: size, color: .transparent))
    func placed(_ down: Double) -> RecipeLayer {
      RecipeLayer(.picture(panel), transform: .translation(x: margin, y: margin + down))
    }
    var below = isOpaque ? self.shadow : nil
    if below == nil {
      let silhouette = Recipe.stack([placed(shadow.drop)], background: .transparent)
      var solid = shadow.color
      solid.alpha = 255
      let tinted = Recipe.combine(silhouette, .color(solid), Self.second)
      let blurred = RecipeLayer(
        tinted.gaussianBlurred(sigma: shadow.sigma), opacity: Double(shadow.color.alpha) / 255)
      below = try draw(.stack([blurred], background: .transparent), blank)
    }
    guard let below else { return panel }
    if isOpaque { self.shadow = below }
    return try draw(.stack([RecipeLayer(.snapshot(.from)), placed(0)], background: .transparent), below)
  }

  /// A blend of the second picture's colours with the first picture's alpha.
  private static let second = Blend.table(keepsAlpha: true) { $1 }

  private func draw(_ recipe: Recipe, _ picture: Snapshot) throws -> Snapshot {
    let renderer =
      renderers[picture.size]
      ?? CPURenderer(size: picture.size, format: color.pixels, threads: threads, extraSlots: 0)
    renderers[picture.size] = renderer
    return try renderer.picture(of: recipe, picture, picture, color.encoding)
  }
}
