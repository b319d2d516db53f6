import Glibc
import Imaging
import Synchronization

/// A video made by an `ffmpeg` process.
///
/// A file is written under a hidden name and appears when the encoder has left with status 0 and has confirmed
/// every frame. Standard output, a fifo or a device gets a stream in which nobody goes back.
///
/// **Thread-safety:** as `FrameSink` says. The calls wait for a process; make them from a thread, not from a
/// Swift task.
public final class EncoderSink: FrameSink {
  private struct State {
    var file: AtomicOutput?
    var process: EncoderProcess?
    var count = 0
  }

  private let destination: OutputDestination
  private let arguments: VideoArguments
  private let program: EncoderProgram
  private let state = Mutex(State())
  private let isCancelled = Atomic<Bool>(false)

  /// A video of `shape` with `settings`, made by `program`, at `destination`.
  /// - Throws: `MediaError.unsupported` for an odd side where the pixels are 4:2:0.
  public init(
    _ destination: OutputDestination, shape: VideoShape, settings: VideoSettings,
    program: EncoderProgram = EncoderProgram()
  ) throws(MediaError) {
    if settings.needsEvenSize { try EvenSize.check(shape.size, format: settings.container.rawValue) }
    self.destination = destination
    arguments = VideoArguments(settings: settings, shape: shape)
    self.program = program
  }

  /// The settings' layout.
  public var format: PixelFormat { arguments.settings.frameFormat }
  /// 1: a frame is in the pipe when `write` returns.
  public var capacity: Int { 1 }

  /// Makes the place to write to and starts the encoder.
  public func open() throws {
    do {
      try start()
    } catch {
      abort()
      throw error
    }
  }

  /// The program and its arguments. A file is called by its own name here, though it is written under a hidden one.
  public var command: [String] {
    switch destination {
    case .standardOutput: [program.executable] + arguments.all(to: .stream)
    case .file(let path, _): [program.executable] + arguments.all(to: .file(path))
    }
  }

  private func start() throws {
    let process: EncoderProcess
    switch destination {
    case .standardOutput:
      process = try stream(to: StreamDescriptor.standardOutput().0)
    case .file(let path, let overwrite):
      let file = try AtomicOutput(path: path, overwrite: overwrite)
      if file.isDirect {
        process = try stream(to: openStream(file))
      } else {
        state.withLock { $0.file = file }
        process = try EncoderProcess(
          program, arguments.all(to: .file(file.writablePath)), to: .file(file.writablePath))
      }
    }
    state.withLock { $0.process = process }
    if isCancelled.load(ordering: .acquiring) { process.cancel() }
  }

  /// Hands the frame to the encoder; waits while it is busy.
  public func write(_ frame: Frame, index: Int) throws {
    defer { frame.release() }
    precondition(
      frame.format == format && frame.size == arguments.shape.size
        && frame.bytes.count == format.byteCount(for: frame.size), "the frame is not of the stream's shape")
    let (process, count) = state.withLock { ($0.process, $0.count) }
    guard let process else { throw MediaError.cancelled }
    try process.write(frame.bytes, after: count)
    state.withLock { $0.count += 1 }
  }

  /// Lets the encoder complete its output.
  public func complete() throws -> [String] {
    let (process, count, file) = state.withLock { ($0.process, $0.count, $0.file) }
    guard let process else { throw MediaError.cancelled }
    do {
      try process.finish(count: count)
      try file?.synchronize()
    } catch {
      abort()
      throw error
    }
    state.withLock { $0.process = nil }
    return destination.paths
  }

  /// Puts the encoder's output in its place.
  public func commit() throws {
    let file = state.withLock { state in
      defer { state.file = nil }
      return state.file
    }
    try file?.commit()
  }

  /// Ends the encoder and removes what it wrote.
  public func abort() {
    let (process, file) = state.withLock { state in
      defer {
        state.process = nil
        state.file = nil
      }
      return (state.process, state.file)
    }
    process?.abort()
    file?.abort()
  }

  deinit { abort() }

  /// Makes a `write` or `complete` that waits return.
  public func cancel() {
    isCancelled.store(true, ordering: .releasing)
    state.withLock { $0.process }?.cancel()
  }

  private func openStream(_ file: AtomicOutput) throws(MediaError) -> Int32 {
    try StreamDescriptor.open(file) { isCancelled.load(ordering: .acquiring) }.0
  }

  private func stream(to descriptor: Int32) throws(MediaError) -> EncoderProcess {
    StreamDescriptor.makeBlocking(descriptor)
    return try EncoderProcess(program, arguments.all(to: .stream), to: .stream(descriptor))
  }
}
