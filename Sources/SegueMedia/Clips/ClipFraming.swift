import SegueImaging

/// The part of an input's picture that is shown: the picture is rotated, then cropped.
package struct ClipFraming: Sendable, Hashable {
  /// Clockwise rotation in degrees: 0, 90, 180 or 270.
  package var rotation: Int
  /// The crop, in fractions of the rotated picture: left, top, width and height.
  package var crop: Crop

  package struct Crop: Sendable, Hashable {
    var left, top, width, height: Double

    package init(left: Double, top: Double, width: Double, height: Double) {
      self.left = left
      self.top = top
      self.width = width
      self.height = height
    }

    package static let whole = Crop(left: 0, top: 0, width: 1, height: 1)
  }

  package init(rotation: Int = 0, crop: Crop = .whole) {
    self.rotation = rotation
    self.crop = crop
  }

  package var isWhole: Bool { self == ClipFraming() }
  var isTurned: Bool { rotation % 180 == 90 }

  /// The crop of a rotated picture of `size`, in pixels; with `step` 2 every edge is even.
  func part(of size: ImageSize, step: Int = 1) -> PixelRect {
    func span(_ first: Double, _ length: Double, of side: Int) -> (Int, Int) {
      let steps = Double(side) / Double(step)
      let count = max(1, min(side / step, Int(limiting: (length * steps).rounded())))
      let start = max(0, min(side / step - count, Int(limiting: (first * steps).rounded())))
      return (start * step, (start + count) * step)
    }
    let (x, y) = (span(crop.left, crop.width, of: size.width), span(crop.top, crop.height, of: size.height))
    return PixelRect(x0: x.0, y0: y.0, x1: x.1, y1: y.1)
  }

  func turned(_ size: ImageSize) -> ImageSize { isTurned ? size.transposed : size }

  /// The size of a picture of `size` after rotation and crop.
  package func applied(to size: ImageSize) -> ImageSize { part(of: turned(size)).size }

  fileprivate var orientation: Orientation {
    switch rotation {
    case 90: .needsClockwiseTurn
    case 180: .turnedHalf
    case 270: .needsCounterclockwiseTurn
    default: .normal
    }
  }

  /// ffmpeg's filters for an unrotated picture of `size`.
  func filters(for size: ImageSize) -> [String] {
    let turns = [90: ["transpose=clock"], 180: ["hflip", "vflip"], 270: ["transpose=cclock"]]
    guard crop != .whole else { return turns[rotation] ?? [] }
    let part = part(of: turned(size), step: 2)
    return (turns[rotation] ?? []) + ["crop=\(part.width):\(part.height):\(part.x0):\(part.y0)"]
  }
}

extension Snapshot {
  package func framed(_ framing: ClipFraming) -> Snapshot {
    if framing.isWhole { return self }
    let part = framing.part(of: framing.turned(size))
    return Snapshot.drawn(part.size, depth: depth, color: color) { buffer in
      withUnsafeBytes { framing.orientation.draw(part, of: $0, size: size, into: buffer) }
    }
  }
}
