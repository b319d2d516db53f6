import FoundationEssentials
import Glibc
import SegueMath
import SegueMedia
import SegueRun

/// The film's sound, mixed from its first sample to its last in blocks: the clips with their fades, and the music under
/// them, lowered while they are heard. Memory stays bounded, and no more than one clip is decoded at a time.
///
/// **Thread-safety:** for one thread.
final class FilmMixer {
  /// The input of a mix.
  struct MixPlan: Sendable {
    var parts: [SoundPart]
    var music: [Music]
    /// Samples of the whole.
    var count: Int
    /// The channels of what comes out.
    var layout = SoundLayout.stereo
    /// The fades of all of it, at its ends.
    var fades: [SoundFade] = []
    /// The samples that are mixed; `nil` is all.
    var part: Range<Int>?

    /// The samples that are mixed.
    var range: Range<Int> { part ?? 0..<count }

    /// Where the samples of a piece of music come from, in two channels.
    enum Source: Sendable {
      /// A file.
      case file(SoundDecoding)
      /// A film that lies over this one.
      case film(MixPlan, name: String)
    }

    /// A piece of music and where its samples come from.
    struct Music: Sendable {
      var music: FilmMusic
      var source: Source
      /// The film's samples in which it is heard; `nil` is all of them.
      var range: Range<Int>?
      /// Samples in which it appears.
      var rise = 0
      /// Samples of each pass of what begins again with its pictures; empty for all others.
      var passes: [Int] = []
    }
  }

  /// Starts what gives a sound's samples.
  typealias Open = @Sendable (SoundDecoding) throws -> any SampleSource

  /// A piece of music while it plays.
  private struct Track {
    let music: FilmMusic
    let range: Range<Int>
    let rise: SoundFade?
    let loop: MusicLoop
    var ducker: Ducker
    var hasBegun = false
  }

  private let plan: MixPlan
  private let open: Open
  /// Values of a sample while it is mixed.
  private let channels: Int
  private var waiting: ArraySlice<SoundPart>
  private var voices: [SoundVoice] = []
  private var tracks: [Track]
  /// The clips' mix from `position` on, as far ahead as the music has to know.
  private var ahead: [Float] = []
  private var position = 0
  private var notes: [String] = []
  /// The quietest and the loudest clip so far.
  private var extremes: (quiet: Level, loud: Level)?

  /// The level of a clip.
  private struct Level {
    var name: String
    var loudness: Double
  }

  /// The difference between clips that is noticed, in LU.
  private static let mostDifference = 6.0

  /// Warnings about the sound so far.
  var warnings: [String] {
    guard let extremes, extremes.loud.loudness - extremes.quiet.loudness > Self.mostDifference else {
      return notes
    }
    let difference = DecimalText.text(extremes.loud.loudness - extremes.quiet.loudness, 1)
    return notes + [
      "the sound of \(extremes.loud.name) is \(difference) LU louder than that of \(extremes.quiet.name); "
        + "“volume” in a film's file evens them out"
    ]
  }

  init(_ plan: MixPlan, open: @escaping Open = SoundDecoder.init) {
    (self.plan, self.open, channels) = (plan, open, plan.layout.mixedChannels)
    // Music that is lowered rises again for as long as this: what was heard before counts.
    position = max(0, plan.range.lowerBound - Ducker.memory)
    waiting = plan.parts.compactMap { [position] in $0.following(position) }[...]
    tracks = plan.music.map {
      let range = $0.range ?? 0..<plan.count
      let rise = range.lowerBound..<range.lowerBound + $0.rise
      return Track(
        music: $0.music, range: range,
        rise: rise.isEmpty ? nil : SoundFade(range: rise, curve: .linear, rises: true),
        loop: MusicLoop($0.source, loops: $0.music.loops, passes: $0.passes, open: open),
        ducker: Ducker(change: $0.music.duck))
    }
  }

  /// The next samples, at most `count`, a value for each channel; empty at the end.
  /// - Throws: `MediaError`.
  func next(_ count: Int) throws -> [Float] {
    while position < plan.range.lowerBound {
      _ = try mix(min(FilmTimeline.sampleRate, plan.range.lowerBound - position))
    }
    let mixed = try mix(count)
    return plan.layout == .mono ? SoundLayout.folded(mixed) : mixed
  }

  private func mix(_ count: Int) throws -> [Float] {
    let count = min(count, plan.range.upperBound - position)
    guard count > 0 else { return [] }
    let lookahead = tracks.isEmpty ? 0 : Ducker.lookahead
    let mixed = position + ahead.count / channels
    let wanted = min(plan.range.upperBound, position + count + lookahead)
    if wanted > mixed { ahead += try clips(mixed..<wanted) }
    var block = Array(ahead.prefix(count * channels))
    for index in tracks.indices { try add(&tracks[index], to: &block) }
    for fade in plan.fades where fade.range.overlaps(position..<position + count) {
      for index in 0..<count {
        let gain = fade.gain(at: position + index)
        for value in index * channels..<(index + 1) * channels { block[value] *= gain }
      }
    }
    ahead.removeFirst(count * channels)
    position += count
    return block
  }

  /// Ends every decoder.
  func close() {
    for voice in voices { voice.close() }
    for track in tracks { track.loop.close() }
  }

  /// The clips of the film's samples `range`.
  private func clips(_ range: Range<Int>) throws -> [Float] {
    var mix = [Float](repeating: 0, count: range.count * channels)
    while let part = waiting.first, part.range.lowerBound < range.upperBound {
      // The samples of the clip before are all read first, so that its decoder ends before the next one starts.
      let place = max(range.lowerBound, part.range.lowerBound)
      try mix.withUnsafeMutableBufferPointer { try play(range.lowerBound..<place, of: range, to: $0) }
      for voice in voices { try voice.finishDecoding() }
      voices.append(SoundVoice(part, open: open))
      waiting = waiting.dropFirst()
      let rest = place..<range.upperBound
      let tail = try clips(rest)
      for index in tail.indices { mix[(place - range.lowerBound) * channels + index] += tail[index] }
      return mix
    }
    try mix.withUnsafeMutableBufferPointer { try play(range, of: range, to: $0) }
    return mix
  }

  private func play(_ part: Range<Int>, of range: Range<Int>, to mix: UnsafeMutableBufferPointer<Float>)
    throws
  {
    guard !part.isEmpty else { return }
    let first = (part.lowerBound - range.lowerBound) * channels
    let target = UnsafeMutableBufferPointer(rebasing: mix[first..<first + part.count * channels])
    for voice in voices { try voice.add(part, to: target) }
    for voice in voices where voice.isOver {
      voice.close()
      notes += voice.warnings
      if let loudness = voice.loudness { compare(Level(name: voice.part.name, loudness: loudness)) }
    }
    voices.removeAll(where: \.isOver)
  }

  private func compare(_ level: Level) {
    var (quiet, loud) = extremes ?? (level, level)
    if level.loudness < quiet.loudness { quiet = level }
    if level.loudness > loud.loudness { loud = level }
    extremes = (quiet, loud)
  }

  /// Adds the music to the channels in front, lowered and faded.
  private func add(_ track: inout Track, to block: inout [Float]) throws {
    let (heard, range) = (position..<position + block.count / channels, track.range)
    guard heard.overlaps(range) else { return }
    if !track.hasBegun {
      try track.loop.skip(max(0, position - range.lowerBound))
      track.hasBegun = true
    }
    let level = Float(pow(10, track.music.volume / 20))
    let fadeLength = min(
      (Ratio(typed: track.music.fadeOut) * Ratio(FilmTimeline.sampleRate)).floor, range.count / 2)
    let fade = SoundFade(
      range: range.upperBound - fadeLength..<range.upperBound, curve: .linear, rises: false)
    let mine = heard.clamped(to: range)
    let samples = try track.loop.read(mine.count)
    for place in mine {
      let (index, own) = ((place - position) * channels, (place - mine.lowerBound) * 2)
      let duck = track.ducker.gain(at: place, clips: ahead, of: channels, from: position)
      let gain =
        level * duck * (fadeLength > 0 ? fade.gain(at: place) : 1) * (track.rise?.gain(at: place) ?? 1)
      block[index] += samples[own] * gain
      block[index + 1] += samples[own + 1] * gain
    }
    if mine.upperBound == range.upperBound { track.loop.close() }
  }
}

/// Lowers music while something else is heard, beginning so early that it is down when that comes.
struct Ducker {
  /// Change in decibels, at most 0.
  let change: Double
  /// Samples that have to be known ahead: those of the attack.
  static let lookahead = FilmTimeline.sampleRate / 5
  private static let release = FilmTimeline.sampleRate
  /// Samples after which nothing is left of what was heard before.
  static let memory = hold + lookahead + release
  /// The time for which a sound counts as heard: waves cross zero.
  private static let hold = FilmTimeline.sampleRate / 10
  /// The level below which sound counts as silence: −45 dB of full scale.
  private static let threshold: Float = 0.0056

  private var level: Double?
  private var lastHeard = Int.min / 2
  private var scanned = 0
  private var gainCache: (level: Double, gain: Float) = (0, 1)

  init(change: Double) { self.change = min(0, change) }

  /// The factor at the film's sample `index`; each is asked for once, in order.
  /// - Parameters:
  ///   - clips: what is heard, from the film's sample `first` on, `lookahead` samples beyond `index` where there are so
  ///     many.
  ///   - channels: values of a sample.
  mutating func gain(at index: Int, clips: [Float], of channels: Int = 2, from first: Int) -> Float {
    if change == 0 { return 1 }
    let end = min(index + Self.lookahead, first + clips.count / channels)
    while scanned < end {
      let place = (scanned - first) * channels
      if place >= 0, clips[place..<place + channels].contains(where: { abs($0) > Self.threshold }) {
        lastHeard = scanned
      }
      scanned += 1
    }
    let isHeard = lastHeard >= index - Self.hold
    let before = level ?? (isHeard ? change : 0)
    let now =
      isHeard
      ? max(change, before + change / Double(Self.lookahead)) : min(0, before - change / Double(Self.release))
    level = now
    if now != gainCache.level { gainCache = (now, Float(pow(10, now / 20))) }
    return gainCache.gain
  }
}
