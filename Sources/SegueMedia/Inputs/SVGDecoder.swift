import CSegueCodecs
import SegueImaging
import SegueSystem

/// Renders SVG in this process, at the target's size.
struct SVGDecoder {
  let limits: DecodingLimits
  /// The frame for which the drawing is rendered; `nil` for its own size.
  let target: SVGTarget?
  let name: String

  static let format = "SVG"
  /// The number of first bytes that `isSVG` reads: comments and entities may precede the
  /// element.
  static let headLength = 65_536
  /// The first bytes of a gzip file; only drawings may be compressed.
  private static let gzip: [UInt8] = [0x1f, 0x8b]
  /// The first bytes of XML in UTF-16: byte order marks, and `<`.
  private static let utf16: [[UInt8]] = [[0xff, 0xfe], [0xfe, 0xff], [0x3c, 0], [0, 0x3c]]

  /// Whether a file that begins with `head` is a drawing, in any UTF encoding or compressed by
  /// gzip.
  static func isSVG(_ head: some Collection<UInt8>) -> Bool {
    if head.starts(with: gzip) { return true }
    let isWide = utf16.contains(where: head.starts(with:))
    let bytes = head.prefix(headLength).drop { isWide && $0 >= 0xfe }
    let text = String(decoding: isWide ? bytes.filter { $0 != 0 } : Array(bytes), as: UTF8.self)
    let mark = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
    return mark.first { !$0.isWhitespace } == "<" && text.firstMatch(of: /<(\w+:)?svg[\s>]/) != nil
  }

  /// The rendered drawing.
  func decode(_ bytes: [UInt8]) throws -> DecodedImage {
    try bytes.withUnsafeBufferPointer { bytes in
      var (drawing, message): (OpaquePointer?, SegueMessage) = (nil, SegueMessage())
      let isPacked = bytes.starts(with: Self.gzip)
      try check(
        segue_drawing_open(bytes.baseAddress, bytes.count, &drawing, &message), message,
        isPacked ? "it is compressed with gzip but not an \(Self.format): " : "\(Self.format): ")
      defer { segue_drawing_close(drawing) }
      var (width, height) = (0.0, 0.0)
      segue_drawing_size(drawing, &width, &height)
      let pixels = PixelBuffer(size: try size(of: width, height))
      let status = pixels.withUnsafeMutableBytes {
        segue_drawing_draw(
          drawing, UInt32(pixels.size.width), UInt32(pixels.size.height),
          $0.bindMemory(to: UInt8.self).baseAddress, &message)
      }
      try check(status, message)
      return DecodedImage(snapshot: Orientation.normal.snapshot(of: pixels), formatName: Self.format)
    }
  }

  private func size(of width: Double, _ height: Double) throws -> ImageSize {
    guard width > 0, height > 0, width.isFinite, height.isFinite else {
      throw SystemError.badData(path: name, reason: "\(Self.format): the picture has no pixels")
    }
    var scale = 1.0
    if let target {
      let (x, y) = (Double(target.size.width) / width, Double(target.size.height) / height)
      scale = min(target.covers ? max(x, y) : min(x, y), Double(limits.maximumSide) / max(width, height))
    }
    func side(_ length: Double) -> Int { max(1, Int(limiting: (length * scale).rounded())) }
    let size = ImageSize(width: side(width), height: side(height))
    try limits.check(size, of: name)
    return size
  }

  private func check(
    _ status: SegueStatus, _ message: SegueMessage, _ prefix: String = "\(format): "
  ) throws {
    if status == segue_ok { return }
    if status == segue_no_library {
      throw SystemError.libraryMissing(
        name: message.sentence, use: .decoder(picture: name, package: "librsvg2-2"))
    }
    throw SystemError.badData(path: name, reason: prefix + message.sentence)
  }
}

/// The frame for which a drawing without pixel dimensions is rendered.
package struct SVGTarget: Sendable, Hashable {
  let size: ImageSize
  /// Whether the drawing covers the frame, or fits into it.
  let covers: Bool

  package init(_ size: ImageSize, _ fit: Fit) {
    self.size = size
    covers = fit != .contain
  }
}
