import Glibc
import SegueFields
import SegueMedia
import SegueRun
import SegueSound
import SegueSystem

extension SoundPipe: RunSound {}

extension ResolvedFilm {
  var mix: SoundMix {
    SoundMix(
      parts: plan.soundParts, tracks: music.map(\.track) + layers.compactMap(\.sound),
      count: plan.timeline.sampleCount, layout: plan.soundLayout, fades: plan.endFades)
  }

  /// The sound of the rendered frames, normalised to the requested loudness. Blocks until the loudness is
  /// measured or `stop` is set.
  /// - Throws: `SystemError`.
  func sound(_ stop: StopSignal) throws -> SoundPipe {
    var mix = mix
    var (gain, notices): (Float, [Notice]) = (1, [])
    if let target = plan.request.loudness {
      if let loudness = try mix.loudness(stop) {
        gain = Float(pow(10, (target - loudness) / 20))
      } else {
        let reason =
          mix.count < LoudnessMeter.shortest
          ? "shorter than the 0.4 s that measuring takes, so it is not" : "too quiet to be"
        let sentence = "the film's sound is \(reason) normalised to \(DecimalText.text(target)) LUFS"
        notices.append(Notice(of: .loudness, sentence))
      }
    }
    // The loudness was measured over the whole film, so the rendered part is selected only now.
    mix.part = plan.timeline.samples(of: plan.frames)
    return try SoundPipe(mix, gain: gain, notices: notices, reader: plan.request.output.encoder)
  }
}
