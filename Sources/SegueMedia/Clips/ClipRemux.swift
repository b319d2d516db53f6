import Glibc
import SegueSystem

/// Copies a clip's packets into an MP4 with an index.
package enum ClipRemux {
  private static let timeLimit = Duration.seconds(3600)

  /// Copies the first packet of the sound `audio` of `info` to a new file at `path` in `format`.
  /// The file shows how that format describes such packets.
  package static func run(
    _ info: ClipInfo, _ audio: ClipInfo.Audio, as format: OutputFormat, to path: String
  ) async throws {
    let words = ["-map", "0:a:\(audio.index)", "-c", "copy", "-frames:a", "1", "-strict", "experimental"]
    try await copy(info, words + ["-fflags", "+bitexact"], as: format.muxer, to: path)
  }

  /// Copies the pictures of `info`, from the first packet on, to a new file at `path`. Timestamps
  /// keep their ticks.
  /// - Throws: `SystemError`; `.writeFailed` if the disk is full.
  package static func run(_ info: ClipInfo, _ video: ClipInfo.Video, to path: String) async throws {
    let ticks = info.container.hasPrefix("matroska") ? 1000 : 90_000
    let tag = video.codec == "hevc" ? ["-tag:v", "hvc1"] : []
    // ffmpeg writes the spherical projection only with the setting “unofficial”.
    let words = ["-map", "0:\(video.stream)", "-c", "copy", "-copyinkf", "-copypriorss", "1"]
    let stored = ["-video_track_timescale", "\(ticks)", "-strict", "unofficial"] + tag
    do {
      try await copy(info, words + stored, as: "mp4", to: path)
    } catch let SystemError.badData(_, reason) where reason.contains(SystemReason.text(ENOSPC)) {
      throw SystemError.writeFailed(path: path, reason: SystemReason.text(ENOSPC))
    }
  }

  private static func copy(
    _ info: ClipInfo, _ words: [String], as muxer: String, to path: String
  ) async throws {
    let input = ["-nostdin", "-v", "error"] + ClipInput.whitelists + ["-i", "file:\(info.path)"]
    _ = try await MediaProcess(name: info.name, file: info.path, timeLimit: timeLimit)
      .run("ffmpeg", input + words + ["-f", muxer, "file:\(path)"], outputLimit: 1 << 16)
  }
}
