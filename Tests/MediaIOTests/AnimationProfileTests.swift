import SegueImaging
import SegueMath
import TestSupport
import Testing

@testable import SegueMedia

/// Animations with a colour profile, as clips.
@Suite("Profiles of animations", .needs("ffmpeg", "ffprobe")) struct AnimationProfileTests {
  /// An animated PNG of two pictures of one colour each, with `profile`.
  private func apng(_ colors: [RGBAColor], hasAlpha: Bool, profile: [UInt8]) throws -> [UInt8] {
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
    chunk.append("iCCP", [0x70, 0, 0] + Made.zlib(profile))
    file.replaceSubrange(place..<(place + 13), with: chunk.bytes)
    return file
  }

  @Test("an animated PNG's profile counts, as that of an animated WebP does", arguments: [true, false])
  func profiles(hasAlpha: Bool) async throws {
    let place = try Workplace()
    let color = RGBAColor(red: 200, green: 100, blue: 10, alpha: hasAlpha ? 128 : 255)
    let file = try apng(
      [color, RGBAColor(red: 0, green: 128, blue: 255)], hasAlpha: hasAlpha,
      profile: Made.profile(primaries: [2, 1, 0]))
    try place.write(file, to: "a.png")
    let info = try await ClipProbe().info(of: place.file("a.png"))
    let video = try #require(info.video)
    #expect(video.hasTransparency == hasAlpha)
    let target = ClipTarget(size: video.storedSize, rate: Ratio(10, 1), fit: .stretch)
    let decoder = try ClipDecoder(
      ClipDecoding(ClipConform(info, video, to: target), from: 0, skipping: 0, count: 2, isStrict: true))
    defer { decoder.close() }
    // Red and blue have changed places.
    for want in [[10, 100, 200, hasAlpha ? 128 : 255], [255, 128, 0, 255]] {
      let frame = try #require(try decoder.next())
      #expect(frame.format == .rgba8)
      let got = frame.withUnsafeBytes { Array($0.prefix(4)) }
      for (a, b) in zip(got, want) { #expect(abs(Int(a) - b) <= 1, "\(got)") }
    }
  }
}
