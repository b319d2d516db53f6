/// The fields of a sequence parameter set that an encoder must match and that a file's header
/// repeats.
///
/// **Source:** H.264, 7.3.2.1.1; H.265, 7.3.2.2.1.
package struct SequenceFacts: Sendable, Hashable {
  /// The profile number.
  package var profile: Int
  /// H.264's byte of constraint flags.
  package var constraints = 0
  /// The level number: 10 times the level in H.264, 30 times in H.265.
  package var level: Int
  /// The chroma format: 0 for monochrome, 1 for 4:2:0, 2 for 4:2:2, 3 for 4:4:4.
  package var chromaFormat = 1
  /// Bits per luma sample.
  package var lumaDepth = 8
  /// Bits per chroma sample.
  package var chromaDepth = 8
  /// The number of reference pictures that a decoder keeps.
  package var references: Int
  /// Whether every picture is a whole frame.
  package var isProgressive = true
  /// H.265's decoded picture buffer sizes, for each signalled layer, and their bit range.
  var (buffering, bufferingBits): ([Buffering], Range<Int>) = ([], 0..<0)

  /// The decoded picture buffer of H.265.
  struct Buffering: Sendable, Hashable {
    /// The maximum number of decoded pictures besides the current one.
    var pictures: Int
    /// The maximum number of pictures that precede another in decoding order and follow it in
    /// presentation order.
    var reordered: Int
    /// The maximum latency increase, as coded.
    var latency: Int
  }

  /// - Throws: `BitstreamError`.
  package init(_ set: ParameterSet) throws(BitstreamError) {
    guard set.level == .sequence else { throw .malformed }
    var reader = BitReader(EmulationPrevention.removed(from: set.bytes), at: set.standard.headerLength * 8)
    switch set.standard {
    case .h264: try self.init(h264: &reader)
    case .hevc: try self.init(hevc: &reader)
    }
  }

  private static let highProfiles: Set<Int> = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]

  /// Whether an avcC of this profile contains chroma format and bit depths.
  var isHigh: Bool { Self.highProfiles.contains(profile) }

  private init(h264 reader: inout BitReader) throws(BitstreamError) {
    (profile, constraints, level) = (try reader.bits(8), try reader.bits(8), try reader.bits(8))
    _ = try reader.unsigned()
    references = 0
    if isHigh {
      chromaFormat = try reader.unsigned()
      if chromaFormat == 3 { try reader.skip(1) }
      (lumaDepth, chromaDepth) = (8 + (try reader.unsigned()), 8 + (try reader.unsigned()))
      try reader.skip(1)
      if try reader.flag() { try Self.skipScalingLists(&reader, count: chromaFormat == 3 ? 12 : 8) }
    }
    _ = try reader.unsigned()
    switch try reader.unsigned() {
    case 0: _ = try reader.unsigned()
    case 1:
      try reader.skip(1)
      _ = (try reader.signed(), try reader.signed())
      let count = try reader.unsigned()
      guard count < 256 else { throw .malformed }
      for _ in 0..<count { _ = try reader.signed() }
    default: break
    }
    references = try reader.unsigned()
    try reader.skip(1)
    _ = (try reader.unsigned(), try reader.unsigned())
    isProgressive = try reader.flag()
  }

  private static func skipScalingLists(_ reader: inout BitReader, count: Int) throws(BitstreamError) {
    for index in 0..<count where try reader.flag() {
      var (last, next) = (8, 8)
      for _ in 0..<(index < 6 ? 16 : 64) {
        if next != 0 { next = (last + (try reader.signed()) + 256) & 255 }
        last = next == 0 ? last : next
      }
    }
  }

  private init(hevc reader: inout BitReader) throws(BitstreamError) {
    try reader.skip(4)
    let subLayers = try reader.bits(3)
    try reader.skip(1)
    var head = reader
    try head.skip(3)
    profile = try head.bits(5)
    try head.skip(80)
    level = try head.bits(8)
    try ProfileTierLevel.skip(&reader, subLayers: subLayers)
    _ = try reader.unsigned()
    chromaFormat = try reader.unsigned()
    if chromaFormat == 3 { try reader.skip(1) }
    _ = (try reader.unsigned(), try reader.unsigned())
    if try reader.flag() { for _ in 0..<4 { _ = try reader.unsigned() } }
    (lumaDepth, chromaDepth) = (8 + (try reader.unsigned()), 8 + (try reader.unsigned()))
    _ = try reader.unsigned()
    let isEachLayer = try reader.flag()
    let start = reader.position
    references = 0
    for _ in 0..<(isEachLayer ? subLayers + 1 : 1) {
      buffering.append(
        Buffering(
          pictures: try reader.unsigned(), reordered: try reader.unsigned(), latency: try reader.unsigned()))
    }
    references = buffering.map(\.pictures).max() ?? 0
    bufferingBits = start..<reader.position
  }
}
