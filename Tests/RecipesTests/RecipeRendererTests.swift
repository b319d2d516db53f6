import SegueFields
import SegueRecipes
import Testing

@Suite("Recipe renderer") struct RecipeRendererTests {
  private let size = ImageSize(width: 8, height: 4)

  private func plain(_ red: UInt8, _ green: UInt8, _ blue: UInt8, size: ImageSize? = nil) throws -> Snapshot {
    let size = size ?? self.size
    return try Snapshot(
      width: size.width, height: size.height, rgba: (0..<size.area).flatMap { _ in [red, green, blue, 255] })
  }

  @Test("a push shows half of each picture half-way")
  func push() throws {
    let (from, to) = (try plain(200, 0, 0), try plain(0, 0, 200))
    let renderer = try RecipeRenderer(size: size)
    let push = try Catalogue.builtIn.transition("push", ["direction": "left"])
    let frame = try renderer.frame(of: push, at: 0.5, from: from, to: to)
    for x in 0..<8 {
      #expect(frame[x, 2] == RGBAColor(red: x < 4 ? 200 : 0, green: 0, blue: x < 4 ? 0 : 200))
    }
    #expect(try renderer.frame(of: push, at: 0, from: from, to: to).rgba == from.rgba)
    #expect(try renderer.frame(of: push, at: 1, from: from, to: to).rgba == to.rgba)
  }

  @Test("a look is read from text with its filter")
  func look() throws {
    let look = try TransitionDescription(
      look:
        #"{"recipe": {"filter": "invert", "of": {"transition": "dissolve", "of": ["from", "to"], "progress": "p"}}}"#,
      name: "negative")
    let frame = try RecipeRenderer(size: size).frame(
      of: look.transition(), at: 0.5, from: plain(200, 0, 0), to: plain(0, 100, 0))
    #expect(frame[3, 1] == RGBAColor(red: 155, green: 205, blue: 255))
  }

  @Test("a filter chain is read from text")
  func chain() throws {
    let chain = try FilterChain("invert brightness(-0.5*p)")
    let frame = try RecipeRenderer(size: size).frame(
      FrameRequest(
        chain.recipe(of: .snapshot(.from), at: 0.4, size: size), outgoing: plain(255, 0, 55),
        incoming: plain(0, 0, 0)))
    #expect(frame[3, 1] == RGBAColor(red: 0, green: 204, blue: 149))
    #expect(throws: SegueError.self) { try FilterChain("blur(2)") }
    #expect(throws: SegueError.self) { try FilterChain("blur(40px)").check(size: size) }
  }

  @Test("a look in memory that needs a file is an error with the look's name")
  func lookFile() {
    #expect {
      _ = try TransitionDescription(
        look: #"{"recipe": {"filter": "lut(\"cold.cube\")", "of": "to"}}"#, name: "cold")
    } throws: { error in
      "\(error)"
        == "cold: recipe: it must be a filter that needs no file, since a look in memory has none"
    }
  }

  @Test("pictures of different sizes are rejected")
  func sizes() throws {
    let renderer = try RecipeRenderer(size: size)
    let large = try plain(9, 9, 9, size: ImageSize(width: 16, height: 16))
    #expect(
      throws: SegueError(
        RenderError.unsupported("a picture is 16x16, but frames are 8x4; fit it to their size"))
    ) {
      try renderer.frame(FrameRequest(.snapshot(.from), outgoing: large, incoming: large))
    }
    let fitted = renderer.fitted(large)
    #expect(
      try renderer.frame(FrameRequest(.snapshot(.to), outgoing: fitted, incoming: fitted))[7, 3].red == 9)
    #expect(throws: SegueError.self) { try RecipeRenderer(size: ImageSize(width: 0, height: 4)) }
    #expect(throws: SegueError.self) { try RecipeRenderer(size: ImageSize(width: 4, height: 16385)) }
  }
}
