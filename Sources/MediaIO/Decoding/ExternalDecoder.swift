import Imaging

/// Decodes what `ffmpeg` knows, in a process of its own, within limits of size and time.
///
/// **Thread-safety:** a value; calls share nothing.
struct ExternalDecoder: Sendable {
  let limits: DecodingLimits
  let timeLimit: Duration
  /// What errors call the input.
  let name: String

  /// The picture in the file at `path`. `ffmpeg` sees it under a harmless name, so that no character of the
  /// real one means anything to it.
  func decode(path: String) async throws -> DecodedImage {
    let folder = try TemporaryFolder(fileName: "input" + Self.harmlessExtension(of: path))
    try folder.link(to: path)
    return try await decode(file: folder.file)
  }

  /// The picture in a file's `bytes`.
  func decode(bytes: [UInt8]) async throws -> DecodedImage {
    let folder = try TemporaryFolder(fileName: "input")
    try folder.write(bytes)
    return try await decode(file: folder.file)
  }

  private func decode(file: String) async throws -> DecodedImage {
    let process = MediaProcess(name: name, file: file, timeLimit: timeLimit)
    let probe = try await probe(with: process)
    if let objection = limits.objection(width: probe.width, height: probe.height) {
      throw MediaError.badData(path: name, reason: objection)
    }
    let output = try await process.run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-max_pixels", "\(limits.maximumPixels)"] + Self.inputOptions + [
        "-i", "file:\(file)", "-map", "0:v:0", "-frames:v", "1", "-f", "image2pipe", "-c:v", "pam",
        "-pix_fmt", "rgba", "pipe:1",
      ],
      outputLimit: probe.width * probe.height * 4 + PortableAnymap.maximumHeaderLength)
    let picture = try PortableAnymap(output, limits: limits, name: name)
    let warnings = probe.isAnimated ? ["it is animated; its first frame is taken"] : []
    return DecodedImage(snapshot: picture.snapshot(), warnings: warnings, formatName: probe.codec)
  }

  /// What `ffprobe` says about the first picture.
  private struct Probe {
    var width = 0
    var height = 0
    var codec = "unknown"
    var isAnimated = false
  }

  private func probe(with process: MediaProcess) async throws -> Probe {
    let output = try await process.run(
      "ffprobe",
      ["-v", "error"] + Self.inputOptions + [
        "-select_streams", "v:0", "-count_packets", "-read_intervals", "%+#2", "-show_entries",
        "stream=codec_name,width,height,nb_read_packets:format=format_name", "-of",
        "default=noprint_wrappers=1",
        "-i", "file:\(process.file)",
      ],
      outputLimit: 1 << 16)
    var result = Probe()
    var packets = 0
    var container = ""
    for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "width": result.width = Int(parts[1]) ?? 0
      case "height": result.height = Int(parts[1]) ?? 0
      case "codec_name": result.codec = String(parts[1])
      case "nb_read_packets": packets = Int(parts[1]) ?? 0
      case "format_name": container = String(parts[1])
      default: break
      }
    }
    // Formats of single pictures are read in pieces, which are packets but no frames.
    result.isAnimated = packets > 1 && !container.hasSuffix("_pipe") && container != "image2"
    if result.width < 1 || result.height < 1 {
      throw MediaError.badData(path: name, reason: "it is not a picture")
    }
    return result
  }

  /// Local files only, and only formats that hold pictures themselves: no playlist, no list of further files.
  private static let inputOptions = [
    "-protocol_whitelist", "file", "-format_whitelist", containers.joined(separator: ","),
  ]

  private static let containers = [
    "image2", "bmp_pipe", "dds_pipe", "dpx_pipe", "exr_pipe", "gem_pipe", "hdr_pipe", "j2k_pipe", "jpeg_pipe",
    "jpegls_pipe", "jpegxl_pipe", "jpegxl_anim", "pam_pipe", "pbm_pipe", "pcx_pipe", "pfm_pipe", "pgm_pipe",
    "pgmyuv_pipe", "pgx_pipe", "phm_pipe", "photocd_pipe", "pictor_pipe", "png_pipe", "ppm_pipe", "psd_pipe",
    "qdraw_pipe", "qoi_pipe", "sgi_pipe", "sunrast_pipe", "tiff_pipe", "vbn_pipe", "webp_pipe", "xbm_pipe",
    "xpm_pipe", "xwd_pipe", "gif", "apng", "ico", "tga_pipe", "mov,mp4,m4a,3gp,3g2,mj2", "matroska,webm",
    "avi", "mpeg", "mpegts", "mpegvideo", "flv", "ogg", "asf", "yuv4mpegpipe", "ivf", "obu", "h264", "hevc",
    "m4v",
    "mxf", "flic", "iff",
  ]

  /// The extension where it is short and plain, for `ffmpeg` knows some formats by nothing else; else none.
  private static func harmlessExtension(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    let letters = name[name.index(after: dot)...].lowercased()
    let isPlain = letters.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
    return isPlain && (1...8).contains(letters.utf8.count) ? ".\(letters)" : ""
  }
}
