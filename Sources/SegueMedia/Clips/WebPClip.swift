import CSegueCodecs
import SegueImaging
import SegueMath
import SegueSystem

/// An animated WebP as a clip: libwebp decodes each picture as the whole canvas, in order. ffmpeg
/// does not decode this format.
///
/// **Source:** the WebP container specification, "Animation". A duration of 10 ms or less counts as
/// 100 ms, as in browsers.
final class WebPClip: ClipPictures {
  /// The start of each picture, in milliseconds after the first, and the end of the last one.
  let times: [Int]
  let size: ImageSize
  private let isOpaque: Bool
  private let path: String
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let frames: OpaquePointer

  /// The longest duration, in milliseconds, that `defaultDelay` replaces.
  private static let shortestDelay = 10
  private static let defaultDelay = 100

  convenience init(path: String, limits: DecodingLimits) throws {
    try self.init(InputBytes.read(path: path, limit: limits.maximumFileBytes), path: path, limits: limits)
  }

  /// Reads a file's bytes; errors call it `path`.
  init(_ file: [UInt8], path: String, limits: DecodingLimits) throws {
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: file.count)
    _ = bytes.initialize(from: file)
    let maximum = SegueLimits(
      side: UInt32(clamping: limits.maximumSide), pixels: UInt64(clamping: limits.maximumPixels))
    var info = SegueImageInfo()
    var message = SegueMessage()
    guard let frames = segue_webp_frames_open(bytes.baseAddress, bytes.count, maximum, &info, &message) else {
      bytes.deallocate()
      throw SystemError.badData(path: path, reason: "WebP: \(message.sentence)")
    }
    self.path = path
    self.bytes = bytes
    self.frames = frames
    size = ImageSize(width: Int(info.width), height: Int(info.height))
    isOpaque = !info.has_alpha
    var durations = [Int32](repeating: 0, count: segue_webp_frames_durations(frames, nil, 0))
    _ = segue_webp_frames_durations(frames, &durations, durations.count)
    times = durations.reduce(into: [0]) { times, duration in
      times.append((times.last ?? 0) + (duration <= Self.shortestDelay ? Self.defaultDelay : Int(duration)))
    }
  }

  deinit {
    segue_webp_frames_free(frames)
    bytes.deallocate()
  }

  var count: Int { times.count - 1 }
  func time(of index: Int) -> Ratio { Ratio(times[index], 1000) }

  /// The picture after the next `skipped` ones, in sRGB; `nil` at the end or for corrupt data.
  func next(skipping skipped: Int) throws(SystemError) -> Snapshot? {
    try next(skipping: skipped, until: StopSignal())
  }

  /// The picture after the next `skipped` ones; also `nil` once `stop` is set.
  func next(skipping skipped: Int, until stop: StopSignal) throws(SystemError) -> Snapshot? {
    var end: Int32 = 0
    var pixels: UnsafePointer<UInt8>?
    for _ in 0...skipped {
      if stop.isSet { return nil }
      pixels = segue_webp_frames_next(frames, &end)
      if pixels == nil { return nil }
    }
    var length = 0
    let profile = segue_webp_frames_profile(frames, &length)
    let colors = ProfileConversion(
      name: path, layout: segue_pixels_rgba, profile: UnsafeBufferPointer(start: profile, count: length))
    return try Snapshot.drawn(size) { buffer throws(SystemError) in
      buffer.withUnsafeMutableBytes {
        $0.copyMemory(from: UnsafeRawBufferPointer(start: pixels, count: size.area * 4))
      }
      _ = try colors.convert(buffer)
    }
  }

  var info: ClipInfo {
    let durations = zip(times.dropFirst(), times).map { Double($0 - $1) }
    let shortest = durations.min() ?? Double(Self.defaultDelay)
    // Frames of a fractional number of milliseconds have alternating lengths: 33 and 34 ms are 30
    // frames/s.
    let brief = durations.filter { $0 <= shortest + 1 }
    let rate = Self.rate(milliseconds: brief.reduce(0, +), count: brief.count)
    // A pause is often one long frame.
    let isSteady = durations.allSatisfy {
      abs($0 - ($0 * rate.value / 1000).rounded() * 1000 / rate.value) <= 1
    }
    let average = isSteady ? rate : Self.rate(milliseconds: durations.reduce(0, +), count: count)
    let video = ClipInfo.Video(
      codec: "webp", storedSize: size, pixelFormat: "rgba", frameRate: rate, averageRate: average,
      startTime: 0, duration: Ratio(times.last ?? 0, 1000), hasAlphaTag: false, isStill: false,
      isOpaque: isOpaque)
    return ClipInfo(path: path, container: ClipInfo.animatedWebP, startTime: 0, video: video, audio: nil)
  }

  /// The frame rate of `count` pictures shown for `milliseconds`. The rate is whole if the quotient
  /// differs from a whole number only by the rounding of times to milliseconds.
  private static func rate(milliseconds: Double, count: Int) -> Ratio {
    let whole = (Double(count) * 1000 / milliseconds).rounded()
    return whole > 0 && abs(1000 / whole - milliseconds / Double(count)) <= 0.5
      ? .init(Int(whole), 1) : .init(count * 1000, Int(milliseconds))
  }
}

extension ClipInfo {
  static let animatedWebP = "webp"

  /// Whether libwebp decodes the clip instead of ffmpeg.
  var isAnimatedWebP: Bool { container == Self.animatedWebP }
}
