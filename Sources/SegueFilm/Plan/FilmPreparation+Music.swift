import SegueMedia

extension FilmPreparation {
  /// The film's music and the sound of its overlays, of which some are `films`.
  static func music(
    _ plan: FilmPlan, _ films: [FilmPreparation?], _ warnings: inout [String]
  ) async throws -> [FilmMixer.MixPlan.Music] {
    try await placedMusic(plan, &warnings) + zip(plan.overlays, films).compactMap { $0.sound(in: plan, $1) }
  }

  /// The film's music at its times. Several pieces without a time play one after the other.
  private static func placedMusic(
    _ plan: FilmPlan, _ warnings: inout [String]
  ) async throws -> [FilmMixer.MixPlan.Music] {
    let row = plan.request.music.filter(\.isInRow)
    let end = plan.timeline.sampleCount
    var tracks: [FilmMixer.MixPlan.Music] = []
    var rowEnd = 0
    for var music in plan.request.music {
      let decoding = try await examined(music, plan, &warnings)
      var range = plan.timeline.samples(from: music.start ?? .seconds(0), to: music.end)
      if music.isInRow, row.count > 1 {
        let count = rowEnd < end ? try await decoding.heardSamples(upTo: end - rowEnd) : 0
        range = count > 0 ? rowEnd..<rowEnd + count : nil
        rowEnd += count
        music.loops = false
      }
      if let range {
        tracks.append(.init(music: music, source: .file(decoding), range: range))
      } else {
        warnings.append("\(music.path) is never heard: \(music.silenceReason)")
      }
    }
    if row.count > 1, row.allSatisfy(\.loops) {
      for index in tracks.indices where tracks[index].music.isInRow { tracks[index].period = rowEnd }
    }
    return tracks
  }

  /// Looks at the file of `music`.
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
  /// The reason why no sample of the film has it.
  fileprivate var silenceReason: String {
    isInRow
      ? "the film ends before it begins" : "no part of the film lies between its start and its end"
  }
}
