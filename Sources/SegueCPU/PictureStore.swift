import CSegueKernels
import SegueImaging
import SegueRendering
import Synchronization

/// A cache of the pictures that plans read: snapshots with their coarser levels, the fields of
/// mattes, and memory for intermediate pictures. Entries are found by identity and kept between
/// frames within a memory budget.
///
/// **Thread-safety:** none; belongs to the renderer's thread.
final class PictureStore {
  let size: ImageSize
  let depth: PixelDepth
  let workers: WorkerPool
  let scratches: [RowScratch]
  private var pictures = LeastRecentlyUsed<ObjectIdentifier, MipPicture>(budget: 256 << 20)
  /// The histograms of counted pictures.
  var counted = HistogramCache()
  /// Memory for intermediate pictures; a picture without another owner is free.
  private var drawn: [MipPicture] = []
  private var fields: LeastRecentlyUsed<MatteField, [UInt16]>
  /// The values that nodes computed from the position of each pixel.
  let places: PositionFields

  init(_ size: ImageSize, depth: PixelDepth, workers: WorkerPool) {
    self.size = size
    self.depth = depth
    self.workers = workers
    scratches = (0..<workers.count).map { _ in RowScratch(width: size.width, depth: depth) }
    // Room for at least the two fields of a transition, and for eight of 1080p.
    fields = LeastRecentlyUsed(budget: max(32 << 20, 4 * size.area))
    // Room for the positions of one map, or for the weights of four vignettes.
    places = PositionFields(budget: 8 * size.area)
  }

  /// The picture of `snapshot`, with its existing levels.
  func picture(_ snapshot: Snapshot) -> MipPicture {
    let identity = ObjectIdentifier(snapshot)
    if let known = pictures.value(for: identity) { return known }
    let picture = MipPicture(snapshot, depth)
    pictures.insert(picture, for: identity, cost: picture.byteCount)
    return picture
  }

  /// Memory for a picture of any size, free again after its last use.
  func takePicture(_ size: ImageSize) -> MipPicture {
    for index in drawn.indices where drawn[index].size == size && isKnownUniquelyReferenced(&drawn[index]) {
      return drawn[index]
    }
    let picture = MipPicture(size: size, depth: depth)
    drawn.append(picture)
    return picture
  }

  /// Draws `source`, which needs `rows` of scratch, into a picture.
  /// - Throws: `RenderError.cancelled`.
  func draw(_ source: any RowSource, rows: ScratchRows, into picture: MipPicture) throws(RenderError) {
    for scratch in scratches { scratch.prepare(rows) }
    let stop = DrawingCancellation.current
    picture.draw(source, scratches: scratches, workers: workers, until: stop)
    try stop?.check()
  }

  /// Frees pictures that the next frames do not need.
  func finishFrame() {
    counted.finishFrame()
    pictures.recount(\.byteCount)
    _ = pictures.evict { $1.isAbandoned() }
    _ = fields.evict()
    places.finishFrame()
  }

  /// The values of `field`, one per pixel, row by row.
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

/// The values of a field, written by several workers.
///
/// **Thread-safety:** safe if no two workers write the same row.
private struct FieldTarget {
  var values: UnsafeMutableBufferPointer<UInt16>
}

/// A whole picture in memory with its coarser levels, which are made on first use.
///
/// **Thread-safety:** levels are made on the renderer's thread while no worker reads; afterwards
/// any thread may read.
final class MipPicture {
  /// The pixels of a level, rows packed, with their owner, which keeps the address valid.
  ///
  /// **Thread-safety:** as the picture's.
  struct Level {
    private let owner: AnyObject
    let base: UnsafePointer<UInt8>
    let size: ImageSize

    init(_ snapshot: Snapshot) {
      // The memory is retained instead of the snapshot, whose reference count shows its other owners.
      (owner, size) = (snapshot.memory, snapshot.size)
      base = snapshot.withUnsafeBase { $0 }
    }

    init(_ buffer: PixelBuffer) {
      (owner, size) = (buffer, buffer.size)
      base = buffer.withUnsafeBase { UnsafePointer($0) }
    }
  }

  let size: ImageSize
  let depth: PixelDepth
  private(set) var isOpaque: Bool
  private var snapshot: Snapshot?
  private let writable: PixelBuffer?
  /// Level 0: the picture at its full size.
  let whole: Level
  private var coarser: [PixelBuffer] = []
  private var madeLevels = 0
  private var reductions: [PixelBuffer] = []
  private var madeReductions = 0

  /// The picture of a snapshot, converted to `depth`.
  init(_ snapshot: Snapshot, _ depth: PixelDepth) {
    size = snapshot.size
    self.depth = depth
    isOpaque = snapshot.isOpaque
    self.snapshot = snapshot
    writable = nil
    whole = Level(snapshot.converted(to: depth))
  }

  /// Memory for an intermediate picture.
  init(size: ImageSize, depth: PixelDepth) {
    let buffer = PixelBuffer(size: size, depth: depth)
    self.size = size
    self.depth = depth
    isOpaque = false
    snapshot = nil
    writable = buffer
    whole = Level(buffer)
  }

  /// The number of bytes of the picture and its existing levels.
  var byteCount: Int {
    (coarser + reductions).reduce(size.area * depth.bytesPerPixel) { $0 + $1.byteCount }
  }

  /// The number of bytes from one row to the next.
  var bytesPerRow: Int { size.width * depth.bytesPerPixel }

  /// Whether this picture is the only owner of its snapshot.
  func isAbandoned() -> Bool { isKnownUniquelyReferenced(&snapshot) }

  /// Draws `source` into the picture and forgets the levels.
  func draw(
    _ source: any RowSource, scratches: [RowScratch], workers: WorkerPool, until stop: DrawingCancellation?
  ) {
    guard let writable else { preconditionFailure("a snapshot cannot be drawn into") }
    isOpaque = source.isOpaque
    madeLevels = 0
    madeReductions = 0
    let bytes = bytesPerRow
    writable.withUnsafeBase { base in
      let target = RowTarget(base: base)
      workers.forEachBand(rows: size.height, until: stop) { worker, band in
        for y in band {
          (target.base + y * bytes).update(from: source.row(y, scratches[worker]), count: bytes)
        }
      }
    }
  }

  /// Level `index`; 0 is the picture itself. Each side is half of the level below, rounded up.
  func level(_ index: Int, workers: WorkerPool) -> Level {
    while madeLevels < index { makeLevel(workers) }
    return stored(index)
  }

  private func stored(_ index: Int) -> Level { index == 0 ? whole : Level(coarser[index - 1]) }

  private func makeLevel(_ workers: WorkerPool) {
    let below = stored(madeLevels)
    let (width, height) = (below.size.width, below.size.height)
    if coarser.count == madeLevels {
      coarser.append(
        PixelBuffer(size: ImageSize(width: (width + 1) / 2, height: (height + 1) / 2), depth: depth))
    }
    let buffer = coarser[madeLevels]
    let (stride, opaque, bytes) = (buffer.bytesPerRow, isOpaque, width * depth.bytesPerPixel)
    let depth = depth
    buffer.withUnsafeBase { base in
      let target = RowTarget(base: base)
      workers.forEachBand(rows: buffer.size.height) { _, band in
        for y in band {
          let top = below.base + 2 * y * bytes
          let bottom = 2 * y + 1 < height ? top + bytes : top
          if opaque {
            depth.kernels.pointee.halve_opaque(target.base + y * stride, top, bottom, width)
          } else {
            depth.kernels.pointee.halve_alpha(target.base + y * stride, top, bottom, width)
          }
        }
      }
    }
    madeLevels += 1
  }

  func counts(_ workers: WorkerPool) -> Histogram {
    let sum = Mutex(Histogram(depth))
    let (source, width, bytes, depth) = (whole, size.width, bytesPerRow, depth)
    workers.forEachBand(rows: size.height) { _, band in
      let part = Histogram(
        source.base + band.lowerBound * bytes, count: band.count * width, depth: depth)
      sum.withLock { $0 = $0 + part }
    }
    return sum.withLock { $0 }
  }

  /// The picture halved `count` times, at least once, for a wide Gaussian: see `Gaussian.Span` for
  /// its kept part.
  func reduced(_ count: Int, workers: WorkerPool) -> Level {
    while madeReductions < count { makeReduction(workers) }
    return reduction(count)
  }

  private func reduction(_ count: Int) -> Level {
    count == 0 ? whole : Level(reductions[count - 1])
  }

  private func makeReduction(_ workers: WorkerPool) {
    let below = reduction(madeReductions)
    let columns = Gaussian.Span(size.width).halved(madeReductions)
    let rows = Gaussian.Span(size.height).halved(madeReductions)
    let (nextColumns, nextRows) = (columns.halved, rows.halved)
    if reductions.count == madeReductions {
      reductions.append(
        PixelBuffer(size: ImageSize(width: nextColumns.count, height: nextRows.count), depth: depth))
    }
    let buffer = reductions[madeReductions]
    let (stride, bytes, opaque) = (buffer.bytesPerRow, columns.count * depth.bytesPerPixel, isOpaque)
    let depth = depth
    buffer.withUnsafeBase { base in
      let target = RowTarget(base: base)
      workers.forEachBand(rows: nextRows.count) { _, band in
        let length = (columns.count + 2 * nextColumns.count + 8) * 16
        withUnsafeTemporaryAllocation(byteCount: length, alignment: 64) { scratch in
          for y in band {
            let first = 2 * (nextRows.first + y) - 1 - rows.first
            func row(_ offset: Int) -> UnsafePointer<UInt8>? {
              below.base + min(max(first + offset, 0), rows.count - 1) * bytes
            }
            withUnsafeBytes(of: (row(0), row(1), row(2), row(3))) { lines in
              depth.kernels.pointee.reduce(
                target.base + y * stride,
                lines.baseAddress?.assumingMemoryBound(to: UnsafePointer<UInt8>?.self),
                columns.count, 2 * nextColumns.first - 1 - columns.first, nextColumns.count, opaque ? 1 : 0,
                scratch.baseAddress)
            }
          }
        }
      }
    }
    madeReductions += 1
  }
}

/// Memory that the workers write, each its own rows.
///
/// **Thread-safety:** safe if each worker writes its own rows.
struct RowTarget {
  var base: UnsafeMutablePointer<UInt8>
}
