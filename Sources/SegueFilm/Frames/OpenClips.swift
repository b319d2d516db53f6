import SegueFields
import SegueImaging
import SegueMedia
import SegueRendering
import SegueRun
import SegueSystem
import Synchronization

enum FrameContent {
  /// A decoded frame of the film's size without alpha, which needs no drawing on its own.
  case decoded(ClipFrame)
  /// A picture of the film's size. `isStill` is true if all frames of the clip show this picture.
  case picture(Snapshot, isStill: Bool)
  case moving(Recipe)
}

/// The open clips of a film. At most two decoders run. A decoder starts shortly before its clip's first
/// frame, and stops after the last frame.
///
/// **Thread-safety:** one thread requests frames; any thread may call `cancel`.
final class OpenClips: Sendable {
  private let plan: FilmPlan
  private let format: FrameFormat
  private let frames: Range<Int>
  private let isBackwards: Bool
  private let background: RGBAColor
  private let pictures: SharedPictures
  private let state = Mutex(State())

  private enum Opened {
    case video(ClipReader)
    case still(Snapshot)
    /// A picture with a motion, enlarged beyond the frame if the source has the pixels.
    case moving(Snapshot, PictureMotionTrack)

    var reader: ClipReader? { if case .video(let reader) = self { reader } else { nil } }
  }

  private struct State {
    var clips: [Int: Opened] = [:]
    var notices: [Notice] = []
    var isCancelled = false

    var readers: [ClipReader] { clips.values.compactMap(\.reader) }
  }

  /// The maximum number of open decoders: both clips of an overlap.
  private static let maximumReaders = 2
  /// The lead time of a decoder before its first frame, in seconds.
  private static let head = 0.5
  /// The maximum enlargement of a moving picture: a factor, and a side in pixels.
  private static let maximumEnlargement = (factor: 4.0, side: 8192.0)

  init(_ film: ResolvedFilm, frames: Range<Int>, isBackwards: Bool = false) {
    self.frames = frames
    self.isBackwards = isBackwards
    plan = film.plan
    format = film.format
    pictures = film.pictures
    background = format.backdrop.color
  }

  /// The picture of `clip` in film frame `frame`. Each frame of a clip is requested once, in order.
  /// - Throws: `SystemError`.
  func content(_ clip: ResolvedClip, frame: Int) throws -> FrameContent {
    switch try opened(clip) {
    case .video(let reader):
      let picture = try reader.next()
      if picture.size != plan.size {
        return .moving(
          reader.isBlurred
            ? .blurredFit(
              of: picture.snapshot, at: picture.placement, in: plan.size, over: background)
            : .stack(
              [RecipeLayer(picture.snapshot, x: picture.placement.x0, y: picture.placement.y0)],
              background: .transparent))
      }
      return reader.isOpaque && picture.color == format.color.encoding
        ? .decoded(picture) : .picture(picture.snapshot, isStill: false)
    case .still(let snapshot): return .picture(snapshot, isStill: true)
    case .moving(let snapshot, let motionTrack):
      return .moving(Self.recipe(snapshot, motionTrack.part(at: frame), size: plan.size, background))
    }
  }

  /// Opens clips that start soon after `frame`, and closes clips that have ended.
  /// - Throws: `SystemError`.
  func prepare(for frame: Int) throws {
    let head = plan.rate.position(of: Self.head)
    let ahead =
      isBackwards ? max(frame - head, frames.lowerBound) : min(frame + head, frames.upperBound - 1)
    for index in openIndices {
      let shown = plan.clips[index].frames
      if isBackwards ? shown.lowerBound > frame : shown.upperBound <= frame { close(index) }
    }
    guard state.withLock({ $0.readers.count }) < Self.maximumReaders else { return }
    let next = plan.timeline.clips.firstIndex { $0.contains(ahead) && !$0.contains(frame) }
    if let next, case .video = plan.clips[next].content { _ = try opened(plan.clips[next]) }
  }

  /// Closes all decoders.
  /// - Returns: the notices about the clips.
  func close() -> [Notice] {
    for index in openIndices { close(index) }
    return state.withLock { $0.notices }
  }

  /// Makes waiting and later calls of `content` fail.
  func cancel() {
    let readers = state.withLock { state in
      state.isCancelled = true
      return state.readers
    }
    for reader in readers { reader.cancel() }
  }

  private var openIndices: [Int] { state.withLock { $0.clips.keys.sorted() } }

  private func opened(_ clip: ResolvedClip) throws -> Opened {
    if let opened = state.withLock({ $0.clips[clip.index] }) { return opened }
    let opened = try open(clip)
    let isCancelled = state.withLock { state in
      state.clips[clip.index] = opened
      return state.isCancelled
    }
    if isCancelled { throw SystemError.cancelled }
    return opened
  }

  private func close(_ index: Int) {
    guard let reader = state.withLock({ $0.clips.removeValue(forKey: index)?.reader }) else { return }
    reader.close()
    state.withLock { $0.notices += reader.notices }
  }

  private func open(_ clip: ResolvedClip) throws -> Opened {
    switch clip.content {
    case .video:
      guard var part = plan.part(of: clip, in: frames, as: format) else { throw SystemError.cancelled }
      if isBackwards { part.reverse() }
      return .video(try ClipReader(part, background: format.backdrop.keepsTransparency ? nil : background))
    case .color(let color): return .still(Snapshot(PixelBuffer(size: plan.size, color: color)))
    case .picture(let path, let kept, _):
      let motionTrack = try plan.motionTrack(of: clip)
      let size = motionTrack.map(enlargedSize) ?? plan.size
      let (fit, framing) = (clip.fit, clip.input.framing)
      let snapshot =
        try kept?.framed(framing).filling(size, fit: fit)
        ?? waitForTask { [pictures, limits = plan.request.drawing.limits.keeping(format.color)] in
          if framing.isWhole {
            return try await pictures.fitted(pictures.open(path: path, limits: limits), to: size, fit: fit)
          }
          let picture = try await pictures.open(
            path: path, limits: limits, target: SVGTarget(size, .cover))
          return try await pictures.snapshot(picture).framed(framing).filling(size, fit: fit)
        }
      return motionTrack.map { Opened.moving(snapshot, $0) } ?? .still(snapshot)
    }
  }

  /// The size of a moving picture at which no pixel is enlarged in its closest view.
  private func enlargedSize(for motionTrack: PictureMotionTrack) -> ImageSize {
    let size = plan.size
    let factor = min(
      1 / max(motionTrack.nearest, 0.01), Self.maximumEnlargement.factor,
      Self.maximumEnlargement.side / Double(max(size.width, size.height)))
    return ImageSize(
      width: max(size.width, Int((Double(size.width) * factor).rounded())),
      height: max(size.height, Int((Double(size.height) * factor).rounded())))
  }

  /// The recipe of a picture's view, scaled to a frame of `size`.
  private static func recipe(
    _ snapshot: Snapshot, _ part: PictureMotion.Part, size: ImageSize, _ background: RGBAColor
  ) -> Recipe {
    let (width, height) = (Double(snapshot.size.width), Double(snapshot.size.height))
    let place = AffineMap.translation(x: -part.x * width, y: -part.y * height)
      .then(
        .scale(x: Double(size.width) / (part.width * width), y: Double(size.height) / (part.height * height)))
    return .stack([RecipeLayer(.picture(snapshot), transform: place)], background: background)
  }
}
