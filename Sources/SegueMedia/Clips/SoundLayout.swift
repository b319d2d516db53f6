/// The channels of a film's sound, and their positions.
///
/// **Source:** ITU-R BS.775-3 and BS.2051-3.
public enum SoundLayout: String, Sendable, Hashable, CaseIterable {
  /// A single channel, the mean of left and right.
  case mono
  /// Two channels: left and right.
  case stereo
  /// Six channels: left, right, centre, low frequencies, and two rear channels.
  case fivePointOne = "5.1"
  /// Eight channels: 5.1 and two side channels.
  case sevenPointOne = "7.1"

  package var channels: Int {
    switch self {
    case .mono: 1
    case .stereo: 2
    case .fivePointOne: 6
    case .sevenPointOne: 8
    }
  }

  /// The number of channels during mixing: mono is made from two at the end.
  package var mixedChannels: Int { max(2, channels) }

  /// The smallest layout that has at least two channels and at least the channels of `audio`. Sound
  /// without a layout plays on both sides, as mono does.
  package init(holding audio: ClipInfo.Audio) {
    if audio.channels < 3 || !audio.hasLayout {
      self = .stereo
    } else {
      self = audio.channels < 7 ? .fivePointOne : .sevenPointOne
    }
  }

  /// The mean of left and right for each sample of a stereo sound.
  package static func folded(_ samples: [Float]) -> [Float] {
    (0..<samples.count / 2).map { (samples[2 * $0] + samples[2 * $0 + 1]) / 2 }
  }
}
