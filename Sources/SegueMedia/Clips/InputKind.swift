import SegueSystem

/// The kind of an input, determined from its first bytes alone, to sort many files quickly.
package enum InputKind {
  /// A picture in a format that forms sequences.
  case picture
  /// A picture in another format, or an animation.
  case otherPicture
  /// A video or a sound.
  case clip

  package init?(ofFileAt path: String) {
    guard let file = InputFile.openOnDisk(path: path), let head = try? file.head(Self.headLength) else {
      return nil
    }
    self.init(head)
  }

  /// The number of bytes that contain a timestamped transport stream packet and the start of the
  /// next.
  private static let headLength = 2 * 192

  /// The kind of a file that begins with `head`.
  ///
  /// **Source:** the formats' own specifications; a box of ISO/IEC 14496-12 has its type after its
  /// length, a packet of ISO/IEC 13818-1 begins with 0x47 and has 188 bytes.
  init?(_ head: [UInt8]) {
    func hasTag(_ text: StaticString, at place: Int = 0) -> Bool {
      text.withUTF8Buffer { head.dropFirst(place).starts(with: $0) }
    }
    func hasPackets(of length: Int, from start: Int) -> Bool {
      head.count > start + length && head[start] == 0x47 && head[start + length] == 0x47
    }
    if ImageFormat(sniffing: head) != nil {
      self = .picture
    } else if ["ftyp", "moov", "mdat", "wide"].contains(where: { hasTag($0, at: 4) })
      || ["OggS", "FLV\u{1}", "fLaC", "ID3"].contains(where: { hasTag($0) })
      || hasTag("RIFF") && ["AVI ", "WAVE"].contains(where: { hasTag($0, at: 8) })
      || Self.clipSignatures.contains(where: head.starts(with:))
      || hasPackets(of: 188, from: 0) || hasPackets(of: 192, from: 4)
    {
      self = .clip
    } else if ["GIF8", "BM", "8BPS", "qoif", "SDPX", "XPDS", "DDS ", "P7\n"].contains(where: { hasTag($0) })
      || Self.pictureSignatures.contains(where: head.starts(with:))
    {
      self = .otherPicture
    } else {
      return nil
    }
  }

  /// The signatures of Matroska, MPEG program and video streams, ASF and MXF.
  private static let clipSignatures: [[UInt8]] = [
    [0x1a, 0x45, 0xdf, 0xa3], [0, 0, 1, 0xba], [0, 0, 1, 0xb3], [0x30, 0x26, 0xb2, 0x75],
    [6, 0x0e, 0x2b, 0x34],
  ]

  /// The signatures of JPEG XL, bare and in boxes, JPEG 2000 and OpenEXR.
  private static let pictureSignatures: [[UInt8]] = [
    [0xff, 0x0a], [0, 0, 0, 0x0c, 0x4a, 0x58, 0x4c, 0x20], [0, 0, 0, 0x0c, 0x6a, 0x50, 0x20, 0x20],
    [0x76, 0x2f, 0x31, 1],
  ]
}
