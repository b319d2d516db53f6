import SegueMotion
import SegueRun

/// The requested lengths of a film's transitions, in frames.
struct Overlaps {
  let (opening, closing): (Int, Int)
  /// The overlaps between clips; 0 for a cut.
  let junctions: [Int]
  /// Whether the opening, each junction and the closing has the default length, so that it may be
  /// shortened.
  private let flexible: [Bool]

  /// The lengths for `request`. A junction of 0 frames becomes a cut.
  init(_ request: FilmRequest, _ transitions: inout FilmPlan.Transitions, rate: FrameRate) {
    func count(_ requested: FilmJunction?, _ junction: FilmPlan.Junction) -> Int {
      guard let requested, junction.prepared != nil else { return 0 }
      return request.resolved(requested).duration.map(rate.frames) ?? 0
    }
    opening = count(request.opening, transitions.opening)
    closing = count(request.closing, transitions.closing)
    junctions = zip(request.junctions, transitions.junctions).map(count)
    flexible = ([request.opening] + request.junctions + [request.closing]).map(request.hasStandardLength)
    for index in junctions.indices where junctions[index] == 0 {
      transitions.junctions[index] = FilmPlan.Junction()
    }
  }

  /// The frames that overlaps without handles take off the film.
  func frames(takenFromClipsOf request: FilmRequest) -> Int {
    zip(request.junctions, junctions).reduce(0) { sum, junction in
      request.resolved(junction.0).overlap == .handles ? sum : sum + junction.1
    }
  }

  /// The timeline of clips of `lengths` frames.
  /// - Throws: `FilmError` with the clips' names.
  func timeline(of request: FilmRequest, _ lengths: [Int], rate: FrameRate) throws(FilmError) -> FilmTimeline
  {
    do {
      return try FilmTimeline(
        rate: rate, lengths: lengths, overlaps: junctions, opening: opening, closing: closing,
        handles: request.junctions.map { request.resolved($0).overlap == .handles },
        shortens: request.shortens, flexible: flexible)
    } catch {
      throw error.naming(request.clips.map(\.source.text))
    }
  }

  /// A note for each transition that `timeline` shortens. Several of default length share a note.
  func notes(on timeline: FilmTimeline, between clips: [ResolvedClip]) -> [String] {
    let names =
      ["the opening"] + junctions.indices.map { "the transition after \(clips[$0].input.source.text)" }
      + ["the closing"]
    let requested = [opening] + junctions + [closing]
    let made = [timeline.opening] + timeline.overlaps + [timeline.closing]
    let shorter = names.indices.filter { made[$0].count < requested[$0] }
    let standard = shorter.filter { flexible[$0] }
    let sentences = (standard.count > 1 ? shorter.filter { !flexible[$0] } : shorter).map {
      "\(names[$0]) is shortened from \(requested[$0]) to \(made[$0].count) frames"
    }
    guard standard.count > 1, let shortest = standard.map({ made[$0].count }).min() else { return sentences }
    return sentences + [
      "\(standard.count) transitions of \(requested[standard[0]]) frames are shortened to fit their clips, "
        + "the shortest to \(shortest)"
    ]
  }
}
