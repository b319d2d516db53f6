import SegueImaging
import SegueSystem
import Synchronization

/// Turns a picture into the bytes of a picture file.
///
/// **Thread-safety:** `encode` is called from several threads at once.
package protocol StillEncoder: Sendable {
  /// The bits of its pictures' channels.
  var depth: PixelDepth { get }
  /// The whole file of a picture: RGBA of the encoder's depth, rows packed, top row first, straight alpha.
  /// - Parameter hasAlpha: whether the alpha is kept, where the format can keep it.
  /// - Throws: `MediaError`.
  func encode(_ pixels: UnsafeRawBufferPointer, size: ImageSize, hasAlpha: Bool) throws -> [UInt8]
}

extension StillEncoder {
  /// 8 bits.
  package var depth: PixelDepth { .eight }

  /// The file of a snapshot, without alpha when it is opaque.
  /// - Throws: `MediaError`.
  package func encode(_ snapshot: Snapshot) throws -> [UInt8] {
    try snapshot.converted(to: depth).withUnsafeBytes {
      try encode($0, size: snapshot.size, hasAlpha: !snapshot.isOpaque)
    }
  }

  /// The file of a frame of the encoder's depth.
  /// - Throws: `MediaError`.
  func encode(_ frame: VideoFrame, hasAlpha: Bool) throws -> [UInt8] {
    try frame.withUnsafeBytes { try encode($0, size: frame.size, hasAlpha: hasAlpha) }
  }
}

/// One frame as one picture file.
///
/// **Thread-safety:** as `FrameSink` says.
package final class StillSink: ByteSink {
  package let output: ByteOutput
  private let encoder: any StillEncoder
  private let hasAlpha: Bool
  private let hasFrame = Atomic<Bool>(false)

  /// One picture, made by `encoder`, into `destination`.
  package init(_ destination: OutputDestination, encoder: any StillEncoder, hasAlpha: Bool = true) {
    output = ByteOutput(destination)
    self.encoder = encoder
    self.hasAlpha = hasAlpha
  }

  /// RGBA of the encoder's depth.
  package var format: PixelFormat { PixelFormat(encoder.depth) }
  /// 1: the frame is written when `write` returns.
  package var capacity: Int { 1 }

  /// Encodes the frame and writes it. It may be called once.
  package func write(_ frame: VideoFrame, index: Int) throws {
    defer { frame.release() }
    let isSecond = hasFrame.exchange(true, ordering: .relaxed)
    precondition(!isSecond, "a still picture has one frame")
    let file = try encoder.encode(frame, hasAlpha: hasAlpha)
    try file.withUnsafeBytes { try output.write($0) }
  }

  /// Completes the file.
  package func complete() throws -> [String] {
    precondition(hasFrame.load(ordering: .relaxed), "a still picture has one frame")
    return try output.complete()
  }
}

/// Turns frames into the bytes of an animated picture file, bit by bit.
///
/// **Thread-safety:** one thread at a time, not always the same.
package protocol AnimationEncoder: AnyObject {
  /// The number of frames that it may hold at once, at least 1.
  var capacity: Int { get }
  /// Takes `frame`, the one with `index` in the whole run, and releases it when it is no longer needed, also
  /// when it throws.
  /// - Returns: bytes of the file that are ready, in order; empty when there are none yet.
  /// - Throws: `MediaError`, which may be about an earlier frame.
  func add(_ frame: VideoFrame, index: Int) throws -> [UInt8]
  /// The rest of the file. Nothing is called after it.
  /// - Throws: `MediaError`.
  func finish() throws -> [UInt8]
}

/// An animated picture file made in this process.
///
/// **Thread-safety:** as `FrameSink` says.
package final class AnimationSink: ByteSink {
  package let output: ByteOutput
  private let encoder: Mutex<any AnimationEncoder>

  /// An animation, made by `encoder`, into `destination`.
  package init(_ destination: OutputDestination, encoder: sending any AnimationEncoder) {
    output = ByteOutput(destination)
    capacity = encoder.capacity
    self.encoder = Mutex(encoder)
  }

  /// RGBA8.
  package var format: PixelFormat { .rgba8 }
  /// The encoder's.
  package let capacity: Int

  /// Hands the frame to the encoder and writes what is ready.
  package func write(_ frame: VideoFrame, index: Int) throws {
    try encoder.withLock { try $0.add(frame, index: index) }.withUnsafeBytes { try output.write($0) }
  }

  /// Writes the rest and completes the file.
  package func complete() throws -> [String] {
    try encoder.withLock { try $0.finish() }.withUnsafeBytes { try output.write($0) }
    return try output.complete()
  }
}
