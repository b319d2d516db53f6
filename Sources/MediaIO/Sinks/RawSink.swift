import Imaging

/// Frames back to back as RGBA8: straight alpha, rows packed, top row first, nothing between them.
///
/// **Thread-safety:** as `FrameSink` says.
public final class RawSink: FrameSink {
  private let output: ByteOutput

  /// A stream into `destination`.
  public init(_ destination: OutputDestination) {
    output = ByteOutput(destination)
  }

  /// RGBA8.
  public var format: PixelFormat { .rgba8 }
  /// 1: a frame is written when `write` returns.
  public var capacity: Int { 1 }

  /// Makes the place to write to.
  public func open() throws { try output.open() }

  /// Writes the frame's bytes; waits for a slow reader.
  public func write(_ frame: Frame, index: Int) throws {
    defer { frame.release() }
    try output.write(frame.bytes)
  }

  /// Completes the file.
  public func complete() throws -> [String] { try output.complete() }

  /// Puts the file in its place.
  public func commit() throws { try output.commit() }

  /// Removes what was written.
  public func abort() { output.abort() }

  /// Makes a waiting `write` return.
  public func cancel() { output.cancel() }
}
