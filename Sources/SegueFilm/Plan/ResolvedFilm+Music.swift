import SegueMedia

extension ResolvedFilm {
  /// The film's music and its voices.
  static func music(_ plan: FilmPlan, _ warnings: inout [String]) async throws -> [FilmMixer.MixPlan.Music] {
    try await placed(plan.request.music, as: .music, plan, &warnings)
      + placed(plan.request.voices, as: .voice, plan, &warnings)
  }

  /// The pieces at their times. Several pieces of music without a time play one after the other.
  private static func placed(
    _ pieces: [FilmMusic], as role: FilmMixer.MixPlan.Music.Role, _ plan: FilmPlan,
    _ warnings: inout [String]
  ) async throws -> [FilmMixer.MixPlan.Music] {
    let row = role == .music ? pieces.filter(\.isInRow) : []
    let end = plan.timeline.sampleCount
    var tracks: [FilmMixer.MixPlan.Music] = []
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
        tracks.append(.init(music: music, source: .file(decoding), range: range, role: role))
      } else {
        warnings.append(
          isInRow ? "\(music.path) is never heard: the film ends before it begins" : music.outside)
      }
    }
    if row.count > 1, row.allSatisfy(\.loops) {
      for index in tracks.indices where tracks[index].music.isInRow { tracks[index].period = rowEnd }
    }
    return tracks
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
