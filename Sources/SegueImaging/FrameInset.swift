/// A picture with an opening that shows frames of the opening's size.
///
/// Where the opening is partly covered, the picture and the frames must be opaque. Their encoded
/// values are mixed. A chroma sample is mixed by the mean share of its four pixels.
package struct FrameInset: Sendable {
  private let picture: [UInt8]
  private let format: PixelFormat
  /// The rows of a frame: the offset of each row in the picture and in the frame, and its length,
  /// in bytes.
  private var rows: [(target: Int, source: Int, length: Int)] = []
  /// The indices of the pixels or plane values in which the picture covers the frame. The share is
  /// the frame's, in units of 1/65535.
  private var covered: [(index: Int, share: UInt32)] = []

  private static let maximum = UInt32(UInt16.max)

  /// - Parameters:
  ///   - picture: the bytes of a frame of `size` in `format`.
  ///   - opening: the rectangle of the frames in the picture; its edges are even for planes.
  ///   - share: returns the frame's share, 0…1, of the pixel with the centre (x, y) in the picture.
  package init(
    _ picture: [UInt8], _ format: PixelFormat, size: ImageSize, opening: PixelRect,
    share: (_ x: Double, _ y: Double) -> Double
  ) {
    precondition(picture.count == format.byteCount(for: size), "the number of bytes does not match the size")
    self.picture = picture
    self.format = format
    let inner = ImageSize(width: opening.width, height: opening.height)
    let shares = (0..<inner.area).map { index in
      share(
        Double(opening.x0 + index % inner.width) + 0.5, Double(opening.y0 + index / inner.width) + 0.5)
    }
    for step in format.isRGBA ? [1] : [1, 2] {
      let (stride, width) = (size.width / step, inner.width / step)
      for (target, source) in zip(Self.starts(size, step), Self.starts(inner, step)) {
        for y in 0..<inner.height / step {
          let first = target + (opening.y0 / step + y) * stride + opening.x0 / step
          rows.append((first * bytes, (source + y * width) * bytes, width * bytes))
          for x in 0..<width {
            let part = Self.mean(shares, step, from: (y * inner.width + x) * step, inner.width)
            if part < Self.maximum { covered.append((first + x, part)) }
          }
        }
      }
    }
  }

  /// The number of values in a pixel.
  private var channels: Int { format.isRGBA ? 4 : 1 }
  /// The number of bytes in a pixel, or in a value of a plane.
  private var bytes: Int { channels * format.depth.rawValue / 8 }

  /// The first index of the pixels or of the luma plane for `step` 1, of each chroma plane for
  /// `step` 2.
  private static func starts(_ size: ImageSize, _ step: Int) -> [Int] {
    step == 1 ? [0] : [size.area, size.area + size.area / 4]
  }

  /// The mean of `step` × `step` values of `shares`, in units of 1/65535. `shares` has rows of
  /// `width` values, and the square begins at index `first`.
  private static func mean(_ shares: [Double], _ step: Int, from first: Int, _ width: Int) -> UInt32 {
    var sum = 0.0
    for y in 0..<step { for x in 0..<step { sum += shares[first + y * width + x] } }
    return UInt32((sum / Double(step * step) * Double(maximum)).rounded())
  }

  /// Writes the picture with `frame` in its opening to `target`.
  package func write(_ frame: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) {
    picture.withUnsafeBytes { picture in
      target.copyMemory(from: picture)
      for row in rows {
        UnsafeMutableRawBufferPointer(rebasing: target[row.target...])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: frame[row.source..<row.source + row.length]))
      }
      if format.depth == .eight {
        cover(target.bindMemory(to: UInt8.self), picture.bindMemory(to: UInt8.self))
      } else {
        cover(target.bindMemory(to: UInt16.self), picture.bindMemory(to: UInt16.self))
      }
    }
  }

  private func cover<Value: FixedWidthInteger & UnsignedInteger>(
    _ target: UnsafeMutableBufferPointer<Value>, _ picture: UnsafeBufferPointer<Value>
  ) {
    let maximum = Self.maximum
    for (index, share) in covered {
      for place in index * channels..<(index + 1) * channels {
        let sum = UInt32(target[place]) * share + UInt32(picture[place]) * (maximum - share)
        target[place] = Value((sum + maximum / 2) / maximum)
      }
    }
  }
}
