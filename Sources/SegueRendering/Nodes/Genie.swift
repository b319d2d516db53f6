import CSegueKernels
import SegueImaging
import SegueMath

extension NodeKind {
  /// A picture pulled into a rectangle at the bottom: its sides bend towards the rectangle's, and it
  /// slides down between them.
  ///
  /// The six values are the rectangle's left, right, top and bottom as fractions of the frame, how far
  /// the sides are bent and how far the picture has slid, 0…1.
  ///
  /// The numbers are four unused ones, and five for each row: the left and the right side in 20.12, the
  /// picture's pixels per pixel of the row with 14 bits of fraction, the picture's row in 20.12, and the
  /// row's coverage of 0…4096.
  static let genie: NodeKind = .map(
    "genie", isCovering: true, kernel: segue_genie, shader: PackageResources.genie_glsl,
    lower: { node, size, _ in
      guard node.values[4] > 0 || node.values[5] > 0 else { return nil }
      let outline = Genie(node.values, size)
      return NumberTable([0, 0, 0, 0] + (0..<size.height).flatMap(outline.row))
    },
    samples: {
      [
        [0.4, 0.6, 0.9, 1, 0.5, 0], [0.1, 0.15, 0.8, 0.95, 1, 0.6], [0.7, 0.7, 1, 1, 1, 1],
        [0, 1, 0, 0.5, 0.3, 0.3], [0.4, 0.6, 0.9, 1, 0, 0],
      ].map { Node(.genie, $0) }
    },
    place: { x, y, numbers in
      let row = 4 + 5 * y
      let (left, right, factor) = (Int(numbers[row]), Int(numbers[row + 1]), Int(numbers[row + 2]))
      let place = x << 12
      let way = max(0, min(right - left, place + 2048 - left))
      let whole = ((way >> 12) * factor) >> 2
      let part = ((way & 4095) * (factor >> 2)) >> 12
      let inside = (max(0, min(4096, place + 4096 - left)) * max(0, min(4096, right - place))) >> 12
      return (Int32(whole + part - 2048), numbers[row + 3], Int32((inside * Int(numbers[row + 4])) >> 12))
    })
}

/// The outline of a picture on its way into a rectangle, in pixels.
private struct Genie {
  let width, height, left, right, end, top, bottom, bent: Double

  init(_ values: [Double], _ size: ImageSize) {
    func share(_ index: Int) -> Double { max(0, min(1, values[index])) }
    width = Double(size.width)
    height = Double(size.height)
    bent = share(4)
    left = share(0) * width
    right = max(share(0), share(1)) * width
    end = share(2) * height
    top = end * share(5)
    bottom = max(top + 1, height + (share(3) * height - height) * bent)
  }

  func row(_ y: Int) -> [Int32] {
    let middle = Double(y) + 0.5
    let way = end > 0 ? min(1, middle / end) : 1
    let near = bent * (1 - StableMath.cos(way * .pi)) / 2
    let first = fixed(near * left)
    // A row is enlarged at most 64 times, so that the kernel's products fit 32 bits.
    let last = max(first + fixed(width / 64), fixed(width - near * (width - right)))
    let factor = (width * 4096 * 16384 / Double(last - first)).rounded()
    let seen = max(0, min(1, min(Double(y) + 1, bottom) - max(Double(y), top)))
    let row = (middle - top) / (bottom - top) * height - 0.5
    return [first, last, Int32(factor), fixed(max(-1, min(height, row))), Int32((seen * 4096).rounded())]
  }
}

extension Recipe {
  /// `input` on its way into a rectangle at the bottom of the frame, given by its sides as fractions of
  /// the frame.
  /// - Parameters:
  ///   - bent: how far the sides are bent towards the rectangle's, 0…1.
  ///   - slid: how far the picture has slid down, 0…1.
  ///
  /// **Source:** the genie effect of macOS's Dock.
  package static func pulled(
    _ input: Recipe, left: Double, right: Double, top: Double, bottom: Double, bent: Double, slid: Double
  ) -> Recipe {
    .node(Node(.genie, [left, right, top, bottom, bent, slid]), [input])
  }
}
