import SegueImaging
import SegueMath
import SegueRendering
import SegueTransitions
import TestSupport
import Testing

/// The filters against their formulas in real arithmetic, on noise, and on both renderers.
@Suite("Formulas of filters", .serialized) struct FilterTests {
  static let size = ImageSize(width: 61, height: 43)
  static let scene = ConformanceCase(size: size, isOpaque: true).scene()

  /// Files for filters: a table that rotates the channels, and a picture.
  static let files: @Sendable (FilterChain.File) -> FilterFile = { file in
    guard file.layout != nil else {
      return .picture(Noise.snapshot(ImageSize(width: 9, height: 7), seed: 8, isOpaque: false))
    }
    // Red becomes green, green becomes blue, blue becomes red.
    let rows = (0..<8).map { "\($0 >> 1 & 1) \($0 >> 2) \($0 & 1)" }
    let text = "LUT_3D_SIZE 2\n" + rows.joined(separator: "\n")
    guard let table = try? CubeFile.parse(Array(text.utf8), name: "turned") else {
      preconditionFailure("the table is well formed")
    }
    return .table(table)
  }

  static func recipe(_ text: String, _ size: ImageSize = size, at progress: Double = 0.5) throws -> Recipe {
    let chain = try FilterChain(parsing: text)
    try chain.check(size: size)
    let loaded = chain.loading(
      Dictionary(chain.files.map { ($0, files($0)) }, uniquingKeysWith: { $1 }))
    return loaded.recipe(of: .snapshot(.from), at: progress, size: size)
  }

  /// A call of each filter with every number halfway between its bounds; in `make check` also at a
  /// quarter and at three quarters.
  static let calls = calls(at: cases([0.5], full: [0.25, 0.75]))

  private static func calls(at shares: [Double]) -> [String] {
    FilterCatalogue.builtIn.filters.flatMap { filter in shares.map { call(of: filter, at: $0) } }
  }

  private static func call(of filter: FilterDescription, at share: Double) -> String {
    let arguments = filter.parameters.compactMap { parameter -> String? in
      switch parameter.type {
      case .float, .int:
        guard let low = parameter.minimum, let high = parameter.maximum else { return nil }
        // Lengths and centres have wide bounds, with visible effects near their lower ends.
        let reach = parameter.isLength ? min(high, 0.6) : high
        return "\(parameter.name)=\(low + (reach - low) * share)"
      case .texture: return "\(parameter.name)=\"x\""
      case .choice(let words): return "\(parameter.name)=\(words[Int(share * Double(words.count - 1))])"
      case .points: return "\(parameter.name)=0:0.1 \(share):0.9 1:0.3"
      default: return nil
      }
    }
    return filter.name + (arguments.isEmpty ? "" : "(" + arguments.joined(separator: ", ") + ")")
  }

  @Test(
    "every filter has the same bytes on both renderers", .needsOpenGL,
    arguments: [(true, PixelFormat.rgba8), (false, .rgba8), (false, .rgba16)])
  func renderersAgree(isOpaque: Bool, format: PixelFormat) throws {
    let size = ImageSize(width: 37, height: 29)
    let scene = Scene(
      from: Noise.snapshot(size, seed: 3, isOpaque: isOpaque, depth: format.depth),
      to: Noise.snapshot(size, seed: 4, isOpaque: isOpaque, depth: format.depth), format: format)
    let (cpu, gpu) = (scene.cpu(threads: 2), try scene.gpu(depth: 1))
    defer { gpu.close() }
    for call in Set(Self.calls).sorted() {
      let request = scene.request(try Self.recipe(call, size))
      try cpu.submit(request)
      try gpu.submit(request)
      let (first, second) = (try cpu.receive(), try gpu.receive())
      expectEqual(Array(second.bytes), Array(first.bytes), call)
      first.release()
      second.release()
    }
  }

  @Test("a filter is visible by default and invisible at a neutral value")
  func defaults() throws {
    let always: Set<String> = [
      "invert", "threshold", "false-color", "grayscale", "solarize", "laplacian", "sobel", "prewitt",
      "threshold-edge", "sketch", "threshold-sketch", "toon", "smooth-toon", "median", "adaptive-threshold",
      "chroma-key", "sphere-refraction", "glass-sphere", "cga", "histogram-equalization", "average-threshold",
    ]
    let (untouched, drawing) = (Self.scene.from, Drawing(from: Self.scene.from, to: Self.scene.to))
    for filter in FilterCatalogue.builtIn.filters {
      let file = filter.parameters.contains { $0.type == .texture } ? ["\"x\""] : []
      func drawn(_ arguments: [String]) throws -> Snapshot {
        let text = file + arguments
        return try drawing.picture(
          Self.recipe(filter.name + (text.isEmpty ? "" : "(" + text.joined(separator: ", ") + ")")))
      }
      // Keying green leaves noise without pure green unchanged.
      let changes = try !drawn([]).equals(untouched)
      #expect(changes || filter.name == "chroma-key", "\(filter.name)")
      let neutral = filter.parameters.filter { $0.neutral != nil }
      #expect(neutral.isEmpty == always.contains(filter.name), "\(filter.name)")
      for parameter in neutral {
        let value = try #require(parameter.neutral).description
        let isPoints = parameter.type == .points
        let argument = "\(parameter.name)=\(isPoints ? "0:0 1:1" : value)"
        #expect(try drawn([argument]).equals(untouched), "\(filter.name)(\(argument))")
      }
    }
  }

  @Test("different filters draw different pictures from the same values", .takesLong)
  func distinct() throws {
    let drawing = Drawing(from: Self.scene.from, to: Self.scene.to)
    /// The picture that `filter` draws with the defaults of `other`; `nil` if they are out of its bounds.
    func drawn(_ filter: FilterDescription, _ other: FilterDescription) throws -> Snapshot? {
      let values = other.parameters.map { $0.type == .texture ? "\"x\"" : $0.defaultValue?.description ?? "" }
      let call = filter.name + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")
      return try (try? Self.recipe(call)).map { try drawing.picture($0) }
    }
    let filters = FilterCatalogue.builtIn.filters
    for (index, filter) in filters.enumerated() {
      for other in filters[..<index] where other.parameters.map(\.type) == filter.parameters.map(\.type) {
        let isEqual = try [filter, other].allSatisfy { values in
          guard let first = try drawn(filter, values), let second = try drawn(other, values) else {
            return false
          }
          return first.equals(second)
        }
        #expect(!isEqual, "\(filter.name) is \(other.name)")
      }
    }
  }

  /// Draws `call` on the CPU and returns the largest difference from `formula`, which works in 0…1.
  private func largestDifference(_ call: String, _ formula: (_ x: Int, _ y: Int) -> [Double]) throws -> Double
  {
    let renderer = Self.scene.cpu(threads: 1)
    try renderer.submit(Self.scene.request(try Self.recipe(call)))
    let frame = try renderer.receive()
    let bytes = frame.bytes
    frame.release()
    var largest = 0.0
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        for (channel, value) in formula(x, y).enumerated() {
          let byte = Double(bytes[(y * Self.size.width + x) * 4 + channel])
          largest = max(largest, abs(byte - min(1, max(0, value)) * 255))
        }
      }
    }
    return largest
  }

  /// The picture as real numbers, with repeated edges.
  private func pixel(_ x: Int, _ y: Int) -> [Double] {
    let color = Self.scene.from[max(0, min(Self.size.width - 1, x)), max(0, min(Self.size.height - 1, y))]
    return [Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255]
  }

  /// A value between pixels; (0.5, 0.5) is the middle of the first one.
  static func bilinear(
    _ u: Double, _ v: Double, of pixel: (_ x: Int, _ y: Int) -> [Double]
  ) -> [Double] {
    let (x, y) = (Int((u - 0.5).rounded(.down)), Int((v - 0.5).rounded(.down)))
    let (fx, fy) = (u - 0.5 - Double(x), v - 0.5 - Double(y))
    return (0..<3).map { c in
      let top = pixel(x, y)[c] * (1 - fx) + pixel(x + 1, y)[c] * fx
      let bottom = pixel(x, y + 1)[c] * (1 - fx) + pixel(x + 1, y + 1)[c] * fx
      return top * (1 - fy) + bottom * fy
    }
  }

  private func luma(_ c: [Double]) -> Double { 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2] }

  @Test("filters with a formula per channel or a matrix are exact")
  func pointwise() throws {
    #expect(try largestDifference("brightness(0.2)") { x, y in pixel(x, y).map { $0 + 0.2 } } <= 0.5)
    #expect(
      try largestDifference("contrast(1.7)") { x, y in pixel(x, y).map { ($0 - 0.5) * 1.7 + 0.5 } } <= 0.501)
    #expect(
      try largestDifference("saturation(1.6)") { x, y in
        let (c, grey) = (pixel(x, y), luma(pixel(x, y)))
        return c.map { grey + ($0 - grey) * 1.6 }
      } <= 0.51)
    #expect(
      try largestDifference("sepia(0.5)") { x, y in
        let c = pixel(x, y)
        let rows = [[0.3588, 0.7044, 0.1368], [0.299, 0.587, 0.114], [0.2392, 0.4696, 0.0912]]
        return rows.indices.map { row in
          0.5 * c[row] + 0.5 * (0..<3).reduce(0) { $0 + rows[row][$1] * c[$1] }
        }
      } <= 0.51)
  }

  @Test("luma tables and smooth cubes are within a few levels")
  func tables() throws {
    #expect(
      try largestDifference("monochrome(#99734d, 1)") { x, y in
        let grey = luma(pixel(x, y))
        return [0.6, 115.0 / 255, 77.0 / 255].map {
          grey < 0.5 ? 2 * grey * $0 : 1 - 2 * (1 - grey) * (1 - $0)
        }
      } <= 1.3)
    #expect(
      try largestDifference("vibrance(0.8)") { x, y in
        let c = pixel(x, y)
        let (maximum, mean) = (max(c[0], c[1], c[2]), (c[0] + c[1] + c[2]) / 3)
        return c.map { $0 + (maximum - $0) * (maximum - mean) * -2.4 }
      } <= 4.5)
    #expect(
      try largestDifference("lut(\"x\")") { x, y in [pixel(x, y)[1], pixel(x, y)[2], pixel(x, y)[0]] } <= 0.5)
  }

  @Test("blends match W3C's formulas")
  func blends() throws {
    let source = [1, 136.0 / 255, 51.0 / 255]
    func expect(_ mode: String, within limit: Double = 0.501, _ formula: (Double, Double) -> Double) throws {
      let difference = try largestDifference("blend(#ff8833, \(mode), 1)") { x, y in
        zip(pixel(x, y), source).map(formula)
      }
      #expect(difference <= limit, "\(mode) \(difference)")
    }
    try expect("multiply") { $0 * $1 }
    try expect("screen") { $0 + $1 - $0 * $1 }
    try expect("darken") { min($0, $1) }
    try expect("difference") { abs($0 - $1) }
    try expect("exclusion") { $0 + $1 - 2 * $0 * $1 }
    try expect("linear-burn") { $0 + $1 - 1 }
    try expect("divide") { $0 / $1 }
    try expect("overlay") { b, s in b <= 0.5 ? 2 * b * s : 1 - 2 * (1 - b) * (1 - s) }
    try expect("color-dodge") { b, s in b == 0 ? 0 : s == 1 ? 1 : b / (1 - s) }
    try expect("soft-light") { b, s in
      let root = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
      return s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (root - b)
    }
  }

  @Test("neighbourhood filters match their formulas")
  func neighbours() throws {
    func sharpened(_ x: Int, _ y: Int) -> [Double] {
      let sides = [pixel(x - 1, y), pixel(x + 1, y), pixel(x, y - 1), pixel(x, y + 1)]
      return (0..<3).map { channel in
        var value = pixel(x, y)[channel] * 3.8
        for side in sides { value -= 0.7 * side[channel] }
        return value
      }
    }
    #expect(try largestDifference("sharpen(0.7)", sharpened) <= 0.51)
    func steepness(_ x: Int, _ y: Int) -> [Double] {
      func grey(_ dx: Int, _ dy: Int) -> Double { luma(pixel(x + dx, y + dy)) }
      let right = grey(1, -1) + 2 * grey(1, 0) + grey(1, 1)
      let left = grey(-1, -1) + 2 * grey(-1, 0) + grey(-1, 1)
      let below = grey(-1, 1) + 2 * grey(0, 1) + grey(1, 1)
      let above = grey(-1, -1) + 2 * grey(0, -1) + grey(1, -1)
      let (across, down) = (right - left, below - above)
      return Array(repeating: (across * across + down * down).squareRoot(), count: 3)
    }
    #expect(try largestDifference("sobel(1)", steepness) <= 4)
    func around(_ x: Int, _ y: Int, _ reach: Int, _ pick: ([Double]) -> Double) -> [Double] {
      (0..<3).map { channel in
        var values: [Double] = []
        for dy in -reach...reach {
          for dx in -reach...reach { values.append(pixel(x + dx, y + dy)[channel]) }
        }
        return pick(values.sorted())
      }
    }
    #expect(try largestDifference("median") { x, y in around(x, y, 1) { $0[4] } } < 0.001)
    #expect(try largestDifference("dilate(2)") { x, y in around(x, y, 2) { $0[24] } } < 0.001)
    #expect(try largestDifference("erode(1)") { x, y in around(x, y, 1) { $0[0] } } < 0.001)
  }

  @Test("vignette, swirl and bulge match their formulas")
  func places() throws {
    let (w, h) = (Double(Self.size.width), Double(Self.size.height))
    func distance(_ x: Int, _ y: Int) -> Double {
      let (dx, dy) = (Double(x) + 0.5 - w / 2, Double(y) + 0.5 - h / 2)
      return (dx * dx + dy * dy).squareRoot() / w
    }
    #expect(
      try largestDifference("vignette(0.9, 0.1, 0.5)") { x, y in
        let t = min(1, max(0, (distance(x, y) - 0.1) / 0.4))
        return pixel(x, y).map { $0 * (1 - 0.9 * t * t * (3 - 2 * t)) }
      } <= 0.6)
    #expect(
      try largestDifference("bulge(0.5, 0.4)") { x, y in
        let d = distance(x, y) / 0.4
        let factor = d < 1 ? (1 - (1 - d) * 0.5) * (1 - (1 - d) * 0.5) : 1
        return Self.bilinear(
          w / 2 + (Double(x) + 0.5 - w / 2) * factor, h / 2 + (Double(y) + 0.5 - h / 2) * factor, of: pixel)
      } <= 1.5)
    #expect(
      try largestDifference("swirl(0.3, 0.4)") { x, y in
        let d = min(1, distance(x, y) / 0.4)
        let turn = (1 - d) * (1 - d) * 2.4
        let (s, c) = (StableMath.sin(turn), StableMath.cos(turn))
        let (px, py) = (Double(x) + 0.5 - w / 2, Double(y) + 0.5 - h / 2)
        return Self.bilinear(w / 2 + c * px - s * py, h / 2 + s * px + c * py, of: pixel)
      } <= 1.5)
  }

  @Test("merged filters have the same bytes as separate ones")
  func folding() throws {
    let folded = try Self.recipe("gamma(0.45) contrast(1.7) opacity(0.5)")
    guard case .node(_, let inputs) = folded.content, inputs == [.snapshot(.from)] else {
      Issue.record("three tones are one node, not \(folded)")
      return
    }
    let renderer = Self.scene.cpu(threads: 1)
    let separate: Recipe = .tone(
      .tone(.tone(.snapshot(.from), table(.gamma(0.45))), table(.contrast(1.7))), table(.opacity(0.5)))
    func drawn(_ recipe: Recipe) throws -> [UInt8] {
      try renderer.submit(Self.scene.request(recipe))
      let frame = try renderer.receive()
      defer { frame.release() }
      return Array(frame.bytes)
    }
    expectEqual(try drawn(folded), try drawn(separate), "folded")
  }

  private func table(_ tone: ToneTable) -> DepthTable {
    DepthTable(NumberTable((tone.red + tone.green + tone.blue + tone.alpha).map { Int32($0) }))
  }
}
