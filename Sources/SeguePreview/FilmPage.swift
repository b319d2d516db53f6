import Glibc
import SegueFilm
import SegueFilmFiles
import SegueFilms
import SegueSystem
import SegueTools

/// A film's page: the film with the transitions that the page has changed, and the shown frame.
///
/// **Thread-safety:** for the page's thread only.
final class FilmPage: LivePage {
  private let model: FilmModel
  private var saved: FilmModel.Reading
  private var script: FilmScript
  private var draft: FilmDraft
  private var viewer: FilmViewer?
  private var playhead: FilmPlayhead
  private var unsent: [[UInt8]] = []

  /// A page that shows the film as saved.
  init(_ model: FilmModel) {
    self.model = model
    saved = model.reading
    (script, draft) = (saved.script, saved.draft)
    playhead = FilmPlayhead(draft.plan.timeline)
  }

  func initialMessages() -> [[UInt8]] {
    [state().bytes] + (model.fault.map { [PageUpdate.fault($0).bytes] } ?? [])
  }

  func updates() -> [[UInt8]] {
    defer { unsent = [] }
    return unsent
  }

  func startExports(_ exporter: Exporter, reply: @escaping @Sendable ([UInt8]) -> Void) {}

  func take(_ events: [PageMessage.Event], at time: Double) {
    for event in events {
      do {
        try take(event, at: time)
      } catch {
        unsent.append(PageUpdate.note(model.describe(error)).bytes)
        // The page shows its selection again, since the change was rejected.
        unsent.append(state().bytes)
      }
    }
    playhead.advance(to: time)
  }

  private func take(_ event: PageMessage.Event, at time: Double) throws {
    switch event {
    case .seekFrame(let frame): playhead.seek(to: frame)
    case .stepFrames(let count): playhead.seek(to: playhead.frame + count)
    case .play: playhead.play(at: time)
    case .pause: playhead.pause()
    case .toggle: playhead.isRunning ? playhead.pause() : playhead.play(at: time)
    case .change(let index, let name, let seconds): try change(index, name, seconds)
    case .save: try save()
    case .reset:
      saved = model.reading
      show(saved.script, saved.draft)
    // Events of a transition's page.
    default: break
    }
  }

  /// Changes a transition; an error changes nothing.
  private func change(_ index: Int, _ name: String, _ seconds: Double) throws {
    let last = draft.request.items.count - 1
    let place: FilmScript.Place = index < 0 ? .opening : index >= last ? .closing : .after(index)
    var (script, draft) = (script, draft)
    try script.set(name, seconds, at: place)
    let request = try model.source.request(script)
    draft = try waitForTask { [draft] in
      var changed = draft
      try await changed.change(to: request)
      return changed
    }
    show(script, draft)
  }

  private func show(_ script: FilmScript, _ draft: FilmDraft) {
    self.script = script
    self.draft = draft
    viewer?.close()
    viewer = nil
    playhead.change(draft.plan.timeline)
    unsent.append(state().bytes)
  }

  /// Writes the film file, which the watch then reads again.
  private func save() throws {
    guard let path = model.source.path, case .file(let text) = script else { return }
    try OutputFile(path: path, overwrite: true).finish(Array(text.utf8))
  }

  func take(_ change: SubjectChange) {
    switch change {
    case .refused(let sentence): unsent.append(PageUpdate.fault(sentence).bytes)
    case .reloaded:
      let isLost = script != saved.script && model.reading.script != script
      saved = model.reading
      show(saved.script, saved.draft)
      unsent.append(PageUpdate.cured.bytes)
      if isLost {
        unsent.append(PageUpdate.note("another program saved the film file, replacing your changes").bytes)
      }
    }
  }

  func frame(_ question: PageMessage) -> (FrameHeader, VideoFrame)? {
    let start = ContinuousClock.now
    do {
      let viewer = try self.viewer ?? FilmViewer(draft.plan)
      self.viewer = viewer
      let frame = try viewer.frame(playhead.frame)
      playhead.hasShown()
      let header = FrameHeader(
        sequence: question.sequence, width: UInt16(frame.size.width), height: UInt16(frame.size.height),
        isExact: !playhead.isRunning, isRunning: playhead.isRunning, velocity: 0,
        progress: Double(playhead.frame), projected: 0,
        seconds: Float((ContinuousClock.now - start) / .seconds(1)))
      return (header, frame)
    } catch {
      playhead.pause()
      unsent.append(PageUpdate.undrawn(question.sequence, model.describe(error)).bytes)
      return nil
    }
  }

  func close() { viewer?.close() }

  private func state() -> PageUpdate {
    let plan = draft.plan
    let path = model.source.path
    let report = plan.report(hasSound: false)
    return .film(
      FilmUpdate(
        report: report, name: path ?? report.clips.map(\.source).joined(separator: ", "),
        isCycle: plan.timeline.isCycle,
        subtitles: plan.subtitleFrames.prefix(2000).map { [$0.lowerBound, $0.upperBound] },
        strips: FilmStrips.entries.map {
          .init(name: $0.name, revision: saved.number, listing: .init(summary: $0.description.summary))
        },
        command: ShellQuoting.line(model.source.command(script)), hasFile: path != nil && !script.isTimeline,
        isTimeline: script.isTimeline, isChanged: script != saved.script, revision: saved.number))
  }
}

/// The frame that a film's page shows, at rest or playing with the page's clock.
struct FilmPlayhead {
  private var rate: Double
  private var count: Int
  private var resting = 0
  /// The frame and time at which playing began, in seconds of the page's clock.
  private var run: (frame: Int, time: Double)?
  private var time = 0.0
  private var shown = 0

  /// The longest step between shown frames, in seconds. Frames that take longer to draw are played slowly.
  private static let longestStep = 0.5

  /// A playhead at the first frame of `timeline`.
  init(_ timeline: FilmTimeline) { (rate, count) = (timeline.rate.framesPerSecond, timeline.frameCount) }

  var frame: Int { resting }
  var isRunning: Bool { run != nil }

  /// Changes the film, and clamps the current frame to its frames.
  mutating func change(_ timeline: FilmTimeline) {
    (rate, count) = (timeline.rate.framesPerSecond, timeline.frameCount)
    seek(to: resting)
  }

  /// Stops at `frame`, clamped to the film's frames.
  mutating func seek(to frame: Int) {
    run = nil
    resting = max(0, min(count - 1, frame))
    shown = resting
  }

  /// Stops at the current frame.
  mutating func pause() { run = nil }

  /// Plays from the current frame, or from the beginning if the film has ended.
  mutating func play(at time: Double) {
    if resting >= count - 1 { resting = 0 }
    (run, shown) = ((resting, time), resting)
  }

  mutating func advance(to now: Double) {
    time = now
    guard let run else { return }
    let wanted = run.frame + Int(max(0, (now - run.time) * rate + 1e-6))
    let furthest = shown + max(1, Int(Self.longestStep * rate))
    if wanted > furthest { self.run = (furthest, now) }
    resting = min(wanted, furthest, count - 1)
    if resting == count - 1 { self.run = nil }
  }

  /// Records that the current frame was shown.
  mutating func hasShown() { shown = resting }
}

/// The film's description for its page: the report of its plan, and the page's facts.
struct FilmUpdate: Encodable {
  var report: FilmReport
  /// The path of the film file, or the sources of its clips.
  var name: String
  /// Whether the last transition leads to the first clip; such a film has no opening and no closing.
  var isCycle: Bool
  /// The film frames with subtitles or captions, each range as `[first, end)`; at most 2000.
  var subtitles: [[Int]]
  /// The transitions, in the order of their thumbnails.
  var strips: [Strip]
  /// The index of the first transition's thumbnail.
  var firstStrip = FilmStrips.first
  var command: String
  /// Whether the film has a file that can be saved.
  var hasFile: Bool
  /// Whether the file is a timeline, which the page cannot edit.
  var isTimeline: Bool
  var isChanged: Bool
  /// The number of times that the file was read.
  var revision: Int

  /// A transition's thumbnail, in the format of a transition's page.
  struct Strip: Encodable {
    struct Listing: Encodable {
      var summary: String
    }

    var name: String
    var revision: Int
    var listing: Listing
  }
}
