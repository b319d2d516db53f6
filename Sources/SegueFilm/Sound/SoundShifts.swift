import SegueFields
import SegueMath
import SegueMedia
import SegueRun
import SegueSound
import SegueSystem

// J-cuts and L-cuts: sound that changes to the next clip earlier or later than the pictures.
extension ResolvedTimeline {
  /// Checks that each shifted sound ends within the neighbouring clip, and that both clips keep some sound.
  /// - Throws: `FilmError.value`.
  private func checkSoundShifts() throws(FilmError) {
    for later in clips {
      guard let junction = later.junction, junction.soundOffset != 0 else { continue }
      let earlier = clips[later.index - 1]
      let first =
        timeline.sample(ofFrame: earlier.frames.lowerBound) + max(0, earlier.junction?.soundShift ?? 0)
      let last =
        timeline.sample(ofFrame: later.frames.upperBound)
        + min(0, clips.junction(after: later)?.soundShift ?? 0)
      let minimum = first - timeline.sample(ofFrame: later.frames.lowerBound)
      let maximum = last - timeline.sample(ofFrame: earlier.frames.upperBound)
      if (minimum...max(minimum, maximum)).contains(junction.soundShift) { continue }
      throw .value(
        place: "\(junction.place).sound", value: "\(junction.soundOffset.typed) s",
        expected: "\(Self.seconds(minimum)) to \(Self.seconds(maximum)) s, within the clips beside it")
    }
  }

  /// Checks all J-cuts and L-cuts. Shortens those whose file has too little sound before IN or after OUT,
  /// so that the neighbour's sound continues instead of silence.
  /// - Returns: a notice for each shortened J-cut or L-cut.
  /// - Throws: `FilmError.value`, `SystemError`.
  mutating func fitSoundShifts(_ request: FilmRequest, _ layout: SoundLayout) async throws -> [Notice] {
    try checkSoundShifts()
    var notices: [Notice] = []
    for later in clips {
      guard let shift = later.junction?.soundShift, abs(shift) > SoundPart.edge else { continue }
      let earlier = clips[later.index - 1]
      guard earlier.sound != nil || later.sound != nil else { continue }
      let (length, isLater) = (abs(shift), shift > 0)
      let clip = isLater ? earlier : later
      var count = min(length, clip.samplesBeforeStart)
      if isLater {
        let own = timeline.ownSamples(of: clip).count
        count = try await clip.samples(after: own, upTo: length, request, layout)
      }
      guard length - count > SoundPart.edge else { continue }
      let offset = Double(isLater ? count : -count) / Double(SoundDecoding.sampleRate)
      clips[later.index].junction?.soundOffset = offset
      let side = isLater ? "after" : "before"
      let sentence =
        "it has \(Self.seconds(count)) s of sound \(side) \(isLater ? "OUT" : "IN"), so the "
        + "sound changes \(Self.seconds(count)) s \(side) the pictures, not \(Self.seconds(length)) s"
      let place = Place(later.junction?.place, named: clip.input.source.text)
      notices.append(Notice(at: place, of: "sound", sentence))
    }
    return notices
  }

  private static func seconds(_ samples: Int) -> String {
    DecimalText.text(Double(samples) / Double(SoundDecoding.sampleRate))
  }
}

extension FilmTimeline {
  /// The sound samples of the film during `clip`, without its held frames.
  func ownSamples(of clip: ResolvedClip) -> Range<Int> {
    samples(of: clip.frames.lowerBound + clip.held.before..<clip.frames.upperBound - clip.held.after)
  }
}

extension ResolvedClip {
  func soundDecoding(_ request: FilmRequest, _ layout: SoundLayout) -> SoundDecoding? {
    // The sound starts at the exact sample; pictures start on the film's frames.
    guard let heard, sound != nil,
      var decoding = SoundDecoding(
        heard, from: start, tempo: speedMap?.speed.constant ?? 1, into: layout, isStrict: request.isStrict)
    else { return nil }
    decoding.stallLimit = request.decoderStallLimit
    return decoding
  }

  /// The number of sound samples in the source before the clip's start; 0 for a clip with an
  /// `order`.
  fileprivate var samplesBeforeStart: Int {
    guard let heard, let audio = sound, order == nil else { return 0 }
    let first =
      min(audio.startTime, heard.rightAudio?.startTime ?? audio.startTime)
      - (heard.video?.startTime ?? heard.startTime)
    let seconds = (start - first).value / (speedMap?.speed.constant ?? 1)
    return max(0, Int(limiting: seconds * Double(SoundDecoding.sampleRate)))
  }

  /// The number of sound samples in the source after the clip's `count` samples, at most `limit`; 0 for a
  /// clip with an `order`.
  /// - Throws: `SystemError`.
  fileprivate func samples(
    after count: Int, upTo limit: Int, _ request: FilmRequest, _ layout: SoundLayout
  ) async throws -> Int {
    guard order == nil, var decoding = soundDecoding(request, layout) else { return 0 }
    decoding.skip(samples: count)
    return try await decoding.countedSamples(upTo: limit)
  }
}
