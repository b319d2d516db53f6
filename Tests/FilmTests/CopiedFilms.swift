import Foundation
import Segue
import SegueImaging
import TestSupport
import Testing

@testable import SegueFilm

/// What tests of copied films share: clips, the film, and how it decodes.
protocol CopiedFilms {
  /// Where the clips are made.
  var media: Media { get }
}

extension CopiedFilms {
  /// Tags of standard dynamic range.
  static var tags: [String] {
    ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"]
  }

  /// A clip of 96x64 at 30 frames a second.
  func clip(
    _ name: String, _ source: String, seconds: Int = 3, tags: [String] = Self.tags, _ arguments: [String]
  )
    async throws -> String
  {
    try await media.make(
      name,
      ["-f", "lavfi", "-i", "\(source)=s=96x64:r=30", "-f", "lavfi", "-i", "sine=f=500:r=48000"] + tags
        + ["-t", "\(seconds)", "-pix_fmt", "yuv420p", "-c:a", "aac"] + arguments)
  }

  func film(
    _ clips: [FilmClip], _ junctions: [FilmJunction], _ output: String,
    _ change: (inout FilmRequest) -> Void = { _ in }
  ) async throws -> FilmReport {
    var request = FilmRequest(clips: clips, junctions: junctions, output: media.file(output))
    request.copies = true
    change(&request)
    return try await FilmJob(request).run()
  }

  /// The hash of every frame that a decoder gives, which makes an error of any damage.
  func hashes(_ name: String, from seconds: Double? = nil) async throws -> [String] {
    let seek = seconds.map { ["-ss", "\($0)"] } ?? []
    let words =
      ["-xerror", "-err_detect", "explode"] + seek + ["-i", name, "-map", "0:v", "-autoscale", "0"]
    let text = try await FFmpeg.run(
      words + ["-fps_mode", "passthrough", "-f", "framemd5", "pipe:1"],
      in: media.file(""))
    return String(decoding: text, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: " ").last.map(String.init) }
  }

  /// When packets are shown, in seconds, and which of them a player may begin with.
  func times(_ name: String) async throws -> [(time: Double, isSync: Bool)] {
    let text = try await Program("ffprobe").output([
      "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts_time,flags", "-of", "csv=p=0",
      media.file(name),
    ])
    return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
      let words = line.split(separator: ",")
      return Double(words[0]).map { ($0, words[1].contains("K")) }
    }.sorted { $0.time < $1.time }
  }

  /// Each copied frame is its clip's, also after a seek to where a player may begin: to every fourth of these places, or to
  /// each.
  func check(_ report: FilmReport, _ name: String, seeks: Bool = true, seeksEach: Bool = false) async throws {
    let made = try await hashes(name)
    #expect(made.count == report.film.frames)
    var copied = 0
    for clip in report.clips where clip.copied?.isEmpty == false {
      let own = try await hashes(clip.source)
      let first = Int((clip.in * 30).rounded())
      for range in clip.copied ?? [] {
        for frame in range[0]..<range[1] {
          #expect(made[frame] == own[first + frame - clip.start], "\(name), frame \(frame)")
          copied += 1
        }
      }
    }
    #expect(copied == report.film.copiedFrames && copied > 0)
    guard seeks else { return }
    let entries = try await times(name).enumerated().filter { $0.element.isSync }
    for (index, packet) in entries.enumerated().filter({ seeksEach || $0.offset % 4 == 1 }).map(\.element) {
      #expect(
        try await hashes(name, from: max(0, packet.time - 0.002)) == Array(made[index...]),
        "seek to \(packet.time)")
    }
  }
}
