import SegueMath

extension Snapshot {
  /// The picture at another size. For its own size, the picture itself is returned, with any fit.
  ///
  /// The filter is Lanczos with three lobes, anti-aliased, over sRGB values with premultiplied
  /// alpha. A uniform picture keeps its colour, and an opaque picture stays opaque under `.cover`
  /// and `.stretch`. The area outside of the picture is transparent black under `.contain`, and
  /// also under `.blur`, whose background needs a renderer. The result is independent of the number
  /// of cores.
  ///
  /// Besides the result, each core uses 16 bytes × (the input's width + 9 × the output's width).
  package func fitted(to size: ImageSize, fit: Fit) -> Snapshot {
    if size == self.size { return self }
    return Snapshot(Resampler.fit(self, to: size, fit: fit), color: color)
  }
}

/// Resamples pictures in bands of rows on all cores.
///
/// **Thread-safety:** no state.
enum Resampler {
  /// The number of result rows in a band.
  private static let bandHeight = 64

  static func fit(_ source: Snapshot, to size: ImageSize, fit: Fit) -> sending PixelBuffer {
    let placement = fit.placement(of: source.size, in: size)
    let result = PixelBuffer(size: size, depth: source.depth)
    if placement.target != PixelRect(size) { result.fill(with: .transparent) }
    let target = placement.target
    let horizontal = LanczosWeights(
      sourceLength: source.size.width, start: placement.region.x, length: placement.region.width,
      outputLength: target.width)
    let vertical = LanczosWeights(
      sourceLength: source.size.height, start: placement.region.y, length: placement.region.height,
      outputLength: target.height)
    let stride = result.bytesPerRow
    let bands = (target.height + bandHeight - 1) / bandHeight
    result.withUnsafeBase { base in
      let first = base + target.y0 * stride + target.x0 * source.depth.bytesPerPixel
      Cores.perform(bands) { band in
        let rows = band * bandHeight..<min(target.height, (band + 1) * bandHeight)
        BandFilter(source: source, horizontal: horizontal, vertical: vertical)
          .run(rows: rows, output: first, stride: stride)
      }
    }
    return result
  }
}

/// Resamples one band of rows, first along the rows, then across them.
///
/// For an enlargement, a ring keeps the source rows of the next result row. For a reduction, each
/// source row is added to the few result rows that contain it. Both methods keep at most nine rows.
/// Each result row is summed from its first source row to its last.
///
/// **Thread-safety:** for one thread.
struct BandFilter {
  private let source: Snapshot
  private let horizontal: LanczosWeights
  private let vertical: LanczosWeights
  private let width: Int
  private let isOpaque: Bool
  /// The largest value of a channel.
  private let maximum: Float

  init(source: Snapshot, horizontal: LanczosWeights, vertical: LanczosWeights) {
    self.source = source
    self.horizontal = horizontal
    self.vertical = vertical
    width = horizontal.first.count
    isOpaque = source.isOpaque
    maximum = Float(source.depth.maximum)
  }

  /// Computes `rows` of the result; row 0 of the result begins at `output`.
  func run(rows: Range<Int>, output: UnsafeMutablePointer<UInt8>, stride: Int) {
    let slots = Self.slots(rows, vertical)
    withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: source.size.width) { line in
      withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: width * slots.count) { memory in
        guard let line = line.baseAddress, let held = memory.baseAddress else { return }
        if slots.areSums {
          sumRows(rows, line, held, slots.count, output, stride)
        } else {
          keepRows(rows, line, held, slots.count, output, stride)
        }
      }
    }
  }

  /// The number of rows that are kept for `rows` of the result, and whether they are sums. Each row
  /// has the result's width.
  static func slots(_ rows: Range<Int>, _ vertical: LanczosWeights) -> (count: Int, areSums: Bool) {
    // A ring needs the source rows of the tallest result row, and one row for the sum.
    let ring = rows.reduce(1) { max($0, vertical.count[$1]) } + 1
    // A sum is needed for each result row that begins before another one's end.
    var (sums, begin) = (1, rows.lowerBound)
    for y in rows {
      // In an enlargement, a result row that coincides with a source row may begin later than the
      // next result row.
      if y > rows.lowerBound, vertical.first[y] < vertical.first[y - 1] { return (ring, false) }
      while vertical.first[begin] + vertical.count[begin] <= vertical.first[y] { begin += 1 }
      sums = max(sums, y - begin + 1)
    }
    return sums < ring ? (sums + 1, true) : (ring, false)
  }

  /// Adds each source row to the sums of the result rows that contain it. After the last sum is
  /// scratch memory for one filtered source row.
  private func sumRows(
    _ rows: Range<Int>, _ line: UnsafeMutablePointer<SIMD4<Float>>,
    _ held: UnsafeMutablePointer<SIMD4<Float>>,
    _ slots: Int, _ output: UnsafeMutablePointer<UInt8>, _ stride: Int
  ) {
    let (row, sums) = (held + (slots - 1) * width, slots - 1)
    var (begin, end) = (rows.lowerBound, rows.lowerBound)
    var next = vertical.first[begin]
    while begin < rows.upperBound {
      next = max(next, vertical.first[begin])
      expand(row: next, into: line)
      filterAlong(line, into: row)
      while end < rows.upperBound, vertical.first[end] <= next { end += 1 }
      for y in begin..<end {
        add(
          row, weight: vertical.weights[vertical.offset[y] + next - vertical.first[y]],
          isFirst: next == vertical.first[y], to: held + y % sums * width)
      }
      next += 1
      while begin < end, vertical.first[begin] + vertical.count[begin] <= next {
        store(held + begin % sums * width, into: output + begin * stride)
        begin += 1
      }
    }
  }

  /// Keeps source rows in a ring, and sums each result row from them.
  private func keepRows(
    _ rows: Range<Int>, _ line: UnsafeMutablePointer<SIMD4<Float>>,
    _ held: UnsafeMutablePointer<SIMD4<Float>>,
    _ slots: Int, _ output: UnsafeMutablePointer<UInt8>, _ stride: Int
  ) {
    let (sum, ring) = (held + (slots - 1) * width, slots - 1)
    // A result row that coincides with a source row needs only that row. Later result rows may need
    // earlier source rows.
    var next = rows.reduce(source.size.height) { min($0, vertical.first[$1]) }
    for y in rows {
      let first = vertical.first[y]
      let end = first + vertical.count[y]
      while next < end {
        expand(row: next, into: line)
        filterAlong(line, into: held + next % ring * width)
        next += 1
      }
      for tap in 0..<vertical.count[y] {
        add(
          held + (first + tap) % ring * width, weight: vertical.weights[vertical.offset[y] + tap],
          isFirst: tap == 0, to: sum)
      }
      store(sum, into: output + y * stride)
    }
  }

  /// Converts a row to alpha 0…`maximum` and colours premultiplied with it. For opaque pictures,
  /// the colours are not premultiplied.
  private func expand(row: Int, into line: UnsafeMutablePointer<SIMD4<Float>>) {
    let count = source.size.width
    let floats = UnsafeMutableRawPointer(line).assumingMemoryBound(to: Float.self)
    source.withUnsafeBase { base in
      let bytes = base + row * count * source.depth.bytesPerPixel
      switch source.depth {
      case .eight: for index in 0..<count * 4 { floats[index] = Float(bytes[index]) }
      case .sixteen:
        let lanes = UnsafeRawPointer(bytes).assumingMemoryBound(to: UInt16.self)
        for index in 0..<count * 4 { floats[index] = Float(lanes[index]) }
      }
    }
    if isOpaque { return }
    for x in 0..<count {
      let alpha = line[x].w
      line[x] *= SIMD4(alpha, alpha, alpha, 1)
    }
  }

  private func filterAlong(
    _ line: UnsafeMutablePointer<SIMD4<Float>>, into row: UnsafeMutablePointer<SIMD4<Float>>
  ) {
    horizontal.weights.withUnsafeBufferPointer { weights in
      for x in 0..<width {
        let first = line + horizontal.first[x]
        let offset = horizontal.offset[x]
        var sum = SIMD4<Float>.zero
        for tap in 0..<horizontal.count[x] { sum += first[tap] * weights[offset &+ tap] }
        row[x] = sum
      }
    }
  }

  private func add(
    _ row: UnsafeMutablePointer<SIMD4<Float>>, weight: Float, isFirst: Bool,
    to sum: UnsafeMutablePointer<SIMD4<Float>>
  ) {
    let total = UnsafeMutableRawPointer(sum).assumingMemoryBound(to: Float.self)
    let part = UnsafeRawPointer(row).assumingMemoryBound(to: Float.self)
    if isFirst {
      for index in 0..<width * 4 { total[index] = part[index] * weight }
    } else {
      for index in 0..<width * 4 { total[index] += part[index] * weight }
    }
  }

  private func store(_ sum: UnsafeMutablePointer<SIMD4<Float>>, into output: UnsafeMutablePointer<UInt8>) {
    switch source.depth {
    case .eight: store(sum, as: output)
    case .sixteen: store(sum, as: UnsafeMutableRawPointer(output).assumingMemoryBound(to: UInt16.self))
    }
  }

  @inline(__always)
  private func store<Lane: FixedWidthInteger>(
    _ sum: UnsafeMutablePointer<SIMD4<Float>>, as output: UnsafeMutablePointer<Lane>
  ) {
    /// The nearest whole number to `value`, limited to 0…`maximum`.
    func lane(_ value: Float) -> Lane { Lane(truncatingIfNeeded: Int32(min(max(value, 0), maximum) + 0.5)) }
    if isOpaque {
      let floats = UnsafeRawPointer(sum).assumingMemoryBound(to: Float.self)
      for index in 0..<width * 4 { output[index] = lane(floats[index]) }
      return
    }
    for x in 0..<width {
      let alpha = min(max(sum[x].w, 0), maximum)
      // Alpha below half a step becomes 0, so the colour is cleared.
      let color = alpha < 0.5 ? SIMD4<Float>.zero : sum[x] / alpha
      output[x * 4] = lane(color.x)
      output[x * 4 + 1] = lane(color.y)
      output[x * 4 + 2] = lane(color.z)
      output[x * 4 + 3] = lane(alpha)
    }
  }
}

/// The weights of a line's pixels in each pixel of the resampled line.
///
/// The filter is the Lanczos kernel of three lobes, widened by the scale for a reduction, to
/// prevent aliasing. Weights of pixels beyond the ends of the line are omitted. The others sum to
/// 1, so that edges are as bright as the middle.
///
/// **Source:** C. Duchon, "Lanczos Filtering in One and Two Dimensions", 1979; half-pixel centres as in
/// K. Turkowski, "Filters for Common Resampling Tasks", 1990.
struct LanczosWeights: Sendable {
  /// The first source pixel of each output pixel.
  private(set) var first: [Int] = []
  /// The number of source pixels of each output pixel.
  private(set) var count: [Int] = []
  /// The beginning of each output pixel's weights in `weights`.
  private(set) var offset: [Int] = []
  /// All weights, one output pixel after the other.
  private(set) var weights: [Float] = []

  /// The weights that resample `start ..< start + length` of a line of `sourceLength` pixels to
  /// `outputLength` pixels.
  init(sourceLength: Int, start: Double, length: Double, outputLength: Int) {
    let scale = length / Double(outputLength)
    let stretch = max(1, scale)
    let support = 3 * stretch
    for index in 0..<outputLength {
      let center = start + (Double(index) + 0.5) * scale
      let low = max(0, Int((center - support).rounded(.down)))
      let high = min(sourceLength, Int((center + support).rounded(.up)))
      append(center: center, stretch: stretch, low: min(low, sourceLength - 1), high: max(high, low + 1))
    }
  }

  private mutating func append(center: Double, stretch: Double, low: Int, high: Int) {
    var values = (low..<high).map { Self.kernel((Double($0) + 0.5 - center) / stretch) }
    // Zero weights at the ends only cost time.
    var begin = low
    while values.count > 1, values[values.count - 1] == 0 { values.removeLast() }
    while values.count > 1, values[0] == 0 {
      values.removeFirst()
      begin += 1
    }
    let sum = values.reduce(0, +)
    first.append(begin)
    count.append(values.count)
    offset.append(weights.count)
    weights.append(contentsOf: values.map { Float($0 / sum) })
  }

  /// sinc(x) · sinc(x / 3) for |x| < 3, else 0.
  private static func kernel(_ x: Double) -> Double {
    if x == 0 { return 1 }
    // Whole numbers are zeros of the sinc, which a rounded π would miss.
    if abs(x) >= 3 || x == x.rounded() { return 0 }
    let angle = Double.pi * x
    return 3 * StableMath.sin(angle) * StableMath.sin(angle / 3) / (angle * angle)
  }
}
