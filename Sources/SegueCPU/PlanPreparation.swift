import SegueImaging
import SegueRendering

/// Turns a plan into the rows of a frame. The schedule's pictures are drawn first, and freed after
/// their last use.
///
/// **Thread-safety:** none; one frame, one thread.
struct PlanPreparation {
  /// The scratch rows for the sources made since the last picture.
  private(set) var rows = ScratchRows()
  private let store: PictureStore
  private let schedule: PlanSchedule
  /// The drawn pictures with their remaining uses, indexed by part number.
  private var pictures: [(picture: MipPicture, uses: Int)?]
  /// The inputs of the current picture: samplers hold only their addresses.
  private var held: [MipPicture] = []
  /// The parts of one picture with several uses, keyed by part number.
  private var shared: [Int: SharedRows] = [:]

  init(_ plan: Plan, store: PictureStore) {
    self.store = store
    schedule = PlanSchedule(store.counted.resolved(plan, store.depth))
    pictures = Array(repeating: nil, count: schedule.count)
  }

  private var width: Int { store.size.width }

  /// The rows of the frame.
  /// - Throws: `RenderError.cancelled`.
  mutating func source() throws(RenderError) -> any RowSource {
    guard let frame = schedule.pictures.last else { preconditionFailure("the schedule has no picture") }
    for plan in schedule.pictures.dropLast() {
      let source = try begin(plan)
      let picture = store.takePicture(store.size)
      try store.draw(source, rows: rows, into: picture)
      pictures[schedule.number(of: plan)] = (picture, schedule.uses(of: plan))
    }
    return try begin(frame)
  }

  /// The rows of a part that becomes a picture.
  private mutating func begin(_ plan: Plan) throws(RenderError) -> any RowSource {
    (rows, shared, held) = (ScratchRows(), [:], [])
    return try made(plan)
  }

  /// The rows of an input.
  private mutating func source(_ plan: Plan) throws(RenderError) -> any RowSource {
    if schedule.isDrawn(plan) { return PictureRows(picture(plan)) }
    let number = schedule.number(of: plan)
    if let known = shared[number] { return known }
    let source = try made(plan)
    guard !plan.inputs.isEmpty, schedule.uses(of: plan) > 1 else { return source }
    let rows = SharedRows(source, height: store.size.height, place: self.rows.share())
    shared[number] = rows
    return rows
  }

  private mutating func made(_ plan: Plan) throws(RenderError) -> any RowSource {
    switch plan.content {
    case .picture(let snapshot): return PictureRows(store.picture(snapshot))
    case .color(let color): return ColorRows(color, width: width, slot: rows.add())
    case .mix(let a, let b, let weight):
      let (first, second) = (try source(a), try source(b))
      return MixRows(first, second, weight: weight, width: width, slot: rows.add())
    case .matte(let a, let b, let matte):
      let (first, second) = (try source(a), try source(b))
      let field = store.field(matte.field)
      return MatteRows(first, second, matte: matte, field: field, width: width, slot: rows.add())
    case .sample(let input, let map):
      return SampleRows(map, of: picture(input), width: width, slot: rows.add(), workers: store.workers)
    case .stack(let placed, let background):
      let layers = try placed.map { (placed) throws(RenderError) in try layer(placed) }
      return StackRows(layers, background: background, size: store.size, slot: rows.add())
    case .average(let input, let taps):
      return AverageRows(taps, of: picture(input), width: width, slot: rows.add(), workers: store.workers)
    case .node(let node): return try self.node(node)
    case .shader: preconditionFailure("the CPU renderer cannot draw shaders")
    }
  }

  private mutating func node(_ node: NodePlan) throws(RenderError) -> any RowSource {
    switch node.kind.shape {
    case .pointwise(let shape):
      let inputs = try node.inputs.map { (input) throws(RenderError) in try source(input) }
      return PointwiseRows(
        shape, node, of: inputs, width: width, slot: rows.add(), shares: store.shares(of: node, shape))
    case .window(let shape):
      return WindowRows(shape, node, of: picture(node.inputs[0]), width: width, slot: rows.add())
    case .map(let shape):
      return MapRows(
        shape, node, of: picture(node.inputs[0]), width: width, slot: rows.add(),
        cachedField: store.places(of: node, shape))
    case .counted(let shape):
      let counts = picture(node.inputs[1]).counts(store.workers)
      store.counted.add(counts, of: node.inputs[1])
      return try self.node(node.toned(shape, by: counts))
    case .gaussian:
      return try GaussianRows(node, of: picture(node.inputs[0]), store: store, slot: rows.add())
    }
  }

  private mutating func layer(_ placed: PlannedLayer) throws(RenderError) -> LayerRows {
    let content: LayerRows.Content
    if let map = placed.map {
      content = .sampled(RowSampler(map, of: picture(placed.input), workers: store.workers))
    } else {
      content = .rows(try source(placed.input))
    }
    return LayerRows(content, placed)
  }

  /// The whole picture of an input. After the last use of an input, its memory is freed when the
  /// current picture has been drawn.
  private mutating func picture(_ plan: Plan) -> MipPicture {
    if case .picture(let snapshot) = plan.content { return store.picture(snapshot) }
    let number = schedule.number(of: plan)
    guard let (picture, uses) = pictures[number] else {
      preconditionFailure("the picture has not been drawn")
    }
    pictures[number] = uses > 1 ? (picture, uses - 1) : nil
    held.append(picture)
    return picture
  }
}

/// The number of a worker's scratch rows.
struct ScratchRows {
  /// The rows that nodes write.
  private(set) var count = 0
  /// The cached rows, which several nodes read.
  private(set) var shared = 0

  /// Adds a row to write and returns its index.
  mutating func add() -> Int {
    defer { count += 1 }
    return count
  }

  /// Adds a row to cache and returns its index.
  mutating func share() -> Int {
    defer { shared += 1 }
    return shared
  }
}
