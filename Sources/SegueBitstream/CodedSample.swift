/// Reads the NAL units of a sample, and selects the bytes to write to another stream.
package struct SampleReader: Sendable {
  package let source: ByteSource
  /// The samples' decoder configuration.
  package let configuration: CodecConfiguration

  /// A segment of a sample in the output: new bytes, or a range of the source.
  package enum Segment: Sendable, Hashable {
    /// Literal bytes.
    case bytes([UInt8])
    case source(Range<Int>)

    package var count: Int {
      switch self {
      case .bytes(let bytes): bytes.count
      case .source(let range): range.count
      }
    }
  }

  /// The properties of a sample that decide whether it can be copied.
  package struct Summary: Sendable, Hashable {
    /// The picture's dependence on other pictures.
    package var kind = VideoStandard.PictureKind.dependent
    /// Whether the sample has Dolby Vision metadata.
    package var hasDolbyVision = false
    /// The reason why the sample cannot be copied, in a few words; `nil` if it can be copied.
    package var obstacle: String?
  }

  /// A NAL unit: its first bytes, and its range.
  private struct Unit {
    var head: [UInt8]
    var range: Range<Int>
  }

  /// The number of bytes at the beginning of a unit that are read first.
  private static let headLength = 48

  package init(_ source: ByteSource, _ configuration: CodecConfiguration) {
    self.source = source
    self.configuration = configuration
  }

  private var standard: VideoStandard { configuration.standard }

  /// The summary of `sample` for copying.
  /// - Throws: `BitstreamError`, and the errors of reading.
  package func summary(of sample: MovieTrack.Sample) throws -> Summary {
    var summary = Summary()
    var hasSlice = false
    for unit in try units(of: sample) {
      switch standard.kind(unit.head[0], unit.head[1]) {
      case .slice(let kind):
        if hasSlice, kind != summary.kind { summary.obstacle = "slices of different kinds in one picture" }
        (summary.kind, hasSlice) = (kind, true)
      case .parameters where try !isKnown(unit): summary.obstacle = "parameter sets that change"
      case .unsupported(let what): summary.obstacle = what
      case .dolbyVision: summary.hasDolbyVision = true
      case .parameters, .supplement, .dispensable: break
      }
    }
    if !hasSlice { summary.obstacle = "samples without a picture" }
    return summary
  }

  /// Whether a parameter set within a sample equals one in the header.
  private func isKnown(_ unit: Unit) throws -> Bool {
    let set = try ParameterSet(try source.bytes(unit.range), standard)
    guard let known = configuration.sets.first(where: { $0.level == set.level && $0.id == set.id }) else {
      return false
    }
    return try known.bytes == set.bytes
      || known.renumbered(known.id, parent: known.parent).bytes
        == set.renumbered(set.id, parent: set.parent).bytes
  }

  /// The segments to write for `sample`, with 4-byte length fields.
  /// - Parameter isEntry: whether decoding may start here.
  /// - Throws: `BitstreamError`, and the errors of reading.
  package func pieces(
    of sample: MovieTrack.Sample, _ rewriter: UnitRewriter, isEntry: Bool
  ) throws -> [Segment] {
    var pieces: [Segment] = []
    var whole = true
    func append(_ length: Int, _ parts: Segment...) {
      pieces.append(.bytes(UInt32(truncatingIfNeeded: length).bigEndianBytes))
      pieces += parts.filter { $0.count > 0 }
    }
    for unit in try units(of: sample) {
      switch standard.kind(unit.head[0], unit.head[1]) {
      case .slice:
        let change = try change(of: unit, rewriter, isEntry: isEntry)
        whole = whole && change.dropped == 0 && change.replacement.isEmpty
        let kept = unit.range.dropFirst(change.dropped)
        append(change.replacement.count + kept.count, .bytes(change.replacement), .source(kept))
      case .supplement:
        let bytes = try source.bytes(unit.range)
        let kept = rewriter.supplement(bytes)
        whole = whole && kept == bytes
        if !kept.isEmpty { append(kept.count, .bytes(kept)) }
      case .parameters, .dispensable, .dolbyVision: whole = false
      case .unsupported(let what): throw BitstreamError.unsupported(what)
      }
    }
    if whole, configuration.lengthSize == 4 { return [.source(sample.offset..<sample.offset + sample.size)] }
    return pieces
  }

  private func change(
    of unit: Unit, _ rewriter: UnitRewriter, isEntry: Bool
  ) throws -> UnitRewriter.Change {
    let isWhole = unit.head.count == unit.range.count
    if let change = try rewriter.slice(unit.head, isWhole: isWhole, isEntry: isEntry) { return change }
    let all = try source.bytes(unit.range)
    guard let change = try rewriter.slice(all, isWhole: true, isEntry: isEntry) else {
      throw BitstreamError.malformed
    }
    return change
  }

  private func units(of sample: MovieTrack.Sample) throws -> [Unit] {
    var units: [Unit] = []
    let end = sample.offset + sample.size
    var position = sample.offset
    while position + configuration.lengthSize <= end {
      var reader = ByteReader(try source.bytes(position..<position + configuration.lengthSize))
      let length = try reader.number(configuration.lengthSize)
      position += configuration.lengthSize
      guard position + length <= end else { throw BitstreamError.truncated }
      if length > 1 {
        let head = try source.bytes(position..<position + min(length, Self.headLength))
        units.append(Unit(head: head, range: position..<position + length))
      }
      position += length
    }
    return units
  }
}
