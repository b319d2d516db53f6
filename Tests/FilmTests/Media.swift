import Foundation
import SegueImaging
import SegueMedia
import SegueRun
import SegueSystem
import Synchronization
import TestSupport

@testable import SegueFilm
@testable import SegueFilmFiles

/// A temporary folder with media that ffmpeg makes and reads.
struct Media: Sendable {
  private let place: Workplace

  init() throws { place = try Workplace() }

  func file(_ name: String) -> String { place.file(name) }

  func bytes(_ name: String) -> [UInt8]? { place.bytes(name) }

  func write(_ bytes: [UInt8], to name: String) throws { try place.write(bytes, to: name) }

  /// Writes a picture as PNG, and returns its path.
  @discardableResult
  func write(_ picture: Snapshot, to name: String) throws -> String { try place.write(picture, to: name) }

  /// Writes a WAV file with `value` at each time in all channels, and returns its path.
  @discardableResult
  func wave(
    _ name: String, seconds: Double, channels: Int = 1, _ value: (Double) -> Double
  ) throws -> String {
    let samples = (0..<Int((seconds * 48_000).rounded())).flatMap { index in
      [Float](repeating: Float(value(Double(index) / 48_000)), count: channels)
    }
    return try wave(name, channels: channels, samples: samples)
  }

  /// Writes a WAV file of interleaved `samples` at 48 kHz, and returns its path. Its facts need no
  /// probe.
  @discardableResult
  func wave(_ name: String, channels: Int, samples: [Float]) throws -> String {
    let path = try place.share(WaveFile.bytes(samples, channels: channels), as: name)
    WaveSource.register(path, channels: channels, count: samples.count / channels)
    return path
  }

  /// Makes a file with ffmpeg's `arguments`, and returns its path.
  @discardableResult
  func make(_ name: String, _ arguments: [String]) async throws -> String {
    try await FFmpeg.make(name, arguments, in: place)
  }

  /// Makes all files that ffmpeg's `arguments` name.
  func makeAll(_ arguments: [String]) async throws { try await FFmpeg.run(arguments, in: place.path) }

  /// The frames of a file, concatenated, with pixels in `layout`. `isPassed` keeps every frame once,
  /// regardless of timestamps. A Y4M file is read without ffmpeg if `layout` is `yuv420p`, `gray` or
  /// `rgb24`. A file of RGBA8 frames with the extension `raw`, a PNG or a WebP picture is read without
  /// ffmpeg if `layout` is `rgba` or `rgb24`.
  func decode(_ name: String, as layout: String, isPassed: Bool = false) async throws -> [UInt8] {
    if name.hasSuffix(".y4m"), let frames = Y4M(bytes(name) ?? []) {
      if layout == "yuv420p" { return frames.planes }
      if layout == "gray" { return frames.grays }
      if layout == "rgb24" { return frames.colors }
    }
    if layout == "rgba" || layout == "rgb24", let pixels = try await pixels(name) {
      return layout == "rgba" ? pixels : pixels.indices.filter { $0 % 4 < 3 }.map { pixels[$0] }
    }
    let mode = isPassed ? ["-fps_mode", "passthrough"] : []
    return try await lastPictures.bytes(of: file(name), as: [layout] + mode) {
      try await FFmpeg.decode(["-i", name, "-map", "0:v"] + mode, as: layout, in: place.path)
    }
  }

  /// The pixels of a file of RGBA8 frames, of a PNG or WebP picture, or of the pictures of a pattern such
  /// as `frame-%05d.png`. Other files are `nil`.
  private func pixels(_ name: String) async throws -> [UInt8]? {
    if name.hasSuffix(".raw") { return bytes(name) }
    guard name.hasSuffix(".png") || name.hasSuffix(".webp") else { return nil }
    var pixels: [UInt8] = []
    for number in 0... {
      let path = file(name.contains("%") ? String(format: name, number) : name)
      if number > 0, path == file(name) || !FileManager.default.fileExists(atPath: path) { break }
      pixels += try await ImageDecoder().decode(path: path).snapshot.rgba
    }
    return pixels
  }

  /// The luma of each frame, expanded to full range, of a 4:2:0 file in limited range with `area`
  /// pixels per frame.
  func grays(_ name: String, area: Int) async throws -> [[UInt8]] {
    try await decode(name, as: "yuv420p", isPassed: true).frames(of: area * 3 / 2).map { frame in
      frame.prefix(area).map { Y4M.fullRange[Int($0)] }
    }
  }

  /// The samples of one of `channels` channels. The first call decodes all of them, a WAV file without
  /// ffmpeg.
  func sound(_ name: String, channel: Int = 0, channels: Int = 2) async throws -> [Float] {
    let bytes = try await lastSound.bytes(of: file(name), as: ["samples"]) {
      if name.hasSuffix(".wav"), let wave = WaveFile(self.bytes(name) ?? []) {
        return wave.floats
      }
      return try await FFmpeg.run(
        ["-i", name, "-map", "0:a", "-f", "f32le", "-c:a", "pcm_f32le", "pipe:1"], in: place.path)
    }
    return bytes.withUnsafeBytes { raw in
      stride(from: channel * 4, to: raw.count, by: 4 * channels).map {
        raw.loadUnaligned(fromByteOffset: $0, as: Float.self)
      }
    }
  }
}

private let lastSound = LastFile()
private let lastPictures = LastFile()

/// The last decoded file's bytes. Those of made files are also kept in the folder `MADE_MEDIA`.
final class LastFile: Sendable {
  private let last = Mutex<(file: [Int], words: [String], bytes: [UInt8])>(([], [], []))

  /// Decodes the file at `path` with the arguments `words`. A known result is reused if the file is
  /// unchanged.
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
    let kept = status.st_nlink > 1 ? Self.keptPath(of: path, words) : nil
    let known = kept.flatMap { FileManager.default.contents(atPath: $0) }
    let bytes = if let known { [UInt8](known) } else { try await decode() }
    if let kept, known == nil { try Data(bytes).write(to: URL(fileURLWithPath: kept), options: .atomic) }
    last.withLock { $0 = (file, words, bytes) }
    return bytes
  }

  /// The path of the kept result; `nil` without the folder.
  private static func keptPath(of path: String, _ words: [String]) -> String? {
    guard let folder = ProcessInfo.processInfo.environment["MADE_MEDIA"],
      let content = ContentHash(path: path)
    else { return nil }
    let key = ["decoded", content.hash] + words
    return "\(folder)/\(ContentHash(Array(key.joined(separator: "\0").utf8)).hash).decoded"
  }
}

extension FilmFile {
  /// Reads a film file. Errors call it `name`; `folder` is the prefix of relative paths.
  static func parse(_ json: [UInt8], name: String, folder: String) throws(FilmError) -> FilmRequest {
    try film(in: document(json, name: name), name: name, folder: folder)
  }
}

extension FilmOTIO {
  /// Reads a timeline, as `FilmFile.parse`.
  static func parse(_ json: [UInt8], name: String, folder: String) throws(FilmError) -> FilmRequest {
    try film(in: FilmFile.document(json, name: name), name: name, folder: folder)
  }
}
