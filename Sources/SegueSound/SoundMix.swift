import SegueMedia

/// The sounds of a mix with their times, counted in samples from its start.
package struct SoundMix: Sendable {
  package var parts: [SoundPart]
  package var tracks: [Track]
  /// The number of samples of the whole mix.
  package var count: Int
  package var layout: SoundLayout
  /// The fades at both ends of the mix.
  package var fades: [SoundFade]
  /// The samples to mix; `nil` means all.
  package var part: Range<Int>?

  package init(
    parts: [SoundPart] = [], tracks: [Track] = [], count: Int, layout: SoundLayout = .stereo,
    fades: [SoundFade] = []
  ) {
    self.parts = parts
    self.tracks = tracks
    self.count = count
    self.layout = layout
    self.fades = fades
  }

  package var range: Range<Int> { part ?? 0..<count }

  /// The source of a track's samples, in two channels.
  package enum Source: Sendable {
    case file(SoundDecoding)
    case mix(SoundMix, name: String)
  }

  /// Music, a voice or an overlay's sound.
  package struct Track: Sendable {
    package var source: Source
    /// The samples of the mix during which the sound plays; `nil` means all.
    package var range: Range<Int>?
    package var role: Role
    /// The change of volume in decibels.
    package var volume: Double
    /// The change of the music's volume under other sound, in decibels.
    package var duck: Double
    /// Whether the sound is repeated until the end of its range.
    package var loops: Bool
    /// The length of the fade-in in samples.
    package var rise: Int
    /// The length of the fade-out in seconds.
    package var fadeOut: Double
    /// The number of samples from the start of one playback to the next; `nil` plays it once.
    package var period: Int?
    /// The number of samples in each pass of a sound that loops with its pictures; empty for other
    /// sounds.
    package var passes: [Int] = []

    package enum Role: Sendable { case music, voice, overlay }

    package init(
      _ source: Source, range: Range<Int>? = nil, role: Role = .music, volume: Double = 0, duck: Double = 0,
      loops: Bool = false, rise: Int = 0, fadeOut: Double = 0, period: Int? = nil
    ) {
      self.source = source
      self.range = range
      self.role = role
      self.volume = volume
      self.duck = duck
      self.loops = loops
      self.rise = rise
      self.fadeOut = fadeOut
      self.period = period
    }

    /// Whether the music is ducked under this sound, as under a clip's. The sound itself is never ducked.
    var isVoice: Bool { role != .music }
  }
}
