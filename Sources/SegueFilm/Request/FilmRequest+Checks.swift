import SegueBitstream
import SegueImaging
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem

/// The bounds of a film's numbers, for `FilmRequest.check` and for the readers of its files.
package enum FilmBounds {
  /// Seconds of a film, and of a time within one: up to a day.
  static let seconds = 0...TimingCurve.longestDuration
  /// Seconds of a time in a film that counts from its end where it is negative.
  static let secondsFromEnd = -TimingCurve.longestDuration...TimingCurve.longestDuration
  /// Seconds in a source: up to a thousand days.
  static let sourceSeconds = 0...86_400_000.0
  /// Frames of a film or of a source.
  static let frames = 0...86_400_000
  /// Change of a sound's level, in decibels.
  static let volume = -120...120.0
  /// Change of the music's level under the clips' sound, in decibels.
  static let duck = -120...0.0
  /// Loudness of a film, in LUFS.
  static let loudness = -70...0.0
  /// Height of a title's letters, as a fraction of the frame's shorter side.
  static let titleSize = 0.005...1
  /// Inputs of a film.
  package static let clips = 1...10_000
  /// Titles of a film.
  static let titles = 0...1000
  /// Overlays of a film.
  static let overlays = 0...1000
  /// Keyframes of a layer's path, or of a picture's motion.
  static let keyframes = 0...1000
  /// A part of a whole.
  static let share = 0...1.0
  /// Pieces of music of a film, and its voices.
  static let music = 0...100

  /// - Throws: `FilmError.value` for a `value` that is not within `range`, also for one that is not a number.
  static func check(
    _ value: Double, in range: ClosedRange<Double>, _ place: String, _ unit: String
  ) throws(FilmError) {
    guard !range.contains(value) else { return }
    throw .value(
      place: place, value: "\(value.typed) \(unit)",
      expected: "\(range.lowerBound.typed) to \(range.upperBound.typed) \(unit)")
  }

  /// - Throws: `FilmError.value` for a count that is not within `range`.
  static func check(_ count: Int, in range: ClosedRange<Int>, _ place: String) throws(FilmError) {
    guard !range.contains(count) else { return }
    throw .value(place: place, value: "\(count)", expected: "\(range.lowerBound) to \(range.upperBound)")
  }

  /// - Throws: `FilmError.curve` for a curve that cannot be played.
  static func check(_ curve: TimingCurve?, _ place: String) throws(FilmError) {
    do {
      try curve?.validate()
    } catch {
      throw .curve(place: place, error)
    }
  }
}

extension FilmRequest {
  /// Checks what can be told to be wrong without opening a file, with or without an output: numbers out of their range,
  /// curves that cannot be played, and what has no effect on a film.
  /// - Throws: `SegueError.film`, `.usage`, `.media` for an output.
  public func validate() throws(SegueError) {
    do {
      try check()
      try checkTexts()
      if !output.path.isEmpty { _ = try FilmOutput(self) }
    } catch {
      throw SegueError(error)
    }
  }

  /// Checks everything that needs no open file: numbers out of their range, curves that cannot be played,
  /// counts that do not go together, and what has no effect on a film.
  /// - Throws: `FilmError`, `UsageError`.
  package func check() throws {
    if clips.isEmpty { throw FilmError.empty }
    try checkCounts()
    for (index, clip) in clips.enumerated() { try clip.check(place(ofClip: index)) }
    for (index, junction) in junctions.enumerated() {
      try FilmJunction.fields.check(junction, place(ofJunction: index))
    }
    try stillTime?.check("stillTime")
    try checkPart()
    try checkChapters()
    if output.byteLimit != nil, chunks != nil {
      throw UsageError.conflict(.excludes(.byteLimit, .chunks))
    }
    for case (let end?, let place) in [(opening, "opening"), (closing, "closing"), (defaults, "defaults")] {
      try FilmJunction.fields.check(end, place)
    }
    for (title, _, place) in allTitles { try FilmTitle.fields.check(title, place) }
    for (captions, _, place) in allCaptions { try FilmCaptions.fields.check(captions, place) }
    for (index, overlay) in overlays.enumerated() { try overlay.check("overlays[\(index)]") }
    for (index, music) in music.enumerated() { try FilmMusic.fields.check(music, "music[\(index)]") }
    for (index, voice) in voices.enumerated() { try FilmMusic.fields.check(voice, "voices[\(index)]") }
    try Kind<Double>.seconds.check(pictureDuration, "pictureDuration")
    try Kind<PictureMotion>.motion.check(motion, "motion")
    try Self.filmFields.check(self, "")
    try output.size?.checkSides()
    try drawing.check()
    try checkCopying()
  }

  /// Checks how many there are of everything.
  private func checkCounts() throws(FilmError) {
    try FilmBounds.check(clips.count, in: FilmBounds.clips, "clips.count")
    try FilmBounds.check(
      clips.reduce(titles.count) { $0 + $1.titles.count }, in: FilmBounds.titles, "titles.count")
    try FilmBounds.check(overlays.count, in: FilmBounds.overlays, "overlays.count")
    try FilmBounds.check(music.count, in: FilmBounds.music, "music.count")
    try FilmBounds.check(voices.count, in: FilmBounds.music, "voices.count")
    guard junctions.count == clips.count - 1 else {
      throw .value(
        place: "junctions.count", value: "\(junctions.count)",
        expected: "\(clips.count - 1), one fewer than clips")
    }
  }

  /// Checks how many chapters a copied film has.
  private func checkChapters() throws(UsageError) {
    let chapters = marksChapters ? clips.count : clips.count { $0.chapter != nil }
    // One more lies before the first clip that names one.
    if copies, chapters >= MovieHeader.mostChapters {
      throw .conflict(.tooMany(.chapters, count: chapters, most: MovieHeader.mostChapters - 1))
    }
  }
}

extension FilmRequest {
  /// - Throws: `UsageError.conflict` where burnt-in subtitles and captions would lie on each other.
  func checkTexts() throws(UsageError) {
    if subtitles != nil, !allCaptions.isEmpty { throw .conflict(.excludes(.subtitles, .captions)) }
  }

  /// Checks the options that a part of the film excludes.
  private func checkPart() throws(UsageError) {
    guard stillTime != nil || frames != nil else { return }
    if stillTime != nil, frames != nil {
      throw .conflict(.excludes(.stillProgress, .frames))
    }
    if chunks != nil { throw .conflict(.excludes(.chunks, .frames)) }
    if copies { throw .conflict(.excludes(.copy, .frames)) }
  }

  /// The frames of the film that are made.
  /// - Throws: `UsageError.framesOutOfRange`, `FilmError.value`.
  func frames(of timeline: FilmTimeline) throws -> Range<Int> {
    if let stillTime {
      let frame = timeline.rate.frames(stillTime)
      guard frame < timeline.frameCount else {
        throw FilmError.value(
          place: "the time of the frame", value: DecimalText.text(timeline.seconds(ofFrame: frame)) + " s",
          expected:
            "before the film's end, \(DecimalText.text(timeline.seconds(ofFrame: timeline.frameCount))) s")
      }
      return frame..<frame + 1
    }
    return try frames?.frames(of: timeline.frameCount) ?? 0..<timeline.frameCount
  }
}

extension FilmClip.Position {
  /// - Throws: `FilmError.value` where it is before the beginning or too far after it.
  func check(_ place: String, _ range: ClosedRange<Double> = FilmBounds.seconds) throws(FilmError) {
    switch self {
    case .seconds(let seconds): try FilmBounds.check(seconds, in: range, place, "s")
    case .frames(let frames):
      let most = FilmBounds.frames.upperBound
      try FilmBounds.check(frames, in: range.lowerBound < 0 ? -most...most : FilmBounds.frames, place)
    }
  }
}
