import Glibc
import SegueSystem

/// Distinguishes Motion JPEG, a plain series of JPEG pictures, from a photograph.
///
/// A photograph may be followed by another picture, such as a gain map or a thumbnail. The second
/// picture is then listed in an index (MPF) or has another size.
///
/// **Source:** ITU-T T.81, annex B; CIPA DC-007 for MPF.
enum JPEGStream {
  private static let headLength = 1 << 24

  static func isMotionJPEG(_ path: String) throws -> Bool {
    isMotionJPEG(try InputFile.open(path: path).head(headLength))
  }

  /// Whether `bytes` begin with two pictures of the same size.
  static func isMotionJPEG(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      guard let first = picture(in: bytes, at: 0), !first.hasIndex else { return false }
      return picture(in: bytes, at: first.end)?.size == first.size
    }
  }

  /// The picture that begins at `start`: its height and width bytes, whether it has an index of
  /// pictures, and its end. `nil` if the picture is incomplete.
  private static func picture(
    in bytes: UnsafeRawBufferPointer, at start: Int
  ) -> (size: [UInt8], hasIndex: Bool, end: Int)? {
    guard bytes.count > start + 3, bytes[start] == 0xff, bytes[start + 1] == 0xd8 else { return nil }
    var (place, size, hasIndex): (Int, [UInt8], Bool) = (start + 2, [], false)
    while let marker = nextMarker(in: bytes, from: place) {
      let code = bytes[marker + 1]
      if code == 0xd9 { return size.isEmpty ? nil : (size, hasIndex, marker + 2) }
      guard marker + 9 <= bytes.count else { return nil }
      if (0xc0...0xcf).contains(code), ![0xc4, 0xc8, 0xcc].contains(code) {
        size = Array(bytes[(marker + 5)..<(marker + 9)])
      }
      if code == 0xe2, bytes[(marker + 4)..<(marker + 8)].elementsEqual("MPF\0".utf8) { hasIndex = true }
      place = marker + 2 + (Int(bytes[marker + 2]) << 8 | Int(bytes[marker + 3]))
    }
    return nil
  }

  /// The offset of the next marker with a segment, or of the end marker; escaped bytes and restart
  /// markers are skipped.
  private static func nextMarker(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var place = start
    while let base = bytes.baseAddress, place < bytes.count - 1,
      let found = memchr(base + place, 0xff, bytes.count - 1 - place)
    {
      place = UnsafeRawPointer(found) - base
      let code = bytes[place + 1]
      if code != 0, code != 0xff, !(0xd0...0xd7).contains(code) { return place }
      place += 1
    }
    return nil
  }
}
