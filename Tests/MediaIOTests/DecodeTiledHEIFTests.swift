import Foundation
import SegueImaging
import TestSupport
import Testing

@testable import SegueMedia
@testable import SegueSystem

/// Pictures as stored by phones: tiles, whose image the container crops and rotates.
@Suite("Decoding of tiled HEIF") struct DecodeTiledHEIFTests {
  /// A coded tile: red and green over blue and white, 64x32, with padding below in a higher tile.
  struct Tile: Sendable, CustomTestStringConvertible {
    let brand: String
    let item: String
    let configuration: String
    let file: String
    /// The length of the coded picture, which is the start of the media data.
    let length: Int
    let height: Int
    var testDescription: String { brand }
  }

  private static let tiles = [
    Tile(
      brand: "heic", item: "hvc1", configuration: "hvcC", file: DecodeHEIFTests.heic, length: 229, height: 64),
    Tile(
      brand: "avif", item: "av01", configuration: "av1C", file: DecodeHEIFTests.turnedAVIF, length: 75,
      height: 32),
  ]

  @Test("four tiles form one picture", arguments: tiles)
  func fourTiles(of tile: Tile) throws {
    let image = try Made.decode(try grid(of: tile), as: .heif)
    #expect(image.snapshot.size == ImageSize(width: 128, height: 2 * tile.height) && image.notices.isEmpty)
    for (left, top) in [(0, 0), (64, 0), (0, tile.height), (64, tile.height)] {
      expectCorners(of: image.snapshot, left, top)
    }
  }

  @Test("tiles are cropped before they are rotated", arguments: tiles)
  func crops(of tile: Tile) throws {
    let shown = try Made.decode(try grid(of: tile, shown: (100, 40)), as: .heif).snapshot
    #expect(shown.size == ImageSize(width: 100, height: 40))
    // Pixel (0, 0) is the stored pixel (14, tile.height - 20).
    let rows = tile.height - 20
    expect(shown[0, 39], Self.color(at: 14, rows + 39 - tile.height))
    expect(shown[99, 39], Self.color(at: 113 - 64, rows + 39 - tile.height))
    let turned = try Made.decode(try grid(of: tile, turn: 3), as: .heif).snapshot
    #expect(turned.size == ImageSize(width: 2 * tile.height, height: 128))
    // Clockwise: the left column is the top row.
    expect(turned[2 * tile.height - 4, 3], Self.red)
    expect(turned[2 * tile.height - 4, 60], Self.color(at: 60, 3))
  }

  @Test("limits apply to the stored and to the visible picture", arguments: tiles)
  func limits(of tile: Tile) throws {
    let (width, height) = (128, 2 * tile.height)
    let pixels = DecodingLimits(maximumSide: width, maximumPixels: width * height)
    #expect(try Made.decode(try grid(of: tile), as: .heif, limits: pixels).snapshot.size.width == width)
    #expect(
      throws: SystemError.badData(
        path: "made", reason: "HEIF: 128x\(height) pixels are more than the limit of 127 per side")
    ) { try Made.decode(try grid(of: tile, shown: (100, 40)), as: .heif, limits: .init(maximumSide: 127)) }
  }

  private static let red = RGBAColor(red: 220, green: 30, blue: 30)

  /// The colour of a tile's pixel.
  private static func color(at x: Int, _ y: Int) -> RGBAColor {
    x < 32
      ? y < 16 ? red : RGBAColor(red: 30, green: 60, blue: 220)
      : y < 16 ? RGBAColor(red: 30, green: 200, blue: 60) : RGBAColor(red: 240, green: 240, blue: 240)
  }

  private func expectCorners(of picture: Snapshot, _ left: Int, _ top: Int) {
    for (x, y) in [(3, 3), (60, 3), (3, 28), (60, 28)] {
      expect(picture[left + x, top + y], Self.color(at: x, y))
    }
  }

  private func expect(_ got: RGBAColor, _ want: RGBAColor) {
    for (a, b) in [(got.red, want.red), (got.green, want.green), (got.blue, want.blue)] {
      #expect(abs(Int(a) - Int(b)) <= 25, "\(got) for \(want)")
    }
  }

  private func bytes(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private func box(_ type: String, _ data: [UInt8]) -> [UInt8] {
    bytes(8 + data.count, 4) + Array(type.utf8) + data
  }

  private func full(_ type: String, _ version: Int, _ flags: Int, _ data: [UInt8]) -> [UInt8] {
    box(type, bytes(version << 24 | flags, 4) + data)
  }

  /// Two rows of two equal tiles, cropped to their middle `shown`, rotated counter-clockwise by
  /// `turn` quarters.
  ///
  /// **Source:** ISO/IEC 23008-12, sections 6.5 and 6.6; ISO/IEC 14496-12, section 8.11.
  private func grid(of tile: Tile, shown: (width: Int, height: Int)? = nil, turn: Int = 0) throws -> [UInt8] {
    let file = Array(try #require(Data(base64Encoded: tile.file, options: .ignoreUnknownCharacters)))
    func place(of name: String) throws -> Int {
      try #require(file.indices.first { file[$0...].starts(with: name.utf8) })
    }
    let start = try place(of: tile.configuration) - 4
    let size = file[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) }
    let media = try place(of: "mdat") + 4
    let coded = Array(file[media..<(media + tile.length)])
    let (width, height) = (128, 2 * tile.height)
    var properties = full("ispe", 0, 0, bytes(64, 4) + bytes(tile.height, 4)) + file[start..<(start + size)]
    properties += full("ispe", 0, 0, bytes(width, 4) + bytes(height, 4))
    var ofGrid: [UInt8] = [3]
    if let shown {
      properties += box("clap", [shown.width, 1, shown.height, 1, 0, 1, 0, 1].flatMap { bytes($0, 4) })
      ofGrid.append(0x84)
    }
    if turn > 0 {
      properties += box("irot", [UInt8(turn)])
      ofGrid.append(UInt8(0x81 + 2 + ofGrid.count))
    }
    var associations = bytes(5, 4)
    for item in 1...4 { associations += bytes(item, 2) + [2, 1, 0x82] }
    associations += bytes(5, 2) + [UInt8(ofGrid.count)] + ofGrid
    func information(_ item: Int, _ type: String) -> [UInt8] {
      full("infe", 2, item == 5 ? 0 : 1, bytes(item, 2) + [0, 0] + Array(type.utf8) + [0])
    }
    let items: [UInt8] = (1...4).flatMap { information($0, tile.item) } + information(5, "grid")
    let description: [UInt8] = [0, 0, 1, 1] + bytes(width, 2) + bytes(height, 2)
    func meta(dataAt place: Int) -> [UInt8] {
      let locations: [UInt8] = (1...5).flatMap { (item: Int) -> [UInt8] in
        let isGrid = item == 5
        let head: [UInt8] = bytes(item, 2) + [0, isGrid ? 1 : 0, 0, 0, 0, 1]
        return head + bytes(isGrid ? 0 : place, 4) + bytes(isGrid ? description.count : tile.length, 4)
      }
      let tiles: [UInt8] = [5, 4, 1, 2, 3, 4].flatMap { (number: Int) -> [UInt8] in bytes(number, 2) }
      var boxes: [UInt8] = full("hdlr", 0, 0, bytes(0, 4) + Array("pict".utf8) + bytes(0, 13))
      boxes += full("pitm", 0, 0, bytes(5, 2))
      boxes += full("iloc", 1, 0, [0x44, 0, 0, 5] + locations)
      boxes += full("iinf", 0, 0, bytes(5, 2) + items)
      boxes += full("iref", 0, 0, box("dimg", tiles))
      boxes += box("iprp", box("ipco", properties) + full("ipma", 0, 0, associations))
      boxes += box("idat", description)
      return full("meta", 0, 0, boxes)
    }
    let type = box("ftyp", Array("\(tile.brand)\0\0\0\0mif1\(tile.brand)".utf8))
    return type + meta(dataAt: type.count + meta(dataAt: 0).count + 8) + box("mdat", coded)
  }
}
