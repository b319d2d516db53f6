/// The capture time in a picture's EXIF data.
///
/// **Source:** EXIF 2.32, sections 4.6.3 (the pointer 0x8769) and 4.6.5 (0x9003,
/// `DateTimeOriginal`); TIFF 6.0, section 2.
struct CaptureTime {
  /// A TIFF file from its header on.
  private let bytes: ArraySlice<UInt8>
  private let isBigEndian: Bool

  private static let mark = Array("Exif\0\0".utf8)
  private static let textLength = 19

  /// Seconds on the camera's clock for a picture that begins with `head`; `nil` without a capture
  /// time.
  static func seconds(inHead head: [UInt8]) -> Int? {
    guard let mark = head.firstRange(of: mark) else { return nil }
    let data = head[mark.upperBound...]
    for (order, isBigEndian) in [("MM", true), ("II", false)] where data.starts(with: order.utf8) {
      return CaptureTime(bytes: data, isBigEndian: isBigEndian).seconds
    }
    return nil
  }

  private var seconds: Int? {
    guard let first = number(at: 4, of: 4), let camera = value(of: 0x8769, inDirectory: first),
      let place = value(of: 0x9003, inDirectory: camera), let start = index(place, Self.textLength)
    else { return nil }
    let parts = bytes[start..<start + Self.textLength].split { $0 == 58 || $0 == 32 }.compactMap {
      Int(String(decoding: $0, as: UTF8.self))
    }
    guard parts.count == 6 else { return nil }
    let clock = parts[3] * 3600 + parts[4] * 60 + parts[5]
    return Self.day(parts[0], parts[1], parts[2]).map { $0 * 86_400 + clock }
  }

  /// Days since a fixed day, by the Gregorian calendar.
  ///
  /// **Source:** Richards, in the Explanatory Supplement to the Astronomical Almanac, section 15.11.
  private static func day(_ year: Int, _ month: Int, _ day: Int) -> Int? {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    let year = month < 3 ? year - 1 : year
    let months = (153 * ((month + 9) % 12) + 2) / 5
    return 365 * year + year / 4 - year / 100 + year / 400 + months + day
  }

  private func value(of tag: Int, inDirectory offset: Int) -> Int? {
    guard let count = number(at: offset, of: 2) else { return nil }
    for entry in 0..<count {
      let place = offset + 2 + 12 * entry
      guard let found = number(at: place, of: 2) else { return nil }
      if found == tag { return number(at: place + 8, of: 4) }
    }
    return nil
  }

  private func number(at offset: Int, of width: Int) -> Int? {
    guard let start = index(offset, width) else { return nil }
    let digits = bytes[start..<start + width]
    return (isBigEndian ? Array(digits) : digits.reversed()).reduce(0) { $0 << 8 | Int($1) }
  }

  /// The index of `width` bytes at `offset`; `nil` beyond the end.
  private func index(_ offset: Int, _ width: Int) -> Int? {
    offset <= bytes.count - width ? bytes.startIndex + offset : nil
  }
}
