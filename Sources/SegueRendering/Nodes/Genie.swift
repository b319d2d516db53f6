import CSegueKernels
import SegueImaging
import SegueMath

extension NodeKind {
  /// A window of the picture pulled into a rectangle at the bottom: its sides bend towards the
  /// rectangle's sides, and it slides down between them.
  ///
  /// The ten values are the left, right, top and bottom of the rectangle as fractions of the frame;
  /// the bend of the sides and the slide of the window, 0…1; and the left, right, top and bottom of
  /// the window.
  ///
  /// The numbers are the picture's column at the left side, the window's first and last column, all in
  /// 20.12, and an unused number. Each row has five more: its left and right side in 20.12, the
  /// picture's pixels per pixel with 14 fraction bits, the picture's row in 20.12, and the coverage of
  /// 0…4096.
  static let genie: NodeKind = .map(
    "genie", isCovering: true, kernel: segue_genie, shader: PackageResources.genie_glsl,
    lower: { node, size, _ in
      guard node.values[4] > 0 || node.values[5] > 0 else { return nil }
      let outline = Genie(node.values, size)
      return NumberTable(outline.columns + (0..<size.height).flatMap(outline.row))
    },
    samples: {
      let whole = [0.0, 1, 0, 1]
      let rectangles = [
        [0.4, 0.6, 0.9, 1, 0.5, 0], [0.1, 0.15, 0.8, 0.95, 1, 0.6], [0.7, 0.7, 1, 1, 1, 1],
        [0, 1, 0, 0.5, 0.3, 0.3], [0.4, 0.6, 0.9, 1, 0, 0],
      ]
      let windows = [
        [0.4, 0.6, 0.9, 1, 0.5, 0, 0.13, 0.72, 0.21, 0.66], [0.6, 0.9, 0.8, 1, 0.01, 0, 0.1, 0.4, 0.3, 0.5],
        [0, 1, 0.7, 0.9, 1, 0.4, 0.48, 0.52, 0.1, 0.9], [0.2, 0.5, 0.1, 0.2, 0.6, 0.5, 0.5, 0.5, 0.6, 0.6],
      ]
      return (rectangles.map { $0 + whole } + windows).map { Node(.genie, $0) }
    },
    place: { x, y, numbers in
      let row = 4 + 5 * y
      let (left, right, factor) = (Int(numbers[row]), Int(numbers[row + 1]), Int(numbers[row + 2]))
      let place = x << 12
      let way = max(0, min(right - left, place + 2048 - left))
      let whole = ((way >> 12) * factor) >> 2
      let part = ((way & 4095) * (factor >> 2)) >> 12
      let column = max(Int(numbers[1]), min(Int(numbers[2]), Int(numbers[0]) + whole + part))
      let inside = (max(0, min(4096, place + 4096 - left)) * max(0, min(4096, right - place))) >> 12
      return (Int32(column), numbers[row + 3], Int32((inside * Int(numbers[row + 4])) >> 12))
    })
}

/// The outline of a window on its way into a rectangle, in pixels.
private struct Genie {
  private let window, goal: Sides
  private let bent, top, bottom: Double

  /// A rectangle by its sides.
  private struct Sides {
    let left, right, top, bottom: Double

    /// - Parameters:
    ///   - values: the sides as fractions of the frame.
    ///   - least: the minimum width and height.
    init(_ values: ArraySlice<Double>, _ size: ImageSize, least: Double) {
      let shares = values.map { max(0, min(1, $0)) }
      left = shares[0] * Double(size.width)
      right = max(left + least, shares[1] * Double(size.width))
      top = shares[2] * Double(size.height)
      bottom = max(top + least, shares[3] * Double(size.height))
    }
  }

  init(_ values: [Double], _ size: ImageSize) {
    goal = Sides(values[0..<4], size, least: 0)
    window = Sides(values[6..<10], size, least: 1)
    bent = max(0, min(1, values[4]))
    top = window.top + (goal.top - window.top) * max(0, min(1, values[5]))
    bottom = max(top + 1, window.bottom + (goal.bottom - window.bottom) * bent)
  }

  /// The numbers that all rows share.
  var columns: [Int32] {
    let last = max(window.left.rounded(.down), window.right.rounded(.up) - 1)
    return [fixed(window.left - 0.5), fixed(window.left.rounded(.down)), fixed(last), 0]
  }

  /// The five numbers of row `y`.
  func row(_ y: Int) -> [Int32] {
    let middle = Double(y) + 0.5
    let width = window.right - window.left
    let way = goal.top > window.top ? (middle - window.top) / (goal.top - window.top) : 1
    let near = bent * (1 - StableMath.cos(max(0, min(1, way)) * .pi)) / 2
    let first = fixed(window.left + near * (goal.left - window.left))
    // A row is enlarged at most 64 times, so that the kernel's products fit 32 bits.
    let last = max(first + fixed(width / 64), fixed(window.right - near * (window.right - goal.right)))
    let factor = (width * 4096 * 16384 / Double(last - first)).rounded()
    let seen = max(0, min(1, min(Double(y) + 1, bottom) - max(Double(y), top)))
    let row = window.top + (middle - top) / (bottom - top) * (window.bottom - window.top) - 0.5
    let inside = max(window.top.rounded(.down), min(window.bottom.rounded(.up) - 1, row))
    return [first, last, Int32(factor), fixed(inside), Int32((seen * 4096).rounded())]
  }
}

extension Recipe {
  /// A window of `input` on its way into a rectangle at the bottom of the frame, transparent around it.
  /// - Parameters:
  ///   - window: left, right, top and bottom of the window, as fractions of the frame.
  ///   - goal: left, right, top and bottom of the rectangle.
  ///   - bent: the bend of the sides towards the rectangle's, 0…1.
  ///   - slid: the distance that the window has slid down, 0…1.
  ///
  /// **Source:** the genie effect of macOS's Dock.
  package static func pulled(
    _ input: Recipe, window: [Double], into goal: [Double], bent: Double, slid: Double
  ) -> Recipe {
    precondition(window.count == 4 && goal.count == 4, "a rectangle has four sides")
    return .node(Node(.genie, goal + [bent, slid] + window), [input])
  }
}
