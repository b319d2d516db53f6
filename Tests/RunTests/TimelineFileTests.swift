import Segue
import SegueMotion
import Testing

@testable import SegueRun

@Suite("A timeline's JSON") struct TimelineFileTests {
  private func parse(_ json: String) throws(TimelineFileError) -> Timeline {
    do throws(SegueError) {
      return try Timeline(json: Array(json.utf8), name: "run.json")
    } catch {
      guard let error = error.details as? TimelineFileError else {
        throw .file(name: "run.json", reason: "not of a timeline: \(error)")
      }
      throw error
    }
  }

  @Test("every event is parsed")
  func events() throws {
    let timeline = try parse(
      """
      {"duration": 0.8, "timing": "ease-in",
       "events": [{"at": 0, "do": "begin"}, {"at": 0.1, "do": "pause"},
                  {"at": 0.15, "do": "update", "fraction": 0.4},
                  {"at": 0.3, "do": "continue", "timing": "spring(0.8)", "durationFactor": 0.5},
                  {"at": 0.32, "do": "continue"}, {"at": 0.35, "do": "reverse"}, {"at": 0.4, "do": "stop"},
                  {"at": 0.45, "do": "finish", "position": "current"}, {"at": 0.5, "do": "finish"},
                  {"at": 0.6, "do": "cancel"}]}
      """)
    #expect(timeline.duration == 0.8 && timeline.timing == .easeIn)
    let expected: [TimelineEvent] = [
      TimelineEvent(at: 0, .begin), TimelineEvent(at: 0.1, .pause),
      TimelineEvent(at: 0.15, .update(fraction: 0.4)),
      TimelineEvent(at: 0.3, .continue(timing: .spring(dampingRatio: 0.8), durationFactor: 0.5)),
      TimelineEvent(at: 0.32, .continue(timing: nil, durationFactor: nil)), TimelineEvent(at: 0.35, .reverse),
      TimelineEvent(at: 0.4, .stop), TimelineEvent(at: 0.45, .finish(.current)),
      TimelineEvent(at: 0.5, .finish(.end)), TimelineEvent(at: 0.6, .cancel),
    ]
    #expect(timeline.events == expected)
  }

  @Test("a drag may omit keys with defaults")
  func drags() throws {
    let full = try parse(
      """
      {"events": [{"at": 0.05, "do": "drag", "samples": [{"at": 0, "x": 0}, {"at": 0.2, "x": 60}],
                   "width": 100, "velocity": -0.7, "completionSpeed": 2}]}
      """)
    let samples = [DragSample(time: 0, translation: 0), DragSample(time: 0.2, translation: 60)]
    #expect(
      full.events == [
        TimelineEvent(
          at: 0.05, .drag(Drag(samples: samples, width: 100, velocity: -0.7, completionSpeed: 2)))
      ])
    let least = try parse(#"{"events": [{"at": 0, "do": "drag", "samples": [{"at": 0, "x": 0.5}]}]}"#)
    #expect(
      least.events == [
        TimelineEvent(at: 0, .drag(Drag(samples: [DragSample(time: 0, translation: 0.5)])))
      ])
    #expect(least.duration == 0.6 && least.timing == .easeInOut)
  }

  @Test(
    "each error in a timeline file has its line or key path",
    arguments: [
      ("{", "it is not valid JSON; in line 1, expected a key in double quotes"),
      (#"{"duration": 1}"#, "“events” is missing"),
      (#"{"events": [{"do": "begin"}]}"#, "events[0]: “at” is missing"),
      (#"{"events": [{"at": "now", "do": "begin"}]}"#, "events[0]: “at” must be a number"),
      (#"{"events": [{"at": 0, "do": "jump"}]}"#, "events[0]: “do” is “jump”, but must be begin, pause"),
      (
        #"{"events": [{"at": 0, "do": "begin"}, {"at": 1, "do": "update"}]}"#,
        "events[1]: “fraction” is missing"
      ),
      (#"{"events": [{"at": 0, "do": "drag"}]}"#, "events[0]: “samples” is missing"),
      (
        #"{"events": [{"at": 0, "do": "finish", "position": "top"}]}"#,
        "events[0]: “position” is “top”, but must be start, end or current"
      ),
      (#"{"timing": "wobbly", "events": []}"#, "“timing”: there is no timing curve “wobbly”"),
      (#"{"events": {"at": 0}}"#, "“events” must be a list"),
      (#"{"duration": null, "events": [null]}"#, "events[0]: expected an object"),
      (
        #"{"events": [{"at": 0, "do": "drag", "samples": [{"at": 0}]}]}"#,
        "events[0].samples[0]: “x” is missing"
      ),
      (
        "{\"events\": [],\n \"events\": []}",
        "in line 2, expected a key other than “events”, which the object already has"
      ),
    ])
  func problems(json: String, words: String) {
    do {
      _ = try parse(json)
      Issue.record("“\(json)” was taken")
    } catch {
      guard case .file("run.json", let reason, _, _) = error else { Issue.record("\(error)"); return }
      #expect(reason.contains(words), "\(reason)")
    }
  }

  @Test("keys without effect cause warnings unless they begin with _")
  func idleKeys() throws {
    func unknownKeys(_ json: String) throws -> [String] {
      try TimelineFile.timeline(in: Array(json.utf8), name: "run.json").notices.messages
    }
    #expect(
      try unknownKeys(#"{"duration": 1, "timing": "ease", "events": [{"at": 0, "do": "begin"}]}"#).isEmpty)
    let drag = #"{"at": 1, "do": "drag", "samples": [{"at": 0, "x": 1, "_y": 1}]}"#
    #expect(
      try unknownKeys(#"{"_who": "me", "events": [{"at": 0, "do": "begin", "fraction": 1}, \#(drag)]}"#)
        == ["run.json: events[0]: “fraction” has no effect here"])
  }

  @Test(
    "an unknown key is an error with a suggestion",
    arguments: [
      (
        #"{"evnts": [], "events": [{"at": 0, "do": "begin"}]}"#,
        "unknown key “evnts”; did you mean events?"
      ),
      (
        #"{"events": [{"at": 0, "do": "continue", "durationfactor": 2}]}"#,
        "events[0]: unknown key “durationfactor”; did you mean durationFactor?"
      ),
      (
        #"{"events": [{"at": 1, "do": "drag", "samples": [{"at": 0, "x": 1, "y": 1}]}]}"#,
        "events[0].samples[0]: unknown key “y”; use one of at, x"
      ),
    ])
  func unknownKeys(json: String, sentence: String) throws {
    let error = #expect(throws: TimelineFileError.self) { try parse(json) }
    #expect(error?.sentence == "run.json: \(sentence)")
    let colon = sentence.firstRange(of: ": ")
    #expect(error?.place == colon.map { String(sentence[..<$0.lowerBound]) })
    #expect(error?.property.map { sentence.contains("“\($0)”") } == true)
  }
}
