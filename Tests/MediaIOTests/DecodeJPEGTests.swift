import Foundation
import SegueImaging
import TestSupport
import Testing

@testable import SegueMedia
@testable import SegueSystem

@Suite("Decoding of JPEG") struct DecodeJPEGTests {
  /// Checks red, green and blue of the first pixel, each within 1.
  private func expectPixel(_ file: [UInt8], _ expected: [Int]) throws {
    let pixel = try Made.decode(file, as: .jpeg).snapshot[3, 3]
    for (got, want) in zip([pixel.red, pixel.green, pixel.blue], expected) {
      #expect(abs(Int(got) - want) <= 1)
    }
    #expect(pixel.alpha == 255)
  }

  @Test("Adobe's CMYK is inverted")
  func invertedInk() throws {
    try expectPixel(Made.fourComponentJPEG([255, 128, 0, 255], transform: 0), [255, 128, 0])
    try expectPixel(Made.fourComponentJPEG([200, 200, 200, 100], transform: 0), [78, 78, 78])
  }

  @Test("CMYK without Adobe's marker is converted by subtraction")
  func plainInk() throws {
    try expectPixel(Made.fourComponentJPEG([0, 127, 255, 0], transform: nil), [255, 128, 0])
    try expectPixel(Made.fourComponentJPEG([0, 0, 0, 255], transform: nil), [0, 0, 0])
  }

  @Test("YCCK is converted")
  func ycck() throws {
    // YCCK without black ink: Y alone is the inverted ink.
    try expectPixel(Made.fourComponentJPEG([180, 128, 128, 255], transform: 2), [75, 75, 75])
  }

  @Test("a JPEG's EXIF orientation turns the picture", arguments: 1...8) func orientation(value: Int) throws {
    // The top left quarter of the stored picture is white.
    let stored = Snapshot(width: 32, height: 16) { x, y in x < 16 && y < 8 ? .white : .black }
    let plain = try JPEGEncoder(quality: 100).encode(stored.bytes, size: stored.size)
    let exif = Array("Exif".utf8) + [0, 0] + Made.exif(orientation: UInt8(value))
    let snapshot = try Made.decode(Made.jpeg(plain, inserting: 0xe1, exif), as: .jpeg).snapshot
    let (width, height) = value < 5 ? (32, 16) : (16, 32)
    #expect(snapshot.size == ImageSize(width: width, height: height))
    let isRight = [2, 3, 6, 7].contains(value)
    let isBottom = [3, 4, 7, 8].contains(value)
    for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
      let pixel = snapshot[x == 0 ? 2 : width - 3, y == 0 ? 2 : height - 3]
      #expect((pixel.red > 128) == ((x == 1) == isRight && (y == 1) == isBottom))
    }
  }

  @Test("a picture with a damaged EXIF orientation is not turned")
  func damagedOrientation() throws {
    let stored = Made.mixed(16, 8)
    let plain = try JPEGEncoder(quality: 90).encode(stored.bytes, size: stored.size)
    let whole = Array("Exif".utf8) + [0, 0] + Made.exif(orientation: 6)
    for length in 6..<whole.count - 6 {
      let file = Made.jpeg(plain, inserting: 0xe1, Array(whole.prefix(length)))
      #expect(try Made.decode(file, as: .jpeg).snapshot.size == stored.size)
    }
    let absurd = Array("Exif".utf8) + [0, 0] + Made.exif(orientation: 9)
    let file = Made.jpeg(plain, inserting: 0xe1, absurd)
    #expect(try Made.decode(file, as: .jpeg).snapshot.size == stored.size)
  }

  @Test("garbage in a JPEG's data is bad data")
  func garbage() throws {
    let stored = Made.mixed(64, 64)
    var file = try JPEGEncoder(quality: 90).encode(stored.bytes, size: stored.size)
    // A marker that ends the picture in its middle.
    file[file.count / 2] = 0xff
    file[file.count / 2 + 1] = 0xd9
    #expect(throws: SystemError.self) { try Made.decode(file, as: .jpeg) }
  }

  @Test("many markers are skipped quickly")
  func manyMarkers() throws {
    // A quarter of a million empty segments before a valid picture.
    let file = Made.fourComponentJPEG([0, 0, 0, 0], transform: nil)
    let flood = (0..<250_000).flatMap { _ in [0xff, 0xe1, 0, 2] as [UInt8] }
    #expect(try Made.decode([0xff, 0xd8] + flood + file.dropFirst(2), as: .jpeg).snapshot[0, 0] == .white)
  }

  @Test("a JPEG with too many scans is rejected")
  func manyScans() throws {
    // A progressive picture whose first scan is repeated endlessly.
    var file: [UInt8] = [0xff, 0xd8, 0xff, 0xdb, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
    file += [0xff, 0xc2, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]
    file += [0xff, 0xc4, 0, 20, 0x00, 1] + [UInt8](repeating: 0, count: 15) + [0]
    file += [0xff, 0xc4, 0, 20, 0x10, 1] + [UInt8](repeating: 0, count: 15) + [0]
    file += [0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0, 0x7f]
    for _ in 0..<500 { file += [0xff, 0xda, 0, 8, 1, 1, 0, 1, 63, 0, 0x7f] }
    file += [0xff, 0xd9]
    #expect(throws: SystemError.badData(path: "made", reason: "JPEG: it has more than 100 scans")) {
      try Made.decode(file, as: .jpeg)
    }
  }

  private static let note = "the marker at its end is missing; its pixels are complete"

  @Test("a JPEG without its end-of-image marker is decoded with a note", arguments: 0..<3)
  func withoutAnEnd(kind: Int) throws {
    let picture = Made.mixed(40, 24)
    let file =
      switch kind {
      case 0: try JPEGEncoder(quality: 80).encode(picture.bytes, size: picture.size)
      case 1: Made.fourComponentJPEG([1, 2, 3, 4], transform: 2)
      default: try progressive()
      }
    let whole = try Made.decode(file, as: .jpeg)
    #expect(whole.notices.isEmpty)
    for missing in 1...2 {
      let cut = try Made.decode(file.dropLast(missing), as: .jpeg)
      #expect(Made.bytes(cut.snapshot) == Made.bytes(whole.snapshot) && cut.notices.messages == [Self.note])
    }
  }

  @Test("a progressive JPEG without its last scan is bad data")
  func withoutAScan() throws {
    let file = try progressive()
    let scan = try #require(file.indices.last { file[$0...].starts(with: [0xff, 0xda]) })
    let table = try #require(file[..<scan].indices.last { file[$0...].starts(with: [0xff, 0xc4]) })
    for place in [scan, table] {
      #expect(throws: SystemError.badData(path: "made", reason: "JPEG: the file ends too early")) {
        try Made.decode(Array(file[..<place]), as: .jpeg)
      }
    }
  }

  /// A progressive JPEG of 16x16 pixels in ten scans.
  private func progressive() throws -> [UInt8] {
    Array(try #require(Data(base64Encoded: Self.tenScans, options: .ignoreUnknownCharacters)))
  }

  private static let tenScans = """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSop
    GR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgo
    KCj/wgARCAAQABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAABAP/xAAVAQEBAAAAAAAAAAAAAAAAAAAEBf/aAAwDAQACEAMQ
    AAABGyDCX//EABUQAQEAAAAAAAAAAAAAAAAAAAAC/9oACAEBAAEFApSlL//EABYRAAMAAAAAAAAAAAAAAAAAAAABA//aAAgBAwEBPwGj
    P//EABYRAAMAAAAAAAAAAAAAAAAAAAACBP/aAAgBAgEBPwF5T//EABQQAQAAAAAAAAAAAAAAAAAAACD/2gAIAQEABj8CH//EABUQAQEA
    AAAAAAAAAAAAAAAAAAAB/9oACAEBAAE/IZSlL//aAAwDAQACAAMAAAAQX//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQMBAT8Qf//E
    ABURAQEAAAAAAAAAAAAAAAAAAABh/9oACAECAQE/EJv/xAAVEAEBAAAAAAAAAAAAAAAAAAAAMf/aAAgBAQABPxCaaab/2Q==
    """
}
