import Imaging
import Synchronization

/// One frame as one picture file.
///
/// **Thread-safety:** as `FrameSink` says.
public final class StillSink: FrameSink {
  private let output: ByteOutput
  private let encoder: any StillEncoder
  private let hasFrame = Atomic<Bool>(false)

  /// One picture, made by `encoder`, into `destination`.
  public init(_ destination: OutputDestination, encoder: any StillEncoder) {
    output = ByteOutput(destination)
    self.encoder = encoder
  }

  /// RGBA8.
  public var format: PixelFormat { .rgba8 }
  /// 1: the frame is written when `write` returns.
  public var capacity: Int { 1 }

  /// Makes the place to write to.
  public func open() throws { try output.open() }

  /// Encodes the frame and writes it. It may be called once.
  public func write(_ frame: Frame, index: Int) throws {
    defer { frame.release() }
    let isSecond = hasFrame.exchange(true, ordering: .relaxed)
    precondition(!isSecond, "a still picture has one frame")
    try encoder.encode(frame).withUnsafeBytes { try output.write($0) }
  }

  /// Completes the file.
  public func complete() throws -> [String] {
    precondition(hasFrame.load(ordering: .relaxed), "a still picture has one frame")
    return try output.complete()
  }

  /// Puts the file in its place.
  public func commit() throws { try output.commit() }

  /// Removes what was written.
  public func abort() { output.abort() }

  /// Makes a waiting `write` return.
  public func cancel() { output.cancel() }
}
