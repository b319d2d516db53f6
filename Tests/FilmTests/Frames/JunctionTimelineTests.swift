import SegueFilmFiles
import SegueFilms
import SegueImaging
import SegueMotion
import SegueRun
import SegueSystem
import TestSupport
import Testing

@testable import SegueFilm

/// Transitions of a film that timelines drive.
@Suite("Timelines in a film") struct JunctionTimelineTests {
  private let media: Media

  init() throws { media = try Media() }

  /// From 0 to 0.4 in 0.4 s, 0.4 s at rest, and to 1 in 0.6 s.
  private static let pausing = """
    {"duration": 1, "timing": "linear", "events": [{"at": 0, "do": "begin"}, {"at": 0.4, "do": "pause"},
     {"at": 0.8, "do": "continue"}]}
    """

  private func source(_ timeline: String) -> FileSource { .bytes(Array(timeline.utf8), name: "run.json") }

  /// Black and white for 3 s each, at 10 frames/s.
  private func film(_ junction: FilmJunction) throws -> FilmRequest {
    let clips = [RGBAColor.black, .white].map { color in
      var clip = FilmClip(.color(color))
      clip.duration = .seconds(3)
      return clip
    }
    var film = FilmRequest(clips: clips, junctions: [junction], output: media.file("x.webp"))
    film.output.frameRate = try FrameRate(10)
    film.output.size = .exact(ImageSize(width: 16, height: 16))
    film.drawing.backend = .cpu
    return film
  }

  @Test("a paused timeline pauses the transition between two clips")
  func pause() async throws {
    var junction = FilmJunction(transition: "dissolve", timeline: source(Self.pausing))
    // 15 frames last 1.4 s from the first to the last.
    junction.duration = .frames(15)
    let frames = try await media.pictures(of: film(junction))
    #expect(frames.count == 45)
    let progresses = [0, 0.1, 0.2, 0.3, 0.4, 0.4, 0.4, 0.4, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]
    for (index, progress) in progresses.enumerated() {
      #expect(abs(Double(frames[15 + index][0]) - 255 * progress) <= 1, "frame \(index)")
    }
  }

  @Test("a timeline sets the length of an overlap or entrance that has no duration")
  func length() async throws {
    let junction = FilmJunction(transition: "dissolve", timeline: source(Self.pausing))
    var film = try film(junction)
    var title = FilmTitle("A")
    title.enter = junction
    film.titles = [title]
    let plan = try await FilmPlan(film)
    #expect(plan.report(hasSound: false).junctions.map(\.frames) == [14])
    #expect(plan.titles.map { $0.plan?.enter?.frames.count } == [14])
    film.defaults.duration = .seconds(0.5)
    #expect(try await FilmPlan(film).report(hasSound: false).junctions.map(\.frames) == [5])
  }

  @Test("a curve beside a timeline replaces the timeline's curve")
  func curve() async throws {
    let timeline = source(#"{"duration": 1, "timing": "linear", "events": [{"at": 0, "do": "begin"}]}"#)
    var junction = FilmJunction(
      transition: "dissolve", duration: .frames(11), timing: .steps(2), timeline: timeline)
    // The overlap begins at frame 19.
    let steps = try await media.pictures(of: film(junction))
    #expect(steps[19 + 4][0] == 0 && abs(Int(steps[19 + 6][0]) - 128) <= 1)
    junction.timing = nil
    #expect(abs(Int(try await media.pictures(of: film(junction))[19 + 3][0]) - 77) <= 1)
  }

  @Test("a junction's timeline is read from an argument and from a film file")
  func reading() throws {
    let junction = try FilmJunction(parsing: "+slide:0.5,timeline=run.json,rows=3")
    #expect(junction.timeline == .file(path: "run.json"))
    #expect(junction.transition?.texts.map(\.value) == ["3"] && junction.duration == .seconds(0.5))
    let film = try FilmFile.parse(
      Array(
        #"""
        {"segue": 1, "clips": ["a", {"transition": "push", "timeline": "run.json"}, "b"],
         "titles": [{"text": "A", "enter": {"name": "push", "timeline": "in.json"}}]}
        """#.utf8), name: "film.json", folder: "cut/")
    #expect(film.junctions.map(\.timeline) == [.file(path: "cut/run.json")])
    #expect(film.titles[0].enter?.timeline == .file(path: "cut/in.json"))
    #expect(
      film.inputFiles.filter { $0.hasPrefix("cut/") && $0.hasSuffix("n.json") }.sorted()
        == ["cut/in.json", "cut/run.json"])
  }

  @Test("a timeline that does not end at the second clip is rejected")
  func cancelled() throws {
    for (events, ending) in [
      (#"{"at": 0.4, "do": "cancel"}"#, "0"), (#"{"at": 0.4, "do": "pause"}"#, "0.4"),
    ] {
      let text = #"{"duration": 1, "timing": "linear", "events": [{"at": 0, "do": "begin"}, \#(events)]}"#
      let error = #expect(throws: FilmError.self) {
        try film(FilmJunction(transition: "dissolve", timeline: source(text))).checkNames()
      }
      let reason = "it ends at a progress of \(ending), but must end at 1 in a film"
      #expect(error?.sentence == "junctions[0].timeline: run.json: \(reason)")
    }
  }

  @Test(
    "an error in a timeline has the place of its junction",
    arguments: [
      (#"{"events": [{"at": 0, "do": "beginn"}]}"#, ".timeline.events[0]", "do"),
      (#"{"events": []}"#, ".timeline", "events"),
      (#"{"events": [{"at": 0, "do": "begin"}, {"at": 0.1, "do": "cancel"}]}"#, "", "timeline"),
      (#"{"events": [{"at": 0, "do": "continue"}]}"#, "", "timeline"),
    ])
  func places(text: String, path: String, property: String) throws {
    var typed = try film(FilmJunction(transition: "push", timeline: source(text)))
    var file = typed
    var defaults = typed
    typed.items[1].junctionPlace = "“+push,timeline=run.json”"
    file.items[1].junctionPlace = "clips[1]"
    defaults.defaults.timeline = source(text)
    defaults.items[1].junction?.timeline = nil
    for (film, place) in [(file, "clips[1]"), (defaults, "defaults")] {
      let error = #expect(throws: FilmError.self) {
        try FilmFile.checkNames(in: film, name: "film.json")
      }
      #expect(error?.sentence.hasPrefix("film.json: \(place).timeline: ") == true)
      #expect(error?.place == place + path && error?.property == property && error?.code == .invalidData)
    }
    let error = #expect(throws: FilmError.self) { try typed.checkNames() }
    #expect(error?.sentence.hasPrefix("“+push,timeline=run.json”: ") == true)
    #expect(error?.place == "+push,timeline=run.json" && error?.property == "timeline")
  }

  @Test("problems with a junction's timeline are reported before rendering")
  func faults() async throws {
    let missing = FilmJunction(transition: "push", timeline: .file(path: media.file("none.json")))
    #expect(throws: SystemError.self) { try film(missing).checkNames() }
    let late = #"{"events": [{"at": 0, "do": "begin"}, {"at": 9, "do": "pause"}]}"#
    let plan = try await FilmPlan(film(FilmJunction(transition: "push", timeline: source(late))))
    #expect(plan.notices.messages.contains { $0.contains("“pause” at 9 s, is ignored") })
  }

  @Test("a cut ignores a timeline")
  func cut() async throws {
    let cut = FilmJunction(isCut: true, timeline: source(Self.pausing))
    let notes = try await FilmPlan(film(cut)).notices.messages
    #expect(notes.contains { $0.hasSuffix("ignores timeline") }, "\(notes)")
  }
}
