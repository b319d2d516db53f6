import Imaging

/// An animated picture file made in this process.
///
/// **Thread-safety:** as `FrameSink` says.
public final class AnimationSink: FrameSink {
  private let output: ByteOutput
  private let encoder: any AnimationEncoder

  /// An animation, made by `encoder`, into `destination`.
  public init(_ destination: OutputDestination, encoder: any AnimationEncoder) {
    output = ByteOutput(destination)
    self.encoder = encoder
  }

  /// RGBA8.
  public var format: PixelFormat { .rgba8 }
  /// The encoder's.
  public var capacity: Int { encoder.capacity }

  /// Makes the place to write to.
  public func open() throws { try output.open() }

  /// Hands the frame to the encoder and writes what is ready.
  public func write(_ frame: Frame, index: Int) throws {
    try encoder.add(frame, index: index).withUnsafeBytes { try output.write($0) }
  }

  /// Writes the rest and completes the file.
  public func complete() throws -> [String] {
    try encoder.finish().withUnsafeBytes { try output.write($0) }
    return try output.complete()
  }

  /// Puts the file in its place.
  public func commit() throws { try output.commit() }

  /// Removes what was written.
  public func abort() { output.abort() }

  /// Makes a waiting `write` return.
  public func cancel() { output.cancel() }
}
