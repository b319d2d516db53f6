import SegueFilms
import SegueImaging
import SegueMotion
import SegueRun
import Testing

@testable import SegueFilm
@testable import SegueFilmFiles
@testable import SegueRun

@Suite("Key paths in errors of film files") struct FilmFilePlaceTests {
  private func parse(_ json: String) throws -> FilmRequest {
    try FilmFile.parse(Array(json.utf8), name: "film.json", folder: "folder/")
  }

  /// Films with a placeholder `NUMBER`, and the key that the error names.
  private static let places = [
    (#""clips": [{"src": "color:red", "duration": NUMBER}]"#, "clips[0]: “duration” is"),
    (#""clips": [{"src": "a.mp4", "in": NUMBER}]"#, "clips[0]: “in” is"),
    (#""clips": [{"src": "a.mp4", "out": NUMBER}]"#, "clips[0]: “out” is"),
    (#""clips": [{"src": "a.mp4", "volume": "NUMBERdB"}]"#, "volume"),
    (
      #""clips": [{"src": "a"}, {"transition": "iris", "duration": NUMBER}, {"src": "b"}]"#,
      "clips[1]: “duration” is"
    ),
    (#""clips": [{"src": "a"}], "titles": [{"text": "x", "start": NUMBER}]"#, "titles[0]: “start” is"),
    (#""clips": [{"src": "a"}], "titles": [{"text": "x", "end": NUMBER}]"#, "titles[0]: “end” is"),
    (#""clips": [{"src": "a"}], "titles": [{"text": "x", "size": NUMBER}]"#, "titles[0]: “size” is"),
    (#""clips": [{"src": "a"}], "titles": [{"text": "x", "fade": NUMBER}]"#, "titles[0]: “fade” is"),
    (#""clips": [{"src": "a"}], "music": [{"src": "x", "fadeOut": NUMBER}]"#, "music[0]: “fadeOut” is"),
    (#""clips": [{"src": "a"}], "music": [{"src": "x", "volume": "NUMBERdB"}]"#, "volume"),
    (#""clips": [{"src": "a"}], "music": [{"src": "x", "duck": {"by": NUMBER}}]"#, "duck"),
    (#""clips": [{"src": "a"}], "film": {"loudness": NUMBER}"#, "film: “loudness” is"),
    (#""clips": [{"src": "a"}], "film": {"fps": NUMBER}"#, "film: “fps”"),
    (#""clips": [{"src": "a"}], "defaults": {"picture": NUMBER}"#, "defaults: “picture” is"),
    (
      #""clips": [{"src": "a"}], "defaults": {"transition": {"duration": NUMBER}}"#,
      "defaults.transition: “duration” is"
    ),
    (#""clips": [{"src": "a", "motion": {"to": [0, 0, NUMBER, 1]}}]"#, "clips[0].motion: “to”"),
  ]

  @Test(
    "an out-of-range number for any key is an error with its key path",
    arguments: places)
  func numbers(json: String, place: String) {
    // Levels, and times that count from the film's end, may be negative.
    let mayBeNegative = [
      "NUMBERdB", "\"by\": NUMBER", "\"loudness\": NUMBER", "\"start\": NUMBER", "\"end\": NUMBER",
    ].contains(where: json.contains)
    for number in ["1e300", "-1e300", "1e17", "-1"] where number != "-1" || !mayBeNegative {
      let text = "{\"segue\": 1, \(json.replacing("NUMBER", with: number))}"
      let error = #expect(throws: FilmError.self, "\(text)") { try parse(text) }
      #expect(error?.description.contains(place) == true, "\(error?.description ?? "")")
    }
  }

  @Test(
    "errors in parameters and filter chains have the entry's key path",
    arguments: [
      (
        #"{"src": "color:red"}, {"transition": "slide", "params": {"rows": 0}}"#,
        "clips[1]: the parameter rows"
      ),
      (#"{"src": "color:red"}, {"transition": "slide", "params": {"rowz": 3}}"#, "clips[1]: "),
      (#"{"src": "color:red"}, {"transition": "slide", "fromFilter": "blur(99)"}"#, "clips[1]."),
      (
        #"{"src": "color:red"}, {"transition": "cut"}, {"src": "color:red", "filter": "blur(99*p)"}"#,
        "clips[2].filter: blur's radius"
      ),
      (#"{"src": "color:red", "filter": "blur(9)"}"#, "clips[0].filter: blur's radius"),
    ])
  func laterPlaces(clips: String, place: String) throws {
    let film = try parse(#"{"segue": 1, "clips": [\#(clips), {"src": "color:blue"}]}"#)
    let error = #expect(throws: FilmError.self) { try FilmFile.checkNames(in: film, name: "film.json") }
    #expect("\(error.map { "\($0)" } ?? "")".hasPrefix("film.json: \(place)"), "\(String(describing: error))")
  }

  @Test("an error in the range of a clip names the film file and the entry")
  func parts() async throws {
    let media = try Media()
    let path = try media.facts("a.mov", size: ImageSize(width: 32, height: 16), rate: 24, seconds: 1)
    for (entry, reason) in [
      (#"{"src": "\#(path)", "in": 10}"#, "\(path): IN is 10 s, but the clip is only 1 s long"),
      (#"{"src": "color:red", "in": 10}"#, "color:#ff0000: a picture has no length, so IN needs an OUT"),
    ] {
      let text = #"{"segue": 1, "clips": ["color:blue", {"transition": "cut"}, \#(entry)]}"#
      let request = try FilmFile.film(in: text, path: "film.json")
      let error = await #expect(throws: FilmError.self) { try await FilmPlan(request) }
      #expect(error == .file(name: "film.json", reason: "clips[2]: \(reason)", place: "clips[2]"))
    }
  }

  @Test("an error in the range of an overlay names the film file and the entry")
  func overlayParts() async throws {
    let media = try Media()
    let path = try media.facts("a.mov", size: ImageSize(width: 32, height: 16), rate: 24, seconds: 1)
    let text =
      #"{"segue": 1, "clips": ["color:blue"], "overlays": ["color:red", {"src": "\#(path)", "in": 10}]}"#
    let request = try FilmFile.film(in: text, path: "film.json")
    let error = await #expect(throws: FilmError.self) { try await FilmPlan(request) }
    let reason = "overlays[1]: \(path): IN is 10 s, but the clip is only 1 s long"
    #expect(error == .file(name: "film.json", reason: reason, place: "overlays[1]"))
    #expect(error?.code == .invalidData)
  }

  @Test(
    "an error in a film file has the entry's path and the key as facts",
    arguments: [
      (#""clips": [{"src": "a", "duration": -1}]"#, "clips[0]", "duration"),
      (#""clips": ["a"], "titles": ["A", {"text": "B", "size": 9}]"#, "titles[1]", "size"),
      (
        #""clips": ["a"], "titles": [{"text": "B", "path": [{"time": 0, "x": 99}]}]"#, "titles[0].path[0]",
        "x"
      ),
      (#""clips": ["a"], "titles": [{"text": "B", "tet": 1}]"#, "titles[0]", "tet"),
      (#""clips": ["a"], "titles": [{"text": "B", "at": "left-top"}]"#, "titles[0]", "at"),
      (#""clips": ["a"], "music": [{"in": 2}]"#, "music[0]", "src"),
      (#""clips": ["a"], "film": {"fps": true}"#, "film", "fps"), (#""clips": []"#, nil, "clips"),
    ])
  func facts(json: String, place: String?, property: String) {
    let error = #expect(throws: FilmError.self) { try parse("{\"segue\": 1, \(json)}") }
    #expect(error?.place == place && error?.property == property, "\(String(describing: error))")
  }

  @Test("errors in an edited film name the entries of its file")
  func editedPlaces() throws {
    var film = try parse(
      #"{"segue": 1, "clips": ["color:red", {"transition": "iris"}, "color:blue", "color:red"]}"#)
    film.items.removeFirst()
    #expect(film.opening?.transition == "iris")
    film.items[1].clip.duration = .seconds(-1)
    let error = #expect(throws: FilmError.self) { try film.check() }
    #expect(error.map { "\($0)" } == "clips[3].duration is -1 s, but must be 0 to 86400 s")
  }

  @Test(
    "a film file's defaults may list alternating transitions",
    arguments: [
      ("slide,iris", nil), ("random:7", nil), ("slide,slyde", "slyde"), ("random:x", "random:SEED"),
    ])
  func turns(name: String, problem: String?) throws {
    let film = try parse(
      #"""
      {"segue": 1, "defaults": {"transition": "\#(name)"},
       "clips": [{"src": "color:red"}, {"src": "color:blue"}, {"src": "color:red"}]}
      """#)
    guard let problem else { return try FilmFile.checkNames(in: film, name: "film.json") }
    let error = #expect(throws: FilmError.self) { try FilmFile.checkNames(in: film, name: "film.json") }
    #expect(error.map { "\($0)" }?.hasPrefix("film.json: ") == true)
    #expect(error.map { "\($0)" }?.contains(problem) == true, "\(String(describing: error))")
  }

  @Test("an impossible count is an error in the film file")
  func counts() {
    let clips = Array(repeating: JSONValue.object(["src": .text("a")]), count: 10_001)
    let document = JSONValue.object(["segue": .number(1), "clips": .list(clips)])
    let error = #expect(throws: FilmError.self) {
      try FilmFile.film(in: document, name: "film.json", folder: "")
    }
    let reason = "clips.count is 10001, but must be 1 to 10000"
    #expect(error == .file(name: "film.json", reason: reason, place: "clips", property: "count"))
  }

  @Test(
    "an error in a film file names the line or the key",
    arguments: [
      ("{", "JSON"), ("{\"segue\": 1,\n,}", "in line 2, expected a key in double quotes"),
      (#"{"clips": []}"#, "segue"), (#"{"segue": 2, "clips": []}"#, "only version 1"),
      (#"{"segue": 1, "clips": []}"#, "“clips” is empty"),
      (#"{"segue": 1, "clips": [{"in": 2}]}"#, "clips[0]: “src”"),
      (#"{"segue": 1, "clips": [{"src": "a", "in": -1}]}"#, "clips[0]: “in”"),
      (#"{"segue": 1, "clips": [{"transition": "cut"}, {"src": "a"}]}"#, "clips[0]"),
      (#"{"segue": 1, "clips": [{"src": "a"}, {"transition": "cut"}]}"#, "the last entry is a transition"),
      (#"{"segue": 1, "clips": [{"src": "a", "volume": "loud"}]}"#, "-6dB"),
      (
        #"{"segue": 1, "clips": [{"src": "a", "volume": 0}]}"#,
        #"“volume” is 0, but must be decibels such as "-6dB", a share such as "50%", or "0%" for silence"#
      ),
      (#"{"segue": 1, "clips": [{"src": "a", "volume": "mute"}]}"#, #""0%" for silence"#),
      (#"{"segue": 1, "clips": [{"src": "color:chartruse"}]}"#, "did you mean chartreuse?"),
      (
        #"{"segue": 1, "clips": [{"src": "a"}], "titles": [{"text": "A", "box": "rebecapurple"}]}"#,
        "titles[0]: “box” is “rebecapurple”, but must be #rgb, #rrggbb, #rrggbbaa, a CSS colour name or transparent; "
          + "did you mean rebeccapurple?"
      ),
      (#"{"segue": 1, "film": {"filter": "blurr(1)"}, "clips": [{"src": "a"}]}"#, "film: “filter”: "),
      (#"{"segue": 1, "clips": [{"src": "a"}, {"transition": {"duration": 1}}, {"src": "b"}]}"#, "“name”"),
      (#"{"segue": 1, "music": [{"src": "m", "volume": -6}], "clips": [{"src": "a"}]}"#, "50%"),
      (#"{"segue": 1, "clips": [{"src": "a", "volume": "-5%"}]}"#, "50%"),
      (#"{"segue": 1, "film": {"fps": 0}, "clips": [{"src": "a"}]}"#, "film: “fps”"),
      (#"{"segue": 1, "clips": [{"src": "a", "motion": {"from": [0,0,2,1]}}]}"#, "clips[0].motion"),
    ])
  func problems(json: String, word: String) throws {
    let error = #expect(throws: FilmError.self) { try parse(json) }
    #expect(error?.description.contains(word) == true, "\(error?.description ?? "")")
  }
}
