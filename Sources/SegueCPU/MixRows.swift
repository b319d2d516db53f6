import CSegueKernels
import SegueImaging
import SegueRendering

/// Two pictures mixed with one weight.
final class MixRows: RowSource {
  private let first: any RowSource
  private let second: any RowSource
  private let weight: Int32
  private let width: Int
  private let slot: Int
  let isOpaque: Bool

  init(_ first: any RowSource, _ second: any RowSource, weight: Int32, width: Int, slot: Int) {
    self.first = first
    self.second = second
    self.weight = weight
    self.width = width
    self.slot = slot
    isOpaque = first.isOpaque && second.isOpaque
  }

  func repeatsRow(_ y: Int) -> Bool { first.repeatsRow(y) && second.repeatsRow(y) }

  func row(_ y: Int, _ scratch: RowScratch) -> UnsafePointer<UInt8> {
    let (a, b) = (first.row(y, scratch), second.row(y, scratch))
    if weight <= 0 { return a }
    if weight >= PixelArithmetic.one { return b }
    let row = scratch.row(slot)
    if isOpaque {
      scratch.kernels.pointee.mix_opaque(row, a, b, width, weight)
    } else {
      scratch.kernels.pointee.mix_alpha(row, a, b, width, weight)
    }
    return UnsafePointer(row)
  }

  func streamRow(_ y: Int, to target: UnsafeMutablePointer<UInt8>, _ scratch: RowScratch) -> Bool {
    guard isOpaque else { return false }
    scratch.kernels.pointee.mix_opaque_streaming(
      target, first.row(y, scratch), second.row(y, scratch), width, weight)
    return true
  }
}

/// Two pictures mixed with a weight for each pixel.
final class MatteRows: RowSource {
  private let first: any RowSource
  private let second: any RowSource
  private let matte: MattePlan
  private let field: [UInt16]
  private let width: Int
  private let slot: Int
  let isOpaque: Bool

  init(
    _ first: any RowSource, _ second: any RowSource, matte: MattePlan, field: [UInt16], width: Int, slot: Int
  ) {
    self.first = first
    self.second = second
    self.matte = matte
    self.field = field
    self.width = width
    self.slot = slot
    isOpaque = first.isOpaque && second.isOpaque
  }

  func row(_ y: Int, _ scratch: RowScratch) -> UnsafePointer<UInt8> {
    let (a, b) = (first.row(y, scratch), second.row(y, scratch))
    let (row, weights) = (scratch.row(slot), scratch.weights)
    field.withUnsafeBufferPointer { values in
      let line = UnsafeBufferPointer(rebasing: values[(y * width)..<((y + 1) * width)])
      segue_matte_weights(weights, line.baseAddress, width, matte.threshold, matte.span, matte.reciprocal)
    }
    if matte.edge == .smooth { segue_smooth_weights(weights, width) }
    if isOpaque {
      scratch.kernels.pointee.mix_opaque_weights(row, a, b, width, weights)
    } else {
      scratch.kernels.pointee.mix_alpha_weights(row, a, b, width, weights)
    }
    return UnsafePointer(row)
  }
}
