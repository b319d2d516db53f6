import CSegueKernels
import SegueImaging
import SegueRendering

/// A node of a plan that returns its picture row by row.
///
/// **Thread-safety:** immutable after initialisation; `row` may be called from any thread with that
/// thread's scratch.
protocol RowSource: AnyObject {
  var isOpaque: Bool { get }
  /// Whether row `y` certainly equals the one above it; called for y ≥ 1.
  func repeatsRow(_ y: Int) -> Bool
  /// The pixels of row `y`: memory of a picture or of `scratch`, valid until the node's next row.
  func row(_ y: Int, _ scratch: RowScratch) -> UnsafePointer<UInt8>
  /// Writes row `y` to `target` with stores that bypass the cache, without a scratch row. Returns `false`
  /// if the node does not support it.
  func streamRow(_ y: Int, to target: UnsafeMutablePointer<UInt8>, _ scratch: RowScratch) -> Bool
}

extension RowSource {
  func repeatsRow(_ y: Int) -> Bool { false }
  func streamRow(_ y: Int, to target: UnsafeMutablePointer<UInt8>, _ scratch: RowScratch) -> Bool { false }
}

/// The rows of a picture, without a copy.
final class PictureRows: RowSource {
  private let picture: MipPicture
  var isOpaque: Bool { picture.isOpaque }

  init(_ picture: MipPicture) { self.picture = picture }

  func row(_ y: Int, _ scratch: RowScratch) -> UnsafePointer<UInt8> {
    picture.whole.base + y * picture.bytesPerRow
  }
}

/// A node with several readers of the same row, which computes each row once.
final class SharedRows: RowSource {
  private let source: any RowSource
  private let place: Int
  /// The cached results of `repeatsRow`, one per row; empty if no row repeats. A call to the source would
  /// visit all nodes below.
  private let repeats: [Bool]
  let isOpaque: Bool

  init(_ source: any RowSource, height: Int, place: Int) {
    self.source = source
    self.place = place
    isOpaque = source.isOpaque
    let repeats = (0..<height).map { $0 > 0 && source.repeatsRow($0) }
    self.repeats = repeats.contains(true) ? repeats : []
  }

  func repeatsRow(_ y: Int) -> Bool { !repeats.isEmpty && repeats[y] }

  func row(_ y: Int, _ scratch: RowScratch) -> UnsafePointer<UInt8> {
    if let known = scratch.cachedRow(y, at: place) { return known }
    let row = source.row(y, scratch)
    scratch.cacheRow(row, y, at: place)
    return row
  }
}

/// Rows of a uniform colour.
final class ColorRows: RowSource {
  private let color: RGBAColor
  private let width: Int
  private let slot: Int
  var isOpaque: Bool { color.isOpaque }

  init(_ color: RGBAColor, width: Int, slot: Int) {
    self.color = color
    self.width = width
    self.slot = slot
  }

  func repeatsRow(_ y: Int) -> Bool { true }

  func row(_ y: Int, _ scratch: RowScratch) -> UnsafePointer<UInt8> {
    let row = scratch.row(slot)
    if !scratch.holds(0, inRow: slot) { scratch.kernels.pointee.fill(row, width, color.pixel) }
    return UnsafePointer(row)
  }
}

extension RGBAColor {
  /// The four bytes in memory order.
  var pixel: UInt32 {
    (UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24).littleEndian
  }
}

/// The caller's memory for a frame of pixels, and their layout.
///
/// **Thread-safety:** safe if each worker writes its own rows; the owner synchronises other access.
package struct FrameTarget {
  /// The order of a pixel's channels.
  package enum Order: Int32, Sendable {
    /// Red, green, blue, alpha.
    case rgba
    /// Blue, green, red, alpha.
    case bgra
    /// Red, green, blue, without alpha.
    case rgb

    /// The number of channels of a pixel.
    package var channels: Int { self == .rgb ? 3 : 4 }
  }

  let base: UnsafeMutablePointer<UInt8>
  let bytesPerRow: Int
  let order: Order
  let isPremultiplied: Bool

  /// Memory for a frame whose top row begins at `base`. `bytesPerRow` is the distance between two rows, at
  /// least the size of a row's pixels. Colours are premultiplied by alpha if `isPremultiplied`.
  package init(
    _ base: UnsafeMutablePointer<UInt8>, bytesPerRow: Int, order: Order = .rgba, isPremultiplied: Bool = false
  ) {
    self.base = base
    self.bytesPerRow = bytesPerRow
    self.order = order
    self.isPremultiplied = isPremultiplied
  }

  /// Whether pixels are written in the drawing layout.
  var isPlain: Bool { order == .rgba && !isPremultiplied }
}

/// Writes a source's rows into a frame in its format. 4:2:0 is packed two rows at a time, while
/// they are in the cache; equal rows are packed once.
///
/// **Thread-safety:** immutable; bands are written by different workers.
struct FrameWriter {
  let source: any RowSource
  let size: ImageSize
  let format: PixelFormat
  let target: FrameTarget

  /// The minimum size in bytes of a frame whose stores bypass the cache, since the frame would flush it.
  private static let streamingBytes = 1 << 20

  /// Writes the rows of `band`, which starts at an even row.
  func write(_ band: Range<Int>, _ scratch: RowScratch) {
    switch format {
    case .rgba8, .rgba16: target.isPlain ? writeColor(band, scratch) : writePacked(band, scratch)
    case .yuv420p, .yuv420p10, .yuv420p10HLG, .yuv420p10PQ: writePlanes(band, scratch)
    }
  }

  /// Writes pixels in a layout other than the drawing layout.
  private func writePacked(_ band: Range<Int>, _ scratch: RowScratch) {
    for y in band {
      segue_pack(
        target.base + y * target.bytesPerRow, source.row(y, scratch), size.width,
        Int32(format.depth.rawValue),
        target.order.rawValue, target.isPremultiplied && !source.isOpaque ? 1 : 0)
    }
  }

  private func writeColor(_ band: Range<Int>, _ scratch: RowScratch) {
    let bytes = size.width * scratch.pixel
    let (target, stride) = (target.base, target.bytesPerRow)
    guard bytes * size.height >= FrameWriter.streamingBytes else {
      for y in band { (target + y * stride).update(from: source.row(y, scratch), count: bytes) }
      return
    }
    var row: UnsafePointer<UInt8>?
    for y in band {
      let isNew = row == nil || !source.repeatsRow(y)
      let isLast = y + 1 == band.upperBound || !source.repeatsRow(y + 1)
      if isNew && isLast && source.streamRow(y, to: target + y * stride, scratch) {
        row = nil
        continue
      }
      let pixels = isNew ? source.row(y, scratch) : row ?? source.row(y, scratch)
      segue_copy_streaming(target + y * stride, pixels, bytes)
      row = pixels
    }
    segue_finish_streaming()
  }

  private func writePlanes(_ band: Range<Int>, _ scratch: RowScratch) {
    let sample = format.depth.rawValue / 8
    let (width, half) = (size.width * sample, size.width / 2 * sample)
    let target = target.base
    let blue = target + size.area * sample
    let red = blue + half * (size.height / 2)
    let packing = RowPacking(format, width: size.width)
    for y in stride(from: band.lowerBound, to: band.upperBound, by: 2) {
      let (luma, chroma) = (target + y * width, y / 2 * half)
      if y > band.lowerBound && source.repeatsRow(y) && source.repeatsRow(y + 1) && source.repeatsRow(y - 1) {
        luma.update(from: luma - 2 * width, count: 2 * width)
        (blue + chroma).update(from: blue + chroma - half, count: half)
        (red + chroma).update(from: red + chroma - half, count: half)
        continue
      }
      let upper = scratch.copyRow(source.row(y, scratch), bytes: size.width * scratch.pixel)
      packing.luma(luma, upper)
      if source.repeatsRow(y + 1) {
        (luma + width).update(from: luma, count: width)
        packing.chroma(blue + chroma, red + chroma, upper, upper)
      } else {
        let lower = source.row(y + 1, scratch)
        packing.luma(luma + width, lower)
        packing.chroma(blue + chroma, red + chroma, upper, lower)
      }
    }
  }
}

/// The conversion of rows of pixels to rows of planes, with one byte per value, or two for 10 bits.
private struct RowPacking {
  private let width: Int
  private let deep: segue_planes?

  init(_ format: PixelFormat, width: Int) {
    self.width = width
    deep = format.depth == .eight ? nil : DeepPlanes.of(format.planeColor ?? .sdr).kernel
  }

  func luma(_ target: UnsafeMutablePointer<UInt8>, _ row: UnsafePointer<UInt8>) {
    guard var deep else { return segue_luma(target, row, width) }
    segue_luma_10(values(target), row, width, &deep)
  }

  func chroma(
    _ cb: UnsafeMutablePointer<UInt8>, _ cr: UnsafeMutablePointer<UInt8>, _ upper: UnsafePointer<UInt8>,
    _ lower: UnsafePointer<UInt8>
  ) {
    guard var deep else { return segue_chroma(cb, cr, upper, lower, width) }
    segue_chroma_10(values(cb), values(cr), upper, lower, width, &deep)
  }

  private func values(_ bytes: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt16> {
    UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: UInt16.self)
  }
}
