import SegueRun
import SegueSystem

/// Makes a film of which a part is copied: first what has to be encoded, span by span, then the film of all.
///
/// The calls wait; make them from a thread, not from a Swift task.
struct CopyMaker {
  private let production: FilmProduction
  private let plan: CopyPlan
  private let stop: StopSignal

  init(_ production: FilmProduction, _ plan: CopyPlan, stop: StopSignal) {
    (self.production, self.plan, self.stop) = (production, plan, stop)
  }

  /// Makes all of it.
  /// - Parameters:
  ///   - sound: makes the film's sound.
  ///   - onComplete: called when everything is complete, before the film is put in its place.
  /// - Throws: as `FilmJob.run`.
  func make(sound: () throws -> FilmSound?, onComplete: @escaping @Sendable (RunReport) throws -> Void) throws
    -> RunReport
  {
    let folder = try production.output.makeWorkFolder()
    defer { folder.remove() }
    var made = RunReport()
    var files: [String] = []
    let total = plan.encodedFrames.reduce(0) { $0 + $1.count }
    for frames in plan.encodedFrames {
      if stop.isSet { throw MediaError.cancelled }
      let path = folder.file("span-\(files.count).mp4")
      let span = try production.make(
        span: frames, plan.encoding, at: path, done: made.frameCount, total: total)
      made.add(span)
      made.addWarnings(span.warnings)
      files.append(path)
    }
    let count = production.plan.timeline.frameCount
    let whole: @Sendable (RunReport) -> RunReport = { [made] film in
      var whole = made.joined(film)
      (whole.frameCount, whole.byteCount) = (count, film.byteCount)
      return whole
    }
    let film = try production.join(plan, encoded: files, in: folder, try sound()) {
      try onComplete(whole($0))
    }
    return whole(film)
  }
}
