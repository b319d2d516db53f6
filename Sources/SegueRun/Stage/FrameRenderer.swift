import FoundationEssentials
import Glibc
import SegueFields
import SegueImaging
import SegueMedia
import SegueRendering
import SegueSystem

/// A renderer of a program's own frames, each from two pictures: one at a time, into a file, or
/// into memory.
///
/// **Thread-safety:** every call uses its own renderer and threads.
public struct FrameRenderer: Sendable {
  /// The size of the frames and of their pictures, in pixels.
  public let size: ImageSize
  /// The renderer, the background and the limits of decoding.
  public var drawing: DrawingOptions

  /// A renderer of frames of `size`.
  /// - Throws: `SegueError` with the code `invalidValue` for a side below 1 or above 16384, and for
  ///   threads outside of 1…1024; `conflict` if a GPU is required together with the CPU renderer.
  public init(size: ImageSize, drawing: DrawingOptions = DrawingOptions()) throws(SegueError) {
    self.size = size
    self.drawing = drawing
    do throws(UsageError) {
      try size.checkFrame()
      try drawing.check()
    } catch {
      throw SegueError(error)
    }
  }

  /// The frames of `requests` in order: RGBA8, straight alpha. Frames are drawn on demand, at most
  /// a few ahead.
  ///
  /// Ending the iteration or cancelling its task ends the drawing. Iterating throws the errors of
  /// `requests` and `SegueError`: `conflict` for pictures of another size, `deviceFailed`, `cancelled`.
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

  /// Writes frames to a file, or to a folder of PNG files.
  /// - Parameters:
  ///   - count: the number of frames, at least one.
  ///   - output: a path whose extension names the format, `run.mp4` or `frames/`, or a request with
  ///     options. Its size is the renderer's.
  ///   - isOpaque: whether every pixel of every picture has full alpha; otherwise alpha is kept if
  ///     the format supports it.
  ///   - onProgress: called on the writing thread with the number of frames written, and of all
  ///     frames.
  ///   - frame: makes the frame with an index, in order, on the drawing thread; an error ends the
  ///     run.
  /// - Returns: the files that were written, and warnings.
  /// - Throws: `SegueError` with the code `invalidValue` for a count below 1; `conflict` for pictures
  ///   of another size; `cannotCreate` or `cannotWrite` for the output; `programMissing` or
  ///   `programFailed` for the encoder; `deviceFailed`; `cancelled`. The errors of `frame`. No output is
  ///   left then, and an existing file is unchanged.
  @discardableResult
  public func write(
    _ count: Int, to output: OutputRequest, isOpaque: Bool = true,
    onProgress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in },
    frame: @escaping @Sendable (Int) throws -> FrameRequest
  ) async throws -> RunReport {
    guard count > 0 else { throw SegueError(UsageError.noFrames) }
    let first = try frame(0)
    do {
      return try await drawing.limitingTime {
        try await write(
          count, to: output, picturesAreOpaque: isOpaque, framesAreOpaque: { isOpaque },
          needsOpenGL: first.recipe.hasShader, onProgress: onProgress
        ) { index in index == 0 ? first : try frame(index) }
      }
    } catch {
      throw error.published
    }
  }

  /// The bytes of a file of `count` frames, made as by ``write(_:to:isOpaque:onProgress:frame:)``.
  /// - Parameters:
  ///   - count: the number of frames, at least one.
  ///   - format: the format of the bytes; not a sequence of files.
  ///   - output: the codec, quality and rate; its path is ignored.
  ///   - isOpaque: whether every pixel of every picture has full alpha.
  ///   - frame: makes the frame with an index, in order, on the drawing thread.
  /// - Throws: as ``write(_:to:isOpaque:onProgress:frame:)``, and `conflict` for a sequence
  ///   of files.
  public func bytes(
    _ count: Int, as format: OutputFormat, output: OutputRequest = OutputRequest(), isOpaque: Bool = true,
    frame: @escaping @Sendable (Int) throws -> FrameRequest
  ) async throws -> [UInt8] {
    do {
      return try await OutputBytes.made(as: format, output) { output in
        try await write(count, to: output, isOpaque: isOpaque, frame: frame)
      }.bytes
    } catch {
      throw error.published
    }
  }

  package func write(
    _ count: Int, to output: OutputRequest, picturesAreOpaque: Bool, framesAreOpaque: @escaping () -> Bool,
    needsOpenGL: Bool,
    onProgress: @escaping RenderJob.ProgressHandler, frame: @escaping @Sendable (Int) throws -> FrameRequest
  ) async throws -> RunReport {
    guard count > 0 else { throw UsageError.noFrames }
    if output.byteLimit != nil { throw UsageError.conflict(.ownFrames(.byteLimit)) }
    var output = output
    output.size = .exact(size)
    output = try output.settlingColor(.sdr, of: "", drawing.names).0
    // A format for one picture accepts one frame.
    let format = try OutputFormat.resolve(path: output.path, format: output.format, hasSound: false)
    let plan = try OutputPlan(output, isStill: count == 1 && format.facts.isStillOnly ? true : nil)
    let backdrop = try plan.backdrop(drawing.background, picturesAreOpaque: picturesAreOpaque)
    let sink = try plan.makeSink(
      size: size, frames: 0..<count, over: backdrop,
      areAllOpaque: { backdrop.color.isOpaque || framesAreOpaque() })
    if let command = sink.command { drawing.note(.encoder(command: command)) }
    return try await draw(
      count, to: sink, over: backdrop.color, output.frameColor.encoding, needsOpenGL: needsOpenGL,
      notices: plan.notices(backdrop, drawing.names), onProgress: onProgress, frame: frame)
  }

  /// Draws `count` frames over `background` into `sink`; `notices` come before those of the run.
  func draw(
    _ count: Int, to sink: any FrameSink, over background: RGBAColor, _ color: ColorEncoding = .sdr,
    needsOpenGL: Bool, notices: [Notice] = [],
    onProgress: @escaping RenderJob.ProgressHandler = { _, _ in },
    frame: @escaping @Sendable (Int) throws -> FrameRequest
  ) async throws -> RunReport {
    let choice = RendererChoice(
      drawing, size: size, format: sink.format, needsOpenGL: needsOpenGL, onNote: drawing.note)
    var report = try await drawing.pool.admitFrames(of: size) {
      let run = Run(
        FrameSequence(0..<count) { [self] in
          var frame = try checked(try frame($0), over: background)
          frame.color = color
          return frame
        }, to: sink,
        makeRenderer: choice.makeRenderer, onFrame: { onProgress($0, count) })
      return try await run.run(in: drawing.pool)
    }
    report.notices = notices + report.notices + choice.notices + report.incidents
    drawing.warn(report.notices)
    return report
  }

  /// Checks the size of the pictures and puts `frame` over `background`.
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

extension Snapshot {
  /// The bytes of a file with this picture. For a format without transparency, the picture is drawn over
  /// the background of `drawing`, by default black.
  /// - Parameters:
  ///   - format: a picture format: PNG, JPEG, WebP or AVIF.
  ///   - output: the quality; its path and size are ignored.
  ///   - drawing: the background and the time limit.
  /// - Throws: `SegueError` with the code `conflict` for a picture that the format cannot hold;
  ///   `invalidValue` for sides above 16384 and invalid options; `cancelled`.
  public func encoded(
    as format: OutputFormat, output: OutputRequest = OutputRequest(),
    drawing: DrawingOptions = DrawingOptions()
  ) async throws(SegueError) -> [UInt8] {
    do {
      return try await FrameRenderer(size: size, drawing: drawing)
        .bytes(1, as: format, output: output, isOpaque: isOpaque) { [self] _ in
          FrameRequest(.snapshot(.from), outgoing: self, incoming: self)
        }
    } catch {
      throw SegueError(error)
    }
  }
}

/// A file in memory, with the report of making it.
public struct RenderedFile<Report: Sendable>: Sendable {
  /// The bytes of the file, from its first to its last.
  public let bytes: [UInt8]
  /// The report of the job, without output paths.
  public let report: Report
}

/// Outputs in memory. Video encoders seek in their output, so it is first written to a temporary file in
/// a folder that other users cannot open.
package enum OutputBytes {
  /// The bytes that `write` writes to the file of the output passed to it.
  /// - Throws: `UsageError` for a format of many files, and the errors of `write`; no file is left.
  package static func written<Report: Sendable>(
    as format: OutputFormat, _ output: OutputRequest = OutputRequest(),
    by write: (OutputRequest) async throws -> Report
  ) async throws(SegueError) -> RenderedFile<Report> {
    do { return try await made(as: format, output, by: write) } catch { throw SegueError(error) }
  }

  /// Makes the bytes like `written`, with the original errors.
  static func made<Report: Sendable>(
    as format: OutputFormat, _ output: OutputRequest = OutputRequest(),
    by write: (OutputRequest) async throws -> Report
  ) async throws -> RenderedFile<Report> {
    guard !format.facts.isManyFiles else {
      throw UsageError.conflict(.manyFiles(format))
    }
    let file = try TemporaryFile("output.\(format.rawValue)")
    var output = output
    output.path = file.path
    output.format = format
    let report = try await write(output)
    let bytes = try await onThread(named: "segue.read") { [path = file.path] in
      try InputBytes.read(path: path, limit: .max)
    }
    // The thread may release its closure later; the file is removed here.
    withExtendedLifetime(file) {}
    return RenderedFile(bytes: bytes, report: report)
  }
}
