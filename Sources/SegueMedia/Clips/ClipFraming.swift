import SegueImaging

/// The part of an input's picture that is shown, before it fills the film's frame: turned first, then cut.
package struct ClipFraming: Sendable, Hashable {
  /// Degrees by which it is turned clockwise: 0, 90, 180 or 270.
  package var rotation: Int
  /// The part that is kept, in fractions of the turned picture: its left and upper edge, its width and height.
  package var crop: Crop

  /// A part of a picture, in fractions of it.
  package struct Crop: Sendable, Hashable {
    var left, top, width, height: Double

    /// A part that lies within the picture.
    package init(left: Double, top: Double, width: Double, height: Double) {
      (self.left, self.top, self.width, self.height) = (left, top, width, height)
    }

    /// All of it.
    package static let whole = Crop(left: 0, top: 0, width: 1, height: 1)
  }

  /// A picture that is turned by `rotation` degrees and cut to `crop`.
  package init(rotation: Int = 0, crop: Crop = .whole) { (self.rotation, self.crop) = (rotation, crop) }

  /// Whether all of the picture is shown as it is.
  package var isWhole: Bool { self == ClipFraming() }

  /// Whether width and height change places.
  var isTurned: Bool { rotation % 180 == 90 }

  /// The pixels that are kept of a turned picture of `size`; with `step` 2 every edge is even.
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

  /// `size` turned.
  func turned(_ size: ImageSize) -> ImageSize {
    isTurned ? ImageSize(width: size.height, height: size.width) : size
  }

  /// The size of a picture of `size` after it.
  package func applied(to size: ImageSize) -> ImageSize {
    let part = part(of: turned(size))
    return ImageSize(width: part.width, height: part.height)
  }

  /// The orientation of a picture that has to be turned like this.
  fileprivate var orientation: Orientation {
    switch rotation {
    case 90: .needsClockwiseTurn
    case 180: .turnedHalf
    case 270: .needsCounterclockwiseTurn
    default: .normal
    }
  }

  /// ffmpeg's filters for a picture of `size` before it is turned.
  func filters(for size: ImageSize) -> [String] {
    let turns = [90: ["transpose=clock"], 180: ["hflip", "vflip"], 270: ["transpose=cclock"]]
    guard crop != .whole else { return turns[rotation] ?? [] }
    let part = part(of: turned(size), step: 2)
    return (turns[rotation] ?? []) + ["crop=\(part.width):\(part.height):\(part.x0):\(part.y0)"]
  }
}

extension Snapshot {
  /// The picture turned and cut.
  package func framed(_ framing: ClipFraming) -> Snapshot {
    if framing.isWhole { return self }
    let part = framing.part(of: framing.turned(size))
    return Snapshot.drawn(ImageSize(width: part.width, height: part.height), depth: depth, color: color) {
      buffer in
      withUnsafeBytes { framing.orientation.draw(part, of: $0, size: size, into: buffer) }
    }
  }
}
