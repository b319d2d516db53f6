import SegueImaging
import TestSupport

@testable import SegueMedia

/// Files made by the tests.
enum Made {
  /// Decodes without detecting the format, so that truncated files reach the decoder.
  static func decode(
    _ bytes: [UInt8], as format: ImageFormat, limits: DecodingLimits = DecodingLimits()
  ) throws -> DecodedImage {
    try StillDecoder(format: format, limits: limits, name: "made").decode(bytes)
  }

  /// A copy of a picture's bytes.
  static func bytes(_ snapshot: Snapshot) -> [UInt8] {
    withExtendedLifetime(snapshot) { Array(snapshot.bytes) }
  }

  /// Frames of `size` at 60 a second.
  static func shape(_ size: ImageSize) -> VideoShape { VideoShape(size: size, rateNumerator: 60) }

  /// A picture as a frame, which keeps it alive.
  static func frame(_ snapshot: Snapshot) -> VideoFrame {
    VideoFrame(snapshot)
  }

  /// A picture with smooth parts, noise and repeated rows.
  static func mixed(_ width: Int, _ height: Int, alpha: Bool = false) -> Snapshot {
    Snapshot(width: width, height: height) { x, y in
      let hash = UInt32(truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663) &* 2_654_435_761
      let noise = x > width / 2 ? UInt8(truncatingIfNeeded: hash >> 24) : UInt8(x * 255 / width)
      return RGBAColor(
        red: noise, green: UInt8(y / 3 * 3 * 255 / height), blue: UInt8((x + y) & 255),
        alpha: alpha ? UInt8(truncatingIfNeeded: hash >> 13) : 255)
    }
  }

  /// A PNG with any header; `rows` are the bytes of the rows, each preceded by its filter.
  static func png(
    width: Int, height: Int, depth: UInt8, type: UInt8, interlaced: Bool = false,
    chunks: [(StaticString, [UInt8])] = [], rows: [UInt8]
  ) -> [UInt8] {
    var file = PNGChunks()
    file.appendSignature()
    let size = PNGChunks.bigEndian(UInt32(width)) + PNGChunks.bigEndian(UInt32(height))
    file.append("IHDR", size + [depth, type, 0, 0, interlaced ? 1 : 0])
    for (name, data) in chunks { file.append(name, data) }
    file.append("IDAT", zlib(rows))
    file.append("IEND", [])
    return file.bytes
  }

  /// A zlib stream of stored blocks. Source: RFC 1950, RFC 1951.
  /// - Parameter checksum: the Adler-32 of `bytes`, if known.
  static func zlib(_ bytes: [UInt8], checksum: UInt32? = nil) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      let (low, high) = (UInt8(block.count & 255), UInt8(block.count >> 8))
      result += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + block
    } while !rest.isEmpty
    if let checksum { return result + PNGChunks.bigEndian(checksum) }
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return result + PNGChunks.bigEndian(b << 16 | a)
  }

  /// A gzip file of stored blocks. Source: RFC 1952.
  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    let sum = bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
    }
    let end = PNGChunks.bigEndian(~sum).reversed() + PNGChunks.bigEndian(UInt32(bytes.count)).reversed()
    return [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255] + zlib(bytes).dropFirst(2).dropLast(4) + end
  }

  /// A block of EXIF data with only an orientation.
  static func exif(orientation: UInt8, bigEndian: Bool = true) -> [UInt8] {
    if bigEndian {
      let entry: [UInt8] = [1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
      return [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1] + entry + [0, 0, 0, 0]
    }
    let entry: [UInt8] = [0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
    return [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0] + entry + [0, 0, 0, 0]
  }

  /// A JPEG with a marker inserted after its start.
  static func jpeg(_ file: [UInt8], inserting marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    let length = data.count + 2
    return [0xff, 0xd8, 0xff, marker, UInt8(length >> 8), UInt8(length & 255)] + data + file.dropFirst(2)
  }

  /// An 8×8 baseline JPEG of four uniform components, with Adobe's marker for `transform` unless it
  /// is `nil`. Quantisation by 8 makes the DC coefficient the value itself.
  static func fourComponentJPEG(_ values: [UInt8], transform: UInt8?) -> [UInt8] {
    var file: [UInt8] = [0xff, 0xd8]
    if let transform {
      file += [0xff, 0xee, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform]
    }
    file += [0xff, 0xdb, 0, 67, 0] + [UInt8](repeating: 8, count: 64)
    file += [0xff, 0xc0, 0, 20, 8, 0, 8, 0, 8, 4]
    for component in 1...4 { file += [UInt8(component), 0x11, 0] }
    // DC: sizes 0…8, all of four bits. AC: only the end of the block, of one bit.
    file += [0xff, 0xc4, 0, 28, 0x00, 0, 0, 0, 9] + [UInt8](repeating: 0, count: 12) + [UInt8](0...8)
    file += [0xff, 0xc4, 0, 20, 0x10, 1] + [UInt8](repeating: 0, count: 15) + [0]
    file += [0xff, 0xda, 0, 14, 4, 1, 0, 2, 0, 3, 0, 4, 0, 0, 63, 0]
    var bits = ""
    for value in values {
      let level = Int(value) - 128
      let size = level == 0 ? 0 : Int.bitWidth - abs(level).leadingZeroBitCount
      bits += binary(size, 4) + binary(level > 0 ? level : level + (1 << size) - 1, size) + "0"
    }
    bits += String(repeating: "1", count: (8 - bits.count % 8) % 8)
    var rest = bits[...]
    while !rest.isEmpty {
      let byte = UInt8(rest.prefix(8), radix: 2) ?? 0
      file += byte == 255 ? [255, 0] : [byte]
      rest = rest.dropFirst(8)
    }
    return file + [0xff, 0xd9]
  }

  private static func binary(_ value: Int, _ digits: Int) -> String {
    if digits == 0 { return "" }
    let text = String(value, radix: 2)
    return String(repeating: "0", count: digits - text.count) + text
  }
}

extension WebPAnimation {
  /// Adds bytes in rows, packed.
  func compress(_ pixels: [UInt8], at time: Int) throws {
    try pixels.withUnsafeBytes { try compress($0, at: time) }
  }
}
