import FoundationEssentials
import Glibc
import SegueFields
import SegueMath
import SegueMotion
import SegueSystem
import SegueTransitions

extension Timeline {
  /// Parses the timeline in `json`, as `segue --timeline` does. Errors call the timeline `name`. Its
  /// events are checked when it is played.
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
      return (try Timeline.fields.read(document), notices)
    } catch {
      let known = SegueError.known(error)
      throw .file(name: name, reason: "\(error)", place: known?.place, property: known?.property)
    }
  }

  /// The schema of a timeline. An unknown key is an error; a key of another event has no effect.
  package static var schema: JSONValue {
    JSONSchema.document("A file for segue render --timeline", Timeline.fields.schema)
  }
}

/// The range of a timeline's times, in seconds.
private let times = 0...TimingCurve.longestDuration

extension Timeline: FieldOwner {
  // swift-format-ignore
  package static let fields = Fields<Timeline>(Timeline(duration: 0.6, events: []), [
    .value("duration", \.duration, .number(times, "s", isAbove: true), "the duration of an uninterrupted run"),
    .value("timing", \.timing, .curve, "the initial curve"),
    .value("events", \.events,
      Kind<[EventObject]>.list(1...Int.max).map({ $0.map(\.event) }, back: { _ in nil }), "the events").required,
  ])
}

/// An event of a timeline as an object of its file.
private struct EventObject: FieldOwner {
  enum Action: String, CaseIterable {
    case begin, pause, update, `continue`, reverse, stop, finish, cancel, drag
  }

  var time = 0.0
  var action = Action.begin
  var fraction = 0.0
  var timing: TimingCurve?
  var durationFactor: Double?
  var position = AnimatingPosition.end
  var drag = Drag(samples: [])

  // swift-format-ignore
  static let fields = Fields<EventObject>(EventObject(), [
    .value("at", \.time, .number(times, "s"), "the time").required,
    .value("do", \.action, .word, "the action").required,
    .value("fraction", \.fraction, .number, "the progress").required.only("do", "update"),
    .optional("timing", \.timing, .curve, "the new curve").only("do", "continue"),
    .optional("durationFactor", \.durationFactor, .number, "the remaining time, relative to the duration")
      .only("do", "continue"),
    .value("position", \.position, .choice([("start", .start), ("end", .end), ("current", .current)]), "the final position")
      .only("do", "finish"),
    .value("samples", \.drag.samples, .list(1...Int.max), "the positions of the finger").required.only("do", "drag"),
    .value("width", \.drag.width, .number(0...Double.infinity, isAbove: true), "the translation from progress 0 to 1")
      .only("do", "drag"),
    .optional("velocity", \.drag.velocity, .number, "the velocity at the release").only("do", "drag"),
    .value("completionSpeed", \.drag.completionSpeed, .number(0...Double.infinity, isAbove: true),
      "the speed of the remaining run").only("do", "drag"),
  ])

  var event: TimelineEvent {
    let action: TimelineEvent.Action =
      switch action {
      case .begin: .begin
      case .pause: .pause
      case .update: .update(fraction: fraction)
      case .continue: .continue(timing: timing, durationFactor: durationFactor)
      case .reverse: .reverse
      case .stop: .stop
      case .finish: .finish(position)
      case .cancel: .cancel
      case .drag: .drag(drag)
      }
    return TimelineEvent(at: time, action)
  }
}

extension DragSample: FieldOwner {
  package static let fields = Fields<DragSample>(
    DragSample(time: 0, translation: 0),
    [
      .value("at", \.time, .number(0...Double.infinity, "s"), "the time").required,
      .value("x", \.translation, .number, "the distance from the drag's start").required,
    ])
}

/// A timeline that drives a transition of a film.
package struct PlayedTimeline: Sendable {
  package let run: TimelineRun
  /// The notices about keys and events without effect.
  package let notices: [Notice]

  /// Reads and plays the timeline in `source`, which must end at the incoming picture.
  /// - Parameter timing: replaces the file's curve; `nil` keeps it.
  /// - Throws: `SystemError`, `TimelineFileError`.
  package init(_ source: FileSource, timing: TimingCurve?) throws {
    var (timeline, notices) = try TimelineFile.timeline(in: try source.read(), name: source.name)
    if let timing { timeline.timing = timing }
    do { run = try TimelineRun(timeline) } catch { throw TimelineFileError.events(error) }
    guard run.restProgress == 1 else {
      throw TimelineFileError.file(
        name: source.name,
        reason: "it ends at a progress of \(DecimalText.text(run.restProgress)), but must end at 1 in a film")
    }
    notices += run.warnings.map { Notice(of: .timeline, "\($0)") }
    self.notices = notices
  }
}

/// An error in the text or the events of a timeline.
package enum TimelineFileError: DescribedError {
  /// The text cannot be read. The reason has the place and the problem, without a full stop.
  case file(name: String, reason: String, place: String? = nil, property: String? = nil)
  /// The events of the timeline cannot be played.
  case events(TimelineError)

  package var code: SegueError.Code { .invalidData }

  package var place: String? { if case .file(_, _, let place, _) = self { place } else { nil } }
  package var property: String? { if case .file(_, _, _, let property) = self { property } else { nil } }

  package var underlying: SegueError? {
    if case .events(let error) = self { SegueError(error) } else { nil }
  }

  package var sentence: String {
    switch self {
    case .file(let name, let reason, _, _): "\(name): \(reason)"
    case .events(let error): error.description
    }
  }
}
