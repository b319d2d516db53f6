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

  @Test("the initial picture size and changes of it are read")
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
}
