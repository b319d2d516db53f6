/// Resamples one band of rows: first along the rows, into a ring of the rows that the next result needs, then
/// across them.
///
/// **Thread-safety:** for one thread.
struct BandFilter {
  private let source: Snapshot
  private let horizontal: LanczosWeights
  private let vertical: LanczosWeights
  private let width: Int
  private let isOpaque: Bool

  init(source: Snapshot, horizontal: LanczosWeights, vertical: LanczosWeights) {
    self.source = source
    self.horizontal = horizontal
    self.vertical = vertical
    width = horizontal.first.count
    isOpaque = source.isOpaque
  }

  /// Makes `rows` of the result; row 0 of the result begins at `output`.
  mutating func run(rows: Range<Int>, output: UnsafeMutablePointer<UInt8>, stride: Int) {
    // As many slots as the tallest result needs, so that no row is resampled twice.
    let slots = rows.reduce(1) { max($0, vertical.count[$1]) }
    withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: source.size.width) { line in
      withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: width * (slots + 1)) { memory in
        guard let lineBase = line.baseAddress, let ring = memory.baseAddress else { return }
        let sum = ring + slots * width
        var next = vertical.first[rows.lowerBound]
        for y in rows {
          let first = vertical.first[y]
          let end = first + vertical.count[y]
          next = max(next, first)
          while next < end {
            expand(row: next, into: lineBase)
            filterAlong(lineBase, into: ring + next % slots * width)
            next += 1
          }
          filterAcross(y, ring: ring, slots: slots, into: sum)
          store(sum, into: output + y * stride)
        }
      }
    }
  }

  /// Turns a row of bytes into premultiplied colour 0…255·alpha and alpha 0…255; plain colour when opaque.
  private func expand(row: Int, into line: UnsafeMutablePointer<SIMD4<Float>>) {
    let count = source.size.width
    let bytes = source.base + row * count * 4
    let floats = UnsafeMutableRawPointer(line).assumingMemoryBound(to: Float.self)
    for index in 0..<count * 4 { floats[index] = Float(bytes[index]) }
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

  private func filterAcross(
    _ y: Int, ring: UnsafeMutablePointer<SIMD4<Float>>, slots: Int,
    into sum: UnsafeMutablePointer<SIMD4<Float>>
  ) {
    let total = UnsafeMutableRawPointer(sum).assumingMemoryBound(to: Float.self)
    for tap in 0..<vertical.count[y] {
      let weight = vertical.weights[vertical.offset[y] + tap]
      let row = UnsafeRawPointer(ring + (vertical.first[y] + tap) % slots * width)
        .assumingMemoryBound(to: Float.self)
      if tap == 0 {
        for index in 0..<width * 4 { total[index] = row[index] * weight }
      } else {
        for index in 0..<width * 4 { total[index] += row[index] * weight }
      }
    }
  }

  private func store(_ sum: UnsafeMutablePointer<SIMD4<Float>>, into output: UnsafeMutablePointer<UInt8>) {
    if isOpaque {
      let floats = UnsafeRawPointer(sum).assumingMemoryBound(to: Float.self)
      for index in 0..<width * 4 { output[index] = Self.byte(floats[index]) }
      return
    }
    for x in 0..<width {
      let alpha = min(max(sum[x].w, 0), 255)
      // Below half a step of alpha no colour is left to show.
      let color = alpha < 0.5 ? SIMD4<Float>.zero : sum[x] / alpha
      output[x * 4] = Self.byte(color.x)
      output[x * 4 + 1] = Self.byte(color.y)
      output[x * 4 + 2] = Self.byte(color.z)
      output[x * 4 + 3] = Self.byte(alpha)
    }
  }

  /// Rounded to the nearest of 0…255.
  private static func byte(_ value: Float) -> UInt8 {
    UInt8(truncatingIfNeeded: Int32(min(max(value, 0), 255) + 0.5))
  }
}
