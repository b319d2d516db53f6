import Imaging

/// How a stored picture is turned to stand upright. The raw values are those of EXIF.
///
/// **Source:** EXIF 2.32, section 4.6.4, tag 0x0112: which side of the scene row 0 and column 0 are.
///
/// **Thread-safety:** a value.
enum Orientation: Int, Sendable, CaseIterable {
  case upright = 1
  case mirrored = 2
  case turnedHalf = 3
  case flipped = 4
  case transposed = 5
  case needsClockwiseTurn = 6
  case transversed = 7
  case needsCounterclockwiseTurn = 8

  /// Whether width and height change places.
  var swapsSides: Bool { rawValue >= 5 }

  /// The picture, upright.
  func apply(to stored: PixelBuffer) -> PixelBuffer {
    if self == .upright { return stored }
    let (width, height) = (stored.size.width, stored.size.height)
    let size = swapsSides ? ImageSize(width: height, height: width) : stored.size
    let result = PixelBuffer(size: size)
    let source = UnsafeRawBufferPointer(stored.bytes).bindMemory(to: UInt32.self)
    let target = result.bytes.bindMemory(to: UInt32.self)
    let (start, stepX, stepY) = walk(width: width, height: height)
    // Squares of pixels keep the side that is walked against the rows in the cache.
    let block = 32
    for top in stride(from: 0, to: size.height, by: block) {
      for left in stride(from: 0, to: size.width, by: block) {
        for y in top..<min(top + block, size.height) {
          for x in left..<min(left + block, size.width) {
            target[y * size.width + x] = source[start + x * stepX + y * stepY]
          }
        }
      }
    }
    return result
  }

  /// Where the stored pixels of the upright picture lie: the first, and the way to the next column and row.
  private func walk(width: Int, height: Int) -> (start: Int, stepX: Int, stepY: Int) {
    let (right, bottom) = (width - 1, (height - 1) * width)
    switch self {
    case .upright: return (0, 1, width)
    case .mirrored: return (right, -1, width)
    case .turnedHalf: return (right + bottom, -1, -width)
    case .flipped: return (bottom, 1, -width)
    case .transposed: return (0, width, 1)
    case .needsClockwiseTurn: return (bottom, -width, 1)
    case .transversed: return (right + bottom, -width, -1)
    case .needsCounterclockwiseTurn: return (right, width, -1)
    }
  }
}
