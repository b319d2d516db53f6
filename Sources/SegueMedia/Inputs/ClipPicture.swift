import SegueFields
import SegueImaging
import SegueMath
import SegueSystem

/// Decodes one frame of a video or an animation as a picture, with a film's decoder.
struct ClipPicture: Sendable {
  let info: ClipInfo
  let video: ClipInfo.Video
  let limits: DecodingLimits
  let moment: ImageDecoder.Moment

  /// The highest rate, in frames per second, for finding the last frame.
  private static let highestRate: Ratio = 1000
  /// Seconds before the stated end at which decoding begins; each is tried until a frame is found.
  private static let tails: [Ratio] = [0, Ratio(1, 2), 5, ClipInfo.latest]

  /// The picture, of the clip's display size unless the last frame has another aspect ratio.
  func decode() async throws -> DecodedImage {
    try limits.check(video.storedSize, of: info.name)
    try limits.check(video.displaySize, of: info.name)
    let conform = conform
    let snapshot = try await onThread(named: "segue.decode") { stop in
      for tail in moment == .first ? [ClipInfo.latest] : Self.tails {
        let frames = frames(within: tail)
        let first = ClipDecoding(
          conform, from: 0, skipping: frames.lowerBound, count: frames.count, isStrict: false)
        if let frame = try frame(first, stop) { return Snapshot(copying: frame.frame()) }
        if frames.lowerBound == 0 { break }
      }
      throw SystemError.badData(path: info.name, reason: "ffmpeg found no picture in it")
    }
    return DecodedImage(snapshot: snapshot, notices: notices, formatName: video.codec)
  }

  /// The conversion at the clip's timestamp rate, which keeps every picture.
  private var conform: ClipConform {
    let size = video.displaySize
    let isDeep = limits.depth == .sixteen && video.bits > 8
    // A last frame of another shape keeps its aspect ratio. `stretch` keeps odd sides exact.
    let target = ClipTarget(
      size: size, rate: min(video.frameRate, Self.highestRate), fit: size.isEven ? .contain : .stretch,
      planes: isDeep ? .rgba16 : .rgba8)
    return ClipConform(info, video, to: target)
  }

  /// The indices of the frames to decode: the first frame, or all frames of the last `tail` seconds.
  private func frames(within tail: Ratio) -> Range<Int> {
    guard moment == .last, let duration = video.duration else { return 0..<1 }
    let rate = conform.target.rate
    // A last picture that is shorter than a frame counts as one.
    let count = max(1, (duration * rate).ceiling)
    return max(0, count - max(1, (min(tail, duration) * rate).ceiling))..<count
  }

  /// The first or last frame of `decoding`; `nil` without frames.
  private func frame(_ decoding: ClipDecoding, _ stop: StopSignal) throws -> ClipFrame? {
    let decoder = try ClipDecoder(decoding)
    defer { decoder.close() }
    stop.onSet { decoder.cancel() }
    var last: ClipFrame?
    while let frame = try decoder.next() {
      // ffmpeg may take long to end, as after a picture that lasts for minutes. The frame is
      // therefore returned first.
      if moment == .first { return frame }
      last = frame
    }
    return last
  }

  private var notices: [Notice] {
    var notices: [Notice] = []
    if video.isHDR { notices.append(Notice(.warning, video.color.mappedSentence)) }
    if !video.isStill {
      let kind = info.isAnimation || info.container == "flic" ? "animated" : "a video"
      notices.append(
        Notice(.warning, "it is \(kind); its \(moment == .last ? "last" : "first") frame is taken"))
    }
    if moment == .last, let sentence = info.cutOffSentence { notices.append(Notice(.warning, sentence)) }
    return notices
  }
}
