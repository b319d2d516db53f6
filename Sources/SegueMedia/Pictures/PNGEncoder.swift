import CSegueCodecs
import SegueImaging
import SegueSystem
import Synchronization

/// Encodes RGBA pictures as PNG files: colour type 2 if opaque, else 6; 8 or 16 bits; with an sRGB
/// chunk or, for HDR, cICP.
///
/// The encoder keeps its memory for the next picture: about twice the pixels, times the number of
/// concurrent calls. Equal pictures at the same level give equal bytes.
///
/// **Source:** PNG specification (third edition), W3C.
package final class PNGEncoder: StillEncoder {
  private let level: Int
  package let depth: PixelDepth
  private let color: ColorEncoding
  private let idle = Mutex<[PNGWorkspace]>([])

  /// An encoder of `level` 1 (by far the fastest: run-length coding only) … 12 (smallest).
  package init(level: Int = 1, depth: PixelDepth = .eight, color: ColorEncoding = .sdr) {
    precondition((1...12).contains(level), "the level must be 1 … 12")
    self.level = level
    self.depth = depth
    self.color = color
  }

  /// The file of a picture of the encoder's depth: rows packed, top row first, straight alpha.
  /// If `hasAlpha` is false, alpha is dropped.
  /// - Throws: `SystemError.refused` without memory.
  package func encode(
    _ pixels: UnsafeRawBufferPointer, size: ImageSize, hasAlpha: Bool
  ) throws -> [UInt8] {
    let stride = size.width * depth.bytesPerPixel
    precondition(pixels.count == stride * size.height, "the number of bytes does not match the size \(size)")
    return try compress(pixels, stride: stride, rect: PixelRect(size), hasAlpha: hasAlpha) { data in
      var file = PNGChunks(reserving: data.count + 128)
      file.appendSignature()
      file.appendHeader(size: size, hasAlpha: hasAlpha, depth: depth)
      // Primaries, transfer function, matrix and full range, numbered as in ITU-T H.273.
      switch color {
      case .sdr: file.append("sRGB", [0])
      case .hlg: file.append("cICP", [9, 18, 0, 1])
      case .pq: file.append("cICP", [9, 16, 0, 1])
      }
      file.appendData("IDAT", data)
      file.append("IEND", [])
      return file.bytes
    }
  }

  /// Calls `body` with the zlib stream of `rect` of a picture whose rows are `stride` bytes apart.
  func compress<Result>(
    _ pixels: UnsafeRawBufferPointer, stride: Int, rect: PixelRect, hasAlpha: Bool,
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    let workspace = idle.withLock { $0.popLast() } ?? PNGWorkspace(level: level, depth: depth)
    defer { idle.withLock { $0.append(workspace) } }
    return try body(try workspace.compress(pixels, stride: stride, rect: rect, hasAlpha: hasAlpha))
  }
}

/// Filters and compresses rectangles of pixels in reused memory. Level 1 uses run-length coding
/// only, the others search for repetitions.
///
/// **Thread-safety:** one thread at a time. `@unchecked`, because a thread takes the workspace from
/// the pool of idle workspaces, whose lock orders the accesses.
private final class PNGWorkspace: @unchecked Sendable {
  private let level: Int
  private let depth: PixelDepth
  private var deflater: OpaquePointer?
  private var filtered = Scratch()
  private var rows = Scratch()
  private var compressed = Scratch()

  init(level: Int, depth: PixelDepth) {
    self.level = level
    self.depth = depth
  }

  deinit { libdeflate_free_compressor(deflater) }

  /// The zlib stream of `rect`, valid until the next call.
  func compress(
    _ pixels: UnsafeRawBufferPointer, stride: Int, rect: PixelRect, hasAlpha: Bool
  ) throws -> UnsafeRawBufferPointer {
    guard let start = pixels.bindMemory(to: UInt8.self).baseAddress else {
      preconditionFailure("a picture needs at least one pixel")
    }
    let bytes = depth.rawValue / 8
    let length = segue_png_filtered_length(rect.width, rect.height, hasAlpha, bytes)
    let input = filtered.memory(of: length)
    segue_png_filter(
      start + rect.y0 * stride + rect.x0 * depth.bytesPerPixel, stride, rect.width, rect.height, hasAlpha,
      bytes, input, rows.memory(of: segue_png_scratch_length(rect.width)))
    return level == 1 ? deflateRuns(input, length) : try deflate(input, length)
  }

  private func deflateRuns(_ input: UnsafePointer<UInt8>, _ length: Int) -> UnsafeRawBufferPointer {
    let output = compressed.memory(of: segue_run_deflate_bound(length))
    return UnsafeRawBufferPointer(start: output, count: segue_run_deflate(input, length, output))
  }

  private func deflate(_ input: UnsafePointer<UInt8>, _ length: Int) throws -> UnsafeRawBufferPointer {
    if deflater == nil { deflater = libdeflate_alloc_compressor(Int32(level)) }
    guard let deflater else {
      throw SystemError.refused(.writeFailed(path: "PNG", reason: "there is not enough memory"))
    }
    let capacity = libdeflate_zlib_compress_bound(deflater, length)
    let output = compressed.memory(of: capacity)
    let used = libdeflate_zlib_compress(deflater, input, length, output, capacity)
    precondition(used > 0, "libdeflate exceeded its own bound")
    return UnsafeRawBufferPointer(start: output, count: used)
  }

  /// Memory that is reused, and grows on demand.
  private struct Scratch: ~Copyable {
    private var bytes = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)

    mutating func memory(of count: Int) -> UnsafeMutablePointer<UInt8> {
      if bytes.count < count {
        bytes.deallocate()
        bytes = .allocate(capacity: count)
      }
      guard let base = bytes.baseAddress else { preconditionFailure("the scratch memory is empty") }
      return base
    }

    deinit { bytes.deallocate() }
  }
}

/// The chunks of a PNG or APNG file.
///
/// **Source:** PNG specification (third edition), sections 5 and 11.
struct PNGChunks {
  private(set) var bytes: [UInt8] = []

  init(reserving count: Int = 0) { bytes.reserveCapacity(count) }

  mutating func appendSignature() {
    bytes.append(contentsOf: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  }

  /// Appends the IHDR chunk: 8 or 16 bits per channel, colour type 6 or 2, not interlaced.
  mutating func appendHeader(size: ImageSize, hasAlpha: Bool, depth: PixelDepth = .eight) {
    let fields = Self.bigEndian(UInt32(size.width)) + Self.bigEndian(UInt32(size.height))
    append("IHDR", fields + [UInt8(depth.rawValue), hasAlpha ? 6 : 2, 0, 0, 0])
  }

  /// The colour code points in the `cICP` chunk of the file `bytes`, before its pixels; `nil` for a
  /// file without the chunk.
  static func codingPoints(of bytes: [UInt8]) -> (primaries: Int, transfer: Int)? {
    let chunk = heads(of: bytes).first { $0.type == "cICP" && $0.range.count == 16 }?.range
    guard let chunk, chunk.upperBound <= bytes.count else { return nil }
    return (Int(bytes[chunk.lowerBound + 8]), Int(bytes[chunk.lowerBound + 9]))
  }

  /// The maximum offset of the first `IDAT` chunk in a file that is read.
  private static let longestHead = 64 << 20

  /// The beginning of the PNG file at `path`, including the header of its first `IDAT` chunk. `nil`
  /// if this chunk is missing or begins after `longestHead`.
  static func head(ofFile path: String) -> [UInt8]? {
    guard let file = InputFile.openOnDisk(path: path) else { return nil }
    var place = 8
    while place < longestHead, let header = try? file.head(8, from: place), header.count == 8 {
      if header[4...].elementsEqual("IDAT".utf8) { return try? file.head(place + 8) }
      place += 12 + header[..<4].reduce(0) { $0 << 8 | Int($1) }
    }
    return nil
  }

  /// The types and byte ranges of the chunks before the pixels of a file that begins with `bytes`.
  static func heads(of bytes: [UInt8]) -> [(type: String, range: Range<Int>)] {
    var found: [(type: String, range: Range<Int>)] = []
    var place = 8
    while place + 8 <= bytes.count {
      let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let type = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
      if type == "IDAT" { break }
      found.append((type, place..<place + 12 + length))
      place += 12 + length
    }
    return found
  }

  mutating func append(_ type: StaticString, prefix: [UInt8] = [], _ data: UnsafeRawBufferPointer) {
    precondition(type.utf8CodeUnitCount == 4, "a chunk's type needs four letters")
    bytes.append(contentsOf: Self.bigEndian(UInt32(prefix.count + data.count)))
    let start = bytes.count
    bytes.append(contentsOf: UnsafeBufferPointer(start: type.utf8Start, count: 4))
    bytes.append(contentsOf: prefix)
    bytes.append(contentsOf: data)
    let crc = bytes.withUnsafeBufferPointer { all in
      libdeflate_crc32(0, all.baseAddress.map { $0 + start }, all.count - start)
    }
    bytes.append(contentsOf: Self.bigEndian(crc))
  }

  /// The maximum number of bytes of pixels in a chunk; the format's limit is 2³¹ − 1.
  private static let largestData = 1 << 30

  /// Appends the pixels' zlib stream in chunks of `type`, each with the next `prefix`.
  mutating func appendData(
    _ type: StaticString, prefix: () -> [UInt8] = { [] }, _ data: UnsafeRawBufferPointer
  ) {
    for start in stride(from: 0, to: data.count, by: Self.largestData) {
      let end = min(start + Self.largestData, data.count)
      append(type, prefix: prefix(), UnsafeRawBufferPointer(rebasing: data[start..<end]))
    }
  }

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
