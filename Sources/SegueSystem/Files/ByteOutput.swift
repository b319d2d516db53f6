import Glibc
import Synchronization

/// A byte stream to a file that appears when complete, a device, a fifo, or standard output.
///
/// **Thread-safety:** one thread opens, writes, completes, commits and aborts; `cancel` may be
/// called from any thread.
package final class ByteOutput: Sendable {
  private struct State {
    var file: AtomicOutput?
    var writer: DescriptorWriter?
    var byteCount = 0
  }

  package let destination: OutputDestination
  private let state = Mutex(State())
  private let cancellation = Latch()

  /// An output at `destination`; nothing is created before `open`.
  package init(_ destination: OutputDestination) { self.destination = destination }

  package func open() throws(SystemError) {
    var file: AtomicOutput?
    let (descriptor, waits): (Int32, Bool)
    switch destination {
    case .standardOutput: (descriptor, waits) = try StreamDescriptor.standardOutput()
    case .file(let path, let overwrite):
      let made = try AtomicOutput(path: path, overwrite: overwrite)
      (descriptor, waits) = try StreamDescriptor.open(made) { cancellation.isSet }
      file = made
    }
    let writer = DescriptorWriter(
      descriptor: descriptor, waitsForReader: waits, cancellation: cancellation)
    state.withLock { [file] state in
      state.file = file
      state.writer = writer
    }
  }

  /// Writes all of `bytes`; waits for a slow reader.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    guard let writer = state.withLock({ $0.writer }) else { throw .cancelled }
    do throws(StreamFailure) {
      try writer.write(bytes)
    } catch {
      throw .writing(to: destination.name, error)
    }
    state.withLock { $0.byteCount += bytes.count }
  }

  package var byteCount: Int { state.withLock { $0.byteCount } }

  /// Completes the output at its temporary path.
  /// - Returns: the final path; empty for standard output.
  package func complete() throws(SystemError) -> [String] {
    if cancellation.isSet { throw .cancelled }
    let (closed, file) = state.withLock { ($0.writer?.close() ?? 0, $0.file) }
    guard closed == 0 else { throw .writing(to: destination.name, .system(closed)) }
    try file?.synchronize()
    return destination.paths
  }

  package func commit() throws(SystemError) {
    try state.withLock { (state) throws(SystemError) in
      defer { state.file = nil }
      try state.file?.commit()
    }
  }

  package func abort() {
    state.withLock { state in
      _ = state.writer?.close()
      state.writer = nil
      state.file?.abort()
      state.file = nil
    }
  }

  package func cancel() { cancellation.set() }
}

/// The destination of an output that is a single stream of bytes.
package enum OutputDestination: Sendable, Hashable {
  /// A file, which is replaced only if `overwrite` is true; a device or a fifo is written to.
  case file(path: String, overwrite: Bool)
  case standardOutput

  package var name: String {
    switch self {
    case .file(let path, _): path
    case .standardOutput: "standard output"
    }
  }

  /// The paths that `FrameSink.complete` returns.
  package var paths: [String] {
    switch self {
    case .file(let path, _): [path]
    case .standardOutput: []
    }
  }
}

/// A small output that is written as a whole: complete or not at all.
///
/// **Thread-safety:** one thread at a time.
package struct OutputFile: Sendable {
  package let path: String
  private let output: ByteOutput

  /// Checks that a file can be created at `path`; `-` is standard output.
  package init(path: String, overwrite: Bool) throws(SystemError) {
    self.path = path
    output = ByteOutput(path == "-" ? .standardOutput : .file(path: path, overwrite: overwrite))
    try output.open()
  }

  /// Writes `bytes` and moves the file to its path.
  /// - Throws: `SystemError`; the file at the path is then unchanged.
  package func finish(_ bytes: [UInt8]) throws {
    do {
      try bytes.withUnsafeBytes { try output.write($0) }
      _ = try output.complete()
      try output.commit()
    } catch {
      output.abort()
      throw error
    }
  }
}
