import SegueFields
import SegueImaging
import SegueSystem

/// The kind of a film's input, determined from its bytes, never its name.
package enum MediaContent: Sendable, Hashable {
  /// A single picture: its oriented size, its colour encoding, its depth (8 or 16 bits), whether
  /// every pixel is opaque, and the decoder's notices. A picture that cannot be read again is kept
  /// at full depth.
  case picture(
    size: ImageSize, ColorEncoding, kept: Snapshot?, bits: Int, isOpaque: Bool, notices: [Notice])
  /// A video, an animation, or sound alone.
  case clip(ClipInfo)

  /// The number of bytes in which an animation is recognised. Its chunk precedes the pixels. Only
  /// profiles can precede the chunk.
  private static let headLength = 65_536

  /// Examines the file at `path`; a picture is decoded once to verify it. A pipe, or standard input
  /// as `-`, is first copied to a file.
  package static func examine(at path: String, limits: DecodingLimits) async throws -> MediaContent {
    if PictureSequence.isNamed(by: path) {
      let sequence = try PictureSequence(path)
      let first = try await examine(at: sequence.paths[0], keepsPicture: false, limits)
      guard case .picture(let size, _, _, _, let isOpaque, let notices) = first else {
        throw SystemError.badData(
          path: sequence.paths[0], reason: "a sequence may contain only still pictures")
      }
      var info = sequence.info(path: path, size: size, notices: notices, limits: limits)
      info.video?.isOpaque = isOpaque
      return .clip(info)
    }
    guard InputCopy.isNeeded(of: path) else {
      return try await examine(at: path, keepsPicture: false, limits)
    }
    return try await examine(at: InputCopy(of: path, limit: limits.maximumFileBytes), limits)
  }

  /// Reads the sound properties of the file at `path`.
  package static func sound(at path: String) async throws -> ClipInfo {
    guard try kind(of: path) == .unknown else {
      throw SystemError.badData(path: path, reason: "a picture has no sound")
    }
    return try await ClipProbe().info(of: path)
  }

  /// Examines a file's `bytes`; errors and reports call it `name`.
  package static func examine(
    in bytes: [UInt8], name: String, limits: DecodingLimits
  ) async throws -> MediaContent {
    try await examine(at: InputCopy(of: bytes, name: name, limit: limits.maximumFileBytes), limits)
  }

  private static func examine(at copy: InputCopy, _ limits: DecodingLimits) async throws -> MediaContent {
    do {
      var content = try await examine(at: copy.path, keepsPicture: true, limits)
      if case .clip(var info) = content {
        info.copy = copy
        content = .clip(info)
      }
      return content
    } catch let error as SystemError {
      throw error.naming(copy.path, copy.name)
    }
  }

  private static func examine(
    at path: String, keepsPicture: Bool, _ limits: DecodingLimits
  ) async throws -> MediaContent {
    let decoder = ImageDecoder(limits: limits.keeping(.sixteen))
    func picture(_ decoded: DecodedImage) -> MediaContent {
      .picture(
        size: decoded.snapshot.size, decoded.snapshot.color, kept: keepsPicture ? decoded.snapshot : nil,
        bits: decoded.snapshot.depth.rawValue, isOpaque: decoded.snapshot.isOpaque, notices: decoded.notices)
    }
    switch try kind(of: path) {
    case .picture: return picture(try await decoder.decoded(path: path))
    case .animatedWebP:
      let clip = try WebPClip(path: path, limits: limits)
      return clip.count > 1 ? .clip(clip.info) : picture(try await decoder.decoded(path: path))
    case .unknown: break
    }
    var info: ClipInfo
    do {
      info = try await ClipProbe().info(of: path)
    } catch SystemError.badData(let name, let reason) {
      // Some picture formats are recognised only by name; others are not accepted as clips.
      guard !LogPattern.unknownFormat.isIn(reason),
        let video = await decoder.externalPicture(path: path)
      else { throw SystemError.badData(path: name, reason: reason) }
      return picture(try await decoder.decode(path: path, external: video))
    }
    if let video = info.video, video.isStill { return picture(try await decoder.decoded(path: path)) }
    if info.container == "gif" { info.video?.isOpaque = try await isOpaqueGIF(path, limits) }
    return .clip(info)
  }

  /// Whether an animated GIF is opaque: its first picture is opaque, and no frame is cleared.
  private static func isOpaqueGIF(_ path: String, _ limits: DecodingLimits) async throws -> Bool {
    let bytes = try await InputBytes.read(path: path, limit: limits.maximumFileBytes)
    guard (try? GIFDisposal.clearsFrames(bytes)) == false else { return false }
    return try await ImageDecoder(limits: limits).decoded(path: path).snapshot.isOpaque
  }

  private enum Kind {
    /// A picture that is decoded in this process.
    case picture
    case animatedWebP
    /// Any other input, which ffprobe examines.
    case unknown
  }

  private static func kind(of path: String) throws -> Kind {
    try ClipProbe.checkReadable(path)
    let head = try InputFile.open(path: path).head(headLength)
    switch ImageFormat(sniffing: head) {
    case .png: return isAnimatedPNG(head) ? .unknown : .picture
    case .webp: return isAnimatedWebP(head) ? .animatedWebP : .picture
    case .jpeg: return try JPEGStream.isMotionJPEG(path) ? .unknown : .picture
    case .heif, .tiff: return .picture
    case nil: return SVGDecoder.isSVG(head) ? .picture : .unknown
    }
  }

  /// Whether the header has the animation flag.
  /// **Source:** the WebP container specification, "Extended file format".
  private static func isAnimatedWebP(_ bytes: [UInt8]) -> Bool {
    bytes.count > 20 && bytes[12..<16].elementsEqual("VP8X".utf8) && bytes[20] & 2 != 0
  }

  /// Whether the animation chunk precedes the pixels' chunk.
  /// **Source:** Portable Network Graphics Specification, third edition, 11.3.6.
  static func isAnimatedPNG(_ bytes: [UInt8]) -> Bool {
    PNGChunks.heads(of: bytes).contains { $0.type == "acTL" }
  }
}
