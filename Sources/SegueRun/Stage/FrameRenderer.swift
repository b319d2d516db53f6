import FoundationEssentials
import Glibc
import SegueImaging
import SegueMedia
import SegueRendering
import SegueSystem

/// Draws frames that a program puts together itself, each between pictures of its own: one at a time, into a file, or
/// into memory.
///
/// **Thread-safety:** every call draws with a renderer of its own, on threads of its own.
public struct FrameRenderer: Sendable {
  /// Size of the frames and of the pictures that they are made of, in pixels.
  public let size: ImageSize
  /// The drawing options.
  public var drawing: DrawingOptions

  /// A renderer of frames of `size`.
  /// - Throws: `SegueError.usage` for a side below 1 or above 16384, and for a number of threads that cannot be.
  public init(size: ImageSize, drawing: DrawingOptions = DrawingOptions()) throws(SegueError) {
    (self.size, self.drawing) = (size, drawing)
    do throws(UsageError) {
      try size.checkFrame()
      try drawing.check()
    } catch {
      throw .usage(error)
    }
  }

  /// The frames that `requests` make, in their order: RGBA8, straight alpha. A frame is drawn when it is asked for, or a
  /// few ahead, never more; who stops asking, or whose task is cancelled, ends the drawing. Iterating throws what
  /// `requests` throws, and `SegueError`: `.render`, `.usage` for pictures of another size, `.cancelled`.
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
  ///   - count: the number of frames, at least one.
  ///   - output: a path whose name says the format, `run.mp4`, `frames/`, or a request with more; its size
  ///     is the renderer's.
  ///   - isOpaque: whether every pixel of every picture has full alpha; where not, the output keeps it if it can.
  ///   - onProgress: called with the frames written so far and in all, on the thread that writes them.
  ///   - frame: makes the frame with an index, in order, on the thread that draws; an error ends the writing.
  /// - Returns: the files that were written, and what should be known about them.
  /// - Throws: `SegueError`, and what `frame` throws; there is no output then, and what was there before is untouched.
  @discardableResult
  public func write(
    _ count: Int, to output: OutputRequest, isOpaque: Bool = true,
    onProgress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in },
    frame: @escaping @Sendable (Int) throws -> FrameRequest
  ) async throws -> RunReport {
    guard count > 0 else { throw SegueError.usage(.noFrames) }
    let first = try frame(0)
    do {
      return try await drawing.limitingTime {
        try await write(
          count, to: output, picturesAreOpaque: isOpaque, framesAreOpaque: { isOpaque },
          needsOpenGL: first.recipe.hasShader, onProgress: onProgress
        ) { index in index == 0 ? first : try frame(index) }
      }
    } catch {
      throw SegueError.known(error) ?? error
    }
  }

  /// The bytes of a file of `count` frames: see ``write(_:to:isOpaque:onProgress:frame:)``.
  /// - Parameter output: its codec, quality and rate; its path is not looked at.
  public func bytes(
    _ count: Int, as format: OutputFormat, output: OutputRequest = OutputRequest(), isOpaque: Bool = true,
    frame: @escaping @Sendable (Int) throws -> FrameRequest
  ) async throws -> [UInt8] {
    try await OutputBytes.made(as: format, output) { output in
      try await write(count, to: output, isOpaque: isOpaque, frame: frame)
    }.bytes
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
    // One frame is a picture where the format holds no more.
    let format = try OutputFormat.resolve(path: output.path, format: output.format)
    let plan = try OutputPlan(output, isStill: count == 1 && format.facts.isStillOnly ? true : nil)
    let backdrop = try plan.backdrop(drawing.background, picturesAreOpaque: picturesAreOpaque)
    let sink = try plan.makeSink(
      size: size, frames: 0..<count, over: backdrop,
      areAllOpaque: { backdrop.color.isOpaque || framesAreOpaque() })
    if let command = sink.command { drawing.note(.encoder(command: command)) }
    return try await draw(
      count, to: sink, over: backdrop.color, output.frameColor.encoding, needsOpenGL: needsOpenGL,
      warnings: plan.warnings(backdrop, drawing.names), onProgress: onProgress, frame: frame)
  }

  /// Draws `count` frames over `background` into `sink`, with `warnings` in front of those of the run.
  func draw(
    _ count: Int, to sink: any FrameSink, over background: RGBAColor, _ color: ColorEncoding = .sdr,
    needsOpenGL: Bool, warnings: [String] = [],
    onProgress: @escaping RenderJob.ProgressHandler = { _, _ in },
    frame: @escaping @Sendable (Int) throws -> FrameRequest
  ) async throws -> RunReport {
    let choice = RendererChoice(
      drawing, size: size, format: sink.format, needsOpenGL: needsOpenGL, onNote: drawing.note)
    var report = try await drawing.room.admitFrames(of: size) {
      let run = Run(
        FrameSequence(0..<count) { [self] in
          var frame = try checked(try frame($0), over: background)
          frame.color = color
          return frame
        }, to: sink,
        makeRenderer: choice.makeRenderer, onFrame: { onProgress($0, count) })
      return try await run.run(in: drawing.room)
    }
    report.warnings = warnings + report.warnings + choice.warnings + report.incidents
    drawing.warn(report.warnings)
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

extension Snapshot {
  /// The bytes of a picture file of it, without transparency where the format has none: over black then, or over the
  /// background that `drawing` has.
  /// - Parameters:
  ///   - format: one that holds a picture: PNG, JPEG, WebP, AVIF.
  ///   - output: its quality; its path and size are not looked at.
  /// - Throws: `SegueError`: `.media` for what the format cannot hold, `.cancelled`.
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

/// A file in memory, and what was done to make it.
public struct RenderedFile<Report: Sendable>: Sendable {
  /// The bytes of the file.
  public let bytes: [UInt8]
  /// The report; its outputs are empty.
  public let report: Report
}

/// Outputs whose bytes are wanted and not a file. Encoders of video go back in what they have written, so there is a file
/// all the same, in a folder of the system's temporary one that no other user may open, for as long as it takes.
package enum OutputBytes {
  /// The bytes that `write` puts into the file of `output`, which it is given with a path.
  /// - Throws: `UsageError` for a format of many files, and what `write` throws; nothing is left behind.
  package static func written<Report: Sendable>(
    as format: OutputFormat, _ output: OutputRequest = OutputRequest(),
    by write: (OutputRequest) async throws -> Report
  ) async throws(SegueError) -> RenderedFile<Report> {
    do { return try await made(as: format, output, by: write) } catch { throw SegueError(error) }
  }

  /// As `written`, with errors as they are.
  static func made<Report: Sendable>(
    as format: OutputFormat, _ output: OutputRequest = OutputRequest(),
    by write: (OutputRequest) async throws -> Report
  ) async throws -> RenderedFile<Report> {
    guard !format.facts.isManyFiles else {
      throw UsageError.conflict(.manyFiles(format))
    }
    let folder = try TemporaryFolder(fileName: "output.\(format.rawValue)")
    var output = output
    (output.path, output.format) = (folder.file, format)
    let report = try await write(output)
    // The thread may let go of what it was given after this has returned, and the folder is gone by then.
    let bytes = try await onThread(named: "segue.read") { [file = folder.file] in
      try InputBytes.read(path: file, limit: .max)
    }
    withExtendedLifetime(folder) {}
    return RenderedFile(bytes: bytes, report: report)
  }
}
