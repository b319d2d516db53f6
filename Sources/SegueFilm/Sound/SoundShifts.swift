import SegueImaging
import SegueMath
import SegueMedia
import SegueRun
import SegueSystem

// J-cuts and L-cuts: sound that changes to the next clip earlier or later than the pictures.
extension FilmRequest {
  /// The offset of the sound at junction `index` in samples, positive for later than the pictures.
  func soundShift(_ index: Int) -> Int {
    (Ratio(typed: junctions[index].soundOffset) * Ratio(FilmTimeline.sampleRate)).rounded
  }

  /// Checks that each shifted sound ends within the neighbouring clip, and that both clips keep some sound.
  /// - Throws: `FilmError.value`.
  private func checkSoundShifts(on timeline: FilmTimeline) throws(FilmError) {
    for index in junctions.indices where junctions[index].soundOffset != 0 {
      let (earlier, later) = (timeline.clips[index], timeline.clips[index + 1])
      let first =
        timeline.sample(ofFrame: earlier.lowerBound) + (index > 0 ? max(0, soundShift(index - 1)) : 0)
      let last =
        timeline.sample(ofFrame: later.upperBound)
        + (index + 1 < junctions.count ? min(0, soundShift(index + 1)) : 0)
      let minimum = first - timeline.sample(ofFrame: later.lowerBound)
      let maximum = last - timeline.sample(ofFrame: earlier.upperBound)
      if (minimum...max(minimum, maximum)).contains(soundShift(index)) { continue }
      throw .value(
        place: "\(place(ofJunction: index)).sound", value: "\(junctions[index].soundOffset.typed) s",
        expected: "\(Self.seconds(minimum)) to \(Self.seconds(maximum)) s, within the clips beside it")
    }
  }

  /// Checks all J-cuts and L-cuts. Shortens those whose file has too little sound before IN or after OUT,
  /// so that the neighbour's sound continues instead of silence.
  /// - Returns: a note for each shortened one.
  /// - Throws: `FilmError.value`, `MediaError`.
  mutating func fitSoundShifts(
    _ clips: [ResolvedClip], on timeline: FilmTimeline, _ layout: SoundLayout
  ) async throws -> [String] {
    try checkSoundShifts(on: timeline)
    var notes: [String] = []
    for index in junctions.indices where clips[index...index + 1].contains(where: { $0.sound != nil }) {
      let shift = soundShift(index)
      let (length, isLater) = (abs(shift), shift > 0)
      guard length > SoundPart.edge else { continue }
      let clip = clips[isLater ? index : index + 1]
      var count = min(length, clip.samplesBeforeStart)
      if isLater {
        let own = timeline.ownSamples(of: clip).count
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
  /// The film samples of `clip` without its repeated frames.
  func ownSamples(of clip: ResolvedClip) -> Range<Int> {
    sample(
      ofFrame: clip.frames.lowerBound + clip.held.before)..<sample(
        ofFrame: clip.frames.upperBound - clip.held.after)
  }
}

extension ResolvedClip {
  /// The decoding of the clip's sound; `nil` without sound.
  func soundDecoding(_ request: FilmRequest, _ layout: SoundLayout) -> SoundDecoding? {
    // The sound starts at the exact sample; pictures start on the film's frames.
    guard let heard, sound != nil,
      var decoding = SoundDecoding(
        heard, from: start, tempo: pace?.speed.constant ?? 1, into: layout, isStrict: request.isStrict)
    else { return nil }
    decoding.stallLimit = request.decoderStallLimit
    return decoding
  }

  /// The number of sound samples in the source before the clip's start; 0 for a clip in another order.
  fileprivate var samplesBeforeStart: Int {
    guard let heard, let audio = sound, order == nil else { return 0 }
    let first =
      min(audio.startTime, heard.rightAudio?.startTime ?? audio.startTime)
      - (heard.video?.startTime ?? heard.startTime)
    let seconds = (start - first).value / (pace?.speed.constant ?? 1)
    return max(0, Int(limiting: seconds * Double(FilmTimeline.sampleRate)))
  }

  /// The number of sound samples in the source after the clip's `count` samples, at most `limit`; 0 for a
  /// clip in another order.
  /// - Throws: `MediaError`.
  fileprivate func samples(
    after count: Int, upTo limit: Int, _ request: FilmRequest, _ layout: SoundLayout
  ) async throws -> Int {
    guard order == nil, var decoding = soundDecoding(request, layout) else { return 0 }
    decoding.skip(samples: count)
    return try await decoding.countedSamples(upTo: limit)
  }
}
