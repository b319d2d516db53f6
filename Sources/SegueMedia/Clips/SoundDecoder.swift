import SegueSystem
import Synchronization

/// The part of a file's sound to decode.
///
/// **Thread-safety:** a value.
package struct SoundDecoding: Sendable, Hashable {
  /// The file.
  package var path: String
  /// The name in errors.
  package var name: String { info.name }
  private let info: ClipInfo
  private let audio: ClipInfo.Audio
  /// The beginning, in seconds on the container's clock.
  private var time: Double
  /// Whether damage that is otherwise concealed is an error.
  package var isStrict: Bool
  /// The longest time without data.
  package var stallLimit = Duration.seconds(30)
  /// The seconds of it that go into one of the film; its pitch stays.
  private let tempo: Double

  /// The sound of `info` from `start` seconds after its first picture on; `nil` where it has none.
  package init?(_ info: ClipInfo, from start: Double, tempo: Double = 1, isStrict: Bool) {
    guard let audio = info.audio else { return nil }
    self.tempo = tempo
    path = info.path
    self.info = info
    self.audio = audio
    time = start + (info.video?.startTime ?? info.startTime)
    self.isStrict = isStrict
  }

  /// Leaves the first `samples` out of what comes out.
  package mutating func skip(samples: Int) { time += Double(samples) / Double(Self.sampleRate) * tempo }

  /// Samples a second of what comes out.
  package static let sampleRate = 48_000

  /// Seconds before the start from which it is decoded and thrown away: lossy codecs need what came before.
  private static let lead = 0.25

  private var entry: (seek: Double?, clock: Double) {
    info.entry(at: time, early: Self.lead, intoStreamFrom: audio.startTime)
  }

  /// The first sample that is wanted on ffmpeg's clock; below 0 the sound begins later.
  private var firstSample: Int {
    Int(limiting: ((time - entry.clock) * Double(Self.sampleRate)).rounded())
  }

  /// Samples that are decoded and thrown away.
  var skipped: Int { tempo == 1 ? max(0, firstSample) : 0 }

  /// Another speed at the same pitch. What is slower is rubberband's, with smooth transients, or pitches waver by a third
  /// of a semitone; what is faster ffmpeg's own filter, since rubberband loses 6 to 12 dB of a tone there. What waits in a
  /// filter at the end is pushed out by silence.
  private var stretching: String {
    if tempo == 1 { return "" }
    let filter = tempo < 1 ? "rubberband=tempo=\(tempo):transients=smooth" : "atempo=\(tempo)"
    return ",atrim=start_sample=\(max(0, firstSample)),asetpts=PTS-STARTPTS,apad=pad_dur=0.2,\(filter)"
  }

  /// Two channels of what there is. One channel is heard in both at its own level, which ffmpeg's own mixing would lower
  /// by 3 dB; more than two are mixed down by weights that sum to 1, so that nothing is clipped, and those of which the file
  /// does not say where they are heard all alike.
  private var mixing: String {
    if audio.channels == 1 { return "pan=stereo|c0=c0|c1=c0" }
    if audio.hasLayout { return "aformat=channel_layouts=stereo" }
    let sum = (0..<audio.channels).map { "\(1 / Double(audio.channels))*c\($0)" }.joined(separator: "+")
    return "pan=stereo|c0=\(sum)|c1=\(sum)"
  }

  /// Gaps are filled, a late beginning is padded.
  var arguments: [String] {
    let seeking = entry.seek.map { ["-ss", ClipInput.seconds($0)] } ?? []
    // Where a packet is missing, 20 ms or more, there is silence; ffmpeg would wait for 0.1 s. Sound that is a little longer than
    // the pictures of each part gives its end up.
    let tolerance = info.timesRestart ? "0.005" : "0.015"
    let resampling =
      "aresample=\(Self.sampleRate):async=1:min_hard_comp=\(tolerance):first_pts=\(min(0, firstSample))"
      + ":rematrix_maxval=1"
    return ["-hide_banner", "-nostdin", "-nostats", "-v", "warning"] + (isStrict ? ["-xerror"] : [])
      + ClipInput.whitelists + seeking + [
        "-i", "file:\(path)", "-map", "0:a:\(audio.index)", "-vn", "-sn", "-dn", "-af",
      ]
      + ["\(resampling),\(mixing)\(stretching),aformat=sample_fmts=flt"]
      + ["-f", "f32le", "pipe:1"] + info.reading(besides: "0:\(info.video?.stream ?? 0)")
  }
}

/// A sound that is read from its beginning to its end.
///
/// **Thread-safety:** one thread reads; `cancel` may be called from any thread.
package protocol SampleSource: Sendable {
  /// Fills `buffer`, two values a sample, as far as there is sound.
  /// - Returns: the number of samples; fewer than asked for only at the end.
  /// - Throws: `MediaError`.
  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(MediaError) -> Int
  /// Makes a read that waits, and every later one, fail with `cancelled`.
  func cancel()
  /// Ends it. Does nothing the second time.
  func close()
}

/// Decodes sound to 48 kHz, two channels, 32-bit floating point, interleaved, in an `ffmpeg` process of its own.
///
/// The calls wait; make them from a thread, not from a Swift task.
///
/// **Thread-safety:** one thread reads; `cancel` may be called from any thread.
package final class SoundDecoder: SampleSource {
  private let process: StreamingProcess
  private let state: Mutex<State>

  private struct State {
    var skipped: Int
    var hasEnded = false
    var samples = 0
  }

  private static let bytesPerSample = 8

  /// Starts the process.
  /// - Throws: `MediaError.encoderMissing`, `.cannotCreate`.
  package init(_ decoding: SoundDecoding) throws(MediaError) {
    process = try StreamingProcess(
      "ffmpeg", decoding.arguments, name: decoding.name, stallLimit: decoding.stallLimit)
    state = Mutex(State(skipped: decoding.skipped))
  }

  /// As in the protocol.
  /// - Throws: `MediaError.badData` for a decoder that fails or stalls; `.cancelled`.
  package func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(MediaError) -> Int {
    let (hasEnded, skipped) = state.withLock { ($0.hasEnded, $0.skipped) }
    if hasEnded { return 0 }
    if skipped > 0 {
      let isThere = try skip(skipped)
      state.withLock { $0.skipped = 0 }
      if !isThere { return try end() }
    }
    let got = try process.read(into: UnsafeMutableRawBufferPointer(buffer)) / Self.bytesPerSample
    state.withLock { $0.samples += got }
    if got * 2 < buffer.count { _ = try end() }
    return got
  }

  /// Samples that came out so far.
  package var sampleCount: Int { state.withLock { $0.samples } }

  /// Makes a read that waits, and every later one, fail with `cancelled`.
  package func cancel() { process.cancel() }

  /// Ends the process. Does nothing the second time.
  package func close() { process.close() }

  /// Samples that are thrown away at a time.
  private static let skippedAtOnce = 48_000

  /// Throws `count` samples away. Returns whether there were so many.
  private func skip(_ count: Int) throws(MediaError) -> Bool {
    let scratch = UnsafeMutableRawBufferPointer.allocate(
      byteCount: min(count, Self.skippedAtOnce) * Self.bytesPerSample, alignment: 16)
    defer { scratch.deallocate() }
    var rest = count
    while rest > 0 {
      let piece = UnsafeMutableRawBufferPointer(
        rebasing: scratch[..<(min(rest, Self.skippedAtOnce) * Self.bytesPerSample)])
      guard try process.read(into: piece) == piece.count else { return false }
      rest -= piece.count / Self.bytesPerSample
    }
    return true
  }

  private func end() throws(MediaError) -> Int {
    state.withLock { $0.hasEnded = true }
    try process.waitForSuccess()
    return 0
  }
}
