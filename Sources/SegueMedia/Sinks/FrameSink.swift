import Glibc
import SegueImaging
import SegueMath
import SegueSystem

/// The destination of finished frames: a file, a folder of files, a pipe, an encoder.
///
/// A sink is opened before the first frame is drawn, takes the frames in order, and ends with `complete` and `commit`,
/// or with `abort`. Until `commit`, nothing is at the output's place and what was there before is untouched.
///
/// **Thread-safety:** one thread opens, writes, completes, commits and aborts; `cancel` may be called from any thread.
package protocol FrameSink: AnyObject, Sendable {
  /// Layout of the frames that it takes.
  var format: PixelFormat { get }
  /// The number of frames that it may hold at once, at least 1; the renderer's ring is made that much larger.
  var capacity: Int { get }
  /// Makes sure that the output can be created; starts what encodes.
  /// - Throws: `MediaError`.
  func open() throws
  /// Takes `frame`, the one with `index` in the whole run, and releases it when it is no longer needed,
  /// also when it throws. Waits while the sink is full.
  /// - Throws: `MediaError`, which may be about an earlier frame.
  func write(_ frame: VideoFrame, index: Int) throws
  /// Completes the output, but not yet at its place. A file is on the disk then; the many of a sequence may still be in
  /// the system's memory.
  /// - Returns: the paths that it will have; empty for a stream.
  /// - Throws: `MediaError`.
  func complete() throws -> [String]
  /// Puts what is complete in its place; a stream has none.
  /// - Throws: `MediaError`; nothing is left behind then.
  func commit() throws
  /// Gives up and leaves nothing behind. Safe after a failure of any other call; does nothing after `commit`.
  func abort()
  /// Makes a `write` or `complete` that waits on another thread return with `MediaError.cancelled` soon.
  func cancel()
  /// The number of bytes of the output so far; after `complete`, its length. 0 where they are not counted.
  var byteCount: Int { get }
  /// The program that encodes, with its arguments, a word each; `nil` where this process does it alone.
  var command: [String]? { get }
  /// Warnings about parts of the frames so far that the output could not hold, a sentence each.
  var warnings: [String] { get }
}

extension FrameSink {
  /// No other program.
  package var command: [String]? { nil }
  /// Nothing was lost.
  package var warnings: [String] { [] }
}

/// A sink whose bytes go to one place as they are made.
///
/// **Thread-safety:** as `FrameSink` says.
package protocol ByteSink: FrameSink {
  /// The place.
  var output: ByteOutput { get }
}

extension ByteSink {
  /// The output's length so far.
  package var byteCount: Int { output.byteCount }

  /// Makes the place to write to.
  package func open() throws { try output.open() }

  /// Completes the file.
  package func complete() throws -> [String] { try output.complete() }

  /// Puts the file in its place.
  package func commit() throws { try output.commit() }

  /// Removes what was written.
  package func abort() { output.abort() }

  /// Makes a waiting `write` return.
  package func cancel() { output.cancel() }
}

/// The facts that all frames of a stream share.
package struct VideoShape: Sendable, Hashable {
  /// Width and height in pixels.
  package var size: ImageSize
  /// Frames a second.
  package var rate: Ratio

  /// Frames of `size`, `rateNumerator` / `rateDenominator` of them a second.
  package init(size: ImageSize, rateNumerator: Int, rateDenominator: Int = 1) {
    precondition(rateNumerator > 0, "a rate is above zero")
    (self.size, rate) = (size, Ratio(rateNumerator, rateDenominator))
  }
}

extension VideoShape {
  /// The rule that 4:2:0 chroma makes: even sides.
  /// - Throws: `MediaError.unsupported`, with the nearest even size, when a side is odd.
  func checkEvenSides(format: String) throws(MediaError) {
    guard !size.isEven else { return }
    throw .unsupported(format: format, limit: .oddSides(width: size.width, height: size.height))
  }

  /// The rule that ffmpeg makes for every picture.
  ///
  /// **Source:** `av_image_check_size2` in FFmpeg's libavutil/imgutils.c: (8 · width + 1024) · (height + 128) < 2³¹ − 1.
  /// - Throws: `MediaError.unsupported` when the frames are too large.
  func checkArea(format: String) throws(MediaError) {
    guard (8 * size.width + 1024) * (size.height + 128) >= Int(Int32.max) else { return }
    throw .unsupported(format: format, limit: .area(width: size.width, height: size.height))
  }
}

extension VideoFrame {
  /// Whether every byte is the same.
  func looksLike(_ other: VideoFrame) -> Bool {
    withUnsafeBytes { ours in
      other.withUnsafeBytes { theirs in
        guard ours.count == theirs.count, let first = ours.baseAddress, let second = theirs.baseAddress
        else { return false }
        return memcmp(first, second, ours.count) == 0
      }
    }
  }

  /// Whether a pixel of an RGBA8 frame is neither transparent nor solid.
  var hasHalfTransparency: Bool {
    withUnsafeBytes { bytes in
      bytes.bindMemory(to: UInt32.self).contains { UInt32(littleEndian: $0) >> 24 &- 1 < 254 }
    }
  }
}
