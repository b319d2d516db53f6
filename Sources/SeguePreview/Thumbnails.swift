import Dispatch
import Synchronization

/// Small pictures, as JPEG, that are drawn one at a time and kept.
///
/// **Thread-safety:** every method may be called from any thread.
final class Thumbnails: Sendable {
  /// The quality that they are drawn in, of JPEG's 100.
  static let quality = 78

  /// The content: a picture of one revision of it.
  struct Drawing: Sendable {
    /// Counts the changes of what it shows.
    var revision: Int
    /// The JPEG.
    var draw: @Sendable () throws -> [UInt8]
  }

  private struct CachedThumbnail {
    var revision: Int
    var bytes: [UInt8]?
  }

  private let drawing: @Sendable (Int) -> Drawing?
  private let queue = DispatchQueue(label: "segue.thumbnails")
  private let kept = Mutex<[Int: CachedThumbnail]>([:])
  private let work: DispatchGroup
  private let isClosed = Atomic<Bool>(false)

  /// Thumbnails that are drawn as work of `group`.
  /// - Parameter drawing: the content of the thumbnail with an index; `nil` where there is none.
  init(in group: DispatchGroup, _ drawing: @escaping @Sendable (Int) -> Drawing?) {
    (work, self.drawing) = (group, drawing)
  }

  /// Draws no more.
  func close() { isClosed.store(true, ordering: .relaxed) }

  /// Calls `done` with the thumbnail with this index; `nil` where it cannot be drawn.
  func picture(_ index: Int, done: @escaping @Sendable ([UInt8]?) -> Void) {
    queue.async(group: work) { [self] in
      guard !isClosed.load(ordering: .relaxed), let drawing = drawing(index) else { return done(nil) }
      if let kept = kept.withLock({ $0[index] }), kept.revision == drawing.revision {
        return done(kept.bytes)
      }
      let bytes = try? drawing.draw()
      kept.withLock { $0[index] = CachedThumbnail(revision: drawing.revision, bytes: bytes) }
      done(bytes)
    }
  }
}
