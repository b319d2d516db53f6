import FoundationEssentials
import Glibc
import SegueMath
import SegueMedia
import SegueRun
import SegueSystem

/// The gains of a crossfade.
public enum SoundCurve: String, Sendable, Hashable {
  /// For two sounds that have nothing to do with each other: their powers add up.
  case equalPower = "equal-power"
  /// For two places of one sound, whose values add up; and for edges.
  case linear
}

/// A fade of a clip's sound.
///
/// Gains follow linear time, whatever curve the picture takes: x is the middle of the sample on its way through the fade.
///
/// **Source:** equal power is sin and cos of a quarter turn, whose squares sum to 1; linear gains sum to 1.
struct SoundFade: Sendable, Hashable {
  /// The film's samples of the fade.
  var range: Range<Int>
  var curve: SoundCurve
  /// Whether it rises.
  var rises: Bool

  /// The gain at the film's sample `index`: 0 and 1 beyond the fade.
  func gain(at index: Int) -> Float {
    if index < range.lowerBound { return rises ? 0 : 1 }
    if index >= range.upperBound { return rises ? 1 : 0 }
    let x = (Double(index - range.lowerBound) + 0.5) / Double(range.count)
    let way = rises ? x : 1 - x
    return Float(curve == .linear ? way : sin(way * .pi / 2))
  }
}

/// The place of a clip's sound in the film, and its level.
struct SoundPart: Sendable, Hashable {
  /// The part to decode.
  var decoding: SoundDecoding
  /// The film's samples.
  var range: Range<Int>
  /// The fades at its beginning and end.
  var fades: [SoundFade]
  /// A factor.
  var level: Float
  /// The name in errors and warnings.
  var name: String
  /// The order of its samples; `nil` where they follow each other.
  var order: SoundOrder?

  /// Samples of the fade at a cut: 5 ms.
  static let edge = FilmTimeline.sampleRate / 200

  /// The factor at the film's sample `index`.
  func gain(at index: Int) -> Float {
    fades.reduce(level) { $0 * $1.gain(at: index) }
  }

  /// The same from the film's sample `position` on; `nil` where it is over by then.
  func following(_ position: Int) -> SoundPart? {
    guard range.upperBound > position else { return nil }
    guard range.lowerBound < position else { return self }
    var part = self
    // Samples in another order are counted from its beginning.
    if order == nil {
      part.decoding.skip(samples: position - range.lowerBound)
    } else {
      part.order?.skipped += position - range.lowerBound
    }
    part.range = position..<range.upperBound
    return part
  }

  /// The part of `range` in which the factor is always `level`.
  var steady: Range<Int> {
    var (low, high) = (range.lowerBound, range.upperBound)
    for fade in fades {
      if fade.rises { low = max(low, fade.range.upperBound) } else { high = min(high, fade.range.lowerBound) }
    }
    return low..<max(low, high)
  }
}

extension FilmPlan {
  /// The sounds of the film's clips, in order.
  var soundParts: [SoundPart] {
    if request.isMute { return [] }
    return clips.indices.compactMap { index -> SoundPart? in
      let clip = clips[index]
      guard var decoding = clip.soundDecoding(request, soundLayout) else { return nil }
      let (held, own) = (clip.held, timeline.ownSamples(of: clip, index))
      let first = timeline.clips[index].lowerBound + held.before
      let (before, after) = (
        index > 0 ? request.soundShift(index - 1) : 0,
        index < junctions.count ? request.soundShift(index) : 0
      )
      decoding.skip(samples: before)
      let range = own.lowerBound + before..<own.upperBound + after
      var fades: [SoundFade] = []
      // What is held is silent.
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

  /// Frames by which the sound of clip `index` begins and ends later than its pictures.
  func soundShifts(ofClip index: Int) -> (start: Double, end: Double) {
    func frames(_ junction: Int) -> Double {
      junctions.indices.contains(junction)
        ? request.junctions[junction].soundOffset * rate.framesPerSecond : 0
    }
    return (frames(index - 1), frames(index))
  }

  /// The fades of the whole film's sound at its ends.
  var endFades: [SoundFade] {
    let ends = [(timeline.opening, request.opening, true), (timeline.closing, request.closing, false)]
    return ends.compactMap { frames, asked, rises in
      guard !frames.isEmpty, let asked else { return nil }
      let samples = timeline.sample(ofFrame: frames.lowerBound)..<timeline.sample(ofFrame: frames.upperBound)
      return SoundFade(range: samples, curve: request.resolved(asked).sound ?? .equalPower, rises: rises)
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
  /// Whether both are of one file, whatever its names are.
  fileprivate func isOfOneFile(with other: FilmClip) -> Bool {
    if source == other.source { return true }
    guard let path, let otherPath = other.path, let stamp = FileStamp(path: path) else { return false }
    return stamp == FileStamp(path: otherPath)
  }
}
