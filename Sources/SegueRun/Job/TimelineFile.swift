import Foundation
import SegueImaging
import SegueMath
import SegueMotion
import SegueSystem
import SegueTransitions

/// The JSON of a timeline, as `--timeline` reads it.
public enum TimelineFile {
  /// The most bytes that a timeline may have.
  private static let largestFile = 1 << 24

  /// The timeline in the file at `path`, and what in it says nothing; `-` is standard input.
  /// - Throws: `MediaError.unreadable`, `MediaError.badData` for an empty file or more than 16 MiB,
  ///   `TimelineFileError`.
  package static func read(path: String) async throws -> (timeline: Timeline, warnings: [String]) {
    let json = try await InputBytes.read(path: path, limit: largestFile)
    let timeline = try parse(json, name: path)
    return (timeline, strangeKeys(in: json).map { "\(path): \($0)" })
  }

  /// The timeline in `json`; errors call it `name`.
  /// - Throws: `TimelineFileError`.
  public static func parse(_ json: [UInt8], name: String) throws(TimelineFileError) -> Timeline {
    do {
      return try JSONDecoder().decode(Document.self, from: Data(json)).timeline()
    } catch let error as DecodingError {
      throw TimelineFileError.file(name: name, reason: sentence(for: error, in: json))
    } catch {
      throw TimelineFileError.file(name: name, reason: "\(error)")
    }
  }

  /// The unknown keys of a timeline, and those that its kind of event does not have, a sentence each.
  static func strangeKeys(in json: [UInt8]) -> [String] {
    guard let document = try? JSONSerialization.jsonObject(with: Data(json)) as? [String: Any] else {
      return []
    }
    var sentences = sentences(about: document, place: "", known: ["duration", "timing", "events"])
    for (index, event) in (document["events"] as? [[String: Any]] ?? []).enumerated() {
      let place = "events[\(index)]"
      let known = ["at", "do"] + (Event.keys[event["do"] as? String ?? ""] ?? [])
      sentences += Self.sentences(about: event, place: place, known: known)
      for (index, sample) in (event["samples"] as? [[String: Any]] ?? []).enumerated() {
        sentences += Self.sentences(about: sample, place: "\(place).samples[\(index)]", known: ["at", "x"])
      }
    }
    return sentences
  }

  private static func sentences(about object: [String: Any], place: String, known: [String]) -> [String] {
    object.keys.sorted().filter { !known.contains($0) }.map { key in
      let meant = NameSuggestion.nearest(to: key, in: known).map { "; did you mean “\($0)”?" } ?? ""
      return (place.isEmpty ? "" : place + ": ") + "unknown key “\(key)” (ignored)\(meant)"
    }
  }

  /// Where in the file, and what is wrong there.
  private static func sentence(for error: DecodingError, in json: [UInt8]) -> String {
    func place(_ context: DecodingError.Context) -> String {
      let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
      return path.isEmpty ? "" : path.joined(separator: ".").replacing(".[", with: "[") + ": "
    }
    switch error {
    case .keyNotFound(let key, let context): return place(context) + "“\(key.stringValue)” is missing"
    case .typeMismatch(let type, let context): return place(context) + "expected \(name(of: type))"
    case .valueNotFound(let type, let context): return place(context) + "expected \(name(of: type)), not null"
    case .dataCorrupted(let context):
      return context.codingPath.isEmpty
        ? JSONValue.fault(in: json) : place(context) + context.debugDescription
    @unknown default: return "\(error)"
    }
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is Double.Type, is Int.Type: "a number"
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    default: "\(type)".hasPrefix("Array") ? "a list" : "an object"
    }
  }
}

/// What is wrong with a timeline.
public enum TimelineFileError: DescribedError, Hashable {
  /// The file cannot be read: its name, and where and what, in a sentence without a full stop.
  case file(name: String, reason: String)
  /// Its events cannot be played.
  case events(TimelineError)

  /// What is wrong, in one sentence.
  public var description: String {
    switch self {
    case .file(let name, let reason): "\(name): \(reason)"
    case .events(let error): error.description
    }
  }
}

/// The whole document.
private struct Document: Decodable {
  var duration: Double?
  var timing: Curve?
  var events: [Event]

  func timeline() throws -> Timeline {
    Timeline(
      duration: duration ?? 0.6, timing: timing?.curve ?? .easeInOut,
      events: try events.enumerated().map { try $0.element.event(index: $0.offset) })
  }
}

/// A curve, written as on the command line.
private struct Curve: Decodable {
  var curve: TimingCurve

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      curve = try TimingCurve(parsing: container.decode(String.self))
    } catch let error as TimingCurveError {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(error)")
    }
  }
}

/// One event with whatever keys its kind has.
private struct Event: Decodable {
  var at: Double
  var `do`: String
  var fraction: Double?
  var timing: Curve?
  var durationFactor: Double?
  var position: String?
  var samples: [Sample]?
  var width: Double?
  var velocity: Double?
  var completionSpeed: Double?

  /// The keys that each kind of event takes.
  static let keys: [String: [String]] = [
    "continue": ["timing", "durationFactor"], "update": ["fraction"], "finish": ["position"],
    "drag": ["samples", "width", "velocity", "completionSpeed"],
  ]

  struct Sample: Decodable {
    var at: Double
    var x: Double
  }

  /// A fact about an event, as a sentence.
  struct Problem: Error, CustomStringConvertible {
    var description: String
  }

  func event(index: Int) throws -> TimelineEvent {
    TimelineEvent(at: at, try action(index: index))
  }

  private func action(index: Int) throws -> TimelineEvent.Action {
    switch self.do {
    case "begin": return .begin
    case "pause": return .pause
    case "reverse": return .reverse
    case "stop": return .stop
    case "cancel": return .cancel
    case "continue": return .continue(timing: timing?.curve, durationFactor: durationFactor)
    case "update":
      guard let fraction else { throw missing("fraction", index) }
      return .update(fraction: fraction)
    case "finish":
      let name = position ?? AnimatingPosition.end.rawValue
      guard let position = AnimatingPosition(rawValue: name) else {
        throw Problem(description: "events[\(index)].position is “\(name)”: expected start, end or current")
      }
      return .finish(position)
    case "drag":
      guard let samples else { throw missing("samples", index) }
      return .drag(
        Drag(
          samples: samples.map { DragSample(time: $0.at, translation: $0.x) }, width: width ?? 1,
          velocity: velocity, completionSpeed: completionSpeed ?? 1))
    default:
      let known = "begin, pause, update, continue, reverse, stop, finish, cancel or drag"
      throw Problem(description: "events[\(index)].do is “\(self.do)”: expected \(known)")
    }
  }

  private func missing(_ key: String, _ index: Int) -> Problem {
    Problem(description: "events[\(index)], “\(self.do)”, needs “\(key)”")
  }
}
