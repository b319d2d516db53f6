import TestSupport
import Testing

/// Clips made by ffmpeg for the tests: 64x48, 20 frames a second, with a tone.
enum Clips {
  /// The trait of what needs the library of OpenTimelineIO for python3.
  static let openTimelineIO = ConditionTrait.enabled("no opentimelineio for python3 here") {
    try await Program("python3").run(["-c", "import opentimelineio"]).code == 0
  }

  static func make(_ name: String, in place: Workplace, seconds: Int = 2, hue: Int = 0) async throws {
    let words = [
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=20:d=\(seconds),hue=h=\(hue)", "-f", "lavfi", "-i",
      "sine=d=\(seconds)",
      "-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_range", "tv", "-c:v", "libx264", "-preset",
      "ultrafast", "-g", "5", "-c:a", name.hasSuffix("mkv") ? "flac" : "aac", "-movflags", "+faststart",
    ]
    try await FFmpeg.make(name, words, in: place)
  }

  /// Puts a program before ffmpeg that does `body` where it is to decode a file of pictures or sound whose arguments match
  /// `pattern`, and is ffmpeg elsewhere.
  static func replaceDecoder(of pattern: String, by body: String, in place: Workplace) throws {
    try place.installEncoder(
      """
      case "$out $*" in pipe:1*\(pattern)*) \(body);; *) exec \(Program("ffmpeg").path) "$@";; esac
      """)
  }

  /// A picture that differs everywhere.
  static func picture(_ name: String, in place: Workplace) async throws {
    try await FFmpeg.make(name, ["-f", "lavfi", "-i", "testsrc=s=80x60:d=1", "-frames:v", "1"], in: place)
  }

  /// How many frames ffmpeg finds in a file.
  static func count(_ name: String, in place: Workplace) async throws -> Int {
    try await FFmpeg.decode(["-i", place.file(name)], as: "gray").count / (64 * 48)
  }
}
