import Imaging

/// A picture in the PAM format, RGB and alpha of 8 bits: what `ffmpeg` hands over, with its size.
///
/// **Source:** Netpbm, "PAM image format".
///
/// **Thread-safety:** a value.
struct PortableAnymap {
  /// No header of four channels is longer.
  static let maximumHeaderLength = 256

  let size: ImageSize
  private let pixels: ArraySlice<UInt8>

  /// Reads the header and finds the pixels.
  /// - Throws: `MediaError.badData` when pixels are missing or are more than `limits` allow.
  init(_ bytes: [UInt8], limits: DecodingLimits, name: String) throws {
    let end = Array("ENDHDR\n".utf8)
    let head = bytes.prefix(Self.maximumHeaderLength)
    let start = head.indices.first { head[$0...].starts(with: end) }
    guard let start, head.starts(with: "P7\n".utf8) else {
      throw MediaError.badData(path: name, reason: "ffmpeg found no picture in it")
    }
    var fields: [Substring: Int] = [:]
    for line in String(decoding: head[..<start], as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2 { fields[words[0]] = Int(words[1]) }
    }
    let (width, height) = (fields["WIDTH"] ?? 0, fields["HEIGHT"] ?? 0)
    if let objection = limits.objection(width: width, height: height) {
      throw MediaError.badData(path: name, reason: objection)
    }
    pixels = bytes[(start + end.count)...]
    size = ImageSize(width: width, height: height)
    guard fields["DEPTH"] == 4, fields["MAXVAL"] == 255, pixels.count >= size.area * 4 else {
      throw MediaError.badData(path: name, reason: "ffmpeg handed over half a picture")
    }
  }

  /// The pixels.
  func snapshot() -> Snapshot {
    let buffer = PixelBuffer(size: size)
    pixels.prefix(size.area * 4).withUnsafeBytes { buffer.bytes.copyMemory(from: $0) }
    return Snapshot(buffer)
  }
}
