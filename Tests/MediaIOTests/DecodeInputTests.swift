import Dispatch
import Glibc
import SegueImaging
import TestSupport
import Testing

@testable import SegueMedia
@testable import SegueSystem

/// Pictures, pipes and other files at a path. Each test has its own folder.
@Suite("Decoding of files and pipes") struct DecodeInputTests {
  private let place: Workplace
  private var folder: String { place.path }

  init() throws { place = try Workplace() }

  private func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    try place.write(bytes, to: name)
    return place.file(name)
  }

  private func failure(_ path: String) async -> SystemError? {
    do {
      _ = try await ImageDecoder().decoded(path: path)
      return nil
    } catch { return error }
  }

  /// A bitmap of 2×1 pixels, red and blue. Source: BITMAPINFOHEADER.
  private let bitmap: [UInt8] =
    [0x42, 0x4d, 62, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24, 0]
    + [UInt8](repeating: 0, count: 24) + [0, 0, 255, 255, 0, 0, 0, 0]

  @Test("the format is recognised by the bytes, not by the name")
  func signature() async throws {
    let picture = Made.mixed(9, 5)
    let path = try file("picture.jpg", try PNGEncoder().encode(picture))
    let image = try await ImageDecoder().decoded(path: path)
    #expect(image.formatName == "PNG")
    #expect(Made.bytes(image.snapshot) == Made.bytes(picture))
  }

  @Test("missing files, folders and devices are unreadable")
  func unreadable() async throws {
    #expect(
      await failure("\(folder)/none.png")
        == .unreadable(path: "\(folder)/none.png", reason: "No such file or directory"))
    #expect(await failure(folder) == .unreadable(path: folder, reason: "it is a folder"))
    #expect(await failure("/dev/zero") == .unreadable(path: "/dev/zero", reason: "it is a device"))
  }

  @Test("the error for a text file or a playlist says that it is text", .needs("ffmpeg", "ffprobe"))
  func text() async throws {
    let texts = [
      ("words.txt", String(repeating: "é", count: 600), false), ("film.txt", "{\"segue\": 1}", false),
      ("list.txt", "file 'a.mp4'\nfile 'b.mp4'\n", true), ("a.m3u", "a.mp3\nb.mp3\n", true),
      ("b.txt", "#EXTM3U\nb.mp3\n", true),
    ]
    for (name, text, isList) in cases(1, of: texts) {
      let path = try file(name, Array(text.utf8))
      guard case .badData(_, let reason)? = await failure(path) else {
        Issue.record("\(text.prefix(20))")
        continue
      }
      let advice = isList ? "; name the files that it lists instead" : ""
      #expect(reason == "it is text, not a picture, a clip or sound" + advice)
    }
    let noise = try file("noise.txt", [0x66, 0x69, 0, 1, 2, 0xff] + [UInt8](repeating: 7, count: 100))
    #expect(await failure(noise).map { "\($0)" }?.contains("text") == false)
  }

  @Test("an empty file is bad data")
  func empty() async throws {
    let path = try file("empty.png", [])
    #expect(await failure(path) == .badData(path: path, reason: "it is empty"))
  }

  @Test("a pipe is read to its end")
  func pipe() async throws {
    let path = "\(folder)/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    let picture = Made.mixed(300, 200)
    let bytes = try PNGEncoder().encode(picture)
    DispatchQueue.global().async {
      guard let stream = fopen(path, "wb") else { return }
      fwrite(bytes, 1, bytes.count, stream)
      fclose(stream)
    }
    let image = try await ImageDecoder().decoded(path: path)
    #expect(Made.bytes(image.snapshot) == Made.bytes(picture))
  }

  @Test("a cancelled task stops waiting for a silent pipe")
  func cancelledWait() async throws {
    let path = "\(folder)/silent"
    try #require(mkfifo(path, 0o600) == 0)
    let task = Task { try await ImageDecoder().decoded(path: path) }
    let writer = try await openOnceRead(path)
    defer { close(writer) }
    task.cancel()
    await #expect(throws: SystemError.cancelled) { try await task.value }
  }

  @Test("a cancelled decoder stops early", arguments: [ImageFormat.png, .jpeg, .webp])
  func cancelledDecoding(format: ImageFormat) throws {
    // A WebP file arrives in several pieces.
    let picture = Made.mixed(600, 450, alpha: format != .jpeg)
    let bytes: [UInt8] =
      switch format {
      case .png: try PNGEncoder().encode(picture)
      case .jpeg: try JPEGEncoder(quality: 90).encode(picture.bytes, size: picture.size)
      default:
        try WebPEncoder(compression: .lossless).encode(picture.bytes, size: picture.size, hasAlpha: true)
      }
    let decoder = StillDecoder(format: format, limits: DecodingLimits(), name: "made")
    let whole = try decoder.decode(bytes).snapshot
    #expect(format == .jpeg || Made.bytes(whole) == Made.bytes(picture))
    decoder.stop.set()
    #expect(throws: SystemError.cancelled) { try decoder.decode(bytes) }
  }

  @Test("files above the byte limit are rejected")
  func byteLimit() async throws {
    let path = try file("long.png", try PNGEncoder().encode(Made.mixed(50, 50)))
    let decoder = ImageDecoder(limits: DecodingLimits(maximumFileBytes: 100))
    await #expect(throws: SystemError.badData(path: path, reason: "it is longer than the limit of 100 bytes"))
    {
      try await decoder.decoded(path: path)
    }
  }

  @Test(
    "ffmpeg decodes other formats under any name", .needs("ffmpeg"),
    arguments: cases(["-f %03d:x'$(true).bmp"], full: ["no extension", "plain.bmp"]))
  func otherFormats(name: String) async throws {
    do {
      let image = try await ImageDecoder().decoded(path: try file(name, bitmap))
      #expect(image.formatName == "bmp")
      #expect(image.snapshot[0, 0] == RGBAColor(red: 255, green: 0, blue: 0))
      #expect(image.snapshot[1, 0] == RGBAColor(red: 0, green: 0, blue: 255))
    } catch SystemError.programMissing("ffprobe", .prober) {}
  }

  @Test("pictures that ffmpeg decodes obey the limits", .needs("ffmpeg", "ffprobe")) func otherLimits()
    async throws
  {
    let path = try file("wide.bmp", bitmap)
    let decoder = ImageDecoder(limits: DecodingLimits(maximumSide: 1))
    do {
      _ = try await decoder.decoded(path: path)
      Issue.record("two pixels passed a limit of one")
    } catch SystemError.badData(_, let reason) {
      #expect(reason == "2x1 pixels are more than the limit of 1 per side")
    } catch SystemError.programMissing {}
  }

  @Test("a text file is rejected as a picture", .needs("ffmpeg", "ffprobe")) func notPicture() async throws {
    let path = try file("list.txt", Array("ffconcat version 1.0\nfile '/etc/hostname'\n".utf8))
    switch await failure(path) {
    case .badData(let name, _): #expect(name == path)
    case .programMissing: break
    case let other: Issue.record("unexpected \(String(describing: other))")
    }
  }

  @Test("silent pipes do not block other tasks")
  func silentPipes() async throws {
    let folder = try Workplace()
    let picture = try PNGEncoder().encode(
      Snapshot(PixelBuffer(size: ImageSize(width: 3, height: 2), color: .white)))
    // More pipes than threads for tasks; the writers are tasks too.
    let paths = (0..<64).map { folder.file("fifo-\($0)") }
    for path in paths { #expect(mkfifo(path, 0o600) == 0) }
    let sizes = try await withThrowingTaskGroup(of: ImageSize.self) { group in
      for path in paths { group.addTask { try await ImageDecoder().decoded(path: path).snapshot.size } }
      for path in paths {
        Task {
          let descriptor = try await openOnceRead(path)
          _ = picture.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
          close(descriptor)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sizes == Array(repeating: ImageSize(width: 3, height: 2), count: 64))
  }
}
