import SegueMedia
import SegueSound

/// A piece of music or a voice with its sound in the film's mix.
struct PlacedMusic: Sendable {
  let music: FilmMusic
  var track: SoundMix.Track

  init(_ music: FilmMusic, _ source: SoundMix.Source, _ range: Range<Int>, _ role: SoundMix.Track.Role) {
    self.music = music
    track = SoundMix.Track(
      source, range: range, role: role, volume: music.volume, duck: music.duck, loops: music.loops,
      fadeOut: music.fadeOut)
  }
}

extension ResolvedFilm {
  /// The film's music and its voices.
  static func music(_ plan: FilmPlan, _ warnings: inout [String]) async throws -> [PlacedMusic] {
    try await placed(plan.request.music, as: .music, plan, &warnings)
      + placed(plan.request.voices, as: .voice, plan, &warnings)
  }

  /// The pieces at their times. Several pieces of music without a time play one after the other.
  private static func placed(
    _ pieces: [FilmMusic], as role: SoundMix.Track.Role, _ plan: FilmPlan,
    _ warnings: inout [String]
  ) async throws -> [PlacedMusic] {
    let row = role == .music ? pieces.filter(\.isInRow) : []
    let end = plan.timeline.sampleCount
    var placed: [PlacedMusic] = []
    var rowEnd = 0
    for var music in pieces {
      let decoding = try await examined(music, plan, &warnings)
      if role == .voice, music.duck != 0 {
        warnings.append("\(music.path): duck has no effect, since a voice is not lowered")
      }
      let isInRow = role == .music && music.isInRow
      var range = music.samples(in: plan.timeline)
      if isInRow, row.count > 1 {
        let count = rowEnd < end ? try await decoding.heardSamples(upTo: end - rowEnd) : 0
        range = count > 0 ? rowEnd..<rowEnd + count : nil
        rowEnd += count
        music.loops = false
      }
      if let range {
        placed.append(PlacedMusic(music, .file(decoding), range, role))
      } else {
        warnings.append(
          isInRow ? "\(music.path) is never heard: the film ends before it begins" : music.outside)
      }
    }
    if row.count > 1, row.allSatisfy(\.loops) {
      for index in placed.indices where placed[index].music.isInRow { placed[index].track.period = rowEnd }
    }
    return placed
  }

  /// The sound of `music`, with warnings about its file.
  private static func examined(
    _ music: FilmMusic, _ plan: FilmPlan, _ warnings: inout [String]
  ) async throws -> SoundDecoding {
    let info = try await music.info(plan.request.drawing.limits)
    let decoding = try music.decoding(of: info, plan.request)
    if let sentence = info.audio?.mixingSentence(into: .stereo) {
      warnings.append("\(music.path): \(sentence)")
    }
    warnings += info.fileSentences.map { "\(music.path): \($0)" }
    return decoding
  }
}

extension FilmMusic {
  /// The film's samples from its start to its end; `nil` outside of the film.
  fileprivate func samples(in timeline: FilmTimeline) -> Range<Int>? {
    timeline.samples(from: start ?? .seconds(0), to: end)
  }

  /// The warning about a piece outside of the film.
  fileprivate var outside: String {
    "\(path) is never heard: no part of the film is between its start and its end"
  }
}
