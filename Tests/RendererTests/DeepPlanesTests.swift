import CSegueKernels
import Foundation
import SegueCPU
import SegueGPU
import SegueImaging
import SegueRendering
import TestSupport
import Testing

/// 10-bit 4:2:0 planes: the specification against real arithmetic, the kernels and the renderer
/// against the specification.
@Suite("Planes of ten bits") struct DeepPlanesTests {
  /// Luma and chroma by the standards' formulas, for the planes' colours, 0…1.
  private func exact(_ color: ColorEncoding, _ r: Double, _ g: Double, _ b: Double) -> (
    y: Double, cb: Double, cr: Double
  ) {
    let (kr, kb) = color == .sdr ? (0.2126, 0.0722) : (0.2627, 0.0593)
    let y = kr * r + (1 - kr - kb) * g + kb * b
    return (64 + 876 * y, 512 + 896 * (b - y) / (2 * (1 - kb)), 512 + 896 * (r - y) / (2 * (1 - kr)))
  }

  private func random(_ count: Int, seed: UInt64 = 1) -> [DeepColor] {
    var generator = SplitMix64(seed)
    func channel() -> Int {
      [0, 65535, Int.random(in: 0...65535, using: &generator)][Int.random(in: 0...2, using: &generator)]
    }
    return (0..<count).map { _ in
      DeepColor(red: channel(), green: channel(), blue: channel(), alpha: 65535, depth: .sixteen)
    }
  }

  @Test("Y′CbCr codes follow the standards' formulas", arguments: [ColorEncoding.sdr, .hlg])
  func formulas(_ color: ColorEncoding) {
    let planes = DeepPlanes.of(color)
    var worst = 0.0
    for pixel in random(4000) {
      let (r, g, b) = (
        Double(pixel.red) / 65535, Double(pixel.green) / 65535, Double(pixel.blue) / 65535
      )
      let exact = exact(color, r, g, b)
      let chroma = planes.chroma([pixel, pixel, pixel, pixel])
      worst = max(worst, abs(Double(planes.luma(pixel)) - exact.y))
      worst = max(worst, abs(Double(chroma.cb) - exact.cb), abs(Double(chroma.cr) - exact.cr))
    }
    // Half a code for rounding.
    #expect(worst < 0.6, "\(worst)")
  }

  @Test("planes survive a conversion to pixels and back", arguments: ColorEncoding.allCases)
  func roundTrip(_ color: ColorEncoding) {
    let planes = DeepPlanes.of(color)
    for luma in UInt16(64)...940 {
      let grey = planes.color(luma: luma, cb: 512, cr: 512)
      #expect(grey.red == grey.green && grey.green == grey.blue)
      #expect(planes.luma(grey) == luma)
      let chroma = planes.chroma([grey, grey, grey, grey])
      #expect(chroma.cb == 512 && chroma.cr == 512, "\(luma)")
    }
    var generator = SplitMix64(4000)
    for _ in 0..<4000 {
      // Drawable colours only, since others are clamped.
      let luma = UInt16.random(in: 300...700, using: &generator)
      let cb = UInt16.random(in: 450...574, using: &generator)
      let cr = UInt16.random(in: 450...574, using: &generator)
      let pixel = planes.color(luma: luma, cb: cb, cr: cr)
      let channels = [pixel.red, pixel.green, pixel.blue]
      if channels.contains(0) || channels.contains(65535) { continue }
      let chroma = planes.chroma([pixel, pixel, pixel, pixel])
      #expect(planes.luma(pixel) == luma && chroma.cb == cb && chroma.cr == cr)
    }
  }

  @Test("all 1,024 PQ codes survive the conversion to drawn values and back")
  func quantizer() {
    for code in 0...1023 {
      let value = Int((Double(code) / 1023 * 65535).rounded())
      let drawn = TransferFunction.fromPQ[value]
      let back = Double(TransferFunction.toPQ[Int(drawn)]) / 65535 * 1023
      #expect(Int(back.rounded()) == code, "\(code): \(drawn), \(back)")
      // Drawn values are light with a gamma of 2.4.
      let power = pow(Double(value) / 65535, 1 / 78.84375)
      let light = pow(max(0, power - 0.8359375) / (18.8515625 - 18.6875 * power), 1 / 0.1593017578125)
      #expect(abs(Double(drawn) - 65535 * pow(light, 1 / 2.4)) <= 0.51)
    }
  }

  @Test("plane kernels match the specification", arguments: ColorEncoding.allCases)
  func kernels(_ color: ColorEncoding) {
    let planes = DeepPlanes.of(color)
    var numbers = planes.kernel
    let count = 66
    let (top, bottom) = (random(count), random(count, seed: 2))
    func bytes(_ row: [DeepColor]) -> [UInt8] {
      let values: [Int] = row.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] }
      return values.flatMap { value -> [UInt8] in [UInt8(value & 255), UInt8(value >> 8)] }
    }
    var luma = [UInt16](repeating: 0, count: count)
    segue_luma_10(&luma, bytes(top), count, &numbers)
    #expect(luma == top.map(planes.luma))
    var (cb, cr) = ([UInt16](repeating: 0, count: count / 2), [UInt16](repeating: 0, count: count / 2))
    segue_chroma_10(&cb, &cr, bytes(top), bytes(bottom), count, &numbers)
    let expected = stride(from: 0, to: count, by: 2).map {
      planes.chroma([top[$0], top[$0 + 1], bottom[$0], bottom[$0 + 1]])
    }
    #expect(cb == expected.map(\.cb) && cr == expected.map(\.cr))
    var generator = SplitMix64(3)
    let codes = (0..<count).map { _ in UInt16.random(in: 0...1023, using: &generator) }
    var pixels = [UInt8](repeating: 0, count: count * 8)
    segue_from_yuv_10(&pixels, codes, cb, cr, count, &numbers)
    let colors = codes.indices.map { planes.color(luma: codes[$0], cb: cb[$0 / 2], cr: cr[$0 / 2]) }
    #expect(pixels == bytes(colors))
  }

  @Test("the CPU converts its frames to planes", arguments: ColorEncoding.allCases)
  func cpu(_ color: ColorEncoding) throws {
    let size = ImageSize(width: 22, height: 10)
    let renderer = CPURenderer(size: size, format: PixelFormat(planesOf: color), extraSlots: 0)
    try comparePlanes(of: renderer, color)
  }

  @Test(
    "OpenGL converts its frames to planes", .needsOpenGL, arguments: ColorEncoding.allCases,
    [ImageSize(width: 22, height: 10), ImageSize(width: 2, height: 2), ImageSize(width: 64, height: 6)])
  func openGL(_ color: ColorEncoding, _ size: ImageSize) throws {
    let renderer = try GPURenderer(
      size: size, format: PixelFormat(planesOf: color), device: .automatic(allowsSoftware: true), depth: 1)
    try comparePlanes(of: renderer, color)
  }

  private func comparePlanes(of renderer: any Renderer, _ color: ColorEncoding) throws {
    let size = renderer.size
    let pixels = random(size.area)
    let picture = Snapshot(deep: size, color: color) { index in
      let pixel = pixels[index]
      return SIMD4(UInt16(pixel.red), UInt16(pixel.green), UInt16(pixel.blue), UInt16(pixel.alpha))
    }
    defer { renderer.close() }
    var request = FrameRequest(.snapshot(.from), outgoing: picture, incoming: picture)
    request.color = color
    try renderer.submit(request)
    let frame = try renderer.receive()
    defer { frame.release() }
    let values = frame.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
    let planes = DeepPlanes.of(color)
    for y in 0..<size.height {
      for x in 0..<size.width { #expect(values[y * size.width + x] == planes.luma(picture.deep(x, y))) }
    }
    for y in stride(from: 0, to: size.height, by: 2) {
      for x in stride(from: 0, to: size.width, by: 2) {
        let place = size.area + y / 2 * (size.width / 2) + x / 2
        let chroma = planes.chroma([
          picture.deep(x, y), picture.deep(x + 1, y), picture.deep(x, y + 1), picture.deep(x + 1, y + 1),
        ])
        #expect(values[place] == chroma.cb && values[place + size.area / 4] == chroma.cr)
      }
    }
  }
}
