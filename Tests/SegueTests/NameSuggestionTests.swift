import Testing

@testable import Segue

@Suite struct NameSuggestionTests {
  static let names = ["dissolve", "pixellate-dissolve", "slide", "grow"]

  @Test(
    "a slip of the finger finds its name",
    arguments: [
      ("disolve", "dissolve"), ("Dissolve", "dissolve"), ("sldie", "slide"), ("grwo", "grow"),
      ("pixelate-dissolve", "pixellate-dissolve"),
    ])
  func near(typed: String, meant: String) {
    #expect(NameSuggestion.nearest(to: typed, in: Self.names) == meant)
  }

  @Test("what is near to nothing suggests nothing")
  func far() {
    #expect(NameSuggestion.nearest(to: "explode", in: Self.names) == nil)
    #expect(NameSuggestion.nearest(to: "nope", in: ["wipe"]) == nil)
    #expect(NameSuggestion.nearest(to: "x", in: []) == nil)
  }

  @Test("frames are read as A-B")
  func frames() {
    #expect(ClosedRange(frames: "0-0") == 0...0)
    #expect(ClosedRange(frames: "10-61") == 10...61)
    for text in ["", "5", "5-", "-5", "6-5", "a-b", "1-2-3", "1.5-2", "+1-2"] {
      #expect(ClosedRange(frames: text) == nil)
    }
  }
}
