import SegueImaging
import SegueRendering

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
    case .picture(let snapshot): return PictureRows(store.picture(snapshot))
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
    case .node(let node): return self.node(node)
    case .shader: preconditionFailure("users' shaders are refused when they are submitted")
    }
  }

  private mutating func node(_ node: NodePlan) -> any RowSource {
    switch node.kind.shape {
    case .pointwise(let shape):
      let inputs = node.inputs.map { source($0) }
      return PointwiseRows(shape, node, of: inputs, width: width, slot: slot())
    case .window(let shape):
      return WindowRows(shape, node, of: picture(node.inputs[0]), width: width, slot: slot())
    case .map(let shape):
      return MapRows(shape, node, of: picture(node.inputs[0]), width: width, slot: slot())
    case .counted(let shape):
      return self.node(node.toned(shape, by: counts(of: node.inputs[1])))
    case .gaussian:
      return GaussianRows(node, of: picture(node.inputs[0]), store: store, slot: slot())
    }
  }

  /// What the picture of `plan` holds.
  private func counts(of plan: Plan) -> Histogram {
    if let known = store.counted.known(plan) { return known }
    let counts = picture(plan).counts(store.workers)
    store.counted.add(counts, of: plan)
    return counts
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
  private func picture(_ plan: Plan) -> MipPicture {
    if case .picture(let snapshot) = plan { return store.picture(snapshot) }
    return store.drawn(plan) { picture in
      var inner = PlanPreparation(store: store)
      let source = inner.source(plan)
      store.draw(source, rows: inner.rows, into: picture)
    }
  }
}
