import CSegueCodecs
import SegueFields
import SegueImaging
import SegueSystem

struct StillDecoder {
  let format: ImageFormat
  let limits: DecodingLimits
  let name: String
  /// The signal that is set when the picture is no longer needed.
  var stop = StopSignal()

  func decode(_ bytes: [UInt8]) throws -> DecodedImage {
    var info = try readHeader(bytes)
    let points = codingPoints(bytes, info)
    let encoding = encoding(points)
    // HDR is tone-mapped to SDR at full depth.
    if limits.depth == .eight, encoding == nil { info.bits = 8 }
    var stored = PixelBuffer(
      size: ImageSize(width: Int(info.width), height: Int(info.height)),
      depth: info.bits == 16 ? .sixteen : .eight)
    var notes = SegueNotes()
    defer { segue_notes_free(&notes) }
    try readPixels(bytes, info: info, into: stored, notes: &notes)
    var notices: [Notice] = []
    let warning = notes.warning.sentence
    if !warning.isEmpty { notices.append(Notice(.warning, warning)) }
    if info.is_animated { notices.append(Notice(.warning, "it is animated; its first frame is taken")) }
    let profile = UnsafeBufferPointer(start: notes.profile, count: notes.profile_length)
    // An 8-bit HDR picture is widened to 16 bits; its values keep their meaning.
    if encoding != nil, stored.depth == .eight { stored = stored.inOtherDepth() }
    var color = encoding ?? .sdr
    if encoding == .pq {
      stored.withUnsafeValues(of: SIMD4<UInt16>.self) {
        TransferFunction.map(UnsafeBufferPointer($0), through: TransferFunction.fromPQ, into: $0)
      }
    } else if encoding == .hlg {
      // The values are used unchanged.
    } else {
      // In a PNG the named primaries take precedence, elsewhere the profile does.
      let isNamed =
        points.primaries > 2 && info.layout == segue_pixels_rgba && (format == .png || profile.isEmpty)
      let colors = ProfileConversion(
        name: name, layout: info.layout,
        profile: isNamed ? UnsafeBufferPointer(rebasing: profile[..<0]) : profile,
        primaries: isNamed ? points.primaries : nil, header: points.primaries == 0 ? PNGColors(info) : nil,
        stop: stop)
      let (wide, objection) = try colors.convert(stored, for: limits.color.encoding)
      if let objection { notices.append(Notice(.warning, objection)) }
      if let wide { (stored, color) = (wide, limits.color.encoding) }
    }
    if stop.isSet { throw SystemError.cancelled }
    let orientation = Orientation(rawValue: Int(info.orientation)) ?? .normal
    var snapshot = orientation.snapshot(of: stored, color: color)
    if let encoding, limits.depth == .eight {
      snapshot = snapshot.converted(for: FrameColor())
      notices.append(Notice(.warning, encoding.mappedSentence))
    }
    return DecodedImage(snapshot: snapshot, notices: notices, formatName: format.rawValue)
  }

  /// The HDR encoding named by the picture in `bytes`, which may be only the beginning of a file;
  /// `nil` for SDR.
  func encoding(_ bytes: [UInt8]) throws -> ColorEncoding? {
    let info = try readHeader(bytes)
    return encoding(codingPoints(bytes, info))
  }

  private func encoding(_ points: (primaries: Int, transfer: Int)) -> ColorEncoding? {
    points.transfer == 18 ? .hlg : points.transfer == 16 ? .pq : nil
  }

  /// The primaries and the transfer function that the file names; 0 for an unnamed one.
  ///
  /// **Source:** ITU-T H.273 for the numbers.
  private func codingPoints(_ bytes: [UInt8], _ info: SegueImageInfo) -> (primaries: Int, transfer: Int) {
    format == .png
      ? PNGChunks.codingPoints(of: bytes) ?? (0, 0) : (Int(info.primaries), Int(info.transfer))
  }

  /// The last picture of an animated WebP.
  func decodeLastWebPFrame(_ bytes: [UInt8]) throws -> DecodedImage {
    let clip = try WebPClip(bytes, path: name, limits: limits)
    guard let snapshot = try clip.next(skipping: clip.count - 1, until: stop) else {
      if stop.isSet { throw SystemError.cancelled }
      throw SystemError.badData(path: name, reason: "WebP: it is truncated or corrupt")
    }
    return DecodedImage(
      snapshot: snapshot, notices: [Notice(.warning, "it is animated; its last frame is taken")],
      formatName: format.rawValue)
  }

  func isAnimation(_ bytes: [UInt8]) throws -> Bool { try readHeader(bytes).is_animated }

  /// The size of the oriented picture whose file begins with `head`.
  func size(_ head: [UInt8]) throws -> ImageSize {
    let info = try readHeader(head)
    let size = ImageSize(width: Int(info.width), height: Int(info.height))
    return Orientation(rawValue: Int(info.orientation))?.swapsSides == true ? size.transposed : size
  }

  /// The ICC profile of the PNG that begins with `head`, and its gamma and chromaticities if they
  /// apply. The profile is empty if the file lacks it. No pixels are read.
  func colors(_ head: [UInt8]) throws -> (profile: [UInt8], header: PNGColors?) {
    var info = SegueImageInfo()
    var notes = SegueNotes()
    var message = SegueMessage()
    defer { segue_notes_free(&notes) }
    let status = head.withUnsafeBufferPointer {
      segue_png_read_profile($0.baseAddress, $0.count, codecLimits, &info, &notes, &message)
    }
    try check(status, message)
    let profile = Array(UnsafeBufferPointer(start: notes.profile, count: notes.profile_length))
    return (profile, codingPoints(head, info).primaries == 0 ? PNGColors(info) : nil)
  }

  private var codecLimits: SegueLimits {
    SegueLimits(side: UInt32(clamping: limits.maximumSide), pixels: UInt64(clamping: limits.maximumPixels))
  }

  private func readHeader(_ bytes: [UInt8]) throws -> SegueImageInfo {
    let read =
      switch format {
      case .png: segue_png_read_header
      case .jpeg: segue_jpeg_read_header
      case .webp: segue_webp_read_header
      case .heif: segue_heif_read_header
      case .tiff: segue_tiff_read_header
      }
    var info = SegueImageInfo()
    var message = SegueMessage()
    let status = bytes.withUnsafeBufferPointer {
      read($0.baseAddress, $0.count, codecLimits, &info, &message)
    }
    try check(status, message)
    return info
  }

  private func readPixels(
    _ bytes: [UInt8], info: SegueImageInfo, into pixels: PixelBuffer, notes: inout SegueNotes
  ) throws {
    let read =
      switch format {
      case .png: segue_png_decode
      case .jpeg: segue_jpeg_decode
      case .webp: segue_webp_decode
      case .heif: segue_heif_decode
      case .tiff: segue_tiff_decode
      }
    var info = info
    var message = SegueMessage()
    let status = withExtendedLifetime(stop) {
      var stop = SegueStop(
        is_set: { context in
          guard let context else { return false }
          return Unmanaged<StopSignal>.fromOpaque(context).takeUnretainedValue().isSet
        }, context: Unmanaged.passUnretained(stop).toOpaque())
      return bytes.withUnsafeBufferPointer { bytes in
        pixels.withUnsafeBase { read(bytes.baseAddress, bytes.count, &info, $0, &notes, &stop, &message) }
      }
    }
    try check(status, message)
  }

  private func check(_ status: SegueStatus, _ message: SegueMessage) throws {
    if status == segue_ok { return }
    if status == segue_stopped { throw SystemError.cancelled }
    if status == segue_no_library {
      // Debian 12 and Ubuntu 24.04 have libtiff6, Ubuntu 22.04 has libtiff5.
      let package = format == .tiff ? "libtiff6 or libtiff5" : nil
      throw SystemError.libraryMissing(
        name: message.sentence, use: .decoder(picture: name, package: package))
    }
    func bad(_ reason: String) -> SystemError {
      .badData(path: name, reason: "\(format.rawValue): \(reason)")
    }
    if status == segue_no_memory { throw SystemError.refused(bad("there is not enough memory for it")) }
    throw bad(message.sentence)
  }
}

extension ColorEncoding {
  package var mappedSentence: String { "its high dynamic range (\(rawValue)) is tone-mapped to SDR" }
}

extension SegueMessage {
  /// The message; empty if none was written.
  var sentence: String {
    withUnsafeBytes(of: text) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
