import CImageCodecs
import Imaging

/// The bytes of a PNG or APNG file, put together chunk by chunk.
///
/// **Source:** PNG specification (third edition), sections 5 and 11.
///
/// **Thread-safety:** a value.
struct PNGChunks {
  private(set) var bytes: [UInt8] = []

  init(reserving count: Int = 0) { bytes.reserveCapacity(count) }

  mutating func appendSignature() {
    bytes.append(contentsOf: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  }

  /// IHDR: 8 bits a channel, colour type 6 or 2, not interlaced.
  mutating func appendHeader(size: ImageSize, hasAlpha: Bool) {
    let fields = Self.bigEndian(UInt32(size.width)) + Self.bigEndian(UInt32(size.height))
    append("IHDR", fields + [8, hasAlpha ? 6 : 2, 0, 0, 0])
  }

  /// A chunk of `type` with `prefix` and `data` as its contents.
  mutating func append(_ type: StaticString, prefix: [UInt8] = [], _ data: UnsafeRawBufferPointer) {
    precondition(type.utf8CodeUnitCount == 4, "a chunk's type has four letters")
    bytes.append(contentsOf: Self.bigEndian(UInt32(prefix.count + data.count)))
    let start = bytes.count
    bytes.append(contentsOf: UnsafeBufferPointer(start: type.utf8Start, count: 4))
    bytes.append(contentsOf: prefix)
    bytes.append(contentsOf: data)
    let crc = bytes.withUnsafeBufferPointer { all in
      segue_crc32(0, all.baseAddress.map { $0 + start }, all.count - start)
    }
    bytes.append(contentsOf: Self.bigEndian(crc))
  }

  /// The most bytes of one chunk of pixels; the format ends at 2³¹ − 1.
  private static let largestData = 1 << 30

  /// The pixels' zlib stream in as many chunks of `type` as it takes, each with the next `prefix`.
  mutating func appendData(
    _ type: StaticString, prefix: () -> [UInt8] = { [] }, _ data: UnsafeRawBufferPointer
  ) {
    for start in stride(from: 0, to: data.count, by: Self.largestData) {
      let end = min(start + Self.largestData, data.count)
      append(type, prefix: prefix(), UnsafeRawBufferPointer(rebasing: data[start..<end]))
    }
  }

  /// A chunk of `type` with `data` as its contents.
  mutating func append(_ type: StaticString, _ data: [UInt8]) {
    data.withUnsafeBytes { append(type, $0) }
  }

  static func bigEndian(_ value: UInt32) -> [UInt8] {
    [
      UInt8(truncatingIfNeeded: value >> 24), UInt8(truncatingIfNeeded: value >> 16),
      UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value),
    ]
  }

  static func bigEndian(_ value: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
  }
}
