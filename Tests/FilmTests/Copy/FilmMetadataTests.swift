import Foundation
import SegueFilms
import SegueMedia
import TestSupport
import Testing

@testable import SegueFilm

/// Camera metadata: spherical projections, time codes, telemetry.
@Suite("Camera metadata", .serialized, .needs("ffmpeg", "ffprobe"))
struct FilmMetadataTests: CopiedFilms {
  let media: Media

  init() throws { media = try Media() }

  private func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    number(content.count + 8) + Array(type.utf8) + content
  }

  /// Inserts `boxes` before the box `mark` of the first track of an MP4 whose index is at the end,
  /// within `ancestors`.
  private func insert(
    _ boxes: [UInt8], before mark: String, within ancestors: [String], of source: String, to name: String
  ) throws {
    var bytes = try #require(media.bytes(source))
    let index = try #require(bytes.firstRange(of: Array("moov".utf8))?.lowerBound)
    let place = try #require(bytes[index...].firstRange(of: Array(mark.utf8))?.lowerBound) - 4
    for type in ancestors {
      let start = try #require(bytes[index..<place].firstRange(of: Array(type.utf8))?.lowerBound) - 4
      let size = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      bytes.replaceSubrange(start..<start + 4, with: number(size + boxes.count))
    }
    bytes.insert(contentsOf: boxes, at: place)
    try media.write(bytes, to: name)
  }

  /// The projection that ffprobe finds, and its stereo layout.
  private func projection(_ name: String) async throws -> String {
    let text = try await Program("ffprobe").output([
      "-v", "error", "-select_streams", "v:0", "-show_streams", "-of", "json", media.file(name),
    ])
    let object = try JSONSerialization.jsonObject(with: Data(text)) as? [String: Any]
    let sides = (object?["streams"] as? [[String: Any]])?.first?["side_data_list"] as? [[String: Any]] ?? []
    return sides.compactMap { ($0["projection"] ?? $0["type"]) as? String }.sorted().joined(separator: ", ")
  }

  /// Boxes of Google's Spherical Video RFC, version 2: a full sphere, mono or stereo.
  private func sphere(isStereo: Bool) -> [UInt8] {
    let header = box("svhd", number(0) + [0])
    let projection = box(
      "proj",
      box("prhd", number(0) + number(0) + number(0) + number(0))
        + box("equi", number(0) + number(0) + number(0) + number(0) + number(0)))
    return (isStereo ? box("st3d", number(0) + [1]) : []) + box("sv3d", header + projection)
  }

  private static let entry = ["moov", "trak", "mdia", "minf", "stbl", "stsd", "avc1"]

  @Test(
    "a spherical projection is copied or its loss reported",
    arguments: cases([3], full: [1, 2]))
  func spherical(version: Int) async throws {
    _ = try await clip("flat.mp4", "testsrc2", seconds: 1, ["-c:v", "libx264", "-g", "10"])
    if version == 1 {
      let identifier: [UInt8] = [
        0xff, 0xcc, 0x82, 0x63, 0xf8, 0x55, 0x4a, 0x93, 0x88, 0x14, 0x58, 0x7a, 0x02, 0x52, 0x1f, 0xdd,
      ]
      let text = """
        <?xml version="1.0"?><rdf:SphericalVideo xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" \
        xmlns:GSpherical="http://ns.google.com/videos/1.0/spherical/"><GSpherical:Spherical>true</GSpherical:Spherical>\
        <GSpherical:Stitched>true</GSpherical:Stitched><GSpherical:StitchingSoftware>x</GSpherical:StitchingSoftware>\
        <GSpherical:ProjectionType>equirectangular</GSpherical:ProjectionType></rdf:SphericalVideo>
        """
      try insert(
        box("uuid", identifier + Array(text.utf8)), before: "mdia", within: ["moov", "trak"], of: "flat.mp4",
        to: "s.mp4")
    } else {
      try insert(
        sphere(isStereo: version == 3), before: "avcC", within: Self.entry, of: "flat.mp4", to: "s.mp4")
    }
    let own = version == 3 ? "equirectangular, top and bottom" : "equirectangular"
    if Tier.current == .full { try await media.make("s.mkv", ["-i", "s.mp4", "-c", "copy"]) }
    let sphere = FilmClip(.file(path: media.file("s.mp4")))
    let flat = FilmClip(.file(path: media.file("flat.mp4")))
    for (source, output) in cases(
      [("s.mp4", "c.mp4")], full: [("s.mp4", "c.mov"), ("s.mp4", "c.mkv"), ("s.mkv", "d.mp4")])
    {
      let clip = FilmClip(.file(path: media.file(source)))
      let report = try await film([clip, clip], [.cut], output) { $0.isMute = true }
      #expect(try await projection(output) == own, "\(source) to \(output)")
      #expect(report.film.copiedFrames ?? 0 > 0)
      #expect(report.warnings.allSatisfy { !$0.contains("projection") }, "\(report.warnings)")
    }
    // A flat clip among spherical ones is encoded. A film of flat pictures or an encoded film loses
    // the projection.
    let among = try await report([sphere, flat], [.cut], "among.mp4")
    #expect(among.clips[1].encoded?.contains("its projection differs from the film's") == true)
    for (clips, copies) in cases([([sphere, flat], false)], full: [([flat, sphere], true)]) {
      let report = try await report(clips, [.cut], "lost.mp4") { request in
        request.copies = copies
        request.output.overwrites = true
      }
      if Tier.current == .full { #expect(try await projection("lost.mp4") == "") }
      #expect(
        report.warnings.contains {
          $0.contains("the projection (") && $0.contains("equirectangular) of") && $0.contains("s.mp4")
        }, "\(report.warnings)")
    }
  }

  @Test("lost time codes and telemetry cause a warning")
  func besides() async throws {
    try media.write(
      Array("1\n00:00:00,000 --> 00:00:01,000\nGPS0\n".utf8), to: "t.srt")
    try media.write(
      Array(";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=1\ntitle=One\n".utf8), to: "c.txt")
    let pictures = ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=30:d=1"]
    let h264 = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-colorspace", "bt709"]
    try await media.make(
      "t.mp4",
      pictures + ["-i", "t.srt", "-map", "0", "-map", "1", "-c:s", "mov_text", "-timecode", "10:00:00:00"]
        + h264)
    // Turns the text track into one of GoPro's.
    var bytes = try #require(media.bytes("t.mp4"))
    for (old, new) in [("sbtl", "meta"), ("tx3g", "gpmd")] {
      bytes.replace(Array(old.utf8), with: Array(new.utf8))
    }
    try media.write(bytes, to: "gopro.mp4")
    try await media.make(
      "tape.avi", pictures + ["-metadata", "timecode=10:00:00:00", "-c:v", "mjpeg", "-pix_fmt", "yuvj420p"])
    try await media.make("chapters.mp4", pictures + ["-i", "c.txt", "-map_metadata", "1"] + h264)
    let losses: [(name: String, copies: Bool, words: [String])] = [
      ("gopro.mp4", true, ["telemetry", "time code"]), ("tape.avi", false, ["time code"]),
      ("chapters.mp4", false, ["chapters"]), ("gopro.mp4", false, ["telemetry", "time code"]),
    ]
    for (name, copies, words) in cases(3, of: losses) {
      let report = try await report([FilmClip(.file(path: media.file(name)))], [], "o.mp4") { request in
        request.copies = copies
        request.output.overwrites = true
      }
      let lost = report.warnings.first { $0.hasPrefix("the film leaves out") } ?? ""
      for word in ["telemetry", "time code", "timed metadata", "chapters"] {
        #expect(lost.contains(word) == words.contains(word), "\(name): \(lost)")
      }
    }
  }
}
