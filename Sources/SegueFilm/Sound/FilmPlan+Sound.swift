import Glibc
import SegueSound

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

  /// The fades at the film's ends; empty for a film that then plays backwards, since its music continues
  /// after the closing.
  var endFades: [SoundFade] {
    if timeline.returnCount > 0 { return [] }
    return [(opening, true), (closing, false)].compactMap { junction, rises in
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
