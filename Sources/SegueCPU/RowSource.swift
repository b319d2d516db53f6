import CSegueKernels
import SegueImaging

/// A node of a plan that gives its picture row by row.
///
/// **Thread-safety:** immutable once it is made; `row` may be called from any thread with a scratch of its
/// own.
protocol RowSource: AnyObject, Sendable {
  /// Whether every pixel has alpha 255.
  var isOpaque: Bool { get }
  /// Whether row `y` is known to be equal to the one above it; asked for y ≥ 1.
  func repeatsRow(_ y: Int) -> Bool
  /// The pixels of row `y`: memory of a picture or of `scratch`, valid until the node's next row.
  func row(_ y: Int, _ scratch: RowScratch) -> UnsafePointer<UInt8>
  /// Writes row `y` to `target` past the cache, without a row of its own; `false` where it has no way to.
  func streamRow(_ y: Int, to target: UnsafeMutablePointer<UInt8>, _ scratch: RowScratch) -> Bool
}

extension RowSource {
  func streamRow(_ y: Int, to target: UnsafeMutablePointer<UInt8>, _ scratch: RowScratch) -> Bool { false }
}

/// A picture's own rows, without a copy.
///
/// **Thread-safety:** immutable.
final class PictureRows: RowSource {
  private let picture: MipPicture
  var isOpaque: Bool { picture.isOpaque }

  init(_ picture: MipPicture) { self.picture = picture }

  func repeatsRow(_ y: Int) -> Bool { false }

  func row(_ y: Int, _ scratch: RowScratch) -> UnsafePointer<UInt8> {
    picture.base + y * picture.size.width * 4
  }
}

/// One colour everywhere.
///
/// **Thread-safety:** immutable.
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
    if !scratch.holds(0, inRow: slot) { segue_fill(row, width, color.pixel) }
    return UnsafePointer(row)
  }
}

extension RGBAColor {
  /// The four bytes as they stand in memory.
  var pixel: UInt32 {
    (UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24).littleEndian
  }
}
