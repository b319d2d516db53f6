import SegueFields
import SegueMath
import SegueMotion
import SegueSystem

/// An error in the request for a film.
package enum FilmError: DescribedError {
  /// A clip is shorter than its overlaps. Lengths are in frames at `rate`; `clip` counts from 0 and `of`
  /// is the number of clips. The overlap before the first clip is the opening, the overlap after the
  /// last clip the closing.
  case overlapsTooLong(
    source: String, clip: Int, of: Int, length: Int, before: Int, after: Int, longestBefore: Int,
    longestAfter: Int,
    rate: FrameRate)
  /// A word cannot be parsed. `of` is the key with the error, if it is known; `expected` describes the
  /// valid form.
  case argument(String, of: String? = nil, expected: String)
  /// A number or count is invalid. The place is a path such as `clips[2].duration`, or a phrase with
  /// the value's `path`; `expected` describes the valid values.
  case value(place: String, value: String, expected: String, path: String? = nil)
  /// A curve, a transition or a text is invalid; the place is a path such as `junctions[0]` or
  /// `titles[0].enter`.
  case part(SegueError, place: String? = nil)
  /// A timeline cannot be read or played. The place is its transition's path, such as `junctions[0]`.
  case timeline(place: String, TimelineFileError)
  /// The film would be longer than a day. `seconds` is its length.
  case tooLong(seconds: Double)
  /// The IN or OUT of a clip is not within its source.
  case trim(source: String, reason: String)
  /// The pictures of a clip end before its stated duration. `start` is the clip's start and `end`
  /// the end of its pictures, in seconds of the source.
  case endsEarly(source: String, reason: String, start: Double, end: Double)
  /// An error in the film file `name`. The reason has the place and the problem, without a full stop.
  case file(name: String, reason: String, place: String? = nil, property: String? = nil)
  /// The film has no inputs.
  case empty
}

extension FilmError {
  package var code: SegueError.Code {
    switch self {
    case .overlapsTooLong, .argument, .value, .tooLong, .trim, .empty: .invalidValue
    case .endsEarly, .file, .timeline: .invalidData
    case .part(let error, _): error.code
    }
  }

  package var place: String? { location.place }
  package var property: String? { location.property }

  /// The place and the property, split from `titles[0].enter`, `enter of “WORD”`, an object's path or a
  /// word.
  private var location: (place: String?, property: String?) {
    let path: String?
    switch self {
    case .file(_, _, let place, let property): return (place, property)
    case .value(let place, _, _, let own): path = own ?? place
    case .timeline(let place, let error):
      path = [place, "timeline", error.place, error.property].compactMap(\.self).joined(separator: ".")
    case .part(_, let place): path = place
    case .overlapsTooLong(_, let clip, _, _, _, _, _, _, _): path = "clips[\(clip)]"
    case .argument(let word, let key, _): return (word, key)
    case .tooLong, .trim, .endsEarly, .empty: path = nil
    }
    if let path, let end = path.lastIndex(of: "”") {
      if path.first == "“" {
        let key = path[path.index(after: end)...].dropFirst().prefix { $0 != "." }
        return (Place(String(path[...end])).path, key.isEmpty ? nil : String(key))
      }
      if let of = path.firstRange(of: " of “"), !path[..<of.lowerBound].contains(" ") {
        let word = Place(String(path[path.index(before: of.upperBound)...end]))
        return (word.path, String(path[..<of.lowerBound]))
      }
    }
    guard let path, path.last != "]" else { return (path, nil) }
    // A phrase such as “the speed of a.mp4” is not a path.
    if path.contains(" ") { return (nil, nil) }
    guard let dot = path.lastIndex(of: ".") else { return (nil, path) }
    return (String(path[..<dot]), String(path[path.index(after: dot)...]))
  }

  package var underlying: SegueError? {
    switch self {
    case .part(let error, _): error
    case .timeline(_, let error): SegueError(error)
    default: nil
    }
  }

  /// The error in one sentence.
  package var sentence: String {
    switch self {
    case .overlapsTooLong(
      let source, _, _, let length, let before, let after, let longestBefore, let longestAfter, let rate):
      overlapSentence(source, length, rate, before, after, longestBefore, longestAfter)
    case .argument(let word, _, let expected): "“\(word)” cannot be read: expected \(expected)"
    case .value(let place, let value, let expected, _): "\(place) is \(value), but must be \(expected)"
    case .part(let error, let place): (place.map { "\($0): " } ?? "") + error.sentence
    case .timeline(let place, let error): place + (place.last == "”" ? ": " : ".timeline: ") + "\(error)"
    case .tooLong(let seconds):
      "the film would be at least \(DecimalText.text(seconds)) s long; the longest is a day, 86400 s"
    case .trim(let source, let reason): "\(source): \(reason)"
    case .endsEarly(let source, let reason, _, let end):
      "\(source) cannot be used: \(reason); set its end to \(DecimalText.text(end)) s to use the frames that exist"
    case .file(let name, let reason, _, _): "\(name): \(reason)"
    case .empty: "there is no input"
    }
  }
}

extension FilmError {
  /// An error in the film file `name`. Its place is that of `error`, or `place` if `error` has no place.
  package static func file(named name: String, _ error: any Error, at place: Place? = nil) -> FilmError {
    let known = SegueError.known(error)
    return .file(
      name: name, reason: (place.map { "\($0.text): " } ?? "") + "\(error)",
      place: known?.place ?? place?.path, property: known?.property)
  }

  /// The error about an empty range of `source`, from `start` to `end`. The source is `duration` seconds
  /// long.
  package static func emptyPart(
    _ source: String, from start: Double, to end: Double, of duration: Double
  ) -> FilmError {
    let words =
      start < duration
      ? "which is not before OUT, \(DecimalText.text(end)) s"
      : "but the source is only \(DecimalText.text(duration)) s long"
    return .trim(source: source, reason: "IN is \(DecimalText.text(start)) s, \(words)")
  }
}

/// An overlap at the beginning or the end of a clip.
package enum FilmEdge: String, Sendable, Hashable {
  case opening, closing, transition
}

extension FilmError {
  /// The overlaps that are too long for the clip; empty for other errors.
  package var edges: [FilmEdge] {
    guard case .overlapsTooLong(_, let clip, let clips, _, let before, let after, _, _, _) = self else {
      return []
    }
    return (before > 0 ? [clip == 0 ? .opening : .transition] : [])
      + (after > 0 ? [clip == clips - 1 ? .closing : .transition] : [])
  }

  /// The sentence about a clip that is shorter than its overlaps. Times are rounded down so that they fit.
  private func overlapSentence(
    _ source: String, _ length: Int, _ rate: FrameRate, _ before: Int, _ after: Int, _ longestBefore: Int,
    _ longestAfter: Int
  ) -> String {
    func text(_ frames: Int) -> String {
      "\(((rate.time(ofFrame: frames) * 1000).rounded(.down) / 1000).typed) s"
    }
    func times(_ first: Int, _ second: Int) -> String {
      [(before, first), (after, second)].filter { $0.0 > 0 }.map { text($0.1) }.joined(separator: " and ")
    }
    let isPlain = edges.allSatisfy { $0 == .transition }
    let subject =
      isPlain
      ? "transitions take"
      : edges.map(\.rawValue).joined(separator: " and its ") + (edges.count == 1 ? " takes" : " take")
    return
      "\(source) is \(text(length)) long in the film, but its \(subject) \(times(before, after)) of it; the longest that fit "
      + "are \(times(longestBefore, longestAfter))"
  }
}
