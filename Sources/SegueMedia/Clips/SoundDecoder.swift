import SegueMath
import SegueSystem
import Synchronization

/// The part of a file's sound to decode.
package struct SoundDecoding: Sendable, Hashable {
  /// The file.
  package var path: String
  /// The name in errors.
  package var name: String { info.name }
  private let info: ClipInfo
  private let audio: ClipInfo.Audio
  /// The beginning, in seconds on the container's clock.
  private var time: Ratio
  /// The sentence about a file that has no sound from there on.
  package let silence: String
  /// Whether damage that is otherwise concealed is an error.
  package var isStrict: Bool
  /// The longest time without data.
  package var stallLimit = Duration.seconds(30)
  /// The seconds of it that go into one of the film; its pitch stays.
  private let tempo: Double
  /// The channels that it is mixed into.
  private let layout: SoundLayout

  /// The sound of `info` from `start` seconds after its first picture on; `nil` where it has none.
  /// - Parameter isAlone: whether the pictures count for nothing: `start` is from the file's beginning then.
  package init?(
    _ info: ClipInfo, from start: Ratio, isAlone: Bool = false, tempo: Double = 1,
    into layout: SoundLayout = .stereo, isStrict: Bool
  ) {
    guard let audio = info.audio else { return nil }
    (self.tempo, self.layout) = (tempo, layout)
    path = info.path
    self.info = info
    self.audio = audio
    time = start + (isAlone ? info.startTime : info.video?.startTime ?? info.startTime)
    silence = start > 0 ? "there is no sound in it after \(start.value) s" : "there is no sound in it"
    self.isStrict = isStrict
  }

  /// Leaves the first `samples` out of what comes out.
  package mutating func skip(samples: Int) {
    let seconds = Ratio(samples, Self.sampleRate)
    time += tempo == 1 ? seconds : Ratio(typed: seconds.value * tempo)
  }

  /// Values of a sample of what comes out.
  package var channels: Int { layout.mixedChannels }

  /// Samples a second of what comes out.
  package static let sampleRate = 48_000

  /// Seconds before the start from which it is decoded and thrown away: lossy codecs need what came before.
  private static let lead: Ratio = 0.25

  private var entry: (seek: Ratio?, clock: Ratio) {
    let start = min(audio.startTime, info.rightAudio?.startTime ?? audio.startTime)
    return info.entry(at: time, early: Self.lead, intoStreamFrom: start)
  }

  /// The first sample that is wanted on ffmpeg's clock; below 0 the sound begins later.
  private var firstSample: Int { ((time - entry.clock) * Ratio(Self.sampleRate)).rounded }

  /// The sample of what comes out, of which 0 is the first that is wanted, that lies at `sample` of ffmpeg's clock.
  func place(of sample: Int) -> Int {
    tempo == 1 ? sample - firstSample : Int(limiting: (Double(sample - firstSample) / tempo).rounded())
  }

  /// The channels that are wanted of what there is, also where that changes within a stream. In two, one channel is heard in
  /// both at its own level, which ffmpeg's own mixing would lower by 3 dB; more than there are wanted are mixed down by weights
  /// that sum to 1, so that nothing is clipped, and those of which the file does not say where they are heard all alike. In
  /// more, one channel is the centre, and what lies behind the listener at 5.1 is at his sides at 7.1.
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

  /// Times that a container has for groups of packets alone, or for none, are guessed from the rate that the stream begins with:
  /// where it has another one, packets follow one another as far as a group goes.
  private var timing: String {
    let group = info.isProgramStream ? 0.05 : info.isBareSound ? 1e9 : 0
    guard group > 0 else { return isCoarse ? placing : "" }
    let next = "PREV_OUTPTS+NB_SAMPLES"
    return "asetpts='if(not(eq(SR,\(audio.sampleRate)))*lt(abs(PTS-(\(next))),SR*\(group)),\(next),PTS)',"
  }

  /// Whether it is entered where a time is told in ticks of several samples, as Matroska has them, and its packets are of one
  /// length each, so that they tell to the sample where they lie.
  private var isCoarse: Bool {
    entry.seek != nil && audio.tick * Ratio(audio.sampleRate) > 1 && !Self.uneven.contains(audio.codec)
  }

  /// Codecs whose packets are of several lengths.
  private static let uneven: Set<String> = ["vorbis", "wmav1", "wmav2", "wmapro", "cook", "nellymoser"]

  /// Puts what lies within a tick of a whole number of packets after the first one's time there.
  private var placing: String {
    let first = "\(ClipInput.seconds(audio.startTime - entry.clock))*SR"
    let off = "(PTS-\(first))-round((PTS-\(first))/NB_SAMPLES)*NB_SAMPLES"
    return "asetpts='round(PTS-if(lte(abs(\(off)),SR*\(ClipInput.seconds(audio.tick))),\(off),0))',"
  }

  /// The track, or the two that are left and right and begin together, at the rate of what comes out, gaps filled.
  private var reading: String {
    // Where a packet is missing, 20 ms or more, there is silence; ffmpeg would wait for 0.1 s. Sound that is a little longer than
    // the pictures of each part gives its end up.
    let tolerance = info.timesRestart ? "0.005" : "0.015"
    let resampling =
      "\(timing)aresample=\(Self.sampleRate):async=1:min_hard_comp=\(tolerance):rematrix_maxval=1"
      + (audio.mayHaveNoBass ? ":lfe_mix_level=1" : "")
    guard let right = info.rightAudio else { return "[0:a:\(audio.index)]\(resampling),\(mixing)" }
    func channel(_ index: Int) -> String {
      "[0:a:\(index)]\(resampling):first_pts=\(min(0, firstSample)),aformat=channel_layouts=mono"
    }
    return "\(channel(audio.index))[left];\(channel(right.index))[right];"
      + "[left][right]join=inputs=2:channel_layout=stereo"
      + (channels == 2 ? "" : ",aformat=channel_layouts=\(layout.rawValue)")
  }

  /// Another speed at the same pitch. What is slower is rubberband's, with smooth transients, or pitches waver by a third
  /// of a semitone; what is faster ffmpeg's own filter, since rubberband loses 6 to 12 dB of a tone there. What waits in a
  /// filter at the end is pushed out by silence.
  private var stretching: String {
    if tempo == 1 { return isCoarse ? "asetpts=PTS-STARTPTS" : "anull" }
    let filter = tempo < 1 ? "rubberband=tempo=\(tempo):transients=smooth" : "atempo=\(tempo)"
    return "asetpts=PTS-STARTPTS,apad=pad_dur=0.2,\(filter)"
  }

  /// The filters. ffmpeg builds them anew wherever the rate or the channels change within a stream, and what comes out does
  /// not tell where that was; so what comes out of each of them begins with a mark that says which time of the stream follows.
  private var filters: String {
    let trimming = tempo == 1 ? "" : ",atrim=start_pts=\(firstSample)"
    return
      "\(reading)\(trimming),asplit[all][one];[one]\(SoundMark.filters)\(isCoarse ? ",asetpts=PTS-STARTPTS" : "")[mark];[all]\(stretching)[sound];"
      + "[mark][sound]concat=v=0:a=1,aformat=sample_fmts=flt[out]"
  }

  /// Seconds that are missing where ffmpeg fills so many samples in. Where parts meet, and where one of two tracks begins
  /// later, nothing is.
  func missing(_ filled: Int) -> Double {
    info.timesRestart || info.rightAudio != nil ? 0 : Double(filled) / Double(max(1, audio.sampleRate))
  }

  var arguments: [String] {
    // What is cut off by its time says no longer where its packet lies.
    let whole = isCoarse ? ["-noaccurate_seek"] : []
    let seeking = entry.seek.map { whole + ["-ss", ClipInput.seconds($0)] } ?? []
    return ["-hide_banner", "-nostdin", "-nostats", "-v", DecoderLog.verbosity]
      // However many packets cannot be decoded, there is silence in their place.
      + (isStrict ? ["-xerror"] : ["-max_error_rate", "1"])
      + ClipInput.whitelists + ClipInfo.restarting(by: info.leap) + seeking + [
        "-i", "file:\(path)", "-filter_complex", filters,
      ]
      + ["-map", "[out]", "-f", "f32le", "pipe:1"] + info.reading(besides: "0:\(info.video?.stream ?? 0)")
  }
}

/// The mark in front of samples, in their first two channels: two samples, of which the first is nothing that is heard and the
/// second is a time.
enum SoundMark {
  /// The first sample: both channels are louder than full scale by 750 dB.
  private static let (left, right): (Float, Float) = (3e37, -5e37)

  /// The filters that make it of the first sample of a sound: the time in whole seconds, and what is left in samples.
  static let filters =
    "atrim=end_sample=1,apad=whole_len=2,aeval=c=same:exprs="
    + "'if(n,floor(t-n/s),3e37)|if(n,(t-n/s-floor(t-n/s))*s,-5e37)'"

  /// Whether it begins with this sample.
  static func begins(_ left: Float, _ right: Float) -> Bool { left == Self.left && right == Self.right }

  /// The time, in samples, that its second sample says; `nil` where nothing follows.
  static func time(_ whole: Float, _ samples: Float) -> Int? {
    Int(exactly: (Double(whole) * Double(SoundDecoding.sampleRate) + Double(samples)).rounded())
  }
}

/// A sound that is read from its beginning to its end.
///
/// **Thread-safety:** one thread reads; `cancel` may be called from any thread.
package protocol SampleSource: Sendable {
  /// Fills `buffer`, a value for each channel of a sample, as far as there is sound.
  /// - Returns: the number of samples; fewer than asked for only at the end.
  /// - Throws: `MediaError`.
  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(MediaError) -> Int
  /// Seconds of silence so far that stand for what is missing within the file.
  var missing: Double { get }
  /// Makes a read that waits, and every later one, fail with `cancelled`.
  func cancel()
  /// Ends it. Does nothing the second time.
  func close()
}

extension SampleSource {
  package var missing: Double { 0 }
}

/// Decodes sound to 48 kHz, 32-bit floating point, interleaved, in an `ffmpeg` process of its own.
///
/// The calls wait; make them from a thread, not from a Swift task.
///
/// **Thread-safety:** one thread reads; `cancel` may be called from any thread.
package final class SoundDecoder: SampleSource {
  private let process: StreamingProcess
  private let decoding: SoundDecoding
  private let samples: Mutex<MarkedSamples>

  /// Samples that are asked of the process at a time.
  private static let chunk = 4096

  /// Starts the process.
  /// - Throws: `MediaError.encoderMissing`, `.cannotCreate`.
  package init(_ decoding: SoundDecoding) throws(MediaError) {
    self.decoding = decoding
    samples = Mutex(MarkedSamples(channels: decoding.channels))
    process = try StreamingProcess(
      "ffmpeg", decoding.arguments, name: decoding.name, stallLimit: decoding.stallLimit)
  }

  /// As in the protocol.
  /// - Throws: `MediaError.badData` for a decoder that fails or stalls; `.cancelled`.
  package func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(MediaError) -> Int {
    try samples.withLock { samples throws(MediaError) in
      var (done, channels) = (0, decoding.channels)
      while done < buffer.count / channels {
        let rest = UnsafeMutableBufferPointer(rebasing: buffer[(done * channels)...])
        let count = samples.take(into: rest, decoding)
        done += count
        if count == 0, !(try fill(&samples)) { break }
      }
      return done
    }
  }

  /// As in the protocol.
  package var missing: Double { decoding.missing(process.filledSamples) }

  /// The number of samples that are left, at most `limit`, by decoding them.
  /// - Throws: as ``read(into:)``.
  package func countRest(upTo limit: Int = .max) throws(MediaError) -> Int {
    var buffer = [Float](repeating: 0, count: decoding.channels * SoundDecoding.sampleRate)
    var count = 0
    while true {
      let got = try buffer.withUnsafeMutableBufferPointer { buffer throws(MediaError) in
        try read(into: buffer)
      }
      count += got
      if got * decoding.channels < buffer.count || count >= limit { return min(count, limit) }
    }
  }

  /// Makes a read that waits, and every later one, fail with `cancelled`.
  package func cancel() { process.cancel() }

  /// Ends the process. Does nothing the second time.
  package func close() { process.close() }

  /// Reads the next samples of the process. Returns whether there were any.
  private func fill(_ samples: inout MarkedSamples) throws(MediaError) -> Bool {
    if samples.hasEnded { return false }
    var next = [Float](repeating: 0, count: Self.chunk * decoding.channels)
    let bytes = try next.withUnsafeMutableBufferPointer { next throws(MediaError) in
      try process.read(into: UnsafeMutableRawBufferPointer(next))
    }
    let count = bytes / (decoding.channels * MemoryLayout<Float>.stride)
    samples.append(next[..<(count * decoding.channels)])
    if count < Self.chunk {
      samples.hasEnded = true
      try process.waitForSuccess()
    }
    return count > 0
  }
}

/// The samples of a decoder, with marks among them, on their way to where the marks say that they lie.
struct MarkedSamples {
  /// Values of a sample.
  let channels: Int
  /// Whether nothing more comes from the decoder.
  var hasEnded = false
  /// What came of it and was not taken yet.
  private var raw: [Float] = []
  private var next = 0
  /// Samples that were taken.
  private var place = 0
  /// Samples of silence, and of what comes to leave out, before the next one is taken.
  private var (silence, surplus) = (0, 0)

  init(channels: Int) { self.channels = channels }

  /// Takes the decoder's next samples over.
  mutating func append(_ samples: ArraySlice<Float>) {
    raw.removeFirst(next)
    raw += samples
    next = 0
  }

  /// Moves samples into `buffer` as far as they are there. Returns how many: 0 where more has to come of the decoder.
  mutating func take(into buffer: UnsafeMutableBufferPointer<Float>, _ decoding: SoundDecoding) -> Int {
    if silence > 0 {
      let count = min(silence, buffer.count / channels)
      UnsafeMutableBufferPointer(rebasing: buffer[..<(count * channels)]).update(repeating: 0)
      silence -= count
      place += count
      return count
    }
    while let end = nextMark(within: surplus * channels + buffer.count) {
      if end == next {
        // A mark ends with the sample after its first.
        guard raw.count - next >= 2 * channels else { return 0 }
        let (whole, samples) = (raw[next + channels], raw[next + channels + 1])
        if let time = SoundMark.time(whole, samples) { goOn(at: decoding.place(of: time)) }
        next += 2 * channels
        if silence > 0 { return take(into: buffer, decoding) }
        continue
      }
      let left = min(surplus, (end - next) / channels)
      (surplus, next) = (surplus - left, next + left * channels)
      let count = min((end - next) / channels, buffer.count / channels)
      if count == 0 { continue }
      raw.withUnsafeBufferPointer { raw in
        _ = buffer.update(
          fromContentsOf: UnsafeBufferPointer(rebasing: raw[next..<(next + count * channels)]))
      }
      next += count * channels
      place += count
      return count
    }
    return 0
  }

  /// Goes on at `target`, over silence or less what was taken already.
  private mutating func goOn(at target: Int) {
    (silence, surplus) = (max(0, target - place), max(0, place - target))
  }

  /// The place of the next mark among the next `count` values, else the end of them; `nil` where nothing is there.
  private func nextMark(within count: Int) -> Int? {
    guard next < raw.count else { return nil }
    let end = min(raw.count, next + count)
    return raw.withUnsafeBufferPointer { raw in
      stride(from: next, to: end, by: channels).first { SoundMark.begins(raw[$0], raw[$0 + 1]) } ?? end
    }
  }
}
