import SegueImaging
import SegueMath
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem

extension ResolvedClip {
  /// The clip in its film frames on `timeline`, extended by its handles.
  /// - Parameter before: the clip before, and the junction with it.
  func placed(
    on timeline: FilmTimeline, after before: (clip: ResolvedClip, junction: ResolvedJunction)?
  ) -> ResolvedClip {
    var clip = self
    clip.frames = timeline.clips[index]
    if let before {
      clip.junction = before.junction.placed(
        timeline.overlaps[index - 1], isWithinFile: before.clip.input.isOfOneFile(with: input))
    }
    clip.extend(timeline.lead(ofClip: index), timeline.trail(ofClip: index), timeline.rate)
    return clip
  }

  /// Extends the clip by `lead` film frames before and `trail` after, limited by the source. The
  /// rest repeats the first or last frame.
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
    if let pace {
      held = pace.missing(lead: lead, trail: trail)
      self.pace?.end += Double(trail - held.after) * pace.ratio * pace.speed.last
    } else {
      let before = (first * rate.ratio).floor
      let after = max(0, rate.position(of: duration) - rate.position(of: end))
      held = (max(0, lead - before), max(0, trail - after))
    }
    start -= rate.exactTime(ofFrame: lead - held.before) * Ratio(typed: pace?.speed.first ?? 1)
    end = min(
      duration, end + rate.exactTime(ofFrame: trail - held.after) * Ratio(typed: pace?.speed.last ?? 1))
    content = .video(
      info, video, start: max(0, first - rate.exactTime(ofFrame: lead - held.before)),
      toEnd: toEnd || rate.position(of: end) == rate.position(of: duration))
  }
}

extension FilmPlan {
  /// The source frames to decode for the film's frames `shown` of `clip`; `nil` if each source frame
  /// is shown once, in order. The result has the source's frame rate, the time of its frame 0, the first
  /// frame to decode, their number, and the frame for each shown one.
  /// - Parameters:
  ///   - start: the time of the clip's first frame with a picture, in seconds.
  ///   - tail: seconds before the last picked frame that are always decoded; 0 for none.
  func picks(
    of clip: ResolvedClip, _ shown: Range<Int>, _ video: ClipInfo.Video, start: Ratio, tail: Ratio
  ) -> (rate: Ratio, start: Ratio, first: Int, count: Int, picks: [ClipPace.Pick])? {
    let whole = clip.frames
    let chosen: [ClipPace.Pick]
    var source = (rate: rate.ratio, start: start)
    if let order = clip.order {
      let places = shown.map { order.frame($0 - whole.lowerBound - clip.held.before) }
      chosen = places.map { clip.pace?.pick(ofFrame: $0) ?? .init(index: $0) }
      if clip.pace != nil { source = (video.nominalRate, 0) }
    } else if let pace = clip.pace {
      chosen = shown.map { pace.pick(ofFrame: $0 - whole.lowerBound - clip.lead) }
      source = (video.nominalRate, 0)
    } else if clip.held != (0, 0) {
      let last = whole.count - clip.held.before - clip.held.after - 1
      chosen = shown.map { .init(index: max(0, min(last, $0 - whole.lowerBound - clip.held.before))) }
    } else {
      return nil
    }
    let part = Self.source(of: chosen, kept: tail > 0 ? (tail * source.rate).floor + 2 : 0)
    return (source.rate, source.start, part.first, part.count, part.picks)
  }

  /// The range of source frames that covers `picks`, and the picks relative to its first frame.
  /// - Parameter kept: the number of frames before the last one to decode in any case.
  static func source(of picks: [ClipPace.Pick], kept: Int) -> (first: Int, count: Int, picks: [ClipPace.Pick])
  {
    let last = picks.map { $0.index + ($0.share > 0 ? 1 : 0) }.max() ?? 0
    let base = max(0, min(picks.map(\.index).min() ?? 0, last - kept))
    return (base, last - base + 1, picks.map { .init(index: $0.index - base, share: $0.share) })
  }
}
