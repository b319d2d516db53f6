import Foundation
import Testing

@testable import SegueImaging

/// A picture from a function of the pixel.
private func picture(_ width: Int, _ height: Int, _ color: (Int, Int) -> RGBAColor) -> Snapshot {
  let buffer = PixelBuffer(size: ImageSize(width: width, height: height))
  for y in 0..<height { for x in 0..<width { buffer[x, y] = color(x, y) } }
  nonisolated(unsafe) let finished = buffer
  return Snapshot(finished)
}

private func noise(_ x: Int, _ y: Int, alpha: UInt8 = 255) -> RGBAColor {
  let hash = UInt32(truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663) &* 2_654_435_761
  return RGBAColor(
    red: UInt8(truncatingIfNeeded: hash >> 24), green: UInt8(truncatingIfNeeded: hash >> 16),
    blue: UInt8(truncatingIfNeeded: hash >> 8), alpha: alpha)
}

private let sizes = [(1, 1), (3, 2), (7, 40), (64, 64), (130, 71), (300, 9)].map {
  ImageSize(width: $0.0, height: $0.1)
}

@Suite("Pictures fitted to a frame") struct FitTests {
  @Test("a picture of the frame's size is unchanged", arguments: Fit.allCases) func sameSize(fit: Fit) {
    let source = picture(5, 4) { noise($0, $1, alpha: UInt8($0 * 50)) }
    #expect(source.fitted(to: source.size, fit: fit) === source)
  }

  @Test("a picture of one colour keeps its colour", arguments: sizes, [Fit.cover, .stretch]) func oneColor(
    size: ImageSize, fit: Fit
  ) {
    for color in [RGBAColor(red: 1, green: 77, blue: 254), RGBAColor(red: 200, green: 3, blue: 99, alpha: 7)]
    {
      let result = picture(37, 23) { _, _ in color }.fitted(to: size, fit: fit)
      for y in 0..<size.height { for x in 0..<size.width { #expect(result[x, y] == color) } }
    }
  }

  @Test("an opaque picture stays opaque", arguments: sizes, [Fit.cover, .stretch])
  func opaqueStaysOpaque(size: ImageSize, fit: Fit) {
    #expect(picture(50, 40) { noise($0, $1) }.fitted(to: size, fit: fit).isOpaque)
  }

  @Test("a mirrored picture is fitted as the mirror image", arguments: sizes, Fit.allCases) func mirrored(
    size: ImageSize, fit: Fit
  ) {
    let plain = picture(31, 22) { noise($0, $1) }
    let turned = picture(31, 22) { noise(30 - $0, 21 - $1) }
    let (a, b) = (plain.fitted(to: size, fit: fit), turned.fitted(to: size, fit: fit))
    // An odd margin leaves one pixel more on the right and at the bottom.
    let target = fit.placement(of: plain.size, in: size).target
    for y in target.y0..<target.y1 {
      for x in target.x0..<target.x1 {
        let other = b[target.x0 + target.x1 - 1 - x, target.y0 + target.y1 - 1 - y]
        #expect(distance(a[x, y], other) <= 1)
      }
    }
  }

  /// Lanczos of three lobes in real arithmetic. If both numbers are odd, some rows of the result
  /// coincide with the picture's: with bands of 64 rows such a row begins a band.
  @Test(
    "every row of an enlarged picture is the weighted sum of its neighbours",
    arguments: [(180, 300), (90, 270), (100, 140), (50, 450), (64, 128), (33, 200)])
  func enlarged(height: Int, result: Int) {
    let source = picture(3, height) { noise($0, $1) }
    let large = source.fitted(to: ImageSize(width: 3, height: result), fit: .stretch)
    func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(Double.pi * x) / (Double.pi * x) }
    for y in 0..<result {
      let center = (Double(y) + 0.5) * Double(height) / Double(result)
      var (sum, weights) = (0.0, 0.0)
      for row in 0..<height {
        let distance = Double(row) + 0.5 - center
        let weight = abs(distance) < 3 ? sinc(distance) * sinc(distance / 3) : 0
        sum += weight * Double(source[1, row].red)
        weights += weight
      }
      let expected = min(max(sum / weights, 0), 255)
      #expect(abs(Double(large[1, y].red) - expected) <= 0.51, "row \(y) of \(result)")
    }
  }

  @Test("contain pads the picture with transparency")
  func contain() {
    let result = picture(20, 10) { _, _ in .white }.fitted(
      to: ImageSize(width: 10, height: 10), fit: .contain)
    for x in 0..<10 {
      #expect((0..<10).map { result[x, $0].alpha } == [0, 0, 255, 255, 255, 255, 255, 0, 0, 0])
    }
    #expect(result[0, 0] == .transparent)
    #expect(result[4, 2] == .white)
  }

  @Test("cover shows the middle of the picture")
  func cover() {
    // Three stripes; a square output shows only the middle stripe, except for the ringing of its
    // edges.
    let source = picture(90, 30) { x, _ in x < 28 ? .black : x < 62 ? .white : .black }
    let result = source.fitted(to: ImageSize(width: 10, height: 10), fit: .cover)
    for y in 0..<10 { for x in 0..<10 { #expect(result[x, y].red > 240) } }
  }

  @Test("a picture that is a pixel larger is cropped, not resampled", arguments: [(11, 9), (11, 8), (10, 9)])
  func pixelLarger(width: Int, height: Int) {
    let source = picture(width, height) { noise($0, $1) }
    let result = source.fitted(to: ImageSize(width: 10, height: 8), fit: .cover)
    for y in 0..<8 { for x in 0..<10 { #expect(result[x, y] == source[x, y]) } }
  }

  @Test("edges do not ring beyond the value range")
  func ringing() {
    // Overshoot next to a step is clamped at black and white and never wraps.
    let source = picture(16, 1) { x, _ in x < 8 ? .black : .white }
    let result = source.fitted(to: ImageSize(width: 64, height: 1), fit: .stretch)
    #expect(result[0, 0] == .black)
    #expect(result[63, 0] == .white)
    let reds = (0..<64).map { Int(result[$0, 0].red) }
    #expect(reds[..<31].allSatisfy { $0 < 40 })
    #expect(reds[33...].allSatisfy { $0 > 215 })
  }

  @Test("the colour of transparent pixels does not bleed")
  func bleeding() {
    // Red under transparency must not tint the blue beside it.
    let source = picture(32, 4) { x, _ in
      x < 16 ? RGBAColor(red: 255, green: 0, blue: 0, alpha: 0) : RGBAColor(red: 0, green: 0, blue: 255)
    }
    let result = source.fitted(to: ImageSize(width: 11, height: 3), fit: .stretch)
    for x in 0..<11 where result[x, 1].alpha > 0 { #expect(result[x, 1].red == 0) }
    #expect(result[10, 1] == RGBAColor(red: 0, green: 0, blue: 255))
  }

  @Test("resampling weights are symmetric with a sum of one")
  func weightSums() {
    for (from, to) in [(10, 3), (3, 10), (1000, 7), (7, 7), (1, 50)] {
      let weights = LanczosWeights(
        sourceLength: from, start: 0, length: Double(from), outputLength: to)
      for index in 0..<to {
        let range = weights.offset[index]..<weights.offset[index] + weights.count[index]
        #expect(abs(weights.weights[range].reduce(0, +) - 1) < 1e-5)
        #expect(weights.first[index] >= 0 && weights.first[index] + weights.count[index] <= from)
        let mirrored = to - 1 - index
        #expect(weights.first[mirrored] == from - weights.first[index] - weights.count[index])
      }
    }
  }

  @Test("shrinking keeps only a few rows in memory")
  func heldRows() {
    let lengths = [1, 2, 3, 7, 16, 64, 99, 100, 101, 1000, 4096, 16_384]
    for (from, to) in lengths.flatMap({ from in lengths.map { (from, $0) } }) {
      let weights = LanczosWeights(sourceLength: from, start: 0, length: Double(from), outputLength: to)
      for start in stride(from: 0, to: to, by: 64) {
        let slots = BandFilter.slots(start..<min(to, start + 64), weights)
        #expect(slots.count <= 9, "\(from) to \(to)")
      }
    }
    // 16384² to 16384x1: one sum and one row, 512 KiB, instead of 4 GiB for all rows.
    let flat = LanczosWeights(sourceLength: 16_384, start: 0, length: 16_384, outputLength: 1)
    #expect(BandFilter.slots(0..<1, flat) == (2, true))
  }

  @Test(
    "resampling agrees with the formula in Double",
    arguments: [(23, 41), (61, 13), (40, 1), (1, 30), (39, 29)])
  func formula(size: (Int, Int)) {
    let source = picture(40, 30) { noise($0, $1) }
    let result = source.fitted(to: ImageSize(width: size.0, height: size.1), fit: .stretch)
    for y in 0..<size.1 {
      for x in 0..<size.0 {
        let exact = reference(source, x, y, ImageSize(width: size.0, height: size.1))
        #expect(abs(Double(result[x, y].green) - exact) <= 0.51)
      }
    }
  }

  /// The green channel by the definition: a sum over the whole picture.
  private func reference(_ source: Snapshot, _ x: Int, _ y: Int, _ size: ImageSize) -> Double {
    func weights(_ index: Int, _ from: Int, _ to: Int) -> [Double] {
      let scale = Double(from) / Double(to)
      let all = (0..<from).map { tap -> Double in
        let t = (Double(tap) + 0.5 - (Double(index) + 0.5) * scale) / max(1, scale)
        if abs(t) < 1e-12 { return 1 }
        if abs(t) >= 3 { return 0 }
        return sine(.pi * t) / (.pi * t) * sine(.pi * t / 3) / (.pi * t / 3)
      }
      let sum = all.reduce(0, +)
      return all.map { $0 / sum }
    }
    let across = weights(y, source.size.height, size.height)
    let along = weights(x, source.size.width, size.width)
    var total = 0.0
    for (row, a) in across.enumerated() where a != 0 {
      for (column, b) in along.enumerated() { total += a * b * Double(source[column, row].green) }
    }
    return min(max(total, 0), 255)
  }

  /// The sine by its series, independent of the one under test; |x| ≤ 3π.
  private func sine(_ x: Double) -> Double {
    let turns = (x / (2 * .pi)).rounded()
    let angle = x - turns * 2 * .pi
    var (term, sum) = (angle, angle)
    for n in stride(from: 3.0, to: 41, by: 2) {
      term *= -angle * angle / (n * (n - 1))
      sum += term
    }
    return sum
  }

  private func distance(_ a: RGBAColor, _ b: RGBAColor) -> Int {
    max(
      abs(Int(a.red) - Int(b.red)), abs(Int(a.green) - Int(b.green)), abs(Int(a.blue) - Int(b.blue)),
      abs(Int(a.alpha) - Int(b.alpha)))
  }
}
