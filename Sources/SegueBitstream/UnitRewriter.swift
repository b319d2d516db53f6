/// Renumbers the parameter sets in a stream's NAL units, and drops units that are not copied. Data
/// is shifted by whole bytes, so only the first values of a slice are decoded.
///
/// **Source:** H.264, 7.3.3 and 7.3.2.3; H.265, 7.3.6.1 and 7.3.2.4.
package struct UnitRewriter: Sendable {
  package let standard: VideoStandard
  /// The new number of each picture parameter set.
  package let numbers: [Int: Int]

  /// A change of a unit's first bytes; the rest is unchanged.
  package struct Change: Sendable, Hashable {
    /// The number of bytes to remove at the beginning.
    package var dropped: Int
    package var replacement: [UInt8]
  }

  package init(_ standard: VideoStandard, numbers: [Int: Int]) {
    self.standard = standard
    self.numbers = numbers
  }

  /// The change of a slice that begins with `head`.
  /// - Parameters:
  ///   - head: the first bytes of the slice, or all of them.
  ///   - isWhole: whether `head` is the whole unit.
  ///   - isEntry: whether decoding starts at the slice. A clean random access of H.265 then becomes
  ///     a broken link, and earlier pictures are still shown.
  /// - Returns: the change; `nil` if `head` is too short.
  /// - Throws: `BitstreamError`.
  package func slice(_ head: [UInt8], isWhole: Bool, isEntry: Bool = false) throws(BitstreamError) -> Change?
  {
    let (payload, ends) = EmulationPrevention.payload(of: head)
    var reader = BitReader(payload, at: standard.headerLength * 8)
    let type = standard.unitType(head[0])
    do throws(BitstreamError) {
      switch standard {
      case .h264: _ = (try reader.unsigned(), try reader.unsigned())
      case .hevc: try reader.skip((16...23).contains(type) ? 2 : 1)
      }
      let start = reader.position
      let old = try reader.unsigned()
      guard let new = numbers[old] else { throw .malformed }
      let isChanged = isEntry && standard == .hevc
      if new == old, !isChanged { return Change(dropped: 0, replacement: []) }
      // The changed bytes end with a non-zero byte after the number. The bytes after that byte then
      // need no emulation check across the boundary.
      let first = (reader.position + 7) / 8
      guard let last = payload[first...].firstIndex(where: { $0 != 0 }) ?? (isWhole ? payload.count - 1 : nil)
      else { return nil }
      var writer = BitWriter()
      try writer.append(payload, 0..<start)
      writer.appendUnsigned(new)
      try writer.append(payload, reader.position..<(last + 1) * 8)
      guard writer.count % 8 == 0 else { throw .malformed }
      var bytes = writer.bytes
      if isChanged { Self.markEntry(&bytes, type: type) }
      return Change(dropped: ends[last], replacement: EmulationPrevention.added(to: bytes))
    } catch {
      if error == .truncated, !isWhole { return nil }
      throw error
    }
  }

  /// Turns a clean random access into a broken link without leading pictures. Earlier pictures are
  /// still shown.
  private static func markEntry(_ bytes: inout [UInt8], type: Int) {
    if [16, 17, 21].contains(type) { bytes[0] = bytes[0] & 0x81 | 18 << 1 }
    if (16...23).contains(type) { bytes[2] &= ~0x40 }
  }

  /// The SEI unit without the messages that name a parameter set, and without the messages whose
  /// times count from such messages.
  /// - Returns: the unit; empty if no message is left.
  package func supplement(_ unit: [UInt8]) -> [UInt8] {
    var payload = EmulationPrevention.removed(from: unit)
    while payload.last == 0 { payload.removeLast() }
    let dropped: Set<Int> = standard == .h264 ? [0] : [0, 129]
    var position = standard.headerLength
    var kept = Array(payload[..<min(position, payload.count)])
    func number() -> Int? {
      var value = 0
      while position < payload.count {
        let byte = payload[position]
        position += 1
        value += Int(byte)
        if byte != 255 { return value }
      }
      return nil
    }
    // The last byte ends the unit.
    while position < payload.count - 1 {
      let start = position
      guard let type = number(), let length = number(), position + length <= payload.count else { return [] }
      position += length
      if !dropped.contains(type) { kept += payload[start..<position] }
    }
    if kept.count <= standard.headerLength { return [] }
    return EmulationPrevention.added(to: kept + [0x80])
  }
}
