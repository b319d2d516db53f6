import CSegueKernels
import SegueImaging
import SegueRendering
import Synchronization

/// Splits work on rows into bands over the cores. The threads belong to the system's pool.
///
/// **Thread-safety:** immutable; one thread at a time calls `forEachBand`.
final class WorkerPool: Sendable {
  /// The number of bands in progress at a time.
  let count: Int

  init(count: Int) {
    self.count = max(1, count)
  }

  /// Calls `body` with a worker's index (0 ..< count) and a band of rows until all of `rows` are
  /// done. Bands start at even rows. `body` runs on several threads at once, each worker's index on
  /// only one.
  /// - Parameter stop: ends the work between two bands.
  func forEachBand(
    rows: Int, until stop: DrawingCancellation? = nil, body: (_ worker: Int, _ band: Range<Int>) -> Void
  ) {
    let workers = min(count, (rows + 1) / 2)
    // Several bands per worker, so that a delayed worker does not delay the frame.
    let height = max(2, (rows / (workers * 6) + 1) & ~1)
    let next = Atomic<Int>(0)
    func work(_ worker: Int) {
      while stop?.isRequested != true {
        let start = next.add(height, ordering: .relaxed).oldValue
        guard start < rows else { return }
        body(worker, start..<min(start + height, rows))
      }
    }
    guard workers > 1 else { return work(0) }
    Cores.perform(workers, body: work)
  }
}

/// The scratch rows of one worker: a few kilobytes that stay in its cache and are reused for every
/// row and frame.
///
/// **Thread-safety:** none; each worker has its own.
final class RowScratch {
  /// The inner loops for the pixels' depth.
  let kernels: UnsafePointer<segue_kernels>
  /// The number of bytes of a pixel.
  let pixel: Int
  /// The weights of a row, 0…32768.
  let weights: UnsafeMutablePointer<UInt16>
  /// A row of a placed layer before blending.
  let layer: UnsafeMutablePointer<UInt8>
  /// A row of the coarser of two levels.
  let coarse: UnsafeMutablePointer<UInt8>
  /// A row of a pixellated picture, one pixel per cell.
  let cells: UnsafeMutablePointer<UInt8>
  /// The upper of two rows that are packed together.
  private let upper: UnsafeMutablePointer<UInt8>
  /// Four sums per pixel.
  let sums: UnsafeMutablePointer<UInt32>
  private let rowBytes: Int
  private let fixed: UnsafeMutableRawPointer
  private var rows: [UnsafeMutableRawPointer] = []
  private var firsts: [Int] = []
  /// The cached rows with several readers, and their row numbers.
  private var cachedRows: [(y: Int, pixels: UnsafePointer<UInt8>)?] = []
  private var windows: [Int: WindowBuffer] = [:]
  private let wide = GrowingMemory()
  private let blended = GrowingMemory()

  init(width: Int, depth: PixelDepth) {
    (kernels, pixel) = (depth.kernels, depth.bytesPerPixel)
    // Room for the kernels' writes past the end, in whole cache lines.
    rowBytes = (width * pixel + 128 + 63) & ~63
    fixed = .allocate(byteCount: rowBytes * 9, alignment: 64)
    layer = fixed.assumingMemoryBound(to: UInt8.self)
    coarse = (fixed + rowBytes).assumingMemoryBound(to: UInt8.self)
    cells = (fixed + rowBytes * 2).assumingMemoryBound(to: UInt8.self)
    weights = (fixed + rowBytes * 3).assumingMemoryBound(to: UInt16.self)
    sums = (fixed + rowBytes * 4).assumingMemoryBound(to: UInt32.self)
    upper = (fixed + rowBytes * 8).assumingMemoryBound(to: UInt8.self)
    fixed.initializeMemory(as: UInt8.self, repeating: 0, count: rowBytes * 9)
  }

  deinit {
    fixed.deallocate()
    for row in rows { row.deallocate() }
  }

  /// Makes room for the rows of a picture's nodes and forgets their contents.
  func prepare(_ needed: ScratchRows) {
    while rows.count < needed.count { rows.append(.allocate(byteCount: rowBytes, alignment: 64)) }
    firsts = Array(repeating: -1, count: rows.count)
    cachedRows = Array(repeating: nil, count: needed.shared)
    for window in windows.values { window.forget() }
  }

  /// The rows that the node with row `index` reads in its window.
  func window(_ index: Int, radius: Int, width: Int, pixel: Int) -> WindowBuffer {
    if let known = windows[index], known.radius == radius, known.pixel == pixel { return known }
    let made = WindowBuffer(radius: radius, width: width, pixel: pixel)
    windows[index] = made
    return made
  }

  /// A row for `pixels` pixels, possibly more than the frame's; the next call may overwrite it.
  func wideRow(_ pixels: Int) -> UnsafeMutablePointer<UInt8> {
    wide.reserve(pixels * pixel).assumingMemoryBound(to: UInt8.self)
  }

  /// The memory for two vertically blended rows of a picture: `texels` texels, possibly more than the
  /// frame's columns. A texel has four values of up to 32 bits. The next call may overwrite it.
  func blended(_ texels: Int) -> UnsafeMutablePointer<UInt32> {
    blended.reserve(texels * 16).assumingMemoryBound(to: UInt32.self)
  }

  /// The row of one node of the plan.
  func row(_ index: Int) -> UnsafeMutablePointer<UInt8> {
    rows[index].assumingMemoryBound(to: UInt8.self)
  }

  /// A copy of a row that outlives the source's next one.
  func copyRow(_ row: UnsafePointer<UInt8>, bytes: Int) -> UnsafePointer<UInt8> {
    upper.update(from: row, count: bytes)
    return UnsafePointer(upper)
  }

  /// Assigns row `index` to `key`. Returns whether the row already belonged to `key`.
  func holds(_ key: Int, inRow index: Int) -> Bool {
    if firsts[index] == key { return true }
    firsts[index] = key
    return false
  }

  /// Row `y` if it is cached at `place`.
  func cachedRow(_ y: Int, at place: Int) -> UnsafePointer<UInt8>? {
    guard let row = cachedRows[place], row.y == y else { return nil }
    return row.pixels
  }

  /// Caches `pixels` as row `y`, until its node computes another row.
  func cacheRow(_ pixels: UnsafePointer<UInt8>, _ y: Int, at place: Int) { cachedRows[place] = (y, pixels) }
}

/// Memory for a row that may be longer than the frame's, with room for the kernels' reads and
/// writes past its end.
///
/// **Thread-safety:** none; belongs to one worker.
private final class GrowingMemory {
  private var byteCount = 0
  private var memory: UnsafeMutableRawPointer?

  deinit { memory?.deallocate() }

  /// Memory for `bytes` bytes. Growing it loses its contents.
  func reserve(_ bytes: Int) -> UnsafeMutableRawPointer {
    if let memory, byteCount >= bytes { return memory }
    memory?.deallocate()
    let capacity = (bytes + 128 + 63) & ~63
    let made = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 64)
    // Texels past the end are read with a weight of 0.
    made.initializeMemory(as: UInt8.self, repeating: 0, count: capacity)
    (byteCount, memory) = (bytes, made)
    return made
  }
}

extension PixelDepth {
  /// The inner loops for pixels of this depth.
  var kernels: UnsafePointer<segue_kernels> {
    guard let kernels = segue_kernels_of(Int32(rawValue)) else {
      preconditionFailure("there are no kernels of this depth")
    }
    return kernels
  }
}
