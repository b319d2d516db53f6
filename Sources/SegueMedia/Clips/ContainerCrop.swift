import SegueImaging
import SegueMath
import SegueSystem

/// The container's crop: the clean aperture of MP4 and MOV, the `PixelCrop` of Matroska. Players
/// and ffmpeg 7.1 and later apply it.
///
/// **Source:** ISO/IEC 14496-12, 12.1.4 (`clap`, `pasp`); RFC 9559, 5.1.4.1.28.
struct ContainerCrop: Hashable {
  /// The shown rectangle of stored pixels. Every edge is even.
  var visible: PixelRect
  /// Width over height of a stored sample; `nil` if the crop does not change it.
  var sampleAspect: Ratio?

  /// The crop of `video` in the file of `info`; `nil` if the whole picture is shown.
  init?(_ info: ClipInfo, _ video: ClipInfo.Video) {
    guard let file = InputFile.openOnDisk(path: info.path) else { return nil }
    if info.container.hasPrefix("mov,") {
      self.init(movie: MovieEdits(file: file), video)
    } else if info.container.hasPrefix("matroska") {
      self.init(matroska: MatroskaElements(file: file), video)
    } else {
      return nil
    }
  }

  /// The stated edges, rounded inwards to even pixels, since chroma has half the size.
  private init?(left: Double, top: Double, right: Double, bottom: Double, of size: ImageSize) {
    func even(_ first: Double, _ last: Double, of side: Int) -> Range<Int>? {
      guard first > -0.5, first < last, last < Double(side) + 0.5 else { return nil }
      let start = (Int(first.rounded()) + 1) / 2 * 2
      let end = Int(last.rounded()) >= side ? side : Int(last.rounded()) / 2 * 2
      return start < end ? start..<end : nil
    }
    guard let x = even(left, right, of: size.width), let y = even(top, bottom, of: size.height) else {
      return nil
    }
    visible = PixelRect(x0: x.lowerBound, y0: y.lowerBound, x1: x.upperBound, y1: y.upperBound)
    if visible == PixelRect(size) { return nil }
  }

  /// The clean aperture in the track's first sample entry.
  private init?(movie: borrowing MovieEdits, _ video: ClipInfo.Video) {
    guard let entry = movie.sampleEntry(ofTrack: video.track), let clap = movie.boxes("clap", in: entry).first
    else { return nil }
    let values = movie.numbers(8, in: clap).map { Double(Int32(truncatingIfNeeded: $0)) }
    guard values.count == 8, [1, 3, 5, 7].allSatisfy({ values[$0] > 0 }) else { return nil }
    let width = values[0] / values[1]
    let height = values[2] / values[3]
    let left = (Double(video.storedSize.width) - width) / 2 + values[4] / values[5]
    let top = (Double(video.storedSize.height) - height) / 2 + values[6] / values[7]
    self.init(left: left, top: top, right: left + width, bottom: top + height, of: video.storedSize)
    // ffmpeg uses the size in the track's header as the stored size, but it may be the aperture's.
    sampleAspect = Ratio(1, 1)
    guard let box = movie.boxes("pasp", in: entry).first else { return }
    let aspect = movie.numbers(2, in: box)
    if aspect.count == 2, aspect.allSatisfy(Self.isPlausible) { sampleAspect = Ratio(aspect[0], aspect[1]) }
  }

  private init?(matroska: borrowing MatroskaElements, _ video: ClipInfo.Video) {
    guard let fields = matroska.videoFields(ofStream: video.stream) else { return nil }
    let size = video.storedSize
    self.init(
      left: Double(fields[.left] ?? 0), top: Double(fields[.top] ?? 0),
      right: Double(size.width - (fields[.right] ?? 0)), bottom: Double(size.height - (fields[.bottom] ?? 0)),
      of: size)
    // The display size is that of the cropped picture.
    guard let width = fields[.displayWidth], let height = fields[.displayHeight],
      [width, height].allSatisfy(Self.isPlausible)
    else { return }
    sampleAspect = Ratio(width * visible.height, height * visible.width)
  }

  private static func isPlausible(_ length: Int) -> Bool { (1...65_535).contains(length) }
}

extension Orientation {
  /// Converts the rectangle `part` of a stored picture of `size` to the oriented picture.
  func apply(to part: PixelRect, of size: ImageSize) -> PixelRect {
    // Twice the distances from the centre: a stored point (p, q) is shown at (a·p + c·q, b·p + d·q).
    let p = [2 * part.x0 - size.width, 2 * part.x1 - size.width]
    let q = [2 * part.y0 - size.height, 2 * part.y1 - size.height]
    let x = [0, 1].map { matrix[0] * p[$0] + matrix[2] * q[$0] + (swapsSides ? size.height : size.width) }
    let y = [0, 1].map { matrix[1] * p[$0] + matrix[3] * q[$0] + (swapsSides ? size.width : size.height) }
    return PixelRect(
      x0: min(x[0], x[1]) / 2, y0: min(y[0], y[1]) / 2, x1: max(x[0], x[1]) / 2, y1: max(y[0], y[1]) / 2)
  }
}

extension MovieEdits {
  fileprivate func sampleEntry(ofTrack number: Int?) -> Range<Int>? {
    for movie in boxes("moov", in: 0..<file.byteCount) {
      for track in boxes("trak", in: movie) where trackNumber(track) == number {
        var range = track
        for type in ["mdia", "minf", "stbl", "stsd"] {
          guard let inner = boxes(type, in: range).first else { return nil }
          range = inner
        }
        // Version and count precede the entry. The entry has 8 bytes of header and 78 bytes of
        // fields before its boxes.
        guard let size = numbers(1, in: range, after: 8).first, range.count >= 94, size >= 86 else {
          return nil
        }
        return range.lowerBound + 94..<min(range.upperBound, range.lowerBound + 8 + size)
      }
    }
    return nil
  }

  private func trackNumber(_ track: Range<Int>) -> Int? {
    guard let header = boxes("tkhd", in: track).first, let version = numbers(1, in: header).first else {
      return nil
    }
    return numbers(1, in: header, after: version >> 24 == 1 ? 20 : 12).first
  }

  /// Up to `count` four-byte numbers in `range`.
  fileprivate func numbers(_ count: Int, in range: Range<Int>, after skipped: Int = 0) -> [Int] {
    let length = max(0, min(range.count - skipped, 4 * count))
    let bytes = (try? file.head(length, from: range.lowerBound + skipped)) ?? []
    return stride(from: 0, to: bytes.count / 4 * 4, by: 4).map { Self.number(bytes[$0..<$0 + 4]) }
  }
}

/// The elements of a Matroska file.
///
/// **Source:** RFC 8794, 4 and 5; RFC 9559, 5.1.
private struct MatroskaElements: ~Copyable {
  let file: InputFile

  /// The maximum number of elements that are read per level.
  private static let maximumElements = 100_000

  /// The identifier of a number in a track's video settings.
  enum Field: Int, CaseIterable {
    case bottom = 0x54AA, top = 0x54BB, left = 0x54CC, right = 0x54DD
    case displayWidth = 0x54B0, displayHeight = 0x54BA
  }

  /// The video settings of stream `index`. ffmpeg numbers the streams of the track types that it
  /// supports.
  func videoFields(ofStream index: Int) -> [Field: Int]? {
    guard let segment = elements(0x1853_8067, in: 0..<file.byteCount, limit: 1).first,
      let tracks = elements(0x1654_AE6B, in: segment, limit: 1).first
    else { return nil }
    var entries: [Range<Int>] = []
    // The track types are video, sound, subtitles and metadata.
    for entry in elements(0xAE, in: tracks) where [1, 2, 0x11, 0x21].contains(number(0x83, in: entry)) {
      entries.append(entry)
    }
    guard entries.indices.contains(index), let video = elements(0xE0, in: entries[index], limit: 1).first
    else { return nil }
    var fields: [Field: Int] = [:]
    for field in Field.allCases { fields[field] = number(field.rawValue, in: video) }
    return fields
  }

  private func number(_ id: Int, in range: Range<Int>) -> Int? {
    guard let field = elements(id, in: range, limit: 1).first, field.count <= 4 else { return nil }
    return (try? file.head(field.count, from: field.lowerBound))?.reduce(0) { $0 << 8 | Int($1) }
  }

  private func elements(_ wanted: Int, in range: Range<Int>, limit: Int = .max) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var place = range.lowerBound
    for _ in 0..<Self.maximumElements where place < range.upperBound && found.count < limit {
      guard let head = try? file.head(12, from: place), let first = head.first, first >= 0x10 else { break }
      let idLength = first.leadingZeroBitCount + 1
      guard head.count > idLength, head[idLength] != 0 else { break }
      let sizeLength = head[idLength].leadingZeroBitCount + 1
      guard head.count >= idLength + sizeLength else { break }
      let id = head[..<idLength].reduce(0) { $0 << 8 | Int($1) }
      let bits = head[idLength..<idLength + sizeLength].reduce(0) { $0 << 8 | Int($1) }
      let maximum = 1 << (7 * sizeLength) - 1
      let size = bits & maximum
      let start = place + idLength + sizeLength
      // All ones means that the size is unknown.
      let end = size == maximum || size > range.upperBound - start ? range.upperBound : start + size
      if id == wanted { found.append(start..<max(start, end)) }
      place = end
    }
    return found
  }
}
