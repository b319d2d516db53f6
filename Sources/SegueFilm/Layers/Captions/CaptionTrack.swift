import SegueFields
import SegueImaging
import SegueMath
import SegueMotion
import SegueRun
import SegueSystem
import SegueText

/// The captions of a film or a clip, with the spoken word of each frame.
struct CaptionTrack: Sendable {
  /// Consecutive frames of a page with the same spoken word. `word` is `nil` before the first word.
  struct Run: Sendable, Hashable {
    var frames: Range<Int>
    var page: Int
    var word: Int?
  }

  private let requested: RequestedLayer<FilmCaptions>
  let pages: [CaptionPage]
  private(set) var places: [FilmTitle.Place]
  let runs: [Run]
  let size: ImageSize
  let rate: FrameRate
  private(set) var notices: [Notice]
  /// The transitions of the ``appearances``; empty without transitions.
  private(set) var motions: [LayerMotion] = []

  var captions: FilmCaptions { requested.content }

  fileprivate init(_ requested: RequestedLayer<FilmCaptions>, _ file: File, in plan: FilmPlan) {
    let (captions, clip) = (requested.content, requested.clip)
    self.requested = requested
    size = plan.size
    rate = plan.rate
    pages = file.pages
    runs = Self.runs(pages, ofClip: clip, in: plan)
    places = pages.map { captions.place ?? ($0.isInUpperHalf ? .top : .bottom) }
    notices = file.notices
    if runs.isEmpty, !pages.isEmpty {
      let part = clip.map { plan.clips[$0].input.source.text } ?? "the film"
      notices.append(Notice(.warning, "no caption of \(captions.source.name) falls within \(part)"))
    }
    notices += FilmCaptions.fields.notes(on: captions).at(.named("the captions \(captions.source.name)"))
    if captions.place == nil { avoid(EdgeTitles(plan)) }
  }

  /// A captions file in a style. Clips with an equal file and style share it.
  fileprivate struct File {
    let pages: [CaptionPage]
    private(set) var notices: [Notice]

    /// The pages of `text` in frames of `size`, with notices about missing fonts and glyphs.
    init(_ captions: FilmCaptions, _ text: SpokenText, in size: ImageSize) throws(TextError) {
      let name = captions.source.name
      pages = CaptionPage.pages(text.cues, captions, in: size)
      notices = text.notices
      if captions.words != .none, let notice = text.spreadingNotice(name) { notices.append(notice) }
      if let family = try TextPicture.substituteFamily(for: CaptionLayout.style(captions, 10)) {
        let sentence = "font “\(captions.font)” is missing, so the captions \(name) are set in \(family)"
        notices.append(Notice(of: "font", sentence))
      }
      let words = text.cues.lazy.flatMap(\.words).map(\.text)
      if let (count, example) = SubtitleLayer.unknownCharacters(in: words, font: captions.font) {
        notices.append(
          .missingGlyphs(count, of: "the captions \(name)", like: example, property: "font"))
      }
    }
  }

  private static func runs(_ pages: [CaptionPage], ofClip clip: Int?, in plan: FilmPlan) -> [Run] {
    let (timeline, rate) = (plan.timeline, plan.rate.ratio)
    let film = 0..<timeline.forwardCount
    let shown = clip.map { timeline.middle(ofClip: $0).clamped(to: film) } ?? film
    // Tolerate rounding errors of a changed speed.
    func frame(_ seconds: Ratio) -> Int { (seconds * rate - Ratio(1, 1_000_000)).ceiling }
    var runs: [Run] = []
    for (page, caption) in pages.enumerated() {
      for state in caption.states {
        let time = Ratio(state.time.lowerBound, 1000)..<Ratio(state.time.upperBound, 1000)
        let times =
          clip.map { plan.clips[$0].times(of: time, timeline) } ?? [time]
        for time in times {
          let first = frame(time.lowerBound)
          let frames = (first..<max(first, frame(time.upperBound))).clamped(to: shown)
          if !frames.isEmpty { runs.append(Run(frames: frames, page: page, word: state.word)) }
        }
      }
    }
    return runs.sorted { $0.frames.lowerBound < $1.frames.lowerBound }
  }

  /// Moves a page to the top if, during the page, a title is at the bottom and none at the top.
  private mutating func avoid(_ titles: EdgeTitles) {
    for run in runs where !pages[run.page].isInUpperHalf {
      switch titles.room(in: run.frames) {
      case .bottom: break
      case .top: places[run.page] = .top
      case .none(let title):
        let sentence = "the title “\(title)” and captions of \(captions.source.name) overlap"
        notices.add([Notice(of: "at", sentence)])
      }
    }
  }

  /// The last run that begins at or before film frame `index`; `nil` before the first run.
  func lastRun(at index: Int) -> Int? { runs.last(at: index, \.frames) }

  /// The motion of the page shown at film frame `index`.
  func motion(at index: Int) -> LayerMotion? {
    motions.last(at: index, \.plan.frames).map { motions[$0] }
  }

  /// The film frames in which each page is shown without a gap, in order.
  var appearances: [Range<Int>] {
    var (appearances, page): ([Range<Int>], Int?) = ([], nil)
    for run in runs {
      if let last = appearances.last, run.page == page, last.upperBound == run.frames.lowerBound {
        appearances[appearances.count - 1] = last.lowerBound..<run.frames.upperBound
      } else {
        appearances.append(run.frames)
      }
      page = run.page
    }
    return appearances
  }

  private func isSeen(in frames: Range<Int>) -> Bool {
    lastRun(at: frames.upperBound - 1).map { runs[$0].frames.overlaps(frames) } ?? false
  }

  var span: Range<Int> { (runs.first?.frames.lowerBound ?? 0)..<(runs.last?.frames.upperBound ?? 0) }

  var frames: [Range<Int>] { runs.map(\.frames).merged }
}

extension CaptionTrack {
  /// The captions of the clips, then of the film, with the transitions of their pages.
  /// - Throws: as `all(in:)`; `FilmError`, `SystemError`.
  static func load(by loader: inout FilmLoader) async throws -> [CaptionTrack] {
    var (tracks, notices) = try all(in: loader.plan)
    loader.notices += notices
    for index in tracks.indices { try await tracks[index].loadMotions(by: &loader) }
    return tracks
  }

  private mutating func loadMotions(by loader: inout FilmLoader) async throws {
    if requested.ends.allSatisfy({ $0.prepared == nil }) { return }
    let (place, rate) = (requested.errorPlace, rate)
    let (area, box) = (captions.within, loader.box(captions.within))
    let plans = appearances.map { LayerPlan(requested, frames: $0, rate: rate) }
    // Pages of equal length share their transitions.
    var (enters, exits): ([Int: FilmTransition], [Int: FilmTransition]) = ([:], [:])
    var own = loader
    own.notices = []
    for page in plans {
      if let end = page.enter, enters[end.frames.count] == nil {
        enters[end.frames.count] = try await own.transition(end, .to, area, nil, place)
      }
      if let end = page.exit, exits[end.frames.count] == nil {
        exits[end.frames.count] = try await own.transition(end, .from, area, nil, place)
      }
    }
    loader.probes = own.probes
    var notices = own.notices + (plans.lazy.map { $0.restNotices(rate) }.first { !$0.isEmpty } ?? [])
    let shortened = plans.count(where: \.isShortened)
    if shortened > 0 {
      let sentence =
        "\(shortened) of the \(plans.count) captions of \(captions.source.name) are shorter than their "
        + "transitions, so the transitions are shortened"
      notices.append(Notice(of: "enter", sentence))
    }
    loader.notices.add(notices)
    motions = plans.map { page in
      LayerMotion(
        plan: page, enter: page.enter.flatMap { enters[$0.frames.count] },
        exit: page.exit.flatMap { exits[$0.frames.count] }, box: box, path: nil)
    }
  }

  /// The captions of the clips, then of the film.
  /// - Throws: `SystemError.unreadable`; `.badData` with the place of the error; `FilmError.part`.
  static func all(in plan: FilmPlan) throws -> (tracks: [CaptionTrack], notices: [Notice]) {
    var (texts, files): ([FileSource: SpokenText], [FilmCaptions: File]) = ([:], [:])
    let tracks = try plan.captions.map { requested in
      let captions = requested.content
      let text = try texts[captions.source] ?? SpokenText(captions.source)
      let file: File
      do {
        file = try files[captions] ?? File(captions, text, in: plan.size)
      } catch let error as TextError {
        throw FilmError.part(SegueError(error))
      }
      texts[captions.source] = text
      files[captions] = file
      return CaptionTrack(requested, file, in: plan)
    }
    var notices: [Notice] = []
    notices.add(tracks.flatMap(\.notices))
    if let film = tracks.last, plan.request.captions != nil {
      for track in tracks.dropLast() where track.runs.contains(where: { film.isSeen(in: $0.frames) }) {
        let names = [track, film].map(\.captions.source.name).joined(separator: " and ")
        notices.append(Notice(.warning, "captions of \(names) overlap"))
      }
    }
    return (tracks, notices)
  }
}

extension CaptionTrack: Layer {
  var coverWords: String { "a caption covers" }

  func open(_ frames: Range<Int>) -> any LayerPainter { CaptionPainter(self) }

  func fingerprint(of range: Range<Int>, _ chunk: ChunkFingerprint) throws -> String? {
    let settled = rate.position(of: CaptionSpring.duration) + 1
    let wide = range.lowerBound - settled..<range.upperBound
    let seen = runs.filter { $0.frames.overlaps(wide) }
    guard seen.contains(where: { $0.frames.overlaps(range) }) else { return nil }
    // The pages and the appearances have the other keys.
    let style = FilmCaptions.fields
      .without("src", "style", "at", "letters", "lines", "pause", "upper", "enter", "exit", "within")
      .fingerprint(of: captions)
    let shown = seen.map { run in
      let page = pages[run.page]
      let text = page.words.map { ($0.isJoined ? "" : " ") + $0.text }.joined()
      return (chunk.place(run.frames, in: range), run.word, places[run.page], text, page.lines)
    }
    let look = ContentHash(Array((style + Fingerprint.text(of: shown)).utf8)).hash
    let motions = try motions.filter { $0.plan.frames.overlaps(range) }.map {
      ", \(chunk.place($0.plan.frames, in: range))\(try chunk.motion(of: $0, in: range))"
    }
    return "captions \(look)\(motions.joined())"
  }

  func add(to report: inout FilmReport) {
    if runs.isEmpty { return }
    let shown = zip(runs, runs.dropFirst()).count { $0.page != $1.page } + 1
    let row = FilmReport.Captions(
      source: captions.source.name, start: span.lowerBound, end: span.upperBound, captions: shown,
      words: runs.count { $0.word != nil })
    report.captions = (report.captions ?? []) + [row]
  }
}

/// The spring of growing and shrinking words, with progress from 0 to 1. Reversing it keeps the velocity.
enum CaptionSpring {
  /// The seconds until the spring is at rest.
  static let duration = 0.5
  private static let function = TimingCurve.spring(dampingRatio: 0.55).function(over: duration)

  /// The progress of a word that began to grow `start` seconds ago and to shrink `end` seconds ago. The
  /// spring is linear, so both motions add up without a jump in size or velocity.
  static func progress(sinceStart start: Double, sinceEnd end: Double) -> Double {
    function.progress(at: start) - function.progress(at: end)
  }
}
