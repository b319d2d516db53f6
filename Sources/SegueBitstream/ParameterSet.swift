/// A parameter set: a NAL unit that slices or other sets refer to by number.
///
/// **Source:** H.264, 7.3.2.1 and 7.3.2.2; H.265, 7.3.2.1 to 7.3.2.3.
package struct ParameterSet: Sendable, Hashable {
  package enum Level: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// H.265's video parameter set.
    case video
    /// A sequence parameter set.
    case sequence
    /// A picture parameter set.
    case picture

    /// Orders the sets as they are written: video, sequence, picture.
    package static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
  }

  package let standard: VideoStandard
  package let level: Level
  /// The set's number.
  package let id: Int
  /// The number of the set to which this one refers; 0 for none.
  package let parent: Int
  package let bytes: [UInt8]

  /// Reads the set's number and its parent's number from the NAL unit `bytes`.
  /// - Throws: `BitstreamError`.
  package init(_ bytes: [UInt8], _ standard: VideoStandard) throws(BitstreamError) {
    guard bytes.count > standard.headerLength else { throw .truncated }
    guard case .parameters(let level) = standard.kind(bytes[0], bytes[1]) else { throw .malformed }
    self.standard = standard
    self.level = level
    self.bytes = bytes
    let places = try Places(EmulationPrevention.removed(from: bytes), standard, level)
    (id, parent) = (places.id.value, places.parent?.value ?? 0)
  }

  /// A copy of the set with the numbers `id` and `parent`.
  /// - Throws: `BitstreamError`.
  package func renumbered(_ id: Int, parent: Int) throws(BitstreamError) -> ParameterSet {
    let payload = EmulationPrevention.removed(from: bytes)
    let places = try Places(payload, standard, level)
    let end = try Self.end(of: payload)
    let numbers = [(places.id, id)] + (places.parent.map { [($0, parent)] } ?? [])
    var writer = BitWriter()
    var position = 0
    for (place, value) in numbers.sorted(by: { $0.0.range.lowerBound < $1.0.range.lowerBound }) {
      try writer.append(payload, position..<place.range.lowerBound)
      if let width = place.width { writer.append(value, bits: width) } else { writer.appendUnsigned(value) }
      position = place.range.upperBound
    }
    guard position <= end else { throw .malformed }
    try writer.append(payload, position..<end)
    writer.append(1, bits: 1)
    return try ParameterSet(EmulationPrevention.added(to: writer.bytes), standard)
  }

  /// A copy of the set in which the bits of `write` replace those in `range`.
  /// - Throws: `BitstreamError`.
  func replacing(
    _ range: Range<Int>, _ write: (inout BitWriter) -> Void
  ) throws(BitstreamError) -> ParameterSet {
    let payload = EmulationPrevention.removed(from: bytes)
    let end = try Self.end(of: payload)
    guard range.upperBound <= end else { throw .malformed }
    var writer = BitWriter()
    try writer.append(payload, 0..<range.lowerBound)
    write(&writer)
    try writer.append(payload, range.upperBound..<end)
    writer.append(1, bits: 1)
    return try ParameterSet(EmulationPrevention.added(to: writer.bytes), standard)
  }

  /// The number of bits before the stop bit, the last bit that is set.
  private static func end(of payload: [UInt8]) throws(BitstreamError) -> Int {
    guard let last = payload.lastIndex(where: { $0 != 0 }) else { throw .malformed }
    return last * 8 + 7 - payload[last].trailingZeroBitCount
  }

  /// The bit ranges of a set's numbers in its payload.
  private struct Places {
    /// A number's bit range, its value, and its fixed width in bits. An Exp-Golomb code has no
    /// fixed width.
    struct Number {
      var range: Range<Int>
      var value: Int
      var width: Int?
    }

    var id: Number
    var parent: Number?

    init(_ payload: [UInt8], _ standard: VideoStandard, _ level: Level) throws(BitstreamError) {
      var reader = BitReader(payload, at: standard.headerLength * 8)
      switch (standard, level) {
      case (.h264, .sequence):
        try reader.skip(24)
        id = try Self.code(&reader)
      case (_, .picture):
        id = try Self.code(&reader)
        parent = try Self.code(&reader)
      case (_, .video): id = try Self.fixed(&reader, 4)
      case (.hevc, .sequence):
        parent = try Self.fixed(&reader, 4)
        let subLayers = try reader.bits(3)
        try reader.skip(1)
        try ProfileTierLevel.skip(&reader, subLayers: subLayers)
        id = try Self.code(&reader)
      }
    }

    private static func code(_ reader: inout BitReader) throws(BitstreamError) -> Number {
      let start = reader.position
      let value = try reader.unsigned()
      return Number(range: start..<reader.position, value: value)
    }

    private static func fixed(_ reader: inout BitReader, _ width: Int) throws(BitstreamError) -> Number {
      let start = reader.position
      let value = try reader.bits(width)
      return Number(range: start..<reader.position, value: value, width: width)
    }
  }
}

/// The profile, tier and level in H.265's video and sequence parameter sets.
///
/// **Source:** H.265, 7.3.3.
enum ProfileTierLevel {
  /// Skips the fields of a stream with `subLayers` layers besides the first.
  static func skip(_ reader: inout BitReader, subLayers: Int) throws(BitstreamError) {
    try reader.skip(96)
    if subLayers == 0 { return }
    var present: [(profile: Bool, level: Bool)] = []
    for _ in 0..<subLayers { present.append((try reader.flag(), try reader.flag())) }
    try reader.skip(2 * (8 - subLayers))
    for layer in present { try reader.skip((layer.profile ? 88 : 0) + (layer.level ? 8 : 0)) }
  }
}
