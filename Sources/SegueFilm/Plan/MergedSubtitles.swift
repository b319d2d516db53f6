import SegueFields
import SegueMath
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem

/// The subtitles of all clips, merged into one track of the film.
struct MergedSubtitles: Sendable {
  /// The cues in milliseconds of the film, in presentation order.
  private(set) var cues: [SubtitleCue] = []
  /// The language of the first clip whose subtitles have a language tag; else empty.
  private(set) var language = ""
  private(set) var notices: [Notice] = []

  /// Reads the clips' subtitles, each file once, and maps them to film time. Returns `nil` if the film
  /// carries no subtitles.
  /// - Throws: `SystemError`.
  init?(_ plan: FilmPlan) async throws {
    let format = plan.request.output.knownFormat ?? .mp4
    guard plan.request.carriesSubtitles, format.facts.textCodec != nil else { return nil }
    var files: [ClipInfo: [SubtitleCue]] = [:]
    var languages: [String] = []
    for clip in plan.clips {
      guard case .video(let info, _, _, _) = clip.content, let text = info.text else { continue }
      if files[info] == nil {
        let place = Place(plan.request.place(ofClip: clip.index))
        files[info] = try await info.cues { notices.append($0.at(place)) }
      }
      cues += Self.moved(files[info] ?? [], of: clip, plan.timeline)
      if !text.language.isEmpty, !languages.contains(text.language) { languages.append(text.language) }
    }
    if files.isEmpty { return nil }
    let part = plan.timeline.milliseconds(plan.frames)
    cues = cues.compactMap { $0.within(part) }
    cues.sort { ($0.start, $0.end) < ($1.start, $1.end) }
    if format.facts.textCodec == "mov_text" { cues = Self.oneAtATime(cues) }
    language = languages.first ?? ""
    if languages.count > 1 {
      let known = languages.joined(separator: ", ")
      let sentence = "the clips' subtitles are in \(known); the film's track is tagged \(language)"
      notices.append(Notice(of: .subtitles, sentence))
    }
    if TrackLanguage.tag(language, in: format) == nil, !language.isEmpty {
      let sentence = "\(format) cannot store the subtitles' language, \(language)"
      notices.append(Notice(.loss, of: .subtitles, sentence))
    }
    if cues.isEmpty {
      notices.append(Notice(of: .subtitles, "no subtitle of the clips is within the parts used in the film"))
    }
  }

  /// The cues of `clip` in film time, clipped to the clip's range.
  static func moved(
    _ cues: [SubtitleCue], of clip: ResolvedClip, _ timeline: FilmTimeline
  ) -> [SubtitleCue] {
    let whole = timeline.milliseconds(clip.frames)
    func milliseconds(_ time: Ratio) -> Int { (1000 * time).rounded }
    return cues.flatMap { cue in
      let seconds = Ratio(cue.start, 1000)..<Ratio(max(cue.start, cue.end), 1000)
      return clip.times(of: seconds, timeline).compactMap { time -> SubtitleCue? in
        let start = max(milliseconds(time.lowerBound), whole.lowerBound)
        let end = min(milliseconds(time.upperBound), whole.upperBound)
        return start < end ? SubtitleCue(start: start, end: end, text: cue.text) : nil
      }
    }
  }

  /// Makes cues disjoint: a cue ends where the next begins, and cues with the same start are merged.
  static func oneAtATime(_ cues: [SubtitleCue]) -> [SubtitleCue] {
    var result: [SubtitleCue] = []
    for cue in cues {
      if let last = result.last, last.start == cue.start {
        result[result.count - 1].text += "\n" + cue.text
        result[result.count - 1].end = max(last.end, cue.end)
        continue
      }
      if let last = result.last, last.end > cue.start { result[result.count - 1].end = cue.start }
      result.append(cue)
    }
    return result
  }
}

extension ResolvedClip {
  /// The film times in seconds at which `range` of the source, in seconds, is shown.
  func times(of range: Range<Ratio>, _ timeline: FilmTimeline) -> [Range<Ratio>] {
    let ends = [range.lowerBound, range.upperBound].map { time(of: $0, timeline) }
    guard let order else { return [ends[0]..<max(ends[0], ends[1])] }
    let start = timeline.rate.exactTime(ofFrame: frames.lowerBound + held.before)
    let rate = timeline.rate.ratio
    let whole = (ends[0] - start) * rate..<max(ends[0] - start, ends[1] - start) * rate
    return order.times(of: whole).map { start + $0.lowerBound / rate..<start + $0.upperBound / rate }
  }

  /// The film time of a source time, both in seconds, for a clip that plays forwards.
  fileprivate func time(of moment: Ratio, _ timeline: FilmTimeline) -> Ratio {
    guard let speedMap else {
      return timeline.rate.exactTime(ofFrame: frames.lowerBound + held.before) + moment - start
    }
    let rate = timeline.rate
    return rate.exactTime(ofFrame: frames.lowerBound + lead)
      + Ratio(typed: speedMap.frame(at: moment.value * speedMap.ratio * rate.framesPerSecond)) / rate.ratio
  }
}

extension FilmTimeline {
  fileprivate func milliseconds(_ frames: Range<Int>) -> Range<Int> {
    func moment(_ frame: Int) -> Int { (1000 * rate.exactTime(ofFrame: frame)).rounded }
    return moment(frames.lowerBound)..<moment(frames.upperBound)
  }
}

extension SubtitleCue {
  /// The cue clipped to `part` of the film, in milliseconds from the start of `part`; `nil` if it is
  /// outside.
  fileprivate func within(_ part: Range<Int>) -> SubtitleCue? {
    let (first, last) = (max(start, part.lowerBound), min(end, part.upperBound))
    return first < last
      ? SubtitleCue(start: first - part.lowerBound, end: last - part.lowerBound, text: text) : nil
  }
}
