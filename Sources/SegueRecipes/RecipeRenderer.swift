import SegueCPU
import SegueFields

/// A CPU renderer for pictures in memory. Frames have the same bytes on every machine.
///
/// The memory is allocated once, for a frame and for intermediate pictures. A filter that reads
/// neighbouring pixels needs an intermediate picture. The cache of pictures recognises a snapshot by
/// identity.
///
/// **Thread-safety:** none. Use a renderer in one thread at a time.
public final class RecipeRenderer {
  /// The size of the frames and of their pictures, in pixels.
  public var size: ImageSize { renderer.size }
  private let renderer: CPURenderer

  /// A renderer of frames of `size`.
  /// - Throws: `SegueError` with the code `deviceUnavailable` for a side below 1 or above 16384.
  public init(size: ImageSize) throws(SegueError) {
    guard size == size.limitedToFrames else {
      throw SegueError(
        RenderError.unsupported("frames are \(size), but a side has 1 to \(ImageSize.largestSide) pixels"))
    }
    renderer = CPURenderer(size: size, format: .rgba8, extraSlots: 0)
  }

  deinit { renderer.close() }

  /// The frame of `request`: RGBA8, straight alpha.
  /// - Throws: `SegueError` with the code `deviceUnavailable` for pictures of another size, which
  ///   ``fitted(_:fit:)`` adapts, and for a user's shader, which needs OpenGL; `invalidValue` for a recipe
  ///   with too many nodes.
  public func frame(_ request: FrameRequest) throws(SegueError) -> Snapshot {
    for picture in [request.outgoing, request.incoming] where picture.size != size {
      throw SegueError(
        RenderError.unsupported(
          "a picture is \(picture.size), but frames are \(size); fit it to their size"))
    }
    do {
      return try renderer.picture(of: request)
    } catch {
      throw SegueError(error)
    }
  }

  /// `picture` at the size of the frames, or the same picture if it has that size. The filter is Lanczos
  /// with three lobes, anti-aliased. `.blur` renders its background on the CPU, like a frame.
  public func fitted(_ picture: Snapshot, fit: Fit = .cover) -> Snapshot {
    picture.filling(size, fit: fit)
  }

  /// The frame of a transition: the first picture at progress 0, the second at 1. Progress may be
  /// outside of 0…1, as with springs; NaN is 0.
  /// - Throws: as ``frame(_:)``.
  public func frame(
    of transition: any Transition, at progress: Double, from: Snapshot, to: Snapshot
  ) throws(SegueError) -> Snapshot {
    let recipe = transition.endpointExactRecipe(at: progress, in: TransitionContext(containerSize: size))
    return try frame(FrameRequest(recipe, outgoing: from, incoming: to))
  }
}
