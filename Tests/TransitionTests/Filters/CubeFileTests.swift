import SegueImaging
import Testing

@testable import SegueTransitions

@Suite("Colour table files") struct CubeFileTests {
  func parse(_ text: String) throws -> ColorTable { try CubeFile.parse(Array(text.utf8), name: "t.cube") }

  /// The rows of an identity cube.
  func identity(_ side: Int) -> String {
    var text = "LUT_3D_SIZE \(side)\n"
    for b in 0..<side {
      for g in 0..<side {
        for r in 0..<side {
          text += [r, g, b].map { "\(Double($0) / Double(side - 1))" }.joined(separator: " ") + "\n"
        }
      }
    }
    return text
  }

  /// The arithmetic of the tetrahedral node, in integers.
  private func drawn(_ grid: CubeGrid, _ color: [Int]) -> [Int] {
    let places = (0..<3).map { channel -> (cell: Int, share: Int) in
      let position = Int(grid.positions[channel * 256 + color[channel]])
      let cell = min(grid.side - 2, position >> 12)
      return (cell, position - cell << 12)
    }
    let order = (0..<3).sorted { (places[$0].share, -$0) > (places[$1].share, -$1) }
    func vertex(_ steps: Set<Int>, _ channel: Int) -> Int {
      let at = (0..<3).map { places[$0].cell + (steps.contains($0) ? 1 : 0) }
      return Int(grid.values[((at[2] * grid.side + at[1]) * grid.side + at[0]) * 3 + channel])
    }
    let f = order.map { places[$0].share }
    return (0..<3).map { channel in
      let sum =
        vertex([], channel) * (4096 - f[0]) + vertex([order[0]], channel) * (f[0] - f[1])
        + vertex([order[0], order[1]], channel) * (f[1] - f[2]) + vertex([0, 1, 2], channel) * f[2]
      return (sum + (1 << 19)) >> 20
    }
  }

  @Test("identity cubes change no byte", arguments: [2, 3, 4, 17, 33])
  func identityCubes(side: Int) throws {
    let grid = try #require(try parse(identity(side)).grid)
    #expect(grid.side == side)
    for byte in 0...255 {
      #expect(drawn(grid, [byte, byte, byte]) == [byte, byte, byte])
      let color = [byte, (byte * 7 + 3) % 256, (byte * 31 + 11) % 256]
      #expect(drawn(grid, color) == color)
    }
  }

  @Test("a one-dimensional table is linear between its rows")
  func curve() throws {
    let table = try parse("TITLE \"half\"\nLUT_1D_SIZE 2\n0 0 0\n0.5 1 2\n")
    #expect(table.title == "half")
    #expect(table.grid == nil)
    let tone = try #require(table.toneTable)
    #expect(tone.red == (0..<256).map { UInt8((Double($0) / 2).rounded()) })
    #expect(tone.green == ToneTable.identity.green)
    #expect(tone.blue[127] == 254 && tone.blue[128] == 255 && tone.blue[255] == 255)
  }

  @Test("domains shift and stretch the input")
  func domain() throws {
    let text = "DOMAIN_MIN 0.2 0 0\nDOMAIN_MAX 0.6 1 2\nLUT_1D_SIZE 2\n0 0 0\n1 1 1"
    let tone = try #require(try parse(text).toneTable)
    #expect(tone.red[51] == 0 && tone.red[102] == 128 && tone.red[153] == 255 && tone.red[20] == 0)
    #expect(tone.green == ToneTable.identity.green)
    #expect(tone.blue[255] == 128)
    let ranged = try #require(try parse("LUT_1D_INPUT_RANGE 0 0.5\nLUT_1D_SIZE 2\n0 0 0\n1 1 1").toneTable)
    #expect(ranged.red[64] == 128 && ranged.red[200] == 255)
  }

  @Test("a shaper is applied before the cube")
  func shaper() throws {
    let text =
      "LUT_1D_SIZE 2\nLUT_1D_INPUT_RANGE 0 1\nLUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE 0 2\n1 0 0\n0 2 2\n"
      + "0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n"
    let grid = try #require(try parse(text).grid)
    // Red is reversed to 1…0, in a range of 2; green is mapped to 0…2.
    #expect(drawn(grid, [0, 0, 255]) == [128, 0, 255])
    #expect(drawn(grid, [255, 255, 0]) == [0, 255, 0])
    #expect(grid.positions[0] == 2048 && grid.positions[256 + 255] == 4096)
  }

  @Test("red varies fastest in a cube")
  func order() throws {
    let grid = try #require(
      try parse("lut_3d_size 2\n0 0 0\n1 0.25 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1").grid)
    #expect(drawn(grid, [255, 0, 0]) == [255, 64, 0])
  }

  @Test(
    "files in common dialects are read",
    arguments: [
      "\u{feff}TITLE my look\r\nLUT_1D_SIZE 2\r\n# comment\r\n0 0 0\r\n# another\r\n1 1 1\r\n",
      "lut_1d_size 2\n\n  0\t0 0  \n1e0 1. +1.0", "#c\nTitle \"a b\"\nLUT_1D_SIZE 2\n-0.0 0 .0\n1 1 1\n\n",
      "LUT_1D_SIZE 3\n0 0 0\n.5 .5 .5\n1 1 1",
    ])
  func wild(text: String) throws {
    let table = try parse(text)
    #expect(table.toneTable == .identity)
    #expect([nil, "my look", "a b"].contains(table.title))
  }

  @Test(
    "an invalid file is reported with its line",
    arguments: [
      ("", nil, ColorTableError.Problem.missingSize), ("0 0 0\n", 1, .missingSize),
      ("LUT_1D_SIZE 2\n0 0 0\n", 3, .tooFewRows(found: 1, expected: 2)),
      ("LUT_1D_SIZE 2\n0 0 0\n1 1 1\n2 2 2", 4, .tooManyRows(expected: 2)),
      ("LUT_1D_SIZE 2\n0 0\n1 1 1", 2, .badRow), ("LUT_1D_SIZE 2\n0 nan 0\n1 1 1", 2, .badRow),
      ("LUT_1D_SIZE 2\nnan nan nan\n1 1 1", 2, .badRow), ("LUT_1D_SIZE 2\n0 0 0\n1 inf 1", 3, .badRow),
      ("LUT_1D_SIZE 2\n0,5 0 0\n1 1 1", 2, .badRow), ("LUT_1D_SIZE 2\n0 0 0 0\n1 1 1", 2, .badRow),
      ("LUT_1D_SIZE 2\n0x1 0 0\n1 1 1", 2, .badRow), ("LUT_1D_SIZE 2\n1e999 0 0\n1 1 1", 2, .badRow),
      ("LUT_1D_SIZE 1", 1, .wrongValues(keyword: "LUT_1D_SIZE", expected: "a whole number from 2 to 65536")),
      ("LUT_3D_SIZE 257", 1, .wrongValues(keyword: "LUT_3D_SIZE", expected: "a whole number from 2 to 256")),
      ("LUT_3D_SIZE 2 2", 1, .wrongValues(keyword: "LUT_3D_SIZE", expected: "a whole number from 2 to 256")),
      ("LUT_1D_SIZE 2\nlut_1d_size 2", 2, .repeatedKeyword("LUT_1D_SIZE")),
      ("LUT_1D_SIZE 2\n0 0 0\nTITLE x", 3, .lateKeyword("TITLE")),
      ("LUT_IN_VIDEO_RANGE", 1, .unsupportedKeyword("LUT_IN_VIDEO_RANGE")),
      ("LUT_OUT_VIDEO_RANGE", 1, .unsupportedKeyword("LUT_OUT_VIDEO_RANGE")),
      ("DOMAIN_MIN 0 0", 1, .wrongValues(keyword: "DOMAIN_MIN", expected: "three numbers")),
      ("DOMAIN_MIN 1 0 0\nLUT_1D_SIZE 2\n0 0 0", 3, .emptyRange(keyword: "DOMAIN_MIN")),
      ("DOMAIN_MIN 0 0 0\nDOMAIN_MAX 0 1 1", 2, .emptyRange(keyword: "DOMAIN_MAX")),
      ("LUT_3D_INPUT_RANGE 1 1", 1, .emptyRange(keyword: "LUT_3D_INPUT_RANGE")),
      ("\u{0}\u{1}", 1, .binary), ("LUT_1D_SIZE 2\n0 0 0\u{7}", 2, .binary),
      (String(repeating: "1", count: 5000), 1, .tooLongLine(limit: 4096)),
    ] as [(String, Int?, ColorTableError.Problem)])
  func broken(text: String, line: Int?, problem: ColorTableError.Problem) {
    let error = #expect(throws: ColorTableError.self) { _ = try parse(text) }
    #expect(error?.problem == problem)
    #expect(error?.name == "t.cube")
    // An incomplete file ends on its last line, which may be empty.
    if case .tooFewRows = problem { return }
    #expect(error?.line == line)
  }

  @Test("the error for an unknown keyword lists the known keywords")
  func unknownKeyword() {
    let error = #expect(throws: ColorTableError.self) { _ = try parse("LUT_2D_SIZE 4") }
    guard case .unknownKeyword("LUT_2D_SIZE", let known)? = error?.problem else {
      Issue.record("another problem")
      return
    }
    #expect(known.contains("LUT_3D_SIZE"))
  }

  @Test("a cube above the drawn size keeps its colours")
  func large() throws {
    let side = 81
    var values: [Int32] = []
    for index in 0..<(side * side * side) {
      for part in [index % side, index / side % side, index / side / side] {
        values.append(Int32((Double(part) / Double(side - 1) * 65280).rounded()))
      }
    }
    let cube = ColorTable.Cube(side: side, values: values, low: [0, 0, 0], high: [1, 1, 1])
    let grid = try #require(ColorTable(curves: nil, cube: cube).grid)
    #expect(grid.side == 65)
    for byte in 0...255 {
      #expect(drawn(grid, [byte, 255 - byte, byte / 2]) == [byte, 255 - byte, byte / 2])
    }
  }

  func picture(_ width: Int, _ height: Int, _ color: (Int, Int) -> RGBAColor) -> Snapshot {
    let buffer = PixelBuffer(size: ImageSize(width: width, height: height))
    for y in 0..<height { for x in 0..<width { buffer[x, y] = color(x, y) } }
    return Snapshot(buffer)
  }

  @Test("lookup and Hald pictures are recognised by their layouts")
  func pictures() throws {
    let lookup = picture(512, 512) { x, y in
      RGBAColor(red: UInt8(x % 64 * 4), green: UInt8(y % 64 * 4), blue: UInt8((y / 64 * 8 + x / 64) * 4))
    }
    let table = try TablePicture.table(lookup, layout: .lookup, name: "l.png")
    let cube = try #require(table.cube)
    #expect(cube.side == 64)
    let at = (7 * 64 + 5) * 64 + 3
    #expect(Array(cube.values[(at * 3)..<(at * 3 + 3)]) == [3072, 5120, 7168])
    let hald = picture(8, 8) { x, y in
      let index = y * 8 + x
      return RGBAColor(
        red: UInt8(index % 4 * 85), green: UInt8(index / 4 % 4 * 85), blue: UInt8(index / 16 * 85))
    }
    let grid = try #require(try TablePicture.table(hald, layout: .auto, name: "h.png").grid)
    for byte in 0...255 { #expect(drawn(grid, [byte, 255 - byte, byte]) == [byte, 255 - byte, byte]) }
  }

  @Test("a Hald picture of 16 bits keeps its precision")
  func deepPicture() throws {
    nonisolated(unsafe) let buffer = PixelBuffer(size: ImageSize(width: 8, height: 8), depth: .sixteen)
    buffer.withUnsafeValues(of: SIMD4<UInt16>.self) { pixels in
      for index in pixels.indices { pixels[index] = SIMD4(UInt16(index * 1040), 257, 65535, 65535) }
    }
    let table = try TablePicture.table(Snapshot(buffer), layout: .auto, name: "h.png")
    let cube = try #require(table.cube)
    // 8.8 fixed point, in which white is 255: 1040 of 65535 is 4.047 of 255.
    #expect(Array(cube.values[3..<6]) == [1036, 256, 65280])
  }

  @Test("a picture that fits both layouts or none is rejected")
  func layouts() {
    let both = picture(512, 512) { _, _ in .black }
    #expect(throws: ColorTableError(name: "b", problem: .ambiguousLayout)) {
      _ = try TablePicture.table(both, layout: .auto, name: "b")
    }
    let none = picture(10, 8) { _, _ in .black }
    #expect(throws: ColorTableError(name: "n", problem: .noLayout(width: 10, height: 8))) {
      _ = try TablePicture.table(none, layout: .auto, name: "n")
    }
    #expect(throws: ColorTableError.self) {
      _ = try TablePicture.table(picture(27, 27) { _, _ in .black }, layout: .lookup, name: "n")
    }
  }
}

/// A cube in integers: the position of each byte of a channel on the grid, and the colours there.
private struct CubeGrid {
  /// Grid points per side, 2…65.
  var side: Int
  /// For red, then green, then blue: 256 positions on the grid, 20.12 fixed point, 0…(side − 1)·4096.
  var positions: [Int32]
  /// Three values per point, 8.8 fixed point, red fastest.
  var values: [Int32]
}

extension ColorTable {
  /// The cube in the integers for drawing, with its curves and ranges in the positions; `nil` for
  /// tables without a cube.
  fileprivate var grid: CubeGrid? {
    guard let cube else { return nil }
    let drawn = Self.drawn(cube)
    let positions = (0..<3).flatMap { channel in
      (0..<256).map { byte -> Int32 in
        let share = Self.place(channel, Double(byte) / 255, in: cube, after: curves)
        return Int32((min(1, max(0, share)) * Double((drawn.side - 1) * 4096)).rounded())
      }
    }
    return CubeGrid(side: drawn.side, positions: positions, values: drawn.values)
  }
}
