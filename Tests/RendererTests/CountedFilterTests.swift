import Foundation
import SegueImaging
import SegueRendering
import SegueTransitions
import TestSupport
import Testing

/// Filters whose tables come from a picture's histogram, and filters with GPUImage's formulas.
@Suite("Filters with histograms or GPUImage's formulas") struct CountedFilterTests {
  private static let size = ImageSize(width: 64, height: 40)
  private static let picture = Noise.snapshot(size, seed: 5, isOpaque: true)

  private func drawn(_ chain: String, of picture: Snapshot = Self.picture) throws -> Snapshot {
    let recipe = try FilterChain(parsing: chain).recipe(of: .snapshot(.from), at: 0.5, size: picture.size)
    return try Drawing(from: picture, to: picture).picture(recipe)
  }

  private func each(_ body: (_ x: Int, _ y: Int) throws -> Void) rethrows {
    for y in 0..<Self.size.height { for x in 0..<Self.size.width { try body(x, y) } }
  }

  private func channels(_ color: RGBAColor) -> [Int] { [Int(color.red), Int(color.green), Int(color.blue)] }

  /// Checks that each value becomes the share of pixels with at most that value.
  private func expectEqualized(_ result: Snapshot, from source: Snapshot) {
    var counts = Array(repeating: Array(repeating: 0, count: 256), count: 3)
    each { x, y in for (channel, value) in channels(source[x, y]).enumerated() { counts[channel][value] += 1 }
    }
    each { x, y in
      let expected = channels(source[x, y]).enumerated().map { channel, value in
        Int((Double(counts[channel][...value].reduce(0, +)) / Double(Self.size.area) * 255).rounded())
      }
      #expect(channels(result[x, y]) == expected)
    }
  }

  @Test("histogram equalization counts the pixels of its input")
  func equalization() throws {
    expectEqualized(try drawn("histogram-equalization"), from: Self.picture)
    let blurred = try drawn("blur(4px) contrast(0.4)")
    expectEqualized(try drawn("blur(4px) contrast(0.4) histogram-equalization"), from: blurred)
  }

  @Test("an average threshold is the mean brightness times its multiplier")
  func averageThreshold() throws {
    let dark = try drawn("gamma(2)")
    var sum = 0.0
    func luma(_ c: [Int]) -> Double { 0.2126 * Double(c[0]) + 0.7152 * Double(c[1]) + 0.0722 * Double(c[2]) }
    each { x, y in sum += luma(channels(dark[x, y])) }
    for multiplier in [1, 1.5] {
      let limit = sum / Double(Self.size.area) * multiplier
      let result = try drawn("gamma(2) average-threshold(\(multiplier))")
      each { x, y in
        let brightness = luma(channels(dark[x, y]))
        if abs(brightness - limit) > 0.6 {
          #expect(result[x, y] == (brightness > limit ? .white : .black))
        }
      }
    }
  }

  @Test("a histogram does not count transparent pixels")
  func transparency() throws {
    let half = Pictures.make(Self.size) { x, y in
      x < 32 ? RGBAColor(red: 10, green: 10, blue: 10) : RGBAColor(red: 200, green: 0, blue: 0, alpha: 0)
    }
    let result = try drawn("histogram-equalization", of: half)
    #expect(result[3, 3] == .white && result[50, 3].alpha == 0)
    let empty = Pictures.plain(Self.size, .transparent)
    #expect(try drawn("histogram-equalization average-threshold", of: empty).equals(empty))
  }

  @Test("the histogram of an unchanged picture is computed once")
  func once() {
    var (counted, calls) = (HistogramCache(), 0)
    func count(_ plan: Plan) {
      guard counted.known(plan) == nil else { return }
      calls += 1
      counted.add(Histogram(), of: plan)
    }
    let (a, b) = (Plan(.color(.white)), Plan(.color(.black)))
    for _ in 0..<3 {
      count(a)
      count(a)
      counted.finishFrame()
    }
    #expect(calls == 1)
    count(b)
    counted.finishFrame()
    count(b)
    #expect(calls == 2)
    // Counts that a frame does not use are forgotten, with their pictures.
    count(a)
    #expect(calls == 3)
  }

  @Test(
    "filters with histograms have the same bytes on both renderers", .needsOpenGL,
    arguments: [PixelFormat.rgba8, .rgba16])
  func renderersAgree(format: PixelFormat) throws {
    let size = ImageSize(width: 37, height: 29)
    for isOpaque in [true, false] {
      let scene = Scene(
        from: Noise.snapshot(size, seed: 3, isOpaque: isOpaque, depth: format.depth),
        to: Noise.snapshot(size, seed: 4, isOpaque: isOpaque, depth: format.depth), format: format)
      let (cpu, gpu) = (scene.cpu(threads: 2), try scene.gpu(depth: 2))
      defer { gpu.close() }
      let chain = try FilterChain(
        parsing: "blur(20*p*1px) histogram-equalization vignette(0.5) average-threshold(1+p) blur(3px)")
      for progress in [0, 0, 0.25, 0.5, 0.5, 1] {
        let mixed = Recipe.mix(.snapshot(.from), .snapshot(.to), amount: progress)
        let plan = scene.plan(chain.recipe(of: mixed, at: progress, size: size))
        try cpu.submit(plan: plan)
        try gpu.submit(plan: plan)
        let (first, second) = (try cpu.receive(), try gpu.receive())
        expectEqual(Array(second.bytes), Array(first.bytes), "at \(progress)")
        first.release()
        second.release()
      }
    }
  }

  @Test("haze can increase from the top to the bottom")
  func haze() throws {
    let result = try drawn("haze(-0.2, 0.5)")
    each { x, y in
      let d = -0.2 + 0.5 * (Double(y) + 0.5) / Double(Self.size.height)
      for (value, drawn) in zip(channels(Self.picture[x, y]), channels(result[x, y])) {
        let expected = min(1, max(0, (Double(value) / 255 - d) / (1 - d))) * 255
        #expect(abs(Double(drawn) - expected) <= 0.51)
      }
    }
  }

  @Test("skin-tone rotates hues near skin's, with a Gaussian falloff")
  func skinTone() throws {
    // Smooth colours: all hues across, all saturations down.
    let size = ImageSize(width: 120, height: 40)
    func color(_ hue: Double, _ saturation: Double) -> [Double] {
      [0.0, 4, 2].map { offset in
        let turn = (hue * 6 + offset).truncatingRemainder(dividingBy: 6)
        return 0.9 * (1 - saturation * (1 - min(1, max(0, abs(turn - 3) - 1))))
      }
    }
    let picture = Pictures.make(size) { x, y in
      let c = color(Double(x) / 120, Double(y) / 39).map { UInt8(($0 * 255).rounded()) }
      return RGBAColor(red: c[0], green: c[1], blue: c[2])
    }
    let result = try drawn("skin-tone(0.3)", of: picture)
    for y in 0..<size.height {
      for x in 0..<size.width {
        var distance = abs(Double(x) / 120 - 0.05)
        if distance > 0.5 { distance = 1 - distance }
        let turned = Double(x) / 120 + 0.3 * 0.25 * exp(-40 * (distance / 0.5) * (distance / 0.5))
        for (value, drawn) in zip(color(turned, Double(y) / 39), channels(result[x, y])) {
          #expect(abs(value * 255 - Double(drawn)) <= 6, "hue \(x) of 120, saturation \(y) of 39")
        }
      }
    }
  }

  @Test("cga draws each pixel in the nearest of four colours")
  func cga() throws {
    // Cells of one pixel by half a pixel: each pixel's own colour, or one between two rows.
    let size = ImageSize(width: 200, height: 320)
    let picture = Noise.snapshot(size, seed: 9, isOpaque: true)
    let four = [[0, 0, 0], [255, 255, 255], [85, 255, 255], [255, 85, 255]]
    let result = try drawn("cga", of: picture)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let own = channels(picture[x, y])
        func square(_ other: [Int]) -> Int {
          zip(own, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        }
        let nearest = four.min { square($0) < square($1) }
        #expect(channels(result[x, y]) == nearest)
      }
    }
  }

  @Test("threshold-sketch draws black edges on white")
  func thresholdSketch() throws {
    func grey(_ x: Int, _ y: Int) -> Double {
      let c = channels(Self.picture[min(max(x, 0), 63), min(max(y, 0), 39)])
      return (0.2126 * Double(c[0]) + 0.7152 * Double(c[1]) + 0.0722 * Double(c[2])) / 255
    }
    let sketch = try drawn("threshold-sketch(0.25)")
    each { x, y in
      func side(_ dx: Int, _ dy: Int) -> Double { grey(x + dx, y + dy) }
      let across =
        side(1, -1) + 2 * side(1, 0) + side(1, 1) - side(-1, -1) - 2 * side(-1, 0) - side(-1, 1)
      let down = side(-1, 1) + 2 * side(0, 1) + side(1, 1) - side(-1, -1) - 2 * side(0, -1) - side(1, -1)
      let white = 1 - (across * across + down * down).squareRoot()
      if abs(white - 0.25) > 0.02 { #expect(sketch[x, y] == (white >= 0.25 ? .white : .black)) }
    }
  }
}
