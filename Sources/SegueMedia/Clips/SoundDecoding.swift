import SegueMath

/// The part of a file's sound to decode.
package struct SoundDecoding: Sendable, Hashable {
  package var path: String
  package var name: String { info.name }
  private(set) var info: ClipInfo
  private let audio: ClipInfo.Audio
  /// The start of the part, in seconds on the container's clock.
  private(set) var time: Ratio
  /// The message for a file without sound after the start.
  package let silence: String
  /// Whether damage is an error instead of being concealed.
  package var isStrict: Bool
  /// The longest time without data.
  package var stallLimit = Duration.seconds(30)
  /// The speed, in seconds of the clip per second of output; the pitch is kept.
  let tempo: Double
  private let layout: SoundLayout

  /// The sound of `info` from `start`, in seconds after the first picture; `nil` for a clip without
  /// sound.
  /// - Parameter isAlone: whether the pictures are ignored, so that `start` counts from the
  ///   beginning of the file.
  package init?(
    _ info: ClipInfo, from start: Ratio, isAlone: Bool = false, tempo: Double = 1,
    into layout: SoundLayout = .stereo, isStrict: Bool
  ) {
    guard let audio = info.audio else { return nil }
    self.tempo = tempo
    self.layout = layout
    path = info.path
    self.info = info
    self.audio = audio
    time = start + (isAlone ? info.startTime : info.video?.startTime ?? info.startTime)
    silence = start > 0 ? "it has no sound after \(start.value) s" : "it has no sound"
    self.isStrict = isStrict
  }

  /// The decoding without its reference to the input's temporary copy, for cache keys.
  package var withoutCopy: SoundDecoding {
    var decoding = self
    decoding.info.copy = nil
    return decoding
  }

  package mutating func skip(samples: Int) {
    let seconds = Ratio(samples, Self.sampleRate)
    time += tempo == 1 ? seconds : Ratio(typed: seconds.value * tempo)
  }

  package var channels: Int { layout.mixedChannels }

  package static let sampleRate = 48_000

  /// The seconds that are decoded and discarded before the start. Lossy codecs depend on earlier
  /// packets.
  private static let lead: Ratio = 0.25

  private var entry: ClipEntry {
    let start = min(audio.startTime, info.rightAudio?.startTime ?? audio.startTime)
    return info.entry(at: time, early: Self.lead, intoStreamFrom: start)
  }

  /// The start on ffmpeg's clock, in samples; negative if the sound begins later.
  private var firstSample: Int { ((time - entry.clock) * Ratio(Self.sampleRate)).rounded }

  /// The output sample index for `sample` on ffmpeg's clock.
  func place(of sample: Int) -> Int {
    tempo == 1 ? sample - firstSample : Int(limiting: (Double(sample - firstSample) / tempo).rounded())
  }

  /// The filter that mixes the source channels into the output channels. The number of source
  /// channels may change midway. For stereo, a single channel plays on both sides at its own level,
  /// which ffmpeg's mixing would lower by 3 dB. More channels are mixed down with weights of sum 1,
  /// which prevents clipping. Channels without a layout count equally on both sides. For surround,
  /// a single channel is the centre, and the rear channels of 5.1 become the side channels of 7.1.
  private var mixing: String {
    let name = channels == 2 ? "stereo" : layout.rawValue
    guard audio.hasLayout else {
      let sum = (0..<audio.channels).map { "\(1 / Double(audio.channels))*c\($0)" }.joined(separator: "+")
      return "pan=\(name)|FL=\(sum)|FR=\(sum)"
    }
    if channels == 2 { return "aformat=channel_layouts=stereo|mono,pan=stereo|FL=FL+FC|FR=FR+FC" }
    let sides = layout == .sevenPointOne && audio.channels < 7 ? "aformat=channel_layouts=5.1(side)," : ""
    return sides + "aformat=channel_layouts=\(name)"
  }

  /// The filter that corrects guessed timestamps. ffmpeg guesses the timestamps inside a
  /// container's packet groups from the stream's initial sample rate. After a change of rate,
  /// packets are therefore made consecutive within a group.
  private var timing: String {
    let group = info.isProgramStream ? 0.05 : info.isBareSound ? 1e9 : 0
    guard group > 0 else { return isCoarse ? placing : "" }
    let next = "PREV_OUTPTS+NB_SAMPLES"
    return "asetpts='if(not(eq(SR,\(audio.sampleRate)))*lt(abs(PTS-(\(next))),SR*\(group)),\(next),PTS)',"
  }

  /// Whether timestamps after a seek are coarser than a sample, as in Matroska. Exact positions
  /// then follow from the constant packet length.
  private var isCoarse: Bool {
    entry.seek != nil && audio.tick * Ratio(audio.sampleRate) > 1 && !Self.uneven.contains(audio.codec)
  }

  /// Codecs with packets of varying length.
  private static let uneven: Set<String> = ["vorbis", "wmav1", "wmav2", "wmapro", "cook", "nellymoser"]

  /// The filter that rounds a timestamp to a whole number of packets if that is within a tick.
  private var placing: String {
    let first = "\(ClipInput.seconds(audio.startTime - entry.clock))*SR"
    let off = "(PTS-\(first))-round((PTS-\(first))/NB_SAMPLES)*NB_SAMPLES"
    return "asetpts='round(PTS-if(lte(abs(\(off)),SR*\(ClipInput.seconds(audio.tick))),\(off),0))',"
  }

  /// The filters that read the track and resample it. They fill gaps with silence. Two mono tracks
  /// become left and right.
  private var reading: String {
    // A missing packet of 20 ms or more becomes silence; ffmpeg's default waits for 0.1 s. In
    // concatenated parts, sound that is a little longer than the pictures loses its end.
    let tolerance = info.hasTimestampDiscontinuities ? "0.005" : "0.015"
    let resampling =
      "\(timing)aresample=\(Self.sampleRate):async=1:min_hard_comp=\(tolerance):rematrix_maxval=1"
      + (audio.mayLackBassChannel ? ":lfe_mix_level=1" : "")
    guard let right = info.rightAudio else { return "[0:a:\(audio.index)]\(resampling),\(mixing)" }
    func channel(_ index: Int) -> String {
      "[0:a:\(index)]\(resampling):first_pts=\(min(0, firstSample)),aformat=channel_layouts=mono"
    }
    return "\(channel(audio.index))[left];\(channel(right.index))[right];"
      + "[left][right]join=inputs=2:channel_layout=stereo"
      + (channels == 2 ? "" : ",aformat=channel_layouts=\(layout.rawValue)")
  }

  /// The filter that changes the speed at constant pitch. For slower sound it is rubberband with
  /// smooth transients, which keep the pitch from wavering by a third of a semitone. For faster
  /// sound it is ffmpeg's own filter, because rubberband loses 6 to 12 dB of a tone. Silence
  /// flushes the filter at the end.
  private var stretching: String {
    if tempo == 1 { return isCoarse ? "asetpts=PTS-STARTPTS" : "anull" }
    let filter = tempo < 1 ? "rubberband=tempo=\(tempo):transients=smooth" : "atempo=\(tempo)"
    return "asetpts=PTS-STARTPTS,apad=pad_dur=0.2,\(filter)"
  }

  /// All filters. Their output is a mark of the sound's time, and then the resampled sound.
  private var filters: String {
    let trimming = tempo == 1 ? "" : ",atrim=start_pts=\(firstSample)"
    let restart = isCoarse ? ",asetpts=PTS-STARTPTS" : ""
    return [
      "\(reading)\(trimming),asplit[all][one]", "[one]\(TimeMark.filters)\(restart)[mark]",
      "[all]\(stretching)[sound]", "[mark][sound]concat=v=0:a=1,aformat=sample_fmts=flt[out]",
    ].joined(separator: ";")
  }

  /// Seconds of missing sound when ffmpeg inserts `filled` samples of silence; 0 for a file with
  /// timestamp discontinuities, and for a left and a right track, which may begin at different times.
  func missing(_ filled: Int) -> Double {
    info.hasTimestampDiscontinuities || info.rightAudio != nil
      ? 0 : Double(filled) / Double(max(1, audio.sampleRate))
  }

  var arguments: [String] {
    // A packet cut at the seek time would lose its position.
    let whole = isCoarse ? ["-noaccurate_seek"] : []
    let words: [[String]] = [
      ["-hide_banner", "-nostdin", "-nostats", "-v", DecoderLog.verbosity],
      // Undecodable packets become silence, even if no packet can be decoded.
      isStrict ? ["-xerror"] : ["-max_error_rate", "1"], ClipInput.whitelists,
      ClipInfo.restarting(by: info.discontinuity),
      entry.seek.map { whole + ["-ss", ClipInput.seconds($0)] } ?? [],
      ["-i", "file:\(path)", "-filter_complex", filters, "-map", "[out]", "-f", "f32le", "pipe:1"],
      info.reading(besides: "0:\(info.video?.stream ?? 0)"),
    ]
    return words.flatMap(\.self)
  }
}
