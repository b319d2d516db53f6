import CSegueCodecs
import SegueImaging
import SegueSystem

/// Draws SVG in this process, at the size that is wanted.
///
/// **Thread-safety:** calls share nothing.
struct DrawingDecoder {
  let limits: DecodingLimits
  /// The frame that it is drawn for; `nil` is its own size.
  let target: DrawingTarget?
  /// The name of the input in errors.
  let name: String

  /// The name of the format.
  static let format = "SVG"
  /// The number of first bytes that `isDrawing` looks at: the element comes after a comment or two.
  static let headLength = 4096

  /// Whether a file that begins with `head` is a drawing.
  static func isDrawing(_ head: some Collection<UInt8>) -> Bool {
    let text = String(decoding: head.prefix(headLength), as: UTF8.self)
    let mark = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
    return mark.first { !$0.isWhitespace } == "<" && text.firstMatch(of: /<(\w+:)?svg[\s>]/) != nil
  }

  /// The picture of the drawing in `bytes`.
  /// - Throws: `MediaError.badData`, `.encoderMissing` where librsvg is not installed.
  func decode(_ bytes: [UInt8]) throws -> DecodedImage {
    try bytes.withUnsafeBufferPointer { bytes in
      var (drawing, message): (OpaquePointer?, SegueMessage) = (nil, SegueMessage())
      try check(segue_drawing_open(bytes.baseAddress, bytes.count, &drawing, &message), message)
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

  /// The size at which a drawing of `width` by `height` is drawn.
  private func size(of width: Double, _ height: Double) throws -> ImageSize {
    guard width > 0, height > 0, width.isFinite, height.isFinite else {
      throw MediaError.badData(path: name, reason: "\(Self.format): the picture has no pixels")
    }
    var scale = 1.0
    if let target {
      let (x, y) = (Double(target.size.width) / width, Double(target.size.height) / height)
      scale = min(target.covers ? max(x, y) : min(x, y), Double(limits.maximumSide) / max(width, height))
    }
    func side(_ length: Double) -> Int { max(1, Int(limiting: (length * scale).rounded())) }
    let size = (width: side(width), height: side(height))
    if let objection = limits.objection(width: size.width, height: size.height) {
      throw MediaError.badData(path: name, reason: objection)
    }
    return ImageSize(width: size.width, height: size.height)
  }

  private func check(_ status: SegueStatus, _ message: SegueMessage) throws {
    if status == segue_ok { return }
    if status == segue_no_library {
      throw MediaError.encoderMissing(
        name: message.sentence, cause: .decoder(picture: name, package: "librsvg2-2"))
    }
    throw MediaError.badData(path: name, reason: "\(Self.format): \(message.sentence)")
  }
}

/// The frame that something without pixels of its own is drawn for.
package struct DrawingTarget: Sendable, Hashable {
  let size: ImageSize
  /// Whether it covers the frame, or lies within it.
  let covers: Bool

  /// A frame of `size` that is filled by `fit`.
  package init(_ size: ImageSize, _ fit: Fit) { (self.size, covers) = (size, fit != .contain) }
}
