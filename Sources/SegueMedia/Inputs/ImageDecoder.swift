import SegueFields
import SegueImaging
import SegueSystem

/// A decoder of picture files: PNG, JPEG, WebP, HEIC, AVIF, TIFF and SVG in this process, other
/// formats through `ffmpeg`.
///
/// The format is determined by the first bytes, never by the name. Pictures are oriented (EXIF,
/// HEIF's rotations) and converted to sRGB (cICP, ICC, gAMA and cHRM; a gamma of 1.9 to 2.3 counts
/// as sRGB). Channels are rounded to 8 bits, and alpha is straight. An animation or a video yields
/// one frame, decoded as in a film, with a warning. A truncated or corrupt file is an error, never
/// a partial picture.
///
/// **Thread-safety:** calls share no state and may run concurrently.
public struct ImageDecoder: Sendable {
  /// The frame that represents a video or an animation.
  public enum Moment: Sendable, Hashable {
    /// The first frame in presentation order.
    case first
    /// The last frame in presentation order.
    case last
  }

  package var limits: DecodingLimits
  /// The frame for which a drawing without pixel dimensions is rendered; `nil` for its own size.
  package var target: SVGTarget?
  private static let externalTimeLimit = Duration.seconds(30)

  /// A decoder that refuses pictures beyond `limits`.
  public init(limits: DecodingLimits = DecodingLimits()) { self.limits = limits }

  package init(limits: DecodingLimits, target: SVGTarget?) {
    self.limits = limits
    self.target = target
  }

  /// Decodes the picture in the file at `path`; `-` is standard input. Pipes are accepted.
  /// - Parameters:
  ///   - path: the path of a file, or `-`.
  ///   - moment: the frame of a video or an animation.
  /// - Throws: `SegueError` with the code `unreadable` if the file does not exist or cannot be read;
  ///   `invalidData` if it is broken, of an unknown format, or beyond the limits; `programMissing` or
  ///   `libraryMissing` if the decoder of its format, such as `ffmpeg`, is not installed; `cancelled` if
  ///   the task was cancelled.
  public func decode(path: String, moment: Moment = .first) async throws(SegueError) -> DecodedImage {
    do { return try await decoded(path: path, moment: moment) } catch { throw SegueError(error) }
  }

  /// Decodes the picture in a file's `bytes`.
  /// - Parameters:
  ///   - bytes: the whole file in any supported format.
  ///   - name: the name of the file in errors and warnings.
  ///   - moment: the frame of a video or an animation.
  /// - Throws: as ``decode(path:moment:)``.
  public func decode(
    bytes: [UInt8], name: String, moment: Moment = .first
  ) async throws(SegueError) -> DecodedImage {
    do { return try await decoded(bytes: bytes, name: name, moment: moment) } catch {
      throw SegueError(error)
    }
  }

  /// Decodes a file, as ``decode(path:moment:)``.
  package func decoded(path: String, moment: Moment = .first) async throws(SystemError) -> DecodedImage {
    try await Self.known(path) { try await read(path: path, moment) }
  }

  /// Decodes a file's bytes, as ``decode(bytes:name:moment:)``.
  package func decoded(
    bytes: [UInt8], name: String, moment: Moment = .first
  ) async throws(SystemError) -> DecodedImage {
    try await Self.known(name) { try await read(bytes, name: name, moment) }
  }

  private static func known(
    _ name: String, _ read: () async throws -> DecodedImage
  ) async throws(SystemError) -> DecodedImage {
    do {
      return try await read()
    } catch let error as SystemError {
      throw error
    } catch is CancellationError {
      throw .cancelled
    } catch {
      throw .badData(path: name, reason: "\(error)")
    }
  }

  private func read(path: String, _ moment: Moment) async throws -> DecodedImage {
    let file = try InputFile.open(path: path)
    if file.isRegular, !InputCopy.isNeeded(of: path) {
      let head = try file.head(SVGDecoder.headLength)
      if ImageFormat(sniffing: head) == nil, !SVGDecoder.isSVG(head) {
        return try await clipOrStill(path: path, moment)
      }
    }
    let bytes = try await file.readAllInTask(limit: limits.maximumFileBytes)
    return try await read(bytes, name: file.name, moment)
  }

  private func read(_ bytes: [UInt8], name: String, _ moment: Moment) async throws -> DecodedImage {
    if let format = ImageFormat(sniffing: bytes), format != .jpeg || !JPEGStream.isMotionJPEG(bytes) {
      let decoder = StillDecoder(format: format, limits: limits, name: name)
      let mayMove = moment == .last && [.png, .webp].contains(format)
      let isLast = try mayMove && decoder.isAnimation(bytes)
      // Only ffmpeg finds the last frame of an animated PNG.
      if isLast, format == .png {
        return try await clipOrStill(bytes, name: name, moment)
      }
      return try await onThread(named: "segue.decode") { [decoder] stop in
        var decoder = decoder
        decoder.stop = stop
        return try isLast ? decoder.decodeLastWebPFrame(bytes) : decoder.decode(bytes)
      }
    }
    if SVGDecoder.isSVG(bytes) {
      let decoder = SVGDecoder(limits: limits, target: target, name: name)
      return try await onThread(named: "segue.decode") { _ in try decoder.decode(bytes) }
    }
    if bytes.isEmpty { throw SystemError.badData(path: name, reason: "it is empty") }
    return try await clipOrStill(bytes, name: name, moment)
  }

  private func clipOrStill(_ bytes: [UInt8], name: String, _ moment: Moment) async throws -> DecodedImage {
    let copy = try await InputCopy(of: bytes, name: name, limit: bytes.count)
    do {
      return try await clipOrStill(path: copy.path, moment)
    } catch let error as SystemError {
      throw error.naming(copy.path, name)
    }
  }

  /// A frame of the clip in the file at `path`, else the still picture that `ffmpeg` decodes.
  private func clipOrStill(path: String, _ moment: Moment) async throws -> DecodedImage {
    let info: ClipInfo?
    do {
      info = try await ClipProbe().info(of: path)
    } catch SystemError.badData {
      // Some picture formats are not accepted as clips.
      info = nil
    }
    guard let info, !ClipInfo.isPictureFile(info.container) else {
      return try await external(path).decode(path: path, info?.video)
    }
    guard let video = info.video else { throw SystemError.badData(path: path, reason: "it is not a picture") }
    return try await ClipPicture(info: info, video: video, limits: limits, moment: moment).decode()
  }

  /// Whether `bytes` begin like a picture that is decoded in this process.
  package static func isPicture(_ bytes: [UInt8]) -> Bool { ImageFormat(sniffing: bytes) != nil }

  /// The single picture in the file at `path`, which `ffmpeg` recognises by its bytes or its name.
  func externalPicture(path: String) async -> ClipInfo.Video? { await external(path).picture(path: path) }

  /// Decodes the picture `video` in the file at `path`.
  func decode(path: String, external video: ClipInfo.Video) async throws(SystemError) -> DecodedImage {
    try await Self.known(path) { try await external(path).decode(path: path, video) }
  }

  /// The oriented size of the picture in the file at `path` according to its first bytes. `nil` if
  /// they do not contain the size, and for formats that `ffmpeg` decodes.
  package func size(path: String) -> ImageSize? {
    guard let file = InputFile.openOnDisk(path: path),
      let head = try? file.head(1 << 18), let format = ImageFormat(sniffing: head)
    else { return nil }
    return try? StillDecoder(format: format, limits: limits, name: path).size(head)
  }

  /// The HDR encoding of the picture in the file at `path` according to its first bytes; `.sdr` by
  /// default.
  package func encoding(path: String) -> ColorEncoding {
    guard let head = try? InputFile.openOnDisk(path: path)?.head(1 << 18) else { return .sdr }
    return encoding(bytes: head, name: path)
  }

  package func encoding(bytes: [UInt8], name: String) -> ColorEncoding {
    guard let format = ImageFormat(sniffing: bytes) else { return .sdr }
    return (try? StillDecoder(format: format, limits: limits, name: name).encoding(bytes)) ?? .sdr
  }

  private func external(_ name: String) -> FFmpegStillDecoder {
    FFmpegStillDecoder(limits: limits, timeLimit: Self.externalTimeLimit, name: name)
  }
}

/// A decoded picture, oriented and in sRGB.
public struct DecodedImage: Sendable {
  /// The pixels, at the file's size with its orientation applied.
  public let snapshot: Snapshot
  /// Warnings, such as further frames of an animation or a broken profile.
  public let notices: [Notice]
  /// `PNG`, `JPEG`, `WebP`, `HEIF`, `TIFF`, `SVG`, or the codec's name in `ffmpeg`.
  package let formatName: String
  /// Whether the picture is a drawing, which can be rendered at any size.
  package var isSVG: Bool { formatName == SVGDecoder.format }

  package init(snapshot: Snapshot, notices: [Notice] = [], formatName: String) {
    self.snapshot = snapshot
    self.notices = notices
    self.formatName = formatName
  }
}

/// The limits of pictures that are decoded. A header with a larger size is refused before memory is
/// allocated. With a limit below 1, every picture is refused.
public struct DecodingLimits: Sendable, Hashable {
  /// The largest value of `maximumSide`: JPEG's largest side.
  package static let largestSide = 65_535
  /// The largest value of `maximumPixels`: 8 GiB of RGBA8.
  package static let largestArea = 1 << 31

  /// The maximum number of pixels per side, as stored in the file.
  package var maximumSide: Int
  package var maximumPixels: Int
  /// The maximum number of bytes read from a pipe, from standard input, or from a file that is
  /// decoded in this process.
  package var maximumFileBytes: Int
  /// The output's colours. They determine the bits per channel to keep, and the conversion of
  /// colours outside sRGB.
  package var color = FrameColor()
  package var depth: PixelDepth { color.depth.pixels }

  /// Limits in pixels and bytes.
  /// - Parameters:
  ///   - maximumSide: the maximum number of pixels per side, as stored in the file.
  ///   - maximumPixels: the maximum number of pixels in total; by default 16384².
  ///   - maximumFileBytes: the maximum size in bytes of a file that is decoded in this process, or of a pipe;
  ///     by default 1 GiB.
  public init(
    maximumSide: Int = 16_384, maximumPixels: Int = 268_435_456, maximumFileBytes: Int = 1 << 30
  ) {
    self.maximumSide = maximumSide
    self.maximumPixels = maximumPixels
    self.maximumFileBytes = maximumFileBytes
  }

  /// The limits for pictures of `depth` whose values are not output colours: masks, tables.
  package func keeping(_ depth: PixelDepth) -> DecodingLimits {
    keeping(FrameColor(.sdr, depth == .eight ? .eight : .sixteen))
  }

  package func keeping(_ color: FrameColor) -> DecodingLimits {
    var limits = self
    limits.color = color
    return limits
  }

  func check(_ size: ImageSize, of name: String) throws(SystemError) {
    if let objection = objection(to: size) { throw .badData(path: name, reason: objection) }
  }

  private func objection(to size: ImageSize) -> String? {
    if size.width < 1 || size.height < 1 { return "the picture has no pixels" }
    if size.width > maximumSide || size.height > maximumSide {
      return "\(size) pixels are more than the limit of \(maximumSide) per side"
    }
    guard size.area > maximumPixels else { return nil }
    return "\(size) pixels are more than the limit of \(maximumPixels) pixels"
  }
}

/// The formats decoded in this process, recognised by their first bytes and never by name.
enum ImageFormat: String, Sendable {
  case png = "PNG"
  case jpeg = "JPEG"
  case webp = "WebP"
  case heif = "HEIF"
  case tiff = "TIFF"

  static let headLength = 16

  init?(sniffing head: some Collection<UInt8>) {
    let bytes = Array(head.prefix(Self.headLength))
    if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
      self = .png
    } else if bytes.starts(with: [0xff, 0xd8, 0xff]) {
      self = .jpeg
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else if bytes.dropFirst(4).starts(with: "ftyp".utf8),
      Self.heifBrands.contains(String(decoding: bytes.dropFirst(8).prefix(4), as: UTF8.self))
    {
      self = .heif
    } else if Self.tiffSignatures.contains(where: bytes.starts(with:)) {
      self = .tiff
    } else {
      return nil
    }
  }

  /// The signatures of TIFF and BigTIFF, in either byte order.
  private static let tiffSignatures: [[UInt8]] = [
    [0x49, 0x49, 42, 0], [0x4d, 0x4d, 0, 42], [0x49, 0x49, 43, 0], [0x4d, 0x4d, 0, 43],
  ]

  /// Brands of still HEVC and AV1 pictures. Image sequences are treated as videos.
  ///
  /// **Source:** ISO/IEC 23008-12, annex B.4; AV1 Image File Format, section 6.
  private static let heifBrands: Set<String> = ["heic", "heix", "heim", "heis", "mif1", "avif"]
}
