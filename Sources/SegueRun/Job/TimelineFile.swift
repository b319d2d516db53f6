import FoundationEssentials
import Glibc
import SegueFields
import SegueMath
import SegueMotion
import SegueSystem
import SegueTransitions

extension Timeline {
  /// Parses the timeline in `json`, as `segue --timeline` does; errors call it `name`. Its events
  /// are checked when it is played.
  /// - Throws: `SegueError` with the code `invalidData`; the sentence has the place and the problem.
  public init(json: [UInt8], name: String) throws(SegueError) {
    do { self = try TimelineFile.timeline(in: json, name: name).timeline } catch { throw SegueError(error) }
  }
}

/// The JSON of a timeline, as `--timeline` reads it.
package enum TimelineFile {
  /// The size limit of a timeline file, in bytes.
  private static let largestFile = 1 << 24

  /// The timeline in the file at `path`, and a notice for each key without effect; `-` is standard input.
  /// - Throws: `SystemError.unreadable`, `SystemError.badData` for an empty file or more than 16 MiB,
  ///   `TimelineFileError`.
  package static func read(path: String) async throws -> (timeline: Timeline, notices: [Notice]) {
    try timeline(in: await InputBytes.read(path: path, limit: largestFile), name: path)
  }

  static func timeline(
    in json: [UInt8], name: String
  ) throws(TimelineFileError) -> (timeline: Timeline, notices: [Notice]) {
    do {
      var notices: [Notice] = []
      let document = try JSONObject(try JSONValue(parsing: json), place: "") {
        notices.append($0.at(.named(name)))
      }
      let duration = try document.number("duration", in: Bounds(times, "s", isAbove: true)) ?? 0.6
      let timing = try curve(document) ?? .easeInOut
      guard document.value("events") != nil else { throw document.problem("“events” is missing") }
      let events = try document.objects("events").map(event)
      if events.isEmpty { throw document.problem("“events” is empty; it needs a “begin” or a “drag”") }
      try document.finish()
      return (Timeline(duration: duration, timing: timing, events: events), notices)
    } catch {
      throw .file(name: name, reason: "\(error)")
    }
  }

  /// The range of a timeline's times, in seconds.
  static let times = 0...TimingCurve.longestDuration

  private static func positive(_ key: String, _ object: JSONObject) throws(JSONProblem) -> Double? {
    try object.number(key, in: Bounds(0...Double.infinity, isAbove: true))
  }

  /// The keys that only some events have, and that have no effect on the others.
  static let eventKeys = [
    "completionSpeed", "durationFactor", "fraction", "position", "samples", "timing", "velocity", "width",
  ]

  private static func event(_ event: JSONObject) throws -> TimelineEvent {
    let time = try event.required("at") { try event.number($0, in: Bounds(times, "s")) }
    let name = try event.required("do", event.text)
    let action = try action(name, event)
    try event.finish(idle: eventKeys)
    return TimelineEvent(at: time, action)
  }

  private static func action(_ name: String, _ event: JSONObject) throws -> TimelineEvent.Action {
    switch name {
    case "begin": return .begin
    case "pause": return .pause
    case "reverse": return .reverse
    case "stop": return .stop
    case "cancel": return .cancel
    case "continue":
      return .continue(timing: try curve(event), durationFactor: try event.number("durationFactor"))
    case "update": return .update(fraction: try event.required("fraction", event.number))
    case "finish":
      return .finish(try event.word("position", of: AnimatingPosition.self, "start, end or current") ?? .end)
    case "drag":
      guard event.value("samples") != nil else { throw event.problem("“samples” is missing") }
      let samples = try event.objects("samples").map { sample in
        let time = try sample.required("at") { try sample.number($0, in: Bounds(0...Double.infinity, "s")) }
        let place = try sample.required("x", sample.number)
        try sample.finish()
        return DragSample(time: time, translation: place)
      }
      if samples.isEmpty { throw event.problem("“samples” is empty") }
      return .drag(
        Drag(
          samples: samples, width: try positive("width", event) ?? 1, velocity: try event.number("velocity"),
          completionSpeed: try positive("completionSpeed", event) ?? 1))
    default:
      throw event.problem(
        "“do” is “\(name)”, but must be begin, pause, update, continue, reverse, stop, finish, cancel or drag"
      )
    }
  }

  /// The curve of `object`, written as on the command line.
  private static func curve(_ object: JSONObject) throws -> TimingCurve? {
    guard let text = try object.text("timing") else { return nil }
    do throws(TimingCurveError) { return try TimingCurve(text: text) } catch {
      throw object.problem("“timing”: \(error)")
    }
  }
}

/// An error in the text or the events of a timeline.
package enum TimelineFileError: DescribedError {
  /// The text cannot be read. The reason has the place and the problem, without a full stop.
  case file(name: String, reason: String)
  /// The events of the timeline cannot be played.
  case events(TimelineError)

  package var code: SegueError.Code { .invalidData }

  package var underlying: SegueError? {
    if case .events(let error) = self { SegueError(error) } else { nil }
  }

  package var sentence: String {
    switch self {
    case .file(let name, let reason): "\(name): \(reason)"
    case .events(let error): error.description
    }
  }
}
