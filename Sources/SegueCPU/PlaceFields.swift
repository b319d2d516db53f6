import CSegueKernels
import SegueImaging
import SegueRendering

/// Values that nodes compute from a pixel's place alone: the shares of a vignette, the places where a swirl looks.
/// It is worked out once where a node's numbers stay from frame to frame, and row by row where they change.
///
/// **Thread-safety:** none; belongs to the renderer's thread.
final class PlaceFields {
  private struct Key: Hashable {
    let kind: NodeKind
    let numbers: NumberTable
  }

  private let budget: Int
  private var kept: LeastRecentlyUsed<Key, PlaceField>
  private var (lastFrame, thisFrame): (Set<Key>, Set<Key>) = ([], [])

  /// None yet; so many bytes of them are kept.
  init(budget: Int) {
    self.budget = budget
    kept = LeastRecentlyUsed(budget: budget)
  }

  /// The field of `node`, of so many bytes, where it is worth having: where the frame before had the same node.
  /// - Parameter fill: writes it.
  func field(of node: NodePlan, bytes: Int, fill: (PlaceField) -> Void) -> PlaceField? {
    let key = Key(kind: node.kind, numbers: node.numbers)
    thisFrame.insert(key)
    if let known = kept.value(for: key) { return known }
    guard bytes <= budget, lastFrame.contains(key) else { return nil }
    let field = PlaceField(byteCount: bytes)
    fill(field)
    kept.insert(field, for: key, cost: bytes)
    return field
  }

  /// Lets go of what is over the budget.
  func finishFrame() {
    (lastFrame, thisFrame) = (thisFrame, [])
    _ = kept.evict()
  }
}

/// Memory for numbers of every pixel, row by row.
///
/// **Thread-safety:** read only once it is filled; while it is, each worker has its own rows.
final class PlaceField {
  let base: UnsafeMutableRawPointer

  init(byteCount: Int) { base = .allocate(byteCount: byteCount, alignment: 64) }

  deinit { base.deallocate() }

  /// The shares of row `y`.
  func shares(_ y: Int, width: Int) -> UnsafeMutablePointer<UInt16> {
    base.assumingMemoryBound(to: UInt16.self) + y * width
  }

  /// The columns at which row `y` looks; the rows lie after them.
  func places(_ y: Int, width: Int) -> UnsafeMutablePointer<Int32> {
    base.assumingMemoryBound(to: Int32.self) + y * 2 * width
  }
}

extension PictureStore {
  /// The shares in which `node` mixes its inputs, where they are kept.
  func shares(of node: NodePlan, _ shape: PointwiseShape) -> PlaceField? {
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

  /// The sampling places of the pixels of `node`, where they are kept; coverages are not.
  func places(of node: NodePlan, _ shape: MapShape) -> PlaceField? {
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
