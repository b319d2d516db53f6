import SegueFilms
import SegueImaging
import SegueMotion
import SegueRun
import Testing

@testable import SegueFilm
@testable import SegueFilmFiles
@testable import SegueRun

@Suite("Film files") struct FilmFileTests {
  private func parse(_ json: String) throws -> FilmRequest {
    try FilmFile.parse(Array(json.utf8), name: "film.json", folder: "folder/")
  }

  @Test("a film file can set every value of a request")
  func whole() throws {
    let request = try parse(
      """
      {"segue": 1,
       "film": {"size": "1920x1080", "fps": "30000/1001", "fit": "contain", "loudness": -14},
       "defaults": {"transition": {"name": "iris", "duration": 0.5, "params": {"shape": "diamond"}}, "picture": 3},
       "clips": [
         {"src": "beach.mov", "in": 2.5, "out": "75f"},
         {"transition": "slide", "duration": "12f", "params": {"rows": 12}, "sound": "linear", "timing": "linear"},
         {"src": "/dune.jpg", "duration": 5,
          "motion": {"from": [0,0,1,1], "to": [0.2,0.1,0.6,0.6], "timing": "ease-in-out"}},
         {"src": "dive.mp4", "volume": "-3dB"},
         {"transition": "cut"},
         {"src": "color:#101418", "duration": 3}],
       "titles": [{"text": "Summer", "start": 0.5, "end": "90f", "at": "top-left", "size": 0.1, "fade": 0}],
       "music": [{"src": "song.flac", "loop": false, "volume": "-8dB", "fadeOut": 2, "duck": {"by": "-6dB"}}]}
      """)
    #expect(request.notices.isEmpty)
    #expect(request.output.size == .exact(ImageSize(width: 1920, height: 1080)))
    #expect(request.output.frameRate == (try FrameRate(30000, per: 1001)))
    #expect(request.output.fit == .contain)
    #expect(request.loudness == -14)
    #expect(request.defaults.transition?.name == "iris")
    #expect(request.defaults.duration == .seconds(0.5))
    #expect(request.defaults.transition?.texts.map(\.value) == ["diamond"])
    #expect(request.pictureDuration == 3)
    #expect(
      request.clips.map(\.source.text) == [
        "folder/beach.mov", "/dune.jpg", "folder/dive.mp4", "color:#101418",
      ])
    #expect(request.clips[0].start == .seconds(2.5))
    #expect(request.clips[0].end == .frames(75))
    #expect(request.clips[1].duration == .seconds(5))
    #expect(
      request.clips[1].motion
        == .path(from: .whole, to: .init(x: 0.2, y: 0.1, width: 0.6, height: 0.6), timing: .easeInOut))
    #expect(request.clips[2].volume == -3)
    #expect(
      request.junctions == [
        FilmJunction(
          transition: .named("slide", ["rows": "12"]), duration: .frames(12), timing: .linear, sound: .linear),
        .standard, FilmJunction(transition: "cut", isCut: true),
      ])
    #expect(request.titles.count == 1)
    #expect(request.titles[0].text == "Summer" && request.titles[0].place == .topLeft)
    #expect(request.titles[0].start == .seconds(0.5) && request.titles[0].end == .frames(90))
    #expect(request.titles[0].size == 0.1 && request.titles[0].fade == 0)
    #expect(request.music.count == 1)
    #expect(request.music[0].path == "folder/song.flac")
    #expect(!request.music[0].loops)
    #expect(request.music[0].volume == -8 && request.music[0].duck == -6 && request.music[0].fadeOut == 2)
  }

  @Test(
    "short forms of values are read from a film file")
  func shortForms() throws {
    let request = try parse(
      """
      {"segue": 1, "film": {"filter": "vignette()"}, "defaults": {"transition": {"name": "cut", "duration": 0}},
       "clips": [
         {"src": "color:black", "in": 0, "out": "1:02.5", "filter": "invert()"},
         {"transition": {"name": "slide", "duration": "500ms", "params": {"rows": 3}, "fromFilter": "blur(0.1*p)"}},
         {"src": "a"}],
       "music": "song.mp3"}
      """)
    #expect(
      request.notices.isEmpty && request.filter == "vignette()" && request.clips[0].filter == "invert()")
    #expect(request.defaults.transition == "cut" && request.defaults.duration == .seconds(0))
    #expect(request.clips[0].source == .color(.black) && request.clips[0].end == .seconds(62.5))
    #expect(
      request.junctions == [
        FilmJunction(
          transition: .named("slide", ["rows": "3"]), duration: .seconds(0.5),
          filters: FilterTexts(from: "blur(0.1*p)"))
      ])
    #expect(request.music.map(\.path) == ["folder/song.mp3"])
    #expect(
      try parse(#"{"segue": 1, "clips": [{"src": "a"}], "music": ["/m", {"src": "n"}]}"#).music.map(\.path)
        == ["/m", "folder/n"])
    #expect(
      try parse(#"{"segue": 1, "clips": [{"src": "a"}], "defaults": {"transition": "cut"}}"#)
        .defaults.transition
        == "cut")
  }

  @Test(
    "a volume is in decibels or a factor",
    arguments: [("-6dB", -6), ("+3 dB", 3), ("50%", -6.0206), ("0%", -120)])
  func volume(text: String, decibels: Double) throws {
    let request = try parse(#"{"segue": 1, "clips": [{"src": "a", "volume": "\#(text)"}]}"#)
    #expect(abs(request.clips[0].volume - decibels) < 1e-4)
  }

  @Test(
    "an unknown key is an error unless it begins with _",
    arguments: [
      (
        #""clips": [{"src": "a", "volme": "3dB"}]"#,
        "clips[0]: unknown key “volme”; did you mean volume?"
      ),
      (#""clips": [{"src": "a"}], "colour": 1"#, "unknown key “colour”; use one of captions, clips, "),
      (
        #""clips": ["a", {"transition": "slide", "paramz": {"rows": 3}}, "b"]"#,
        "clips[1]: unknown key “paramz”; did you mean params?"
      ),
      (
        #""clips": ["a", {"transition": {"name": "slide", "duraton": 1}}, "b"]"#,
        "clips[1].transition: unknown key “duraton”; did you mean duration?"
      ),
      (#""clips": ["a"], "subtitles": "a.srt""#, "“subtitles” is not allowed here; it belongs in “film”"),
      (#""clips": ["a"], "width": 64"#, "“width” is not allowed here; it belongs in the “size” of “film”"),
      (
        #""clips": ["a"], "titles": [{"text": "A", "colour": "red"}]"#,
        "titles[0]: unknown key “colour”; did you mean color?"
      ),
      (
        #""clips": [{"src": "a", "title": {"text": "A", "sise": 1}}]"#,
        "clips[0].title[0]: unknown key “sise”; did you mean size?"
      ),
      (
        #""clips": ["a"], "overlays": [{"src": "a", "opacty": 1}]"#,
        "overlays[0]: unknown key “opacty”; did you mean opacity?"
      ),
      (
        #""clips": ["a"], "music": {"src": "a", "duck": {"bye": 1}}"#,
        "music[0].duck: unknown key “bye”; did you mean by?"
      ),
      (
        #""clips": ["a"], "defaults": {"pictures": 3}"#,
        "defaults: unknown key “pictures”; did you mean picture?"
      ),
      (#""clips": ["a"], "film": {"szie": "64x64"}"#, "film: unknown key “szie”; did you mean size?"),
      (
        #""clips": ["a"], "closing": {"transition": "fade", "lenght": 1}"#,
        "closing: unknown key “lenght”; use one of "
      ),
      (
        #""clips": [{"src": "a", "motion": {"form": [0, 0, 1, 1]}}]"#,
        "clips[0].motion: unknown key “form”; did you mean from?"
      ),
    ])
  func unknownKeys(json: String, sentence: String) throws {
    let error = #expect(throws: FilmError.self) { try parse("{\"segue\": 1, \(json)}") }
    #expect(error?.description.contains(sentence) == true, "\(error?.description ?? "")")
    // A key with a leading _ is accepted.
    let key = try #require(sentence.firstMatch(of: /“(\w+)”/)?.output.1)
    let own = json.replacing("\"\(key)\":", with: "\"_\(key)\":")
    #expect(try parse("{\"segue\": 1, \(own)}").notices.isEmpty)
  }

  @Test("a key without effect in its object causes a warning")
  func idleKeys() throws {
    let film = try parse(
      #"{"segue": 1, "clips": ["a", {"transition": {"name": "slide"}, "duration": 2}, "b"]}"#)
    #expect(film.notices.messages == ["clips[1]: “duration” has no effect here"])
    #expect(film.junctions[0].duration == nil)
  }

  @Test("null is accepted for exactly the optional keys")
  func nulls() throws {
    func nulls<Owner>(_ fields: Fields<Owner>) -> String {
      fields.list.filter { !$0.isRequired }.map { "\"\($0.name)\": null" }.joined(separator: ", ")
    }
    let clip = "{\"src\": \"a\", \(nulls(FilmClip.fields))}"
    let groups =
      "\"film\": {\(nulls(FilmRequest.filmFields))}, \"defaults\": {\(nulls(FilmRequest.defaultFields))}"
    for keys in [nulls(FilmRequest.fields), groups] {
      let film = try parse("{\"segue\": 1, \"clips\": [\(clip)], \(keys)}")
      #expect(film.notices.isEmpty && film.requested.isEmpty)
    }
    for json in [#""clips": [{"src": null}]"#, #""clips": null"#, #""clips": [null]"#] {
      #expect(throws: FilmError.self, "\(json)") { try parse("{\"segue\": 1, \(json)}") }
    }
  }

  @Test("a string is accepted in place of a clip or a title object")
  func texts() throws {
    let film = try parse(
      #"{"segue": 1, "clips": ["a.mp4", {"transition": "cut"}, "color:red"], "titles": ["Hello", {"text": "You", "start": 1}]}"#
    )
    #expect(
      film.clips.map(\.source) == [.file(path: "folder/a.mp4"), .color(try #require(RGBAColor("red")))])
    #expect(film.junctions == [FilmJunction(transition: "cut", isCut: true)])
    #expect(film.titles.map(\.text) == ["Hello", "You"] && film.titles[0].start == .seconds(0))
    let one = try parse(#"{"segue": 1, "clips": "a.mp4", "titles": "Hello"}"#)
    #expect(one.clips.map(\.source) == [.file(path: "folder/a.mp4")] && one.titles == [FilmTitle("Hello")])
    #expect(throws: FilmError.self) { try parse(#"{"segue": 1, "clips": [1]}"#) }
    #expect(throws: FilmError.self) { try parse(#"{"segue": 1, "clips": [""]}"#) }
  }

  @Test("a clip's title may be a text, an object or a list")
  func clipTitles() throws {
    let film = try parse(
      #"{"segue": 1, "clips": [{"src": "a", "title": "One"}, {"src": "b", "title": [{"text": "Two", "start": -2, "at": "top"}]}, "c"]}"#
    )
    var two = FilmTitle("Two")
    (two.start, two.place) = (.seconds(-2), .top)
    #expect(film.clips.map(\.titles) == [[FilmTitle("One")], [two], []])
    let error = #expect(throws: FilmError.self) {
      try parse(#"{"segue": 1, "clips": [{"src": "a", "title": {"text": "A", "size": 9}}]}"#)
    }
    #expect(error?.description.contains("clips[0].title[0]: “size” is") == true)
  }

  @Test(
    "a film file accepts every size that --size accepts",
    arguments: [
      ("640x480", FrameSize.exact(ImageSize(width: 640, height: 480))), ("300x", .width(300)),
      ("x9", .height(9)), ("1080p", .exact(ImageSize(width: 1920, height: 1080))),
    ])
  func sizes(text: String, size: FrameSize) throws {
    #expect(try parse(#"{"segue": 1, "clips": ["a"], "film": {"size": "\#(text)"}}"#).output.size == size)
  }

  @Test(
    "an invalid size in a film file is an error with the accepted sizes",
    arguments: ["0x", "x", "16385x"])
  func invalidSizes(text: String) {
    let error = #expect(throws: FilmError.self) {
      try parse(#"{"segue": 1, "clips": ["a"], "film": {"size": "\#(text)"}}"#)
    }
    #expect(error?.description.contains("must be WIDTHxHEIGHT, WIDTHx or xHEIGHT") == true)
  }
}
