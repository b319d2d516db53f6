import TestSupport
import Testing

@testable import SegueImaging

@Suite("Sizes and colours as text") struct TextTests {
  @Test(
    "colours are read from text",
    arguments: [
      ("#fff", "#ffffff"), ("#F80", "#ff8800"), ("#01020304", "#01020304"), ("RED", "#ff0000"),
      ("transparent", "#00000000"), ("lightgoldenrodyellow", "#fafad2"), ("grey", "#808080"),
    ])
  func colors(text: String, expected: String) {
    #expect(RGBAColor(text)?.description == expected)
  }

  @Test(
    "invalid colours are rejected",
    arguments: ["", "#", "#ff", "#ffff", "#fffff", "#ggg", "ff0000", "reddish", "#+fffff", "# fff"])
  func invalidColors(text: String) { #expect(RGBAColor(text) == nil) }

  @Test("every colour name has one colour")
  func colorNames() {
    #expect(RGBAColor.names.count == 148)
    for name in RGBAColor.names { #expect(RGBAColor(name)?.isOpaque == true) }
  }

  @Test(
    "sizes are read from text",
    arguments: [
      ("1920x", "1920x1440"), ("x600", "800x600"), ("640X360", "640x360"), ("1080p", "1920x1080"),
      ("story", "1080x1920"), ("x1", "1x1"),
    ])
  func readSizes(text: String, expected: String) {
    #expect(FrameSize(text)?.size(for: ImageSize(width: 4000, height: 3000)).description == expected)
  }

  @Test("a missing side is rounded to an even number if required")
  func evenSide() {
    let shape = ImageSize(width: 300, height: 100)
    #expect(FrameSize.width(100).size(for: shape) == ImageSize(width: 100, height: 33))
    #expect(FrameSize.width(100).size(for: shape, isEven: true) == ImageSize(width: 100, height: 34))
    #expect(FrameSize.width(101).size(for: shape, isEven: true).width == 101)
    #expect(FrameSize.height(1).size(for: ImageSize(width: 1, height: 900)) == ImageSize(width: 1, height: 1))
  }

  @Test(
    "invalid sizes are rejected",
    arguments: ["x", "0x10", "10x0", "x0", "-1x", "1920", "20000x", "1x2x3", " 1x2", "١x", "4q"])
  func invalidSizes(text: String) { #expect(FrameSize(text) == nil) }

  @Test("ffmpeg reads each of its size names as Segue does", .needs("ffmpeg"))
  func ffmpegNames() async throws {
    let own: Set = ["480p", "720p", "1080p", "1440p", "2160p", "4320p", "square", "portrait", "story"]
    let sizes = ImageSize.named.filter { !own.contains($0.name) }
    for start in stride(from: 0, to: sizes.count, by: 12) {
      let group = sizes[start..<min(start + 12, sizes.count)]
      // An input of each size. Without an output ffmpeg only describes its inputs.
      let inputs = group.flatMap { ["-f", "lavfi", "-i", "color=s=\($0.name)"] }
      let said = try await Program("ffmpeg").run(["-nostdin", "-hide_banner"] + inputs)
      let lines = said.messages.split(separator: "\n")
      for (index, named) in group.enumerated() {
        let line = lines.first { $0.contains("Stream #\(index):0") } ?? "no stream"
        #expect(line.contains(" \(named.size)"), "\(named.name): \(line)")
      }
    }
  }
}

@Suite("Impossible sizes") struct ImpossibleSizeTests {
  @Test("areas and sides are limited to the range of Int")
  func limits() {
    #expect(ImageSize(width: 1 << 40, height: 1 << 40).area == .max)
    #expect(ImageSize(width: .min, height: .max).area == 0 && ImageSize(width: -3, height: -3).area == 0)
    #expect(ImageSize(width: 1 << 31, height: 1 << 31).area == 1 << 62)
    #expect(PixelRect(x0: .min, y0: 2, x1: .max, y1: 1).width == .max)
    #expect(PixelRect(x0: .min, y0: 2, x1: .max, y1: 1).height == 0)
    let tall = FrameSize.width(.max).size(for: ImageSize(width: 1, height: 1000), isEven: true)
    #expect(tall.width == .max && tall.height > 1 << 60)
    #expect(
      [.nan, .infinity, -.infinity, -2.9, 1e300].map { Int(limiting: $0) } == [0, .max, .min, -2, .max])
  }

  @Test("a frame has sides from 1 to 16384", arguments: [0, -1, 16_385, 1 << 40, .max, .min])
  func possible(side: Int) {
    #expect(FrameSize.width(16_384).isPossible && FrameSize.exact(ImageSize(width: 1, height: 1)).isPossible)
    for size in [FrameSize.width(side), .height(side), .exact(ImageSize(width: side, height: 1))] {
      #expect(!size.isPossible)
    }
  }
}
