import Dispatch
import Glibc
import SegueImaging
import TestSupport
import Testing

@testable import SegueMedia
@testable import SegueSystem

extension FrameSink {
  /// Completes the output and moves it to its path.
  func finish() throws -> [String] {
    let paths = try complete()
    try commit()
    return paths
  }
}

/// Runs blocking calls on a thread outside of the concurrency pool.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "test").async { continuation.resume(with: Result(catching: body)) }
  }
}

/// A frame whose bytes all depend on `seed`, counted until its release.
func makeFrame(
  _ size: ImageSize, _ format: PixelFormat, seed: Int, onRelease: @escaping @Sendable () -> Void = {}
) -> VideoFrame {
  let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: format.byteCount(for: size), alignment: 64)
  for index in memory.indices { memory[index] = UInt8(truncatingIfNeeded: index &* 7 &+ seed &* 31) }
  nonisolated(unsafe) let owned = memory
  return VideoFrame(size: size, format: format, bytes: UnsafeRawBufferPointer(memory)) {
    owned.deallocate()
    onRelease()
  }
}

/// Encodes the frame's first byte as text instead of a picture.
struct FakeStillEncoder: StillEncoder {
  var failing: Int?

  func encode(_ pixels: UnsafeRawBufferPointer, size: ImageSize, hasAlpha: Bool) throws -> [UInt8] {
    let first = pixels[0]
    if let failing, first == UInt8(truncatingIfNeeded: failing * 31) {
      throw MediaError.unsupported(format: "fake", limit: .refused(reason: "told to fail"))
    }
    return Array("frame \(first)".utf8)
  }
}

/// The `SystemError` of `body`; an error of another type is recorded as an issue.
func error(of body: () throws -> Void) -> SystemError? {
  do {
    try body()
  } catch let error as SystemError {
    return error
  } catch {
    Issue.record(error)
  }
  return nil
}

/// Everything read from a fifo until its writers have closed it.
func readFifo(_ path: String) -> [UInt8] {
  let descriptor = open(path, O_RDONLY)
  defer { close(descriptor) }
  var all: [UInt8] = []
  var part = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = read(descriptor, &part, part.count)
    if count <= 0 { return all }
    all += part[..<count]
  }
}
