import Segue
import SegueFilm
import Testing

@testable import segue_cli

/// The sentences about wrong words of a command line, without starting the tool.
@Suite("Wrong words of a command line") struct WordErrorTests {
  /// The exit code and the sentence of the error that `body` throws.
  private func refusal(_ body: () throws -> Void) -> (code: Failure.Code, sentence: String)? {
    let error = #expect(throws: (any Error).self) { try body() }
    return error.map { Failure.describe($0) }
  }

  /// The sentence about the film of `words`.
  private func sentence(_ words: [String]) -> String {
    let error = refusal {
      let request = try JoinCommand.parse(words).request()
      try request.validate()
      try request.checkNames()
    }
    #expect(error?.code == .usage)
    return error?.sentence ?? ""
  }

  @Test(
    "an error in a transition's word names the word",
    arguments: [
      ("+dissolv:0.5", "“+dissolv:0.5”: there is no transition “dissolv”; did you mean dissolve?"),
      ("+slide,foo=1", "“+slide,foo=1”: slide has no parameter “foo”; it has "),
      ("+slide:1,rows=900", "“+slide:1,rows=900”: the parameter rows is 900, but must be at least 1"),
      ("+slide,to-filter=blur(9)", "“+slide,to-filter=blur(9)”: to-filter: blur's radius is 9"),
      (
        "+slide,timing=ease-inn",
        "timing of “+slide,timing=ease-inn”: there is no timing curve “ease-inn”; did you mean ease-in?"
      ),
      ("+slide:86401", "duration of “+slide:86401” is 86401 s, but must be 0 to 86400 s"),
      ("+slide,sound=86401", "sound of “+slide,sound=86401” is 86401 s, but must be -86400 to 86400 s"),
    ])
  func transitions(word: String, words: String) {
    for inputs in [["color:red", word, "color:blue"], [word, "color:red"], ["color:red", word]] {
      let found = sentence(inputs)
      #expect(found.hasPrefix(words), "\(found)")
    }
  }

  @Test(
    "an error in an option's word begins with the option",
    arguments: [
      ("--title", "A,size=9", "size as 0.005 to 1 of the frame's shorter side, not “9”"),
      (
        "--device", "iphone,to=redd",
        "to as #rgb, #rrggbb, #rrggbbaa, a CSS colour name or transparent, not “redd”; did you mean red?"
      ),
      ("--progress-bar", "middle", "at as top or bottom, not “middle”"),
      ("--overlay", "color:red,size=9", "size as 0.001 to 4 frame widths, not “9”"),
      ("--captions", "a.srt,lines=99", "lines as a whole number from 1 to 10, not “99”"),
      ("--music", "a.mp3,in=x", "in as seconds in the file, or 1:02.5, not “x”"),
      ("--voice", "a.mp3,in=x", "in as seconds in the file, or 1:02.5, not “x”"),
    ])
  func options(option: String, word: String, expected: String) {
    let found = sentence(["color:red", option, word])
    #expect(found == "\(option): “\(word)” cannot be read: expected \(expected)")
  }

  @Test("a time is decimal", arguments: ["0x10", "nan", "inf", "infinity"])
  func times(word: String) {
    let found = sentence(["color:red", "--each", word])
    #expect(found.hasPrefix("--each is “\(word)”, but must be music, or a time above 0"), "\(found)")
  }

  @Test(
    "an empty or repeated --device is an error",
    arguments: [
      ([""], "--device is “”, but must be iphone, android, browser or none for a device around"),
      (["iphone", "none"], "--device names two devices around the film, “iphone” and “none”; leave out one"),
      (["0", "iphone", "1"], "--device names two GPUs, “0” and “1”; leave out one"),
    ])
  func devices(words: [String], expected: String) {
    let found = sentence(["color:red"] + words.flatMap { ["--device", $0] })
    #expect(found.hasPrefix(expected), "\(found)")
  }

  @Test("an empty --device of a render is an error")
  func gpu() {
    let found = refusal { _ = try RenderCommand.parse(["a.png", "b.png", "-o", "o.webp", "--device", ""]) }
    #expect(found?.code == .usage)
    let expected = "--device is “”, but must be a GPU's index or a part of its name in segue devices"
    #expect(found?.sentence == expected)
  }

  @Test("the error for a misspelt curve of a title's entrance suggests the nearest name")
  func entrance() {
    let found = sentence(["color:red", "--title", "A,enter='push:1,timing=easein'"])
    #expect(
      found
        == "--title: timing of “+push:1,timing=easein”: there is no timing curve “easein”; did you mean ease-in?"
    )
  }

  @Test(
    "an error in a layer's transition or filter names its word",
    arguments: [
      ("--title", "A,enter=slidee", "enter of “A,enter=slidee”: there is no transition “slidee”", "enter"),
      (
        "--title", "A,exit='push,direction=north'",
        "exit of “A,exit='push,direction=north'”: the parameter direction", "exit"
      ),
      (
        "--overlay", "color:red,exit=slidee",
        "exit of “color:red,exit=slidee”: there is no transition “slidee”",
        "exit"
      ),
      (
        "--overlay", "color:red,filter=blur(9)", "“color:red,filter=blur(9)”: filter: blur's radius is 9",
        "filter"
      ),
    ])
  func layers(option: String, word: String, expected: String, property: String) throws {
    // The first title and overlay are correct.
    let words = ["color:red", "--title", "B", "--overlay", "color:blue", option, word]
    let found = sentence(words)
    #expect(found.hasPrefix(expected), "\(found)")
    let error = #expect(throws: (any Error).self) { try JoinCommand.parse(words).request().checkNames() }
    let facts = try Failure.Facts(#require(error))
    #expect(facts.place == word && facts.property == property)
  }

  @Test(
    "an error in a typed value has its word as place, and its key in a film file as property",
    arguments: [
      (["color:red,rotate=9"], "color:red,rotate=9", "rotate"),
      (["color:red", "color:blue,speed=0"], "clips[1]", "speed"),
      (["color:red,freeze=9999999:1"], "color:red,freeze=9999999:1", "freeze"),
      (["color:red", "+slide:86401", "color:blue"], "+slide:86401", "duration"),
      (["color:red", "+slide,timing=ease-inn", "color:blue"], "+slide,timing=ease-inn", "timing"),
      (["color:red", "--title", "x,size=9999"], "x,size=9999", "size"),
      (["color:red", "--overlay", "color:red,speed=0"], "overlays[0]", "speed"),
      (["color:red", "--music", "a.mp3,fade=-1"], "a.mp3,fade=-1", "fadeOut"),
      (["color:red", "--title", "x,sice=1"], "x,sice=1", nil),
    ] as [([String], String, String?)])
  func facts(words: [String], place: String, property: String?) throws {
    let error = #expect(throws: (any Error).self) { try JoinCommand.parse(words).request().validate() }
    let facts = try Failure.Facts(#require(error))
    #expect(facts.place == place && facts.property == property, "\(facts)")
  }

  @Test("sound-only formats are listed for a film but not for a render", arguments: ["x.foo", "x"])
  func extensions(output: String) throws {
    let render = refusal { try RenderCommand.parse(["a.png", "b.png", "-o", output]).request().validate() }
    #expect(render?.code == .usage && render?.sentence.contains(".jpeg, .avif, or --format") == true)
    let join = refusal { try JoinCommand.parse(["color:red", "-o", output]).request().validate() }
    #expect(join?.code == .usage && join?.sentence.contains(".avif, .wav, .flac, .m4a, .mp3, .opus") == true)
  }
}
