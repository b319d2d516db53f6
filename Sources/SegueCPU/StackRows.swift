import CSegueKernels
import SegueImaging

/// Layers placed over a colour. What a layer above hides at the ends of a row is not painted.
///
/// **Thread-safety:** immutable.
final class StackRows: RowSource {
  private let layers: [PlacedLayer]
  private let background: RGBAColor
  private let width: Int
  private let slot: Int
  let isOpaque: Bool

  init(_ layers: [PlacedLayer], background: RGBAColor, size: ImageSize, slot: Int) {
    self.layers = layers
    self.background = background
    width = size.width
    self.slot = slot
    isOpaque = background.isOpaque || layers.contains { $0.hidesFrame(of: size) }
  }

  func repeatsRow(_ y: Int) -> Bool { false }

  func row(_ y: Int, _ scratch: RowScratch) -> UnsafePointer<UInt8> {
    let row = scratch.row(slot)
    let bare = visible(0..<width, y, below: 0)
    segue_fill(row + bare.lowerBound * 4, bare.count, background.pixel)
    var opaque = background.isOpaque ? 0..<width : 0..<0
    for (index, layer) in layers.enumerated() {
      let span = visible(layer.touched(y), y, below: index + 1)
      layer.paint(y, span, over: row, opaque: opaque, scratch)
      opaque = joined(opaque, layer.hiding(y))
    }
    return UnsafePointer(row)
  }

  /// What can be seen of `span` below the layers from `first` on.
  private func visible(_ span: Range<Int>, _ y: Int, below first: Int) -> Range<Int> {
    var span = span
    for layer in layers[first...] where !span.isEmpty { span = span.trimmed(by: layer.hiding(y)) }
    return span
  }

  /// Both spans where they touch, else the longer one.
  private func joined(_ a: Range<Int>, _ b: Range<Int>) -> Range<Int> {
    if a.isEmpty || b.isEmpty || a.lowerBound > b.upperBound || b.lowerBound > a.upperBound {
      return a.count >= b.count ? a : b
    }
    return min(a.lowerBound, b.lowerBound)..<max(a.upperBound, b.upperBound)
  }
}
