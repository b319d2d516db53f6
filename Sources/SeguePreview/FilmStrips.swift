import SegueFilm
import SegueFilms
import Synchronization

/// Strips of the transitions that a film's page offers, between two frames of the film. These are the
/// middles of the first and last clip, or the first and last frame of a single clip.
///
/// **Thread-safety:** every method may be called from any thread.
final class FilmStrips: Sendable {
  /// The index of the first strip among the film's thumbnails, after those of the clips.
  static let first = FilmBounds.clips.upperBound
  /// The transitions that have a strip.
  static let entries = Catalogue.builtIn.transitions.map {
    PreviewCatalogue.Entry(name: $0.name, description: $0, argument: $0.name)
  }

  private let cache = Mutex<(number: Int, stage: SnapshotPair)?>(nil)

  /// The strip of transition `index`; `nil` without such a transition.
  func strip(_ index: Int, of reading: FilmModel.Reading) -> Thumbnails.Drawing? {
    guard Self.entries.indices.contains(index) else { return nil }
    return .init(revision: reading.number) { [self] in
      try TransitionStrips.draw(Self.entries[index], between: stage(of: reading), over: .black)
    }
  }

  /// The two frames at a strip's size.
  private func stage(of reading: FilmModel.Reading) throws -> SnapshotPair {
    if let cached = cache.withLock({ $0 }), cached.number == reading.number { return cached.stage }
    let timeline = reading.draft.plan.timeline
    let middles = [0, timeline.clips.count - 1].map(timeline.visible(ofClip:)).map {
      $0.lowerBound + $0.count / 2
    }
    let frames = timeline.clips.count == 1 ? [0, timeline.forwardCount - 1] : middles
    let pictures = try ClipThumbnails.pictures(of: frames, of: reading.draft.plan)
    let stage = try SnapshotPair(
      from: pictures[0], to: pictures[1], size: TransitionStrips.size(for: pictures[0].size))
    cache.withLock { $0 = (reading.number, stage) }
    return stage
  }
}
