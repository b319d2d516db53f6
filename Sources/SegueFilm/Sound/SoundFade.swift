import Glibc
import SegueMedia
import SegueSystem

/// The gain curve of a crossfade between two sounds.
public enum SoundCurve: String, Sendable, Hashable {
  /// Constant power, for uncorrelated sounds: sine and cosine of a quarter turn.
  case equalPower = "equal-power"
  /// Constant amplitude, for two parts of one sound, and for edges.
  case linear
}

/// A fade of a clip's sound.
///
/// Gains follow linear time, independent of the picture's curve. x is the position of the sample's centre
/// in the fade.
///
/// **Source:** equal power is sin and cos of a quarter turn, whose squares sum to 1; linear gains sum to 1.
struct SoundFade: Sendable, Hashable {
  /// The film samples of the fade.
  var range: Range<Int>
  var curve: SoundCurve
  var rises: Bool

  /// The gain at film sample `index`: 0 or 1 outside of the fade.
  func gain(at index: Int) -> Float {
    if index < range.lowerBound { return rises ? 0 : 1 }
    if index >= range.upperBound { return rises ? 1 : 0 }
    let x = (Double(index - range.lowerBound) + 0.5) / Double(range.count)
    let way = rises ? x : 1 - x
    return Float(curve == .linear ? way : sin(way * .pi / 2))
  }
}

/// The sound of a clip with its position in the film and its level.
struct SoundPart: Sendable, Hashable {
  var decoding: SoundDecoding
  /// The film samples of the sound.
  var range: Range<Int>
  var fades: [SoundFade]
  var level: Float
  var name: String
  /// The playback order; `nil` if it is forwards.
  var order: SoundOrder?

  /// The length of the fade at a cut in samples: 5 ms.
  static let edge = SoundDecoding.sampleRate / 200

  func gain(at index: Int) -> Float {
    fades.reduce(level) { $0 * $1.gain(at: index) }
  }

  /// The part from film sample `position` on; `nil` if it has ended by then.
  func following(_ position: Int) -> SoundPart? {
    guard range.upperBound > position else { return nil }
    guard range.lowerBound < position else { return self }
    var part = self
    // Samples in another order are counted from the clip's start.
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

extension FilmPlan {
  var soundParts: [SoundPart] { clips.compactMap(soundPart) }

  private func soundPart(_ clip: ResolvedClip) -> SoundPart? {
    guard var decoding = clip.soundDecoding(request, soundLayout) else { return nil }
    let (before, after) = (clip.junction, clips.junction(after: clip))
    let shift = before?.soundShift ?? 0
    decoding.skip(samples: shift)
    let own = timeline.ownSamples(of: clip)
    let range = own.lowerBound + shift..<own.upperBound + (after?.soundShift ?? 0)
    var fades: [SoundFade] = []
    // Repeated frames are silent.
    if clip.held.before > 0 { fades.append(SoundFade(edgeOf: range, rises: true)) }
    if clip.held.after > 0 { fades.append(SoundFade(edgeOf: range, rises: false)) }
    if let before { fades.append(fade(at: before, rises: true, of: range)) }
    if let after { fades.append(fade(at: after, rises: false, of: range)) }
    let first = clip.frames.lowerBound + clip.held.before
    return SoundPart(
      decoding: decoding, range: range, fades: fades, level: Float(pow(10, clip.input.volume / 20)),
      name: decoding.name,
      order: clip.order?.sound { timeline.sample(ofFrame: first + $0) - range.lowerBound })
  }

  var endFades: [SoundFade] {
    [(opening, true), (closing, false)].compactMap { junction, rises in
      if junction.frames.isEmpty { return nil }
      return SoundFade(
        range: timeline.samples(of: junction.frames), curve: junction.soundCurve, rises: rises)
    }
  }

  private func fade(at junction: ResolvedJunction, rises: Bool, of range: Range<Int>) -> SoundFade {
    if junction.frames.isEmpty { return SoundFade(edgeOf: range, rises: rises) }
    let samples = timeline.samples(of: junction.frames)
    let shift = junction.soundShift
    return SoundFade(
      range: samples.lowerBound + shift..<samples.upperBound + shift, curve: junction.soundCurve, rises: rises
    )
  }
}

extension SoundFade {
  /// The short fade at an end of `range`, at a cut.
  fileprivate init(edgeOf range: Range<Int>, rises: Bool) {
    let edge = min(SoundPart.edge, range.count)
    self.init(
      range: rises ? range.lowerBound..<range.lowerBound + edge : range.upperBound - edge..<range.upperBound,
      curve: .linear, rises: rises)
  }
}

extension FilmClip {
  /// Whether both clips have the same source file, possibly by different paths.
  func isOfOneFile(with other: FilmClip) -> Bool {
    if source == other.source { return true }
    guard let path, let otherPath = other.path, let stamp = FileStamp(path: path) else { return false }
    return stamp == FileStamp(path: otherPath)
  }
}
