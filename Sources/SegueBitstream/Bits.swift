/// Reads bits and Exp-Golomb codes, the most significant bit first.
///
/// **Source:** ITU-T H.264, clauses 7.2 and 9.1; ITU-T H.265, clauses 7.2 and 9.2.
package struct BitReader: Sendable {
  private let bytes: [UInt8]
  /// The index of the next bit.
  package private(set) var position: Int

  /// Begins at bit `position` of `bytes`.
  package init(_ bytes: [UInt8], at position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  /// The next `count` bits, at most 32, as an unsigned number.
  /// - Throws: `BitstreamError.truncated`.
  package mutating func bits(_ count: Int) throws(BitstreamError) -> Int {
    guard count >= 0, position + count <= bytes.count * 8 else { throw .truncated }
    var value = 0
    for bit in position..<position + count {
      value = value << 1 | Int(bytes[bit >> 3] >> (7 - UInt8(bit & 7)) & 1)
    }
    position += count
    return value
  }

  /// The next bit.
  package mutating func flag() throws(BitstreamError) -> Bool { try bits(1) == 1 }

  package mutating func skip(_ count: Int) throws(BitstreamError) {
    guard count >= 0, position + count <= bytes.count * 8 else { throw .truncated }
    position += count
  }

  /// The next unsigned Exp-Golomb code, ue(v): 0 to 2³² − 2.
  package mutating func unsigned() throws(BitstreamError) -> Int {
    var zeros = 0
    while try bits(1) == 0 {
      zeros += 1
      if zeros > 31 { throw .malformed }
    }
    return (1 << zeros) - 1 + (try bits(zeros))
  }

  /// The next signed Exp-Golomb code, se(v).
  package mutating func signed() throws(BitstreamError) -> Int {
    let code = try unsigned()
    return code & 1 == 1 ? (code + 1) / 2 : -(code / 2)
  }
}

/// Writes bits and Exp-Golomb codes, the most significant bit first.
package struct BitWriter: Sendable {
  /// The bytes written; the last one is padded with zeros.
  package private(set) var bytes: [UInt8] = []
  /// The number of bits written.
  package private(set) var count = 0

  package init() {}

  /// Appends the lowest `count` bits of `value`.
  package mutating func append(_ value: Int, bits count: Int) {
    for bit in stride(from: count - 1, through: 0, by: -1) {
      if self.count & 7 == 0 { bytes.append(0) }
      bytes[bytes.count - 1] |= UInt8(value >> bit & 1) << (7 - UInt8(self.count & 7))
      self.count += 1
    }
  }

  /// Appends the bits of `source` in `range`.
  package mutating func append(_ source: [UInt8], _ range: Range<Int>) throws(BitstreamError) {
    var reader = BitReader(source, at: range.lowerBound)
    while reader.position < range.upperBound {
      let length = min(8, range.upperBound - reader.position)
      append(try reader.bits(length), bits: length)
    }
  }

  /// Appends `value` as an unsigned Exp-Golomb code.
  package mutating func appendUnsigned(_ value: Int) {
    append(value + 1, bits: ExpGolomb.length(of: value))
  }
}

/// Lengths of Exp-Golomb codes.
package enum ExpGolomb {
  /// The number of bits in the code for `value` ≥ 0: 1, 3, 5, …
  package static func length(of value: Int) -> Int {
    2 * (Int.bitWidth - 1 - (value + 1).leadingZeroBitCount) + 1
  }
}

/// An error in a stream or a file's index.
package enum BitstreamError: Error, Equatable {
  /// The data ends within a value.
  case truncated
  /// A value is invalid.
  case malformed
  /// A feature of the standard is unsupported. The value describes it in a few words.
  case unsupported(String)
}
