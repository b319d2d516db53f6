import SegueMath

/// The arguments common to all ffmpeg calls for a clip.
enum ClipInput {
  /// The allowed formats of clips, sound files included.
  static let whitelists = only([
    "dv", "nut", "rm", "wav", "mp3", "flac", "aac", "aiff", "caf", "w64", "ac3", "eac3", "au", "wv", "ape",
    "tta", "amr", "jpegxl_anim",
  ])
  /// The allowed formats of pictures, including formats too rare for a film.
  static let pictureWhitelists = only([
    "image2", "gem_pipe", "hdr_pipe", "pfm_pipe", "pgx_pipe", "phm_pipe", "photocd_pipe", "pictor_pipe",
    "qdraw_pipe", "vbn_pipe", "iff",
  ])

  /// Allows only local files and formats that contain the media itself: no playlists.
  private static func only(_ others: [String]) -> [String] {
    ["-protocol_whitelist", "file", "-format_whitelist", (containers + others).joined(separator: ",")]
  }

  private static let containers = [
    "mov,mp4,m4a,3gp,3g2,mj2", "matroska,webm", "avi", "mpeg", "mpegts", "mpegvideo", "mjpeg", "flv", "ogg",
    "asf", "yuv4mpegpipe", "ivf", "obu", "h264", "hevc", "m4v", "mxf", "flic", "gif", "apng", "bmp_pipe",
    "dds_pipe", "dpx_pipe", "exr_pipe", "j2k_pipe", "jpeg_pipe", "jpegls_pipe", "jpegxl_pipe", "pam_pipe",
    "pbm_pipe", "pcx_pipe", "pgm_pipe", "pgmyuv_pipe", "png_pipe", "ppm_pipe", "psd_pipe", "qoi_pipe",
    "sgi_pipe", "sunrast_pipe", "webp_pipe", "xbm_pipe", "xpm_pipe", "xwd_pipe", "ico", "tga_pipe",
  ]

  /// Seconds before the start at which decoding begins. With an index, ffmpeg seeks to a keyframe.
  /// Without one, it seeks to any packet and shows nothing before the next keyframe.
  static func videoLead(in container: String) -> Ratio { hasIndex(container) ? 0.5 : 12 }

  static func hasIndex(_ container: String) -> Bool {
    ["mov,", "matroska,", "avi", "mxf", "gif", "apng", "nut"].contains { container.hasPrefix($0) }
  }

  /// A time for ffmpeg, in seconds with six decimals.
  static func seconds(_ time: Ratio) -> String {
    let microseconds = (max(time, -time) * 1_000_000).rounded
    let fraction = String(microseconds % 1_000_000)
    return (time < 0 ? "-" : "") + "\(microseconds / 1_000_000)."
      + String(repeating: "0", count: 6 - fraction.count) + fraction
  }
}
