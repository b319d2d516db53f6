import Segue
import TestSupport
import Testing

@Suite("Chains of filters in code") struct ChainFileTests {
  /// Inverts every channel: 255 becomes 0.
  private static let inverted = """
    LUT_3D_SIZE 2
    1 1 1
    0 1 1
    1 0 1
    0 0 1
    1 1 0
    0 1 0
    1 0 0
    0 0 0

    """

  @Test("a chain with a file draws only after the file is loaded")
  func files() async throws {
    let place = try Workplace()
    try place.write(Self.inverted, to: "inverted.cube")
    let text = "lut(\"\(place.file("inverted.cube"))\")"
    let picture = try Snapshot(width: 2, height: 1, rgba: [255, 0, 0, 255, 255, 255, 255, 255])
    let pair = try SnapshotPair(from: picture, to: picture)
    let chain = try await FilterChain(loading: text)
    let drawn = try pair.pictures(of: [chain.recipe(of: .snapshot(.from), at: 0, size: picture.size)])
    #expect(drawn[0].rgba == [0, 255, 255, 255, 0, 0, 0, 255])

    let inMemory = try await FilterChain(
      loading: "lut(\"mine.cube\")", in: TransitionLibrary(files: ["mine.cube": Array(Self.inverted.utf8)]))
    let same = try pair.pictures(of: [inMemory.recipe(of: .snapshot(.from), at: 0, size: picture.size)])
    #expect(same[0].rgba == drawn[0].rgba)

    let error = #expect(throws: SegueError.self) { try FilterChain("blur(0.01) " + text) }
    guard let unread = error?.details as? FormulaError else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(unread.problem == .unreadFile(filter: "lut", path: place.file("inverted.cube")))
    #expect(unread.range.lowerBound == 11)
    let missing = await #expect(throws: SegueError.self) {
      try await FilterChain(loading: "lut(\"nowhere.cube\")")
    }
    guard case SystemError.unreadable(path: "nowhere.cube", _)? = missing?.details else {
      Issue.record("\(String(describing: missing))")
      return
    }
    try place.write("nothing", to: "broken.cube")
    let broken = await #expect(throws: SegueError.self) {
      try await FilterChain(loading: "lut(\"\(place.file("broken.cube"))\")")
    }
    guard broken?.details is ColorTableError else {
      Issue.record("\(String(describing: broken))")
      return
    }
  }

  @Test("a picture with the extension .cube is read as a picture")
  func pictureCalledCube() async throws {
    let place = try Workplace()
    var rgba: [UInt8] = []
    for index in 0..<64 {
      for level in [index % 4, index / 4 % 4, index / 16] { rgba.append(UInt8(255 - level * 85)) }
      rgba.append(255)
    }
    let table = try Snapshot(width: 8, height: 8, rgba: rgba)
    let picture = try Snapshot(width: 1, height: 1, rgba: [255, 0, 85, 255])
    var drawn: [[UInt8]] = []
    for name in ["hald.png", "hald.cube"] {
      try place.write(try await table.encoded(as: .png), to: name)
      let chain = try await FilterChain(
        loading: Filter.chain(.named("lut", ["file": .texture(path: place.file(name))])))
      let pair = try SnapshotPair(from: picture, to: picture)
      drawn.append(
        try pair.pictures(of: [chain.recipe(of: .snapshot(.from), at: 0, size: picture.size)])[0].rgba)
    }
    #expect(drawn == [[0, 255, 170, 255], [0, 255, 170, 255]])
  }

  @Test("a chain's values are checked against their bounds as in a render")
  func bounds() async throws {
    let size = ImageSize(width: 100, height: 50)
    for text in ["blur(2)", "blur(0.03*(p-0.5))", "exposure(1/p)"] {
      let error = #expect(throws: SegueError.self) { try FilterChain(text) }
      let loaded = await #expect(throws: SegueError.self) { try await FilterChain(loading: text) }
      #expect(loaded == error)
    }
    let chain = try FilterChain("blur(40px)")
    #expect(throws: SegueError.self) { try chain.check(size: size) }
    try chain.check(size: ImageSize(width: 1000, height: 50))
    // Half of the width exceeds the blur's bound, so it is limited to a quarter.
    let widest = try FilterChain("blur(0.25)")
    let recipes = [chain, widest].map { $0.recipe(of: .snapshot(.to), at: 0, size: size) }
    #expect(recipes[0] == recipes[1])
  }
}
