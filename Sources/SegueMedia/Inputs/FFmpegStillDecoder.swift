import FoundationEssentials
import Glibc
import SegueFields
import SegueImaging
import SegueSystem

/// Decodes still pictures that need `ffmpeg`, in a process with limits of size and time.
struct FFmpegStillDecoder: Sendable {
  let limits: DecodingLimits
  let timeLimit: Duration
  let name: String

  /// The picture in the file at `path`. `ffmpeg` reads it through a neutral file name, so that no
  /// character of the real name has a special meaning.
  /// - Parameter video: the stream that ``ClipProbe`` found; `nil` for a format unknown to it.
  func decode(path: String, _ video: ClipInfo.Video?) async throws -> DecodedImage {
    try await reading(path) { process in
      var known = video
      if known == nil { known = try await probe(with: process) }
      guard let video = known else { throw SystemError.badData(path: name, reason: "it is not a picture") }
      return try await decode(video, with: process)
    }
  }

  /// The single picture in the file at `path`; `nil` for any other file.
  func picture(path: String) async -> ClipInfo.Video? {
    let video = try? await reading(path) { try await probe(with: $0) }
    return video?.isStill == true ? video : nil
  }

  private func reading<Result>(
    _ path: String, _ body: (MediaProcess) async throws -> Result
  ) async throws -> Result {
    let file = try TemporaryFile("input" + Self.harmlessExtension(of: path), linkTo: path)
    defer { withExtendedLifetime(file) {} }
    return try await body(MediaProcess(name: name, file: file.path, timeLimit: timeLimit))
  }

  private func decode(_ video: ClipInfo.Video, with process: MediaProcess) async throws -> DecodedImage {
    if video.codec == "exr" {
      throw SystemError.badData(
        path: name,
        reason: "OpenEXR contains scene-linear light; convert it to a 16-bit PNG or TIFF")
    }
    // ffmpeg's SVG decoder returns premultiplied colours.
    if video.codec == "svg" {
      throw SystemError.badData(path: name, reason: "SVG: there is no svg element near its beginning")
    }
    try limits.check(video.storedSize, of: name)
    let output = try await process.run(
      "ffmpeg", decoding(video, file: process.file), outputLimit: byteCount(of: video))
    guard output.starts(with: Self.signature) else {
      throw SystemError.badData(path: name, reason: "ffmpeg found no picture in it")
    }
    let picture = try await onThread(named: "segue.decode") { [limits, name] stop in
      try StillDecoder(format: .png, limits: limits, name: name, stop: stop).decode(output)
    }
    let notices = picture.notices + (video.isHDR ? [Notice(.warning, video.color.mappedSentence)] : [])
    return DecodedImage(snapshot: picture.snapshot, notices: notices, formatName: video.codec)
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// `ffmpeg`'s arguments for an uncompressed PNG on its standard output, with any colour profile
  /// of the picture.
  private func decoding(_ video: ClipInfo.Video, file: String) -> [String] {
    ["-nostdin", "-v", "error", "-max_pixels", "\(limits.maximumPixels)"] + ClipInput.pictureWhitelists
      + [
        "-i", "file:\(file)", "-map", "0:\(video.stream)", "-vf", filters(for: video),
        "-frames:v", "1", "-f", "image2pipe", "-c:v", "png", "-compression_level", "0", "-pred", "none",
        "-pix_fmt", layout(of: video), "pipe:1",
      ]
  }

  /// The filters that convert `video` to untagged sRGB. Without `setparams`, ffmpeg would tag a
  /// camera's curve.
  private func filters(for video: ClipInfo.Video) -> String {
    var filters = ["setparams=color_primaries=unknown:color_trc=unknown"]
    if video.isHDR {
      filters.insert(ClipConform.toneMapping(layout: "gbrp16le"), at: 0)
    } else if video.needsColorConversion {
      let layout = video.hasAlpha ? "gbrap16le" : "gbrp16le"
      filters.insert(ClipConform.conversion(of: video, to: .sdr, layout: layout), at: 0)
    }
    if filters.count > 1 { filters = ClipConform.fullChroma(of: video, video.storedSize) + filters }
    return filters.joined(separator: ",")
  }

  /// The output's pixel format: 16 bits for a deeper picture that is decoded in 16 bits; grey if
  /// the colour profile may be for grey.
  private func layout(of video: ClipInfo.Video) -> String {
    let isDeep = limits.depth == .sixteen && video.bits > 8
    let isGray = ["gray", "ya"].contains { video.pixelFormat.hasPrefix($0) }
    return isGray ? isDeep ? "ya16be" : "ya8" : isDeep ? "rgba64be" : "rgba"
  }

  /// The maximum size of a picture's PNG in bytes: its pixels in pieces of 4 KiB, an extra byte per
  /// row, and a profile.
  private func byteCount(of video: ClipInfo.Video) -> Int {
    let pixels = video.storedSize.area * PixelDepth.sixteen.bytesPerPixel
    return pixels + pixels / 64 + max(video.storedSize.width, video.storedSize.height) * 2 + (32 << 20)
  }

  private func probe(with process: MediaProcess) async throws -> ClipInfo.Video? {
    let output = try await process.run(
      "ffprobe",
      ["-v", "error"] + ClipInput.pictureWhitelists + [
        "-select_streams", "v", "-show_streams", "-show_format", "-of", "json", "-i", "file:\(process.file)",
      ], outputLimit: 1 << 20)
    let document = try? JSONDecoder().decode(FFprobeDocument.self, from: Data(output))
    return try document?.info(path: name, moving: []).video
  }

  /// The extension if it is short and alphanumeric, because `ffmpeg` recognises some formats by it;
  /// else empty.
  private static func harmlessExtension(of path: String) -> String {
    let letters = OutputPath.fileExtension(of: path)
    let isPlain = letters.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
    return isPlain && (1...8).contains(letters.utf8.count) ? ".\(letters)" : ""
  }
}
