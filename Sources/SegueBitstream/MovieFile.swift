/// The index of an MP4 or MOV file: its tracks and their samples' positions.
///
/// **Source:** ISO/IEC 14496-12, clause 8.
package struct MovieFile: Sendable {
  package let tracks: [MovieTrack]
  /// Ticks per second of the movie.
  package let timescale: Int
  /// Whether the file is a MOV.
  package let isQuickTime: Bool

  /// The longest accepted index, in bytes.
  private static let longestIndex = 1 << 30

  /// Reads the index of `source`.
  /// - Throws: `BitstreamError`, and the errors of reading.
  package init(_ source: ByteSource) throws {
    var offset = 0
    var index: Box?
    var brand = "qt  "
    while offset + 8 <= source.count, index == nil {
      var head = ByteReader(try source.bytes(offset..<min(offset + 16, source.count)))
      var size = try head.number(4)
      let type = String(decoding: try head.take(4), as: UTF8.self)
      if size == 1 { size = try head.number(8) }
      if size == 0 { size = source.count - offset }
      guard size >= head.position, size <= source.count else { throw BitstreamError.truncated }
      if type == "moov" {
        guard size <= Self.longestIndex, offset + size <= source.count else { throw BitstreamError.truncated }
        let content = try source.bytes(offset + head.position..<offset + size)
        index = Box(type: type, content: content[...])
      }
      if type == "ftyp", size >= head.position + 4 {
        let place = offset + head.position
        brand = String(decoding: try source.bytes(place..<place + 4), as: UTF8.self)
      }
      offset += size
    }
    guard let index else { throw BitstreamError.malformed }
    let boxes = try index.children()
    isQuickTime = brand == "qt  "
    timescale = try boxes.first { $0.type == "mvhd" }.map(Self.timescale) ?? 1000
    if boxes.contains(where: { $0.type == "mvex" }) { throw BitstreamError.unsupported("fragments") }
    tracks = try boxes.filter { $0.type == "trak" }.map { try MovieTrack($0, fileLength: source.count) }
  }

  /// Ticks per second in an `mvhd` or `mdhd` box.
  static func timescale(_ header: Box) throws(BitstreamError) -> Int {
    var reader = ByteReader(header.content)
    let isLong = try reader.number(1) == 1
    try reader.skip(3 + (isLong ? 16 : 8))
    let timescale = try reader.number(4)
    guard timescale > 0 else { throw .malformed }
    return timescale
  }
}

/// A track of an MP4 or MOV file.
package struct MovieTrack: Sendable {
  /// The track's identifier in the file.
  package let number: Int
  /// `vide`, `soun`, or another four-character handler type.
  package let handler: String
  /// Ticks per second.
  package let timescale: Int
  /// The coefficients a, b, c and d of the track's matrix, with 65536 for 1.
  package let matrix: [Int]
  /// The edit list, in order; empty if the whole media is presented.
  package let edits: [Edit]
  package let entryCount: Int
  /// The type of the first sample entry, such as `avc1`.
  package let entryType: String
  /// The `trak` box.
  let box: Box
  private let table: Box
  private let fileLength: Int

  /// An entry of the edit list.
  package struct Edit: Sendable, Hashable {
    /// The duration, in ticks of the movie; 0 for the rest of the media.
    package var duration: Int
    /// The start in the media, in the track's ticks; −1 for an empty edit.
    package var mediaTime: Int
    /// The rate, with 65536 for normal speed.
    package var rate: Int
  }

  /// A coded picture, or a packet of sound.
  package struct Sample: Sendable, Hashable {
    /// The offset in the file.
    package var offset: Int
    /// The number of bytes.
    package var size: Int
    /// The decoding time, in ticks.
    package var decodingTime: Int
    /// The presentation time, in ticks of the media.
    package var time: Int
  }

  init(_ box: Box, fileLength: Int) throws {
    self.box = box
    self.fileLength = fileLength
    guard let media = try box.child("mdia"), let header = try media.child("mdhd"),
      let table = try media.child("minf", "stbl")
    else { throw BitstreamError.malformed }
    self.table = table
    timescale = try MovieFile.timescale(header)
    handler =
      try media.child("hdlr").map { handler in
        var reader = ByteReader(handler.content)
        try reader.skip(8)
        return String(decoding: try reader.take(4), as: UTF8.self)
      } ?? ""
    (number, matrix) = try box.child("tkhd").map(Self.header) ?? (0, [65536, 0, 0, 65536])
    edits = try box.child("edts", "elst").map(Self.edits) ?? []
    let entries = try table.child("stsd")?.children(after: 8) ?? []
    (entryCount, entryType) = (entries.count, entries.first?.type ?? "")
  }

  /// The track's number and matrix.
  private static func header(_ header: Box) throws -> (Int, [Int]) {
    var reader = ByteReader(header.content)
    let isLong = try reader.number(1) == 1
    try reader.skip(3 + (isLong ? 16 : 8))
    let number = try reader.number(4)
    try reader.skip((isLong ? 12 : 8) + 16)
    let numbers = try (0..<5).map { _ in try reader.signed(4) }
    return (number, [numbers[0], numbers[1], numbers[3], numbers[4]])
  }

  private static func edits(_ list: Box) throws -> [Edit] {
    var reader = ByteReader(list.content)
    let isLong = try reader.number(1) == 1
    try reader.skip(3)
    let (count, width) = (try reader.number(4), isLong ? 8 : 4)
    guard count <= reader.rest / (2 * width + 4) else { throw BitstreamError.truncated }
    return try (0..<count).map { _ in
      Edit(
        duration: try reader.number(width), mediaTime: try reader.signed(width), rate: try reader.signed(4))
    }
  }

  /// The boxes within the first video sample entry, such as `avcC` and `colr`: types and complete
  /// bytes.
  /// - Throws: `BitstreamError`.
  package func entryBoxes() throws -> [(type: String, bytes: [UInt8])] {
    guard let entry = try table.child("stsd")?.children(after: 8).first else { return [] }
    return try entry.children(after: 78).map { ($0.type, $0.bytes) }
  }

  /// The `uuid` boxes with the projection of spherical pictures, beside the `mdia` box.
  ///
  /// **Source:** Google's Spherical Video RFC, first version.
  /// - Throws: `BitstreamError`.
  package func projectionBoxes() throws -> [[UInt8]] {
    let identifier: [UInt8] = [
      0xff, 0xcc, 0x82, 0x63, 0xf8, 0x55, 0x4a, 0x93, 0x88, 0x14, 0x58, 0x7a, 0x02, 0x52, 0x1f, 0xdd,
    ]
    return try box.children().filter { $0.type == "uuid" }.map(\.bytes).filter {
      $0.dropFirst(8).starts(with: identifier)
    }
  }

  /// The presented range of the media. `delay` and `length` are in the movie's ticks, `mediaTime`
  /// in the track's. A length of 0 means up to the end of the media. `nil` if the edit list has
  /// several ranges or changes the speed.
  package var beginning: (delay: Int, mediaTime: Int, length: Int)? {
    let shown = edits.drop { $0.mediaTime < 0 }
    guard shown.count <= 1, shown.allSatisfy({ $0.rate == 0x10000 }) else { return nil }
    let delay = edits.prefix { $0.mediaTime < 0 }.reduce(0) { $0 + $1.duration }
    return (delay, shown.first?.mediaTime ?? 0, shown.first?.duration ?? 0)
  }

  /// The `stsd` box with the sample description.
  /// - Throws: `BitstreamError`.
  package func description() throws -> [UInt8] {
    guard let box = try table.child("stsd") else { throw BitstreamError.malformed }
    return box.bytes
  }

  /// The contents of the sample entry's `avcC` or `hvcC` box.
  /// - Throws: `BitstreamError`.
  package func configuration() throws -> CodecConfiguration? {
    let standard: VideoStandard
    switch entryType {
    case "avc1", "avc3": standard = .h264
    case "hvc1", "hev1", "dvh1", "dvhe": standard = .hevc
    default: return nil
    }
    let name = standard == .h264 ? "avcC" : "hvcC"
    guard let box = try entryBoxes().first(where: { $0.type == name }) else { return nil }
    return try CodecConfiguration(Array(box.bytes.dropFirst(8)), standard)
  }

  /// A reader of a sample table box, after the version and the flags.
  func tableReader(_ type: String) throws -> ByteReader? {
    guard let box = try table.child(type) else { return nil }
    var reader = ByteReader(box.content)
    try reader.skip(4)
    return reader
  }

  /// The samples in decoding order; samples beyond the end of the file have size 0.
  /// - Throws: `BitstreamError`.
  package func samples() throws -> [Sample] {
    guard var sizes = try tableReader("stsz"), var times = try tableReader("stts") else {
      throw BitstreamError.unsupported("an index without sizes or times")
    }
    let (uniform, count) = (try sizes.number(4), try sizes.number(4))
    guard uniform > 0 ? count <= fileLength / uniform : count <= sizes.rest / 4 else {
      throw BitstreamError.truncated
    }
    let chunks = try chunks()
    var shifts = try table.child("ctts").map(CompositionOffsets.init)
    var samples: [Sample] = []
    samples.reserveCapacity(count)
    var (clock, run, step) = (0, 0, 0)
    _ = try times.number(4)
    var (chunk, place, left) = (-1, 0, 0)
    for _ in 0..<count {
      while run == 0 { (run, step) = (try times.number(4), try times.number(4)) }
      while left == 0 {
        chunk += 1
        guard chunk < chunks.count else { throw BitstreamError.truncated }
        (place, left) = chunks[chunk]
      }
      let size = uniform > 0 ? uniform : try sizes.number(4)
      let shift = try shifts?.next() ?? 0
      let isThere = place + size <= fileLength
      samples.append(
        Sample(offset: place, size: isThere ? size : 0, decodingTime: clock, time: clock + shift))
      (run, left, place, clock) = (run - 1, left - 1, place + size, clock + step)
    }
    return samples
  }

  /// The offset of each chunk in the file, and its number of samples.
  func chunks() throws -> [(offset: Int, count: Int)] {
    let isLong = try tableReader("co64") != nil
    guard var places = try tableReader(isLong ? "co64" : "stco"), var runs = try tableReader("stsc") else {
      throw BitstreamError.unsupported("an index without chunk offsets")
    }
    let (count, width) = (try places.number(4), isLong ? 8 : 4)
    guard count <= places.rest / width else { throw BitstreamError.truncated }
    var runCount = try runs.number(4)
    var chunks: [(Int, Int)] = []
    chunks.reserveCapacity(count)
    var (samples, next) = (0, (first: 0, samples: 0))
    func read() throws {
      guard runCount > 0 else { return next.first = .max }
      runCount -= 1
      next = (try runs.number(4), try runs.number(4))
      guard try runs.number(4) == 1 else { throw BitstreamError.unsupported("several sample entries") }
    }
    try read()
    for index in 1...max(1, count) where count > 0 {
      while next.first <= index {
        samples = next.samples
        try read()
      }
      chunks.append((try places.number(width), samples))
    }
    return chunks
  }
}

/// The differences between presentation and decoding times.
private struct CompositionOffsets {
  private var reader: ByteReader
  private var (run, shift) = (0, 0)

  init(_ box: Box) throws {
    reader = ByteReader(box.content)
    // Negative differences occur in version 0 of the box, too.
    try reader.skip(8)
  }

  mutating func next() throws -> Int {
    while run == 0, reader.rest >= 8 { (run, shift) = (try reader.number(4), try reader.signed(4)) }
    if run > 0 { run -= 1 }
    return shift
  }
}
