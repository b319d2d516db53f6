import SegueSystem

/// Detects edits in an MP4 or MOV that decoders ignore: pauses and other speeds.
///
/// **Source:** ISO/IEC 14496-12, 8.6.6; FFmpeg's `mov_read_elst`, which ignores an edit's rate.
struct MovieEdits: ~Copyable {
  let file: InputFile

  /// Whether a non-empty edit of the file at `path` has a rate other than 1.
  static func haveRates(_ path: String) -> Bool {
    guard let file = InputFile.openOnDisk(path: path) else { return false }
    let edits = MovieEdits(file: file)
    var lists = [0..<edits.file.byteCount]
    for type in ["moov", "trak", "edts", "elst"] {
      var inner: [Range<Int>] = []
      for range in lists { inner += edits.boxes(type, in: range) }
      lists = inner
    }
    for list in lists where edits.hasRate(list) { return true }
    return false
  }

  /// The maximum numbers of boxes that are read per level, and of edits.
  private static let (maximumBoxes, maximumEdits) = (10_000, 1000)

  func boxes(_ type: String, in range: Range<Int>) -> [Range<Int>] {
    var (found, place): ([Range<Int>], Int) = ([], range.lowerBound)
    for _ in 0..<Self.maximumBoxes where place + 8 <= range.upperBound {
      guard let head = try? file.head(16, from: place), head.count >= 8 else { break }
      var (size, header) = (Self.number(head[0..<4]), 8)
      if size == 1, head.count == 16 { (size, header) = (Self.number(head[8..<16]), 16) }
      let end = size == 0 ? range.upperBound : place + size
      guard end >= place + header, end <= range.upperBound else { break }
      if head[4..<8].elementsEqual(type.utf8) { found.append(place + header..<end) }
      place = end
    }
    return found
  }

  /// Whether an edit of the list in `range` shows pictures at a rate other than 1.
  private func hasRate(_ range: Range<Int>) -> Bool {
    let length = min(range.count, 8 + 20 * Self.maximumEdits)
    guard let list = try? file.head(length, from: range.lowerBound), list.count >= 8 else { return false }
    let width = list[0] == 1 ? 8 : 4
    let edits = stride(from: 8, through: list.count - 2 * width - 4, by: 2 * width + 4)
    return edits.prefix(Self.number(list[4..<8])).contains { place in
      let (time, rate) = (list[place + width..<place + 2 * width], list[(place + 2 * width)...].prefix(4))
      return !time.allSatisfy { $0 == 0xFF } && Self.number(rate) != 0x10000
    }
  }

  /// The big-endian number in these bytes; 0 if it exceeds any file's length.
  static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    let value = bytes.reduce(0) { $0 << 8 | UInt64($1) }
    return value < 1 << 60 ? Int(value) : 0
  }
}
