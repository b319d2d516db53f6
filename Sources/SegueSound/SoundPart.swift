import SegueMedia

/// The sound of a clip with its position in the mix and its level.
package struct SoundPart: Sendable, Hashable {
  package var decoding: SoundDecoding
  /// The range of the sound, in samples of the mix.
  package var range: Range<Int>
  package var fades: [SoundFade]
  package var level: Float
  package var name: String
  /// The playback order; `nil` if it is forwards.
  package var order: SoundOrder?

  package init(
    decoding: SoundDecoding, range: Range<Int>, fades: [SoundFade], level: Float, name: String,
    order: SoundOrder? = nil
  ) {
    self.decoding = decoding
    self.range = range
    self.fades = fades
    self.level = level
    self.name = name
    self.order = order
  }

  /// The length of the fade at a cut in samples: 5 ms.
  package static let edge = SoundDecoding.sampleRate / 200

  func gain(at index: Int) -> Float {
    fades.reduce(level) { $0 * $1.gain(at: index) }
  }

  /// The part from sample `position` of the mix on; `nil` if it has ended by then.
  func following(_ position: Int) -> SoundPart? {
    guard range.upperBound > position else { return nil }
    guard range.lowerBound < position else { return self }
    var part = self
    // With an order, samples are counted from the clip's start.
    if order == nil {
      part.decoding.skip(samples: position - range.lowerBound)
    } else {
      part.order?.skipped += position - range.lowerBound
    }
    part.range = position..<range.upperBound
    return part
  }

  /// The samples of `range` in which the gain is `level`.
  var steady: Range<Int> {
    var (low, high) = (range.lowerBound, range.upperBound)
    for fade in fades {
      if fade.rises { low = max(low, fade.range.upperBound) } else { high = min(high, fade.range.lowerBound) }
    }
    return low..<max(low, high)
  }
}
