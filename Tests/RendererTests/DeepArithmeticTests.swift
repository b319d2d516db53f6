import SegueCPU
import SegueImaging
import SegueRendering
import TestSupport
import Testing

@testable import SegueTransitions

/// Sixteen bits: each operation is within 1/1023 of real arithmetic, without additional steps.
@Suite("16-bit arithmetic") struct DeepArithmeticTests {
  private static let size = ImageSize(width: 640, height: 8)

  /// A linear ramp of greys from `first` in the first column to `last` in the last column, 0…1.
  private static func gradient(_ first: Double, _ last: Double) -> Snapshot {
    Snapshot(deep: size) { index in
      let share = Double(index % size.width) / Double(size.width - 1)
      let value = UInt16(((first + (last - first) * share) * 65535).rounded())
      return SIMD4(value, value, value, 65535)
    }
  }

  // Ramps over 64 of the 255 steps of 8 bits.
  private static let from = gradient(96.0 / 255, 160.0 / 255)
  private static let to = gradient(170.0 / 255, 106.0 / 255)

  /// The red of the middle row, 0…1, in a depth.
  private func row(_ recipe: Recipe, _ depth: PixelDepth = .sixteen) throws -> [Double] {
    let renderer = CPURenderer(size: Self.size, format: PixelFormat(depth), extraSlots: 0)
    defer { renderer.close() }
    try renderer.submit(FrameRequest(recipe, outgoing: Self.from, incoming: Self.to))
    let frame = try renderer.receive()
    defer { frame.release() }
    let picture = Snapshot(copying: frame)
    return (0..<Self.size.width).map { Double(picture.deep($0, 4).red) / Double(depth.maximum) }
  }

  /// Checks each column's exact value, without `margin` at both edges, and the minimum number of
  /// levels.
  private func check(
    _ recipe: Recipe, margin: Int = 0, levels: Int = 250,
    _ exact: (_ a: Double, _ b: Double, _ x: Double) -> Double
  ) throws {
    let (deep, plain) = (try row(recipe), try row(recipe, .eight))
    let width = Self.size.width
    var worst = 0.0
    for x in margin..<width - margin {
      let share = Double(x) / Double(width - 1)
      let (a, b) = ((96 + 64 * share) / 255, (170 - 64 * share) / 255)
      worst = max(worst, abs(deep[x] - exact(a, b, Double(x))))
    }
    #expect(worst <= 1.0 / 1023, "\(worst * 1023) of 1023")
    let counts = (Set(deep).count, Set(plain).count)
    #expect(counts.0 >= 4 * counts.1, "\(counts)")
    #expect(counts.0 >= levels)
  }

  @Test("a mix matches real arithmetic") func mix() throws {
    try check(.mix(.snapshot(.from), .snapshot(.to), amount: 0.25)) { a, b, _ in 0.75 * a + 0.25 * b }
  }

  @Test("a blur keeps a linear gradient")
  func blur() throws {
    try check(Recipe.snapshot(.from).gaussianBlurred(sigma: 4), margin: 24) { a, _, _ in a }
  }

  @Test("a table of colours matches real arithmetic")
  func cube() throws {
    var text = "LUT_3D_SIZE 5\n"
    for point in 0..<125 {
      let (r, g, b) = (Double(point % 5) / 4, Double(point / 5 % 5) / 4, Double(point / 25) / 4)
      text += "\(0.1 + 0.7 * r) \(0.2 + 0.5 * g) \(b * 0.9)\n"
    }
    let chain = try FilterChain(parsing: "lut(\"x\")")
    let table = try CubeFile.parse(Array(text.utf8), name: "x")
    let loaded = chain.loading(Dictionary(chain.files.map { ($0, .table(table)) }, uniquingKeysWith: { $1 }))
    try check(loaded.recipe(of: .snapshot(.from), at: 0, size: Self.size), levels: 160) { a, _, _ in
      0.1 + 0.7 * a
    }
  }

  @Test("a layer moved by a fraction of a pixel matches real arithmetic")
  func layer() throws {
    let moved = RecipeLayer(.snapshot(.from), transform: .translation(x: 0.37, y: 0.21))
    let slope = 64.0 / 255 / Double(Self.size.width - 1)
    try check(.stack([moved], background: .black), margin: 3) { a, _, _ in a - 0.37 * slope }
  }

  @Test("a product matches real arithmetic")
  func multiply() throws {
    try check(.blend(.snapshot(.from), .snapshot(.to), mode: .multiply), levels: 60) { a, b, _ in a * b }
  }

  @Test("a soft matte matches real arithmetic")
  func matte() throws {
    // From left to right: at half-way, an edge of half the frame's width is between a quarter and
    // three quarters.
    let matte = Matte(field: .linear(degrees: 0), progress: 0.5, softness: 0.5)
    try check(.matte(.snapshot(.from), .snapshot(.to), matte), levels: 250) { a, b, x in
      let place = (x + 0.5) / Double(Self.size.width)
      let weight = max(0, min(1, (0.75 - place) / 0.5))
      return a * (1 - weight) + b * weight
    }
  }
}
