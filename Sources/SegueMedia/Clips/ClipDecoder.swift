import CSegueCodecs
import SegueImaging
import SegueMath
import SegueSystem
import Synchronization

/// A clip's picture in memory. The memory returns to its pool with the last reference.
///
/// **Thread-safety:** written by its creator, then immutable. `@unchecked`, since it holds raw
/// memory.
package final class ClipFrame: @unchecked Sendable {
  package let size: ImageSize
  /// 4:2:0 planes, or RGBA with straight alpha.
  package let format: PixelFormat
  package var color: ColorEncoding { pool.color }
  package var placement: PixelRect { pool.placement }
  private let bytes: UnsafeMutableRawBufferPointer
  private let pool: ClipFramePool

  fileprivate init(memory: UnsafeMutableRawPointer, pool: ClipFramePool) {
    size = pool.size
    format = pool.format
    self.pool = pool
    bytes = UnsafeMutableRawBufferPointer(start: memory, count: format.byteCount(for: size))
  }

  deinit {
    if let memory = bytes.baseAddress { pool.give(memory) }
  }

  package var byteCount: Int { bytes.count }

  /// Calls `body` with the bytes, which are valid only during the call.
  package func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(UnsafeRawBufferPointer(bytes))
  }

  /// Calls `body` with the writable bytes, which are valid only during the call.
  package func withUnsafeMutableBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(bytes)
  }

  /// An uninitialised frame of the same shape from the same pool.
  package func another() -> ClipFrame { pool.frame() }

  package func frame() -> VideoFrame {
    let held = Mutex<ClipFrame?>(self)
    return VideoFrame(size: size, format: format, bytes: UnsafeRawBufferPointer(bytes)) {
      held.withLock { $0 = nil }
    }
  }
}

extension ClipFrame {
  /// Converts pixels with an ICC profile or header colours to sRGB, and PQ to drawing values.
  /// Errors call the clip `name`.
  fileprivate func convert(from video: ClipInfo.Video, named name: String) throws(SystemError) {
    if format.isRGBA, color == .pq {
      withUnsafeMutableBytes { bytes in
        let pixels = bytes.bindMemory(to: SIMD4<UInt16>.self)
        TransferFunction.map(UnsafeBufferPointer(pixels), through: TransferFunction.fromPQ, into: pixels)
      }
    }
    if video.profile.isEmpty, video.headerColors == nil { return }
    let isGray = ["gray", "ya"].contains { video.pixelFormat.hasPrefix($0) }
    let pixels = PixelBuffer(size: size, depth: format.depth)
    withUnsafeBytes { bytes in pixels.withUnsafeMutableBytes { $0.copyMemory(from: bytes) } }
    try video.profile.withUnsafeBufferPointer { profile throws(SystemError) in
      _ = try ProfileConversion(
        name: name, layout: isGray ? segue_pixels_gray : segue_pixels_rgba, profile: profile,
        header: video.headerColors
      ).convert(pixels)
    }
    pixels.withUnsafeBytes { bytes in withUnsafeMutableBytes { $0.copyMemory(from: bytes) } }
  }
}

/// Reusable memory for frames of one size and layout.
package final class ClipFramePool: Sendable {
  package let size: ImageSize
  package let format: PixelFormat
  package let color: ColorEncoding
  package let placement: PixelRect
  private let free = Mutex<[UInt]>([])

  /// An empty pool.
  /// - Parameters:
  ///   - color: the encoding of RGBA pixels. The format of planes implies their encoding.
  ///   - placement: the frames' rectangle in the film's frame; `nil` for all of it.
  package init(
    size: ImageSize, format: PixelFormat, color: ColorEncoding = .sdr, placement: PixelRect? = nil
  ) {
    self.size = size
    self.format = format
    self.color = format.planeColor ?? color
    self.placement = placement ?? PixelRect(size)
  }

  package convenience init(_ conform: ClipConform) {
    self.init(
      size: conform.outputSize, format: conform.format, color: conform.color, placement: conform.placement)
  }

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

/// A range of a clip's frames to decode.
package struct ClipDecoding: Sendable, Hashable {
  package var conform: ClipConform
  /// The beginning of the clip, in seconds after the first picture.
  package var clipStart: Ratio
  /// The index of the first decoded frame within the clip.
  package var first: Int
  package var count: Int
  /// Whether damage is an error instead of being concealed.
  package var isStrict: Bool
  /// The longest accepted time without output.
  package var stallLimit = Duration.seconds(30)
  /// The limits for clips that this process decodes.
  package var limits = DecodingLimits()

  /// A decoder of `count` frames from frame `first` on. Frame 0 is `start` seconds after the clip's
  /// first picture.
  package init(_ conform: ClipConform, from start: Ratio, skipping first: Int, count: Int, isStrict: Bool) {
    self.conform = conform
    self.clipStart = start
    self.first = first
    self.count = count
    self.isStrict = isStrict
  }

  /// The time of the first decoded frame, in seconds after the first picture.
  package var start: Ratio { clipStart + Ratio(first) / conform.target.rate }

  package var arguments: [String] {
    conform.arguments(from: clipStart, skipping: first, count: count, isStrict: isStrict)
  }
}

/// Decodes a clip's frames in order, in an `ffmpeg` process, or in this process for formats that
/// ffmpeg does not read. Each run of pictures of one size and sample aspect ratio has its own
/// process, since each shape is scaled differently.
///
/// Calls block; make them from a thread, not from a Swift task.
///
/// **Thread-safety:** one thread asks for frames; `cancel` may be called from any thread.
/// `@unchecked`, because all properties except `running` and `cancellation` belong to the asking
/// thread.
package final class ClipDecoder: @unchecked Sendable {
  /// The current part and the remaining ones. There is one part unless pictures change their shape.
  private var parts: [ClipDecoding]
  private var pool: ClipFramePool
  private let pictures: PictureClipReader?
  /// The stream's index; `nil` for joined files, because packets at the joints look damaged.
  private let stream: Int?
  private let running = Mutex<StreamingProcess?>(nil)
  private let cancellation = Latch()
  private var decoded = 0
  /// Whether each part has pictures of one shape.
  private var haveOneShape = false
  /// The number of damaged frames in earlier processes.
  private var damagedBefore = 0

  /// Starts the decoder. Frames have the format of the clip's `ClipConform`. Their output size and
  /// placement follow from the size of their pictures.
  /// - Throws: `SystemError.programMissing`, `.cannotCreate`; `.unreadable`, `.badData` for clips
  ///   decoded in this process.
  package init(_ decoding: ClipDecoding) throws {
    let conform = decoding.conform
    (parts, stream) = ([decoding], conform.info.hasTimestampDiscontinuities ? nil : conform.video.stream)
    pool = ClipFramePool(decoding.conform)
    pictures = try PictureClipReader(decoding, pool: pool)
    if pictures == nil { try start() }
  }

  private func start() throws(SystemError) {
    guard let decoding = parts.first else { return }
    if pool.size != decoding.conform.outputSize || pool.placement != decoding.conform.placement {
      pool = ClipFramePool(decoding.conform)
    }
    _ = try launch(decoding, decoding.arguments)
  }

  private func launch(_ decoding: ClipDecoding, _ arguments: [String]) throws(SystemError) -> StreamingProcess
  {
    let process = try StreamingProcess(
      "ffmpeg", arguments, name: decoding.conform.info.name, stallLimit: decoding.stallLimit,
      cancellation: cancellation)
    running.withLock { $0 = process }
    return process
  }

  /// The next frame; `nil` after the last requested frame or the end of the clip.
  /// - Throws: `SystemError.badData` if the decoder fails, stalls, or ends within a frame;
  ///   `.cancelled`.
  package func next() throws(SystemError) -> ClipFrame? {
    while let part = parts.first {
      if decoded == part.count {
        end()
        parts.removeFirst()
        decoded = 0
        if !parts.isEmpty { try start() }
        continue
      }
      guard let frame = try frame(of: part) else { return nil }
      if haveOneShape || process?.hasShapes(besides: part.conform.video.storedSize) != true {
        decoded += 1
        return frame
      }
      try split(part)
    }
    return nil
  }

  private func frame(of part: ClipDecoding) throws(SystemError) -> ClipFrame? {
    if let pictures { return try pictures.next() }
    guard let process else { return nil }
    let frame = pool.frame()
    do throws(SystemError) {
      let got = try frame.withUnsafeMutableBytes { bytes throws(SystemError) in
        try process.read(into: bytes)
      }
      if got == frame.byteCount {
        try frame.convert(from: part.conform.video, named: process.name)
        return frame
      }
      try process.waitForSuccess()
      if got > 0 {
        throw SystemError.badData(
          path: process.name, reason: "ffmpeg ended in the middle of frame \(decoded + 1)")
      }
      return nil
    } catch {
      // A filter may fail at pictures of another size.
      if case .badData = error, !haveOneShape, process.hasShapes(besides: part.conform.video.storedSize) {
        return frame
      }
      throw error
    }
  }

  /// Splits the remaining frames of `part`, whose shape changes, into parts of one shape. One
  /// decoding of all remaining frames finds the changes.
  private func split(_ part: ClipDecoding) throws(SystemError) {
    close()
    let rest = part.without(first: decoded)
    let sizing = try launch(rest, rest.conform.arguments(sizing: rest))
    let lines = pool.frame()
    try lines.withUnsafeMutableBytes { bytes throws(SystemError) in
      while try sizing.read(into: bytes) == bytes.count {}
    }
    try sizing.waitForSuccess()
    close()
    (parts, decoded, haveOneShape) = (rest.split(by: sizing.log.shapes), 0, true)
    running.withLock { $0 = nil }
    if !parts.isEmpty { try start() }
  }

  private var process: StreamingProcess? { running.withLock { $0 } }

  /// The number of damaged frames that the decoder has concealed.
  package var damagedFrames: Int { damagedBefore + (process?.log.damagedFrames(of: stream) ?? 0) }

  package var changesShape: Bool {
    haveOneShape || process?.log.changesShape == true || pictures?.changesShape == true
  }

  /// Makes a waiting `next` and all later ones fail with `cancelled`.
  package func cancel() { cancellation.set() }
  package func close() { process?.close() }

  /// Ends the process of a part and adds up its damaged frames.
  private func end() {
    close()
    damagedBefore = damagedFrames
    running.withLock { $0 = nil }
  }
}

/// The stored size and sample aspect ratio of consecutive pictures, and their number.
struct ShapeRun: Sendable, Hashable {
  var size: ImageSize
  var sampleAspect: Ratio?
  var count: Int
}

extension ClipDecoding {
  fileprivate func without(first count: Int) -> ClipDecoding {
    var rest = self
    (rest.first, rest.count) = (first + count, self.count - count)
    return rest
  }

  fileprivate func split(by shapes: [ShapeRun]) -> [ClipDecoding] {
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
