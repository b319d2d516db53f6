import SegueFilms
import SegueRun
import Testing

@testable import SegueFilmFiles

/// Edits of a transition in a command line and in a film file.
@Suite("Edits of commands and film files") struct FilmScriptTests {
  private func words(
    _ line: String, _ name: String, _ seconds: Double, _ place: FilmScript.Place
  ) throws -> String {
    var script = FilmScript.words(line.split(separator: " ").map(String.init))
    try script.set(name, seconds, at: place)
    guard case .words(let words) = script else { return "" }
    return words.joined(separator: " ")
  }

  @Test(
    "an edit adds, changes or removes a transition with its parameters"
  )
  func words() throws {
    #expect(try words("a b c", "slide", 1.5, .after(0)) == "a +slide:1.5 b c")
    #expect(try words("a b c", "slide", 1, .after(1)) == "a b +slide:1 c")
    #expect(try words("a +cut b c", "iris", 0.8, .after(0)) == "a +iris:0.8 b c")
    #expect(try words("a +slide:2,rows=4 b", "slide", 1, .after(0)) == "a +slide:1,rows=4 b")
    #expect(
      try words("a +slide:2,rows=4,filter=blur(0.1,2),timing=ease b", "iris", 1, .after(0))
        == "a +iris:1,filter=blur(0.1,2),timing=ease b")
    #expect(try words("a +slide b", "cut", 0, .after(0)) == "a +cut b")
    #expect(try words("a b", "iris", 2, .opening) == "+iris:2 a b")
    #expect(try words("+iris:2 a b", "push", 1, .opening) == "+push:1 a b")
    #expect(try words("+iris:2 a b", "cut", 0, .opening) == "a b")
    #expect(try words("+iris:2 a b", "slide", 1, .after(0)) == "+iris:2 a +slide:1 b")
    #expect(try words("a b", "iris", 2, .closing) == "a b +iris:2")
    #expect(try words("a b +push", "cut", 2, .closing) == "a b")
  }

  private func file(_ text: String, _ name: String, _ seconds: Double, _ place: FilmScript.Place) throws
    -> String
  {
    var script = FilmScript.file(text)
    try script.set(name, seconds, at: place)
    guard case .file(let changed) = script else { return "" }
    // The edited text is a valid film.
    _ = try FilmFile.parse(Array(changed.utf8), name: "f", folder: "")
    return changed
  }

  @Test("an edit of a timeline is rejected")
  func timeline() throws {
    let text = FilmOTIONumberTests.timeline()
    var script = FilmScript.file(text)
    #expect(script.isTimeline && !FilmScript.file(#"{"segue": 1}"#).isTimeline)
    let error = #expect(throws: FilmError.self) { try script.set("iris", 1, at: .after(0)) }
    #expect(
      error?.description
        == "the film: it is a timeline; change its transitions in the program that wrote it")
    #expect(script == .file(text))
  }

  @Test("an edit of a film file changes only the bytes of its transition")
  func text() throws {
    let plain = #"{ "segue":1, "_x": "\"}]", "clips" : [ {"src":"a,{"} , {"src": "b", "in": 1}]}"#
    #expect(
      try file(plain, "slide", 1.5, .after(0))
        == #"{ "segue":1, "_x": "\"}]", "clips" : [ {"src":"a,{"},"# + "\n    "
        + #"{"transition": "slide", "duration": 1.5} , {"src": "b", "in": 1}]}"#)
    #expect(
      try file(plain, "iris", 1, .closing)
        == plain.dropLast() + ",\n  " + #""closing": {"transition": "iris", "duration": 1}}"#)
    let full =
      #"{"segue": 1, "opening": "fade", "clips": [{"src": "a"}, {"transition": {"name": "slide", "params": {"rows": 4}, "duration": 2}, "sound": "linear"}, {"src": "b"}]}"#
    #expect(
      try file(full, "slide", 1, .after(0))
        == full.replacing(
          #"{"transition": {"name": "slide", "params": {"rows": 4}, "duration": 2}, "sound": "linear"}"#,
          with: #"{"transition": "slide", "duration": 1, "params": {"rows":4}, "sound": "linear"}"#))
    #expect(
      try file(full, "iris", 1, .after(0)).contains(
        #"{"transition": "iris", "duration": 1, "sound": "linear"}"#))
    #expect(try file(full, "cut", 1, .after(0)).contains(#", {"transition": "cut"}, {"src": "b"}"#))
    #expect(try file(full, "cut", 1, .opening).contains(#""opening": null"#))
    #expect(
      try file(full, "push", 0.5, .opening).contains(#""opening": {"transition": "push", "duration": 0.5}"#))
    #expect(throws: FilmError.self) { try file("[]", "push", 1, .after(0)) }
    #expect(throws: FilmError.self) { try file(full, "push", 1, .after(5)) }
  }
}
