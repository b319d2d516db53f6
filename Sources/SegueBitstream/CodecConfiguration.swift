/// The decoder configuration in a sample entry: the contents of an `avcC` or `hvcC` box.
///
/// **Source:** ISO/IEC 14496-15, 5.3.3.1 and 8.3.3.1.
package struct CodecConfiguration: Sendable, Hashable {
  package let standard: VideoStandard
  /// The size of the length field before each NAL unit, in bytes.
  package let lengthSize: Int
  package let sets: [ParameterSet]
  /// H.265's general profile, tier, constraint and level fields, 22 bytes; empty for H.264.
  private let general: [UInt8]

  /// Reads the contents of the box.
  /// - Throws: `BitstreamError`.
  package init(_ bytes: [UInt8], _ standard: VideoStandard) throws(BitstreamError) {
    self.standard = standard
    var reader = ByteReader(bytes)
    var sets: [ParameterSet] = []
    func read(_ count: Int) throws(BitstreamError) {
      for _ in 0..<count {
        let unit = try reader.take(try reader.number(2))
        guard unit.count > standard.headerLength else { throw .malformed }
        if case .parameters = standard.kind(unit[0], unit[1]) {
          sets.append(try ParameterSet(unit, standard))
        }
      }
    }
    switch standard {
    case .h264:
      general = []
      let head = try reader.take(6)
      guard head[0] == 1 else { throw .malformed }
      lengthSize = Int(head[4] & 3) + 1
      try read(Int(head[5] & 31))
      try read(try reader.number(1))
    case .hevc:
      general = try reader.take(22)
      lengthSize = Int(general[21] & 3) + 1
      for _ in 0..<(try reader.number(1)) {
        _ = try reader.number(1)
        try read(try reader.number(2))
      }
    }
    self.sets = sets
    if !sets.contains(where: { $0.level == .picture }) {
      throw .unsupported("no parameter sets in its header")
    }
  }

  /// The facts of the configuration's sequence parameter sets.
  /// - Throws: `BitstreamError`.
  package func facts() throws(BitstreamError) -> [SequenceFacts] {
    var facts: [SequenceFacts] = []
    for set in sets where set.level == .sequence { facts.append(try SequenceFacts(set)) }
    return facts
  }

  /// The contents of the configuration box for a stream with all of `sets` and 4-byte length
  /// fields. Profile and level are the highest of the sources' `configurations`.
  /// - Throws: `BitstreamError`.
  package static func joined(
    _ configurations: [CodecConfiguration], _ sets: [ParameterSet]
  ) throws(BitstreamError) -> [UInt8] {
    guard let standard = configurations.first?.standard else { throw .malformed }
    return switch standard {
    case .h264: try avcC(sets)
    case .hevc: hvcC(configurations, try withEqualBuffering(sets))
    }
  }

  /// The H.265 sets, each with the picture buffer size of the most demanding set. A decoder that
  /// starts with any set then has enough buffers for all, and drops no pictures at a change of
  /// sets.
  static func withEqualBuffering(_ sets: [ParameterSet]) throws(BitstreamError) -> [ParameterSet] {
    var facts: [SequenceFacts] = []
    for set in sets where set.level == .sequence { facts.append(try SequenceFacts(set)) }
    let all = facts.flatMap(\.buffering)
    let (pictures, reordered) = (all.map(\.pictures).max() ?? 0, all.map(\.reordered).max() ?? 0)
    var equal: [ParameterSet] = []
    for set in sets {
      guard set.level == .sequence else {
        equal.append(set)
        continue
      }
      let facts = try SequenceFacts(set)
      equal.append(
        try set.replacing(facts.bufferingBits) { writer in
          for layer in facts.buffering {
            for value in [pictures, reordered, layer.latency] { writer.appendUnsigned(value) }
          }
        })
    }
    return equal
  }

  private static func avcC(_ sets: [ParameterSet]) throws(BitstreamError) -> [UInt8] {
    var facts: [SequenceFacts] = []
    for set in sets where set.level == .sequence { facts.append(try SequenceFacts(set)) }
    guard let highest = facts.max(by: { $0.profile < $1.profile }) else { throw .malformed }
    let (sequences, pictures) = (sets.filter { $0.level == .sequence }, sets.filter { $0.level == .picture })
    guard sequences.count < 32, pictures.count < 256 else {
      throw .unsupported("more different parameter sets than a header can have")
    }
    let constraints = facts.filter { $0.profile == highest.profile }.reduce(255) { $0 & $1.constraints }
    var bytes = [1, UInt8(highest.profile), UInt8(constraints), UInt8(facts.map(\.level).max() ?? 0), 0xff]
    bytes.append(0xe0 | UInt8(sequences.count))
    for set in sequences { bytes += UInt16(truncatingIfNeeded: set.bytes.count).bigEndianBytes + set.bytes }
    bytes.append(UInt8(pictures.count))
    for set in pictures { bytes += UInt16(truncatingIfNeeded: set.bytes.count).bigEndianBytes + set.bytes }
    if highest.isHigh {
      bytes += [
        0xfc | UInt8(highest.chromaFormat & 3), 0xf8 | UInt8((highest.lumaDepth - 8) & 7),
        0xf8 | UInt8((highest.chromaDepth - 8) & 7), 0,
      ]
    }
    return bytes
  }

  private static func hvcC(_ configurations: [CodecConfiguration], _ sets: [ParameterSet]) -> [UInt8] {
    var bytes = configurations[0].general
    for other in configurations.dropFirst() {
      if other.general[1] & 0x20 != 0 { bytes[1] |= 0x20 }
      // A constraint flag holds for the joined stream only if it holds for every source.
      for index in 2..<12 { bytes[index] &= other.general[index] }
      bytes[12] = max(bytes[12], other.general[12])
    }
    // No limits on segmentation, parallelism or frame rate are declared.
    (bytes[13], bytes[14], bytes[15]) = (0xf0, 0, 0xfc)
    (bytes[19], bytes[20], bytes[21]) = (0, 0, bytes[21] & 0x3c | 3)
    let arrays: [(type: UInt8, level: ParameterSet.Level)] = [(32, .video), (33, .sequence), (34, .picture)]
    bytes.append(UInt8(arrays.count))
    for (type, level) in arrays {
      let ours = sets.filter { $0.level == level }
      bytes += [0x80 | type] + UInt16(truncatingIfNeeded: ours.count).bigEndianBytes
      for set in ours { bytes += UInt16(truncatingIfNeeded: set.bytes.count).bigEndianBytes + set.bytes }
    }
    return bytes
  }
}

/// A sequential reader of big-endian numbers.
struct ByteReader {
  private let bytes: ArraySlice<UInt8>
  private(set) var position: Int

  /// Starts at the first byte. Positions are indices of `bytes`.
  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  init(_ bytes: [UInt8]) { self.init(bytes[...]) }

  var rest: Int { bytes.endIndex - position }

  mutating func take(_ count: Int) throws(BitstreamError) -> [UInt8] {
    guard count >= 0, count <= rest else { throw .truncated }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  mutating func skip(_ count: Int) throws(BitstreamError) {
    guard count >= 0, count <= rest else { throw .truncated }
    position += count
  }

  /// Reads an unsigned number of `count` bytes, at most 8. Numbers from 2⁶³ throw `malformed`.
  mutating func number(_ count: Int) throws(BitstreamError) -> Int {
    guard let number = Int(exactly: try bits(count)) else { throw .malformed }
    return number
  }

  /// Reads a signed number of 4 or 8 bytes.
  mutating func signed(_ count: Int) throws(BitstreamError) -> Int {
    let value = try bits(count)
    return count == 4 ? Int(Int32(truncatingIfNeeded: value)) : Int(truncatingIfNeeded: value)
  }

  private mutating func bits(_ count: Int) throws(BitstreamError) -> UInt64 {
    guard count <= rest else { throw .truncated }
    defer { position += count }
    return bytes[position..<position + count].reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension FixedWidthInteger {
  /// The bytes in big-endian order.
  var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
