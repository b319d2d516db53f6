import SegueImaging
import SegueRendering
import Testing
import SegueTransitions

/// The changed pixels: black is outgoing, white incoming, 100 × 60 pixels.
@Suite("Built-in mattes") struct BuiltInMatteTests {
  static let size = ImageSize(width: 100, height: 60)
  private let drawing = Drawing(from: Pictures.plain(size, .black), to: Pictures.plain(size, .white))

  /// Expected pixels of a frame.
  struct Look: Sendable, CustomTestStringConvertible {
    let name: String
    let progress: Double
    let parameters: [String: String]
    let incoming: [[Int]]
    let outgoing: [[Int]]

    init(
      _ name: String, _ progress: Double, _ parameters: [String: String] = [:], incoming: [[Int]],
      outgoing: [[Int]]
    ) {
      self.name = name
      self.progress = progress
      self.parameters = parameters
      self.incoming = incoming
      self.outgoing = outgoing
    }

    var testDescription: String { "\(name) \(parameters) at \(progress)" }
  }

  static let wipes = [
    Look("wipe", 0.5, ["angle": "0"], incoming: [[2, 5], [45, 55]], outgoing: [[55, 5], [97, 30]]),
    Look("wipe", 0.5, ["angle": "90"], incoming: [[5, 2], [95, 26]], outgoing: [[5, 34], [50, 57]]),
    Look("wipe", 0.5, ["angle": "180"], incoming: [[97, 5], [55, 55]], outgoing: [[45, 5], [2, 30]]),
    Look("wipe", 0.5, ["angle": "-90"], incoming: [[5, 57], [95, 34]], outgoing: [[5, 26], [50, 2]]),
    Look(
      "wipe", 0.25, ["angle": "45"], incoming: [[3, 3], [30, 3]], outgoing: [[97, 3], [3, 50], [97, 57]]),
    Look("wipe", 0.2, ["angle": "0"], incoming: [[15, 30]], outgoing: [[25, 30]]),
    Look(
      "corner-wipe", 0.5, ["corner": "top-left"], incoming: [[45, 26]],
      outgoing: [[55, 5], [5, 34], [95, 57]]),
    Look(
      "corner-wipe", 0.5, ["corner": "top-right"], incoming: [[55, 26]], outgoing: [[45, 5], [95, 34]]),
    Look(
      "corner-wipe", 0.5, ["corner": "bottom-left"], incoming: [[45, 34]], outgoing: [[5, 26], [55, 57]]),
    Look(
      "corner-wipe", 0.5, ["corner": "bottom-right"], incoming: [[55, 34]], outgoing: [[95, 26], [45, 57]]),
    Look(
      "diagonal-wipe", 0.5, ["corner": "top-left", "softness": "0"], incoming: [[5, 5], [40, 3], [3, 24]],
      outgoing: [[95, 57], [60, 3], [3, 36], [50, 30]]),
    Look(
      "diagonal-wipe", 0.5, ["corner": "bottom-right", "softness": "0"], incoming: [[94, 54], [60, 57]],
      outgoing: [[5, 5], [50, 30], [40, 57]]),
    Look(
      "diagonal-wipe", 0.3, ["corner": "top-right", "softness": "0"], incoming: [[97, 2]], outgoing: [[3, 2]]),
    Look(
      "diagonal-wipe", 0.3, ["corner": "bottom-left", "softness": "0"], incoming: [[2, 57]],
      outgoing: [[2, 2]]),
  ]

  static let repeated = [
    Look(
      "blinds", 0.5, ["count": "2", "angle": "90", "softness": "0"],
      incoming: [[5, 2], [95, 12], [50, 32], [50, 42]], outgoing: [[5, 18], [95, 28], [50, 48], [50, 58]]),
    Look(
      "blinds", 0.5, ["count": "2", "angle": "0", "softness": "0"], incoming: [[2, 5], [22, 55], [52, 5]],
      outgoing: [[28, 5], [48, 55], [78, 5], [97, 5]]),
    Look(
      "checkerboard", 0.25, ["columns": "4", "rows": "2", "softness": "0"],
      incoming: [[5, 10], [55, 10], [30, 40]], outgoing: [[20, 10], [30, 10], [45, 40], [5, 40]]),
    Look(
      "checkerboard", 0.75, ["columns": "4", "rows": "2", "softness": "0"],
      incoming: [[5, 10], [22, 10], [30, 10], [5, 40]], outgoing: [[45, 10], [20, 40]]),
    Look(
      "slices", 0.5, ["count": "4", "direction": "left"], incoming: [[97, 30], [72, 30]], outgoing: [[3, 30]]),
    Look(
      "slices", 0.5, ["count": "4", "direction": "right"], incoming: [[3, 30], [27, 30]],
      outgoing: [[97, 30]]),
    Look(
      "slices", 0.5, ["count": "4", "direction": "up"], incoming: [[50, 57], [50, 43]], outgoing: [[50, 2]]),
    Look(
      "slices", 0.5, ["count": "4", "direction": "down"], incoming: [[50, 2], [50, 16]], outgoing: [[50, 57]]),
    // Each slat opens from its far side. At 0.05 within the slat, 3t² − 2t³ is 0.05 for t = 0.135. That
    // pixel changes at (2 · 0.395 + 0.135) / 3.
    Look(
      "slices", 0.4, ["direction": "right"], incoming: [[3, 30], [39, 30]], outgoing: [[30, 30], [97, 30]]),
    Look(
      "wind", 0.5, ["direction": "right", "softness": "0"], incoming: [[3, 9], [30, 9]],
      outgoing: [[97, 9], [70, 9]]),
    Look(
      "wind", 0.5, ["direction": "left", "softness": "0"], incoming: [[97, 9], [70, 9]],
      outgoing: [[3, 9], [30, 9]]),
    Look(
      "wind", 0.5, ["direction": "down", "softness": "0"], incoming: [[9, 3], [9, 18]],
      outgoing: [[9, 57], [9, 42]]),
    Look(
      "wind", 0.5, ["direction": "up", "softness": "0"], incoming: [[9, 57], [9, 42]],
      outgoing: [[9, 3], [9, 18]]),
  ]

  static let round = [
    Look(
      "iris", 0.5, incoming: [[50, 30], [50, 57], [72, 40]], outgoing: [[2, 2], [97, 57], [90, 30]]),
    Look(
      "iris", 0.5, ["mode": "close"], incoming: [[2, 2], [97, 57], [90, 30]],
      outgoing: [[50, 30], [50, 50]]),
    Look(
      "iris", 0.5, ["shape": "rectangle"], incoming: [[28, 17], [72, 43]], outgoing: [[50, 57], [90, 30]]),
    Look(
      "iris", 0.5, ["shape": "diamond"], incoming: [[90, 30], [50, 55]], outgoing: [[80, 52], [10, 8]]),
    Look(
      "iris", 0.5, ["shape": "vertical"], incoming: [[28, 2], [72, 57]], outgoing: [[22, 30], [78, 30]]),
    Look(
      "iris", 0.5, ["shape": "horizontal"], incoming: [[2, 17], [97, 43]], outgoing: [[50, 12], [50, 48]]),
    Look("iris", 0.2, ["center": "0.2,0.9"], incoming: [[20, 54]], outgoing: [[50, 30], [80, 6]]),
    Look(
      "clock", 0.25, incoming: [[53, 3], [70, 10], [97, 27]], outgoing: [[47, 3], [97, 33], [30, 50]]),
    Look(
      "clock", 0.25, ["clockwise": "false"], incoming: [[47, 3], [30, 10], [3, 27]],
      outgoing: [[53, 3], [3, 33]]),
    Look(
      "clock", 0.25, ["start": "0.25"], incoming: [[70, 50], [97, 33]], outgoing: [[97, 27], [47, 57]]),
    Look("clock", 0.5, incoming: [[70, 10], [70, 50]], outgoing: [[30, 10], [30, 50]]),
  ]

  @Test("each matte changes the expected pixels", arguments: wipes + repeated + round)
  func looks(look: Look) throws {
    let frame = try drawing.picture(look.name, look.progress, look.parameters.map { (name: $0, value: $1) })
    for point in look.incoming { #expect(frame[point[0], point[1]] == .white, "\(point) is incoming") }
    for point in look.outgoing { #expect(frame[point[0], point[1]] == .black, "\(point) is outgoing") }
  }

  @Test("wind tears its edge differently in adjacent rows")
  func streaks() throws {
    let frame = try drawing.picture("wind", 0.5, [("softness", "0")])
    let lengths = (0..<60).map { y in (0..<100).count { frame[$0, y] == .white } }
    #expect(Set(lengths).count > 10 && (lengths.min() ?? 0) > 30 && (lengths.max() ?? 0) < 70)
    let straight = try drawing.picture("wind", 0.5, [("softness", "0"), ("length", "0")])
    #expect(Set((0..<60).map { y in (0..<100).count { straight[$0, y] == .white } }).count == 1)
  }

  @Test("luma changes dark pixels first")
  func luma() throws {
    for (invert, x) in [("false", 10), ("true", 90)] {
      let transition = try BuiltIns.transition("luma", [("invert", invert)]) { x, _ in 4 * x }
      let frame = try drawing.picture(transition, 0.4)
      #expect(frame[x, 30] == .white && frame[100 - x, 30] == .black)
    }
  }

  @Test("scatter changes a share of pixels equal to the progress")
  func scatter() throws {
    let frames = try [0.25, 0.5, 0.75].map { try drawing.picture("scatter", $0) }
    for (frame, share) in zip(frames, [0.25, 0.5, 0.75]) {
      let count = Self.pixels.count { frame[$0, $1] == .white }
      #expect(abs(Double(count) / 6000 - share) < 0.03)
    }
    for (x, y) in Self.pixels where frames[0][x, y] == .white { #expect(frames[1][x, y] == .white) }
    #expect(try !drawing.picture("scatter", 0.5, [("seed", "2")]).equals(frames[1]))
    #expect(try drawing.picture("scatter", 0.5).equals(frames[1]))
  }

  @Test("a soft edge is grey in its middle")
  func softness() throws {
    let frame = try drawing.picture("wipe", 0.5, [("softness", "1")])
    #expect((0..<99).allSatisfy { frame[$0, 30].red >= frame[$0 + 1, 30].red })
    #expect(frame[0, 30].red > 245 && frame[99, 30].red < 10 && abs(Int(frame[50, 30].red) - 127) <= 2)
  }

  private static let pixels = (0..<6000).map { ($0 % 100, $0 / 100) }
}

@Suite("Luma without a mask") struct LumaDefaultTests {
  @Test("clouds show both pictures in the middle of the transition")
  func clouds() throws {
    let size = ImageSize(width: 96, height: 54)
    let drawing = Drawing(from: Pictures.plain(size, .black), to: Pictures.plain(size, .white))
    let transition = try #require(Catalogue.builtIn["luma"]).transition()
    func share(_ progress: Double) throws -> Double {
      let picture = try drawing.picture(transition, progress)
      let sum = (0..<size.area).reduce(0) { $0 + Int(picture[$1 % size.width, $1 / size.width].red) }
      return Double(sum) / Double(255 * size.area)
    }
    let shares = try [0, 0.25, 0.5, 0.75, 1].map(share)
    #expect(shares[0] == 0 && shares[4] == 1)
    #expect(shares[1] < shares[2] && shares[2] < shares[3])
    #expect((0.2...0.8).contains(shares[2]), "\(shares)")
  }
}
