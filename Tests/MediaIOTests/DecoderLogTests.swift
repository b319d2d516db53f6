import SegueImaging
import SegueMath
import Testing

@testable import SegueMedia

@Suite("Logs of a decoder") struct DecoderLogTests {
  private func read(_ lines: String...) -> DecoderLog {
    let log = DecoderLog()
    for line in lines { _ = log.read(line) }
    return log
  }

  @Test("the initial picture size and its changes are read from the log")
  func sizes() {
    let log = read(
      "[Parsed_scale_0 @ 0x55] [verbose] w:32 h:32 flags:'' interl:0",
      "[graph 0 input from stream 0:0 @ 0x55] [verbose] w:64 h:48 pixfmt:yuv420p tb:1/25 fr:25/1 sar:1/1",
      "[Parsed_scale_0 @ 0x55] [verbose] w:640 h:480 fmt:rgb24 sar:1/1 -> w:32 h:32 fmt:rgb24 sar:1/1 flags:0x0",
      "[graph 0 input from stream 0:0 @ 0x55] [warning] Changing video frame properties on the fly is not supported",
      "[graph 0 input from stream 0:0 @ 0x55] [info] filter context - w: 64 h: 48 fmt: 0, "
        + "incoming frame - w: 80 h: 60 fmt: 0 pts_time: 1",
      "[verbose] w:0 h:0 pixfmt:yuv420p")
    #expect(log.sizes == [ImageSize(width: 64, height: 48), ImageSize(width: 80, height: 60)])
    #expect(log.changesShape)
    #expect(!log.changesAspect)
  }

  @Test("a changed pixel aspect ratio is read from the first scaler") func aspects() {
    func scaled(_ filter: String, _ aspect: String) -> String {
      "[Parsed_scale_\(filter) @ 0x55] [verbose] w:64 h:48 fmt:rgb24 sar:\(aspect) -> w:16 h:16 fmt:rgb24 sar:1/1"
    }
    #expect(read(scaled("0", "4/3"), scaled("0", "1/1")).changesAspect)
    #expect(!read(scaled("0", "4/3"), scaled("2", "1/1"), scaled("0", "4/3")).changesAspect)
  }

  @Test("consecutive frames of the same size and aspect ratio are counted") func shapes() {
    func shown(_ number: Int, _ shape: String) -> String {
      "[Parsed_showinfo_1 @ 0x55] [info] n:\(number) pts: 0 pts_time:0 pos: -1 fmt:rgb24 \(shape) i:P iskey:1 type:I "
    }
    let log = read(
      "[Parsed_showinfo_1 @ 0x55] [info] config in time_base: 1/25, frame_rate: 25/1",
      shown(0, "sar:4/3 s:32x24"), shown(1, "sar:4/3 s:32x24"), shown(12345, "sar:0/1 s:32x24"),
      shown(3, "sar:4/3 s:32x24"))
    let size = ImageSize(width: 32, height: 24)
    #expect(
      log.shapes == [
        ShapeRun(size: size, sampleAspect: Ratio(4, 3), count: 2),
        ShapeRun(size: size, sampleAspect: nil, count: 1),
        ShapeRun(size: size, sampleAspect: Ratio(4, 3), count: 1),
      ])
  }

  @Test("damaged frames are counted per stream")
  func damage() {
    let log = read(
      "[mov @ 0x55] [warning] corrupt input packet in stream 2",
      "[h264 @ 0x55] [error] Invalid NAL unit size",
      "[warning] input.mp4: corrupt decoded frame in stream 0", "    Last message repeated 3 times",
      "[error] Error while decoding stream #0:0: Invalid data",
      "[aresample @ 0x55] [verbose] adding 480 audio samples of silence",
      "[verbose] adding 20 audio samples of noise")
    #expect(log.damagedFrames(of: 0) == 5)
    #expect(log.damagedFrames(of: nil) == 5)
    #expect(log.filledSamples == 480)
    #expect(
      read("corrupt input packet in stream 2", "Last message repeated 6 times").damagedFrames(of: 2) == 7)
  }

  @Test("warnings and errors are kept without their level")
  func levels() {
    let log = DecoderLog()
    #expect(log.read("[error] Error while decoding stream #0:0: x") == "Error while decoding stream #0:0: x")
    #expect(log.read("[h264 @ 0x55] [warning] late") == "[h264 @ 0x55] late")
    #expect(log.read("[verbose] w:0 h:0 pixfmt:yuv420p") == nil)
    #expect(log.read("    Last message repeated 3 times") == nil)
  }

  @Test("a file's tags are not read as messages") func tags() {
    let tag = "[info]     title           : "
    let log = read(
      tag + "corrupt decoded frame", tag + "adding 480 audio samples of silence",
      "Last message repeated 9 times",
      tag + "corrupt input packet in stream 0", "[verbose] adding 9999999999 audio samples of silence")
    #expect(log.damagedFrames(of: 0) == 0 && log.filledSamples == 0)
  }

  @Test("truncated lines, binary lines and oversized numbers are ignored") func odd() {
    let log = read(
      "[verbose] w:", "[verbose] w:64 h:", "[verbose] w:99999999999999999999 h:48 pixfmt:rgb24",
      "Last message repeated",
      "[info] n:0 sar:1/1 s:32", "[info] n:0 sar:1/1 s:0x8 ", "[info] n:é sar:\u{301}1/1", "")
    #expect(log.sizes.isEmpty && log.shapes.isEmpty && log.damagedFrames(of: 0) == 0)
  }

  /// The logs of two pictures and a larger third one, of a damaged frame, a damaged packet and a gap, in
  /// ffmpeg 5.1.9 and 9.0.2.
  private static let recorded = [
    [
      "[graph 0 input from stream 0:0 @ 0x55c96b36a9c0] [verbose] w:64 h:48 pixfmt:yuv420p tb:1/1200000 fr:10/1 sar:1/1",
      "[Parsed_scale_0 @ 0x55709da02f00] [verbose] w:64 h:48 fmt:yuv420p sar:1/1 -> w:32 h:24 fmt:yuv420p sar:1/1 flags:0x0",
      "[Parsed_showinfo_1 @ 0x55709da1cf80] [info] n:   0 pts:      0 pts_time:0       pos:        0 "
        + "fmt:yuv420p sar:1/1 s:32x24 i:P iskey:1 type:I ",
      "[Parsed_showinfo_1 @ 0x55709da1cf80] [info] n:   1 pts: 120000 pts_time:0.1     pos:     1753 "
        + "fmt:yuv420p sar:1/1 s:32x24 i:P iskey:0 type:P ",
      "[graph 0 input from stream 0:0 @ 0x55c96b36a9c0] [info] filter context - w: 64 h: 48 fmt: 0, "
        + "incoming frame - w: 80 h: 60 fmt: 0 pts_time: 1",
      "[graph 0 input from stream 0:0 @ 0x55c96b36a9c0] [warning] "
        + "Changing video frame properties on the fly is not supported by all filters.",
      "[Parsed_scale_0 @ 0x55c96b369f00] [verbose] w:80 h:60 fmt:yuv420p sar:1/1 -> w:32 h:24 fmt:yuv420p sar:1/1 flags:0x0",
      "[warning] lost.ts: corrupt input packet in stream 0",
      "[warning] lost.ts: corrupt decoded frame in stream 0",
      "[Parsed_aresample_0 @ 0x55e576cc9600] [SWR @ 0x55e576cc9700] [verbose] adding 13312 audio samples of silence",
    ],
    [
      "[graph -1 input from stream 0:0 @ 0x7f252c010500] [verbose] w:64 h:48 pixfmt:yuv420p tb:1/1200000 fr:10/1 sar:1/1 "
        + "csp:unknown range:unknown alpha:unspecified",
      "[Parsed_scale_0 @ 0x7f252c001d40] [verbose] w:64 h:48 fmt:yuv420p csp:unknown range:unknown sar:1/1 -> w:32 h:24 "
        + "fmt:yuv420p csp:unknown range:unknown sar:1/1 flags:0x00000004",
      "[Parsed_showinfo_1 @ 0x7f252c00f4c0] [info] n:   0 pts:      0 pts_time:0       duration: 120000 "
        + "duration_time:0.1     fmt:yuv420p cl:unspecified sar:1/1 s:32x24 i:P iskey:1 type:I ",
      "[Parsed_showinfo_1 @ 0x7f252c00f4c0] [info] n:   1 pts: 120000 pts_time:0.1     duration: 120000 "
        + "duration_time:0.1     fmt:yuv420p cl:unspecified sar:1/1 s:32x24 i:P iskey:0 type:P ",
      "[graph -1 input from stream 0:0 @ 0x7fe4b8010500] [warning] "
        + "Changing video frame properties on the fly is not supported by all filters.",
      "[graph -1 input from stream 0:0 @ 0x7fe4b8010500] [warning] filter context - w: 64 h: 48 fmt: 0 csp: unknown "
        + "range: unknown alpha: unspecified, incoming frame - w: 80 h: 60 fmt: 0 csp: unknown range: unknown "
        + "alpha: unspecified pts_time: 1",
      "[Parsed_scale_0 @ 0x7fe4b8001d40] [verbose] w:80 h:60 fmt:yuv420p csp:unknown range:unknown sar:1/1 -> w:32 h:24 "
        + "fmt:yuv420p csp:unknown range:unknown sar:1/1 flags:0x00000004",
      "[in#0/mpegts @ 0x558c3b444e40] [warning] corrupt input packet in stream 0",
      "[vist#0:0/h264 @ 0x558c3b4aec40] [dec:h264 @ 0x558c3b4b28c0] [warning] corrupt decoded frame",
      "[Parsed_aresample_0 @ 0x7f49a0001c00] [SWR @ 0x7f49a0001e00] [verbose] adding 13312 audio samples of silence",
    ],
  ]

  @Test("the logs of the oldest and the newest ffmpeg are read alike", arguments: recorded)
  func versions(lines: [String]) {
    let log = DecoderLog()
    for line in lines { _ = log.read(line) }
    #expect(log.sizes == [ImageSize(width: 64, height: 48), ImageSize(width: 80, height: 60)])
    #expect(log.changesShape && !log.changesAspect)
    let shown = ShapeRun(size: ImageSize(width: 32, height: 24), sampleAspect: Ratio(1, 1), count: 2)
    #expect(log.shapes == [shown])
    #expect(log.damagedFrames(of: 0) == 1 && log.damagedFrames(of: 1) == 1)
    #expect(log.filledSamples == 13_312)
  }

  @Test(
    "a packet that the decoder rejects is a damaged frame",
    arguments: [
      "[error] Error while decoding stream #0:0: Invalid data found when processing input",
      "[vist#0:0/h264 @ 0x55d015414080] [dec:h264 @ 0x55d01543f280] [error] Error submitting packet to decoder: "
        + "Invalid data found when processing input",
    ])
  func rejectedPackets(line: String) { #expect(read(line).damagedFrames(of: 0) == 1) }
}
