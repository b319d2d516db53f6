import SegueImaging
import SegueRendering
import Testing
import SegueTransitions

/// Shrunk pictures without shimmer, steps or pixels from beyond the frame.
@Suite("Placed pictures") struct BuiltInSamplingTests {
  static let size = ImageSize(width: 160, height: 120)
  private let black = Pictures.plain(size, .black)

  private func placed(_ picture: Snapshot, _ transform: AffineMap) throws -> Snapshot {
    try Drawing(from: picture, to: black).picture(
      .stack([RecipeLayer(.snapshot(.from), transform: transform)], background: .transparent))
  }

  @Test("a board of single pixels shrunk to a tenth is uniformly grey")
  func shrunk() throws {
    let board = Pictures.make(Self.size) { x, y in (x + y) % 2 == 0 ? .white : .black }
    for offset in [0, 0.1, 0.25, 0.5, 0.8] {
      let transform = AffineMap.scale(x: 0.1, y: 0.1).then(.translation(x: 40 + offset, y: 30 - offset))
      let frame = try placed(board, transform)
      for y in 32..<41 {
        for x in 42..<55 {
          let color = frame[x, y]
          #expect(abs(Int(color.red) - 128) <= 2 && color.alpha == 255, "(\(x), \(y)) at \(offset)")
        }
      }
    }
  }

  @Test("stripes shrunk to a tenth move without shimmer by fractions of a pixel", arguments: [2, 3, 5])
  func shimmer(period: Int) throws {
    let stripes = Pictures.make(Self.size) { x, _ in x % period == 0 ? .white : .black }
    var levels: [Int] = []
    for step in 0..<10 {
      let transform = AffineMap.scale(x: 0.1, y: 0.1).then(
        .translation(x: 40 + Double(step) / 10, y: 30))
      let frame = try placed(stripes, transform)
      levels += (43..<54).map { Int(frame[$0, 36].red) }
    }
    let (low, high) = (levels.min() ?? 0, levels.max() ?? 255)
    // Without averaging they would alternate between 0 and 255.
    #expect(high - low <= 30, "\(low)…\(high)")
    #expect(abs((low + high) / 2 - 255 / period) <= 16)
  }

  @Test("a pixel with an edge is covered by the edge's fraction")
  func softEdges() throws {
    let white = Pictures.plain(Self.size, .white)
    let frame = try placed(white, .translation(x: 10.25, y: 20.5))
    #expect(frame[9, 60].alpha == 0 && frame[11, 60] == .white)
    #expect(abs(Int(frame[10, 60].alpha) - 191) <= 1)
    #expect(abs(Int(frame[80, 20].alpha) - 128) <= 1)
  }

  @Test("areas outside the frame do not change the picture")
  func outside() throws {
    let white = Pictures.plain(Self.size, .white)
    for (x, y) in [(160.0, 0.0), (-160, 0), (0, 120), (0, -120), (400, 400)] {
      let frame = try placed(white, .translation(x: x, y: y))
      #expect(frame.equals(Pictures.plain(Self.size, .transparent)))
    }
  }

  @Test("a picture can be shrunk to nothing and mirrored")
  func degenerate() throws {
    let white = Pictures.plain(Self.size, .white)
    #expect(try placed(white, .scale(x: 0, y: 1)).equals(Pictures.plain(Self.size, .transparent)))
    let mirrored = AffineMap.scale(x: -1, y: 1).then(.translation(x: 160, y: 0))
    #expect(try placed(white, mirrored).equals(white))
  }
}
