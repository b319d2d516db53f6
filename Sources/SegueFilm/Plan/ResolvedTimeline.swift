import SegueFields
import SegueMotion
import SegueRun
import SegueSystem

/// The clips and the transitions of a film on its timeline.
struct ResolvedTimeline: Sendable {
  var timeline: FilmTimeline
  var clips: [ResolvedClip]
  let opening: ResolvedJunction
  let closing: ResolvedJunction

  /// Places `clips` with `junctions`: the opening, the junctions between the clips, and the closing. The
  /// closing of a cycle leads to the first clip, which is repeated at the end of ``clips``.
  /// - Parameter musicEnd: the frame at which the pictures' shared music ends; `nil` if they share none.
  /// - Throws: `FilmError`, `UsageError.conflict`.
  init(
    _ clips: [ResolvedClip], _ junctions: [ResolvedJunction], _ request: FilmRequest, rate: FrameRate,
    musicEnd: Int?
  ) throws {
    let between = junctions.dropFirst().dropLast(request.cycles ? 0 : 1)
    // The length of all overlaps in frames. Overlaps shorten the film.
    var taken = between.reduce(0) { $1.usesHandles ? $0 : $0 + $1.length }
    var placed = clips
    if let musicEnd { try FilmPlan.share(musicEnd, rate, overlaps: taken, &placed) }
    var timeline = try Self.makeTimeline(placed, junctions, request, rate: rate)
    // Shortened overlaps remove fewer frames, so the pictures must be shortened, too.
    while let musicEnd {
      let fewer = placed.reduce(-timeline.forwardCount) { $0 + $1.length }
      if fewer >= taken { break }
      taken = fewer
      try FilmPlan.share(musicEnd, rate, overlaps: taken, &placed)
      timeline = try Self.makeTimeline(placed, junctions, request, rate: rate)
    }
    if request.pictureHold != nil {
      for index in placed.indices where placed[index].hasDefaultLength {
        let edges = timeline.lead(ofClip: index) + timeline.trail(ofClip: index)
        placed[index].length = timeline.clips[index].count - edges
        placed[index].end = rate.exactTime(ofFrame: placed[index].length)
      }
    }
    self.timeline = timeline
    opening = junctions[0].placed(timeline.opening)
    closing = junctions[junctions.count - 1].placed(timeline.closing)
    if timeline.isCycle {
      placed.append(placed[0])
      placed[placed.count - 1].index = placed.count - 1
    }
    self.clips = placed.map { clip in
      clip.placed(on: timeline, after: clip.index > 0 ? (placed[clip.index - 1], junctions[clip.index]) : nil)
    }
    try request.checkLoop(of: self.clips)
    guard request.isPingPong else { return }
    let repeats = request.output.knownFormat?.facts.repeats == true
    try self.timeline.playBackwards(again: repeats && request.output.plays != 1)
  }

  private static func makeTimeline(
    _ clips: [ResolvedClip], _ junctions: [ResolvedJunction], _ request: FilmRequest, rate: FrameRate
  ) throws(FilmError) -> FilmTimeline {
    let holds = request.pictureHold != nil
    return try FilmTimeline(
      rate: rate,
      lengths: clips.map {
        .init(source: $0.input.source.text, count: $0.length, standsAlone: holds && $0.hasDefaultLength)
      },
      edges: junctions.map(\.edge), isCycle: request.cycles, shortens: request.shortens)
  }

  /// The opening, the junctions between the clips and, except in a cycle, the closing.
  var junctions: [ResolvedJunction] {
    [opening] + clips.compactMap(\.junction) + (timeline.isCycle ? [] : [closing])
  }

  /// The notices about shortened transitions and about curves that are not at rest at their end.
  var notices: [Notice] {
    ResolvedJunction.shorteningNotices(junctions) + junctions.compactMap { $0.restNotice(timeline.rate) }
  }
}

extension [ResolvedClip] {
  /// The junction after `clip`; `nil` for the last clip.
  package func junction(after clip: ResolvedClip) -> ResolvedJunction? {
    dropFirst(clip.index + 1).first?.junction
  }
}
