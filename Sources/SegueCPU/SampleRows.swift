import CSegueKernels
import SegueImaging
import SegueRendering

/// A picture sampled through a map that covers the frame. If neighbouring columns sample the same
/// position, as in a pixellated picture, each position is sampled once and its colour repeated.
/// Rows with the same positions are computed once.
final class SampleRows: RowSource {
  private let sampler: RowSampler
  private let width: Int
  private let slot: Int
  /// The first column of each run and the end of the last one; `nil` if columns differ.
  private let runs: [Int32]?
  /// For each row, the first row with the same positions; empty for a rotating map.
  private let firstRow: [Int32]
  var isOpaque: Bool { sampler.isOpaque }

  init(_ map: SampleMap, of picture: MipPicture, width: Int, slot: Int, workers: WorkerPool) {
    self.width = width
    self.slot = slot
    let starts = map.isSeparable ? SampleRows.runs(map.ux) : []
    firstRow = map.isSeparable ? SampleRows.firsts(map.vy) : []
    if map.isSeparable && (starts.count - 1) * 4 <= width * 3 {
      var cells = map
      cells.ux = starts.dropLast().map { map.ux[Int($0)] }
      runs = starts
      sampler = RowSampler(cells, of: picture, workers: workers)
    } else {
      runs = nil
      sampler = RowSampler(map, of: picture, workers: workers)
    }
  }

  func repeatsRow(_ y: Int) -> Bool { !firstRow.isEmpty && firstRow[y] == firstRow[y - 1] }

  func row(_ y: Int, _ scratch: RowScratch) -> UnsafePointer<UInt8> {
    let row = scratch.row(slot)
    if scratch.holds(firstRow.isEmpty ? y : Int(firstRow[y]), inRow: slot) { return UnsafePointer(row) }
    if let runs {
      sampler.sample(y, 0..<(runs.count - 1), into: scratch.cells, scratch)
      scratch.kernels.pointee.expand_runs(row, scratch.cells, runs, runs.count - 1)
    } else {
      sampler.sample(y, 0..<width, into: row, scratch)
    }
    return UnsafePointer(row)
  }

  private static func runs(_ values: [Int32]) -> [Int32] {
    var starts: [Int32] = [0]
    for i in values.indices.dropFirst() where values[i] != values[i - 1] { starts.append(Int32(i)) }
    starts.append(Int32(values.count))
    return starts
  }

  private static func firsts(_ values: [Int32]) -> [Int32] {
    var first: Int32 = 0
    return values.indices.map { i in
      if i > 0 && values[i] != values[i - 1] { first = Int32(i) }
      return first
    }
  }
}

/// A picture sampled through a map: one level, or a mix of two.
final class RowSampler {
  /// Whether every sample has alpha 255.
  let isOpaque: Bool
  private let sharp: LevelSampler
  private let coarse: LevelSampler?
  private let weight: Int32

  init(_ map: SampleMap, of picture: MipPicture, workers: WorkerPool) {
    isOpaque = picture.isOpaque
    sharp = LevelSampler(map, level: map.level, of: picture, workers: workers)
    coarse =
      map.levelWeight > 0 ? LevelSampler(map, level: map.level + 1, of: picture, workers: workers) : nil
    weight = map.levelWeight
  }

  /// Samples the columns `span` of row `y` into the row `dst`.
  func sample(_ y: Int, _ span: Range<Int>, into dst: UnsafeMutablePointer<UInt8>, _ scratch: RowScratch) {
    sharp.sample(y, span, into: dst, scratch)
    guard let coarse else { return }
    coarse.sample(y, span, into: scratch.coarse, scratch)
    let (a, b) = (dst + span.lowerBound * scratch.pixel, scratch.coarse + span.lowerBound * scratch.pixel)
    if isOpaque {
      scratch.kernels.pointee.mix_opaque(a, a, b, span.count, weight)
    } else {
      scratch.kernels.pointee.mix_alpha(a, a, b, span.count, weight)
    }
  }
}
