import Segue
import SegueGLTransitions
import SegueMedia
import TestSupport
import Testing

@testable import SegueRun
@testable import SegueSystem

@Suite("Transitions by name") struct TransitionLibraryTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private static func shader(_ word: String) -> String {
    """
    // Author: \(word)
    uniform float depth; // = 0.25
    vec4 transition(vec2 uv) { return mix(getFromColor(uv), getToColor(uv), progress * depth); }

    """
  }

  private static let look = #"{"summary": "A look.", "recipe": {"mix": ["from", "to"], "amount": "p"}}"#

  /// The author of a shader or the summary of a look, which identifies the file that was found.
  private func words(_ name: String, in folders: String...) async throws -> String? {
    let library = TransitionLibrary(folders: folders.map(place.file))
    let description = try await library.description(of: name)
    return description.author ?? description.summary
  }

  @Test("every kind of transition name has a description")
  func descriptions() async throws {
    let library = TransitionLibrary()
    let rows = try await library.description(of: "slide")
    #expect(rows.name == "slide" && !rows.needsOpenGL)
    #expect(throws: (any Error).self) { try rows.transition(["rows": 0]) }
    let alias = try await library.description(of: "xfade:wipeup")
    #expect(alias.name == "wipe")
    #expect(alias.parameters.first { $0.name == "angle" }?.defaultValue == .number(270))
    // The alias has ffmpeg's duration and curve; the push has others.
    let slide = try await library.description(of: "xfade:slideup").transition()
    #expect(slide.duration == 1 && slide.timing == .linear)
    try place.write(Self.shader("me"), to: "own.glsl")
    let shader = try await library.description(of: place.file("own.glsl"))
    #expect(shader.name == "own" && shader.needsOpenGL && shader.author == "me")
    #expect(shader.parameters.map(\.name) == ["depth"] && shader.parameters[0].defaultValue == .number(0.25))
  }

  @Test("a look is read with the files that it uses")
  func looks() async throws {
    let path = place.file("graded.json")
    try place.write(
      #"{"recipe": {"filter": "lut(\"warm.cube\")", "of": {"mix": ["from", "to"], "amount": "p"}}}"#,
      to: "graded.json")
    let missing = await #expect(throws: SegueError.self) {
      try await TransitionLibrary().description(of: path)
    }
    guard case SystemError.unreadable(place.file("warm.cube"), _)? = missing?.details else {
      Issue.record("\(String(describing: missing))")
      return
    }
    try place.write("LUT_3D_SIZE 2\n" + String(repeating: "1 0 0\n", count: 8), to: "warm.cube")
    let description = try await TransitionLibrary().description(of: path)
    #expect(description.name == "graded" && !description.needsOpenGL)
  }

  @Test("a built-in takes precedence over files")
  func order() async throws {
    for folder in ["a", "b"] {
      try place.createFolder(folder)
      try place.write(Self.shader(folder), to: folder + "/fog.glsl")
    }
    try place.write(Self.look, to: "a/fog.json")
    try place.write(Self.look, to: "b/mist.json")
    try place.write(Self.shader("not the built-in"), to: "a/slide.glsl")
    #expect(try await words("fog", in: "a", "b") == "a")
    #expect(try await words("fog", in: "b", "a") == "b")
    #expect(try await words("mist", in: "a", "b") == "A look.")
    #expect(try await words("slide", in: "a") != "not the built-in")
    let library = TransitionLibrary(folders: [place.file("a"), place.file("b")])
    #expect(library.fileTransitions().transitions.map(\.name) == ["fog", "mist"])
  }

  @Test("an unknown name is an error with the nearest name in the folders")
  func unknown() async throws {
    try place.write(Self.shader("me"), to: "marble.glsl")
    let library = TransitionLibrary(folders: [place.path])
    let error = await #expect(throws: SegueError.self) { try await library.description(of: "marbel") }
    guard case UsageError.unknownTransition("marbel", "marble")? = error?.details else {
      Issue.record("\(String(describing: error))")
      return
    }
    for path in [place.file("none.glsl"), place.path + "/"] {
      let error = await #expect(throws: SegueError.self) { try await library.description(of: path) }
      guard case SystemError.unreadable? = error?.details else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test("invalid files and missing folders are reported")
  func failures() throws {
    try place.write("void nothing() {}", to: "broken.glsl")
    try place.write(Self.shader("me"), to: "whole.glsl")
    try place.write("no transition", to: "readme.txt")
    let found = TransitionLibrary(folders: [place.path, place.file("none")]).fileTransitions()
    #expect(found.transitions.map(\.name) == ["whole"])
    #expect(found.failures.count == 2)
    #expect(found.failures.contains { $0 is ShaderFileError })
    #expect(found.failures.contains { $0 is SystemError })
  }

  @Test("the user's folders are read from the variable and the data folder")
  func environment() throws {
    let data = place.file("data")
    func library(_ environment: [String: String]) -> TransitionLibrary {
      TransitionLibrary(environment: environment)
    }
    #expect(library([:]).folders == [])
    #expect(library(["HOME": "/h"]).folders == ["/h/.local/share/segue/transitions"])
    #expect(library(["HOME": "/h", "XDG_DATA_HOME": data]).folders == [data + "/segue/transitions"])
    // Relative paths are ignored. Source: XDG Base Directory Specification.
    #expect(library(["HOME": "/h", "XDG_DATA_HOME": "d"]).folders == ["/h/.local/share/segue/transitions"])
    let both = library(["SEGUE_TRANSITIONS_PATH": "/a::/b", "XDG_DATA_HOME": data])
    #expect(both.folders == ["/a", "/b", data + "/segue/transitions"])
    #expect(library(["XDG_DATA_HOME": data]).fileTransitions().failures.isEmpty)
    // A file in the folder's place is an error.
    try place.createFolder("data/segue")
    try place.write("", to: "data/segue/transitions")
    #expect(library(["XDG_DATA_HOME": data]).fileTransitions().failures.count == 1)
  }
}

@Suite("Suggestions for names") struct NameSuggestionTests {
  static let names = ["dissolve", "pixellate-dissolve", "slide", "grow"]

  @Test(
    "a misspelt name is corrected to the nearest name",
    arguments: [
      ("disolve", "dissolve"), ("Dissolve", "dissolve"), ("sldie", "slide"), ("grwo", "grow"),
      ("pixelate-dissolve", "pixellate-dissolve"),
    ])
  func near(typed: String, meant: String) {
    #expect(NameSuggestion.nearest(to: typed, in: Self.names) == meant)
  }

  @Test("a distant name has no suggestion")
  func far() {
    #expect(NameSuggestion.nearest(to: "explode", in: Self.names) == nil)
    #expect(NameSuggestion.nearest(to: "nope", in: ["wipe"]) == nil)
    #expect(NameSuggestion.nearest(to: "x", in: []) == nil)
  }

  @Test("a colour without # or with a misspelt name has a suggestion")
  func colors() {
    #expect(NameSuggestion.words(forColor: "1c1c1e") == "; did you mean #1c1c1e?")
    #expect(NameSuggestion.words(forColor: "FFF") == "; did you mean #FFF?")
    #expect(NameSuggestion.words(forColor: "grene") == "; did you mean green?")
    #expect(NameSuggestion.words(forColor: "12345").isEmpty)
  }

  @Test("a range of frames is parsed as A-B")
  func frames() {
    #expect(ClosedRange(frames: "0-0") == 0...0)
    #expect(ClosedRange(frames: "10-61") == 10...61)
    for text in ["", "5", "5-", "-5", "6-5", "a-b", "1-2-3", "1.5-2", "+1-2"] {
      #expect(ClosedRange(frames: text) == nil)
    }
  }
}
