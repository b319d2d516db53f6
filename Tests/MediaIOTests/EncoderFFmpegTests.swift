import Foundation
import Glibc
import SegueImaging
import TestSupport
import Testing

@testable import SegueMedia
@testable import SegueSystem

/// The files that the installed `ffmpeg` makes of frames.
@Suite("Files encoded by ffmpeg", .needs("ffmpeg", "ffprobe")) struct EncoderFFmpegTests {
  private func encode(
    _ folder: Workplace, _ name: String, _ settings: VideoSettings, frames: Int = 61,
    size: ImageSize = ImageSize(width: 64, height: 64), path: String? = nil
  ) async throws -> (any Error)? {
    try await onThread { () -> (any Error)? in
      let sink = try EncoderSink(
        .file(path: path ?? folder.file(name), overwrite: true),
        shape: VideoShape(size: size, rateNumerator: 30000, rateDenominator: 1001), settings: settings)
      defer { sink.abort() }
      do {
        try sink.open()
        for index in 0..<frames { try sink.write(makeFrame(size, sink.format, seed: index), index: index) }
        _ = try sink.finish()
        return nil
      } catch {
        return error
      }
    }
  }

  @Test("an MP4 has the requested frames, rate and colour tags")
  func mp4() async throws {
    let folder = try Workplace()
    #expect(try await encode(folder, "a.mp4", VideoSettings(container: .mp4)) == nil)
    #expect(folder.names() == ["a.mp4"])
    let facts = try await FFmpeg.probe(folder.file("a.mp4"))
    #expect(facts["nb_read_frames"] == "61")
    #expect(facts["r_frame_rate"] == "30000/1001")
    #expect(facts["pix_fmt"] == "yuv420p")
    for key in ["color_space", "color_transfer", "color_primaries"] { #expect(facts[key] == "bt709") }
    #expect(facts["color_range"] == "tv")
    #expect(facts["chroma_location"] == "center")
  }

  @Test(
    "every format is complete and reproducible",
    arguments: cases(
      [
        ("a.mov", "prores", "yuva444p12le"), ("a.mkv", "ffv1", "bgra"), ("a.gif", "gif", "bgra"),
        ("a.webm", "vp9", "yuv420p"), ("a.mp4", "hevc", "yuv420p"),
      ], full: [("a.mkv", "h264", "yuv420p")]))
  func everyFormat(_ name: String, _ codec: String, _ layout: String) async throws {
    let folder = try Workplace()
    let settings = try VideoSettings(
      container: try OutputFormat.resolve(path: name, format: nil), codec: VideoCodec(name: codec))
    #expect(try await encode(folder, name, settings, frames: 7) == nil)
    let facts = try await FFmpeg.probe(folder.file(name))
    #expect(facts["nb_read_frames"] == "7")
    #expect(facts["pix_fmt"] == layout)
    if layout.hasPrefix("yuv") {
      for key in ["color_space", "color_transfer", "color_primaries"] { #expect(facts[key] == "bt709") }
    }
    guard Tier.current == .full else { return }
    let first = folder.bytes(name)
    #expect(try await encode(folder, name, settings, frames: 7) == nil)
    #expect(folder.bytes(name) == first)
  }

  @Test("a WebM keeps alpha if a picture has it", .full)
  func webMAlpha() async throws {
    let folder = try Workplace()
    let settings = try VideoSettings(container: .webm, hasTransparency: true)
    #expect(try await encode(folder, "a.webm", settings, frames: 5) == nil)
    #expect(try await FFmpeg.probe(folder.file("a.webm"))["alpha_mode"] == "1")
  }

  @Test("a FIFO receives the whole stream", arguments: cases(["mp4", "gif"], full: ["webm", "mov", "mkv"]))
  func fifo(_ container: String) async throws {
    let folder = try Workplace()
    let path = folder.file("fifo")
    #expect(mkfifo(path, 0o600) == 0)
    async let copied = onThread {
      try Data(readFifo(path)).write(to: URL(fileURLWithPath: folder.file("copy")))
    }
    let settings = try VideoSettings(container: try #require(OutputFormat(rawValue: container)))
    #expect(try await encode(folder, "", settings, frames: 9, path: path) == nil)
    try await copied
    #expect(try await FFmpeg.probe(folder.file("copy"))["nb_read_frames"] == "9")
    #expect(try OutputPath.kind(of: path) == .special)
  }

  @Test("a full disk is an error")
  func fullDisk() async throws {
    let folder = try Workplace()
    for container in cases([OutputFormat.mp4, .gif], full: [.mkv]) {
      let failure = try await encode(folder, "", VideoSettings(container: container), path: "/dev/full")
      let full = SystemError.writeFailed(path: "/dev/full", reason: "No space left on device")
      #expect(failure as? SystemError == full, "\(container)")
    }
  }

  @Test("a video without frames is an error")
  func noFrames() async throws {
    let folder = try Workplace()
    let failure = try await encode(folder, "a.mp4", VideoSettings(container: .mp4), frames: 0)
    guard case SystemError.programFailed? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(folder.names().isEmpty)
  }

  @Test("the error for an unknown encoder lists the available encoders")
  func unknownEncoder() async throws {
    let folder = try Workplace()
    let settings = try VideoSettings(container: .mkv, codec: VideoCodec(name: "libmadeup"))
    guard
      case MediaError.encoderMissing("libmadeup", "ffmpeg", let known)? = try await encode(
        folder, "a.mkv", settings)
    else {
      Issue.record("no such error")
      return
    }
    #expect(known.contains("ffv1"))
    #expect(folder.names().isEmpty)
  }

  @Test(
    "a video used as a picture is decoded at its first or last frame",
    arguments: cases(["a.mp4"], full: ["a.gif", "a.mkv"]))
  func videoFrame(name: String) async throws {
    let folder = try Workplace()
    let size = ImageSize(width: 64, height: 48)
    let format = try OutputFormat.resolve(path: name, format: nil)
    let settings = try VideoSettings(container: format, quality: format == .gif ? nil : .lossless)
    try await onThread {
      let sink = try EncoderSink(
        .file(path: folder.file(name), overwrite: true), shape: VideoShape(size: size, rateNumerator: 10),
        settings: settings)
      defer { sink.abort() }
      try sink.open()
      for index in 0..<40 {
        let value: UInt8 = index == 0 ? 235 : index == 39 ? 60 : 130
        let memory = UnsafeMutableRawBufferPointer.allocate(
          byteCount: sink.format.byteCount(for: size), alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 128)
        for byte in 0..<size.area * (sink.format == .rgba8 ? 4 : 1) {
          memory[byte] = byte % 4 == 3 && sink.format == .rgba8 ? 255 : value
        }
        nonisolated(unsafe) let owned = memory
        let frame = VideoFrame(size: size, format: sink.format, bytes: UnsafeRawBufferPointer(memory)) {
          owned.deallocate()
        }
        try sink.write(frame, index: index)
      }
      _ = try sink.finish()
    }
    let kind = format == .gif ? "animated" : "a video"
    // Luma 235 and 60 of limited range are 255 and 51.
    let expected: [(ImageDecoder.Moment, String, Int)] = [
      (.first, "first", format == .gif ? 235 : 255), (.last, "last", format == .gif ? 60 : 51),
    ]
    for (moment, word, value) in expected {
      let image = try await ImageDecoder().decoded(path: folder.file(name), moment: moment)
      #expect(image.notices.messages == ["it is \(kind); its \(word) frame is taken"])
      #expect(image.snapshot.size == size)
      #expect(abs(Int(image.snapshot[20, 20].green) - value) <= 3, "\(image.snapshot[20, 20])")
    }
  }

  /// Source: TIFF 6.0, sections 2 and 8.
  @Test("a TIFF's orientation turns the picture", arguments: [(1, 2, 1), (3, 2, 1), (6, 1, 2), (8, 1, 2)])
  func tiffOrientation(orientation: UInt8, width: Int, height: Int) async throws {
    // Two pixels, red and blue, after the directory.
    func entry(_ tag: UInt16, _ type: UInt8, _ count: UInt8, _ value: UInt8) -> [UInt8] {
      [UInt8(tag & 255), UInt8(tag >> 8), type, 0, count, 0, 0, 0, value, 0, 0, 0]
    }
    let entries = [
      entry(256, 3, 1, 2), entry(257, 3, 1, 1), entry(258, 3, 1, 8), entry(259, 3, 1, 1), entry(262, 3, 1, 2),
      entry(273, 4, 1, 134), entry(274, 3, 1, orientation), entry(277, 3, 1, 3), entry(278, 3, 1, 1),
      entry(279, 4, 1, 6),
    ]
    let file: [UInt8] =
      [0x49, 0x49, 42, 0, 8, 0, 0, 0, 10, 0] + entries.flatMap(\.self) + [0, 0, 0, 0] + [
        255, 0, 0, 0, 0, 255,
      ]
    let folder = try Workplace()
    try Data(file).write(to: URL(fileURLWithPath: folder.file("a.tiff")))
    let isBlueFirst = orientation == 3 || orientation == 8
    for image in [
      try await ImageDecoder().decoded(path: folder.file("a.tiff")),
      try await ImageDecoder().decoded(bytes: file, name: "made"),
    ] {
      #expect(image.snapshot.size == ImageSize(width: width, height: height))
      #expect(
        image.snapshot[0, 0] == RGBAColor(red: isBlueFirst ? 0 : 255, green: 0, blue: isBlueFirst ? 255 : 0))
      #expect(image.snapshot[width - 1, height - 1].red == (isBlueFirst ? 255 : 0))
    }
  }

  @Test("file names reach neither a shell nor a protocol")
  func unusualNames() async throws {
    let folder = try Workplace()
    let names = ["http:x.mp4", "-a %d:b'c\"$(touch x).mp4", "-a.mp4", "%d.mp4", "a:b.mp4", "$(touch x).mp4"]
    for name in cases(2, of: names) {
      #expect(try await encode(folder, name, VideoSettings(container: .mp4), frames: 2) == nil)
      #expect(folder.names() == [name])
      try folder.remove(name)
    }
  }
}
