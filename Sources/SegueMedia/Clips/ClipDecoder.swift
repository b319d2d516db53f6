import CSegueCodecs
import SegueImaging
import SegueMath
import SegueSystem
import Synchronization

/// Pictures of a clip in memory that goes back to its pool when nobody holds them any more.
///
/// **Thread-safety:** written by whoever made it, then immutable. `@unchecked`, since its bytes are memory.
package final class ClipFrame: @unchecked Sendable {
  /// Width and height in pixels.
  package let size: ImageSize
  /// 4:2:0 planes, or RGBA with straight alpha.
  package let format: PixelFormat
  /// The encoding of its values.
  package var color: ColorEncoding { pool.color }
  /// The place of the pictures in the film's frame.
  package var placement: PixelRect { pool.placement }
  private let bytes: UnsafeMutableRawBufferPointer
  private let pool: ClipFramePool

  fileprivate init(memory: UnsafeMutableRawPointer, pool: ClipFramePool) {
    (size, format, self.pool) = (pool.size, pool.format, pool)
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

  /// Another frame of the same shape, from the same pool, whose contents are not set.
  package func another() -> ClipFrame { pool.frame() }

  /// The frame as one that a sink takes; it holds this object until its release.
  package func frame() -> VideoFrame {
    let held = Mutex<ClipFrame?>(self)
    return VideoFrame(size: size, format: format, bytes: UnsafeRawBufferPointer(bytes)) {
      held.withLock { $0 = nil }
    }
  }
}

extension ClipFrame {
  /// Converts pixels to sRGB if `video` has a profile or a header's colours, and from the perceptual quantizer to the values
  /// that are drawn.
  fileprivate func convert(from video: ClipInfo.Video) {
    if format.isRGBA, color == .pq {
      withUnsafeMutableBytes { bytes in
        let pixels = bytes.bindMemory(to: SIMD4<UInt16>.self)
        TransferFunction.look(up: UnsafeBufferPointer(pixels), in: TransferFunction.fromPQ, into: pixels)
      }
    }
    if video.profile.isEmpty, video.headerColors == nil { return }
    let isGray = ["gray", "ya"].contains { video.pixelFormat.hasPrefix($0) }
    let pixels = PixelBuffer(size: size, depth: format.depth)
    withUnsafeBytes { bytes in pixels.withUnsafeMutableBytes { $0.copyMemory(from: bytes) } }
    video.profile.withUnsafeBufferPointer {
      let layout = isGray ? segue_pixels_gray : segue_pixels_rgba
      _ = ProfileConversion(layout: layout, profile: $0, header: video.headerColors).convert(pixels)
    }
    pixels.withUnsafeBytes { bytes in withUnsafeMutableBytes { $0.copyMemory(from: bytes) } }
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
  /// The encoding of their values.
  package let color: ColorEncoding
  /// The place of the frames in the film's.
  package let placement: PixelRect
  /// The addresses of memory that nobody uses.
  private let free = Mutex<[UInt]>([])

  /// A pool that has no memory yet.
  /// - Parameter color: the encoding of pixels; planes have the one of their format.
  package init(size: ImageSize, format: PixelFormat, color: ColorEncoding = .sdr) {
    self.size = size
    self.format = format
    self.color = format.planeColor ?? color
    placement = PixelRect(size)
  }

  /// A pool for the frames that come out of `conform`.
  package init(_ conform: ClipConform) {
    size = conform.outputSize
    format = conform.format
    color = conform.color
    placement = conform.placement
  }

  /// A frame whose contents are not set.
  package func frame() -> ClipFrame {
    let memory =
      free.withLock { $0.popLast() }.flatMap { UnsafeMutableRawPointer(bitPattern: $0) }
      ?? PixelMemory.allocate(byteCount: format.byteCount(for: size))
    return ClipFrame(memory: memory, pool: self)
  }

  fileprivate func give(_ memory: UnsafeMutableRawPointer) {
    let address = UInt(bitPattern: memory)
    free.withLock { $0.append(address) }
  }

  deinit {
    for memory in free.withLock({ $0 }).compactMap({ UnsafeMutableRawPointer(bitPattern: $0) }) {
      PixelMemory.deallocate(memory, byteCount: format.byteCount(for: size))
    }
  }
}

/// The frames that a clip's decoder is asked for.
package struct ClipDecoding: Sendable, Hashable {
  /// The conversion of its pictures to the film's.
  package var conform: ClipConform
  /// The beginning of the clip, in seconds after the first picture.
  package var clipStart: Ratio
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
  package init(_ conform: ClipConform, from start: Ratio, skipping first: Int, count: Int, isStrict: Bool) {
    (self.conform, self.clipStart, self.first) = (conform, start, first)
    (self.count, self.isStrict) = (count, isStrict)
  }

  /// Seconds after the first picture at which it begins.
  package var start: Ratio { clipStart + Ratio(first) / conform.target.rate }

  /// The arguments of the `ffmpeg` process.
  package var arguments: [String] {
    conform.arguments(from: clipStart, skipping: first, count: count, isStrict: isStrict)
  }
}

/// Decodes a clip's frames, one after the other: in an `ffmpeg` process of its own, or in this process where ffmpeg does
/// not know the format. A clip whose pictures change their size or the shape of their samples midway has a process for each, since what fits one into
/// the film's frame does not fit another.
///
/// The calls wait; make them from a thread, not from a Swift task.
///
/// **Thread-safety:** one thread asks for frames; `cancel` may be called from any thread. `@unchecked`, since all but
/// `running`, which has a lock, is the asking thread's.
package final class ClipDecoder: @unchecked Sendable {
  /// The part that is decoded, and those that follow it: one unless pictures change their shape.
  private var parts: [ClipDecoding]
  private var pool: ClipFramePool
  private let pictures: PictureClipReader?
  /// The number of the stream; `nil` where parts meet, whose packets are taken for damaged there.
  private let stream: Int?
  private let running = Mutex(Running())
  /// Frames of the first of the parts that were decoded.
  private var decoded = 0
  /// Whether the parts are of pictures of one shape each.
  private var areEven = false
  /// Frames that earlier processes found damaged.
  private var damagedBefore = 0

  /// The process at work.
  private struct Running {
    var process: StreamingProcess?
    var isCancelled = false
  }

  /// Starts it. Frames have the format of the clip's `ClipConform`, and the output size and the placement that it has for
  /// pictures of their size.
  /// - Throws: `MediaError.encoderMissing`, `.cannotCreate`; `.unreadable`, `.badData` for what is decoded in this process.
  package init(_ decoding: ClipDecoding) throws {
    let conform = decoding.conform
    (parts, stream) = ([decoding], conform.info.timesRestart ? nil : conform.video.stream)
    pool = ClipFramePool(decoding.conform)
    pictures = try PictureClipReader(decoding, pool: pool)
    if pictures == nil { try start() }
  }

  /// Starts the process of the first part.
  private func start() throws(MediaError) {
    guard let decoding = parts.first else { return }
    if pool.size != decoding.conform.outputSize || pool.placement != decoding.conform.placement {
      pool = ClipFramePool(decoding.conform)
    }
    _ = try launch(decoding, decoding.arguments)
  }

  /// Starts a process for `decoding`, which is the one at work from now on.
  private func launch(_ decoding: ClipDecoding, _ arguments: [String]) throws(MediaError) -> StreamingProcess
  {
    let process = try StreamingProcess(
      "ffmpeg", arguments, name: decoding.conform.info.name, stallLimit: decoding.stallLimit)
    running.withLock { running in
      if running.isCancelled { process.cancel() }
      running.process = process
    }
    return process
  }

  /// The next frame; `nil` when the clip has ended, or has given all that was asked for.
  /// - Throws: `MediaError.badData` for a decoder that fails, stalls, or ends in the middle of a frame; `.cancelled`.
  package func next() throws(MediaError) -> ClipFrame? {
    while let part = parts.first {
      if decoded == part.count {
        end()
        parts.removeFirst()
        decoded = 0
        if !parts.isEmpty { try start() }
        continue
      }
      guard let frame = try frame(of: part) else { return nil }
      if areEven || process?.hasShapes(besides: part.conform.video.storedSize) != true {
        decoded += 1
        return frame
      }
      try split(part)
    }
    return nil
  }

  /// The next frame; `nil` where there is none.
  private func frame(of part: ClipDecoding) throws(MediaError) -> ClipFrame? {
    if let pictures { return try pictures.next() }
    guard let process else { return nil }
    let frame = pool.frame()
    do throws(MediaError) {
      let got = try frame.withUnsafeMutableBytes { bytes throws(MediaError) in try process.read(into: bytes) }
      if got == frame.byteCount {
        frame.convert(from: part.conform.video)
        return frame
      }
      try process.waitForSuccess()
      if got > 0 {
        throw MediaError.badData(
          path: process.name, reason: "ffmpeg ended in the middle of frame \(decoded + 1)")
      }
      return nil
    } catch {
      // A filter may fail where pictures of another size come.
      if case .badData = error, !areEven, process.hasShapes(besides: part.conform.video.storedSize) {
        return frame
      }
      throw error
    }
  }

  /// Parts what is left of `part`, of which one of the next frames has another shape, into parts of one shape each: decoding all
  /// of it once tells which frames those are.
  private func split(_ part: ClipDecoding) throws(MediaError) {
    close()
    let rest = part.without(first: decoded)
    let sizing = try launch(rest, rest.conform.arguments(sizing: rest))
    let lines = pool.frame()
    try lines.withUnsafeMutableBytes { bytes throws(MediaError) in
      while try sizing.read(into: bytes) == bytes.count {}
    }
    try sizing.waitForSuccess()
    close()
    (parts, decoded, areEven) = (rest.split(by: sizing.shapes), 0, true)
    running.withLock { $0.process = nil }
    if !parts.isEmpty { try start() }
  }

  private var process: StreamingProcess? { running.withLock { $0.process } }

  /// Frames that the decoder found damaged and concealed so far.
  package var damagedFrames: Int { damagedBefore + (process?.damagedFrames(of: stream) ?? 0) }

  /// Whether the clip's pictures have changed their size, shape or layout so far.
  package var changesShape: Bool {
    areEven || process?.changesShape == true || pictures?.changesShape == true
  }

  /// Makes a `next` that waits for a process, and every later one, fail with `cancelled`.
  package func cancel() {
    running.withLock { running in
      running.isCancelled = true
      running.process?.cancel()
    }
  }

  /// Ends the process. Does nothing the second time.
  package func close() { process?.close() }

  /// Ends the process of a part, and counts what it found.
  private func end() {
    close()
    damagedBefore = damagedFrames
    running.withLock { $0.process = nil }
  }
}

/// The size of pictures as they are stored, the shape of their samples, and how many of them follow one another.
struct PictureShapes: Sendable, Hashable {
  var size: ImageSize
  /// `nil` where nothing is said.
  var sampleAspect: Ratio?
  var count: Int
}

extension ClipDecoding {
  /// What is left of it after its first `count` frames.
  fileprivate func without(first count: Int) -> ClipDecoding {
    var rest = self
    (rest.first, rest.count) = (first + count, self.count - count)
    return rest
  }

  /// The parts of it whose pictures have one shape each.
  fileprivate func split(by shapes: [PictureShapes]) -> [ClipDecoding] {
    var (parts, place): ([ClipDecoding], Int) = ([], 0)
    for shape in shapes where place < count {
      var part = without(first: place)
      part.count = min(shape.count, part.count)
      part.conform = conform.fitting(shape)
      parts.append(part)
      place += part.count
    }
    return parts
  }
}
