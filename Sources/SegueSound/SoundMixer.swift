import Glibc
import SegueFields
import SegueMath
import SegueMedia
import SegueSystem

/// Mixes sound in blocks: the clips' sounds with their fades, the voices, and the ducked music.
/// Memory is bounded. At most one clip is decoded at a time.
///
/// **Thread-safety:** confined to one thread.
package final class SoundMixer {
  package typealias Open = @Sendable (SoundDecoding) throws -> any SampleSource

  /// The state of a piece of music, a voice or an overlay's sound.
  private struct Playback {
    let track: SoundMix.Track
    /// The samples of the mix that this playback covers.
    var range: Range<Int>
    let rise: SoundFade?
    let loop: MusicLoop
    var hasBegun = false
  }

  private let mix: SoundMix
  private let open: Open
  /// The number of values per sample while mixing.
  private let channels: Int
  private var waiting: ArraySlice<SoundPart>
  private var clipSounds: [ClipSound] = []
  private var playbacks: [Playback]
  /// The duckers of the music, by their change in decibels. Each ducker follows the whole mix.
  private var duckers: [Double: Ducker] = [:]
  /// The mix of clips and voices from `position`, including the look-ahead of the ducking.
  private var ahead: [Float] = []
  private var position = 0
  private var closed: [Notice] = []
  /// The quietest and the loudest clip up to `position`.
  private var extremes: (quiet: Level, loud: Level)?

  /// A clip's name and loudness in LUFS.
  private typealias Level = (name: String, loudness: Double)

  /// The loudness difference between clips that causes a warning, in LU.
  private static let maximumDifference = 6.0

  package var notices: [Notice] {
    guard let extremes, extremes.loud.loudness - extremes.quiet.loudness > Self.maximumDifference else {
      return closed
    }
    let difference = DecimalText.text(extremes.loud.loudness - extremes.quiet.loudness, 1)
    return closed + [
      Notice(
        of: "volume",
        "the sound of \(extremes.loud.name) is \(difference) LU louder than that of \(extremes.quiet.name); "
          + "set “volume” in the film file to even them out")
    ]
  }

  package init(_ mix: SoundMix, open: @escaping Open = SoundDecoder.init) {
    self.mix = mix
    self.open = open
    channels = mix.layout.mixedChannels
    // Mixing starts early, because the ducking depends on earlier samples.
    position = max(0, mix.range.lowerBound - Ducker.memory)
    waiting = mix.parts.compactMap { [position] in $0.following(position) }[...]
    playbacks = mix.tracks.map { [position] in
      let range = $0.range ?? 0..<mix.count
      let rise = range.lowerBound..<range.lowerBound + $0.rise
      // The total length of the playbacks that end before the first sample.
      let missed = $0.period.map { max(0, position - range.upperBound + $0) / $0 * $0 } ?? 0
      return Playback(
        track: $0, range: range.moved(by: missed),
        rise: rise.isEmpty ? nil : SoundFade(range: rise, curve: .linear, rises: true),
        loop: MusicLoop($0.source, loops: $0.loops, passes: $0.passes, open: open))
    }
    for track in mix.tracks where !track.isVoice && track.duck != 0 {
      duckers[track.duck] = Ducker(change: track.duck)
    }
  }

  /// The next samples, at most `count`, interleaved; empty at the end.
  /// - Throws: `SystemError`.
  package func next(_ count: Int) throws -> [Float] {
    while position < mix.range.lowerBound {
      _ = try block(min(SoundDecoding.sampleRate, mix.range.lowerBound - position))
    }
    let mixed = try block(count)
    return mix.layout == .mono ? SoundLayout.folded(mixed) : mixed
  }

  private func block(_ count: Int) throws -> [Float] {
    let count = min(count, mix.range.upperBound - position)
    guard count > 0 else { return [] }
    let lookahead = duckers.isEmpty ? 0 : Ducker.lookahead
    let mixed = position + ahead.count / channels
    // A clip after the end of the mixed range ducks the music within the range.
    let wanted = min(mix.count, position + count + lookahead)
    if wanted > mixed {
      var more = try clips(mixed..<wanted)
      for index in playbacks.indices where playbacks[index].track.isVoice {
        try add(&playbacks[index], to: &more, from: mixed)
      }
      ahead += more
    }
    var block = Array(ahead.prefix(count * channels))
    let gains = duckGains(count)
    for index in playbacks.indices where !playbacks[index].track.isVoice {
      let duck = playbacks[index].track.duck
      try add(&playbacks[index], to: &block, from: position, gains: gains[duck])
    }
    for fade in mix.fades where fade.range.overlaps(position..<position + count) {
      for index in 0..<count {
        let gain = fade.gain(at: position + index)
        for value in index * channels..<(index + 1) * channels { block[value] *= gain }
      }
    }
    ahead.removeFirst(count * channels)
    position += count
    return block
  }

  private func duckGains(_ count: Int) -> [Double: [Float]] {
    var gains: [Double: [Float]] = [:]
    for (change, ducker) in duckers {
      var ducker = ducker
      gains[change] = (position..<position + count).map {
        ducker.gain(at: $0, clips: ahead, of: channels, from: position)
      }
      duckers[change] = ducker
    }
    return gains
  }

  package func close() {
    for sound in clipSounds { sound.close() }
    for playback in playbacks { playback.loop.close() }
  }

  private func clips(_ range: Range<Int>) throws -> [Float] {
    var mix = [Float](repeating: 0, count: range.count * channels)
    try mix.withUnsafeMutableBufferPointer { mix in
      var start = range.lowerBound
      while let part = waiting.first, part.range.lowerBound < range.upperBound {
        // Read the rest of the previous clip, so that its decoder ends before the next one starts.
        let next = max(start, part.range.lowerBound)
        try play(start..<next, of: range, to: mix)
        for sound in clipSounds { try sound.finishDecoding() }
        clipSounds.append(try ClipSound(part, open: open))
        waiting = waiting.dropFirst()
        start = next
      }
      try play(start..<range.upperBound, of: range, to: mix)
    }
    return mix
  }

  private func play(_ part: Range<Int>, of range: Range<Int>, to mix: UnsafeMutableBufferPointer<Float>)
    throws
  {
    guard !part.isEmpty else { return }
    let first = (part.lowerBound - range.lowerBound) * channels
    let target = UnsafeMutableBufferPointer(rebasing: mix[first..<first + part.count * channels])
    for sound in clipSounds { try sound.add(part, to: target) }
    for sound in clipSounds where sound.isOver {
      sound.close()
      closed += sound.notices
      if let loudness = sound.loudness { compare((sound.part.name, loudness)) }
    }
    clipSounds.removeAll(where: \.isOver)
  }

  private func compare(_ level: Level) {
    var (quiet, loud) = extremes ?? (level, level)
    if level.loudness < quiet.loudness { quiet = level }
    if level.loudness > loud.loudness { loud = level }
    extremes = (quiet, loud)
  }

  /// Adds the track, ducked by `gains` and faded, to the front channels of `block`. Both arrays
  /// begin at the mix's sample `start`.
  private func add(
    _ playback: inout Playback, to block: inout [Float], from start: Int, gains: [Float]? = nil
  ) throws {
    let heard = start..<start + block.count / channels
    while heard.overlaps(playback.range) {
      try add(&playback, heard.clamped(to: playback.range), to: &block, from: start, gains)
      guard playback.range.upperBound <= heard.upperBound else { return }
      guard let period = playback.track.period else { return playback.loop.close() }
      playback.range = playback.range.moved(by: period)
      playback.loop.restart()
    }
  }

  /// Adds the track's sound in the range `mine` of the mix, which is within one playback.
  private func add(
    _ playback: inout Playback, _ mine: Range<Int>, to block: inout [Float], from start: Int,
    _ gains: [Float]?
  ) throws {
    let range = playback.range.clamped(to: 0..<mix.count)
    if !playback.hasBegun {
      try playback.loop.skip(mine.lowerBound - range.lowerBound)
      playback.hasBegun = true
    }
    let level = Float(pow(10, playback.track.volume / 20))
    let fadeLength = min(
      (Ratio(typed: playback.track.fadeOut) * Ratio(SoundDecoding.sampleRate)).floor, range.count / 2)
    let fade = SoundFade(
      range: range.upperBound - fadeLength..<range.upperBound, curve: .linear, rises: false)
    let samples = try playback.loop.read(mine.count)
    for place in mine {
      let (index, own) = ((place - start) * channels, (place - mine.lowerBound) * 2)
      let duck = gains?[place - start] ?? 1
      let gain =
        level * duck * (fadeLength > 0 ? fade.gain(at: place) : 1) * (playback.rise?.gain(at: place) ?? 1)
      block[index] += samples[own] * gain
      block[index + 1] += samples[own + 1] * gain
    }
  }
}

extension Range<Int> {
  fileprivate func moved(by offset: Int) -> Range<Int> { lowerBound + offset..<upperBound + offset }
}
