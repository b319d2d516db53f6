import CSegueCodecs
import SegueImaging
import SegueSystem

/// Decodes PNG, JPEG, WebP, HEIC, AVIF and TIFF in this process.
///
/// **Thread-safety:** calls share nothing.
struct StillDecoder {
  let format: ImageFormat
  let limits: DecodingLimits
  /// The name of the input in errors.
  let name: String
  /// Set where the picture is not wanted any more.
  var stop = StopSignal()

  private typealias HeaderReader = (
    UnsafePointer<UInt8>?, Int, SegueLimits, UnsafeMutablePointer<SegueImageInfo>?,
    UnsafeMutablePointer<SegueMessage>?
  ) -> SegueStatus
  private typealias PixelReader = (
    UnsafePointer<UInt8>?, Int, UnsafePointer<SegueImageInfo>?, UnsafeMutablePointer<UInt8>?,
    UnsafeMutablePointer<SegueNotes>?, UnsafePointer<SegueStop>?, UnsafeMutablePointer<SegueMessage>?
  ) -> SegueStatus

  /// The picture in `bytes`.
  /// - Throws: `MediaError.badData`, `.encoderMissing` where a library that it takes is not installed, `.cancelled`.
  func decode(_ bytes: [UInt8]) throws -> DecodedImage {
    var info = try readHeader(bytes)
    let points = codingPoints(bytes, info)
    let encoding = encoding(points)
    // A high dynamic range is brought to a lower one with all of its bits.
    if limits.depth == .eight, encoding == nil { info.bits = 8 }
    var stored = PixelBuffer(
      size: ImageSize(width: Int(info.width), height: Int(info.height)),
      depth: info.bits == 16 ? .sixteen : .eight)
    var notes = SegueNotes()
    defer { segue_notes_free(&notes) }
    try readPixels(bytes, info: info, into: stored, notes: &notes)
    var warnings: [String] = []
    let warning = notes.warning.sentence
    if !warning.isEmpty { warnings.append(warning) }
    if info.is_animated { warnings.append("it is animated; its first frame is taken") }
    let profile = UnsafeBufferPointer(start: notes.profile, count: notes.profile_length)
    // Of 8 bits it has fewer steps, and means the same.
    if encoding != nil, stored.depth == .eight { stored = stored.inOtherDepth() }
    var color = encoding ?? .sdr
    if encoding == .pq {
      stored.withUnsafeValues(of: SIMD4<UInt16>.self) {
        TransferFunction.look(up: UnsafeBufferPointer($0), in: TransferFunction.fromPQ, into: $0)
      }
    } else if encoding == .hlg {
      // Its values are those that are drawn.
    } else {
      // In a PNG the named primaries count, elsewhere the profile does.
      let isNamed =
        points.primaries > 2 && info.layout == segue_pixels_rgba && (format == .png || profile.isEmpty)
      let colors = ProfileConversion(
        layout: info.layout, profile: isNamed ? UnsafeBufferPointer(rebasing: profile[..<0]) : profile,
        primaries: isNamed ? points.primaries : nil, header: points.primaries == 0 ? PNGColors(info) : nil,
        stop: stop)
      let (wide, objection) = colors.convert(stored, for: limits.color.encoding)
      if let objection { warnings.append(objection) }
      if let wide { (stored, color) = (wide, limits.color.encoding) }
    }
    if stop.isSet { throw MediaError.cancelled }
    let orientation = Orientation(rawValue: Int(info.orientation)) ?? .normal
    var snapshot = orientation.snapshot(of: stored, color: color)
    if let encoding, limits.depth == .eight {
      snapshot = snapshot.kept(for: FrameColor())
      warnings.append(encoding.mappedSentence)
    }
    return DecodedImage(snapshot: snapshot, warnings: warnings, formatName: format.rawValue)
  }

  /// The high dynamic range that the picture in `bytes`, or in a file that begins with them, names; `nil` where it is of
  /// standard range.
  /// - Throws: as ``decode(_:)``.
  func encoding(_ bytes: [UInt8]) throws -> ColorEncoding? {
    let info = try readHeader(bytes)
    return encoding(codingPoints(bytes, info))
  }

  private func encoding(_ points: (primaries: Int, transfer: Int)) -> ColorEncoding? {
    points.transfer == 18 ? .hlg : points.transfer == 16 ? .pq : nil
  }

  /// The primaries and the transfer function that the file names, 0 where it names none.
  ///
  /// **Source:** ITU-T H.273 for the numbers.
  private func codingPoints(_ bytes: [UInt8], _ info: SegueImageInfo) -> (primaries: Int, transfer: Int) {
    format == .png
      ? PNGChunks.codingPoints(of: bytes) ?? (0, 0) : (Int(info.primaries), Int(info.transfer))
  }

  /// The picture that an animated WebP ends on, in `bytes`.
  /// - Throws: `MediaError.badData`, `.cancelled`.
  func lastOfWebP(_ bytes: [UInt8]) throws -> DecodedImage {
    let clip = try WebPClip(bytes, path: name, limits: limits)
    guard let snapshot = clip.next(skipping: clip.count - 1, until: stop) else {
      if stop.isSet { throw MediaError.cancelled }
      throw MediaError.badData(path: name, reason: "WebP: it is truncated or corrupt")
    }
    return DecodedImage(
      snapshot: snapshot, warnings: ["it is animated; its last frame is taken"], formatName: format.rawValue)
  }

  /// Whether `bytes` are an animation.
  /// - Throws: `MediaError.badData`.
  func isAnimation(_ bytes: [UInt8]) throws -> Bool { try readHeader(bytes).is_animated }

  /// The size of the oriented picture whose file begins with `head`.
  /// - Throws: `MediaError.badData`, also where more of the file is needed.
  func size(_ head: [UInt8]) throws -> ImageSize {
    let info = try readHeader(head)
    let (width, height) = (Int(info.width), Int(info.height))
    let turns = Orientation(rawValue: Int(info.orientation))?.swapsSides == true
    return turns ? ImageSize(width: height, height: width) : ImageSize(width: width, height: height)
  }

  /// The ICC profile of the PNG in `bytes`, empty if it has none; its gamma and chromaticities if they count.
  /// - Throws: as ``decode(_:)``.
  func colors(_ bytes: [UInt8]) throws -> (profile: [UInt8], header: PNGColors?) {
    let info = try readHeader(bytes)
    let size = ImageSize(width: Int(info.width), height: Int(info.height))
    var notes = SegueNotes()
    defer { segue_notes_free(&notes) }
    let pixels = PixelBuffer(size: size, depth: info.bits == 16 ? .sixteen : .eight)
    try readPixels(bytes, info: info, into: pixels, notes: &notes)
    let profile = Array(UnsafeBufferPointer(start: notes.profile, count: notes.profile_length))
    return (profile, codingPoints(bytes, info).primaries == 0 ? PNGColors(info) : nil)
  }

  private func readHeader(_ bytes: [UInt8]) throws -> SegueImageInfo {
    let read: HeaderReader =
      switch format {
      case .png: segue_png_read_header
      case .jpeg: segue_jpeg_read_header
      case .webp: segue_webp_read_header
      case .heif: segue_heif_read_header
      case .tiff: segue_tiff_read_header
      }
    let most = SegueLimits(
      side: UInt32(clamping: limits.maximumSide), pixels: UInt64(clamping: limits.maximumPixels))
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
    if status == segue_stopped { throw MediaError.cancelled }
    if status == segue_no_library {
      throw MediaError.encoderMissing(
        name: message.sentence, cause: .decoder(picture: name, package: format == .tiff ? "libtiff6" : nil))
    }
    func bad(_ reason: String) -> MediaError { .badData(path: name, reason: "\(format.rawValue): \(reason)") }
    if status == segue_no_memory { throw MediaError.refused(bad("there is not enough memory for it")) }
    throw bad(message.sentence)
  }
}

extension ColorEncoding {
  /// The warning about a picture in an output of standard range.
  package var mappedSentence: String { "its high dynamic range (\(rawValue)) is mapped to a standard one" }
}

/// The gamma and the chromaticities of a PNG without a profile that is not sRGB.
package struct PNGColors: Sendable, Hashable {
  /// The exponent that makes values of light; 0 without one.
  let gamma: Double
  /// x and y of white, red, green and blue; zeros without them.
  let chromaticities: [Double]

  /// The colours of a header; `nil` if it has neither.
  init?(_ info: SegueImageInfo) {
    gamma = info.gamma
    chromaticities = withUnsafeBytes(of: info.chromaticities) { Array($0.bindMemory(to: Double.self)) }
    if gamma <= 0, chromaticities[1] <= 0 { return nil }
  }
}

/// Brings decoded pixels to sRGB, or to the primaries of a high dynamic range, by an ICC profile, by named primaries or by a
/// PNG's gamma and chromaticities.
///
/// **Thread-safety:** the profile lives as long as its owner says.
struct ProfileConversion {
  /// Pixels that one core converts at a time.
  private static let bandPixels = 1 << 16

  let layout: SegueLayout
  let profile: UnsafeBufferPointer<UInt8>
  /// As ITU-T H.273 numbers them; `nil` where the profile counts.
  var primaries: Int?
  /// The gamma and chromaticities that count without a profile and named primaries.
  var header: PNGColors?
  /// Set where the rest of the pixels is not wanted any more.
  var stop = StopSignal()

  /// Converts `buffer` in place to sRGB. Into a high dynamic range, colours that sRGB may not hold are taken there at once,
  /// as a picture of 16 bits.
  /// - Returns: the picture in `target`, where it was taken there; why the profile was left out, where it was.
  func convert(
    _ buffer: PixelBuffer, for target: ColorEncoding = .sdr
  ) -> (wide: PixelBuffer?, objection: String?) {
    let isInk = layout == segue_pixels_cmyk || layout == segue_pixels_cmyk_inverted
    var objection: String?
    if !profile.isEmpty || primaries != nil || header != nil {
      if let transform = transform(buffer.depth, to: segue_primaries_srgb) {
        defer { segue_color_transform_free(transform) }
        if segue_color_transform_is_identity(transform) { return (nil, nil) }
        if target.isHDR, layout == segue_pixels_rgba, let wide = widened(buffer, to: target) {
          return (wide, nil)
        }
        apply(transform, to: buffer)
        return (nil, nil)
      }
      // Of primaries that no picture has nothing is known.
      if primaries == nil, !profile.isEmpty {
        objection = "the colour profile is broken or does not fit the picture; it is ignored"
      }
    }
    if isInk {
      let isInverted = layout == segue_pixels_cmyk_inverted
      inBands(buffer) { segue_cmyk_to_rgba($0, $1, isInverted) }
    }
    return (nil, objection)
  }

  private func widened(_ buffer: PixelBuffer, to target: ColorEncoding) -> PixelBuffer? {
    guard let transform = transform(.sixteen, to: segue_primaries_bt2020) else { return nil }
    defer { segue_color_transform_free(transform) }
    let wide = buffer.depth == .sixteen ? buffer : buffer.inOtherDepth()
    apply(transform, to: wide)
    let conversion = ColorConversion(fromWideTo: target)
    inBands(wide) { base, count in
      base.withMemoryRebound(to: SIMD4<UInt16>.self, capacity: count) { pixels in
        for index in 0..<count { pixels[index] = conversion(pixels[index]) }
      }
    }
    return wide
  }

  private func transform(_ depth: PixelDepth, to target: Int) -> OpaquePointer? {
    if profile.isEmpty, primaries == nil, let header {
      return segue_color_transform_create_png(
        header.gamma, header.chromaticities, layout, Int32(depth.rawValue), Int32(target))
    }
    return segue_color_transform_create(
      profile.baseAddress, profile.count, Int32(primaries ?? 0), layout, Int32(depth.rawValue), Int32(target))
  }

  private func apply(_ transform: OpaquePointer, to buffer: PixelBuffer) {
    inBands(buffer) { segue_color_transform_apply(transform, $0, $1) }
  }

  /// Calls `body` for disjoint runs of pixels on all cores, until `stop` is set.
  private func inBands(
    _ buffer: PixelBuffer, _ body: (UnsafeMutablePointer<UInt8>, Int) -> Void
  ) {
    let area = buffer.size.area
    let pixel = buffer.depth.bytesPerPixel
    let (bandPixels, stop) = (Self.bandPixels, stop)
    buffer.withUnsafeBase { base in
      Cores.perform((area + bandPixels - 1) / bandPixels) { band in
        if stop.isSet { return }
        let start = band * bandPixels
        body(base + start * pixel, min(bandPixels, area - start))
      }
    }
  }
}

/// The orientation of a stored picture. The raw values are those of EXIF.
///
/// **Source:** EXIF 2.32, section 4.6.4, tag 0x0112: which side of the scene row 0 and column 0 are.
package enum Orientation: Int, Sendable, CaseIterable {
  case normal = 1
  case mirrored = 2
  case turnedHalf = 3
  case flipped = 4
  case transposed = 5
  case needsClockwiseTurn = 6
  case transversed = 7
  case needsCounterclockwiseTurn = 8

  /// Whether width and height change places.
  var swapsSides: Bool { rawValue >= 5 }

  /// A stored point (p, q) is shown at (a·p + c·q, b·p + d·q), but for what moves the picture back to where it was: a, b, c, d.
  package var matrix: [Int] {
    switch self {
    case .normal: [1, 0, 0, 1]
    case .mirrored: [-1, 0, 0, 1]
    case .turnedHalf: [-1, 0, 0, -1]
    case .flipped: [1, 0, 0, -1]
    case .transposed: [0, 1, 1, 0]
    case .needsClockwiseTurn: [0, 1, -1, 0]
    case .transversed: [0, -1, -1, 0]
    case .needsCounterclockwiseTurn: [0, -1, 1, 0]
    }
  }

  /// The picture, oriented; `stored` was made for it and has no other owner.
  func snapshot(of stored: PixelBuffer, color: ColorEncoding = .sdr) -> Snapshot {
    nonisolated(unsafe) let oriented = apply(to: stored)
    return Snapshot(oriented, color: color)
  }

  /// The picture, oriented.
  func apply(to stored: PixelBuffer) -> PixelBuffer {
    if self == .normal { return stored }
    let size =
      swapsSides ? ImageSize(width: stored.size.height, height: stored.size.width) : stored.size
    return stored.withUnsafeBytes { part(PixelRect(size), of: $0, size: stored.size, depth: stored.depth) }
  }

  /// A part of the oriented picture.
  /// - Parameters:
  ///   - part: its pixels, within the oriented picture.
  ///   - stored: the pixels as they are stored, `size` of them, row by row.
  func part(
    _ part: PixelRect, of stored: UnsafeRawBufferPointer, size: ImageSize, depth: PixelDepth
  ) -> PixelBuffer {
    let result = PixelBuffer(size: ImageSize(width: part.width, height: part.height), depth: depth)
    draw(part, of: stored, size: size, into: result)
    return result
  }

  /// Draws a part of the oriented picture into `result`, which has its size and the depth of the stored pixels.
  func draw(
    _ part: PixelRect, of stored: UnsafeRawBufferPointer, size: ImageSize, into result: PixelBuffer
  ) {
    switch result.depth {
    case .eight: turn(stored, size, from: part, into: result, pixel: UInt32.self)
    case .sixteen: turn(stored, size, from: part, into: result, pixel: UInt64.self)
    }
  }

  private func turn<Pixel: BitwiseCopyable>(
    _ stored: UnsafeRawBufferPointer, _ storedSize: ImageSize, from part: PixelRect, into result: PixelBuffer,
    pixel: Pixel.Type
  ) {
    let source = stored.bindMemory(to: Pixel.self)
    let size = result.size
    let (first, stepX, stepY) = walk(width: storedSize.width, height: storedSize.height)
    let start = first + part.x0 * stepX + part.y0 * stepY
    // Squares of pixels keep the side that is walked against the rows in the cache.
    let block = 32
    result.withUnsafeValues(of: Pixel.self) { target in
      for top in stride(from: 0, to: size.height, by: block) {
        for left in stride(from: 0, to: size.width, by: block) {
          for y in top..<min(top + block, size.height) {
            for x in left..<min(left + block, size.width) {
              target[y * size.width + x] = source[start + x * stepX + y * stepY]
            }
          }
        }
      }
    }
  }

  /// The stored pixels of the oriented picture: the first, and the way to the next column and row.
  private func walk(width: Int, height: Int) -> (start: Int, stepX: Int, stepY: Int) {
    let (right, bottom) = (width - 1, (height - 1) * width)
    switch self {
    case .normal: return (0, 1, width)
    case .mirrored: return (right, -1, width)
    case .turnedHalf: return (right + bottom, -1, -width)
    case .flipped: return (bottom, 1, -width)
    case .transposed: return (0, width, 1)
    case .needsClockwiseTurn: return (bottom, -width, 1)
    case .transversed: return (right + bottom, -width, -1)
    case .needsCounterclockwiseTurn: return (right, width, -1)
    }
  }
}

extension SegueMessage {
  /// The sentence; empty when none was written.
  var sentence: String {
    withUnsafeBytes(of: text) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
