import SegueFields
import SegueMedia
import SegueSound
import SegueSystem

/// A piece of music or a voice, and its track in the film's mix.
struct ResolvedMusic: Sendable {
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
  static func music(_ plan: FilmPlan) async throws -> (placed: [ResolvedMusic], notices: [Notice]) {
    let music = try await placed(plan.request.music, as: .music, plan)
    let voices = try await placed(plan.request.voices, as: .voice, plan)
    return (music.placed + voices.placed, music.notices + voices.notices)
  }

  /// The pieces at their times. Several pieces of music without a time play one after the other.
  private static func placed(
    _ pieces: [FilmMusic], as role: SoundMix.Track.Role, _ plan: FilmPlan
  ) async throws -> (placed: [ResolvedMusic], notices: [Notice]) {
    let row = role == .music ? pieces.filter(\.isInRow) : []
    let end = plan.timeline.sampleCount
    var (placed, notices): ([ResolvedMusic], [Notice]) = ([], [])
    var rowEnd = 0
    for (index, var music) in pieces.enumerated() {
      let path = "\(role == .voice ? "voice" : "music")[\(index)]"
      let info = try await music.info(plan.request.drawing.limits)
      let decoding = try music.decoding(of: info, plan.request)
      let place = Place(path, named: music.path)
      let mixing = [info.audio?.mixingSentence(into: .stereo)].compactMap(\.self)
      notices += (mixing + info.fileSentences).map { Notice(at: place, $0) }
      if role == .voice, music.duck != 0 {
        let sentence = "duck has no effect, since a voice is not lowered"
        notices.append(Notice(.note, at: place, of: "duck", sentence))
      }
      let isInRow = role == .music && music.isInRow
      var range = plan.timeline.samples(from: music.start ?? .seconds(0), to: music.end)
      if isInRow, row.count > 1 {
        let count = rowEnd < end ? try await decoding.heardSamples(upTo: end - rowEnd) : 0
        range = count > 0 ? rowEnd..<rowEnd + count : nil
        rowEnd += count
        music.loops = false
      }
      if let range {
        placed.append(ResolvedMusic(music, .file(decoding), range, role))
      } else {
        let reason =
          isInRow ? "the film ends before it begins" : "no part of the film is between its start and its end"
        notices.append(Notice(at: Place(path), of: "start", "\(music.path) is never heard: \(reason)"))
      }
    }
    if row.count > 1, row.allSatisfy(\.loops) {
      for index in placed.indices where placed[index].music.isInRow { placed[index].track.period = rowEnd }
    }
    return (placed, notices)
  }
}
