import TestSupport
import Testing

/// Clips made by ffmpeg: 64x48, 20 frames/s, with a tone.
enum Clips {
  /// The trait of tests that need OpenTimelineIO for python3.
  static let openTimelineIO = ConditionTrait.enabled("no opentimelineio for python3 here") {
    try await Program("python3").run(["-c", "import opentimelineio"]).code == 0
  }

  /// - Returns: the clip's path.
  @discardableResult
  static func make(
    _ name: String, in place: Workplace, seconds: Int = 2, hue: Int = 0
  ) async throws -> String {
    let words = [
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=20:d=\(seconds),hue=h=\(hue)", "-f", "lavfi", "-i",
      "sine=d=\(seconds)",
      "-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_range", "tv", "-c:v", "libx264", "-preset",
      "ultrafast", "-g", "5", "-c:a", name.hasSuffix("mkv") ? "flac" : "aac", "-movflags", "+faststart",
    ]
    return try await FFmpeg.make(name, words, in: place)
  }

  /// Puts a program in front of ffmpeg that runs `body` when a decoder's arguments match `pattern`, and ffmpeg
  /// otherwise.
  static func replaceDecoder(of pattern: String, by body: String, in place: Workplace) throws {
    try place.installEncoder(
      """
      case "$out $*" in pipe:1*\(pattern)*) \(body);; *) exec \(Program("ffmpeg").path) "$@";; esac
      """)
  }

  /// A picture without uniform areas.
  static func picture(_ name: String, in place: Workplace) async throws {
    try await FFmpeg.make(name, ["-f", "lavfi", "-i", "testsrc=s=80x60:d=1", "-frames:v", "1"], in: place)
  }

  /// The number of frames that ffmpeg finds in a file.
  static func count(_ name: String, in place: Workplace) async throws -> Int {
    try await FFmpeg.decode(["-i", place.file(name)], as: "gray").count / (64 * 48)
  }
}
