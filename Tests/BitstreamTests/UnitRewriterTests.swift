import Testing

@testable import SegueBitstream

@Suite("Renumbered slices and parameter sets") struct UnitRewriterTests {
  /// Pseudorandom bytes with some zeros, like compressed data.
  private func data(_ count: Int, seed: UInt32) -> [UInt8] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      let value = UInt8(truncatingIfNeeded: state >> 24)
      return value < 90 ? 0 : value
    }
  }

  @Test("a slice with a new parameter set id keeps its other bits")
  func slices() throws {
    for (old, new) in [(0, 15), (0, 30), (1, 31), (2, 62), (5, 63), (15, 0), (31, 1), (0, 0), (7, 9)] {
      for seed in 0..<40 {
        // nal_unit_type 1, first_mb_in_slice, slice_type 5, the id, then any bits.
        let head = "01100001" + BitsTests.code(seed * 3) + BitsTests.code(5)
        let rest = BitsTests.text(data(120, seed: UInt32(seed)))
        let fill = String(rest.prefix((16 - (head + BitsTests.code(old)).count % 8) % 8))
        let payload = BitsTests.bytes(head + BitsTests.code(old) + fill + rest + "10000000")
        let unit = EmulationPrevention.added(to: payload)
        let rewriter = UnitRewriter(.h264, numbers: [old: new])
        let change = try #require(try rewriter.slice(Array(unit.prefix(48)), isWhole: false))
        let made = change.replacement + unit.dropFirst(change.dropped)
        let expected = BitsTests.bytes(head + BitsTests.code(new) + fill + rest + "10000000")
        #expect(EmulationPrevention.removed(from: made) == expected, "\(old) to \(new), \(seed)")
        #expect(made == EmulationPrevention.added(to: expected), "a start code is emulated")
      }
    }
  }

  @Test(
    "an H.265 CRA picture at an entry point becomes a BLA picture without leading pictures")
  func entries() throws {
    // CRA_NUT (21), first_slice_segment_in_pic_flag 1, no_output_of_prior_pics_flag 1, id 0.
    let unit = BitsTests.bytes("0 010101 000000 001" + "1 1 1 10110") + [0x55, 0xaa, 0x80]
    let rewriter = UnitRewriter(.hevc, numbers: [0: 0])
    let change = try #require(try rewriter.slice(unit, isWhole: true, isEntry: true))
    let made = change.replacement + unit.dropFirst(change.dropped)
    #expect(made == BitsTests.bytes("0 010010 000000 001" + "1 0 1 10110") + [0x55, 0xaa, 0x80])
    #expect(try rewriter.slice(unit, isWhole: true) == .init(dropped: 0, replacement: []))
  }

  @Test("a slice with an unknown parameter set id is an error")
  func ends() throws {
    let unit =
      BitsTests.bytes("01100001" + "1" + "00110" + "1" + "0") + [UInt8](repeating: 0, count: 60) + [1, 0x80]
    let rewriter = UnitRewriter(.h264, numbers: [0: 15])
    #expect(try rewriter.slice(Array(unit.prefix(40)), isWhole: false) == nil)
    #expect(try rewriter.slice(unit, isWhole: true) != nil)
    #expect(throws: BitstreamError.malformed) {
      try UnitRewriter(.h264, numbers: [3: 3]).slice(unit, isWhole: true)
    }
  }

  @Test("SEI messages with a parameter set id are removed")
  func supplements() {
    let recovery: [UInt8] = [6, 1, 0x84]
    let user: [UInt8] = [5, 3, 7, 8, 9]
    let buffering: [UInt8] = [0, 2, 0x40, 0x11]
    let rewriter = UnitRewriter(.h264, numbers: [:])
    #expect(rewriter.supplement([6] + buffering + recovery + user + [0x80]) == [6] + recovery + user + [0x80])
    #expect(rewriter.supplement([6] + user + [0x80]) == [6] + user + [0x80])
    #expect(rewriter.supplement([6] + buffering + [0x80]).isEmpty)
    let active: [UInt8] = [129, 1, 0x10]
    #expect(
      UnitRewriter(.hevc, numbers: [:]).supplement([78, 1] + active + user + [0x80]) == [78, 1] + user + [
        0x80
      ])
  }
}
