import SegueImaging
import SegueMath

/// The pictures of an overlay's first complete pass, for its later passes. Every pass has the same pictures;
/// lengths differ by a frame if the period is fractional.
///
/// **Thread-safety:** a value.
struct LoopPictures {
  private var pictures: [Snapshot] = []
  /// The number of pictures in the longest pass; 0 if they are not kept.
  private let limit: Int

  /// The most bytes that one overlay keeps.
  private static let mostBytes = 32 << 20

  /// No pictures yet. Those of a long loop, or of an overlay that is shown once, are not kept.
  init(_ overlay: PlacedOverlay) {
    guard let period = overlay.period, Ratio(overlay.frames.count) > period else {
      limit = 0
      return
    }
    // A picture has up to 8 bytes per pixel.
    limit = period.ceiling * overlay.size.area * 8 <= Self.mostBytes ? period.ceiling : 0
  }

  var count: Int { pictures.count }

  /// The picture at `step` frames after a pass's beginning; `nil` if it was not kept.
  subscript(step: Int) -> Snapshot? { step < pictures.count ? pictures[step] : nil }

  /// Keeps the picture at `step` if those before it were kept.
  mutating func keep(_ picture: Snapshot, at step: Int) {
    if step == pictures.count, step < limit { pictures.append(picture) }
  }
}
