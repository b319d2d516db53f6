import CPixelKernels
import Imaging
import Rendering

/// A picture in grey.
///
/// **Thread-safety:** immutable.
final class GrayscaleRows: RowSource {
  private let input: any RowSource
  private let width: Int
  private let slot: Int
  var isOpaque: Bool { input.isOpaque }

  init(_ input: any RowSource, width: Int, slot: Int) {
    self.input = input
    self.width = width
    self.slot = slot
  }

  func repeatsRow(_ y: Int) -> Bool { input.repeatsRow(y) }

  func row(_ y: Int, _ scratch: RowScratch) -> UnsafePointer<UInt8> {
    let pixels = input.row(y, scratch)
    let row = scratch.row(slot)
    segue_grayscale(row, pixels, width)
    return UnsafePointer(row)
  }
}

/// The first of two pictures where its colour is near the second's, else the second.
///
/// **Thread-safety:** immutable.
final class NearestRows: RowSource {
  private let first: any RowSource
  private let second: any RowSource
  private let limit: Int32
  private let width: Int
  private let slot: Int
  var isOpaque: Bool { first.isOpaque && second.isOpaque }

  init(_ first: any RowSource, _ second: any RowSource, limit: Int32, width: Int, slot: Int) {
    self.first = first
    self.second = second
    self.limit = limit
    self.width = width
    self.slot = slot
  }

  func repeatsRow(_ y: Int) -> Bool { first.repeatsRow(y) && second.repeatsRow(y) }

  func row(_ y: Int, _ scratch: RowScratch) -> UnsafePointer<UInt8> {
    let (a, b) = (first.row(y, scratch), second.row(y, scratch))
    let row = scratch.row(slot)
    segue_nearest(row, a, b, width, limit)
    return UnsafePointer(row)
  }
}
