import Imaging
import Rendering
import Transitions

/// The pictures that plans look things up in, kept from frame to frame: the snapshots with their levels,
/// the fields of mattes, and memory for pictures that are drawn on the way.
///
/// **Thread-safety:** none; belongs to the renderer's thread.
final class PictureStore {
  let size: ImageSize
  let workers: WorkerPool
  /// One for each worker.
  let scratches: [RowScratch]
  private let from: Picture
  private let to: Picture
  private var drawn: [(plan: Plan, picture: Picture)] = []
  private var free: [Picture] = []
  private var fields: [(field: MatteField, values: [UInt16])] = []

  /// How many fields are kept; a transition has one or two.
  private static let fieldLimit = 8

  init(_ scene: Scene, workers: WorkerPool) {
    size = scene.size
    self.workers = workers
    scratches = (0..<workers.count).map { _ in RowScratch(width: scene.size.width) }
    from = Picture(scene.from)
    to = Picture(scene.to)
  }

  /// The picture that plays `role`.
  func snapshot(_ role: SnapshotRole) -> Picture { role == .from ? from : to }

  /// The picture of `plan`: the one made earlier for this frame, else one that `draw` draws.
  func drawn(_ plan: Plan, draw: (Picture) -> Void) -> Picture {
    if let known = drawn.first(where: { $0.plan == plan }) { return known.picture }
    let picture = free.popLast() ?? Picture(size: size)
    draw(picture)
    drawn.append((plan, picture))
    return picture
  }

  /// Draws `source`, which needs `rows` rows of scratch, into a picture.
  func draw(_ source: any RowSource, rows: Int, into picture: Picture) {
    picture.draw(source, rows: rows, scratches: scratches, workers: workers)
  }

  /// Takes the pictures drawn for a frame back for the next one.
  func finishFrame() {
    for (_, picture) in drawn { free.append(picture) }
    drawn.removeAll(keepingCapacity: true)
  }

  /// The values of `field`, one a pixel, row by row.
  func field(_ field: MatteField) -> [UInt16] {
    if let known = fields.first(where: { $0.field == field }) { return known.values }
    if fields.count == PictureStore.fieldLimit { fields.removeFirst() }
    let values = rasterize(field)
    fields.append((field, values))
    return values
  }

  private func rasterize(_ field: MatteField) -> [UInt16] {
    [UInt16](unsafeUninitializedCapacity: size.area) { values, count in
      let target = FieldTarget(values: values)
      workers.forEachBand(rows: size.height) { [size] _, band in
        let part = (band.lowerBound * size.width)..<(band.upperBound * size.width)
        field.rasterize(size, rows: band, into: UnsafeMutableBufferPointer(rebasing: target.values[part]))
      }
      count = size.area
    }
  }
}

/// Values that the workers write, each its own rows.
///
/// **Thread-safety:** as safe as the rows are kept apart.
private struct FieldTarget: @unchecked Sendable {
  var values: UnsafeMutableBufferPointer<UInt16>
}
