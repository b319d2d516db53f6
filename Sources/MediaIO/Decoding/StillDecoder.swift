import CImageCodecs
import Imaging

/// Decodes PNG, JPEG and WebP in this process.
///
/// **Thread-safety:** a value; calls share nothing.
struct StillDecoder {
  let format: ImageFormat
  let limits: DecodingLimits
  /// What errors call the input.
  let name: String

  private typealias HeaderReader = (
    UnsafePointer<UInt8>?, Int, SegueLimits, UnsafeMutablePointer<SegueImageInfo>?,
    UnsafeMutablePointer<SegueMessage>?
  ) -> SegueStatus
  private typealias PixelReader = (
    UnsafePointer<UInt8>?, Int, UnsafePointer<SegueImageInfo>?, UnsafeMutablePointer<UInt8>?,
    UnsafeMutablePointer<SegueNotes>?, UnsafeMutablePointer<SegueMessage>?
  ) -> SegueStatus

  /// The picture in `bytes`.
  /// - Throws: `MediaError.badData`.
  func decode(_ bytes: [UInt8]) throws -> DecodedImage {
    let info = try readHeader(bytes)
    let stored = PixelBuffer(
      size: ImageSize(width: Int(info.width), height: Int(info.height)))
    var notes = SegueNotes()
    defer { segue_notes_free(&notes) }
    try readPixels(bytes, info: info, into: stored, notes: &notes)
    var warnings: [String] = []
    let warning = notes.warning.sentence
    if !warning.isEmpty { warnings.append(warning) }
    if info.is_animated { warnings.append("it is animated; its first frame is taken") }
    let profile = UnsafeBufferPointer(start: notes.profile, count: notes.profile_length)
    if let objection = ColorConversion.convert(stored, layout: info.layout, profile: profile) {
      warnings.append(objection)
    }
    let orientation = Orientation(rawValue: Int(info.orientation)) ?? .upright
    let snapshot = Self.snapshot(of: stored, orientation: orientation)
    return DecodedImage(snapshot: snapshot, warnings: warnings, formatName: format.rawValue)
  }

  private static func snapshot(of stored: PixelBuffer, orientation: Orientation) -> Snapshot {
    // The buffer was made for this picture and nobody else keeps it.
    nonisolated(unsafe) let upright = orientation.apply(to: stored)
    return Snapshot(upright)
  }

  private func readHeader(_ bytes: [UInt8]) throws -> SegueImageInfo {
    let read: HeaderReader =
      switch format {
      case .png: segue_png_read_header
      case .jpeg: segue_jpeg_read_header
      case .webp: segue_webp_read_header
      }
    let most = SegueLimits(
      side: UInt32(clamping: limits.maximumSide), pixels: UInt64(limits.maximumPixels))
    var info = SegueImageInfo()
    var message = SegueMessage()
    let status = bytes.withUnsafeBufferPointer {
      read($0.baseAddress, $0.count, most, &info, &message)
    }
    try check(status, message)
    return info
  }

  private func readPixels(
    _ bytes: [UInt8], info: SegueImageInfo, into pixels: PixelBuffer, notes: inout SegueNotes
  ) throws {
    let read: PixelReader =
      switch format {
      case .png: segue_png_decode
      case .jpeg: segue_jpeg_decode
      case .webp: segue_webp_decode
      }
    var info = info
    var message = SegueMessage()
    let status = bytes.withUnsafeBufferPointer {
      read($0.baseAddress, $0.count, &info, pixels.base, &notes, &message)
    }
    try check(status, message)
  }

  private func check(_ status: SegueStatus, _ message: SegueMessage) throws {
    if status == segue_ok { return }
    let reason =
      status == segue_no_memory ? "there is not enough memory for it" : message.sentence
    throw MediaError.badData(path: name, reason: "\(format.rawValue): \(reason)")
  }
}
