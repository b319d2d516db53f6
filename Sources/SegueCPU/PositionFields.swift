import CSegueKernels
import SegueImaging
import SegueRendering

/// Values that nodes compute only from a pixel's position: the weights of a vignette, the sampled
/// positions of a swirl. They are computed once if a node's numbers are constant, and row by row if
/// they change.
///
/// **Thread-safety:** none; belongs to the renderer's thread.
final class PositionFields {
  private struct Key: Hashable {
    let kind: NodeKind
    let numbers: NumberTable
  }

  private let budget: Int
  private var cache: LeastRecentlyUsed<Key, PositionField>
  private var (lastFrame, thisFrame): (Set<Key>, Set<Key>) = ([], [])

  /// An empty store for `budget` bytes.
  init(budget: Int) {
    self.budget = budget
    cache = LeastRecentlyUsed(budget: budget)
  }

  /// The field of `node` in `bytes` bytes, if the previous frame had the same node.
  /// - Parameter fill: writes the field.
  func field(of node: NodePlan, bytes: Int, fill: (PositionField) -> Void) -> PositionField? {
    let key = Key(kind: node.kind, numbers: node.numbers)
    thisFrame.insert(key)
    if let known = cache.value(for: key) { return known }
    guard bytes <= budget, lastFrame.contains(key) else { return nil }
    let field = PositionField(byteCount: bytes)
    fill(field)
    cache.insert(field, for: key, cost: bytes)
    return field
  }

  /// Frees fields over the budget.
  func finishFrame() {
    (lastFrame, thisFrame) = (thisFrame, [])
    _ = cache.evict()
  }
}

/// Numbers for every pixel, row by row.
///
/// **Thread-safety:** read-only after it is filled; during filling, each worker writes its own
/// rows.
final class PositionField {
  let base: UnsafeMutableRawPointer

  init(byteCount: Int) { base = .allocate(byteCount: byteCount, alignment: 64) }

  deinit { base.deallocate() }

  /// The weights in row `y`.
  func shares(_ y: Int, width: Int) -> UnsafeMutablePointer<UInt16> {
    base.assumingMemoryBound(to: UInt16.self) + y * width
  }

  /// The sampled columns of row `y`; the sampled rows follow them.
  func places(_ y: Int, width: Int) -> UnsafeMutablePointer<Int32> {
    base.assumingMemoryBound(to: Int32.self) + y * 2 * width
  }
}

extension PictureStore {
  /// The weights of the second input of `node`, if they are cached.
  func shares(of node: NodePlan, _ shape: PointwiseShape) -> PositionField? {
    guard let kernel = shape.shares else { return nil }
    let (width, numbers) = (size.width, node.numbers.values)
    return places.field(of: node, bytes: size.area * 2) { field in
      workers.forEachBand(rows: size.height) { _, band in
        for y in band {
          numbers.withNode(y: y, isOpaque: false) { kernel(field.shares(y, width: width), width, $0) }
        }
      }
    }
  }

  /// The sampled positions of `node`, if they are kept, without coverages.
  func places(of node: NodePlan, _ shape: MapShape) -> PositionField? {
    if shape.isCovering { return nil }
    let (width, numbers) = (size.width, node.numbers.values)
    return places.field(of: node, bytes: size.area * 8) { field in
      workers.forEachBand(rows: size.height) { _, band in
        for y in band {
          let row = field.places(y, width: width)
          numbers.withNode(y: y, isOpaque: false) { shape.kernel(row, row + width, nil, width, $0) }
        }
      }
    }
  }
}
