import SegueImaging
import SegueMath
import TestSupport
import Testing

@testable import SegueMedia

/// Animations with a colour profile, as clips.
@Suite("Colour profiles of animations", .needs("ffmpeg", "ffprobe")) struct AnimationProfileTests {
  /// An animated PNG of pictures of one colour each, with a chunk in the place of sRGB's.
  private func apng(
    _ colors: [RGBAColor], hasAlpha: Bool, _ type: StaticString, _ data: [UInt8]
  ) throws -> [UInt8] {
    let size = ImageSize(width: 16, height: 16)
    let shape = VideoShape(size: size, rateNumerator: 10)
    let animation = try APNGAnimation(shape: shape, count: colors.count, hasAlpha: hasAlpha)
    var file: [UInt8] = []
    for (index, color) in colors.enumerated() {
      file += try animation.add(Made.frame(Snapshot(width: 16, height: 16) { _, _ in color }), index: index)
    }
    file += try animation.finish()
    let place = try #require(file.indices.first { file[$0...].starts(with: "sRGB".utf8) }) - 4
    var chunk = PNGChunks()
    chunk.append(type, data)
    file.replaceSubrange(place..<(place + 13), with: chunk.bytes)
    return file
  }

  @Test("an animated PNG's profile is applied", arguments: cases([true], full: [false]))
  func profiles(hasAlpha: Bool) async throws {
    let color = RGBAColor(red: 200, green: 100, blue: 10, alpha: hasAlpha ? 128 : 255)
    let file = try apng(
      [color, RGBAColor(red: 0, green: 128, blue: 255)], hasAlpha: hasAlpha,
      "iCCP", [0x70, 0, 0] + Made.zlib(Made.profile(primaries: [2, 1, 0])))
    let found = try await pixels(file, hasAlpha: hasAlpha)
    // Red and blue have changed places.
    for (got, want) in zip(found, [[10, 100, 200, hasAlpha ? 128 : 255], [255, 128, 0, 255]]) {
      for (a, b) in zip(got, want) { #expect(abs(Int(a) - b) <= 1, "\(got)") }
    }
  }

  @Test(
    "an animated PNG's gamma is applied, as in a still PNG", arguments: cases([false], full: [true]))
  func gamma(hasAlpha: Bool) async throws {
    let color = RGBAColor(red: 128, green: 255, blue: 0, alpha: hasAlpha ? 128 : 255)
    // Linear light: half of it is 188 in sRGB.
    let file = try apng(
      [color, RGBAColor(red: 0, green: 128, blue: 255)], hasAlpha: hasAlpha,
      "gAMA", PNGChunks.bigEndian(UInt32(100_000)))
    let found = try await pixels(file, hasAlpha: hasAlpha)
    for (got, want) in zip(found, [[188, 255, 0, hasAlpha ? 128 : 255], [0, 188, 255, 255]]) {
      for (a, b) in zip(got, want) { #expect(abs(Int(a) - b) <= 1, "\(got)") }
    }
  }

  @Test("an animated PNG's profile is read without its pixels")
  func headAlone() async throws {
    let profile = Made.profile(primaries: [2, 1, 0])
    var file = try apng(
      [.black, RGBAColor(red: 0, green: 128, blue: 255)], hasAlpha: false,
      "iCCP", [0x70, 0, 0] + Made.zlib(profile))
    // The pixels' checksum is wrong.
    let pixels = try #require(file.indices.first { file[$0...].starts(with: "IDAT".utf8) }) + 4
    file[pixels + 8] ^= 0xFF
    let place = try Workplace()
    try place.write(file, to: "a.png")
    #expect(PNGChunks.head(ofFile: place.file("a.png"))?.count == pixels)
    #expect(try await ClipProbe().info(of: place.file("a.png")).video?.profile == profile)
  }

  /// The first pixels of the two frames of a clip.
  private func pixels(_ file: [UInt8], hasAlpha: Bool) async throws -> [[UInt8]] {
    let place = try Workplace()
    try place.write(file, to: "a.png")
    let info = try await ClipProbe().info(of: place.file("a.png"))
    let video = try #require(info.video)
    #expect(video.hasTransparency == hasAlpha)
    let target = ClipTarget(size: video.storedSize, rate: Ratio(10, 1), fit: .stretch)
    let decoder = try ClipDecoder(
      ClipDecoding(ClipConform(info, video, to: target), from: 0, skipping: 0, count: 2, isStrict: true))
    defer { decoder.close() }
    return try (0..<2).map { _ in
      let frame = try #require(try decoder.next())
      #expect(frame.format == .rgba8)
      return frame.withUnsafeBytes { Array($0.prefix(4)) }
    }
  }
}
