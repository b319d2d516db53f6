import SegueMath
import SegueMedia
import SegueMotion
import SegueSystem

extension ResolvedClip {
  /// The clip in its film frames on `timeline`, extended by its handles.
  /// - Parameter before: the previous clip, and the junction between both; `nil` for the first clip.
  func placed(
    on timeline: FilmTimeline, after before: (clip: ResolvedClip, junction: ResolvedJunction)?
  ) -> ResolvedClip {
    var clip = self
    clip.frames = timeline.clips[index]
    if let before {
      clip.junction = before.junction.placed(
        timeline.overlaps[index - 1], isWithinFile: before.clip.input.hasSameFile(as: input))
    }
    clip.extend(timeline.lead(ofClip: index), timeline.trail(ofClip: index), timeline.rate)
    return clip
  }

  /// Extends the clip by `lead` film frames before it and `trail` after it. Frames that the source does
  /// not have repeat the first or last frame.
  private mutating func extend(_ lead: Int, _ trail: Int, _ rate: FrameRate) {
    guard lead > 0 || trail > 0 else { return }
    self.lead = lead
    // A reordered clip has no frames beyond its ends.
    if order != nil { return held = (lead, trail) }
    guard case .video(let info, let video, let first, let toEnd) = content, let duration = video.duration
    else {
      if voice != nil {
        held.before = max(0, lead - (start * rate.ratio).floor)
        start -= rate.exactTime(ofFrame: lead - held.before)
      }
      // A still can be extended without limit.
      end += rate.exactTime(ofFrame: lead + trail)
      return
    }
    if let speedMap {
      held = speedMap.missing(lead: lead, trail: trail)
      self.speedMap?.end += Double(trail - held.after) * speedMap.ratio * speedMap.speed.last
    } else {
      let before = (first * rate.ratio).floor
      let after = max(0, rate.position(of: duration) - rate.position(of: end))
      held = (max(0, lead - before), max(0, trail - after))
    }
    let before = rate.exactTime(ofFrame: lead - held.before)
    let after = rate.exactTime(ofFrame: trail - held.after)
    start -= before * Ratio(typed: speedMap?.speed.first ?? 1)
    end = min(duration, end + after * Ratio(typed: speedMap?.speed.last ?? 1))
    let reachesEnd = toEnd || rate.position(of: end) == rate.position(of: duration)
    content = .video(info, video, start: max(0, first - before), toEnd: reachesEnd)
  }

  /// The source frames for the film frames `shown`; `nil` if each source frame is shown once, in order.
  func picks(for shown: Range<Int>) -> [FramePick]? {
    let places = shown.map { $0 - frames.lowerBound }
    if let order {
      return places.map { order.frame($0 - held.before) }.map {
        speedMap?.pick(ofFrame: $0) ?? .init(index: $0)
      }
    }
    if let speedMap { return places.map { speedMap.pick(ofFrame: $0 - lead) } }
    if held == (0, 0) { return nil }
    let last = frames.count - held.before - held.after - 1
    return places.map { .init(index: max(0, min(last, $0 - held.before))) }
  }
}

/// The frames of a source to decode, and the frame to show in each film frame.
struct SourceSpan {
  let rate: Ratio
  /// The time of frame 0 in seconds.
  let start: Ratio
  /// The first frame to decode.
  let first: Int
  /// The number of frames to decode.
  let count: Int
  /// The decoded frame for each shown frame; `nil` if each decoded frame is shown once, in order.
  private(set) var picks: [FramePick]?
}

extension SourceSpan {
  /// The span that covers the source frames `chosen`.
  /// - Parameter kept: the number of frames that are always decoded before the last chosen frame.
  init(of chosen: [FramePick], rate: Ratio, start: Ratio = 0, kept: Int = 0) {
    let last = chosen.map { $0.index + ($0.share > 0 ? 1 : 0) }.max() ?? 0
    let base = max(0, min(chosen.map(\.index).min() ?? 0, last - kept))
    self.init(
      rate: rate, start: start, first: base, count: last - base + 1,
      picks: chosen.map { .init(index: $0.index - base, share: $0.share) })
  }
}

extension FilmClip {
  /// Whether both clips have the same source file, possibly by different paths.
  fileprivate func hasSameFile(as other: FilmClip) -> Bool {
    if source == other.source { return true }
    guard let path, let otherPath = other.path, let stamp = FileStamp(path: path) else { return false }
    return stamp == FileStamp(path: otherPath)
  }
}
