import Testing

@testable import SegueBitstream

@Suite("Parameter sets of several encoders") struct ParameterSetTests {
  /// A sequence parameter set of High profile, level 3.0, 8-bit 4:2:0, four references, frames
  /// only, with any `tail`.
  private func sequence(_ id: Int, tail: String) throws -> ParameterSet {
    let bits =
      "01100111" + "01100100" + "00000000" + "00011110" + BitsTests.code(id)
      + [1, 0, 0].map(BitsTests.code).joined() + "0" + "0"
      + [0, 2, 4].map(BitsTests.code).joined() + "0" + [9, 5].map(BitsTests.code).joined() + "1" + tail + "1"
    return try ParameterSet(EmulationPrevention.added(to: BitsTests.bytes(bits)), .h264)
  }

  private func picture(_ id: Int, of parent: Int, tail: String) throws -> ParameterSet {
    let bits = "01101000" + BitsTests.code(id) + BitsTests.code(parent) + tail + "1"
    return try ParameterSet(EmulationPrevention.added(to: BitsTests.bytes(bits)), .h264)
  }

  @Test("renumbering a parameter set changes only its ids")
  func renumbering() throws {
    for (id, new) in [(0, 15), (0, 1), (3, 31), (31, 0)] {
      let set = try sequence(id, tail: "1011001110001111")
      #expect(set.id == id)
      #expect(try set.renumbered(new, parent: 0) == sequence(new, tail: "1011001110001111"))
      let child = try picture(id, of: 2, tail: "0000000000000000000000001101")
      #expect(child.parent == 2)
      #expect(
        try child.renumbered(new, parent: 7) == picture(new, of: 7, tail: "0000000000000000000000001101"))
    }
    let facts = try SequenceFacts(sequence(0, tail: "1"))
    #expect(facts.profile == 100 && facts.level == 30 && facts.references == 4 && facts.isProgressive)
    #expect(facts.chromaFormat == 1 && facts.lumaDepth == 8)
  }

  @Test("conflicting parameter sets are renumbered")
  func table() throws {
    var table = ParameterSetTable(.h264)
    let first = [try sequence(0, tail: "1"), try picture(0, of: 0, tail: "11")]
    let other = [try sequence(0, tail: "0"), try picture(0, of: 0, tail: "11")]
    #expect(try table.admit(first) == [0: 0])
    #expect(try table.admit(first) == [0: 0])
    #expect(try table.admit(other) == [0: 15])
    // A new picture parameter set refers to the first sequence parameter set.
    #expect(try table.admit([first[0], try picture(0, of: 0, tail: "10")]) == [0: 16])
    #expect(table.sets.map(\.level) == [.sequence, .sequence, .picture, .picture, .picture])
    #expect(table.sets.map(\.id) == [0, 1, 0, 15, 16])
    #expect(table.sets.map(\.parent) == [0, 0, 0, 1, 0])
  }

  @Test("a full table of parameter sets rejects further sets")
  func full() throws {
    var table = ParameterSetTable(.h264)
    // Ids 0, 15 to 30, and 255, which is two bytes longer.
    for index in 0..<18 {
      let digits = String(index, radix: 2)
      let sets = [try sequence(0, tail: "1"), try picture(0, of: 0, tail: "11" + digits)]
      #expect(table.hasSpace(besides: sets))
      _ = try table.admit(sets)
    }
    let more = [try sequence(0, tail: "1"), try picture(0, of: 0, tail: "0")]
    #expect(!table.hasSpace(besides: more))
    #expect(throws: BitstreamError.self) { try table.admit(more) }
    #expect(table.sets.count == 19)
  }

  @Test("a header with several parameter sets has their highest profile and level")
  func header() throws {
    var table = ParameterSetTable(.h264)
    _ = try table.admit([try sequence(0, tail: "1"), try picture(0, of: 0, tail: "11")])
    _ = try table.admit([try sequence(0, tail: "0"), try picture(0, of: 0, tail: "11")])
    let source = try CodecConfiguration(Self.avcC(table.sets), .h264)
    let bytes = try CodecConfiguration.joined([source], table.sets)
    let read = try CodecConfiguration(bytes, .h264)
    #expect(read.sets == table.sets && read.lengthSize == 4)
    #expect(Array(bytes[..<6]) == [1, 100, 0, 30, 0xff, 0xe2])
    #expect(bytes.suffix(4) == [0xfd, 0xf8, 0xf8, 0])
  }

  @Test("each H.265 SPS gets the largest picture buffer and reordering of all")
  func buffering() throws {
    func set(_ id: Int, _ buffering: [Int]) throws -> ParameterSet {
      let bits =
        "01000010 00000001" + "0000 000 1" + "00 0 00001" + String(repeating: "0", count: 32) + "1"
        + String(repeating: "0", count: 47) + "01011010"
        + ([id, 1, 96, 64].map(BitsTests.code).joined() + "0" + [0, 0, 4].map(BitsTests.code).joined())
        + "1" + buffering.map(BitsTests.code).joined() + "1011001110001111" + "1"
      return try ParameterSet(EmulationPrevention.added(to: BitsTests.bytes(bits)), .hevc)
    }
    let made = try CodecConfiguration.withEqualBuffering([try set(0, [1, 0, 0]), try set(1, [4, 2, 5])])
    #expect(made == [try set(0, [4, 2, 0]), try set(1, [4, 2, 5])])
    let facts = try SequenceFacts(made[0])
    #expect(facts.profile == 1 && facts.level == 90 && facts.references == 4 && facts.lumaDepth == 8)
  }

  /// The avcC box, built by hand.
  private static func avcC(_ sets: [ParameterSet]) -> [UInt8] {
    func list(_ level: ParameterSet.Level) -> [UInt8] {
      let sets = sets.filter { $0.level == level }
      return [UInt8(sets.count)] + sets.flatMap { [0, UInt8($0.bytes.count)] + $0.bytes }
    }
    return [1, 100, 0, 30, 0xff] + list(.sequence) + list(.picture)
  }
}
