import Testing

@testable import SegueBitstream

@Suite("Bits and variable-length codes") struct BitsTests {
  /// The bits of `bytes` as text.
  static func text(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 2)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// The bytes of `text`, padded with zeros.
  static func bytes(_ text: String) -> [UInt8] {
    let bits = Array(text.filter { $0 != " " })
    return stride(from: 0, to: bits.count, by: 8).map { start in
      (0..<8).reduce(0) { $0 << 1 | (start + $1 < bits.count && bits[start + $1] == "1" ? 1 : 0) }
    }
  }

  /// The Exp-Golomb code of `value`, by H.264's table 9-2.
  static func code(_ value: Int) -> String {
    let digits = String(value + 1, radix: 2)
    return String(repeating: "0", count: digits.count - 1) + digits
  }

  @Test("Exp-Golomb codes match the standard's table")
  func codes() throws {
    let table = ["1", "010", "011", "00100", "00101", "00110", "00111", "0001000"]
    for value in Array(0..<300) + [65_534, 65_535, 0xffff_fffe] {
      if table.indices.contains(value) { #expect(Self.code(value) == table[value]) }
      var writer = BitWriter()
      writer.append(0b101, bits: 3)
      writer.appendUnsigned(value)
      #expect(Self.text(writer.bytes).hasPrefix("101" + Self.code(value)))
      #expect(ExpGolomb.length(of: value) == Self.code(value).count)
      var reader = BitReader(writer.bytes, at: 3)
      #expect(try reader.unsigned() == value)
      #expect(reader.position == 3 + Self.code(value).count)
    }
    // Table 9-3: 0, 1, −1, 2, −2 …
    var reader = BitReader(Self.bytes("1 010 011 00100 00101"))
    #expect(try (0..<5).map { _ in try reader.signed() } == [0, 1, -1, 2, -2])
  }

  @Test("a truncated value or a code above 32 bits is an error")
  func ends() {
    var reader = BitReader([0, 0])
    #expect(throws: BitstreamError.truncated) { try reader.unsigned() }
    reader = BitReader([0x80])
    #expect(throws: BitstreamError.truncated) { try reader.bits(9) }
    reader = BitReader([0, 0, 0, 0, 1, 0, 0, 0, 0, 0])
    #expect(throws: BitstreamError.malformed) { try reader.unsigned() }
  }

  @Test("emulation prevention is reversible")
  func emulation() {
    let cases: [([UInt8], [UInt8])] = [
      ([0, 0, 0], [0, 0, 3, 0]), ([0, 0, 1, 5], [0, 0, 3, 1, 5]), ([0, 0, 3], [0, 0, 3, 3]),
      ([0, 0, 4], [0, 0, 4]), ([0, 0, 0, 0, 0], [0, 0, 3, 0, 0, 3, 0]), ([1, 0, 2, 0], [1, 0, 2, 0]),
    ]
    for (payload, unit) in cases {
      #expect(EmulationPrevention.added(to: payload) == unit)
      #expect(EmulationPrevention.removed(from: unit) == payload)
    }
  }
}
