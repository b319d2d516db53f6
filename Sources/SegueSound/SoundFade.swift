import Glibc

/// The gain curve of a crossfade between two sounds.
public enum SoundCurve: String, Sendable, Hashable {
  /// Constant power, for uncorrelated sounds: sine and cosine of a quarter turn.
  case equalPower = "equal-power"
  /// Constant amplitude, for two parts of one sound, and for edges.
  case linear
}

/// A fade of sound over linear time, independent of the transition's curve.
///
/// The position of a sample's centre in the fade is x, 0…1. A linear gain is x or 1 − x. An
/// equal-power gain is the sine or cosine of x quarter turns, whose squares sum to 1.
package struct SoundFade: Sendable, Hashable {
  /// The samples of the mix during the fade.
  package var range: Range<Int>
  package var curve: SoundCurve
  package var rises: Bool

  package init(range: Range<Int>, curve: SoundCurve, rises: Bool) {
    self.range = range
    self.curve = curve
    self.rises = rises
  }

  /// The short fade at a cut: at the start of `range` if it rises, else at the end.
  package init(edgeOf range: Range<Int>, rises: Bool) {
    let edge = min(SoundPart.edge, range.count)
    self.init(
      range: rises ? range.lowerBound..<range.lowerBound + edge : range.upperBound - edge..<range.upperBound,
      curve: .linear, rises: rises)
  }

  /// The gain at sample `index` of the mix: 0 or 1 outside of the fade.
  func gain(at index: Int) -> Float {
    if index < range.lowerBound { return rises ? 0 : 1 }
    if index >= range.upperBound { return rises ? 1 : 0 }
    let x = (Double(index - range.lowerBound) + 0.5) / Double(range.count)
    let position = rises ? x : 1 - x
    return Float(curve == .linear ? position : sin(position * .pi / 2))
  }
}
