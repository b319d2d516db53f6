import Foundation
import SegueFilms
import SegueImaging
import TestSupport
import Testing

@testable import SegueFilm

/// The clips, films and decoders that tests of copied films share.
protocol CopiedFilms {
  /// The folder of the clips.
  var media: Media { get }
}

extension CopiedFilms {
  /// Tags of standard dynamic range.
  static var tags: [String] {
    ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"]
  }

  /// A clip of 96x64 at 30 frames/s.
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

  /// The report of a film. The film is made in `make check` and only planned in other tiers.
  func report(
    _ clips: [FilmClip], _ junctions: [FilmJunction], _ output: String,
    _ change: (inout FilmRequest) -> Void = { _ in }
  ) async throws -> FilmReport {
    if Tier.current == .full { return try await film(clips, junctions, output, change) }
    var request = FilmRequest(clips: clips, junctions: junctions, output: media.file(output))
    request.copies = true
    change(&request)
    return try await FilmJob(request).plan()
  }

  /// The hash of each decoded frame. Damage is an error.
  func hashes(_ name: String) async throws -> [String] { try await hashes([(name, nil)])[0] }

  /// The hashes of several files, each from its beginning or after a seek to `start` seconds, by
  /// one process of ffmpeg.
  func hashes(_ inputs: [(name: String, start: Double?)]) async throws -> [[String]] {
    let files = inputs.flatMap { input in
      ["-err_detect", "explode"] + (input.start.map { ["-ss", "\($0)"] } ?? []) + ["-i", input.name]
    }
    let maps = inputs.indices.flatMap { ["-map", "\($0):v:0"] }
    let text = try await FFmpeg.run(
      ["-xerror"] + files + maps
        + ["-autoscale", "0", "-fps_mode", "passthrough", "-f", "framemd5", "pipe:1"],
      in: media.file(""))
    var hashes = [[String]](repeating: [], count: inputs.count)
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
      // The fields before are the stream, its times and the frame's size.
      let words = line.split { $0 == "," || $0 == " " }
      if let hash = words.last, let stream = Int(words[0]) { hashes[stream].append(String(hash)) }
    }
    return hashes
  }

  /// The presentation times of the packets in seconds, and whether they are sync samples.
  func times(_ name: String) async throws -> [(time: Double, isSync: Bool)] {
    try await described(name, "packet").compactMap { packet in
      packet["pts_time"].flatMap(Double.init).map { ($0, packet["flags"]?.contains("K") == true) }
    }.sorted { $0.time < $1.time }
  }

  /// ffprobe's description of the video stream.
  func facts(_ name: String) async throws -> [String: String] {
    try await described(name, "stream").first ?? [:]
  }

  /// ffprobe's description of the video stream (`stream`), or of its packets (`packet`). One ffprobe
  /// describes both.
  private func described(_ name: String, _ kind: String) async throws -> [[String: String]] {
    let path = media.file(name)
    let text = try await lastDescribed.bytes(of: path, as: ["description"]) {
      try await Program("ffprobe").output([
        "-v", "error", "-select_streams", "v:0", "-show_entries",
        "packet=pts_time,flags:stream=codec_tag_string,level,r_frame_rate,avg_frame_rate,nb_frames,duration",
        "-of", "compact", path,
      ])
    }
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    return lines.filter { $0.hasPrefix(kind + "|") }.map { line in
      let pairs = line.split(separator: "|").dropFirst().map { $0.split(separator: "=").map(String.init) }
      return Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { $1 }
    }
  }

  /// Checks that ffmpeg remuxes `name` with equal frames, and that its samples contain no parameter sets.
  func checkRemuxing(_ name: String, isH264: Bool) async throws {
    let copy = ["-map", "0:v", "-c", "copy"]
    let filter = "filter_units=pass_types=\(isH264 ? "7-8" : "32-34")"
    try await media.makeAll(
      ["-i", name] + copy + ["again.mp4"] + copy + ["again.mkv"] + copy + ["again.ts"] + copy
        + ["-bsf:v", filter, "-f", "framecrc", "sets.txt"])
    let files = [name, "again.mp4", "again.mkv", "again.ts"]
    let frames = try await hashes(files.map { ($0, nil) })
    for (file, hashes) in zip(files, frames) { #expect(hashes == frames[0], "\(file)") }
    let sets = try #require(media.bytes("sets.txt"))
    let lines = String(decoding: sets, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.isEmpty, "\(lines.first ?? "")")
    for file in files.dropFirst() + ["sets.txt"] {
      try FileManager.default.removeItem(atPath: media.file(file))
    }
  }

  /// Checks that each copied frame equals the clip's, also after seeks to every fourth sync sample,
  /// or to each.
  func check(_ report: FilmReport, _ name: String, seeks: Bool = true, seeksEach: Bool = false) async throws {
    let entries = seeks ? try await times(name).enumerated().filter { $0.element.isSync } : []
    let begun = entries.enumerated().filter { seeksEach || $0.offset % 4 == 1 }.map(\.element)
    let clips = report.clips.filter { $0.copied?.isEmpty == false }
    let sources = Set(clips.map(\.source)).sorted()
    var decoded = try await hashes(
      [(name, nil)] + sources.map { ($0, nil) } + begun.map { (name, max(0, $0.element.time - 0.002)) })[...]
    let made = decoded.removeFirst()
    #expect(made.count == report.film.frames)
    let own = Dictionary(uniqueKeysWithValues: zip(sources, decoded))
    var copied = 0
    for clip in clips {
      let (own, first) = (try #require(own[clip.source]), Int((clip.in * 30).rounded()))
      for range in clip.copied ?? [] {
        for frame in range[0]..<range[1] {
          #expect(made[frame] == own[first + frame - clip.start], "\(name), frame \(frame)")
          copied += 1
        }
      }
    }
    #expect(copied == report.film.copiedFrames && copied > 0)
    for (entry, frames) in zip(begun, decoded.dropFirst(sources.count)) {
      #expect(frames == Array(made[entry.offset...]), "seek to \(entry.element.time)")
    }
  }
}

/// The description of the last file.
private let lastDescribed = LastFile()
