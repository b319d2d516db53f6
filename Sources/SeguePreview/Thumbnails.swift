import Dispatch
import Synchronization

/// Small JPEG pictures that are drawn one at a time and cached.
///
/// **Thread-safety:** every method may be called from any thread.
final class Thumbnails: Sendable {
  /// The JPEG quality, up to 100.
  static let quality = 78

  /// A thumbnail to draw.
  struct Drawing: Sendable {
    /// The revision of the content.
    var revision: Int
    /// Makes the JPEG.
    var draw: @Sendable () throws -> [UInt8]
  }

  private struct CachedThumbnail {
    var revision: Int
    var bytes: [UInt8]?
  }

  private let drawing: @Sendable (Int) -> Drawing?
  private let queue = DispatchQueue(label: "segue.thumbnails")
  private let cache = Mutex<[Int: CachedThumbnail]>([:])
  private let work: DispatchGroup
  private let isClosed = Atomic<Bool>(false)

  /// Thumbnails that are drawn as work of `group`.
  /// - Parameter drawing: the content of the thumbnail with an index; `nil` for an invalid index.
  init(in group: DispatchGroup, _ drawing: @escaping @Sendable (Int) -> Drawing?) {
    work = group
    self.drawing = drawing
  }

  /// Stops drawing.
  func close() { isClosed.store(true, ordering: .relaxed) }

  /// Calls `done` with the thumbnail, or `nil` if it cannot be drawn.
  func picture(_ index: Int, done: @escaping @Sendable ([UInt8]?) -> Void) {
    queue.async(group: work) { [self] in
      guard !isClosed.load(ordering: .relaxed), let drawing = drawing(index) else { return done(nil) }
      if let cached = cache.withLock({ $0[index] }), cached.revision == drawing.revision {
        return done(cached.bytes)
      }
      let bytes = try? drawing.draw()
      cache.withLock { $0[index] = CachedThumbnail(revision: drawing.revision, bytes: bytes) }
      done(bytes)
    }
  }
}
