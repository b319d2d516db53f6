import FoundationEssentials
import Glibc
import SegueMath
import SegueMedia
import SegueRun
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
  /// Whether the fade is a fade-in.
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
  /// The part of the source to decode.
  var decoding: SoundDecoding
  /// The film samples of the sound.
  var range: Range<Int>
  /// The fades at the start and the end.
  var fades: [SoundFade]
  /// A constant factor.
  var level: Float
  /// The name for errors and warnings.
  var name: String
  /// The playback order; `nil` if it is forwards.
  var order: SoundOrder?

  /// The length of the fade at a cut in samples: 5 ms.
  static let edge = FilmTimeline.sampleRate / 200

  /// The gain at film sample `index`.
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
  var soundParts: [SoundPart] {
    clips.indices.compactMap { index -> SoundPart? in
      let clip = clips[index]
      guard var decoding = clip.soundDecoding(request, soundLayout) else { return nil }
      let (held, own) = (clip.held, timeline.ownSamples(of: clip))
      let first = clip.frames.lowerBound + held.before
      let (before, after) = (
        index > 0 ? request.soundShift(index - 1) : 0,
        index < junctions.count ? request.soundShift(index) : 0
      )
      decoding.skip(samples: before)
      let range = own.lowerBound + before..<own.upperBound + after
      var fades: [SoundFade] = []
      // Repeated frames are silent.
      let edge = min(SoundPart.edge, range.count)
      if held.before > 0 {
        fades.append(
          SoundFade(range: range.lowerBound..<range.lowerBound + edge, curve: .linear, rises: true))
      }
      if held.after > 0 {
        fades.append(
          SoundFade(range: range.upperBound - edge..<range.upperBound, curve: .linear, rises: false))
      }
      if index > 0 { fades.append(fade(at: index - 1, rises: true, of: range)) }
      if index < junctions.count { fades.append(fade(at: index, rises: false, of: range)) }
      return SoundPart(
        decoding: decoding, range: range, fades: fades, level: Float(pow(10, clip.input.volume / 20)),
        name: decoding.name,
        order: clip.order?.sound { timeline.sample(ofFrame: first + $0) - range.lowerBound })
    }
  }

  /// The offsets of the sound of clip `index` at its start and end, in frames, positive for later than the
  /// pictures.
  func soundShifts(ofClip index: Int) -> (start: Double, end: Double) {
    func frames(_ junction: Int) -> Double {
      junctions.indices.contains(junction)
        ? request.junctions[junction].soundOffset * rate.framesPerSecond : 0
    }
    return (frames(index - 1), frames(index))
  }

  /// The fades at the film's opening and closing.
  var endFades: [SoundFade] {
    let ends = [(timeline.opening, request.opening, true), (timeline.closing, request.closing, false)]
    return ends.compactMap { frames, requested, rises in
      guard !frames.isEmpty, let requested else { return nil }
      let samples = timeline.sample(ofFrame: frames.lowerBound)..<timeline.sample(ofFrame: frames.upperBound)
      return SoundFade(range: samples, curve: request.resolved(requested).sound ?? .equalPower, rises: rises)
    }
  }

  /// The fade of one side of a junction.
  private func fade(at junction: Int, rises: Bool, of range: Range<Int>) -> SoundFade {
    let (overlap, shift) = (timeline.overlaps[junction], request.soundShift(junction))
    guard overlap.isEmpty else {
      let samples =
        timeline.sample(ofFrame: overlap.lowerBound) + shift..<timeline.sample(ofFrame: overlap.upperBound)
        + shift
      let isOneFile = clips[junction].input.isOfOneFile(with: clips[junction + 1].input)
      let curve = request.resolved(request.junctions[junction]).sound ?? (isOneFile ? .linear : .equalPower)
      return SoundFade(range: samples, curve: curve, rises: rises)
    }
    let edge = min(SoundPart.edge, range.count)
    let samples =
      rises ? range.lowerBound..<range.lowerBound + edge : range.upperBound - edge..<range.upperBound
    return SoundFade(range: samples, curve: .linear, rises: rises)
  }
}

extension FilmClip {
  /// Whether both clips have the same source file, possibly by different paths.
  fileprivate func isOfOneFile(with other: FilmClip) -> Bool {
    if source == other.source { return true }
    guard let path, let otherPath = other.path, let stamp = FileStamp(path: path) else { return false }
    return stamp == FileStamp(path: otherPath)
  }
}
