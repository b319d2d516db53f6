import FoundationEssentials
import Glibc
import Segue
import SegueFilm
import SegueSystem
import SegueTools

/// A film's page: the film with the transitions that were changed on it, and the frame that it shows.
///
/// **Thread-safety:** none: it lives on the page's thread.
final class FilmPage: LivePage {
  private let model: FilmModel
  private var saved: FilmModel.Reading
  private var script: FilmScript
  private var draft: FilmDraft
  private var viewer: FilmViewer?
  private var playhead: FilmPlayhead
  private var unsent: [[UInt8]] = []

  /// The film as its file has it.
  init(_ model: FilmModel) {
    self.model = model
    saved = model.reading
    (script, draft) = (saved.script, saved.draft)
    playhead = FilmPlayhead(draft.plan.timeline)
  }

  func greeting() -> [[UInt8]] {
    [state().bytes] + (model.fault.map { [PageNews.fault($0).bytes] } ?? [])
  }

  func news() -> [[UInt8]] {
    defer { unsent = [] }
    return unsent
  }

  func startExports(_ exporter: Exporter, reply: @escaping @Sendable ([UInt8]) -> Void) {}

  func take(_ events: [PageMessage.Event], at time: Double) {
    for event in events {
      do {
        try take(event, at: time)
      } catch {
        unsent.append(PageNews.note(model.describe(error)).bytes)
        // What was chosen on the page is not.
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
    // Requests of the page of a transition only.
    default: break
    }
  }

  /// Has another transition, all of it or nothing.
  private func change(_ index: Int, _ name: String, _ seconds: Double) throws {
    let last = draft.request.clips.count - 1
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
    (self.script, self.draft) = (script, draft)
    viewer?.close()
    viewer = nil
    playhead.change(draft.plan.timeline)
    unsent.append(state().bytes)
  }

  /// Writes the film's file; its watch reads it anew.
  private func save() throws {
    guard let path = model.source.path, case .file(let text) = script else { return }
    try OutputFile(path: path, overwrite: true).finish(Array(text.utf8))
  }

  func take(_ change: SubjectChange) {
    switch change {
    case .refused(let sentence): unsent.append(PageNews.fault(sentence).bytes)
    case .reloaded:
      let isLost = script != saved.script && model.reading.script != script
      saved = model.reading
      show(saved.script, saved.draft)
      unsent.append(PageNews.cured.bytes)
      if isLost {
        unsent.append(PageNews.note("the film's file was saved elsewhere, so the page shows that").bytes)
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
      unsent.append(PageNews.undrawn(question.sequence, model.describe(error)).bytes)
      return nil
    }
  }

  func close() { viewer?.close() }

  private func state() -> FilmNews {
    FilmNews(
      draft, command: ShellQuoting.line(model.source.command(script)), path: model.source.path,
      isTimeline: script.isTimeline, isChanged: script != saved.script, revision: saved.number)
  }
}

/// The frame that a film's page shows: it rests, or goes on with the page's clock.
struct FilmPlayhead {
  private var rate: Double
  private var count: Int
  private var resting = 0
  /// The frame and the time at which it began to play; the page's clock, in seconds.
  private var run: (frame: Int, time: Double)?
  private var time = 0.0
  private var shown = 0

  /// The longest step after the frame that was shown last, in seconds: frames that are too slow to be played in time are
  /// played slowly.
  private static let longestStep = 0.5

  /// At the first frame of `timeline`.
  init(_ timeline: FilmTimeline) { (rate, count) = (timeline.rate.framesPerSecond, timeline.frameCount) }

  /// The frame now.
  var frame: Int { resting }
  /// Whether it goes on by itself.
  var isRunning: Bool { run != nil }

  /// Another film, at the same frame if it has that.
  mutating func change(_ timeline: FilmTimeline) {
    (rate, count) = (timeline.rate.framesPerSecond, timeline.frameCount)
    seek(to: resting)
  }

  /// Rests at `frame`, or at the film's end that is nearer.
  mutating func seek(to frame: Int) {
    run = nil
    resting = max(0, min(count - 1, frame))
    shown = resting
  }

  /// Rests where it is.
  mutating func pause() { run = nil }

  /// Goes on from where it is, at the end from the beginning.
  mutating func play(at time: Double) {
    if resting >= count - 1 { resting = 0 }
    (run, shown) = ((resting, time), resting)
  }

  /// Lets time pass.
  mutating func advance(to now: Double) {
    time = now
    guard let run else { return }
    let wanted = run.frame + Int(max(0, (now - run.time) * rate + 1e-6))
    let furthest = shown + max(1, Int(Self.longestStep * rate))
    if wanted > furthest { self.run = (furthest, now) }
    resting = min(wanted, furthest, count - 1)
    if resting == count - 1 { self.run = nil }
  }

  /// The frame was shown.
  mutating func hasShown() { shown = resting }
}

/// The description of the film for its page: where everything lies, and the command that makes it.
struct FilmNews: Encodable {
  private var film: Film

  struct Film: Encodable {
    var name: String
    var width: Int
    var height: Int
    /// As a fraction, and as a number.
    var fps: String
    var rate: Double
    var frames: Int
    var clips: [Part]
    /// Behind each clip but the last; the opening has the index −1, the closing that of the last clip.
    var junctions: [Junction]
    var titles: [Part]
    var overlays: [Part]
    var subtitles: [Part]
    /// The transitions that may be chosen.
    var transitions: [String]
    /// Those that have a thumbnail, in the order of those.
    var strips: [Strip]
    /// The index of the first of these thumbnails.
    var firstStrip = FilmStrips.first
    var command: String
    /// Whether it is in a file, which can be saved.
    var hasFile: Bool
    /// Whether that is a timeline, of which nothing is changed here.
    var isTimeline: Bool
    var isChanged: Bool
    /// Counts how often the file was read.
    var revision: Int
    var warnings: [String]
  }

  /// Something that is seen in the film's frames from `start` to `end`, exclusive.
  struct Part: Encodable {
    var name: String
    var start: Int
    var end: Int
    /// Its frames in which it comes, and in which it goes.
    var enter = 0
    var exit = 0
  }

  /// A transition's thumbnail, in the words of the page of a transition.
  struct Strip: Encodable {
    struct Listing: Encodable {
      var summary: String
      var duration: Double?
    }

    var name: String
    var revision: Int
    var listing: Listing
  }

  struct Junction: Encodable {
    var index: Int
    var transition: String
    var start: Int
    var frames: Int
    var seconds: Double
    var held: Int?
  }

  init(
    _ draft: FilmDraft, command: String, path: String?, isTimeline: Bool, isChanged: Bool, revision: Int
  ) {
    let plan = draft.plan
    let report = plan.report(hasSound: false)
    func junction(_ index: Int, _ junction: FilmReport.Junction?, at place: Int) -> Junction {
      let frames = junction?.frames ?? 0
      return Junction(
        index: index, transition: junction?.transition ?? "cut", start: junction?.start ?? place,
        frames: frames, seconds: plan.rate.time(ofFrame: frames), held: junction?.held)
    }
    let last = report.clips.count - 1
    let junctions = report.junctions.enumerated().map { junction($0, $1, at: 0) }
    let rate = plan.rate.framesPerSecond
    func frames(_ range: Range<Int>, _ name: String) -> Part {
      Part(name: name, start: range.lowerBound, end: range.upperBound)
    }
    film = Film(
      name: path ?? report.clips.map(\.source).joined(separator: ", "), width: report.film.width,
      height: report.film.height, fps: report.film.fps, rate: rate, frames: report.film.frames,
      clips: report.clips.map { Part(name: $0.source, start: $0.start, end: $0.end) },
      junctions: [junction(-1, report.opening, at: 0)] + junctions
        + [junction(last, report.closing, at: report.film.frames)],
      titles: (report.titles ?? []).map {
        Part(
          name: $0.text, start: $0.start, end: $0.end, enter: $0.enter?.frames ?? 0,
          exit: $0.exit?.frames ?? 0)
      },
      overlays: (report.overlays ?? []).map {
        Part(
          name: $0.source, start: $0.start, end: $0.end, enter: $0.enter?.frames ?? 0,
          exit: $0.exit?.frames ?? 0)
      },
      subtitles: plan.subtitleFrames.prefix(2000).map { frames($0, "") },
      transitions: ["cut"] + Catalogue.builtIn.transitions.map(\.name),
      strips: FilmStrips.entries.map {
        Strip(name: $0.name, revision: revision, listing: .init(summary: $0.description.summary))
      }, command: command,
      hasFile: path != nil && !isTimeline, isTimeline: isTimeline, isChanged: isChanged, revision: revision,
      warnings: report.warnings)
  }

  /// The JSON. Everything in it is finite and can be encoded.
  var bytes: [UInt8] { (try? JSONEncoder().encode(self)).map(Array.init) ?? [] }
}
