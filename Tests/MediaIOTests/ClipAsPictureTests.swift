import SegueImaging
import TestSupport
import Testing

@testable import SegueMedia

/// Videos as the pictures of a transition, with the first or last frame of a film of the same clip.
@Suite("A video as a picture", .needs("ffmpeg", "ffprobe")) struct ClipAsPictureTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func picture(
    _ name: String, _ arguments: [String], _ moment: ImageDecoder.Moment = .first,
    limits: DecodingLimits = DecodingLimits()
  ) async throws -> DecodedImage {
    let path = try await FFmpeg.make(name, arguments, in: place)
    return try await ImageDecoder(limits: limits).decoded(path: path, moment: moment)
  }

  private static func color(_ color: String, size: String = "64x48", seconds: String = "0.3") -> [String] {
    ["-f", "lavfi", "-i", "color=\(color):s=\(size):r=10:d=\(seconds)"]
  }

  private static let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "4", "-pix_fmt", "yuv420p"]

  @Test(
    "a video's alpha is kept",
    arguments: cases(
      [
        ("vp9.webm", ["-c:v", "libvpx-vp9", "-pix_fmt", "yuva420p"]),
        (
          "hlg.mov",
          [
            "-c:v", "prores_ks", "-pix_fmt", "yuva444p10le", "-color_trc", "arib-std-b67", "-colorspace",
            "bt2020nc", "-color_primaries", "bt2020",
          ]
        ),
      ], full: [("vp8.webm", ["-c:v", "libvpx", "-auto-alt-ref", "0", "-pix_fmt", "yuva420p"])]))
  func alpha(name: String, codec: [String]) async throws {
    let source = ["-f", "lavfi", "-i", "color=0xC86420@0.5:s=64x48:r=10:d=0.3,format=rgba"]
    let pixel = try await picture(name, source + codec).snapshot[32, 24]
    #expect(abs(Int(pixel.alpha) - 128) <= 2, "\(pixel)")
    #expect(pixel.red > pixel.green && pixel.green > pixel.blue, "\(pixel)")
  }

  @Test(
    "an untagged video is BT.709 in HD and BT.601 in SD",
    arguments: cases(
      [
        ("one.mp4", "1280x720", "bt709", "0.1"), ("sd.mp4", "64x48", "bt601", "0.3"),
      ], full: [("hd.mp4", "1280x720", "bt709", "0.3"), ("hd.ts", "320x720", "bt709", "0.3")]))
  func matrices(name: String, size: String, matrix: String, seconds: String) async throws {
    let source = Self.color("0x28C850", size: size, seconds: seconds)
    let filter = ["-vf", "format=gbrp,scale=out_color_matrix=\(matrix),format=yuv420p"]
    let pixel = try await picture(name, source + filter + Self.h264).snapshot[32, 24]
    for (got, wanted) in zip([pixel.red, pixel.green, pixel.blue], [40, 200, 80]) {
      #expect(abs(Int(got) - wanted) <= 3, "\(pixel)")
    }
  }

  @Test(
    "an anamorphic video is scaled to square pixels",
    arguments: cases(["a.mpg"], full: ["a.mp4", "a.mkv"]))
  func anamorphic(name: String) async throws {
    let codec = name.hasSuffix("mpg") ? ["-c:v", "mpeg2video", "-r", "25"] : Self.h264
    let words = Self.color("gray", size: "360x288") + ["-vf", "setsar=64/45"] + codec
    for moment in [ImageDecoder.Moment.first, .last] {
      let size = try await picture(name, words, moment).snapshot.size
      // 360 · 64 / 45.
      #expect(size == ImageSize(width: 512, height: 288))
    }
  }

  @Test(
    "an interlaced video is deinterlaced",
    arguments: cases(
      [("f.mkv", ["-c:v", "libx264", "-qp", "8"])],
      full: [("f.mpg", ["-c:v", "mpeg2video", "-qscale:v", "3"])]))
  func interlaced(name: String, codec: [String]) async throws {
    // Vertical bars that move by half their width from field to field.
    let bars = "geq=lum='if(lt(mod(X+8*N,32),16),235,16)':cb=128:cr=128"
    let source = ["-f", "lavfi", "-i", "color=black:s=64x48:r=50:d=0.4,\(bars)"]
    let fields = ["-vf", "interlace=lowpass=0,format=yuv420p", "-flags", "+ilme+ildct"]
    let snapshot = try await picture(name, source + fields + codec).snapshot
    let steps = (8..<40).flatMap { y in
      (0..<64).map { x in abs(Int(snapshot[x, y].green) - Int(snapshot[x, y + 1].green)) }
    }
    #expect(steps.reduce(0, +) / steps.count < 8)
  }

  @Test(
    "a wide-gamut or HDR picture with odd sides and 4:2:0 chroma is converted",
    arguments: ["bt709", "smpte2084"])
  func oddSides(transfer: String) async throws {
    let source = ["-f", "lavfi", "-i", "nullsrc=s=35x21:r=10:d=0.1,geq=lum=126:cb=128:cr=128"]
    let tags = [
      "-color_primaries", "bt2020", "-color_trc", transfer, "-colorspace", "bt2020nc", "-color_range", "tv",
    ]
    let path = try await FFmpeg.make(
      "odd.mkv", source + ["-c:v", "ffv1", "-pix_fmt", "yuv420p"] + tags, in: place)
    let video = try await ClipProbe().info(of: path).video
    let decoder = FFmpegStillDecoder(limits: DecodingLimits(), timeLimit: .seconds(60), name: path)
    let snapshot = try await decoder.decode(path: path, video).snapshot
    #expect(snapshot.size == ImageSize(width: 35, height: 21))
    let pixel = snapshot[34, 20]
    #expect(pixel.red == pixel.green && pixel.green == pixel.blue, "\(pixel)")
    // (126 - 16) / 219 of white.
    if transfer == "bt709" { #expect(abs(Int(pixel.green) - 128) <= 2, "\(pixel)") }
  }

  @Test("a NUT video is read", arguments: cases([ImageDecoder.Moment.last], full: [.first]))
  func nut(moment: ImageDecoder.Moment) async throws {
    let fading = Self.color("black") + ["-vf", "geq=lum='60+50*N':cb=128:cr=128", "-c:v", "ffv1"]
    let image = try await picture("a.nut", fading, moment)
    // Luma 60 and 160 of limited range.
    #expect(abs(Int(image.snapshot[9, 9].green) - (moment == .first ? 51 : 168)) <= 1)
    #expect(image.notices.count == 1)
  }

  @Test("the last frame is found for any duration", arguments: cases(["v.mkv", "v.gif"], full: ["v.mp4"]))
  func shortLastFrame(name: String) async throws {
    // Frames at 0, 0.5, 1 and 1.5 s; the last one has a duration of 20 ms.
    let white = "drawbox=t=fill:c=white:enable='gte(t,1.5)'"
    let picked = "select='eq(n,0)+eq(n,25)+eq(n,50)+eq(n,75)'"
    let words = ["-f", "lavfi", "-i", "color=black:s=64x48:r=50:d=1.52", "-vf", "\(white),\(picked)"]
    let codec = name.hasSuffix("gif") ? ["-final_delay", "2"] : Self.h264
    let image = try await picture(name, words + ["-fps_mode", "vfr"] + codec, .last)
    #expect(image.snapshot[32, 24].green > 240)
  }

  @Test("a colour profile is applied to an animated PNG's last frame")
  func profile() async throws {
    let words = Self.color("0xC8640A") + ["-f", "apng", "-pix_fmt", "rgb24"]
    _ = try await FFmpeg.make("a.png", words, in: place)
    var file = try #require(place.bytes("a.png"))
    var chunk = PNGChunks()
    chunk.append("iCCP", Array("p".utf8) + [0, 0] + Made.zlib(Made.profile(primaries: [2, 1, 0])))
    // The chunk follows the signature and the header.
    file.insert(contentsOf: chunk.bytes, at: 33)
    let pixel = try await ImageDecoder().decoded(bytes: file, name: "a.png", moment: .last).snapshot[9, 9]
    for (got, wanted) in zip([pixel.red, pixel.green, pixel.blue], [10, 100, 200]) {
      #expect(abs(Int(got) - wanted) <= 3, "\(pixel)")
    }
  }
}
