import SegueMath
import SegueMedia
import SegueRun
import SegueSound

extension FilmPlan {
  /// The report of the plan, with the notices of the loaded film, the copying and the output.
  /// - Throws: as `FilmJob.run`, if the film cannot be made.
  package func checkedReport(
    pictures: SharedPictures = RenderPool.shared.pictures
  ) async throws -> FilmReport {
    let output = request.output.path.isEmpty ? nil : try FilmOutput(request)
    let film = try await ResolvedFilm(self, pictures: pictures)
    let copying = request.copies ? try await CopyPlanner.make(film) : nil
    var report = film.report(copying, hasSound: hasSound && output?.format.facts.holdsSound ?? true)
    report.notices += film.notices + (copying?.notices ?? []) + (output?.notices(self) ?? [])
    return report
  }

  /// The report of the plan, without the results of rendering.
  package func report(hasSound: Bool) -> FilmReport {
    var result = FilmReport(
      film: .init(
        width: frameSize.width, height: frameSize.height, fps: rate.description, frames: timeline.frameCount,
        seconds: timeline.seconds(ofFrame: timeline.frameCount), color: color.encoding.rawValue,
        depth: color.depth.rawValue,
        turn: timeline.returnCount > 0 ? timeline.forwardCount : nil,
        part: frames.count == timeline.frameCount ? nil : [frames.lowerBound, frames.upperBound]),
      clips: clips.map { report($0, hasSound: hasSound) },
      junctions: clips.compactMap { clip in
        guard let junction = clip.junction else { return nil }
        let held = clips[clip.index - 1].held.after + clip.held.before
        var report = junction.transition.report(junction.frames)
        report.held = held > 0 ? held : nil
        report.sound = junction.soundOffset == 0 ? nil : junction.soundOffset
        return report
      },
      opening: opening.frames.isEmpty ? nil : opening.transition.report(opening.frames),
      closing: closing.frames.isEmpty ? nil : closing.transition.report(closing.frames),
      subtitles: request.subtitles?.name,
      audio: hasSound
        ? .init(rate: SoundDecoding.sampleRate, channels: soundLayout.channels, samples: timeline.sampleCount)
        : nil)
    result.notices = notices
    for layer in layers { layer.add(to: &result) }
    if device != nil {
      result.layers = [
        .init(kind: "device", start: 0, end: timeline.frameCount, settings: request.device.settings)
      ]
    }
    return result
  }

  private func report(_ clip: ResolvedClip, hasSound: Bool) -> FilmReport.Clip {
    let isHeard = clip.sound != nil && hasSound
    let visible = timeline.visible(ofClip: clip.index)
    /// The duration of `frames` hidden frames in the source, in seconds.
    func hidden(_ frames: Int) -> Double {
      clip.speedMap == nil && clip.order == nil ? timeline.seconds(ofFrame: frames) : 0
    }
    return .init(
      source: clip.input.source.text, start: visible.lowerBound, end: visible.upperBound,
      in: max(0, clip.start.value) + hidden(visible.lowerBound - clip.frames.lowerBound),
      out: clip.end.value - hidden(clip.frames.upperBound - visible.upperBound), audio: isHeard,
      track: isHeard ? clip.heard?.heardTrack : nil,
      language: isHeard ? clip.sound.flatMap { $0.language.isEmpty ? nil : $0.language } : nil,
      color: clip.color.rawValue, depth: clip.depth, speed: clip.speedMap?.speed.mean,
      order: clip.order.flatMap { _ in clip.input.orderWords })
  }
}

extension ResolvedFilm {
  /// The report of the plan with the loaded layers and sounds and the result of copying, without notices
  /// about them.
  func report(_ copying: CopyOutcome?, hasSound: Bool) -> FilmReport {
    var report = plan.report(hasSound: hasSound)
    if let copying { report.add(copying) }
    report.reproducible = .init(plan.request.output)
    report.subtitleTrack = text.map { .init(language: $0.language, cues: $0.cues.count) }
    for layer in layers { layer.add(to: &report) }
    if hasSound {
      report.music = reported(as: .music)
      report.voices = reported(as: .voice)
    }
    return report
  }

  /// The pieces of music with `role`; `nil` if empty.
  private func reported(as role: SoundMix.Track.Role) -> [FilmReport.Music]? {
    func frame(_ sample: Int) -> Int { plan.rate.position(of: Ratio(sample, SoundDecoding.sampleRate)) }
    let pieces = music.filter { $0.track.role == role }.map { piece in
      let range = piece.track.range ?? 0..<plan.timeline.sampleCount
      return FilmReport.Music(
        source: piece.music.path, start: frame(range.lowerBound), end: frame(range.upperBound),
        in: piece.music.sourceStart, volume: piece.music.volume,
        loops: piece.music.loops || piece.track.period != nil)
    }
    return pieces.isEmpty ? nil : pieces
  }
}

extension FilmPlan.Junction {
  func report(_ frames: Range<Int>) -> FilmReport.Junction {
    .init(
      transition: prepared?.description.name ?? "cut", start: frames.lowerBound, frames: frames.count)
  }
}
