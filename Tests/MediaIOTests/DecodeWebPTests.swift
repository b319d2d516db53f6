import SegueImaging
import TestSupport
import Testing

@testable import SegueMedia

@Suite("Decoding of WebP") struct DecodeWebPTests {
  private func bytes(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array(name.utf8) + bytes(data.count, 4) + data + (data.count % 2 == 1 ? [0] : [])
  }

  /// A still with additional chunks; `flags` as in the container's specification.
  private func extended(_ still: [UInt8], _ size: ImageSize, flags: UInt8, before: [UInt8], after: [UInt8])
    -> [UInt8]
  {
    let header = [flags, 0, 0, 0] + bytes(size.width - 1, 3) + bytes(size.height - 1, 3)
    let body = Array("WEBP".utf8) + chunk("VP8X", header) + before + still.dropFirst(12) + after
    return Array("RIFF".utf8) + bytes(body.count, 4) + body
  }

  @Test("a WebP's EXIF orientation turns the picture", arguments: [1, 3, 6, 8]) func orientation(value: Int)
    throws
  {
    let stored = Snapshot(width: 4, height: 2) { x, y in x == 0 && y == 0 ? .white : .black }
    let still = try WebPEncoder(compression: .lossless).encode(
      stored.bytes, size: stored.size, hasAlpha: false)
    let exif = chunk("EXIF", Made.exif(orientation: UInt8(value)))
    let file = extended(still, stored.size, flags: 0x08, before: [], after: exif)
    let snapshot = try Made.decode(file, as: .webp).snapshot
    let corner = [1: (0, 0), 3: (3, 1), 6: (1, 0), 8: (0, 3)][value] ?? (0, 0)
    #expect(snapshot[corner.0, corner.1] == .white)
  }

  @Test("a colour profile is converted to sRGB")
  func profilesAreConverted() throws {
    let stored = Snapshot(width: 4, height: 2) { _, _ in RGBAColor(red: 200, green: 100, blue: 10) }
    let still = try WebPEncoder(compression: .lossless).encode(
      stored.bytes, size: stored.size, hasAlpha: false)
    let profile = chunk("ICCP", Made.profile(primaries: [2, 1, 0]))
    let file = extended(still, stored.size, flags: 0x20, before: profile, after: [])
    let pixel = try Made.decode(file, as: .webp).snapshot[0, 0]
    for (got, want) in zip([pixel.red, pixel.green, pixel.blue], [10, 100, 200]) {
      #expect(abs(Int(got) - want) <= 1)
    }
  }

  @Test("an animated WebP is decoded to its first frame with a warning")
  func animation() throws {
    let frames = [Made.mixed(20, 10, alpha: true), Snapshot(width: 20, height: 10) { _, _ in .white }]
    let encoder = try WebPAnimation(
      shape: Made.shape(frames[0].size), compression: .lossless, hasAlpha: true)
    try encoder.compress(frames[0].bytes, at: 0)
    try encoder.compress(frames[1].bytes, at: 17)
    let image = try Made.decode(try encoder.end(at: 33), as: .webp)
    #expect(Made.bytes(image.snapshot) == Made.bytes(frames[0]))
    #expect(image.notices.messages == ["it is animated; its first frame is taken"])
  }
}
