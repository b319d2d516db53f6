import CSegueKernels
import SegueImaging
import SegueRendering

/// A wide Gaussian. The whole picture is first reduced and blurred; its rows are then enlarged one
/// by one.
final class GaussianRows: RowSource {
  private let coarse: MipPicture
  private let columns: Gaussian.Span
  private let rows: Gaussian.Span
  private let halvings: Int
  /// The weights of the previous texel and of the texel itself for each position in a texel, each
  /// repeated four times.
  private let near: [UInt32]
  /// The weight of the next texel.
  private let far: [UInt32]
  private let width: Int
  private let slot: Int
  var isOpaque: Bool { coarse.isOpaque }

  init(_ node: NodePlan, of picture: MipPicture, store: PictureStore, slot: Int) throws(RenderError) {
    let numbers = node.numbers.values
    halvings = Int(numbers[0])
    width = picture.size.width
    self.slot = slot
    columns = Gaussian.Span(picture.size.width).halved(halvings)
    rows = Gaussian.Span(picture.size.height).halved(halvings)
    let phases = (0..<1 << halvings).map { [halvings] in Gaussian.enlarging(phase: $0, halvings: halvings) }
    near = phases.flatMap { repeatElement(UInt32($0.before | $0.own << 16), count: 4) }
    far = phases.flatMap { repeatElement(UInt32($0.after), count: 4) }
    let sharp = picture.reduced(halvings, workers: store.workers)
    let across = store.takePicture(sharp.size)
    let reach = Int(numbers[1])
    let shares = (-reach...reach).map { UInt32(numbers[4 + abs($0)]) }
    var rows = ScratchRows()
    _ = rows.add()
    try store.draw(
      LineRows(shares, of: sharp, isOpaque: picture.isOpaque, isAcross: true), rows: rows, into: across)
    coarse = store.takePicture(sharp.size)
    try store.draw(
      LineRows(
        shares, of: across.level(0, workers: store.workers), isOpaque: picture.isOpaque, isAcross: false),
      rows: rows, into: coarse)
  }

  func row(_ y: Int, _ scratch: RowScratch) -> UnsafePointer<UInt8> {
    let row = scratch.row(slot)
    let down = Gaussian.enlarging(phase: y & (1 << halvings - 1), halvings: halvings)
    let shares = (UInt32(down.before), UInt32(down.own), UInt32(down.after))
    let bytes = columns.count * scratch.pixel
    let first = coarse.whole.base + (y >> halvings - 1 - rows.first) * bytes
    let lines = (Optional(first), Optional(first + bytes), Optional(first + 2 * bytes))
    withUnsafeBytes(of: lines) { lines in
      withUnsafeBytes(of: shares) { shares in
        scratch.kernels.pointee.enlarge(
          row, lines.baseAddress?.assumingMemoryBound(to: UnsafePointer<UInt8>?.self),
          shares.baseAddress?.assumingMemoryBound(to: UInt32.self), columns.count, -1 - columns.first, width,
          UInt32(halvings), near, far, isOpaque ? 1 : 0,
          scratch.blended(columns.count))
      }
    }
    return UnsafePointer(row)
  }
}

/// The average of texels along a row or a column, with repeated ends.
private final class LineRows: RowSource {
  private let texels: MipPicture.Level
  private let reach: Int
  private let sum: RowAverage
  private let isAcross: Bool
  let isOpaque: Bool

  init(_ shares: [UInt32], of texels: MipPicture.Level, isOpaque: Bool, isAcross: Bool) {
    self.texels = texels
    self.isOpaque = isOpaque
    self.isAcross = isAcross
    reach = shares.count / 2
    sum = RowAverage(shares, isOpaque: isOpaque)
  }

  func row(_ y: Int, _ scratch: RowScratch) -> UnsafePointer<UInt8> {
    let row = scratch.row(0)
    let (base, width, height) = (texels.base, texels.size.width, texels.size.height)
    if isAcross {
      let wide = scratch.wideRow(width + 2 * reach)
      scratch.kernels.pointee.repeat_ends(wide, base + y * width * scratch.pixel, width, reach)
      sum.write(width, scratch, into: row) { UnsafePointer(wide + $0 * scratch.pixel) }
    } else {
      sum.write(width, scratch, into: row) {
        base + min(max(y + $0 - reach, 0), height - 1) * width * scratch.pixel
      }
    }
    return UnsafePointer(row)
  }
}
