import CSegueKernels
import SegueImaging
import SegueRendering

/// The weighted average of one picture sampled through several maps.
final class AverageRows: RowSource {
  private let sources: Sources
  private let sum: RowAverage
  private let width: Int
  private let slot: Int
  let isOpaque: Bool

  /// The sources of the weighted rows.
  private enum Sources {
    case any([RowSampler])
    /// The picture's own rows, at offsets below the pixel's row.
    case below(MipPicture, [Int])
    /// A row of samples, `reach` longer than the frame's, at offsets in columns.
    case beside(RowSampler, [Int], reach: Int)
  }

  init(_ taps: [PlannedTap], of picture: MipPicture, width: Int, slot: Int, workers: WorkerPool) {
    self.width = width
    self.slot = slot
    isOpaque = picture.isOpaque
    sum = RowAverage(taps.map(\.weight), isOpaque: picture.isOpaque)
    if let steps = TapSteps(taps), let sources = steps.sources(picture, width: width, workers: workers) {
      self.sources = sources
    } else {
      sources = .any(taps.map { RowSampler($0.map, of: picture, workers: workers) })
    }
  }

  func row(_ y: Int, _ scratch: RowScratch) -> UnsafePointer<UInt8> {
    let row = scratch.row(slot)
    switch sources {
    case .any(let samplers):
      sum.add(width, scratch, into: row) { index in
        samplers[index].sample(y, 0..<width, into: scratch.layer, scratch)
        return UnsafePointer(scratch.layer)
      }
    case .below(let picture, let steps):
      let last = picture.size.height - 1
      sum.write(width, scratch, into: row) {
        picture.whole.base + min(max(y + steps[$0], 0), last) * picture.bytesPerRow
      }
    case .beside(let sampler, let steps, let reach):
      let samples = scratch.wideRow(width + reach)
      sampler.sample(y, 0..<(width + reach), into: samples, scratch)
      sum.write(width, scratch, into: row) { UnsafePointer(samples + steps[$0] * scratch.pixel) }
    }
    return UnsafePointer(row)
  }

  /// Taps at distances of whole pixels, as in a blur: their samples are shifted copies of each
  /// other.
  private struct TapSteps {
    private let first: SampleMap
    private let columns: [Int]
    private let rows: [Int]

    /// - Returns: `nil` for taps at other distances.
    init?(_ taps: [PlannedTap]) {
      guard let first = taps.first?.map else { return nil }
      var (columns, rows): ([Int], [Int]) = ([], [])
      for map in taps.map(\.map) {
        guard map.isSeparable, map.level == first.level, map.levelWeight == 0, map.domain == first.domain,
          let column = TapSteps.step(map.ux, from: first.ux), let row = TapSteps.step(map.vy, from: first.vy)
        else { return nil }
        columns.append(column)
        rows.append(row)
      }
      self.first = first
      self.columns = columns
      self.rows = rows
    }

    /// The constant distance from `first` to `table` in pixels; `nil` unless both advance by one per
    /// pixel.
    private static func step(_ table: [Int32], from first: [Int32]) -> Int? {
      guard let start = table.first, let other = first.first, (start - other) % 4096 == 0 else { return nil }
      var expected = start
      for value in table {
        guard value == expected else { return nil }
        expected += 4096
      }
      return Int(start - other) / 4096
    }

    func sources(_ picture: MipPicture, width: Int, workers: WorkerPool) -> Sources? {
      if rows.allSatisfy({ $0 == 0 }) {
        let least = columns.min() ?? 0
        let reach = (columns.max() ?? 0) - least
        // For larger distances, a row of samples is as much work as the taps themselves.
        guard reach <= width * columns.count / 2 else { return nil }
        var map = first
        let start = first.ux[0] + Int32(least) * 4096
        map.ux = (0..<(width + reach)).map { start + Int32($0) * 4096 }
        return .beside(
          RowSampler(map, of: picture, workers: workers), columns.map { $0 - least }, reach: reach)
      }
      guard columns.allSatisfy({ $0 == 0 }), first.level == 0, first.ux[0] == 0, first.vy[0] % 4096 == 0,
        first.domain == PixelRect(picture.size)
      else { return nil }
      let start = Int(first.vy[0]) / 4096
      return .below(picture, rows.map { $0 + start })
    }
  }
}

/// The average of rows with weights that sum to 65536.
struct RowAverage: Sendable {
  private let weights: [UInt32]
  private let isOpaque: Bool
  /// Whether `segue_average_rows` supports these weights.
  private let isFused: Bool

  init(_ weights: [UInt32], isOpaque: Bool) {
    self.weights = weights
    self.isOpaque = isOpaque
    isFused = isOpaque && weights.allSatisfy { $0 < 32768 }
  }

  /// The average of rows that all stay in memory.
  func write(
    _ width: Int, _ scratch: RowScratch, into row: UnsafeMutablePointer<UInt8>,
    _ look: (Int) -> UnsafePointer<UInt8>
  ) {
    guard isFused else { return add(width, scratch, into: row, look) }
    withUnsafeTemporaryAllocation(of: UnsafePointer<UInt8>?.self, capacity: weights.count) { rows in
      for index in weights.indices { rows[index] = look(index) }
      scratch.kernels.pointee.average_rows(row, rows.baseAddress, weights, weights.count, width)
    }
  }

  /// The average of rows that are added one by one.
  func add(
    _ width: Int, _ scratch: RowScratch, into row: UnsafeMutablePointer<UInt8>,
    _ look: (Int) -> UnsafePointer<UInt8>
  ) {
    let sums = scratch.sums
    sums.update(repeating: 0, count: width * 4)
    for (index, weight) in weights.enumerated() {
      if isOpaque {
        scratch.kernels.pointee.add_opaque(sums, look(index), width, weight)
      } else {
        scratch.kernels.pointee.add_alpha(sums, look(index), width, weight)
      }
    }
    if isOpaque {
      scratch.kernels.pointee.round_opaque(row, sums, width)
    } else {
      scratch.kernels.pointee.divide_alpha(row, sums, width)
    }
  }
}
