import Glibc
import SegueFields
import SegueImaging
import SegueSystem
import Synchronization

/// A video encoded by an `ffmpeg` process.
///
/// A file is written under a hidden name. It appears after the encoder has confirmed every frame
/// and has exited with status 0. Standard output, a fifo or a device gets a non-seekable stream. A
/// GIF's frame disposal is corrected after the last frame, so a streamed GIF is encoded into a
/// temporary file first.
///
/// **Thread-safety:** as for `FrameSink`. Calls block; make them from a thread, not from a Swift
/// task.
package final class EncoderSink: FrameSink {
  private struct State {
    var file: AtomicOutput?
    var streamedFile: StreamedFile?
    var process: EncoderProcess?
    var count = 0
    var hasHalfTransparency = false
    /// The file of the chapters, kept while the encoder may read it.
    var chapters: TemporaryFile?
    var palettes: GIFPalettes?
  }

  /// A temporary file that is copied to a stream on completion.
  private struct StreamedFile {
    let file: TemporaryFile
    let stream: DescriptorWriter
  }

  private let destination: OutputDestination
  private let plainArguments: VideoArguments
  private let program: EncoderProgram
  private let state = Mutex(State())
  private let cancellation = Latch()

  /// A video of `shape` with `settings`, encoded by `program` into `destination`.
  /// - Throws: `MediaError.oddSides` for 4:2:0 pixels; `.unsupported` for a size beyond ffmpeg's
  ///   limit.
  package init(
    _ destination: OutputDestination, shape: VideoShape, settings: VideoSettings,
    program: EncoderProgram = EncoderProgram()
  ) throws(MediaError) {
    if settings.needsEvenSize { try shape.checkEvenSides(format: settings.container.rawValue) }
    try shape.checkArea(format: settings.container.rawValue)
    self.destination = destination
    plainArguments = VideoArguments(settings: settings, shape: shape)
    self.program = program
  }

  private var arguments: VideoArguments {
    var arguments = plainArguments
    arguments.chaptersPath = state.withLock { $0.chapters?.path }
    return arguments
  }

  package var format: PixelFormat { settings.frameFormat }
  /// The capacity is 1, because the frame is in the pipe when `write` returns.
  package var capacity: Int { 1 }
  package var byteCount: Int {
    state.withLock { state in state.file.map { OutputPath.length(of: $0.writablePath) } ?? 0 }
  }

  /// The program and its arguments, with the file's final name instead of the hidden one.
  package var command: [String]? {
    let file = ProgramFile(of: program.executable).path
    return switch destination {
    case .standardOutput: [file] + arguments.all(to: .stream)
    case .file(let path, _): [file] + arguments.all(to: .file(path))
    }
  }

  package var notices: [Notice] {
    guard state.withLock({ $0.hasHalfTransparency }) else { return [] }
    return [
      Notice(
        .loss,
        "gif has no half-transparent pixels: they became opaque or transparent; webp and apng keep them"
      )
    ]
  }

  private var settings: VideoSettings { plainArguments.settings }
  private var isGIFWithGaps: Bool { settings.codec == .gif && settings.hasTransparency }
  /// Whether the GIF's frame disposal is corrected after the last frame.
  private var isCorrected: Bool { isGIFWithGaps || settings.palettes != nil }

  package func open() throws {
    do {
      try start()
      try writeHead()
    } catch {
      abort()
      throw error
    }
  }

  private func start() throws {
    if !settings.encoding.chapters.isEmpty {
      let text = VideoChapter.metadata(settings.encoding.chapters, plainArguments.shape)
      let file = try TemporaryFile("chapters", Array(text.utf8))
      state.withLock { $0.chapters = file }
    }
    switch destination {
    case .standardOutput:
      let (descriptor, waits) = try StreamDescriptor.standardOutput()
      try startStreaming(to: descriptor, waitsForReader: waits)
    case .file(let path, let overwrite):
      let file = try AtomicOutput(path: path, overwrite: overwrite)
      if file.isDirect {
        let (descriptor, waits) = try StreamDescriptor.open(file) { cancellation.isSet }
        try startStreaming(to: descriptor, waitsForReader: waits)
      } else {
        state.withLock { $0.file = file }
        try startWriting(to: file.writablePath)
      }
    }
  }

  private func startStreaming(to descriptor: Int32, waitsForReader: Bool) throws {
    if isCorrected {
      let stream = DescriptorWriter(
        descriptor: descriptor, waitsForReader: waitsForReader, cancellation: cancellation)
      let file = try TemporaryFile("animation.gif")
      state.withLock { $0.streamedFile = StreamedFile(file: file, stream: stream) }
      try startWriting(to: file.path)
    } else {
      StreamDescriptor.makeBlocking(descriptor)
      let process = try EncoderProcess(
        program, arguments.all(to: .stream), to: .stream(descriptor), named: destination.name,
        cancellation: cancellation)
      state.withLock { $0.process = process }
    }
  }

  private func startWriting(to path: String) throws {
    let process = try EncoderProcess(
      program, arguments.all(to: .file(path)), to: .file(path), named: destination.name,
      cancellation: cancellation)
    state.withLock { $0.process = process }
  }

  package func write(_ frame: VideoFrame, index: Int) throws {
    defer { frame.release() }
    precondition(
      frame.format == format && frame.size == plainArguments.shape.size
        && frame.byteCount == format.byteCount(for: frame.size),
      "the frame must have the stream's size and format")
    let (process, count, isWarned) = state.withLock { ($0.process, $0.count, $0.hasHalfTransparency) }
    guard let process else { throw SystemError.cancelled }
    if isGIFWithGaps, !isWarned, frame.hasHalfTransparency {
      state.withLock { $0.hasHalfTransparency = true }
    }
    let sent = try frame.withUnsafeBytes { try send($0, to: process, after: count) }
    state.withLock { $0.count += sent }
  }

  /// Sends a frame, once or for each branch of a GIF's filter graph.
  /// - Returns: the number of times that the frame was sent.
  private func send(
    _ bytes: UnsafeRawBufferPointer, to process: EncoderProcess, after count: Int
  ) throws -> Int {
    guard var palettes = state.withLock({ $0.palettes }) else {
      try process.write(bytes, after: count)
      return 1
    }
    let pixels = bytes.bindMemory(to: UInt32.self)
    let branches = palettes.branches(of: pixels, width: plainArguments.shape.size.width)
    state.withLock { [palettes] in $0.palettes = palettes }
    let filled = palettes.filled(pixels)
    for (offset, branch) in branches.enumerated() {
      let index = count + offset
      let head = GIFPalettes.head(ofFrame: index, branch: branch, byteCount: bytes.count)
      try head.withUnsafeBytes { try process.write($0, after: index) }
      if let filled {
        try filled.withUnsafeBytes { try process.write($0, after: index) }
      } else {
        try process.write(bytes, after: index)
      }
    }
    return branches.count
  }

  /// Sends the encoder the list of files to join, or the stream header of a GIF with chosen palettes.
  private func writeHead() throws {
    if let palettes = settings.palettes, let process = state.withLock({ $0.process }) {
      state.withLock { $0.palettes = palettes }
      let head = GIFPalettes.head(of: plainArguments.shape.size)
      return try head.withUnsafeBytes { try process.write($0, after: 0) }
    }
    switch settings.encoding.pictures {
    case .none, .frames: break
    case .file(_, let count): state.withLock { $0.count = count }
    case .files(let segments):
      guard let process = state.withLock({ $0.process }) else { return }
      let list = Array(VideoArguments.list(of: segments, plainArguments.shape).utf8)
      try list.withUnsafeBytes { try process.write($0, after: 0) }
      state.withLock { $0.count = segments.last?.frames.upperBound ?? 0 }
    }
  }

  package func complete() throws -> [String] {
    let (process, count, file, streamedFile) = state.withLock {
      ($0.process, $0.count, $0.file, $0.streamedFile)
    }
    guard let process else { throw SystemError.cancelled }
    do {
      // ffmpeg 6.1 and 7.0 do not count copied frames.
      try process.finish(
        count: settings.encoding.pictures == .none ? nil : count,
        mayBeUncounted: settings.encoding.copiesPictures,
        hasExtraArguments: !settings.extraArguments.isEmpty)
      try settings.pass?.renameStatistics()
      if isCorrected { try correct(file, streamedFile) }
      try file?.synchronize()
    } catch {
      abort()
      throw error
    }
    _ = streamedFile?.stream.close()
    state.withLock { state in
      state.process = nil
      state.streamedFile = nil
    }
    return destination.paths
  }

  /// Corrects the frame disposal of a GIF in its file, or while copying the temporary file to the stream.
  private func correct(_ file: AtomicOutput?, _ streamedFile: StreamedFile?) throws {
    guard let path = file?.writablePath ?? streamedFile?.file.path else { return }
    let made = try InputFile.open(path: path).readAll(limit: .max)
    let corrected: [UInt8]
    do {
      let dropsFirst = state.withLock { $0.palettes?.repeatsFirst == true }
      corrected = try GIFDisposal.correct(made, hasGaps: isGIFWithGaps, dropsFirst: dropsFirst)
    } catch {
      throw SystemError.programFailed(name: program.name, reason: "wrote a damaged file", log: [])
    }
    do throws(StreamFailure) {
      guard let stream = streamedFile?.stream else {
        return try DescriptorWriter.write(corrected, to: path, flags: O_TRUNC)
      }
      try stream.write(corrected)
      let closed = stream.close()
      if closed != 0 { throw .system(closed) }
    } catch {
      throw SystemError.writing(to: destination.name, error)
    }
  }

  package func commit() throws {
    let file = state.withLock { state in
      defer { state.file = nil }
      return state.file
    }
    try file?.commit()
  }

  package func abort() {
    let (process, file, streamedFile) = state.withLock { state in
      defer {
        state.process = nil
        state.file = nil
        state.streamedFile = nil
      }
      return (state.process, state.file, state.streamedFile)
    }
    process?.abort()
    _ = streamedFile?.stream.close()
    file?.abort()
  }

  deinit { abort() }
  package func cancel() { cancellation.set() }
}
