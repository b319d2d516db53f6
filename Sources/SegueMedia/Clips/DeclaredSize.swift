import SegueSystem

/// The file size that a container states; a truncated file is smaller.
///
/// **Source:** RFC 8794, 4.4 and 5 (EBML); Microsoft's RIFF and Advanced Systems Format
/// specifications; Apple's AIFF; Adobe's Video File Format, annex E; SMPTE ST 377-1, 7.1 (the
/// partition pack); ISO/IEC 14496-12, 4.2.
struct DeclaredSize: ~Copyable {
  private let file: InputFile
  private let head: [UInt8]

  /// The fraction of the file at `path` that exists; `nil` if the file is not known to be
  /// truncated.
  static func availableFraction(_ path: String) -> Double? {
    guard let file = InputFile.openOnDisk(path: path), let head = try? file.head(1 << 16), head.count > 64
    else { return nil }
    let size = DeclaredSize(file: file, head: head)
    guard let stated = size.bytes, stated > size.file.byteCount else { return nil }
    return Double(size.file.byteCount) / Double(stated)
  }

  /// The smallest stated size; `nil` if no size is stated.
  private var bytes: Int? {
    if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return matroska }
    if hasTag("RIFF") { return riff }
    if hasTag("FORM") { return number(at: 4, of: 4).map { $0 + 8 } }
    if hasTag("FLV") { return flash }
    if hasTag("ftyp", at: 4) { return movie }
    if head.starts(with: [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]) { return systems }
    if head.starts(with: [0x06, 0x0E, 0x2B, 0x34, 0x02, 0x05, 0x01, 0x01]), head[16] == 0x83 {
      return number(at: 44, of: 8)
    }
    return nil
  }

  private var matroska: Int? {
    let segment: [UInt8] = [0x18, 0x53, 0x80, 0x67]
    guard
      let place = head.prefix(4096).indices.first(where: { head[$0...].starts(with: segment) }).map({ $0 + 4 }
      ),
      head.count >= place + 8, head[place] != 0
    else { return nil }
    let width = head[place].leadingZeroBitCount + 1
    let maximum = 1 << (7 * width) - 1
    guard let size = number(at: place, of: width).map({ $0 & maximum }) else { return nil }
    // All ones means that the size is unknown.
    return size == maximum ? nil : place + width + size
  }

  /// The end of the last RIFF chunk; an AVI above 1 GB has several. A streamed file states no size,
  /// or the largest number.
  private var riff: Int? {
    ends(limit: 1000) { bytes in
      guard bytes.count >= 8, bytes.starts(with: "RIFF".utf8) else { return nil }
      let size = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
      return size == 0 || size >= 0xFFFF_FF00 ? nil : size + 8 + size % 2
    }
  }

  private var movie: Int? {
    ends(limit: 100_000) { bytes in
      guard bytes.count >= 16, bytes[4..<8].allSatisfy({ (32..<127).contains($0) }) else { return nil }
      let size = bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }
      guard size == 1 else { return size < 8 ? nil : size }
      let long = bytes[8..<16].reduce(0) { $0 << 8 | UInt64($1) }
      return long < 16 || long > 1 << 50 ? nil : Int(long)
    }
  }

  /// The end of consecutive items, whose `length` is read from their first bytes; a single trailing
  /// byte is padding.
  private func ends(limit: Int, _ length: ([UInt8]) -> Int?) -> Int? {
    var end = 0
    for _ in 0..<limit {
      guard end < file.byteCount, let bytes = try? file.head(16, from: end), let size = length(bytes) else {
        break
      }
      end += size
    }
    return end == file.byteCount + 1 ? nil : end
  }

  private var flash: Int? {
    let name = Array("filesize".utf8) + [0]
    guard let place = head.firstRange(of: name)?.upperBound, place + 8 <= head.count else { return nil }
    let size = Double(bitPattern: head[place..<place + 8].reduce(0) { $0 << 8 | UInt64($1) })
    return (1..<0x1p50).contains(size) ? Int(size) : nil
  }

  private var systems: Int? {
    let properties: [UInt8] = [
      0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0x00, 0xC0, 0x0C, 0x20, 0x53, 0x65,
    ]
    guard let place = head.firstRange(of: properties).map({ $0.upperBound + 24 }), place + 8 <= head.count
    else {
      return nil
    }
    let size = head[place..<place + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    return size > 1 << 50 ? nil : Int(size)
  }

  private func hasTag(_ text: String, at place: Int = 0) -> Bool { head[place...].starts(with: text.utf8) }

  /// The big-endian number of `width` bytes; `nil` if sums with it could overflow.
  private func number(at place: Int, of width: Int) -> Int? {
    guard place + width <= head.count else { return nil }
    let value = head[place..<place + width].reduce(0) { $0 << 8 | UInt64($1) }
    return value > 1 << 62 ? nil : Int(value)
  }
}
