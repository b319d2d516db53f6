import SegueImaging
import SegueMath

/// The order in which the pixels of a frame change, and the progress of the change.
public struct Matte: Sendable, Hashable {
  /// The order: pixels with small values change first.
  package var field: MatteField
  /// The progress, from 0 (nothing has changed) to 1 (everything has); clamped.
  package var progress: Double
  /// The width of the soft edge as a fraction of the field's range; 0 is a hard edge.
  package var softness: Double
  /// The curve of the soft edge from one picture to the other.
  package var edge = MatteEdge.linear

  /// A matte over `field`.
  /// - Parameters:
  ///   - field: the order of the pixels.
  ///   - progress: 0 (nothing has changed) to 1 (every pixel has); clamped, and NaN is 0.
  ///   - softness: the width of the soft edge as a fraction of the field's range, 0…1; clamped, 0 is a
  ///     hard edge.
  public init(field: MatteField, progress: Double, softness: Double) {
    self.field = field
    self.progress = progress
    self.softness = softness
  }
}

/// The curve of a matte's soft edge from one picture to the other.
package enum MatteEdge: String, Sendable, Hashable, CaseIterable {
  case linear
  /// Smoothstep: 3t² − 2t³.
  case smooth
}

/// An order of pixels: one value from 0 to 1 for each pixel. Pixels with small values change first.
///
/// Fields with the same identifier are equal, so an identifier contains the shape and all
/// parameters.
///
/// **Thread-safety:** the function is called from any thread.
public struct MatteField: Sendable, Hashable {
  /// The name of the field with its parameters, for example `clock(start: 0.25)`.
  package let identifier: String
  private let function: @Sendable (Double, Double, ImageSize) -> Double

  /// A field defined by a function of a pixel and the frame's size.
  /// - Parameters:
  ///   - identifier: a name with all parameters, such as `clock(start: 0.25)`.
  ///   - function: takes the middle of a pixel in pixels from the top left (the first is at 0.5,
  ///     0.5) and the frame's size. Its value is clamped to 0…1; NaN is 0.
  public init(
    identifier: String,
    function: @escaping @Sendable (_ x: Double, _ y: Double, _ size: ImageSize) -> Double
  ) {
    self.identifier = identifier
    self.function = function
  }

  /// The value at a point, not clamped: x and y in pixels from the top left.
  package func value(_ x: Double, _ y: Double, _ size: ImageSize) -> Double { function(x, y, size) }

  /// The field for a frame of `size`: one value per pixel, row by row from the top, 0…65535.
  package func rasterize(_ size: ImageSize) -> [UInt16] {
    [UInt16](unsafeUninitializedCapacity: size.area) { values, count in
      rasterize(size, rows: 0..<size.height, into: values)
      count = size.area
    }
  }

  /// Writes the values of `rows` of a frame of `size` to `values`, which has `rows.count * size.width`
  /// elements, initialized or not.
  package func rasterize(
    _ size: ImageSize, rows: Range<Int>, into values: UnsafeMutableBufferPointer<UInt16>
  ) {
    precondition(values.count == rows.count * size.width, "the buffer needs one value per pixel")
    var index = 0
    for y in rows {
      for x in 0..<size.width {
        let value = function(Double(x) + 0.5, Double(y) + 0.5, size)
        values.initializeElement(
          at: index, to: UInt16((min(1, max(0, value.isNaN ? 0 : value)) * 65535).rounded()))
        index += 1
      }
    }
  }

  /// Whether both fields have the same identifier.
  public static func == (a: MatteField, b: MatteField) -> Bool { a.identifier == b.identifier }

  /// Hashes the identifier, not the function.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension MatteField {
  /// A straight edge that travels in the direction `degrees`: 0 to the right, 90 downwards.
  public static func linear(degrees: Double) -> MatteField {
    let (dx, dy) = (StableMath.cos(degrees * .pi / 180), StableMath.sin(degrees * .pi / 180))
    return MatteField(identifier: "linear(\(degrees))") { x, y, size in
      let (w, h) = (Double(size.width), Double(size.height))
      let start = min(0, dx) * w + min(0, dy) * h
      return (x * dx + y * dy - start) / (abs(dx) * w + abs(dy) * h)
    }
  }

  /// Slats that all change at once in the direction `degrees`.
  package static func blinds(count: Int, degrees: Double) -> MatteField {
    let line = linear(degrees: degrees)
    return MatteField(identifier: "blinds(\(count), \(degrees))") { x, y, size in
      let position = line.value(x, y, size) * Double(count)
      return position - position.rounded(.down)
    }
  }

  /// A chequerboard: the squares of one colour change first, each from left to right, then the others.
  package static func checkerboard(columns: Int, rows: Int) -> MatteField {
    MatteField(identifier: "checkerboard(\(columns), \(rows))") { x, y, size in
      let across = x / Double(size.width) * Double(columns)
      let column = across.rounded(.down)
      let row = (y / Double(size.height) * Double(rows)).rounded(.down)
      let isSecond = (Int(column) + Int(row)) % 2 == 1
      return (across - column + (isSecond ? 1 : 0)) / 2
    }
  }

  /// A clock hand that sweeps clockwise about the middle of the frame. It begins `start` turns after
  /// twelve o'clock; 0.25 is three o'clock.
  public static func clock(start: Double) -> MatteField {
    MatteField(identifier: "clock(\(start))") { x, y, size in
      let turns =
        StableMath.atan2(x - Double(size.width) / 2, Double(size.height) / 2 - y) / (2 * .pi) - start
      return turns - turns.rounded(.down)
    }
  }

  /// The outline of a shape that grows from a point until it covers the frame.
  /// - Parameters:
  ///   - shape: the outline.
  ///   - centerX: the point's column as a fraction of the frame's width; 0.5 is the middle.
  ///   - centerY: the point's row as a fraction of the frame's height.
  public static func iris(_ shape: IrisShape, centerX: Double, centerY: Double) -> MatteField {
    MatteField(identifier: "iris(\(shape.rawValue), \(centerX), \(centerY))") { x, y, size in
      let (w, h) = (Double(size.width), Double(size.height))
      let (cx, cy) = (centerX * w, centerY * h)
      let (farX, farY) = (max(cx, w - cx), max(cy, h - cy))
      let (dx, dy) = (abs(x - cx), abs(y - cy))
      return switch shape {
      case .circle: StableMath.hypot(dx, dy) / StableMath.hypot(farX, farY)
      case .rectangle: max(dx / farX, dy / farY)
      case .diamond: (dx / farX + dy / farY) / 2
      case .vertical: dx / farX
      case .horizontal: dy / farY
      }
    }
  }

  /// The share of each pixel outside of a rectangle with rounded corners; a matte with progress 0.5 and
  /// softness 1 shows the second picture inside.
  /// - Parameters:
  ///   - x: the left edge in pixels.
  ///   - y: the top edge in pixels.
  ///   - radius: the radius of the corners in pixels.
  ///   - inset: the distance in pixels of the outline from the rectangle, inwards.
  ///
  /// **Source:** the signed distance of a rounded box, Inigo Quilez,
  /// iquilezles.org/articles/distfunctions2d.
  package static func outside(
    x: Double, y: Double, width: Double, height: Double, radius: Double, inset: Double = 0
  ) -> MatteField {
    let (halfWidth, halfHeight) = (width / 2, height / 2)
    let (middleX, middleY) = (x + halfWidth, y + halfHeight)
    let identifier = "outside(\(x), \(y), \(width), \(height), \(radius), \(inset))"
    return MatteField(identifier: identifier) { x, y, _ in
      let (across, down) = (abs(x - middleX) - halfWidth + radius, abs(y - middleY) - halfHeight + radius)
      let (right, below) = (max(across, 0), max(down, 0))
      let corner = (right * right + below * below).squareRoot()
      return corner + min(max(across, down), 0) - radius + inset + 0.5
    }
  }

  /// A rectangle in the corner at (`cornerX`, `cornerY`), each 0 or 1, that grows until it covers the frame.
  package static func corner(cornerX: Double, cornerY: Double) -> MatteField {
    MatteField(identifier: "corner(\(cornerX), \(cornerY))") { x, y, size in
      max(abs(x / Double(size.width) - cornerX), abs(y / Double(size.height) - cornerY))
    }
  }

  /// A curved diagonal from the corner at (`cornerX`, `cornerY`), by the product of the distances to the
  /// other two sides.
  package static func diagonal(cornerX: Double, cornerY: Double) -> MatteField {
    MatteField(identifier: "diagonal(\(cornerX), \(cornerY))") { x, y, size in
      let (across, down) = (x / Double(size.width), y / Double(size.height))
      return 1 - (1 - abs(across - cornerX)) * (1 - abs(down - cornerY))
    }
  }

  /// A straight edge torn into streaks of one pixel, as if blown in the direction `degrees`, a multiple
  /// of 90.
  /// **Source:** ffmpeg's xfade hlwind and its variants.
  package static func wind(degrees: Double, length: Double) -> MatteField {
    let line = linear(degrees: degrees)
    let isHorizontal = abs(StableMath.cos(degrees * .pi / 180)) > 0.5
    return MatteField(identifier: "wind(\(degrees), \(length))") { x, y, size in
      let streak = isHorizontal ? sineHash(0, y.rounded(.down)) : sineHash(x.rounded(.down), 0)
      return (line.value(x, y, size) + streak * length) / (1 + length)
    }
  }

  /// Slats that open one after the other in the direction `degrees`, a multiple of 90, each from
  /// its far side with an ease-in-out. **Source:** ffmpeg's xfade hlslice and its variants.
  package static func slices(count: Int, degrees: Double) -> MatteField {
    let line = linear(degrees: degrees)
    let isHorizontal = abs(StableMath.cos(degrees * .pi / 180)) > 0.5
    return MatteField(identifier: "slices(\(count), \(degrees))") { x, y, size in
      let position = line.value(x, y, size)
      // The position of a pixel is the position of its front corner.
      let corner = 0.5 / Double(isHorizontal ? size.width : size.height)
      let slat = (1 - position - corner) * Double(count)
      // The inverse of 3t² − 2t³ at the position within the slat.
      let opened = 0.5 - StableMath.sin(StableMath.asin(1 - 2 * (slat - slat.rounded(.down))) / 3)
      return (2 * position + opened) / 3
    }
  }

  /// The grey of a picture: dark pixels change first; alpha is ignored. A picture of another size
  /// is stretched to the frame and sampled at the nearest pixel.
  ///
  /// **Source:** the luma of ITU-R BT.709-6.
  public static func picture(_ snapshot: Snapshot) -> MatteField {
    let identity = UInt(bitPattern: ObjectIdentifier(snapshot).hashValue)
    return MatteField(identifier: "picture(\(identity))") { x, y, size in
      let column = min(snapshot.size.width - 1, Int(x * Double(snapshot.size.width) / Double(size.width)))
      let row = min(snapshot.size.height - 1, Int(y * Double(snapshot.size.height) / Double(size.height)))
      let color = snapshot.deep(column, row)
      let grey = 0.2126 * Double(color.red) + 0.7152 * Double(color.green) + 0.0722 * Double(color.blue)
      return grey / Double(color.maximum)
    }
  }

  /// The field in reversed order: 1 minus its value.
  public var inverted: MatteField {
    MatteField(identifier: "inverted(\(identifier))") { x, y, size in 1 - value(x, y, size) }
  }
}

/// The outline of an iris, which ``MatteField/iris(_:centerX:centerY:)`` grows.
public enum IrisShape: String, Sendable, Hashable, CaseIterable {
  /// A true circle in a frame of any proportions.
  case circle
  /// A rectangle with the frame's proportions.
  case rectangle
  /// A rhombus with the frame's proportions, corners at the top, bottom and sides.
  case diamond
  /// Two vertical edges that part to the left and right, like a curtain.
  case vertical
  /// Two horizontal edges that part upwards and downwards.
  case horizontal
}
