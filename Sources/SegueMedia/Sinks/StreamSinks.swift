import SegueImaging
import SegueMath
import SegueSystem

/// Writes frames back to back as RGBA with 8 bits, or 16 bits little-endian, per channel: straight
/// alpha, rows packed, top row first.
package final class RawSink: ByteSink {
  package let output: ByteOutput

  package init(_ destination: OutputDestination, depth: PixelDepth = .eight) {
    output = ByteOutput(destination)
    format = PixelFormat(depth)
  }

  package let format: PixelFormat
  package var capacity: Int { 1 }

  package func write(_ frame: VideoFrame, index: Int) throws {
    defer { frame.release() }
    try frame.withUnsafeBytes { try output.write($0) }
  }
}

/// Writes YUV4MPEG2: a header line, then each frame's planes after the line `FRAME`.
///
/// The format has no colour tags. `C420jpeg` is 4:2:0 with centred chroma. The limited range is in
/// the `XCOLORRANGE` comment that ffmpeg reads. `C420p10`, for 10 bits, does not specify the chroma
/// location.
///
/// **Source:** yuv4mpeg(5) of the mjpegtools; ffmpeg's yuv4mpegenc.c.
package final class Y4MSink: ByteSink {
  package let output: ByteOutput
  private let shape: VideoShape
  private static let frameLine = Array("FRAME\n".utf8)

  /// A stream of planar frames of `shape` and `format` into `destination`.
  /// - Throws: `MediaError.oddSides`.
  package init(
    _ destination: OutputDestination, shape: VideoShape, format: PixelFormat = .yuv420p
  ) throws(MediaError) {
    self.format = format
    try shape.checkEvenSides(format: OutputFormat.y4m.rawValue)
    output = ByteOutput(destination)
    self.shape = shape
  }

  package let format: PixelFormat
  package var capacity: Int { 1 }

  var header: String {
    "YUV4MPEG2 W\(shape.size.width) H\(shape.size.height) F\(shape.rate.numerator):\(shape.rate.denominator)"
      + " Ip A1:1 \(format == .yuv420p ? "C420jpeg" : "C420p10 XYSCSS=420P10") XCOLORRANGE=LIMITED\n"
  }

  package func open() throws {
    try output.open()
    try Array(header.utf8).withUnsafeBytes { try output.write($0) }
  }

  package func write(_ frame: VideoFrame, index: Int) throws {
    defer { frame.release() }
    try Self.frameLine.withUnsafeBytes { try output.write($0) }
    try frame.withUnsafeBytes { try output.write($0) }
  }
}
