import Glibc
import Synchronization

/// Where a stream of bytes goes: a file that appears when it is complete, a device, a fifo, standard output.
///
/// **Thread-safety:** one thread opens, writes, completes, commits and aborts; `cancel` may be called from any thread.
final class ByteOutput: Sendable {
  private struct State {
    var file: AtomicOutput?
    var writer: DescriptorWriter?
  }

  let destination: OutputDestination
  private let state = Mutex(State())
  private let isCancelled = Atomic<Bool>(false)

  init(_ destination: OutputDestination) { self.destination = destination }

  /// Makes the place to write to.
  /// - Throws: `MediaError`.
  func open() throws(MediaError) {
    let (file, writer) = try make()
    state.withLock { state in
      state.file = file
      state.writer = writer
    }
    if isCancelled.load(ordering: .acquiring) { writer.cancel() }
  }

  /// Writes all of `bytes`; waits for a slow reader.
  func write(_ bytes: UnsafeRawBufferPointer) throws(MediaError) {
    guard let writer = state.withLock({ $0.writer }) else { throw .cancelled }
    do throws(DescriptorWriter.Failure) {
      try writer.write(bytes)
    } catch {
      throw mediaError(error)
    }
  }

  /// Completes the output, not yet at its place.
  /// - Returns: the path; empty for standard output.
  func complete() throws(MediaError) -> [String] {
    if isCancelled.load(ordering: .acquiring) { throw .cancelled }
    let (closed, file) = state.withLock { ($0.writer?.close() ?? 0, $0.file) }
    guard closed == 0 else { throw mediaError(.system(closed)) }
    try file?.synchronize()
    return destination.paths
  }

  /// Puts what is complete in its place.
  func commit() throws(MediaError) {
    try state.withLock { (state) throws(MediaError) in
      defer { state.file = nil }
      try state.file?.commit()
    }
  }

  /// Leaves nothing behind.
  func abort() {
    state.withLock { state in
      _ = state.writer?.close()
      state.writer = nil
      state.file?.abort()
      state.file = nil
    }
  }

  /// Makes a waiting write fail.
  func cancel() {
    isCancelled.store(true, ordering: .releasing)
    state.withLock { $0.writer?.cancel() }
  }

  private func make() throws(MediaError) -> (AtomicOutput?, DescriptorWriter) {
    switch destination {
    case .standardOutput:
      let (descriptor, waits) = try StreamDescriptor.standardOutput()
      return (nil, DescriptorWriter(descriptor: descriptor, waitsForReader: waits, stallLimit: nil))
    case .file(let path, let overwrite):
      let file = try AtomicOutput(path: path, overwrite: overwrite)
      let (descriptor, waits) = try StreamDescriptor.open(file) { isCancelled.load(ordering: .acquiring) }
      return (file, DescriptorWriter(descriptor: descriptor, waitsForReader: waits, stallLimit: nil))
    }
  }

  private func mediaError(_ failure: DescriptorWriter.Failure) -> MediaError {
    switch failure {
    case .cancelled: .cancelled
    case .stalled: .writeFailed(path: destination.name, reason: "its reader takes nothing")
    case .system(let code): .writeFailed(path: destination.name, reason: SystemReason.text(code))
    }
  }
}
