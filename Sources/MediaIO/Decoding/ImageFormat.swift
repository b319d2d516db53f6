/// The formats that are decoded in-process, told by their first bytes and never by a file's name.
///
/// **Thread-safety:** a value.
enum ImageFormat: String, Sendable {
  case png = "PNG"
  case jpeg = "JPEG"
  case webp = "WebP"

  /// How many first bytes `init(sniffing:)` looks at.
  static let headLength = 16

  /// The format that begins with `head`; `nil` when it is another one.
  init?(sniffing head: some Collection<UInt8>) {
    let bytes = Array(head.prefix(Self.headLength))
    if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
      self = .png
    } else if bytes.starts(with: [0xff, 0xd8, 0xff]) {
      self = .jpeg
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else {
      return nil
    }
  }
}
