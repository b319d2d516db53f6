import SegueImaging

/// The order in which the pixels of a frame change over, with how far that has come.
///
/// **Thread-safety:** a value.
public struct Matte: Sendable, Hashable {
  /// The order: pixels with small values change first.
  public var field: MatteField
  /// 0 nothing has changed … 1 everything has; clamped.
  public var progress: Double
  /// Width of the soft edge as a share of the whole range of the field; 0 is hard.
  public var softness: Double

  /// A matte over `field`, come to `progress`.
  public init(field: MatteField, progress: Double, softness: Double) {
    self.field = field
    self.progress = progress
    self.softness = softness
  }
}

/// A picture of order: one value from 0 to 1 for each pixel, worked out once a render.
///
/// Two fields with the same identifier are taken for the same field, so an identifier names the shape and
/// every parameter in it.
///
/// **Thread-safety:** a value; the function is called from any thread.
public struct MatteField: Sendable, Hashable {
  /// Value for the middle of a pixel: x and y in pixels from the top left (pixel centres at .5).
  public typealias Function = @Sendable (_ x: Double, _ y: Double, _ size: ImageSize) -> Double

  /// Names the field and its parameters, for example `clock(start: 0.25)`.
  public let identifier: String
  private let function: Function

  /// A field by its function; values are clamped to 0…1.
  public init(identifier: String, function: @escaping Function) {
    self.identifier = identifier
    self.function = function
  }

  /// The value at a point, not clamped: x and y in pixels from the top left.
  package func value(_ x: Double, _ y: Double, _ size: ImageSize) -> Double { function(x, y, size) }

  /// The field for a frame of `size`: one value a pixel, row by row from the top, 0…65535.
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
    precondition(values.count == rows.count * size.width, "one value for each pixel of the rows")
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

  /// Whether both have the same identifier.
  public static func == (a: MatteField, b: MatteField) -> Bool { a.identifier == b.identifier }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}
