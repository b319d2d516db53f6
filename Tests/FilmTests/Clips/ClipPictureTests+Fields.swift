import Foundation
import SegueFilms
import SegueImaging
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia

/// Interlaced pictures that only their frames mark as such.
extension ClipPictureTests {
  /// Interlaced pictures with a bar that moves by 4 pixels per field, and progressive pictures.
  private func stripes(bottomFirst: Bool = false, size: String = "64x48", seconds: Double = 0.4) -> [String] {
    let order = bottomFirst ? ("interleave_bottom", "bff") : ("interleave_top", "tff")
    return [
      "-f", "lavfi", "-i", "color=black:s=\(size):r=50:d=\(seconds)", "-f", "lavfi", "-i",
      "color=white:s=8x\(size.split(separator: "x")[1]):r=50:d=\(seconds)", "-filter_complex",
      "[0][1]overlay=x='4*mod(n,14)',tinterlace=\(order.0),setfield=\(order.1)",
    ]
  }

  /// The combing of a frame: the mean difference of its rows to their neighbours.
  private func teeth(_ frame: [UInt8], width: Int) -> Double {
    let rows = frame.count / width
    var sum = 0
    for y in stride(from: 3, to: rows - 3, by: 2) {
      for x in 0..<width {
        let (above, here, below) = (
          Int(frame[(y - 1) * width + x]), Int(frame[y * width + x]), Int(frame[(y + 1) * width + x])
        )
        sum += abs(2 * here - above - below) / 2
      }
    }
    return Double(sum) / Double(rows * width / 2)
  }

  private static let fieldCodecs: [(name: String, codec: [String])] = [
    ("tape.dv", ["-c:v", "dvvideo", "-s", "720x576", "-pix_fmt", "yuv420p"]),
    // Motion JPEG has no field flags, so the container's are used.
    ("photos.mov", ["-c:v", "mjpeg", "-q:v", "2", "-pix_fmt", "yuvj420p"]),
    ("part2.avi", ["-c:v", "mpeg4", "-flags", "+ildct+ilme", "-q:v", "2"]),
    ("tape.avi", ["-c:v", "dvvideo", "-pix_fmt", "yuv420p"]),
    ("tape.mov", ["-c:v", "dvvideo", "-pix_fmt", "yuv420p"]),
    ("tape.mkv", ["-c:v", "dvvideo", "-pix_fmt", "yuv420p"]),
    ("lossless.avi", ["-c:v", "ffv1", "-level", "3", "-flags", "+ildct"]),
  ]

  @Test(
    "field flags of pictures override the container's",
    arguments: cases(2, of: fieldCodecs))
  func onlyFrames(name: String, codec: [String]) async throws {
    let isTape = name.hasPrefix("tape")
    let size = isTape ? "720x576" : "64x48"
    try await media.make(name, stripes(bottomFirst: isTape, size: size) + codec)
    let (frames, report) = try await film([clip(name)])
    #expect(
      report.warnings.contains { $0.contains("interlaced pictures are deinterlaced") }, "\(report.warnings)")
    let stored = try await media.decode(name, as: "gray", isPassed: true).frames(
      of: isTape ? 720 * 576 : 3072)
    let width = report.film.width
    for index in 2..<8 {
      let (made, own) = (teeth(frames[index], width: width), teeth(stored[index], width: isTape ? 720 : 64))
      #expect(made * 5 < own, "frame \(index): \(made) of \(own)")
    }
  }

  /// Encoders, and their arguments for interlaced pictures.
  private static let interlacedEncoders: [(codec: [String], fields: [String])] = [
    (["-c:v", "mpeg2video", "-q:v", "2"], ["-flags", "+ildct+ilme"]),
    (["-c:v", "libx264", "-qp", "4", "-bf", "0"], ["-flags", "+ildct+ilme", "-x264-params", "tff=1"]),
  ]

  @Test(
    "the field order may change from one picture to the next",
    arguments: cases(1, of: interlacedEncoders))
  func changingFields(codec: [String], fields: [String]) async throws {
    let plain = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.4,format=yuv420p"]
    let codec = codec + Self.bt709 + ["-pix_fmt", "yuv420p"]
    // An MPEG-2 encoder starts a picture later.
    let offset = codec.contains("mpeg2video") ? "0.44" : "0.4"
    try await media.make("plain.ts", plain + codec)
    try await media.make(
      "fields.ts", stripes() + codec + fields + ["-output_ts_offset", offset])
    for (name, order) in cases(
      [("after.ts", ["plain.ts", "fields.ts"])], full: [("before.ts", ["fields.ts", "plain.ts"])])
    {
      try media.write(order.flatMap { media.bytes($0) ?? [] }, to: name)
      let (frames, _) = try await film([clip(name)])
      let stored = try await media.decode(name, as: "gray", isPassed: true).frames(of: 64 * 48)
      try #require((19...20).contains(frames.count))
      let comb = stored.map { teeth($0, width: 64) }.max() ?? 0
      for index in name == "after.ts" ? 12..<18 : 2..<8 {
        #expect(teeth(frames[index], width: 64) * 5 < comb, "\(name), frame \(index)")
      }
      // Progressive pictures stay unchanged.
      for index in name == "after.ts" ? 2..<8 : 12..<18 {
        let isStored = stored.contains { own in
          zip(frames[index], own).allSatisfy { abs(Int($0) - Int($1)) <= 2 }
        }
        #expect(isStored, "\(name), frame \(index)")
      }
    }
  }
}
