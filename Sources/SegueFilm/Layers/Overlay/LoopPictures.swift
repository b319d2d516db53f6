import SegueImaging
import SegueMath

/// The pictures of an overlay's first complete pass, for its later passes. Every pass begins with the same
/// pictures. A fractional period adds one frame to some passes.
///
/// **Thread-safety:** a value.
struct LoopPictures {
  private var pictures: [Snapshot] = []
  /// The number of pictures in the longest pass; 0 if they are not kept.
  private let limit: Int
  private let pictureBytes: Int

  /// The maximum number of bytes that one overlay keeps.
  static let maximumBytes = 32 << 20

  /// An empty store. It keeps no pictures of a long loop, or of an overlay that is shown once.
  init(_ overlay: ResolvedOverlay) {
    // A picture has up to 8 bytes per pixel.
    pictureBytes = overlay.size.area * 8
    guard let period = overlay.period, Ratio(overlay.frames.count) > period else {
      limit = 0
      return
    }
    limit = period.ceiling * pictureBytes <= Self.maximumBytes ? period.ceiling : 0
  }

  /// The number of bytes of a complete store.
  var byteCount: Int { limit * pictureBytes }

  var count: Int { pictures.count }

  /// The picture `step` frames into a pass; `nil` if it was not kept.
  subscript(step: Int) -> Snapshot? { step < pictures.count ? pictures[step] : nil }

  /// Keeps the picture at `step` if all previous pictures were kept.
  mutating func keep(_ picture: Snapshot, at step: Int) {
    if step == pictures.count, step < limit { pictures.append(picture) }
  }
}
