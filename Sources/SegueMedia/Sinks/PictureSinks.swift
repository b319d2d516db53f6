import SegueImaging
import SegueSystem
import Synchronization

/// Encodes a picture as a file.
///
/// **Thread-safety:** `encode` is called from several threads at once.
package protocol StillEncoder: Sendable {
  var depth: PixelDepth { get }
  /// The file with the given picture. `pixels` are RGBA of the encoder's depth with straight alpha,
  /// in packed rows, top row first.
  /// - Parameter hasAlpha: whether to keep the alpha, if the format can.
  /// - Throws: `SystemError`, `MediaError`.
  func encode(_ pixels: UnsafeRawBufferPointer, size: ImageSize, hasAlpha: Bool) throws -> [UInt8]
}

extension StillEncoder {
  package var depth: PixelDepth { .eight }

  /// The file of a snapshot, without alpha if it is opaque.
  package func encode(_ snapshot: Snapshot) throws -> [UInt8] {
    try snapshot.converted(to: depth).withUnsafeBytes {
      try encode($0, size: snapshot.size, hasAlpha: !snapshot.isOpaque)
    }
  }

  /// The file of a frame that has the encoder's depth.
  func encode(_ frame: VideoFrame, hasAlpha: Bool) throws -> [UInt8] {
    try frame.withUnsafeBytes { try encode($0, size: frame.size, hasAlpha: hasAlpha) }
  }
}

package final class StillSink: ByteSink {
  package let output: ByteOutput
  private let encoder: any StillEncoder
  private let hasAlpha: Bool
  private let hasFrame = Atomic<Bool>(false)

  package init(_ destination: OutputDestination, encoder: any StillEncoder, hasAlpha: Bool = true) {
    output = ByteOutput(destination)
    self.encoder = encoder
    self.hasAlpha = hasAlpha
  }

  package var format: PixelFormat { PixelFormat(encoder.depth) }
  package var capacity: Int { 1 }

  package func write(_ frame: VideoFrame, index: Int) throws {
    defer { frame.release() }
    let isSecond = hasFrame.exchange(true, ordering: .relaxed)
    precondition(!isSecond, "a still picture takes only one frame")
    let file = try encoder.encode(frame, hasAlpha: hasAlpha)
    try file.withUnsafeBytes { try output.write($0) }
  }

  package func complete() throws -> [String] {
    precondition(hasFrame.load(ordering: .relaxed), "no frame was written")
    return try output.complete()
  }
}

/// Encodes frames incrementally as an animated picture file.
///
/// **Thread-safety:** one thread at a time, which may change.
package protocol AnimationEncoder: AnyObject {
  /// The maximum number of frames kept at once, at least 1.
  var capacity: Int { get }
  /// Encodes the frame with `index` in the whole run. The encoder releases the frame after use,
  /// even if this call throws.
  /// - Returns: the next bytes of the file; empty if none are ready.
  /// - Throws: `SystemError`, `MediaError`, possibly about an earlier frame.
  func add(_ frame: VideoFrame, index: Int) throws -> [UInt8]
  /// The remaining bytes of the file. No call follows this one.
  /// - Throws: `SystemError`, `MediaError`.
  func finish() throws -> [UInt8]
}

package final class AnimationSink: ByteSink {
  package let output: ByteOutput
  private let encoder: Mutex<any AnimationEncoder>

  package init(_ destination: OutputDestination, encoder: sending any AnimationEncoder) {
    output = ByteOutput(destination)
    capacity = encoder.capacity
    self.encoder = Mutex(encoder)
  }

  package var format: PixelFormat { .rgba8 }
  package let capacity: Int

  package func write(_ frame: VideoFrame, index: Int) throws {
    try encoder.withLock { try $0.add(frame, index: index) }.withUnsafeBytes { try output.write($0) }
  }

  package func complete() throws -> [String] {
    try encoder.withLock { try $0.finish() }.withUnsafeBytes { try output.write($0) }
    return try output.complete()
  }
}
