import Foundation
import SegueImaging
import SegueMedia
import SegueRendering
import SegueSystem

/// Draws frames that a program puts together itself, each between pictures of its own: one at a time, into a file, or
/// into memory.
///
/// **Thread-safety:** a value; every call draws with a renderer of its own, on threads of its own.
public struct FrameRenderer: Sendable {
  /// Size of the frames and of the pictures that they are made of, in pixels.
  public let size: ImageSize
  /// How they are drawn.
  public var drawing: DrawingOptions

  /// A renderer of frames of `size`.
  /// - Throws: `UsageError` for a side below 1 or above 16384, and for a number of threads that cannot be.
  public init(size: ImageSize, drawing: DrawingOptions = DrawingOptions()) throws(UsageError) {
    try size.checkFrame()
    (self.size, self.drawing) = (size, drawing)
    try drawing.check()
  }

  /// The frames that `requests` make, in their order: RGBA8, straight alpha. A frame is drawn when it is asked for, or a
  /// few ahead, never more; who stops asking, or whose task is cancelled, ends the drawing. Iterating throws what
  /// `requests` throws, `RenderError`, `UsageError` for pictures of another size, and `CancellationError`.
  public func frames<Requests: AsyncSequence & Sendable>(
    of requests: Requests
  ) -> some AsyncSequence<Snapshot, any Error> & Sendable where Requests.Element == FrameRequest {
    RenderedFrames(renderer: self, requests: requests)
  }

  /// The frames of a sequence: see ``frames(of:)-(Requests)``.
  public func frames<Requests: Sequence<FrameRequest> & Sendable>(
    of requests: Requests
  ) -> some AsyncSequence<Snapshot, any Error> & Sendable {
    RenderedFrames(renderer: self, requests: PulledSequence(base: requests))
  }

  /// Writes frames into a file, or into a folder of PNG files.
  /// - Parameters:
  ///   - count: how many frames, at least one.
  ///   - output: where they go: a path whose name says the format, `run.mp4`, `frames/`, or a request with more; its size
  ///     is the renderer's.
  ///   - isOpaque: whether every pixel of every picture has full alpha; where not, the output keeps it if it can.
  ///   - onProgress: called with the frames written so far and in all, on the thread that writes them.
  ///   - frame: makes the frame with an index, in order, on the thread that draws; an error ends the writing.
  /// - Returns: the files that were written, and what should be known about them.
  /// - Throws: `UsageError`, `MediaError`, `RenderError`, `CancellationError`, and what `frame` throws; there is no output
  ///   then, and what was there before is untouched.
  @discardableResult
  public func write(
    _ count: Int, to output: OutputRequest, isOpaque: Bool = true,
    onProgress: @escaping RenderJob.ProgressHandler = { _, _ in },
    frame: @escaping @Sendable (Int) throws -> FrameRequest
  ) async throws -> RunReport {
    guard count > 0 else { throw UsageError.noFrames }
    let first = try frame(0)
    return try await write(
      count, to: output, picturesAreOpaque: isOpaque, framesAreOpaque: { isOpaque },
      needsOpenGL: first.recipe.hasShader, onProgress: onProgress
    ) { index in index == 0 ? first : try frame(index) }
  }

  /// The bytes of a file of `count` frames: see ``write(_:to:isOpaque:onProgress:frame:)``.
  /// - Parameter output: its codec, quality and rate; its path is not looked at.
  public func bytes(
    _ count: Int, as format: OutputFormat, output: OutputRequest = OutputRequest(), isOpaque: Bool = true,
    frame: @escaping @Sendable (Int) throws -> FrameRequest
  ) async throws -> [UInt8] {
    try await OutputBytes.written(as: format, output) { output in
      try await write(count, to: output, isOpaque: isOpaque, frame: frame)
    }
  }

  package func write(
    _ count: Int, to output: OutputRequest, picturesAreOpaque: Bool, framesAreOpaque: () -> Bool,
    needsOpenGL: Bool,
    onProgress: @escaping RenderJob.ProgressHandler, frame: @escaping @Sendable (Int) throws -> FrameRequest
  ) async throws -> RunReport {
    guard count > 0 else { throw UsageError.noFrames }
    if output.byteLimit != nil { throw UsageError.conflict("\(option: .byteLimit) is for renders and films") }
    var output = output
    output.size = .exact(size)
    let plan = try OutputPlan(output)
    let backdrop = try plan.backdrop(drawing.background, picturesAreOpaque: picturesAreOpaque)
    let sink = try plan.makeSink(
      size: size, frames: 0..<count, over: backdrop,
      areAllOpaque: { backdrop.color.isOpaque || framesAreOpaque() })
    if let command = sink.command { drawing.note(.encoder(command: command)) }
    let choice = RendererChoice(
      drawing, size: size, format: sink.format, needsOpenGL: needsOpenGL, onNote: drawing.note)
    let run = Run(
      FrameSequence(0..<count) { [self] in try checked(try frame($0), over: backdrop.color) }, to: sink,
      makeRenderer: choice.makeRenderer, onFrame: { onProgress($0, count) })
    var report = try await run.run(in: .shared)
    report.warnings = plan.warnings(backdrop, drawing.names) + report.warnings + choice.warnings
    drawing.warn(report.warnings + report.incidents)
    return report
  }

  /// `frame` over `background`, if its pictures have the right size.
  /// - Throws: `UsageError.pictureSize`.
  package func checked(_ frame: FrameRequest, over background: RGBAColor) throws(UsageError) -> FrameRequest {
    for picture in [frame.outgoing, frame.incoming] where picture.size != size {
      throw .pictureSize(picture.size, expected: size)
    }
    var frame = frame
    frame.recipe = frame.recipe.over(
      background, snapshotsAreOpaque: frame.outgoing.isOpaque && frame.incoming.isOpaque)
    return frame
  }
}

/// Outputs whose bytes are wanted and not a file. Encoders of video go back in what they have written, so there is a file
/// all the same, in a folder of the system's temporary one that nobody else may open, for as long as it takes.
enum OutputBytes {
  /// What `write` puts into the file of `output`, which it is given with a path.
  /// - Throws: `UsageError` for a format of many files, and what `write` throws; nothing is left behind.
  static func written(
    as format: OutputFormat, _ output: OutputRequest = OutputRequest(),
    by write: (OutputRequest) async throws -> Void
  ) async throws -> [UInt8] {
    guard format.canStream else {
      throw UsageError.conflict("\(format.rawValue) is many files; take webp, apng or a video for bytes")
    }
    let folder = try TemporaryFolder(fileName: "output.\(format.rawValue)")
    var output = output
    (output.path, output.format) = (folder.file, format)
    try await write(output)
    return try await onThread(named: "segue.read") { try InputBytes.read(path: folder.file, limit: .max) }
  }
}
