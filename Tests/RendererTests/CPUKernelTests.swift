import CSegueKernels
import SegueImaging

import TestSupport
import Testing

@testable import SegueCPU
@testable import SegueRendering

@Suite("Row kernels")
struct CPUKernelTests {
  static let weights: [Int32] = [1, 2, 63, 64, 127, 16383, 16384, 16385, 32704, 32705, 32766, 32767]

  /// Pairs of colours with every extreme and many in between, opaque or not. The odd count leaves a
  /// partial vector at the end.
  private func pairs(isOpaque: Bool, seed: UInt64) -> (a: [RGBAColor], b: [RGBAColor]) {
    var random = SplitMix64(seed)
    let extremes: [UInt8] = [0, 1, 127, 128, 254, 255]
    var (a, b): ([RGBAColor], [RGBAColor]) = ([], [])
    for x in extremes {
      for y in extremes {
        for alpha in isOpaque ? [255] : extremes {
          for other in isOpaque ? [255] : extremes {
            a.append(RGBAColor(red: x, green: y, blue: x, alpha: alpha))
            b.append(RGBAColor(red: y, green: x, blue: 255 - x, alpha: other))
          }
        }
      }
    }
    for _ in 0..<1001 {
      a.append(Noise.color(&random, isOpaque: isOpaque))
      b.append(Noise.color(&random, isOpaque: isOpaque))
    }
    return (a, b)
  }

  private func bytes(_ colors: [RGBAColor]) -> [UInt8] {
    colors.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] }
  }

  /// Mixed and extreme weights, one per pixel.
  private func rowWeights(_ count: Int) -> [UInt16] {
    var random = SplitMix64(9)
    return (0..<count).map { i in
      [0, 32768, 1, 63, 64, UInt16.random(in: 0...32768, using: &random)][i % 6]
    }
  }

  @Test("a mix with one weight matches the pixel arithmetic", arguments: weights)
  func mix(weight: Int32) {
    for isOpaque in [true, false] {
      let (a, b) = pairs(isOpaque: isOpaque, seed: UInt64(weight))
      var row = bytes(a)
      let second = bytes(b)
      let first = row
      if isOpaque {
        segue_mix_opaque(&row, first, second, a.count, weight)
      } else {
        segue_mix_alpha(&row, first, second, a.count, weight)
      }
      #expect(row == bytes(zip(a, b).map { PixelArithmetic.mix($0, $1, weight: weight) }))
    }
  }

  @Test("mixes and layers with a weight for each pixel match the pixel arithmetic")
  func weighted() {
    for isOpaque in [true, false] {
      let (a, b) = pairs(isOpaque: isOpaque, seed: 5)
      let (first, second, weights) = (bytes(a), bytes(b), rowWeights(a.count))
      var (mixed, over) = (first, first)
      if isOpaque {
        segue_mix_opaque_weights(&mixed, first, second, a.count, weights)
        segue_over_opaque(&over, second, a.count, weights)
      } else {
        segue_mix_alpha_weights(&mixed, first, second, a.count, weights)
        segue_over_alpha(&over, second, a.count, weights)
      }
      let indices = a.indices
      #expect(mixed == bytes(indices.map { PixelArithmetic.mix(a[$0], b[$0], weight: Int32(weights[$0])) }))
      #expect(over == bytes(indices.map { PixelArithmetic.over(a[$0], b[$0], weight: Int32(weights[$0])) }))
    }
  }

  @Test("translucent pixels over opaque ones are exact with a weight for each pixel")
  func translucentOverOpaque() {
    let (a, b) = (pairs(isOpaque: true, seed: 6).a, pairs(isOpaque: false, seed: 7).b)
    let count = min(a.count, b.count)
    let weights = rowWeights(count)
    var row = bytes(Array(a[..<count]))
    segue_over_opaque(&row, bytes(Array(b[..<count])), count, weights)
    #expect(
      row == bytes((0..<count).map { PixelArithmetic.over(a[$0], b[$0], weight: Int32(weights[$0])) }))
  }

  @Test("matte weights are exact for every field value", arguments: [1, 2, 700, 65534, 65535] as [Int32])
  func matte(span: Int32) {
    let field = (0...65535).map { UInt16($0) }
    for threshold in [1, span, 30000, 65535, 65535 + span - 1] {
      let plan = MattePlan(
        field: Noise.field, threshold: threshold, span: span,
        reciprocal: UInt32((Int64(1) << 31) / Int64(span)))
      var weights = [UInt16](repeating: 7, count: field.count)
      segue_matte_weights(&weights, field, field.count, threshold, span, plan.reciprocal)
      let expected = field.map { UInt16(PixelArithmetic.matteWeight(field: $0, matte: plan)) }
      #expect(weights == expected, "threshold \(threshold)")
      var smooth = plan
      smooth.edge = .smooth
      segue_smooth_weights(&weights, weights.count)
      #expect(weights == field.map { UInt16(PixelArithmetic.matteWeight(field: $0, matte: smooth)) })
    }
  }

  @Test("a smooth edge follows 3t² − 2t³")
  func smoothEdge() {
    var matte = Matte(field: Noise.field, progress: 0.5, softness: 1)
    matte.edge = .smooth
    let plan = MattePlan(matte)
    for field in stride(from: 0, through: 65535, by: 257) {
      let t = 1 - Double(field) / 65535
      let weight = PixelArithmetic.matteWeight(field: UInt16(field), matte: plan)
      #expect(abs(Double(weight) / 32768 - t * t * (3 - 2 * t)) < 2e-4)
    }
  }

  @Test("weighted sums of two rows match the specification")
  func average() {
    for isOpaque in [true, false] {
      let (a, b) = pairs(isOpaque: isOpaque, seed: 11)
      for weight: UInt32 in [0, 1, 30000, 65535] {
        var sums = [UInt32](repeating: 0, count: a.count * 4)
        var row = [UInt8](repeating: 0, count: a.count * 4)
        if isOpaque {
          segue_add_opaque(&sums, bytes(a), a.count, weight)
          segue_add_opaque(&sums, bytes(b), a.count, 65536 - weight)
          segue_round_opaque(&row, sums, a.count)
        } else {
          segue_add_alpha(&sums, bytes(a), a.count, weight)
          segue_add_alpha(&sums, bytes(b), a.count, 65536 - weight)
          segue_divide_alpha(&row, sums, a.count)
        }
        let expected = zip(a, b).map { PixelArithmetic.weighted([($0, weight), ($1, 65536 - weight)]) }
        #expect(row == bytes(expected), "weight \(weight)")
      }
    }
  }

  @Test("averaged rows match their sum", arguments: [[32767, 32767, 2], [1, 65], [7, 8, 9, 10, 32000]])
  func averageOfRows(shares: [UInt32]) {
    let shares = shares + [65536 - shares.reduce(0, +)].filter { $0 > 0 && $0 < 32768 }
    var random = SplitMix64(20)
    let rows = shares.indices.map {
      pairs(isOpaque: true, seed: UInt64(20 + $0)).a.shuffled(using: &random)
    }
    var row = [UInt8](repeating: 0, count: rows[0].count * 4)
    let memory = rows.map { colors in
      let bytes = bytes(colors)
      let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
      copy.initialize(from: bytes, count: bytes.count)
      return copy
    }
    defer { for row in memory { row.deallocate() } }
    segue_average_rows(&row, memory.map { UnsafePointer($0) }, shares, shares.count, rows[0].count)
    // The weights may sum to less than 65536 here; the missing weight is not drawn.
    let expected = rows[0].indices.flatMap { i -> [UInt8] in
      func channel(_ value: (RGBAColor) -> UInt8) -> UInt8 {
        UInt8((zip(rows, shares).reduce(32768) { $0 + UInt32(value($1.0[i])) * $1.1 }) >> 16)
      }
      return [channel(\.red), channel(\.green), channel(\.blue), channel(\.alpha)]
    }
    #expect(row == expected)
  }

  @Test("streamed sums of bytes are exact at every alignment", arguments: [0, 1, 15, 16, 17, 250])
  func sums(count: Int) {
    let first = (0..<250).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let second = (0..<250).map { UInt8(truncatingIfNeeded: $0 * 13 + 200) }
    let expected = zip(first, second).prefix(count).map { UInt8((Int($0) + Int($1)) % 256) }
    for offset in 0...16 {
      var sums = [UInt8](repeating: 9, count: 300)
      sums.withUnsafeMutableBufferPointer { target in
        guard let base = target.baseAddress else { return }
        segue_add_streaming(base + offset, first, second, count)
        segue_finish_streaming()
      }
      let end = offset + count
      #expect(Array(sums[offset..<end]) == expected)
      #expect(sums[..<offset].allSatisfy { $0 == 9 } && sums[end...].allSatisfy { $0 == 9 })
    }
  }

  @Test("the next coarser level of even and odd rows is exact")
  func halved() {
    for isOpaque in [true, false] {
      let (a, b) = pairs(isOpaque: isOpaque, seed: 12)
      for width in [a.count, a.count - 1, 1, 2, 17] {
        let (top, bottom) = (Array(a[..<width]), Array(b[..<width]))
        var row = [UInt8](repeating: 0, count: (width + 1) / 2 * 4)
        if isOpaque {
          segue_halve_opaque(&row, bytes(top), bytes(bottom), width)
        } else {
          segue_halve_alpha(&row, bytes(top), bytes(bottom), width)
        }
        let expected = stride(from: 0, to: width, by: 2).map { x in
          let right = min(x + 1, width - 1)
          return PixelArithmetic.average(top[x], top[right], bottom[x], bottom[right])
        }
        #expect(row == bytes(expected), "width \(width)")
      }
    }
  }

  @Test("bilinear samples are exact for every horizontal fraction")
  func bilinear() {
    let count = 257
    let shares = (0...256 as ClosedRange<UInt32>).map { (256 - $0) | $0 << 16 }
    let left = [Int32](0..<257)
    for isOpaque in [true, false] {
      let all = pairs(isOpaque: isOpaque, seed: 13)
      let (top, bottom) = (Array(all.a.suffix(count + 1)), Array(all.b.suffix(count + 1)))
      for fy: Int32 in [0, 1, 77, 128, 255, 256] {
        var row = [UInt8](repeating: 0, count: count * 4)
        if isOpaque {
          var blended = [Int16](repeating: 0, count: (count + 1) * 4)
          segue_blend_down(&blended, bytes(top), bytes(bottom), count + 1, fy)
          segue_blend_across(&row, blended, 0, count, left, 0, shares)
          for fx: Int32 in [0, 1, 128, 256] {
            var along = row
            segue_blend_along(&along, blended, 0, count, fx)
            let expected = (0..<count).map { x in
              PixelArithmetic.bilinear(top[x], top[x + 1], bottom[x], bottom[x + 1], fx: fx, fy: fy)
            }
            #expect(along == bytes(expected), "along, fx \(fx), fy \(fy)")
          }
        } else {
          var blended = [UInt32](repeating: 0, count: (count + 1) * 4)
          segue_blend_down_alpha(&blended, bytes(top), bytes(bottom), count + 1, fy)
          segue_blend_across_alpha(&row, blended, 0, count, left, 0, shares)
        }
        let expected = (0..<count).map { x in
          PixelArithmetic.bilinear(top[x], top[x + 1], bottom[x], bottom[x + 1], fx: Int32(x), fy: fy)
        }
        #expect(row == bytes(expected), "fy \(fy)")
      }
    }
  }

  @Test("luma and chroma match the pixel arithmetic")
  func planes() {
    let (a, b) = pairs(isOpaque: false, seed: 14)
    let count = a.count & ~1
    var luma = [UInt8](repeating: 0, count: count)
    segue_luma(&luma, bytes(a), count)
    #expect(luma == a[..<count].map { PixelArithmetic.luma($0) })
    var (cb, cr) = ([UInt8](repeating: 0, count: count / 2), [UInt8](repeating: 0, count: count / 2))
    segue_chroma(&cb, &cr, bytes(a), bytes(b), count)
    let expected = stride(from: 0, to: count, by: 2).map { x in
      PixelArithmetic.chroma(a[x], a[x + 1], b[x], b[x + 1])
    }
    #expect(cb == expected.map(\.cb))
    #expect(cr == expected.map(\.cr))
  }
}
