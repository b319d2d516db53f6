import SegueImaging
import SegueMath
import SegueSystem

/// Frames back to back as RGBA8, or as RGBA of 16 bits a channel, little-endian: straight alpha, rows packed, top row
/// first, nothing between them.
///
/// **Thread-safety:** as `FrameSink` says.
package final class RawSink: ByteSink {
  package let output: ByteOutput

  /// A stream into `destination`.
  package init(_ destination: OutputDestination, depth: PixelDepth = .eight) {
    output = ByteOutput(destination)
    format = PixelFormat(depth)
  }

  /// RGBA of the stream's depth.
  package let format: PixelFormat
  /// 1: a frame is written when `write` returns.
  package var capacity: Int { 1 }

  /// Writes the frame's bytes; waits for a slow reader.
  package func write(_ frame: VideoFrame, index: Int) throws {
    defer { frame.release() }
    try frame.withUnsafeBytes { try output.write($0) }
  }
}

/// YUV4MPEG2: a line of text about the stream, then each frame's planes after the line `FRAME`.
///
/// Colours have no tag in this format; 4:2:0 with chroma in the middle of its four pixels is `C420jpeg`, the limited
/// range goes into the `XCOLORRANGE` comment that ffmpeg reads. Of 10 bits it is `C420p10`, which leaves open where
/// chroma lies. Source: yuv4mpeg(5) of the mjpegtools; ffmpeg's yuv4mpegenc.c.
///
/// **Thread-safety:** as `FrameSink` says.
package final class Y4MSink: ByteSink {
  package let output: ByteOutput
  private let shape: VideoShape
  private static let frameLine = Array("FRAME\n".utf8)

  /// A stream of frames of `shape` and `format`, which are planes, into `destination`.
  /// - Throws: `MediaError.unsupported` for an odd width or height.
  package init(
    _ destination: OutputDestination, shape: VideoShape, format: PixelFormat = .yuv420p
  ) throws(MediaError) {
    self.format = format
    try shape.checkEvenSides(format: OutputFormat.y4m.rawValue)
    output = ByteOutput(destination)
    self.shape = shape
  }

  /// YUV 4:2:0.
  package let format: PixelFormat
  /// 1: a frame is written when `write` returns.
  package var capacity: Int { 1 }

  /// The stream's first line.
  var header: String {
    "YUV4MPEG2 W\(shape.size.width) H\(shape.size.height) F\(shape.rate.numerator):\(shape.rate.denominator)"
      + " Ip A1:1 \(format == .yuv420p ? "C420jpeg" : "C420p10 XYSCSS=420P10") XCOLORRANGE=LIMITED\n"
  }

  /// Makes the place to write to and writes the header.
  package func open() throws {
    try output.open()
    try Array(header.utf8).withUnsafeBytes { try output.write($0) }
  }

  /// Writes the frame's planes; waits for a slow reader.
  package func write(_ frame: VideoFrame, index: Int) throws {
    defer { frame.release() }
    try Self.frameLine.withUnsafeBytes { try output.write($0) }
    try frame.withUnsafeBytes { try output.write($0) }
  }
}
