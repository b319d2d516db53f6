import SegueBitstream
import SegueFields
import SegueMedia
import SegueSystem

/// Determines which parts of a film can be copied.
///
/// **Thread-safety:** confined to one task.
struct CopyPlanner {
  private let plan: FilmPlan
  private let layers: [any Layer]
  private let covered: [Range<Int>]
  private var sources: [String: Result<CopySource, CopyObstacle>] = [:]
  private var clips: [CopyPlan.Clip]
  private var notices: [Notice] = []

  /// Copied pictures of a clip, before the film's ticks are known.
  private struct Span {
    var clip: Int
    var source: CopySource
    var clock: CopyClock
    var pictures: [CodedPicture]
    var span: CopiedSpan
    var isOnFrames: Bool
  }

  private init(_ film: ResolvedFilm) {
    plan = film.plan
    layers = film.layers
    covered = layers.flatMap(\.frames)
    clips = Array(repeating: CopyPlan.Clip(), count: plan.clips.count)
  }

  /// The outcome of planning. Its plan is `nil` if nothing is copied; it has the clips' reasons in any case.
  /// - Throws: `SystemError`.
  static func make(_ film: ResolvedFilm) async throws -> CopyOutcome {
    var planner = CopyPlanner(film)
    let copy = try await planner.make()
    if copy == nil { planner.notices.append(Notice(of: .copy, "nothing is copied: \(planner.summary)")) }
    let sound = try await sound(film.plan, copy, hasMusic: !film.mix.tracks.isEmpty)
    return (copy, planner.clips, planner.notices, sound)
  }

  /// The copied sound, or the reason why it is encoded; `nil` without sound.
  private static func sound(
    _ plan: FilmPlan, _ copy: CopyPlan?, hasMusic: Bool
  ) async throws -> Result<CopiedSound, CopyObstacle>? {
    guard plan.hasSound else { return nil }
    do {
      guard let copy else { throw CopyObstacle(reason: "no picture is copied") }
      return .success(try await CopiedSound.find(plan, hasMusic: hasMusic, scale: copy.timescale))
    } catch let obstacle as CopyObstacle {
      return .failure(obstacle)
    }
  }

  private var summary: String {
    var reasons: [String] = []
    for (index, clip) in clips.enumerated() {
      guard let reason = clip.reasons.first else { continue }
      let sentence = "\(plan.clips[index].input.source.text): \(reason)"
      if !reasons.contains(sentence) { reasons.append(sentence) }
    }
    let more = reasons.count > 3 ? "; and \(reasons.count - 3) more" : ""
    return reasons.isEmpty ? "no frame is shown unchanged" : reasons.prefix(3).joined(separator: "; ") + more
  }

  private mutating func make() async throws -> CopyPlan? {
    let target = Result { () throws(CopyObstacle) in try plan.copyTarget() }
    var spans: [Span] = []
    for clip in plan.clips {
      do {
        spans += try await self.spans(of: clip, target)
      } catch {
        let unreadable = (error as? BitstreamError)?.obstacle
        guard let reason = (error as? CopyObstacle)?.reason ?? unreadable else { throw error }
        clips[clip.index].reasons = [reason]
        if case .video(let info, let video, _, _) = clip.content, video.isVariableRate {
          notices.add([InputNotices.varyingRate(plan.rate).at(.named(info.name))])
        }
      }
    }
    guard case .success(let target) = target else { return nil }
    var table = ParameterSetTable(target.standard)
    let timescale = CopyClock.timescale(plan.rate, spans.filter { !$0.isOnFrames }.map(\.source.timescale))
    var copied: [CopyPlan.Copied] = []
    for span in spans {
      var fuller = table
      // The parameter sets of the encoded parts are added later and need numbers, too.
      guard let rewriter = try? fuller.rewriter(for: span.source),
        fuller.hasSpace(besides: span.source.configuration.sets)
      else {
        clips[span.clip].reasons = ["the film would need more parameter sets than the codec allows"]
        continue
      }
      table = fuller
      copied.append(Self.copied(span, rewriter, timescale: timescale))
    }
    for clip in plan.clips { describe(clip, copied) }
    guard !copied.isEmpty else { return nil }
    let constraints = target.constraints(
      copied.flatMap(\.source.facts), reorders: spans.allSatisfy { $0.source.reorders })
    return CopyPlan(
      target: target, segments: segments(copied), table: table, timescale: timescale,
      constraints: constraints)
  }

  private func segments(_ copied: [CopyPlan.Copied]) -> [CopyPlan.Segment] {
    var segments: [CopyPlan.Segment] = []
    var position = 0
    for part in copied.sorted(by: { $0.frames.lowerBound < $1.frames.lowerBound }) {
      if part.frames.lowerBound > position { segments.append(.encoded(position..<part.frames.lowerBound)) }
      segments.append(.copied(part))
      position = part.frames.upperBound
    }
    let end = plan.timeline.frameCount
    if position < end { segments.append(.encoded(position..<end)) }
    return segments
  }

  private static func copied(_ span: Span, _ rewriter: UnitRewriter, timescale: Int) -> CopyPlan.Copied {
    let pictures = span.span.copied.map { index -> CopyPlan.Picture in
      let sample = span.source.samples[index]
      let frame = span.pictures[index].frame ?? 0
      let tick =
        span.isOnFrames
        ? CopyClock.tick(ofFrame: frame, span.clock.rate, scale: timescale)
        : span.clock.tick(at: sample.time, scale: timescale)
      let isFirst = index == span.span.pictures.lowerBound
      return CopyPlan.Picture(
        sample: sample, tick: max(0, tick), isSync: isFirst || CopiedSpan.isSync(index, span.pictures))
    }
    return CopyPlan.Copied(
      source: span.source, rewriter: rewriter, frames: span.span.frames, pictures: pictures)
  }

  /// The spans of `clip` that can be copied.
  /// - Throws: `CopyObstacle`, `BitstreamError`, `SystemError`.
  private mutating func spans(
    of clip: ResolvedClip, _ target: Result<CopyTarget, CopyObstacle>
  ) async throws -> [Span] {
    guard case .video(let info, let video, let start, _) = clip.content else {
      if case .color = clip.content { throw CopyObstacle(reason: "it is a colour") }
      throw CopyObstacle(reason: "it is a picture")
    }
    if let reason = objection(to: info, video, target) ?? objection(to: clip) {
      throw CopyObstacle(reason: reason)
    }
    let source = try await source(of: info, video)
    let times = source.samples.lazy.map(\.time).filter { $0 >= 0 }
    let (frames, held) = (clip.frames, clip.held)
    let clock = CopyClock(
      plan.rate, frames: frames.lowerBound + held.before..<frames.upperBound - held.after,
      timescale: source.timescale, start: start, times: times)
    let shown = times.filter { clock.frame(at: $0) != nil }
    guard clock.isOfRate(shown) else {
      throw CopyObstacle(reason: "its frame rate varies or differs from the film's")
    }
    let pictures = try pictures(of: source, clock, name: info.name)
    let isOnFrames = clock.isOnFrames(shown)
    let missing = source.samples.lazy.filter { $0.size == 0 }.compactMap { clock.frame(at: $0.time) }.min()
    return plan.untouchedFrames(of: clip, covers: covered).flatMap {
      Self.spans(of: pictures, within: $0, missing: missing)
    }
    .map {
      Span(
        clip: clip.index, source: source, clock: clock, pictures: pictures, span: $0, isOnFrames: isOnFrames)
    }
  }

  /// The reason why a video cannot be copied, according to its header; `nil` if it can.
  private func objection(
    to info: ClipInfo, _ video: ClipInfo.Video, _ target: Result<CopyTarget, CopyObstacle>
  ) -> String? {
    if info.sequence != nil { return "it is a sequence of pictures" }
    if info.isAnimation { return "it is an animation" }
    switch target {
    case .success(let target): if let objection = target.objection(to: video) { return objection }
    case .failure(let obstacle): return obstacle.reason
    }
    if info.hasTimestampDiscontinuities { return "its timestamps restart" }
    return video.reorders && !info.hasPresentationTimes
      ? "its file does not store the presentation order" : nil
  }

  /// The reason why all pictures of `clip` are drawn; `nil` if they may be copied.
  private func objection(to clip: ResolvedClip) -> String? {
    if clip.speedMap != nil { return "its speed is changed" }
    if clip.order != nil { return "its playback order is changed" }
    if !clip.input.framing.isWhole { return "it is rotated or cropped" }
    if !clip.filters.isEmpty { return "it has a filter" }
    return plan.filters.isEmpty ? nil : "the film has a filter"
  }

  /// The pictures of `source` in decoding order, with their film frames.
  private mutating func pictures(
    of source: CopySource, _ clock: CopyClock, name: String
  ) throws -> [CodedPicture] {
    var hasDolbyVision = false
    let pictures = try source.samples.map { sample in
      // Samples missing at the end of the file have no frame, and nothing after them is copied.
      guard sample.size > 0, sample.time >= 0, let frame = clock.frame(at: sample.time) else {
        return CodedPicture(time: sample.time, kind: .dependent, frame: nil)
      }
      let summary = try source.reader.summary(of: sample)
      if let obstacle = summary.obstacle { throw CopyObstacle(reason: "it has \(obstacle)") }
      hasDolbyVision = hasDolbyVision || summary.hasDolbyVision
      return CodedPicture(time: sample.time, kind: summary.kind, frame: frame)
    }
    if hasDolbyVision { notices.add([Notice(.loss, at: .named(name), "Dolby Vision metadata is dropped")]) }
    return pictures
  }

  /// The spans of `pictures` within `allowed`. If the end of the file is missing, the last existing frame
  /// is encoded, since the encoded frames after it repeat it.
  /// - Parameter missing: the first missing frame.
  private static func spans(of pictures: [CodedPicture], within allowed: Range<Int>, missing: Int?)
    -> [CopiedSpan]
  {
    let spans = CopiedSpan.all(of: pictures, within: allowed)
    guard let missing, missing <= allowed.upperBound, let last = spans.last else { return spans }
    return CopiedSpan.all(of: pictures, within: allowed.lowerBound..<last.frames.upperBound - 1)
  }

  /// The index of a file, which is read once.
  private mutating func source(of info: ClipInfo, _ video: ClipInfo.Video) async throws -> CopySource {
    if let known = sources[info.path] { return try known.get() }
    do {
      let source = try await CopySource.open(info, video)
      sources[info.path] = .success(source)
      return source
    } catch let obstacle as CopyObstacle {
      sources[info.path] = .failure(obstacle)
      throw obstacle
    }
  }

  /// Records which frames of `clip` are copied, and why the other frames are encoded.
  private mutating func describe(_ clip: ResolvedClip, _ copied: [CopyPlan.Copied]) {
    let (index, whole) = (clip.index, clip.frames)
    guard clips[index].reasons.isEmpty else { return }
    let allowed = plan.untouchedFrames(of: clip, covers: covered)
    clips[index].copied = copied.map(\.frames).filter { copied in allowed.contains { $0.overlaps(copied) } }
    for layer in layers {
      for frames in layer.frames where frames.overlaps(whole) {
        clips[index].add(layer.coverWords, frames.clamped(to: whole))
      }
    }
    let ends = [
      ("the film's opening covers", plan.timeline.opening),
      ("the film's closing covers", plan.timeline.closing),
    ]
    for (reason, frames) in ends where frames.overlaps(whole) {
      clips[index].add(reason, frames.clamped(to: whole))
    }
    for range in allowed {
      let inside = clips[index].copied.filter { range.overlaps($0) }
      for rest in inside.reduce([range], { rest, copied in rest.flatMap { $0.without(copied) } }) {
        let isTail =
          inside.contains { $0.upperBound == rest.lowerBound } && rest.upperBound == range.upperBound
        clips[index].add(
          isTail
            ? "decoding order differs from presentation order at the end of"
            : "no copy can start within", rest)
      }
    }
  }
}

extension CopyPlan.Clip {
  fileprivate mutating func add(_ reason: String, _ frames: Range<Int>) {
    reasons.append("\(reason) frames \(frames.lowerBound)-\(frames.upperBound)")
  }
}

extension CopySource {
  /// Whether decoding order differs from presentation order.
  var reorders: Bool { zip(samples, samples.dropFirst()).contains { $1.time < $0.time } }
}
