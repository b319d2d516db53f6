import SegueMath

/// The arguments that all calls of ffmpeg for a clip have in common.
enum ClipInput {
  /// Clips: also sound alone.
  static let whitelists = only([
    "dv", "nut", "rm", "wav", "mp3", "flac", "aac", "aiff", "caf", "w64", "ac3", "eac3", "au", "wv", "ape",
    "tta", "amr", "jpegxl_anim",
  ])
  /// Pictures: also those that are too rare for a film.
  static let pictureWhitelists = only([
    "image2", "gem_pipe", "hdr_pipe", "pfm_pipe", "pgx_pipe", "phm_pipe", "photocd_pipe", "pictor_pipe",
    "qdraw_pipe", "vbn_pipe", "iff",
  ])

  /// Local files only, and only formats that hold pictures or sound themselves: no playlist, no list of further files.
  private static func only(_ others: [String]) -> [String] {
    ["-protocol_whitelist", "file", "-format_whitelist", (containers + others).joined(separator: ",")]
  }

  private static let containers = [
    "mov,mp4,m4a,3gp,3g2,mj2", "matroska,webm", "avi", "mpeg", "mpegts", "mpegvideo", "mjpeg", "flv", "ogg",
    "asf",
    "yuv4mpegpipe", "ivf", "obu", "h264", "hevc", "m4v", "mxf", "flic", "gif", "apng", "bmp_pipe", "dds_pipe",
    "dpx_pipe", "exr_pipe", "j2k_pipe", "jpeg_pipe", "jpegls_pipe", "jpegxl_pipe", "pam_pipe", "pbm_pipe",
    "pcx_pipe", "pgm_pipe", "pgmyuv_pipe", "png_pipe", "ppm_pipe", "psd_pipe", "qoi_pipe", "sgi_pipe",
    "sunrast_pipe", "webp_pipe", "xbm_pipe", "xpm_pipe", "xwd_pipe", "ico", "tga_pipe",
  ]

  /// Seconds before the start from which a clip is decoded. Containers with an index are entered at a keyframe; others
  /// anywhere, so that nothing can be shown before the next one.
  static func videoLead(in container: String) -> Ratio { hasIndex(container) ? 0.5 : 12 }

  /// Whether the container has an index of its pictures.
  static func hasIndex(_ container: String) -> Bool {
    ["mov,", "matroska,", "avi", "mxf", "gif", "apng", "nut"].contains { container.hasPrefix($0) }
  }

  /// A time for ffmpeg, to the microsecond.
  static func seconds(_ time: Ratio) -> String {
    let microseconds = (max(time, -time) * 1_000_000).rounded
    let fraction = String(microseconds % 1_000_000)
    return (time < 0 ? "-" : "") + "\(microseconds / 1_000_000)."
      + String(repeating: "0", count: 6 - fraction.count) + fraction
  }
}
