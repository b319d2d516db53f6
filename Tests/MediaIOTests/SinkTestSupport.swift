import Dispatch
import Foundation
import Glibc
import SegueImaging
import Testing

@testable import SegueMedia

/// A folder of a test's own that goes with it.
final class ScratchFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "sink-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  /// Names in the folder, hidden ones included, sorted.
  var names: [String] { contents("") }

  func contents(_ folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path + "/" + folder)) ?? []).sorted()
  }

  func bytes(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: file(name)).map(Array.init) }

  func text(_ name: String) -> String? { bytes(name).map { String(decoding: $0, as: UTF8.self) } }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
  }
}

extension FrameSink {
  /// Completes the output and puts it in its place.
  func finish() throws -> [String] {
    let paths = try complete()
    try commit()
    return paths
  }
}

/// Runs blocking calls on a thread that is none of the concurrency pool's.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "test").async { continuation.resume(with: Result(catching: body)) }
  }
}

/// A frame whose bytes all depend on `seed`, counted while it is out.
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

/// Says which frame it was given, instead of a picture.
struct FakeStillEncoder: StillEncoder {
  var failing: Int?

  func encode(_ pixels: UnsafeRawBufferPointer, size: ImageSize, hasAlpha: Bool) throws -> [UInt8] {
    let first = pixels[0]
    if let failing, first == UInt8(truncatingIfNeeded: failing * 31) {
      throw MediaError.unsupported(format: "fake", reason: "told to fail")
    }
    return Array("frame \(first)".utf8)
  }
}

func error(of body: () throws -> Void) -> MediaError? {
  do {
    try body()
    return nil
  } catch {
    return error as? MediaError
  }
}

/// Everything that comes out of a fifo until its writers have gone.
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
