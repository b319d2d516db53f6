import SegueBitstream
import SegueMath
import SegueMedia
import SegueSystem

/// A film's sound whose packets are copied from its only clip.
struct CopiedSound: Sendable {
  let track: CopiedTrack
  let source: ByteSource
  let audio: ClipInfo.Audio

  /// The number of samples that a decoder needs before the first wanted sample, by ffmpeg's codec names. PCM
  /// needs none.
  ///
  /// **Source:** ISO/IEC 14496-3 (the previous window), 11172-3 (the bit reservoir: 511 bytes, at the
  /// lowest bit rate eleven frames), ATSC A/52 (the previous block), RFC 7845 (80 ms).
  private static let leads = ["aac": 2048, "mp3": 12_672, "ac3": 1536, "opus": 3840, "flac": 0]

  /// The pre-roll in samples for sound in `codec`, copied to `format`; `nil` if it cannot be copied.
  private static func lead(_ codec: String, in format: OutputFormat) -> Int? {
    let isPCM = codec.wholeMatch(of: /pcm_(s16|s24|s32|f32)[lb]e/) != nil
    return format.facts.sounds.contains(isPCM ? "pcm" : codec) ? (isPCM ? 0 : leads[codec]) : nil
  }

  /// The copy of the sound of `plan`.
  /// - Parameters:
  ///   - hasMusic: whether music or overlays are mixed into the sound.
  ///   - scale: the film's ticks per second.
  /// - Throws: `CopyObstacle` if the sound must be encoded; `SystemError`.
  static func find(_ plan: FilmPlan, hasMusic: Bool, scale: Int) async throws -> CopiedSound {
    let (info, video, audio) = try onlySound(plan, hasMusic: hasMusic)
    let format = plan.request.output.knownFormat ?? .mp4
    guard format.facts.movie != nil else {
      throw CopyObstacle(reason: "only MP4 and MOV store the sample at which sound begins")
    }
    guard info.container.hasPrefix("mov,") else {
      throw CopyObstacle(reason: "only MP4 and MOV store the sample at which it begins")
    }
    guard let lead = lead(audio.codec, in: format) else {
      throw CopyObstacle(reason: "\(audio.codec) cannot be copied to \(format.rawValue)")
    }
    do {
      let source = try FileBytes(path: info.path).source
      let file = try MovieFile(source)
      let part = try part(of: plan, file, video, audio, fileLength: source.count, scale)
      let isOfKind = file.isQuickTime == (format.facts.movie == .quickTime)
      let description = isOfKind ? nil : try await description(of: audio, in: info, as: format)
      let track = try part.track.part(
        from: part.start, length: part.length, lead: lead, after: (part.silence, part.track.timescale),
        description: description)
      return CopiedSound(track: track, source: source, audio: audio)
    } catch let error as BitstreamError {
      throw CopyObstacle(reason: error.obstacle)
    }
  }

  /// The sample description of `audio` in a file of another format.
  private static func description(
    of audio: ClipInfo.Audio, in info: ClipInfo, as format: OutputFormat
  ) async throws -> [UInt8]? {
    let folder = try WorkFolder(beside: nil)
    defer { folder.remove() }
    let path = folder.file("packet." + format.rawValue)
    try await ClipRemux.run(info, audio, as: format, to: path)
    return try MovieFile(FileBytes(path: path).source).tracks.first?.description()
  }

  /// The sound of the only clip, if it is unchanged.
  private static func onlySound(
    _ plan: FilmPlan, hasMusic: Bool
  ) throws(CopyObstacle) -> (ClipInfo, ClipInfo.Video, ClipInfo.Audio) {
    let request = plan.request
    guard plan.clips.count == 1 else { throw CopyObstacle(reason: "the film has several clips") }
    let clip = plan.clips[0]
    guard case .video(let info, let video, _, _) = clip.content, let audio = clip.sound
    else { throw CopyObstacle(reason: "it does not come from a clip") }
    let done: [(Bool, String)] = [
      (hasMusic, "music, a voice or an overlay is mixed into it"),
      (clip.input.volume != 0, "its volume is changed"),
      (request.loudness != nil, "its loudness is normalised"), (clip.speedMap != nil, "its speed is changed"),
      (clip.order != nil, "its playback order is changed"),
      (!plan.endFades.isEmpty, "it fades in or out with the film"),
      (info.rightAudio != nil, "it is made of two tracks"),
      (info.hasTimestampDiscontinuities, "its timestamps restart"),
      (clip.held.before + clip.held.after > 0, "frames are held, without sound"),
    ]
    if let reason = done.first(where: \.0)?.1 { throw CopyObstacle(reason: reason) }
    if let layout = request.channels, layout.channels != audio.channels {
      throw CopyObstacle(
        reason: "it has \(audio.channels) channels, but the film's sound is \(layout.rawValue)")
    }
    return (info, video, audio)
  }

  /// The heard samples of a track, and the number of silent samples before them.
  private typealias Part = (track: CopiedTrack, start: Int, length: Int, silence: Int)

  private static func tracks(
    of file: MovieFile, _ video: ClipInfo.Video, _ audio: ClipInfo.Audio
  ) throws(CopyObstacle) -> (pictures: MovieTrack, sound: MovieTrack) {
    let sounds = file.tracks.filter { $0.handler == "soun" }
    guard sounds.indices.contains(audio.index), sounds[audio.index].entryCount == 1,
      let pictures = file.tracks.first(where: {
        $0.handler == "vide" && $0.number == video.track ?? $0.number
      })
    else { throw CopyObstacle(reason: "its track does not have exactly one sample description") }
    return (pictures, sounds[audio.index])
  }

  /// The part of `audio` that accompanies the film's pictures.
  private static func part(
    of plan: FilmPlan, _ file: MovieFile, _ video: ClipInfo.Video, _ audio: ClipInfo.Audio, fileLength: Int,
    _ scale: Int
  ) throws -> Part {
    let (pictures, sound) = try tracks(of: file, video, audio)
    guard let shown = pictures.beginning, let heard = sound.beginning else {
      throw CopyObstacle(reason: "its edit list has several entries")
    }
    guard sound.timescale == audio.sampleRate, let track = try CopiedTrack(sound, fileLength: fileLength)
    else { throw CopyObstacle(reason: "its timescale is not its sample rate") }
    // Converts ticks of the file to seconds.
    func seconds(_ ticks: Int) -> Ratio { Ratio(ticks, file.timescale) }
    let first = try pictures.samples().lazy.map(\.time).filter { $0 >= shown.mediaTime }.min() ?? 0
    let picture = seconds(shown.delay) + Ratio(first - shown.mediaTime, pictures.timescale)
    let rate = Ratio(sound.timescale)
    let start = ((plan.clips[0].start + picture - seconds(heard.delay)) * rate).rounded + heard.mediaTime
    let silence = max(0, heard.mediaTime - start)
    let end = min(
      heard.length > 0 ? heard.mediaTime + (seconds(heard.length) * rate).ceiling : .max,
      track.duration)
    let film = (plan.rate.exactTime(ofFrame: plan.timeline.frameCount) * rate).ceiling
    let length = min(film, end - start) - silence
    guard length > 0 else { throw CopyObstacle(reason: "it ends before the pictures begin") }
    // Silence is stored in ticks of the film's timescale.
    guard silence * scale % sound.timescale == 0 else {
      throw CopyObstacle(
        reason: "its delay after the pictures is not a whole number of ticks of the film's timescale")
    }
    return (track, start + silence, length, silence)
  }
}
