import SegueFields
import SegueImaging
import SegueRendering
import SegueRun

/// A progress bar over a film. It grows from the left edge to the right edge.
///
/// In frame `i` of `n`, counted from 0, the bar covers `(i + 1) / n` of the width. It is complete in the last
/// frame. The bar's last column is antialiased.
public struct FilmProgress: Sendable, Hashable {
  /// An edge of the frame.
  public enum Edge: String, Sendable, Hashable, CaseIterable {
    case top, bottom
  }

  /// The frames during which a bar grows once.
  public enum Scope: String, Sendable, Hashable, CaseIterable {
    /// The whole film.
    case film
    /// Each clip, between the midpoints of its transitions.
    case clips
  }

  package var edge: Edge
  package var height: Double
  package var color: RGBAColor
  package var background: RGBAColor?
  package var scope: Scope

  /// A bar. By default it is white and at the bottom, and grows once.
  /// - Parameters:
  ///   - edge: the edge of the frame along which the bar grows.
  ///   - height: the height as a fraction of the frame's, 0.001 to 0.5. It is rounded to whole pixels,
  ///     at least one.
  ///   - color: the colour of the bar.
  ///   - background: the colour behind the bar over the frame's whole width; `nil` for none.
  ///   - scope: the frames during which the bar grows once.
  public init(
    edge: Edge = .bottom, height: Double = 0.01, color: RGBAColor = .white, background: RGBAColor? = nil,
    scope: Scope = .film
  ) {
    self.edge = edge
    self.height = height
    self.color = color
    self.background = background
    self.scope = scope
  }

  /// Parses `EDGE[,KEY=VALUE…]`, or `KEY=VALUE…` with the edge as `at`.
  /// - Throws: `FilmError.argument`.
  init(parsing word: String) throws(FilmError) {
    let hasEdge = !Self.fields.typedNames.contains { word.hasPrefix($0 + "=") }
    let fields = hasEdge ? Self.fields.without("at") : Self.fields
    let settings = try FilmSettings(text: word, keys: fields.typedNames, head: hasEdge ? .value : .none)
    self.init()
    try fields.fill(&self, settings)
    if hasEdge { _ = try Self.fields.set("at", settings.head, of: word, &self) }
  }
}

extension FilmLayerKind {
  static let progress = FilmLayerKind(
    field: .optional(
      "progress", \.progress, .part(shorthand: "at"),
      "a progress bar over all other layers: its `at`, or an object (see below)"
    ).lost { $0.progress == nil ? [] : ["the progress bar"] },
    load: { loader in loader.plan.request.progress.map { [ProgressLayer($0, in: loader.plan)] } ?? [] })
}

extension FilmLayerOption {
  package static let progress = FilmLayerOption(
    name: "progress-bar", valueName: "at[,key=value]",
    help: """
      A progress bar over all layers: 'bottom', or 'top,height=0.02,color=red'.
      Keys: \(FilmKeys.progress.help).
      """, keys: .progress
  ) { (word, request, _) throws(FilmError) in request.progress = try FilmProgress(parsing: word) }
}

extension FilmProgress: FieldOwner {
  // swift-format-ignore
  package static let fields = Fields<FilmProgress>(FilmProgress(), [
    .value("at", \.edge, .word, "the edge of the frame along which the bar grows"),
    .value("height", \.height, .number(0.001...0.5, "of the frame's height"),
      "the height as a fraction of the frame's, in whole pixels and at least one")
      .hint("of the frame's, default: 0.01"),
    .value("color", \.color, .color, "the colour of the bar"),
    .value("background", \.background, .colorOrNone, "the colour behind the bar over the whole width"),
    .value("of", \.scope, .word,
      "the span of the bar (with clips it restarts in the middle of each transition)")
      .hint("film or clips"),
  ])
}

/// A progress bar for frames of one size.
private final class ProgressLayer: Layer, LayerPainter {
  private let progress: FilmProgress
  /// The film frames of each growth of the bar, in order.
  private let growths: [Range<Int>]
  /// The bar at its full width, in pixels of the frame.
  private let area: PixelRect
  let span: Range<Int>

  init(_ progress: FilmProgress, in plan: FilmPlan) {
    let timeline = plan.timeline
    self.progress = progress
    span = 0..<timeline.forwardCount
    growths = progress.scope == .film ? [span] : timeline.clips.indices.map(timeline.middle(ofClip:))
    let (width, height) = (plan.size.width, plan.size.height)
    let rows = max(1, Int((progress.height * Double(height)).rounded()))
    let top = progress.edge == .top ? 0 : height - rows
    area = PixelRect(x0: 0, y0: top, x1: width, y1: top + rows)
  }

  var coverWords: String { "the progress bar covers" }

  func open(_ frames: Range<Int>) -> any LayerPainter { self }

  func layers(at index: Int) -> [RecipeLayer] {
    guard let last = growths.last(at: index, \.self), growths[last].contains(index) else { return [] }
    let growth = growths[last]
    let reached = area.width * (index - growth.lowerBound + 1)
    let (full, rest) = reached.quotientAndRemainder(dividingBy: growth.count)
    func layer(_ color: RGBAColor, from x0: Int, to x1: Int, opacity: Double = 1) -> RecipeLayer {
      RecipeLayer(
        .color(color), opacity: opacity, clip: PixelRect(x0: x0, y0: area.y0, x1: x1, y1: area.y1))
    }
    let ground = progress.background.map { [layer($0, from: 0, to: area.x1)] } ?? []
    let end = layer(progress.color, from: full, to: full + 1, opacity: Double(rest) / Double(growth.count))
    return ground + [layer(progress.color, from: 0, to: full), end]
  }

  func fingerprint(of frames: Range<Int>, _ chunk: ChunkFingerprint) -> String? {
    let places = growths.filter { $0.overlaps(frames) }.map { chunk.place($0, in: frames) }
    let look = FilmProgress.fields.without("of").fingerprint(of: progress)
    return "progress \(look) \(places.joined(separator: " "))"
  }

  func add(to report: inout FilmReport) {
    let row = FilmReport.Layer(
      kind: "progress", start: span.lowerBound, end: span.upperBound,
      settings: FilmProgress.fields.typed(progress))
    report.layers = (report.layers ?? []) + [row]
  }
}
