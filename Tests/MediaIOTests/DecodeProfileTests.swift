import SegueImaging
import TestSupport
import Testing

@testable import SegueMedia

@Suite("Decoding of colour profiles") struct DecodeProfileTests {
  private func png(type: UInt8, profile: [UInt8], rows: [UInt8], width: Int) -> [UInt8] {
    let chunk = Array("p".utf8) + [0, 0] + Made.zlib(profile)
    return Made.png(width: width, height: 1, depth: 8, type: type, chunks: [("iCCP", chunk)], rows: rows)
  }

  @Test("a profile with exchanged primaries exchanges the channels")
  func exchangedPrimaries() throws {
    let file = png(
      type: 2, profile: Made.profile(primaries: [2, 1, 0]), rows: [0, 200, 100, 10, 0, 128, 255], width: 2)
    let image = try Made.decode(file, as: .png)
    #expect(image.notices.isEmpty)
    for (x, expected) in [[10, 100, 200], [255, 128, 0]].enumerated() {
      let pixel = image.snapshot[x, 0]
      for (got, want) in zip([pixel.red, pixel.green, pixel.blue], expected) {
        #expect(abs(Int(got) - want) <= 1)
      }
    }
  }

  @Test("a profile does not change alpha")
  func alpha() throws {
    let file = png(
      type: 6, profile: Made.profile(primaries: [2, 1, 0]), rows: [0, 200, 100, 10, 77], width: 1)
    #expect(try Made.decode(file, as: .png).snapshot[0, 0].alpha == 77)
  }

  @Test("a profile of sRGB changes nothing")
  func sRGB() throws {
    let rows = [UInt8](0..<96)
    let file = png(type: 2, profile: Made.profile(primaries: [0, 1, 2]), rows: [0] + rows, width: 32)
    let snapshot = try Made.decode(file, as: .png).snapshot
    #expect((0..<32).flatMap { [snapshot[$0, 0].red, snapshot[$0, 0].green, snapshot[$0, 0].blue] } == rows)
  }

  @Test("linear grey becomes sRGB")
  func linearGray() throws {
    let file = png(type: 0, profile: Made.linearGrayProfile(), rows: [0, 0, 55, 128, 255], width: 4)
    let snapshot = try Made.decode(file, as: .png).snapshot
    // 1.055 · v^(1/2.4) − 0.055 of 55/255 and 128/255.
    for (x, expected) in [0, 128, 188, 255].enumerated() {
      #expect(abs(Int(snapshot[x, 0].red) - expected) <= 1)
      #expect(snapshot[x, 0].red == snapshot[x, 0].blue)
    }
  }

  @Test("a damaged profile is ignored with a warning")
  func damagedProfile() throws {
    var profile = Made.profile(primaries: [2, 1, 0])
    profile[36] = 0
    let file = png(type: 2, profile: profile, rows: [0, 200, 100, 10], width: 1)
    let image = try Made.decode(file, as: .png)
    #expect(image.snapshot[0, 0] == RGBAColor(red: 200, green: 100, blue: 10))
    #expect(image.notices.count == 1)
  }

  @Test("a profile in several segments is joined")
  func segments() throws {
    let stored = Snapshot(width: 16, height: 16) { _, _ in RGBAColor(red: 200, green: 100, blue: 10) }
    var file = try JPEGEncoder(quality: 100).encode(stored.bytes, size: stored.size)
    let profile = Made.profile(primaries: [2, 1, 0])
    let parts = [profile.prefix(100), profile.dropFirst(100)]
    for index in [1, 0] {
      let head = Array("ICC_PROFILE".utf8) + [0, UInt8(index + 1), 2]
      file = Made.jpeg(file, inserting: 0xe2, head + parts[index])
    }
    let pixel = try Made.decode(file, as: .jpeg).snapshot[8, 8]
    #expect(abs(Int(pixel.red) - 10) <= 3)
    #expect(abs(Int(pixel.blue) - 200) <= 3)
  }

  @Test("a profile for another colour space is ignored with a warning")
  func otherColorSpace() throws {
    let file = Made.fourComponentJPEG([255, 128, 0, 255], transform: 0)
    let head = Array("ICC_PROFILE".utf8) + [0, 1, 1]
    let image = try Made.decode(
      Made.jpeg(file, inserting: 0xe2, head + Made.profile(primaries: [2, 1, 0])), as: .jpeg)
    #expect(image.snapshot[0, 0] == RGBAColor(red: 255, green: 128, blue: 0))
    #expect(image.notices.count == 1)
  }
}
