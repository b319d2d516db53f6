import Imaging
import Rendering
import Transitions

/// Turns a plan into sources of rows. What has to be there as a whole picture before it can be looked up
/// is drawn on the way.
///
/// **Thread-safety:** none; one frame, one thread.
struct PlanPreparation {
  /// Rows of scratch that the sources made so far need.
  private(set) var rows = 0
  private let store: PictureStore

  init(store: PictureStore) { self.store = store }

  private var width: Int { store.size.width }

  /// The rows of `plan`.
  mutating func source(_ plan: Plan) -> any RowSource {
    switch plan {
    case .snapshot(let role): return PictureRows(store.snapshot(role))
    case .color(let color): return ColorRows(color, width: width, slot: slot())
    case .mix(let a, let b, let weight):
      let (first, second) = (source(a), source(b))
      return MixRows(first, second, weight: weight, width: width, slot: slot())
    case .matte(let a, let b, let matte):
      let (first, second) = (source(a), source(b))
      let field = store.field(matte.field)
      return MatteRows(first, second, matte: matte, field: field, width: width, slot: slot())
    case .sample(let input, let map):
      return SampleRows(map, of: picture(input), width: width, slot: slot(), workers: store.workers)
    case .stack(let placed, let background):
      let layers = placed.map { layer($0) }
      return StackRows(layers, background: background, size: store.size, slot: slot())
    case .average(let input, let taps):
      return AverageRows(taps, of: picture(input), width: width, slot: slot(), workers: store.workers)
    case .grayscale(let input):
      let inner = source(input)
      return GrayscaleRows(inner, width: width, slot: slot())
    case .nearest(let a, let b, let limit):
      let (first, second) = (source(a), source(b))
      return NearestRows(first, second, limit: limit, width: width, slot: slot())
    case .shader: preconditionFailure("users' shaders are refused when they are submitted")
    }
  }

  private mutating func slot() -> Int {
    defer { rows += 1 }
    return rows
  }

  private mutating func layer(_ placed: PlacedPlan) -> PlacedLayer {
    let content: PlacedLayer.Content
    if let map = placed.map {
      content = .sampled(RowSampler(map, of: picture(placed.input), workers: store.workers))
    } else {
      content = .rows(source(placed.input))
    }
    return PlacedLayer(
      content, coverage: placed.coverage, opacity: placed.opacity, bounds: placed.bounds)
  }

  /// The whole picture of `plan`.
  private func picture(_ plan: Plan) -> Picture {
    if case .snapshot(let role) = plan { return store.snapshot(role) }
    return store.drawn(plan) { picture in
      var inner = PlanPreparation(store: store)
      let source = inner.source(plan)
      store.draw(source, rows: inner.rows, into: picture)
    }
  }
}
