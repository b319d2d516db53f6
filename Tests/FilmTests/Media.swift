import Foundation
import Synchronization
import TestSupport

/// A temporary folder with media that ffmpeg makes and reads.
struct Media: Sendable {
  private let place: Workplace

  init() throws { place = try Workplace() }

  func file(_ name: String) -> String { place.file(name) }

  func bytes(_ name: String) -> [UInt8]? { place.bytes(name) }

  func write(_ bytes: [UInt8], to name: String) throws { try place.write(bytes, to: name) }

  /// Makes a file with ffmpeg's `arguments`, and returns its path.
  @discardableResult
  func make(_ name: String, _ arguments: [String]) async throws -> String {
    try await FFmpeg.make(name, arguments, in: place)
  }

  /// Makes all files that ffmpeg's `arguments` name.
  func makeAll(_ arguments: [String]) async throws { try await FFmpeg.run(arguments, in: place.path) }

  /// The frames of a file, concatenated, with pixels in `layout`. `isPassed` keeps every frame
  /// once, regardless of timestamps. A Y4M file is read without ffmpeg if `layout` is `yuv420p`,
  /// `gray` or `rgb24`.
  func decode(_ name: String, as layout: String, isPassed: Bool = false) async throws -> [UInt8] {
    if name.hasSuffix(".y4m"), let frames = Y4M(bytes(name) ?? []) {
      if layout == "yuv420p" { return frames.planes }
      if layout == "gray" { return frames.grays }
      if layout == "rgb24" { return frames.colors }
    }
    let mode = isPassed ? ["-fps_mode", "passthrough"] : []
    return try await seen.bytes(of: file(name), as: [layout] + mode) {
      try await FFmpeg.decode(["-i", name, "-map", "0:v"] + mode, as: layout, in: place.path)
    }
  }

  /// The luma of each frame, expanded to full range, of a 4:2:0 file in limited range with `area`
  /// pixels a frame.
  func grays(_ name: String, area: Int) async throws -> [[UInt8]] {
    try await decode(name, as: "yuv420p", isPassed: true).frames(of: area * 3 / 2).map { frame in
      frame.prefix(area).map { Y4M.fullRange[Int($0)] }
    }
  }

  /// The samples of one of `channels` channels. The first call decodes all of them.
  func sound(_ name: String, channel: Int = 0, channels: Int = 2) async throws -> [Float] {
    let bytes = try await heard.bytes(of: file(name), as: []) {
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

/// The frames of an 8-bit 4:2:0 YUV4MPEG2 file.
private struct Y4M {
  /// The planes of all frames, concatenated.
  private(set) var planes: [UInt8] = []
  private let width: Int
  private let height: Int
  private var area: Int { width * height }

  /// Returns `nil` if `bytes` is not an 8-bit 4:2:0 file of whole frames.
  init?(_ bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: 0x0A) else { return nil }
    let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
    func number(_ letter: String) -> Int? {
      words.first { $0.hasPrefix(letter) }.flatMap { Int($0.dropFirst()) }
    }
    guard words.first == "YUV4MPEG2", words.contains("C420jpeg") else { return nil }
    guard let width = number("W"), let height = number("H") else { return nil }
    (self.width, self.height) = (width, height)
    let (line, size) = (Array("FRAME\n".utf8), width * height * 3 / 2)
    var place = end + 1
    while place < bytes.count {
      let start = place + line.count
      guard start + size <= bytes.count, bytes[place..<start].elementsEqual(line) else { return nil }
      planes += bytes[start..<start + size]
      place = start + size
    }
  }

  /// The luma of all frames in full range.
  var grays: [UInt8] {
    let size = area * 3 / 2
    return stride(from: 0, to: planes.count, by: size).flatMap { start in
      planes[start..<start + area].map { Self.fullRange[Int($0)] }
    }
  }

  /// Red, green and blue of all frames; four pixels share a chroma sample. **Source:** ITU-R
  /// BT.709-6, item 3.
  var colors: [UInt8] {
    func level(_ value: Double) -> UInt8 { UInt8(max(0, min(255, value.rounded()))) }
    var colors: [UInt8] = []
    for frame in stride(from: 0, to: planes.count, by: area * 3 / 2) {
      for place in 0..<area {
        let chroma = frame + area + place / width / 2 * (width / 2) + place % width / 2
        let luma = Double(Int(planes[frame + place]) - 16) * 255 / 219
        let cb = Double(Int(planes[chroma]) - 128) * 255 / 224
        let cr = Double(Int(planes[chroma + area / 4]) - 128) * 255 / 224
        colors.append(level(luma + 1.5748 * cr))
        colors.append(level(luma - 0.1873 * cb - 0.4681 * cr))
        colors.append(level(luma + 1.8556 * cb))
      }
    }
    return colors
  }

  /// The full-range level of each limited-range luma.
  static let fullRange: [UInt8] = (0...255).map { luma in
    UInt8(max(0, min(255, (Double(luma - 16) * 255 / 219).rounded())))
  }
}

private let heard = LastFile()
private let seen = LastFile()

/// The last decoded file's bytes.
private final class LastFile: Sendable {
  private let last = Mutex<(file: [Int], words: [String], bytes: [UInt8])>(([], [], []))

  /// Decodes the file at `path` with the arguments `words`. The last result is reused if the file
  /// is unchanged.
  func bytes(
    of path: String, as words: [String], _ decode: () async throws -> [UInt8]
  ) async throws -> [UInt8] {
    var status = stat()
    guard stat(path, &status) == 0 else { return try await decode() }
    let times = [status.st_mtim, status.st_ctim].flatMap { [$0.tv_sec, $0.tv_nsec] }
    let file = [Int(status.st_ino), Int(status.st_size)] + times
    if let bytes = last.withLock({ $0.file == file && $0.words == words ? $0.bytes : nil }) {
      return bytes
    }
    let bytes = try await decode()
    last.withLock { $0 = (file, words, bytes) }
    return bytes
  }
}
