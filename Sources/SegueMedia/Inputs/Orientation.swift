import SegueImaging

/// The orientation of a stored picture. The raw values are EXIF's.
///
/// **Source:** EXIF 2.32, section 4.6.4, tag 0x0112: which side of the scene row 0 and column 0 are.
package enum Orientation: Int, Sendable, CaseIterable {
  case normal = 1
  case mirrored = 2
  case turnedHalf = 3
  case flipped = 4
  case transposed = 5
  case needsClockwiseTurn = 6
  case transversed = 7
  case needsCounterclockwiseTurn = 8

  var swapsSides: Bool { rawValue >= 5 }

  /// The coefficients a, b, c and d. A stored point (p, q) is shown at (a·p + c·q, b·p + d·q),
  /// apart from a translation.
  package var matrix: [Int] {
    switch self {
    case .normal: [1, 0, 0, 1]
    case .mirrored: [-1, 0, 0, 1]
    case .turnedHalf: [-1, 0, 0, -1]
    case .flipped: [1, 0, 0, -1]
    case .transposed: [0, 1, 1, 0]
    case .needsClockwiseTurn: [0, 1, -1, 0]
    case .transversed: [0, -1, -1, 0]
    case .needsCounterclockwiseTurn: [0, -1, 1, 0]
    }
  }

  /// The oriented picture. `stored` must have no other owner.
  func snapshot(of stored: PixelBuffer, color: ColorEncoding = .sdr) -> Snapshot {
    nonisolated(unsafe) let oriented = apply(to: stored)
    return Snapshot(oriented, color: color)
  }

  func apply(to stored: PixelBuffer) -> PixelBuffer {
    if self == .normal { return stored }
    let size = swapsSides ? stored.size.transposed : stored.size
    let result = PixelBuffer(size: size, depth: stored.depth)
    stored.withUnsafeBytes { draw(PixelRect(size), of: $0, size: stored.size, into: result) }
    return result
  }

  /// Draws a part of the oriented picture into `result`, which has the part's size and the depth of
  /// the stored pixels.
  func draw(
    _ part: PixelRect, of stored: UnsafeRawBufferPointer, size: ImageSize, into result: PixelBuffer
  ) {
    switch result.depth {
    case .eight: turn(stored, size, from: part, into: result, pixel: UInt32.self)
    case .sixteen: turn(stored, size, from: part, into: result, pixel: UInt64.self)
    }
  }

  private func turn<Pixel: BitwiseCopyable>(
    _ stored: UnsafeRawBufferPointer, _ storedSize: ImageSize, from part: PixelRect, into result: PixelBuffer,
    pixel: Pixel.Type
  ) {
    let source = stored.bindMemory(to: Pixel.self)
    let size = result.size
    let (first, stepX, stepY) = walk(width: storedSize.width, height: storedSize.height)
    let start = first + part.x0 * stepX + part.y0 * stepY
    // Pixels are copied in squares, so that the rows of storage that a square crosses stay in the cache.
    let block = 32
    result.withUnsafeValues(of: Pixel.self) { target in
      for top in stride(from: 0, to: size.height, by: block) {
        for left in stride(from: 0, to: size.width, by: block) {
          for y in top..<min(top + block, size.height) {
            for x in left..<min(left + block, size.width) {
              target[y * size.width + x] = source[start + x * stepX + y * stepY]
            }
          }
        }
      }
    }
  }

  /// The position of the oriented picture's first pixel in storage, and the steps to the next
  /// column and row.
  private func walk(width: Int, height: Int) -> (start: Int, stepX: Int, stepY: Int) {
    // The inverse of an orthogonal matrix is its transpose: a shown point (x, y) is stored at (a·x
    // + b·y, c·x + d·y).
    let (a, b, c, d) = (matrix[0], matrix[1], matrix[2], matrix[3])
    let start = (a + b < 0 ? width - 1 : 0) + (c + d < 0 ? height - 1 : 0) * width
    return (start, a + c * width, b + d * width)
  }
}
