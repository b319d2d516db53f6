import SegueImaging
import SegueRendering

/// The pictures that plans look things up in, kept from frame to frame by identity and within a budget: snapshots
/// with their coarser levels, the fields of mattes, and memory for pictures that are drawn on the way.
///
/// **Thread-safety:** none; belongs to the renderer's thread.
final class PictureStore {
  let size: ImageSize
  let workers: WorkerPool
  /// One for each worker.
  let scratches: [RowScratch]
  private var pictures = LeastRecentlyUsed<ObjectIdentifier, MipPicture>(budget: 256 << 20)
  private var drawn: [(plan: Plan, picture: MipPicture)] = []
  private var free: [MipPicture] = []
  private var fields: LeastRecentlyUsed<MatteField, [UInt16]>

  init(_ size: ImageSize, workers: WorkerPool) {
    self.size = size
    self.workers = workers
    scratches = (0..<workers.count).map { _ in RowScratch(width: size.width) }
    // Room for the two fields of a transition at least, for eight of 1080p.
    fields = LeastRecentlyUsed(budget: max(32 << 20, 4 * size.area))
  }

  /// The picture of `snapshot`, with the levels made of it so far.
  func picture(_ snapshot: Snapshot) -> MipPicture {
    let identity = ObjectIdentifier(snapshot)
    if let known = pictures.value(for: identity) { return known }
    let picture = MipPicture(snapshot)
    pictures.insert(picture, for: identity, cost: picture.byteCount)
    return picture
  }

  /// The picture of `plan`: the one made earlier for this frame, else one that `draw` draws.
  func drawn(_ plan: Plan, draw: (MipPicture) -> Void) -> MipPicture {
    if let known = drawn.first(where: { $0.plan == plan }) { return known.picture }
    let picture = free.popLast() ?? MipPicture(size: size)
    draw(picture)
    drawn.append((plan, picture))
    return picture
  }

  /// Draws `source`, which needs `rows` rows of scratch, into a picture.
  func draw(_ source: any RowSource, rows: Int, into picture: MipPicture) {
    picture.draw(source, rows: rows, scratches: scratches, workers: workers)
  }

  /// Takes the pictures drawn for a frame back for the next one.
  func finishFrame() {
    for (_, picture) in drawn { free.append(picture) }
    drawn.removeAll(keepingCapacity: true)
    pictures.recount(\.byteCount)
    _ = pictures.evict { $1.isAbandoned() }
    _ = fields.evict()
  }

  /// The values of `field`, one a pixel, row by row.
  func field(_ field: MatteField) -> [UInt16] {
    if let known = fields.value(for: field) { return known }
    let values = rasterize(field)
    fields.insert(values, for: field, cost: values.count * 2)
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
