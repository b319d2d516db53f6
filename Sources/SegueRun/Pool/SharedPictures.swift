import FoundationEssentials
import Glibc
import SegueCPU
import SegueFields
import SegueImaging
import SegueMedia
import SegueRendering
import SegueSystem
import Synchronization

/// A cache of pictures that several jobs read. Each file is decoded once and scaled to each size
/// once, within a memory budget; the least recently used pictures are evicted. If two jobs need the
/// same picture at once, the second one waits for the first, and reads it itself if the first is
/// cancelled.
///
/// **Thread-safety:** may be shared.
package final class SharedPictures: Sendable {
  /// The facts of a picture whose pixels may have been evicted.
  package struct Facts: Sendable {
    /// The picture's own size.
    package let size: ImageSize
    /// Whether every pixel has full alpha.
    package let isOpaque: Bool
    /// Whether this is a vector drawing, which can be rendered at any size.
    package let isSVG: Bool
    /// The decoder's notices.
    package let notices: [Notice]

    init(_ image: DecodedImage) {
      (size, isOpaque) = (image.snapshot.size, image.snapshot.isOpaque)
      (isSVG, notices) = (image.isSVG, image.notices)
    }
  }

  /// A picture that can be scaled to any size.
  @dynamicMemberLookup
  package struct Opened: Sendable {
    fileprivate let facts: Facts
    fileprivate let path: String
    /// The source for reading the picture again; `nil` for a pipe.
    fileprivate let origin: PictureSource?
    fileprivate let source: Source?
    fileprivate let moment: ImageDecoder.Moment
    fileprivate let limits: DecodingLimits
    fileprivate let target: SVGTarget?
    fileprivate let decoded: Snapshot?

    package subscript<Fact>(dynamicMember fact: KeyPath<Facts, Fact>) -> Fact { facts[keyPath: fact] }
  }

  /// The cache key of a picture in a file: the file's state, the frame of a video, and the decoding.
  fileprivate struct Source: Hashable {
    let stamp: FileStamp
    let moment: ImageDecoder.Moment
    let limits: DecodingLimits
    var target: SVGTarget?
  }

  private struct Key: Hashable {
    let source: Source
    /// The fitting; `nil` for the picture as decoded.
    var fitting: Fitting?
  }

  private struct Fitting: Hashable {
    let size: ImageSize
    let fit: Fit
  }

  private struct State {
    var pictures: LeastRecentlyUsed<Key, DecodedImage>
    var facts = LeastRecentlyUsed<Source, Facts>(budget: 4096)
    var inFlight: [Key: Task<DecodedImage, any Error>] = [:]
  }

  private let state: Mutex<State>
  private let byteBudget: Int
  private let onJoin: @Sendable () -> Void

  /// A cache of up to `byteBudget` bytes of pixels; with 0 nothing is shared.
  /// - Parameter onJoin: called when a job starts to wait for a picture that another job reads.
  package init(byteBudget: Int, onJoin: @escaping @Sendable () -> Void = {}) {
    self.byteBudget = byteBudget
    self.onJoin = onJoin
    state = Mutex(State(pictures: LeastRecentlyUsed(budget: byteBudget)))
  }

  /// Whether pictures are kept.
  var keepsPictures: Bool { byteBudget > 0 }

  /// The picture in the file at `path`, which is decoded unless its facts are known.
  /// - Parameter target: the frame for which a vector drawing is rendered; `nil` means the
  ///   drawing's own size.
  /// - Throws: `SystemError`.
  package func open(
    path: String, moment: ImageDecoder.Moment = .first, limits: DecodingLimits, target: SVGTarget? = nil
  ) async throws -> Opened {
    let source =
      byteBudget > 0
      ? FileStamp(path: path).map { Source(stamp: $0, moment: moment, limits: limits, target: target) } : nil
    let origin = InputCopy.isNeeded(of: path) ? nil : PictureSource.file(path: path)
    if let source, let facts = state.withLock({ $0.facts.value(for: source) }) {
      return Opened(
        facts: facts, path: path, origin: origin, source: source, moment: moment, limits: limits,
        target: target, decoded: nil
      )
    }
    let image = try await decode(path, moment, limits, target, source)
    return Opened(
      facts: Facts(image), path: path, origin: origin, source: source, moment: moment, limits: limits,
      target: target, decoded: image.snapshot
    )
  }

  /// The picture of `source`. Only pictures in files are shared.
  /// - Throws: `SystemError`.
  package func open(
    _ source: PictureSource, moment: ImageDecoder.Moment, limits: DecodingLimits, target: SVGTarget? = nil
  ) async throws -> Opened {
    if let path = source.path {
      return try await open(path: path, moment: moment, limits: limits, target: target)
    }
    let image = try await source.decode(ImageDecoder(limits: limits, target: target), moment: moment)
    return Opened(
      facts: Facts(image), path: source.text, origin: source, source: nil, moment: moment, limits: limits,
      target: target, decoded: image.snapshot)
  }

  /// The size of the picture in the file at `path`; `nil` if unknown.
  func knownSize(path: String, moment: ImageDecoder.Moment, limits: DecodingLimits) -> ImageSize? {
    guard let stamp = FileStamp(path: path) else { return nil }
    let source = Source(stamp: stamp, moment: moment, limits: limits)
    return state.withLock { $0.facts.value(for: source)?.size }
  }

  /// The pixels of `picture` at its own size.
  /// - Throws: `SystemError`.
  package func snapshot(_ picture: Opened) async throws -> Snapshot {
    if let decoded = picture.decoded { return decoded }
    return try await decode(
      picture.path, picture.moment, picture.limits, picture.target, picture.source
    ).snapshot
  }

  /// The pixels of `picture` at `size`. A vector drawing is rendered at that size.
  /// - Throws: `SystemError`.
  package func fitted(_ picture: Opened, to size: ImageSize, fit: Fit) async throws -> Snapshot {
    let target = SVGTarget(size, fit)
    if picture.isSVG, picture.target != target, let origin = picture.origin {
      let drawn = try await open(
        origin, moment: picture.moment, limits: picture.limits, target: target)
      return try await fitted(drawn, to: size, fit: fit)
    }
    guard let source = picture.source, picture.size != size else {
      let snapshot = try await snapshot(picture)
      return try await onThread(named: "segue.fit") { snapshot.filling(size, fit: fit) }
    }
    let key = Key(source: source, fitting: Fitting(size: size, fit: fit))
    return try await shared(key) {
      let snapshot = try await self.snapshot(picture)
      return try await onThread(named: "segue.fit") {
        DecodedImage(snapshot: snapshot.filling(size, fit: fit), formatName: "fitted")
      }
    }.snapshot
  }

  private func decode(
    _ path: String, _ moment: ImageDecoder.Moment, _ limits: DecodingLimits, _ target: SVGTarget?,
    _ source: Source?
  ) async throws -> DecodedImage {
    let decoder = ImageDecoder(limits: limits, target: target)
    guard let source else { return try await decoder.decoded(path: path, moment: moment) }
    return try await shared(Key(source: source)) {
      let image = try await decoder.decoded(path: path, moment: moment)
      self.state.withLock { state in
        if state.facts.value(for: source) == nil { state.facts.insert(Facts(image), for: source, cost: 1) }
        _ = state.facts.evict()
      }
      return image
    }
  }

  /// The cached value for `key`, or a new one from `make`, which is then cached.
  private func shared(
    _ key: Key, make: @escaping @Sendable () async throws -> DecodedImage
  ) async throws -> DecodedImage {
    let (known, task) = state.withLock {
      state -> (DecodedImage?, Task<DecodedImage, any Error>?) in
      if let known = state.pictures.value(for: key) { return (known, nil) }
      if let task = state.inFlight[key] {
        onJoin()
        return (nil, task)
      }
      let task = Task { [self] in
        let made = await Result { () async throws in try await make() }
        return try finish(key, made)
      }
      state.inFlight[key] = task
      return (nil, task)
    }
    if let known { return known }
    guard let task else { preconditionFailure("the picture is neither cached nor being read") }
    do {
      return try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    } catch {
      // The task that read the picture was cancelled, but this task was not.
      guard task.isCancelled, !Task.isCancelled else { throw error }
      return try await shared(key, make: make)
    }
  }

  private func finish(_ key: Key, _ made: Result<DecodedImage, any Error>) throws -> DecodedImage {
    state.withLock { state in
      state.inFlight[key] = nil
      if case .success(let image) = made, state.pictures.value(for: key) == nil {
        state.pictures.insert(image, for: key, cost: image.snapshot.byteCount)
      }
      _ = state.pictures.evict()
    }
    return try made.get()
  }
}

extension Result where Failure == any Error {
  /// The result of `body`, or its error.
  package init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
