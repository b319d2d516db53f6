import CSegueKernels
import SegueImaging
import SegueRendering

/// A pointwise node of one picture or two.
final class PointwiseRows: RowSource {
  private let shape: PointwiseShape
  private let numbers: [Int32]
  private let first: any RowSource
  private let second: (any RowSource)?
  private let inputsAreOpaque: Bool
  private let width: Int
  private let slot: Int
  private let shares: PositionField?
  let isOpaque: Bool

  init(
    _ shape: PointwiseShape, _ node: NodePlan, of inputs: [any RowSource], width: Int, slot: Int,
    shares: PositionField?
  ) {
    self.shape = shape
    self.width = width
    self.slot = slot
    self.shares = shares
    (first, second) = (inputs[0], inputs.count > 1 ? inputs[1] : nil)
    numbers = node.numbers.values
    inputsAreOpaque = inputs.allSatisfy(\.isOpaque)
    isOpaque = node.keepsOpacity && inputsAreOpaque
  }

  func repeatsRow(_ y: Int) -> Bool {
    !shape.usesPlace && first.repeatsRow(y) && second?.repeatsRow(y) ?? true
  }

  func row(_ y: Int, _ scratch: RowScratch) -> UnsafePointer<UInt8> {
    let row = scratch.row(slot)
    let a = first.row(y, scratch)
    let b = second?.row(y, scratch) ?? a
    if let shares = shares?.shares(y, width: width) {
      let kernels = scratch.kernels.pointee
      (inputsAreOpaque ? kernels.mix_opaque_weights : kernels.mix_alpha_weights)?(row, a, b, width, shares)
      return UnsafePointer(row)
    }
    let kernel = scratch.pixel == 8 ? shape.kernel.sixteen : shape.kernel.eight
    numbers.withNode(y: y, isOpaque: inputsAreOpaque) { node in
      kernel(row, a, b, width, node)
    }
    return UnsafePointer(row)
  }
}

/// A node that reads neighbours. Its input is a whole picture.
final class WindowRows: RowSource {
  private let shape: WindowShape
  private let numbers: [Int32]
  private let picture: MipPicture
  private let radius: Int
  private let width: Int
  private let slot: Int
  let isOpaque: Bool

  init(_ shape: WindowShape, _ node: NodePlan, of picture: MipPicture, width: Int, slot: Int) {
    self.shape = shape
    self.picture = picture
    self.width = width
    self.slot = slot
    numbers = node.numbers.values
    radius = shape.radius(numbers)
    isOpaque = node.keepsOpacity && picture.isOpaque
  }

  func row(_ y: Int, _ scratch: RowScratch) -> UnsafePointer<UInt8> {
    let row = scratch.row(slot)
    let isDeep = scratch.pixel == 8
    let reduction = picture.isOpaque ? shape.reduction : nil
    // A reduced row has one value per pixel instead of four.
    let window = scratch.window(
      slot, radius: radius, width: width, pixel: reduction == nil ? scratch.pixel : scratch.pixel / 4)
    let last = picture.size.height - 1
    let kernels = reduction?.window ?? shape.kernel
    let kernel = isDeep ? kernels.sixteen : kernels.eight
    let reduce = reduction.map { isDeep ? $0.row.sixteen : $0.row.eight }
    withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>?.self, capacity: 2 * radius + 1) { rows in
      for offset in -radius...radius {
        let neighbour = min(max(y + offset, 0), last)
        rows[offset + radius] = window.row(
          neighbour, from: picture.whole.base + neighbour * picture.bytesPerRow, by: reduce)
      }
      numbers.withNode(y: y, isOpaque: picture.isOpaque) { node in
        kernel(row, rows.baseAddress, width, node)
      }
    }
    return UnsafePointer(row)
  }
}

/// A node that computes sampled positions in a whole picture.
final class MapRows: RowSource {
  private let shape: MapShape
  private let numbers: [Int32]
  private let picture: MipPicture
  private let width: Int
  private let slot: Int
  private let cachedField: PositionField?
  let isOpaque: Bool

  init(
    _ shape: MapShape, _ node: NodePlan, of picture: MipPicture, width: Int, slot: Int,
    cachedField: PositionField?
  ) {
    self.shape = shape
    self.picture = picture
    self.width = width
    self.slot = slot
    self.cachedField = cachedField
    numbers = node.numbers.values
    isOpaque = node.keepsOpacity && picture.isOpaque
  }

  func row(_ y: Int, _ scratch: RowScratch) -> UnsafePointer<UInt8> {
    let row = scratch.row(slot)
    let places =
      cachedField?.places(y, width: width)
      ?? UnsafeMutableRawPointer(scratch.sums).assumingMemoryBound(to: Int32.self)
    let (u, v, coverage) = (places, places + width, places + 2 * width)
    if cachedField == nil {
      numbers.withNode(y: y, isOpaque: picture.isOpaque) { node in shape.kernel(u, v, coverage, width, node) }
    }
    var texels = segue_texels(
      base: picture.whole.base, stride: picture.bytesPerRow, x0: 0, y0: 0, x1: Int32(picture.size.width - 1),
      y1: Int32(picture.size.height - 1), level: 0)
    let span = shape.isCovering ? covered(coverage) : 0..<width
    let first = row + span.lowerBound * scratch.pixel
    let kernels = scratch.kernels.pointee
    if picture.isOpaque {
      kernels.gather_anywhere(first, span.count, &texels, u + span.lowerBound, v + span.lowerBound)
    } else {
      var line = segue_line(ux: u, vx: v, u0: 0, v0: 0)
      kernels.gather_alpha(row, span.lowerBound, span.upperBound, &texels, &line)
    }
    if shape.isCovering { kernels.cover(first, coverage + span.lowerBound, span.count) }
    kernels.fill(row, span.lowerBound, RGBAColor.transparent.pixel)
    kernels.fill(
      row + span.upperBound * scratch.pixel, width - span.upperBound, RGBAColor.transparent.pixel)
    return UnsafePointer(row)
  }

  /// The columns from the first to the last with a coverage above 0.
  private func covered(_ coverage: UnsafeMutablePointer<Int32>) -> Range<Int> {
    var (low, high) = (0, width)
    while low < high && coverage[low] <= 0 { low += 1 }
    while low < high && coverage[high - 1] <= 0 { high -= 1 }
    return low..<high
  }
}

extension [Int32] {
  /// Calls `body` with a kernel's arguments at row `y`, with these numbers.
  func withNode(y: Int, isOpaque: Bool, _ body: (UnsafePointer<segue_node>) -> Void) {
    withUnsafeBufferPointer { values in
      var node = segue_node(numbers: values.baseAddress, y: Int32(y), opaque: isOpaque ? 1 : 0)
      withUnsafePointer(to: &node, body)
    }
  }
}

/// Rows of a picture with repeated edges on both sides, kept while a window moves down over them.
///
/// **Thread-safety:** none; belongs to one worker.
final class WindowBuffer {
  let radius: Int
  private let width: Int
  /// The number of bytes of a pixel, or of its reduced value.
  let pixel: Int
  private let stride: Int
  private let memory: UnsafeMutablePointer<UInt8>
  private var held: [Int]

  init(radius: Int, width: Int, pixel: Int) {
    self.radius = radius
    self.width = width
    self.pixel = pixel
    // Room for the kernels' reads past the end, in whole cache lines.
    stride = ((width + 2 * radius) * pixel + 128 + 63) & ~63
    held = Array(repeating: -1, count: 2 * radius + 1)
    memory = .allocate(capacity: stride * held.count)
    memory.initialize(repeating: 0, count: stride * held.count)
  }

  deinit { memory.deallocate() }

  func forget() { for index in held.indices { held[index] = -1 } }

  /// Row `y`, whose pixels begin at `pixels`, unchanged or reduced by `reduce`; `radius` pixels
  /// before and after it repeat its ends.
  func row(_ y: Int, from pixels: UnsafePointer<UInt8>, by reduce: WindowShape.Reduction.Row?)
    -> UnsafePointer<UInt8>
  {
    let index = y % held.count
    let row = memory + index * stride
    let first = row + radius * pixel
    if held[index] == y { return UnsafePointer(first) }
    held[index] = y
    if let reduce { reduce(first, pixels, width) } else { first.update(from: pixels, count: width * pixel) }
    for offset in 0..<radius {
      (row + offset * pixel).update(from: first, count: pixel)
      (first + (width + offset) * pixel).update(from: first + (width - 1) * pixel, count: pixel)
    }
    return UnsafePointer(first)
  }
}
