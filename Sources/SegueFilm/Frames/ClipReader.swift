import Dispatch
import SegueFields
import SegueImaging
import SegueMath
import SegueMedia
import SegueRun
import SegueSystem
import Synchronization

/// Decodes a clip ahead on its own thread into a bounded channel. Frames have the film's size, except if
/// their surroundings are drawn later, with `blur` or without a background.
///
/// A clip that ends slightly early repeats its last frame. Other missing frames are errors.
///
/// **Thread-safety:** one thread requests frames; any thread may call `cancel`.
final class ClipReader: Sendable {
  private let part: ClipPart
  private let decoder: ClipDecoder?
  /// The decoder of a reversed, boomerang or frozen clip.
  private let blocks: BlockFrames?
  private let channel = BoundedChannel<ClipFrame>(capacity: 3)
  private let outcome = Mutex(Outcome())
  private let reading = DispatchGroup()

  private struct Outcome {
    var error: (any Error)?
    var last: ClipFrame?
    var notices: [Notice] = []
  }

  /// Whether a blurred copy of the frames surrounds them.
  var isBlurred: Bool { part.decoding.conform.target.fit == .blur }

  var isOpaque: Bool { !part.decoding.conform.video.hasAlpha }

  /// The longest tolerated missing end of a clip, in seconds.
  static let tolerance: Ratio = 1

  /// Starts decoding `part`.
  /// - Parameter background: the colour around frames smaller than the film's; `nil` leaves them unpadded.
  /// - Throws: `SystemError`.
  init(_ part: ClipPart, background: RGBAColor?) throws {
    self.part = part
    blocks = part.goesBack ? BlockFrames(part.decoding) : nil
    decoder = blocks == nil ? try ClipDecoder(part.decoding) : nil
    startThread(named: "segue.clip", in: reading) { [self] in
      do {
        try read(background)
      } catch {
        outcome.withLock { $0.error = error }
      }
      channel.finish()
      decoder?.close()
    }
  }

  /// The next frame. After the end it is the last frame again.
  /// - Throws: `SystemError`.
  func next() throws -> ClipFrame {
    if let frame = channel.receive() {
      outcome.withLock { $0.last = frame }
      return frame
    }
    return try outcome.withLock { outcome in
      if let error = outcome.error { throw error }
      guard let last = outcome.last else { throw SystemError.cancelled }
      return last
    }
  }

  /// The notices about the clip, complete when it has been read.
  var notices: [Notice] { outcome.withLock { $0.notices } }

  /// Makes waiting and later calls of `next` fail. May run during and after `close`, since it only sets
  /// flags.
  func cancel() {
    outcome.withLock { $0.error = $0.error ?? SystemError.cancelled }
    stop()
  }

  /// Stops the decoder and waits for its thread.
  func close() {
    stop()
    reading.wait()
  }

  private func stop() {
    decoder?.cancel()
    blocks?.cancel()
    channel.cancel()
  }

  private func read(_ background: RGBAColor?) throws {
    let conform = part.decoding.conform
    let padded = ClipFramePool(
      size: conform.target.size, format: conform.format, color: conform.color)
    func whole(_ frame: ClipFrame) -> ClipFrame {
      guard !isBlurred, frame.size != conform.target.size, let background else { return frame }
      let whole = padded.frame(of: isOpaque ? background : .transparent)
      whole.paste(frame, x: frame.placement.x0, y: frame.placement.y0)
      return whole
    }
    if let blocks {
      let outcome = try blocks.frames(
        of: part.picks ?? [], atMissing: { _ = try missingEnd($0) }, { channel.send(whole($0)) })
      return try check(outcome)
    }
    guard let decoder else { return }
    var source = RetimedFrames(decoder)
    for place in 0..<(part.picks?.count ?? part.decoding.count - part.skipped) {
      let pick = part.picks?[place] ?? FramePick(index: part.skipped + place)
      guard let frame = try source.frame(pick) else { break }
      // Check for a missing end before its frames are replaced.
      if source.count < pick.needed { _ = try missingEnd(source.count) }
      guard channel.send(whole(frame)) else { return }
    }
    try source.skipRest()
    try check(
      .init(
        count: source.count, damagedFrames: decoder.damagedFrames, changesShape: decoder.changesShape))
  }

  private func check(_ read: BlockFrames.Outcome) throws {
    if let sentence = try missingEnd(read.count) { warn(sentence) }
    if read.changesShape {
      warn("its frames change size, shape or pixel format midway, and are converted to the film's")
    }
    let damaged = read.damagedFrames
    if damaged > 0 {
      warn(damaged == 1 ? "a damaged frame was concealed" : "\(damaged) damaged frames were concealed")
    }
  }

  /// The warning about a tolerated missing end, after `count` frames; `nil` if the part is complete.
  /// - Throws: `SystemError.badData`, `FilmError.endsEarly` for a missing end above the tolerance.
  private func missingEnd(_ count: Int) throws -> String? {
    let name = part.decoding.conform.info.name
    let missing = part.decoding.count - count
    if count == 0, part.decoding.start <= part.clipStart {
      throw SystemError.badData(
        path: name, reason: "none of its pictures can be decoded (\(part.place(ofFrame: 0)))")
    }
    // A container's length may be one frame too long.
    guard count == 0 || missing > 1 || missing == 1 && part.decoding.isStrict && !part.reachesEnd else {
      return nil
    }
    let seconds = part.seconds(missing).value
    let sentence =
      "it ends \(DecimalText.text(seconds)) s early, after \(count) of \(part.decoding.count) frames "
      + "(\(part.place(ofFrame: count)))"
    // Without a frame, nothing can be repeated.
    if count == 0 || seconds > Self.tolerance.value || part.decoding.isStrict {
      if part.isOverlay {
        let end = DecimalText.text(part.timeline.seconds(ofFrame: part.filmFrame(ofFrame: count)))
        throw SystemError.badData(
          path: name, reason: sentence + "; set the overlay's end to \(end) s to use the frames that exist")
      }
      let end = part.decoding.start + part.seconds(count)
      if end > part.clipStart + part.seconds(1), part.picks == nil {
        throw FilmError.endsEarly(
          source: name, reason: sentence, start: part.clipStart.value, end: end.value)
      }
      throw SystemError.badData(path: name, reason: sentence)
    }
    return "\(sentence), so its last frame is held"
  }

  private func warn(_ sentence: String) {
    outcome.withLock { $0.notices.append(Notice(at: .named(part.decoding.conform.info.name), sentence)) }
  }
}

/// The part of a clip to decode for some of the film's frames, and its position in the film for messages.
struct ClipPart: Sendable {
  var decoding: ClipDecoding
  /// The start of the clip in its source, in seconds.
  var clipStart: Ratio
  var firstFrame: Int
  /// The number of frames to decode before the first shown frame.
  var skipped = 0
  var timeline: FilmTimeline
  /// Whether the part includes the end of the source.
  var reachesEnd: Bool
  var isOverlay = false
  /// The source frame for each shown frame; `nil` if each decoded frame is shown once.
  var picks: [FramePick]?

  /// Whether a frame is shown after a later frame of the source.
  var goesBack: Bool {
    guard let picks else { return false }
    return zip(picks, picks.dropFirst()).contains { $0.index > $1.index }
  }

  /// Reverses the order in which the frames are shown.
  mutating func reverse() {
    picks = (picks ?? (skipped..<decoding.count).map { FramePick(index: $0) }).reversed()
    skipped = 0
  }

  /// The part of a source for `span`, decoded to pictures of `size`.
  init(
    _ info: ClipInfo, _ video: ClipInfo.Video, _ span: SourceSpan, framing: ClipFraming, fit: Fit,
    size: ImageSize, from start: Ratio, firstFrame: Int, reachesEnd: Bool, in plan: FilmPlan,
    as format: FrameFormat
  ) {
    let target = ClipTarget(
      size: size, rate: span.rate, fit: fit, planes: format.color.planes, keepsChroma: format.pixels.isRGBA)
    decoding = ClipDecoding(
      ClipConform(info, video, framing: framing, to: target), from: span.start, skipping: span.first,
      count: span.count, isStrict: plan.request.isStrict)
    decoding.stallLimit = plan.request.decoderStallLimit
    decoding.limits = plan.request.drawing.limits
    clipStart = start
    timeline = plan.timeline
    picks = span.picks
    self.firstFrame = firstFrame
    self.reachesEnd = reachesEnd
  }

  /// The files to read; for a sequence, the files of the shown pictures.
  var files: [String] {
    guard let sequence = decoding.conform.info.sequence else { return [decoding.conform.info.path] }
    let rate = decoding.conform.video.nominalRate
    let end = decoding.start + seconds(decoding.count)
    let first = (decoding.start * rate).floor - 1
    let last = (end * rate).ceiling + 1
    return Array(sequence.paths[max(0, first)..<max(0, first, min(sequence.paths.count, last))])
  }

  func seconds(_ frames: Int) -> Ratio { Ratio(frames) / decoding.conform.target.rate }

  /// The first film frame that shows decoded frame `index` or a later one.
  func filmFrame(ofFrame index: Int) -> Int {
    firstFrame + (picks.map { picks in picks.firstIndex { $0.index >= index } ?? picks.count } ?? index)
  }

  /// The time of decoded frame `index` in the film and in the clip, for messages.
  func place(ofFrame index: Int) -> String {
    let film = DecimalText.text(timeline.seconds(ofFrame: filmFrame(ofFrame: index)))
    let source = DecimalText.text((decoding.start + seconds(index)).value)
    return "\(film) s into the film, \(source) s into the clip"
  }
}

extension FilmPlan {
  /// The part of `clip` to decode for the film's `frames`; `nil` for a still and for a clip outside
  /// `frames`.
  ///
  /// The end of a clip is always decoded from slightly more than the tolerance before it. A clip that ends
  /// early then has a last frame to repeat.
  /// - Parameter format: the format in which the film is drawn; `nil` means the output's format.
  func part(of clip: ResolvedClip, in frames: Range<Int>, as format: FrameFormat? = nil) -> ClipPart? {
    guard case .video(let info, let video, let clipStart, let toEnd) = clip.content else { return nil }
    let whole = clip.frames
    let shown = whole.clamped(to: frames)
    if shown.isEmpty { return nil }
    let reachesEnd = toEnd && shown.upperBound == whole.upperBound
    var first = shown.lowerBound
    let span: SourceSpan
    if let picks = clip.picks(for: shown) {
      let own = clip.speedMap == nil ? rate.ratio : video.nominalRate
      let kept = reachesEnd ? (ClipReader.tolerance * own).floor + 2 : 0
      span = SourceSpan(of: picks, rate: own, start: clip.speedMap == nil ? clipStart : 0, kept: kept)
    } else {
      let end = rate.position(of: ClipReader.tolerance) + 2
      if reachesEnd { first = min(first, max(whole.lowerBound, whole.upperBound - end)) }
      span = SourceSpan(
        rate: rate.ratio, start: clipStart, first: first - whole.lowerBound, count: shown.upperBound - first)
    }
    var part = ClipPart(
      info, video, span, framing: clip.input.framing, fit: clip.fit, size: size, from: clip.start,
      firstFrame: first, reachesEnd: reachesEnd, in: self, as: format ?? self.format)
    part.skipped = shown.lowerBound - first
    // Frames before the start are decoded and dropped, at real-time speed or faster.
    if info.hasTimestampDiscontinuities { part.decoding.stallLimit += .seconds(part.decoding.start.value) }
    return part
  }
}
