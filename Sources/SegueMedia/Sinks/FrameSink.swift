import Glibc
import SegueFields
import SegueImaging
import SegueMath
import SegueSystem

/// The destination of rendered frames: a file, a folder of files, a pipe, an encoder.
///
/// A sink is opened before the first frame is drawn, and receives the frames in order. It ends with
/// `complete` and `commit`, or with `abort`. Before `commit`, the output's path is untouched.
///
/// **Thread-safety:** one thread opens, writes, completes, commits and aborts; `cancel` may be
/// called from any thread.
package protocol FrameSink: AnyObject, Sendable {
  var format: PixelFormat { get }
  /// The maximum number of frames kept at once, at least 1. The renderer's ring is larger by this
  /// number.
  var capacity: Int { get }
  /// Checks that the output can be created, and starts any encoder.
  /// - Throws: `SystemError`.
  func open() throws
  /// Writes the frame with `index` in the whole run. The sink releases the frame after use, even if
  /// this call throws. Waits while the sink is full.
  /// - Throws: `SystemError`, `MediaError`, possibly about an earlier frame.
  func write(_ frame: VideoFrame, index: Int) throws
  /// Completes the output under a temporary name. A single file is then on disk; the files of a
  /// sequence may still be in the system's cache.
  /// - Returns: the final paths; empty for a stream.
  /// - Throws: `SystemError`, `MediaError`.
  func complete() throws -> [String]
  /// Moves the complete output to its path; no effect for a stream.
  /// - Throws: `SystemError`; no files remain then.
  func commit() throws
  /// Ends early and removes all files. Safe after a failure of any other call; no effect after
  /// `commit`.
  func abort()
  /// Makes a `write` or `complete` that waits on another thread return with `SystemError.cancelled`
  /// soon.
  func cancel()
  /// The number of output bytes written; after `complete`, the output's length. 0 if they are not
  /// counted.
  var byteCount: Int { get }
  /// The encoder's program and arguments; `nil` if no other program is used.
  var command: [String]? { get }
  /// The losses in the frames written.
  var notices: [Notice] { get }
}

extension FrameSink {
  package var command: [String]? { nil }
  package var notices: [Notice] { [] }
}

/// A sink that writes its bytes to one destination as they are made.
package protocol ByteSink: FrameSink {
  var output: ByteOutput { get }
}

extension ByteSink {
  package var byteCount: Int { output.byteCount }
  package func open() throws { try output.open() }
  package func complete() throws -> [String] { try output.complete() }
  package func commit() throws { try output.commit() }
  package func abort() { output.abort() }
  package func cancel() { output.cancel() }
}

/// The properties that all frames of a stream share.
package struct VideoShape: Sendable, Hashable {
  package var size: ImageSize
  /// Frames per second.
  package var rate: Ratio

  package init(size: ImageSize, rateNumerator: Int, rateDenominator: Int = 1) {
    precondition(rateNumerator > 0, "the rate must be above 0")
    self.size = size
    rate = Ratio(rateNumerator, rateDenominator)
  }
}

extension VideoShape {
  /// Checks that both sides are even, as 4:2:0 chroma requires.
  func checkEvenSides(format: String) throws(MediaError) {
    if !size.isEven { throw .oddSides(size, format: format) }
  }

  /// Checks ffmpeg's limit on picture sizes.
  ///
  /// **Source:** `av_image_check_size2` in FFmpeg's libavutil/imgutils.c: (8 · width + 1024) ·
  /// (height + 128) < 2³¹ − 1.
  func checkArea(format: String) throws(MediaError) {
    guard (8 * size.width + 1024) * (size.height + 128) >= Int(Int32.max) else { return }
    throw .unsupported(format: format, limit: .area(width: size.width, height: size.height))
  }
}

extension VideoFrame {
  func hasSameBytes(as other: VideoFrame) -> Bool {
    withUnsafeBytes { ours in
      other.withUnsafeBytes { theirs in
        guard ours.count == theirs.count, let first = ours.baseAddress, let second = theirs.baseAddress
        else { return false }
        return memcmp(first, second, ours.count) == 0
      }
    }
  }

  /// Whether an RGBA8 frame has a pixel that is neither transparent nor opaque.
  var hasHalfTransparency: Bool {
    withUnsafeBytes { bytes in
      bytes.bindMemory(to: UInt32.self).contains { UInt32(littleEndian: $0) >> 24 &- 1 < 254 }
    }
  }
}
