import SegueCPU

/// Draws frames between pictures in memory on this machine's cores, to the same bytes on every machine.
///
/// Memory: a frame, and for recipes that look at a filtered picture's neighbours one more picture for each of those; it is
/// taken once. Pictures are known again by their identity.
///
/// **Thread-safety:** none. To be used by one thread at a time.
public final class RecipeRenderer {
  /// Size of the frames and of the pictures that they are made of, in pixels.
  public var size: ImageSize { renderer.size }
  private let renderer: CPURenderer

  /// A renderer of frames of `size`.
  /// - Throws: `RenderError.unsupported` for a side below 1 or above 16384.
  public init(size: ImageSize) throws(RenderError) {
    guard size == size.limitedToFrames else {
      throw .unsupported("frames of \(size) pixels; a side has 1 to \(ImageSize.largestSide)")
    }
    renderer = CPURenderer(size: size, format: .rgba8, extraSlots: 0)
  }

  deinit { renderer.close() }

  /// The frame that `request` makes: RGBA8, straight alpha.
  /// - Throws: `RenderError.unsupported` for pictures of another size, which ``fitted(_:fit:)`` brings to it, and for
  ///   a user's shader, which takes OpenGL.
  public func frame(_ request: FrameRequest) throws(RenderError) -> Snapshot {
    for picture in [request.outgoing, request.incoming] where picture.size != size {
      throw .unsupported("a picture of \(picture.size) pixels in frames of \(size); fit it to their size")
    }
    try renderer.submit(plan: try request.plan(for: size))
    let frame = try renderer.receive()
    defer { frame.release() }
    return Snapshot(copying: frame)
  }

  /// `picture` at the size of the frames: the same picture where it has that size. Lanczos, anti-aliased;
  /// under `.blur` a frame is drawn.
  public func fitted(_ picture: Snapshot, fit: Fit = .cover) -> Snapshot {
    picture.filling(size, fit: fit)
  }

  /// The frame of a transition at `progress`: the first picture at 0, the second at 1; a spring goes beyond.
  /// - Throws: as ``frame(_:)``.
  public func frame(
    of transition: any Transition, at progress: Double, from: Snapshot, to: Snapshot
  ) throws(RenderError) -> Snapshot {
    let recipe = transition.endpointExactRecipe(at: progress, in: TransitionContext(containerSize: size))
    return try frame(FrameRequest(recipe, outgoing: from, incoming: to))
  }
}

extension FilterChain {
  /// Reads a chain such as `blur(0.03*p) exposure(2*p)`; `p` is progress, `w` and `h` are the frame's sides in pixels.
  /// - Throws: `FormulaError` where it cannot be read, for a value that is out of its bounds at a progress of 0…1 whatever
  ///   the frame's size, and for a filter that needs a file.
  public init(_ text: String) throws(FormulaError) { self = try FilterChain(withoutFiles: text) }

  /// Tries its values for frames of `size` at progresses from 0 to 1. Without this ``recipe(of:at:size:)`` limits them to
  /// their bounds.
  /// - Throws: `FormulaError` with the first value that is out of its bounds, or is none.
  public func check(size: ImageSize) throws(FormulaError) { try check(size: size, frames: []) }
}
