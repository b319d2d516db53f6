/// The fit of a picture in a frame of another size.
public enum Fit: String, Sendable, Hashable, CaseIterable {
  /// The picture scaled evenly to cover the frame. The excess is cropped equally on both sides. A
  /// picture that is only a pixel larger is not scaled: its last column and row are cropped.
  case cover
  /// The picture scaled evenly to fit inside the frame. The remaining area is transparent, and
  /// equal on both sides.
  case contain
  /// The picture scaled independently to the frame's width and height.
  case stretch
  /// The picture fitted as ``contain``, over a blurred, slightly darkened ``cover`` of itself.
  case blur

  /// The visible part of a picture of size `source`, and its pixels in an output of size `target`.
  /// For ``blur``, this is the placement of the sharp picture.
  func placement(of source: ImageSize, in target: ImageSize) -> Placement {
    let whole = SourceRegion(
      x: 0, y: 0, width: Double(source.width), height: Double(source.height))
    switch self {
    case .stretch:
      return Placement(region: whole, target: PixelRect(target))
    case .cover where Self.isNearly(source, target):
      let region = SourceRegion(x: 0, y: 0, width: Double(target.width), height: Double(target.height))
      return Placement(region: region, target: PixelRect(target))
    case .cover:
      let scale = max(
        Double(target.width) / Double(source.width), Double(target.height) / Double(source.height))
      let width = min(whole.width, Double(target.width) / scale)
      let height = min(whole.height, Double(target.height) / scale)
      let region = SourceRegion(
        x: (whole.width - width) / 2, y: (whole.height - height) / 2, width: width, height: height)
      return Placement(region: region, target: PixelRect(target))
    case .contain, .blur:
      let scale = min(
        Double(target.width) / Double(source.width), Double(target.height) / Double(source.height))
      let width = min(target.width, max(1, Int((Double(source.width) * scale).rounded())))
      let height = min(target.height, max(1, Int((Double(source.height) * scale).rounded())))
      let x = (target.width - width) / 2
      let y = (target.height - height) / 2
      return Placement(region: whole, target: PixelRect(x0: x, y0: y, x1: x + width, y1: y + height))
    }
  }

  /// Whether `source` equals `target` or is one pixel larger in width, height or both.
  package static func isNearly(_ source: ImageSize, _ target: ImageSize) -> Bool {
    (0...1).contains(source.width - target.width) && (0...1).contains(source.height - target.height)
  }

  /// The rectangle of a picture of size `source` in an output of size `target`.
  package func place(of source: ImageSize, in target: ImageSize) -> PixelRect {
    placement(of: source, in: target).target
  }

  /// The visible part of a picture, and its rectangle in the output.
  struct Placement: Equatable {
    /// The visible part, in pixels of the source.
    var region: SourceRegion
    /// The rectangle in the output.
    var target: PixelRect
  }
}

/// A rectangle in a picture, whose edges may be at fractions of a pixel. Pixel (0, 0) covers 0…1 in
/// both directions.
struct SourceRegion: Equatable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double
}

/// A rectangle of whole pixels, half open: columns `x0 ..< x1`, rows `y0 ..< y1`, origin top left.
public struct PixelRect: Sendable, Hashable {
  /// The first column.
  @usableFromInline package var x0: Int
  /// The first row.
  @usableFromInline package var y0: Int
  /// The column after the last.
  @usableFromInline package var x1: Int
  /// The row after the last.
  @usableFromInline package var y1: Int

  /// A rectangle of the columns `x0 ..< x1` and the rows `y0 ..< y1`.
  public init(x0: Int, y0: Int, x1: Int, y1: Int) {
    self.x0 = x0
    self.y0 = y0
    self.x1 = x1
    self.y1 = y1
  }

  /// The rectangle of a whole picture.
  package init(_ size: ImageSize) {
    self.init(x0: 0, y0: 0, x1: size.width, y1: size.height)
  }

  /// The number of columns, never negative.
  package var width: Int { Self.length(x0, x1) }
  /// The number of rows, never negative.
  package var height: Int { Self.length(y0, y1) }
  package var size: ImageSize { ImageSize(width: width, height: height) }
  /// Whether the rectangle contains no pixel.
  @inlinable package var isEmpty: Bool { x1 <= x0 || y1 <= y0 }

  private static func length(_ start: Int, _ end: Int) -> Int {
    let (length, isTooLong) = end.subtractingReportingOverflow(start)
    return end <= start ? 0 : isTooLong ? .max : length
  }

  /// The intersection of both rectangles.
  @inlinable package func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(x0: max(x0, other.x0), y0: max(y0, other.y0), x1: min(x1, other.x1), y1: min(y1, other.y1))
  }
}
