import Foundation
import Synchronization
import TestSupport

/// A folder of a test's own with media that ffmpeg makes and reads.
struct Media: Sendable {
  private let place: Workplace

  init() throws { place = try Workplace() }

  func file(_ name: String) -> String { place.file(name) }

  func bytes(_ name: String) -> [UInt8]? { place.bytes(name) }

  func write(_ bytes: [UInt8], to name: String) throws { try place.write(bytes, to: name) }

  /// Makes a file by ffmpeg's `arguments`. Returns its path.
  @discardableResult
  func make(_ name: String, _ arguments: [String]) async throws -> String {
    try await FFmpeg.make(name, arguments, in: place)
  }

  /// Makes all the files that ffmpeg's `arguments` name.
  func makeAll(_ arguments: [String]) async throws { try await FFmpeg.run(arguments, in: place.path) }

  /// The frames of a file, one behind the other, their pixels as `layout` has them. With `isPassed` none is left out or
  /// doubled, whatever their times are.
  func decode(_ name: String, as layout: String, isPassed: Bool = false) async throws -> [UInt8] {
    let mode = isPassed ? ["-fps_mode", "passthrough"] : []
    return try await FFmpeg.decode(["-i", name, "-map", "0:v"] + mode, as: layout, in: place.path)
  }

  /// The samples of a channel, of so many. All of them are decoded for the first that is asked for.
  func sound(_ name: String, channel: Int = 0, channels: Int = 2) async throws -> [Float] {
    let bytes = try await heard.bytes(of: file(name)) {
      try await FFmpeg.run(
        ["-i", name, "-map", "0:a", "-f", "f32le", "-c:a", "pcm_f32le", "pipe:1"], in: place.path)
    }
    return bytes.withUnsafeBytes { raw in
      stride(from: channel * 4, to: raw.count, by: 4 * channels).map {
        raw.loadUnaligned(fromByteOffset: $0, as: Float.self)
      }
    }
  }
}

private let heard = Heard()

/// The sound that was decoded last.
private final class Heard: Sendable {
  private let last = Mutex<(file: [Int], bytes: [UInt8])>(([], []))

  /// That of the file at `path`, decoded unless it was the last, and is as it was then.
  func bytes(of path: String, _ decode: () async throws -> [UInt8]) async throws -> [UInt8] {
    var status = stat()
    guard stat(path, &status) == 0 else { return try await decode() }
    let times = [status.st_mtim, status.st_ctim].flatMap { [$0.tv_sec, $0.tv_nsec] }
    let file = [Int(status.st_ino), Int(status.st_size)] + times
    if let bytes = last.withLock({ $0.file == file ? $0.bytes : nil }) { return bytes }
    let bytes = try await decode()
    last.withLock { $0 = (file, bytes) }
    return bytes
  }
}
