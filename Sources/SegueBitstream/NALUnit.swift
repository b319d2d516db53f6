/// A standard for compressed video whose streams are made of NAL units.
package enum VideoStandard: Sendable, Hashable {
  /// ITU-T H.264.
  case h264
  /// ITU-T H.265.
  case hevc

  /// The purpose of a NAL unit, as far as it matters for copying.
  package enum UnitKind: Sendable, Hashable {
    /// A slice of a picture.
    case slice(PictureKind)
    /// A parameter set.
    case parameters(ParameterSet.Level)
    /// Supplemental information.
    case supplement
    /// Delimiters, ends of sequences and filling: a decoder needs none of them within an MP4.
    case dispensable
    /// Metadata of Dolby Vision, which is right for its own picture only where all pictures have it.
    case dolbyVision
    /// Data partitions, further layers and views, which are not copied: what, in a few words.
    case unsupported(String)
  }

  /// The dependence of a picture on others.
  package enum PictureKind: Sendable, Hashable {
    /// Nothing after it, in decoding order, refers to anything before it.
    case instantRefresh
    /// As `instantRefresh`, but that pictures which are shown before it may refer to earlier ones.
    case cleanAccess
    /// A picture that follows a `cleanAccess`, is shown before it and refers to what was before.
    case skippedLeading
    /// A picture that follows an access point, is shown before it and refers to no picture before that.
    case decodableLeading
    /// Any other picture.
    case dependent

    /// Whether a stream can be entered here.
    package var isEntry: Bool { self == .instantRefresh || self == .cleanAccess }
    /// Whether it is shown before the access point that it follows.
    package var isLeading: Bool { self == .skippedLeading || self == .decodableLeading }
  }

  /// Bytes of the header of a NAL unit.
  package var headerLength: Int { self == .h264 ? 1 : 2 }

  /// The type of the NAL unit that begins with `first`.
  package func unitType(_ first: UInt8) -> Int { self == .h264 ? Int(first & 31) : Int(first >> 1 & 63) }

  /// The purpose of the NAL unit that begins with `first` and `second`.
  ///
  /// **Source:** H.264, table 7-1; H.265, table 7-1; Dolby's specification of its bitstreams within ISO files for 62
  /// and 63.
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

/// Bytes that keep a start code from appearing within a NAL unit.
///
/// **Source:** H.264 and H.265, clause 7.4.1: 0x03 follows two zeros before a byte of 3 or less.
package enum EmulationPrevention {
  /// `unit` without them.
  package static func removed(from unit: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var zeros = 0
    for byte in unit {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      bytes.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return bytes
  }

  /// `payload` with them.
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
