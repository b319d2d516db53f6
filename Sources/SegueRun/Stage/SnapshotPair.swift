import SegueCPU
import SegueGPU
import SegueImaging
import SegueMedia
import SegueRendering
import SegueTransitions

/// Two pictures of one size, between which recipes are drawn.
///
/// Where a ``RenderJob`` plays a transition by the clock, this draws whatever recipes a program has put together: those
/// of its own transition, in the order in which a finger drove it.
///
/// **Thread-safety:** immutable; every call draws with a renderer of its own.
public struct SnapshotPair: Sendable {
  /// The outgoing picture.
  public let from: Snapshot
  /// The incoming picture, of the same size.
  public let to: Snapshot
  /// Warnings about the files of the pictures, a sentence each.
  public let warnings: [String]

  /// Two pictures of one size, or brought to `size`.
  /// - Throws: `UsageError.pictureSize` where they differ in size and there is no `size`; `UsageError` for one that no frame
  ///   has.
  public init(from: Snapshot, to: Snapshot, size: ImageSize? = nil, fit: Fit = .cover) throws(SegueError) {
    guard let size else {
      guard from.size == to.size else { throw .usage(.pictureSize(to.size, expected: from.size)) }
      self.init(from: from, to: to, warnings: [])
      return
    }
    do { try size.checkFrame() } catch { throw .usage(error) }
    self = SnapshotPair(from: from, to: to, warnings: []).scaled(to: size, fit: fit)
  }

  /// Two pictures that are known to have one size.
  package init(from: Snapshot, to: Snapshot, warnings: [String]) {
    (self.from, self.to, self.warnings) = (from, to, warnings)
  }

  /// The pictures in two files, with all of their bits, brought to `size`, or to that of the first.
  /// - Throws: `SegueError.media`, and `.usage` for a size that no frame has.
  public init(
    from: String, to: String, size: ImageSize? = nil, fit: Fit = .cover,
    limits: DecodingLimits = DecodingLimits()
  ) async throws(SegueError) {
    let (outgoing, incoming): (DecodedImage, DecodedImage)
    do {
      try size?.checkFrame()
      let target = size.map { DrawingTarget($0, fit) }
      async let first = Self.picture(from, .last, limits, target)
      async let second = Self.picture(to, .first, limits, target)
      (outgoing, incoming) = try await (first, second)
    } catch {
      throw SegueError(error)
    }
    let size = size ?? outgoing.snapshot.size
    self.init(
      from: outgoing.snapshot.filling(size, fit: fit), to: incoming.snapshot.filling(size, fit: fit),
      warnings: outgoing.warnings.map { "\(from): \($0)" } + incoming.warnings.map { "\(to): \($0)" })
  }

  /// The picture in a file with all of its bits; one of a high dynamic range is mapped to a standard one.
  private static func picture(
    _ path: String, _ moment: ImageDecoder.Moment, _ limits: DecodingLimits, _ target: DrawingTarget?
  ) async throws -> DecodedImage {
    let deep = try await ImageDecoder(limits: limits.keeping(.sixteen), target: target)
      .decode(path: path, moment: moment)
    if !deep.snapshot.color.isHDR { return deep }
    return try await ImageDecoder(limits: limits, target: target).decode(path: path, moment: moment)
  }

  /// The same pictures at another size, which a frame can have.
  package func scaled(to size: ImageSize, fit: Fit = .cover) -> SnapshotPair {
    SnapshotPair(
      from: from.filling(size, fit: fit), to: to.filling(size, fit: fit), warnings: warnings)
  }

  /// Size of the frames, in pixels.
  public var size: ImageSize { from.size }
  /// The context of a transition from the one picture to the other.
  public var context: TransitionContext { TransitionContext(containerSize: size) }
  /// Whether every pixel of both pictures has full alpha.
  package var isOpaque: Bool { from.isOpaque && to.isOpaque }

  /// The pictures that `recipes` make over `background`: RGBA8, straight alpha. They are drawn on the CPU, or
  /// with OpenGL where one of them holds a user's shader.
  /// - Parameters:
  ///   - recipes: the recipes that are drawn, a picture each.
  ///   - background: the colour under it.
  ///   - onStalledShader: called where a user's shader does not come to an end; the process may hang then.
  /// - Throws: `SegueError.render`; `.cancelled` between two of them where the task is cancelled.
  package func pictures(
    of recipes: [Recipe], over background: RGBAColor = .transparent,
    onStalledShader: (@Sendable (ShaderFault) -> Void)? = nil
  ) throws(SegueError) -> [Snapshot] {
    do {
      return try drawn(recipes, over: background, onStalledShader: onStalledShader)
    } catch {
      throw SegueError(error)
    }
  }

  private func drawn(
    _ recipes: [Recipe], over background: RGBAColor, onStalledShader: (@Sendable (ShaderFault) -> Void)?
  ) throws -> [Snapshot] {
    let frames = recipes.map { $0.over(background, snapshotsAreOpaque: isOpaque) }
    let renderer: any Renderer =
      try needsOpenGL(frames)
      ? try GPURenderer(
        size: size, format: .rgba8, device: .automatic(allowsSoftware: true), onStalledShader: onStalledShader
      )
      : CPURenderer(size: size, format: .rgba8, extraSlots: 0)
    defer { renderer.close() }
    return try frames.map { recipe in
      try Task.checkCancellation()
      try renderer.submit(request(recipe))
      let frame = try renderer.receive()
      defer { frame.release() }
      return Snapshot(copying: frame)
    }
  }

  /// Whether one of `recipes` can only be drawn with OpenGL. What holds no shader need not be lowered to tell.
  package func needsOpenGL(_ recipes: [Recipe]) throws(RenderError) -> Bool {
    for recipe in recipes where recipe.hasShader {
      if try request(recipe).plan(for: size).hasShader { return true }
    }
    return false
  }

  /// The frame that `recipe` makes of both pictures.
  public func request(_ recipe: Recipe) -> FrameRequest {
    FrameRequest(recipe, outgoing: from, incoming: to)
  }
}

extension SnapshotPair {
  /// Draws one frame for each recipe and writes them.
  /// - Parameters:
  ///   - recipes: the frames in their order, at least one.
  ///   - output: a path whose name says the format, `run.mp4`, `frames/`, or a request with more; its size
  ///     is the pictures'.
  ///   - drawing: how frames are drawn.
  ///   - onProgress: called with the frames written so far and in all, on the thread that writes them.
  /// - Returns: the renderer, the files that were written, and warnings about them.
  /// - Throws: `SegueError`; there is no output then.
  @discardableResult
  public func write(
    _ recipes: [Recipe], to output: OutputRequest, drawing: DrawingOptions = DrawingOptions(),
    onProgress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws(SegueError) -> RunReport {
    var report: RunReport
    do {
      report = try await FrameRenderer(size: size, drawing: drawing).write(
        recipes.count, to: output, picturesAreOpaque: isOpaque,
        framesAreOpaque: { recipes.allSatisfy { $0.isOpaque(snapshotsAreOpaque: isOpaque) } },
        needsOpenGL: try needsOpenGL(recipes), onProgress: onProgress, frame: { request(recipes[$0]) })
    } catch {
      throw SegueError(error)
    }
    report.warnings = warnings + report.warnings
    return report
  }

  /// The bytes of such a file: see ``write(_:to:drawing:onProgress:)``.
  /// - Parameter output: its codec, quality and rate; its path is not looked at.
  public func bytes(
    of recipes: [Recipe], as format: OutputFormat, output: OutputRequest = OutputRequest(),
    drawing: DrawingOptions = DrawingOptions()
  ) async throws(SegueError) -> [UInt8] {
    try await OutputBytes.written(as: format, output) { try await write(recipes, to: $0, drawing: drawing) }
      .bytes
  }
}
