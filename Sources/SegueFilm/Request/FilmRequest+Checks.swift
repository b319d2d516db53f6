import SegueBitstream
import SegueFields
import SegueMotion
import SegueRun
import SegueSystem

/// The bounds of a film's numbers, for `FilmRequest.check` and for the readers of film files.
package enum FilmBounds {
  /// Seconds in a film, 0 to 86,400.
  package static let seconds = 0...TimingCurve.longestDuration
  /// Seconds in a film. Negative values count from the film's end.
  package static let secondsFromEnd = -TimingCurve.longestDuration...TimingCurve.longestDuration
  /// Seconds in a source: up to 1,000 days.
  static let sourceSeconds = 0...86_400_000.0
  /// Frame numbers in a film or a source.
  static let frames = 0...86_400_000
  /// The change of a sound's volume in decibels.
  static let volume = -120...120.0
  /// The change of the music's volume under the clips' sound in decibels.
  package static let duck = -120...0.0
  /// The loudness of a film in LUFS.
  package static let loudness = -70...0.0
  /// The em size of a title as a fraction of the frame's shorter side.
  static let titleSize = 0.005...1
  package static let clips = 1...10_000
  static let titles = 0...1000
  static let overlays = 0...1000
  /// The number of keyframes of a layer's path or a picture's motion.
  static let keyframes = 0...1000
  static let share = 0...1.0
  /// The number of music entries, and the number of voices.
  static let music = 0...100
}

extension FilmRequest {
  /// Checks the request without opening a clip, with or without an output: numbers out of range,
  /// invalid curves, conflicting options.
  /// - Throws: `SegueError` with the code `invalidValue` for an invalid value; `conflict` for
  ///   properties that contradict each other or that the output's format does not support.
  package func validate() throws(SegueError) {
    do {
      try check()
      try checkConflicts()
      if !output.path.isEmpty { _ = try FilmOutput(self) }
    } catch {
      throw SegueError(error)
    }
  }

  /// Checks everything that needs no open file: numbers out of range, invalid curves and conflicting options.
  /// - Throws: `FilmError`, `UsageError`.
  package func check() throws {
    if items.isEmpty { throw FilmError.empty }
    try Bounds(FilmBounds.clips).check(Double(items.count), "clips.count")
    let titles = clips.reduce(titles.count) { $0 + $1.titles.count }
    try Bounds(FilmBounds.titles).check(Double(titles), "titles.count")
    for (index, clip) in clips.enumerated() {
      try FilmClip.fields.check(clip, place(ofClip: index))
      try clip.checkSpeed(place(ofClip: index))
    }
    for (index, junction) in junctions.enumerated() {
      try FilmJunction.fields.check(junction, place(ofJunction: index))
    }
    try Self.fields.check(self, "")
    for (index, overlay) in overlays.enumerated() { try overlay.clip.checkSpeed("overlays[\(index)]") }
    try stillTime?.check("stillTime")
    try checkPart()
    let chapters = items.count { marksChapters || $0.clip.chapter != nil }
    // An unnamed chapter may precede the first named chapter.
    if copies, chapters >= MovieHeader.maximumChapters {
      throw UsageError.conflict(
        .tooMany(.chapters, count: chapters, maximum: MovieHeader.maximumChapters - 1))
    }
    if output.byteLimit != nil, chunks != nil {
      throw UsageError.conflict(.excludes(.byteLimit, .chunks))
    }
    try FilmJunction.fields.check(defaults, "defaults")
    try Kind<Double>.seconds.check(pictureDuration, "pictureDuration")
    try Kind<Double>.seconds.optional.check(pictureHold, "pictureHold")
    if let pictureHold, picturesShareMusic {
      throw FilmError.value(
        place: "pictureHold", value: "\(pictureHold.typed) s",
        expected: "unset, since the pictures share the music's length")
    }
    try Kind<PictureMotion>.motion.check(motion, "motion")
    try Self.filmFields.check(self, "")
    try output.size?.checkSides()
    try drawing.check()
    try checkCopying()
  }

  /// Checks for values that exclude each other. The schema of film files does not express these rules.
  /// - Throws: `UsageError.conflict`.
  func checkConflicts() throws(UsageError) {
    if subtitles != nil, !allCaptions.isEmpty { throw .conflict(.excludes(.subtitles, .captions)) }
    try checkLoop()
  }

  private func checkPart() throws(UsageError) {
    guard stillTime != nil || frames != nil else { return }
    if stillTime != nil, frames != nil {
      throw .conflict(.excludes(.stillProgress, .frames))
    }
    if chunks != nil { throw .conflict(.excludes(.chunks, .frames)) }
    if copies { throw .conflict(.excludes(.copy, .frames)) }
  }

  func checkLoop() throws(UsageError) {
    if cycles, isPingPong { throw .conflict(.excludes(.cycle, .pingPong)) }
    if cycles, opening != nil { throw .conflict(.excludes(.cycle, .opening)) }
    if let loop, copies { throw .conflict(.excludes(loop, .copy)) }
  }

  private var loop: RequestProperty? { cycles ? .cycle : isPingPong ? .pingPong : nil }

  /// Checks that a cycle or a film that plays backwards has no clip with sound.
  /// - Throws: `UsageError.conflict`.
  func checkLoop(of clips: [ResolvedClip]) throws(UsageError) {
    guard let loop, let clip = clips.first(where: { $0.sound != nil }) else { return }
    throw .conflict(.heard(loop, clip: clip.input.source.text))
  }

  /// Checks that no overlay moves if the film plays backwards.
  /// - Throws: `UsageError.conflict`.
  func checkLoop(of overlays: [ResolvedOverlay]) throws(UsageError) {
    guard isPingPong, let overlay = overlays.first(where: \.content.isMoving) else { return }
    throw .conflict(.moving(.pingPong, overlay: overlay.overlay.source.text))
  }

  /// The frames to render.
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
  func check(_ range: ClosedRange<Double> = FilmBounds.seconds) throws(Refusal) {
    switch self {
    case .seconds(let seconds): try Bounds(range, "s").check(seconds)
    case .frames(let frames):
      let maximum = FilmBounds.frames.upperBound
      try Bounds(range.lowerBound < 0 ? -maximum...maximum : FilmBounds.frames).check(Double(frames))
    }
  }

  /// - Throws: `FilmError.value` if the position is outside `range`.
  func check(_ place: String, _ range: ClosedRange<Double> = FilmBounds.seconds) throws(FilmError) {
    do throws(Refusal) { try check(range) } catch { throw FilmError(error.inside(place)) }
  }
}
