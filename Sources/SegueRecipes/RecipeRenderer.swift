import SegueCPU

/// A CPU renderer for pictures in memory. Frames have the same bytes on every machine.
///
/// The memory is allocated once, for a frame and for intermediate pictures. A filter that reads
/// neighbouring pixels needs an intermediate picture. Pictures are compared by identity.
///
/// **Thread-safety:** none. Use a renderer in one thread at a time.
public final class RecipeRenderer {
  /// Size of the frames and of their pictures, in pixels.
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

  /// The frame of `request`: RGBA8, straight alpha.
  /// - Throws: `RenderError.unsupported` for pictures of another size, which ``fitted(_:fit:)``
  ///   adapts, and for a user's shader, which needs OpenGL; `.recipeTooDeep`, `.recipeTooLarge`.
  public func frame(_ request: FrameRequest) throws(RenderError) -> Snapshot {
    for picture in [request.outgoing, request.incoming] where picture.size != size {
      throw .unsupported("a picture of \(picture.size) pixels in frames of \(size); fit it to their size")
    }
    try renderer.submit(plan: try request.plan(for: size))
    let frame = try renderer.receive()
    defer { frame.release() }
    return Snapshot(copying: frame)
  }

  /// `picture` at the size of the frames, or the same picture if it has that size. The filter is
  /// Lanczos with three lobes, anti-aliased. `.blur` draws a frame.
  public func fitted(_ picture: Snapshot, fit: Fit = .cover) -> Snapshot {
    picture.filling(size, fit: fit)
  }

  /// The frame of a transition: the first picture at progress 0, the second at 1. Progress may be
  /// outside of 0…1, as with springs; NaN is 0.
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
  /// - Throws: `FormulaError` for a syntax error, for a filter that needs a file, and for a value that is
  ///   out of its bounds at some progress of 0…1. Values that depend on the frame's size are not checked.
  public init(_ text: String) throws(FormulaError) { self = try FilterChain(withoutFiles: text) }

  /// Checks the values for frames of `size` at progresses from 0 to 1. Without this check
  /// ``recipe(of:at:size:)`` limits them to their bounds.
  /// - Throws: `FormulaError` with the first value that is out of bounds or undefined.
  public func check(size: ImageSize) throws(FormulaError) { try check(size: size, frames: []) }
}
