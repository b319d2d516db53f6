import SegueImaging
import SegueMath
import SegueMedia
import SegueRun
import SegueSystem

// Sound that goes over to the next clip earlier or later than the pictures: J-cuts and L-cuts.
extension FilmRequest {
  /// Samples by which the sound of junction `index` is later than its pictures.
  func soundShift(_ index: Int) -> Int {
    (Ratio(typed: junctions[index].soundOffset) * Ratio(FilmTimeline.sampleRate)).rounded
  }

  /// Checks that the sound of a clip that begins earlier, or ends later, than its pictures lies within its neighbour, and that
  /// something is left of each.
  /// - Throws: `FilmError.value`.
  private func checkSoundShifts(on timeline: FilmTimeline) throws(FilmError) {
    for index in junctions.indices where junctions[index].soundOffset != 0 {
      let (earlier, later) = (timeline.clips[index], timeline.clips[index + 1])
      let first =
        timeline.sample(ofFrame: earlier.lowerBound) + (index > 0 ? max(0, soundShift(index - 1)) : 0)
      let last =
        timeline.sample(ofFrame: later.upperBound)
        + (index + 1 < junctions.count ? min(0, soundShift(index + 1)) : 0)
      let least = first - timeline.sample(ofFrame: later.lowerBound)
      let most = last - timeline.sample(ofFrame: earlier.upperBound)
      if (least...max(least, most)).contains(soundShift(index)) { continue }
      throw .value(
        place: "\(place(ofJunction: index)).sound", value: "\(junctions[index].soundOffset.typed) s",
        expected: "\(Self.seconds(least)) to \(Self.seconds(most)) s, within the clips beside it")
    }
  }

  /// Checks all J-cuts and L-cuts, and shortens those for which a file has too little sound before IN or after OUT, so that
  /// its neighbour goes on in place of silence.
  /// - Returns: a sentence for each that is shorter.
  /// - Throws: `FilmError.value`, `MediaError`.
  mutating func fitSoundShifts(
    _ clips: [FilmPlan.Clip], on timeline: FilmTimeline, _ layout: SoundLayout
  ) async throws -> [String] {
    try checkSoundShifts(on: timeline)
    var notes: [String] = []
    for index in junctions.indices where clips[index...index + 1].contains(where: { $0.isHeard(in: self) }) {
      let shift = soundShift(index)
      let (length, isLater) = (abs(shift), shift > 0)
      guard length > SoundPart.edge else { continue }
      let clip = clips[isLater ? index : index + 1]
      var count = min(length, clip.samplesBeforeStart)
      if isLater {
        let own = timeline.ownSamples(of: clip, index).count
        count = try await clip.samples(after: own, upTo: length, self, layout)
      }
      guard length - count > SoundPart.edge else { continue }
      junctions[index].soundOffset = Double(isLater ? count : -count) / Double(FilmTimeline.sampleRate)
      let side = isLater ? "after" : "before"
      notes.append(
        "\(clip.input.source.text): it has \(Self.seconds(count)) s of sound \(side) \(isLater ? "OUT" : "IN"), so the "
          + "sound changes \(Self.seconds(count)) s \(side) the pictures, not \(Self.seconds(length)) s")
    }
    return notes
  }

  private static func seconds(_ samples: Int) -> String {
    DecimalText.text(Double(samples) / Double(FilmTimeline.sampleRate))
  }
}

extension FilmTimeline {
  /// The film's samples of clip `index` for which its source has something.
  func ownSamples(of clip: FilmPlan.Clip, _ index: Int) -> Range<Int> {
    sample(
      ofFrame: clips[index].lowerBound + clip.held.before)..<sample(
        ofFrame: clips[index].upperBound - clip.held.after)
  }
}

extension FilmPlan.Clip {
  /// The decoding of its sound; `nil` where it has none.
  func soundDecoding(_ request: FilmRequest, _ layout: SoundLayout) -> SoundDecoding? {
    // To the sample, where pictures begin on the film's grid.
    guard let heard, sound != nil,
      var decoding = SoundDecoding(
        heard, from: start, tempo: pace?.speed.constant ?? 1, into: layout, isStrict: request.isStrict)
    else { return nil }
    decoding.stallLimit = request.decoderStallLimit
    return decoding
  }

  /// Samples of sound in its source before its beginning. A clip in another order has none.
  fileprivate var samplesBeforeStart: Int {
    guard let heard, let audio = sound, order == nil else { return 0 }
    let first =
      min(audio.startTime, heard.rightAudio?.startTime ?? audio.startTime)
      - (heard.video?.startTime ?? heard.startTime)
    let seconds = (start - first).value / (pace?.speed.constant ?? 1)
    return max(0, Int(limiting: seconds * Double(FilmTimeline.sampleRate)))
  }

  /// Samples of sound, at most `limit`, in its source after its own `count`. A clip in another order has none.
  /// - Throws: `MediaError`.
  fileprivate func samples(
    after count: Int, upTo limit: Int, _ request: FilmRequest, _ layout: SoundLayout
  ) async throws -> Int {
    guard order == nil, var decoding = soundDecoding(request, layout) else { return 0 }
    decoding.skip(samples: count)
    return try await decoding.countedSamples(upTo: limit)
  }
}
