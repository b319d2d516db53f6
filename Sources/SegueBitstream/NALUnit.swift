/// A video coding standard with NAL units.
package enum VideoStandard: Sendable, Hashable {
  /// ITU-T H.264.
  case h264
  /// ITU-T H.265.
  case hevc

  /// The purpose of a NAL unit for copying.
  package enum UnitKind: Sendable, Hashable {
    case slice(PictureKind)
    case parameters(ParameterSet.Level)
    /// Supplemental enhancement information (SEI).
    case supplement
    /// Delimiters, ends of sequences and filler data, which a decoder of MP4 does not need.
    case dispensable
    /// Dolby Vision metadata, valid only if all pictures have it.
    case dolbyVision
    /// Data partitions, and further layers and views. They are not copied. The value describes the
    /// unit in a few words.
    case unsupported(String)
  }

  /// The dependence of a picture on others.
  package enum PictureKind: Sendable, Hashable {
    /// No later picture, in decoding order, refers to an earlier one.
    case instantRefresh
    /// Like `instantRefresh`, but pictures shown before it may refer to earlier ones.
    case cleanAccess
    /// A leading picture of a `cleanAccess`: it follows in decoding order, is shown earlier, and
    /// refers to pictures before the access point.
    case skippedLeading
    /// A leading picture of an access point that refers to no picture before the access point.
    case decodableLeading
    /// Any other picture.
    case dependent

    /// Whether decoding can start at the picture.
    package var isEntry: Bool { self == .instantRefresh || self == .cleanAccess }
    /// Whether the picture is shown before its access point.
    package var isLeading: Bool { self == .skippedLeading || self == .decodableLeading }
  }

  /// The length of a NAL unit header, in bytes.
  package var headerLength: Int { self == .h264 ? 1 : 2 }

  /// The type of the NAL unit that begins with `first`.
  package func unitType(_ first: UInt8) -> Int { self == .h264 ? Int(first & 31) : Int(first >> 1 & 63) }

  /// The purpose of the NAL unit that begins with `first` and `second`.
  ///
  /// **Source:** H.264, table 7-1; H.265, table 7-1; Dolby's specification of its bitstreams within
  /// ISO files for 62 and 63.
  package func kind(_ first: UInt8, _ second: UInt8) -> UnitKind {
    let type = unitType(first)
    switch self {
    case .h264:
      switch type {
      case 1: return .slice(.dependent)
      case 5: return .slice(.instantRefresh)
      case 2...4: return .unsupported("data partitions")
      case 6: return .supplement
      case 7: return .parameters(.sequence)
      case 8: return .parameters(.picture)
      case 14, 15, 20, 21: return .unsupported("further layers or views")
      default: return .dispensable
      }
    case .hevc:
      if first & 1 != 0 || second >> 3 != 0, type < 62 { return .unsupported("further layers") }
      switch type {
      case 19, 20: return .slice(.instantRefresh)
      case 16...18, 21: return .slice(.cleanAccess)
      case 8, 9: return .slice(.skippedLeading)
      case 6, 7: return .slice(.decodableLeading)
      case 0...5: return .slice(.dependent)
      case 32: return .parameters(.video)
      case 33: return .parameters(.sequence)
      case 34: return .parameters(.picture)
      case 39, 40: return .supplement
      case 62, 63: return .dolbyVision
      default: return .dispensable
      }
    }
  }
}

/// The bytes that prevent start codes within a NAL unit.
///
/// **Source:** H.264 and H.265, clause 7.4.1: 0x03 follows two zeros before a byte of 3 or less.
package enum EmulationPrevention {
  /// `unit` without emulation prevention bytes.
  package static func removed(from unit: some Sequence<UInt8>) -> [UInt8] { payload(of: unit).bytes }

  /// The payload of `unit`, and the number of bytes of `unit` up to the end of each payload byte.
  static func payload(of unit: some Sequence<UInt8>) -> (bytes: [UInt8], ends: [Int]) {
    var (bytes, ends): ([UInt8], [Int]) = ([], [])
    var zeros = 0
    for (index, byte) in unit.enumerated() {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      bytes.append(byte)
      ends.append(index + 1)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return (bytes, ends)
  }

  /// `payload` with emulation prevention bytes.
  package static func added(to payload: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var zeros = 0
    for byte in payload {
      if zeros >= 2, byte <= 3 {
        bytes.append(3)
        zeros = 0
      }
      bytes.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return bytes
  }
}
