import SegueImaging
import SegueSystem
import Synchronization

/// Pictures of a clip in memory that goes back to its pool when nobody holds them any more.
///
/// **Thread-safety:** written by whoever made it, then immutable.
package final class ClipFrame: @unchecked Sendable {
  /// Width and height in pixels.
  package let size: ImageSize
  /// 4:2:0 planes, or RGBA with straight alpha.
  package let format: PixelFormat
  private let bytes: UnsafeMutableRawBufferPointer
  private let pool: ClipFramePool

  fileprivate init(size: ImageSize, format: PixelFormat, memory: UnsafeMutableRawPointer, pool: ClipFramePool)
  {
    (self.size, self.format, self.pool) = (size, format, pool)
    bytes = UnsafeMutableRawBufferPointer(start: memory, count: format.byteCount(for: size))
  }

  deinit {
    if let memory = bytes.baseAddress { pool.give(memory) }
  }

  /// The number of bytes.
  package var byteCount: Int { bytes.count }

  /// The result of `body` for the bytes. They are not to be used when it has returned.
  package func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(UnsafeRawBufferPointer(bytes))
  }

  /// The result of `body` for the bytes, which it may write. They are not to be used when it has returned.
  package func withUnsafeMutableBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(bytes)
  }

  /// The frame as one that a sink takes; it holds this object until its release.
  package func frame() -> VideoFrame {
    let held = Mutex<ClipFrame?>(self)
    return VideoFrame(size: size, format: format, bytes: UnsafeRawBufferPointer(bytes)) {
      held.withLock { $0 = nil }
    }
  }
}

/// Memory for frames of one size and layout, used again and again.
///
/// **Thread-safety:** every method may be called from any thread.
package final class ClipFramePool: Sendable {
  /// Width and height in pixels.
  package let size: ImageSize
  /// Layout of the frames.
  package let format: PixelFormat
  private let free = Mutex<[SendablePointer]>([])

  private struct SendablePointer: @unchecked Sendable { let pointer: UnsafeMutableRawPointer }

  /// A pool that has no memory yet.
  package init(size: ImageSize, format: PixelFormat) { (self.size, self.format) = (size, format) }

  /// A frame whose contents are not set.
  package func frame() -> ClipFrame {
    let memory =
      free.withLock { $0.popLast() }?.pointer
      ?? PixelMemory.allocate(byteCount: format.byteCount(for: size))
    return ClipFrame(size: size, format: format, memory: memory, pool: self)
  }

  fileprivate func give(_ memory: UnsafeMutableRawPointer) {
    let entry = SendablePointer(pointer: memory)
    free.withLock { $0.append(entry) }
  }

  deinit {
    for entry in free.withLock({ $0 }) {
      PixelMemory.deallocate(entry.pointer, byteCount: format.byteCount(for: size))
    }
  }
}

/// The frames that a clip's decoder is asked for.
///
/// **Thread-safety:** a value.
package struct ClipDecoding: Sendable, Hashable {
  /// The conversion of its pictures to the film's.
  package var conform: ClipConform
  /// The beginning of the clip, in seconds after the first picture.
  package var clipStart: Double
  /// Its first frame that is decoded.
  package var first: Int
  /// The number of frames that are decoded.
  package var count: Int
  /// Whether damage that is otherwise concealed is an error.
  package var isStrict: Bool
  /// The longest that it may give nothing.
  package var stallLimit = Duration.seconds(30)
  /// The limits of a clip that is decoded in this process.
  package var limits = DecodingLimits()

  /// `count` frames, from frame `first` on, of a clip that begins `start` seconds after the first picture.
  package init(_ conform: ClipConform, from start: Double, skipping first: Int, count: Int, isStrict: Bool) {
    (self.conform, self.clipStart, self.first) = (conform, start, first)
    (self.count, self.isStrict) = (count, isStrict)
  }

  /// Seconds after the first picture at which it begins.
  package var start: Double { clipStart + Double(first) / conform.target.rate.value }

  /// The arguments of the `ffmpeg` process.
  package var arguments: [String] {
    conform.arguments(from: clipStart, skipping: first, count: count, isStrict: isStrict)
  }
}

/// Decodes a clip's frames, one after the other: in an `ffmpeg` process of its own, or in this process where ffmpeg does
/// not know the format.
///
/// The calls wait; make them from a thread, not from a Swift task.
///
/// **Thread-safety:** one thread asks for frames; `cancel` may be called from any thread.
package final class ClipDecoder: @unchecked Sendable {
  private let decoding: ClipDecoding
  private let source: Source
  private let pool: ClipFramePool
  private var decoded = 0

  private enum Source {
    case process(StreamingProcess)
    case pictures(PictureClipReader)
  }

  /// Starts it. Frames have the format and the output size of the clip's `ClipConform`, which the pool's have.
  /// - Throws: `MediaError.encoderMissing`, `.cannotCreate`; `.unreadable`, `.badData` for what is decoded in this process.
  package init(_ decoding: ClipDecoding, pool: ClipFramePool) throws {
    precondition(
      pool.size == decoding.conform.outputSize && pool.format == decoding.conform.format,
      "a pool has the decoder's frames")
    self.decoding = decoding
    self.pool = pool
    if let reader = try PictureClipReader(decoding, pool: pool) {
      source = .pictures(reader)
    } else {
      source = .process(
        try StreamingProcess(
          "ffmpeg", decoding.arguments, name: decoding.conform.info.name, stallLimit: decoding.stallLimit))
    }
  }

  /// The next frame; `nil` when the clip has ended, or has given all that was asked for.
  /// - Throws: `MediaError.badData` for a decoder that fails, stalls, or ends in the middle of a frame; `.cancelled`.
  package func next() throws(MediaError) -> ClipFrame? {
    if decoded == decoding.count {
      close()
      return nil
    }
    let frame =
      switch source {
      case .process(let process): try next(from: process)
      case .pictures(let reader): try reader.next()
      }
    if frame != nil { decoded += 1 }
    return frame
  }

  private func next(from process: StreamingProcess) throws(MediaError) -> ClipFrame? {
    let frame = pool.frame()
    let got = try frame.withUnsafeMutableBytes { bytes throws(MediaError) in try process.read(into: bytes) }
    if got == frame.byteCount { return frame }
    try process.waitForSuccess()
    if got > 0 {
      throw .badData(path: process.name, reason: "ffmpeg ended in the middle of frame \(decoded + 1)")
    }
    return nil
  }

  private var process: StreamingProcess? {
    if case .process(let process) = source { process } else { nil }
  }

  /// Frames that the decoder found damaged and concealed so far.
  package var damagedFrames: Int { process?.damagedFrames ?? 0 }

  /// Whether the clip's pictures have changed their size or layout so far.
  package var changesShape: Bool {
    switch source {
    case .process(let process): process.changesShape
    case .pictures(let reader): reader.changesShape
    }
  }

  /// Makes a `next` that waits for a process, and every later one, fail with `cancelled`.
  package func cancel() { process?.cancel() }

  /// Ends the process. Does nothing the second time.
  package func close() { process?.close() }
}
