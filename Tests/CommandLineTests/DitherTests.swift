import SegueImaging
import TestSupport
import Testing

extension ToolTests {
  /// The colours of a GIF, compared with its pictures.
  @Suite("--dither", .needs("ffmpeg")) struct DitherOption: ToolSuite {
    /// Pictures of 96×64 pixels.
    enum Picture: String, CaseIterable {
      /// 256 colours, another 256, 16, 255 beside transparent pixels, thousands.
      case full, other, few, clear, photo

      func color(_ x: Int, _ y: Int) -> RGBAColor {
        let across = UInt8(x / 6 * 16)
        let down = UInt8(y / 4 * 16)
        return switch self {
        case .full: RGBAColor(red: across, green: down, blue: 64, alpha: 255)
        case .other: RGBAColor(red: 200, green: down, blue: across, alpha: 255)
        case .few: RGBAColor(red: UInt8(x / 24 * 60), green: UInt8(y / 16 * 60), blue: 7, alpha: 255)
        case .clear: RGBAColor(red: across, green: down, blue: 64, alpha: x < 6 && y < 4 ? 0 : 255)
        case .photo: RGBAColor(red: UInt8(x * 2), green: UInt8(y * 3), blue: UInt8(x * y & 255), alpha: 255)
        }
      }
    }

    let tool: Tool
    private let width = 96
    private let height = 64

    init() throws {
      tool = try Tool()
      for picture in Picture.allCases {
        let pixels = Snapshot(width: width, height: height) { x, y in picture.color(x, y) }
        try place.write(pixels, to: "\(picture).png")
      }
    }

    /// The first and the last frame of the GIF made by `words`.
    private func ends(_ words: [String]) async throws -> [[UInt8]] {
      let made = try await tool.run(words + ["-o", "o.gif", "-y"])
      #expect(made.code == 0, "\(made.messages)")
      let frames = try await FFmpeg.decode(
        ["-i", "o.gif", "-fps_mode", "passthrough"], as: "rgba", in: place.path)
      let length = width * height * 4
      return [Array(frames.prefix(length)), Array(frames.suffix(length))]
    }

    /// The number of pixels in which `frame` is not `picture`; the colours of transparent pixels are ignored.
    private func errors(_ frame: [UInt8], _ picture: Picture) -> Int {
      guard frame.count == width * height * 4 else { return .max }
      var count = 0
      for index in 0..<width * height {
        let color = picture.color(index % width, index / width)
        let pixel = Array(frame[index * 4..<index * 4 + 4])
        let solid = [color.red, color.green, color.blue, 255]
        if color.alpha == 0 ? pixel[3] != 0 : pixel != solid { count += 1 }
      }
      return count
    }

    @Test(
      "frames with at most 256 colours are exact",
      arguments: cases(
        3,
        of: [
          (Picture.full, Picture.other, "slide", []),
          (.clear, .few, "dissolve", ["--ping-pong", "--loop", "1"]),
          (.few, .photo, "dissolve", ["--quality", "16"]),
          (.full, .other, "slide", ["--ping-pong", "--loop", "1"]),
          (.few, .full, "wipe", ["--ping-pong", "--loop", "1"]), (.photo, .few, "dissolve", []),
        ] as [(Picture, Picture, String, [String])]))
    func exact(from: Picture, to: Picture, transition: String, words: [String]) async throws {
      let shown = try await ends(
        ["\(from).png", "\(to).png", "-t", transition, "-d", "0.4", "--hold-end", "0.2"] + words)
      // A ping-pong that is played once ends with the first picture.
      let last = words.contains("--ping-pong") ? from : to
      if from != .photo { #expect(errors(shown[0], from) == 0) }
      if last != .photo { #expect(errors(shown[1], last) == 0) }
    }

    @Test(
      "frames of a film with at most 256 colours are exact",
      arguments: cases([(Picture.clear, Picture.few)], full: [(.full, .other)]))
    func film(from: Picture, to: Picture) async throws {
      let shown = try await ends(
        ["join", "\(from).png", "\(to).png", "--each", "1", "-r", "5"]
          + ["--background", from == .clear ? "transparent" : "black"])
      #expect(errors(shown[0], from) == 0)
      #expect(errors(shown[1], to) == 0)
    }

    @Test("a named dither applies to all frames")
    func named() async throws {
      let words = ["full.png", "other.png", "-t", "slide", "-d", "0.4", "--dither", "bayer"]
      #expect(errors(try await ends(words)[0], .full) > 0)
    }

    @Test("a dither is rejected if it is unknown or the format is not GIF")
    func refused() async throws {
      let video = try await tool.run("full.png", "few.png", "-o", "x.mp4", "--dither", "none")
      #expect(video.code == 64 && video.messages.contains("--dither is for gif, not mp4"))
      let unknown = try await tool.run("full.png", "few.png", "-o", "x.gif", "--dither", "dots")
      #expect(unknown.code == 64 && unknown.messages.contains("floyd_steinberg"))
    }

    @Test("segue list gif names the dithers")
    func listed() async throws {
      let list = try await tool.run("list", "gif").text
      for name in ["auto", "none", "bayer:bayer_scale=5", "sierra2_4a"] { #expect(list.contains(name)) }
    }
  }
}
