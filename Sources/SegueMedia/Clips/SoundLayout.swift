/// The channels of a film's sound, and where each of them is heard.
///
/// **Source:** ITU-R BS.775-3 and BS.2051-3.
public enum SoundLayout: String, Sendable, Hashable, CaseIterable {
  /// One channel.
  case mono
  /// Left and right.
  case stereo
  /// Left, right, centre, low frequencies, and two at the back.
  case fivePointOne = "5.1"
  /// The same, and two at the sides.
  case sevenPointOne = "7.1"

  /// The number of channels.
  package var channels: Int {
    switch self {
    case .mono: 1
    case .stereo: 2
    case .fivePointOne: 6
    case .sevenPointOne: 8
    }
  }

  /// The number of channels in which it is mixed: one is made of two at the end.
  package var mixedChannels: Int { max(2, channels) }

  /// The smallest of two channels or more that holds `audio`. Channels that do not say where they are heard are on both
  /// sides alike, as those of one channel are.
  package init(holding audio: ClipInfo.Audio) {
    if audio.channels < 3 || !audio.hasLayout {
      self = .stereo
    } else {
      self = audio.channels < 7 ? .fivePointOne : .sevenPointOne
    }
  }

  /// The mean of left and right, sample by sample, of a sound of two channels.
  package static func folded(_ samples: [Float]) -> [Float] {
    (0..<samples.count / 2).map { (samples[2 * $0] + samples[2 * $0 + 1]) / 2 }
  }
}
