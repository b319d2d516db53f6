import FoundationEssentials
import Glibc
import SegueFilms

/// The state of one page: its selection, its playhead and its unsent messages.
///
/// **Thread-safety:** for the page's thread only.
final class PageSession: LivePage {
  private let model: PreviewModel
  private let painter: FramePainter
  private(set) var selection: Selection
  private let playhead: Playhead
  private var unsent: [PageUpdate] = []
  private var requested: [String] = []
  /// The last command that was sent, so that it is sent only once.
  private var sentCommand: PageUpdate.Command?
  private var sentOutcome: Playhead.Outcome?

  /// A page with the selection of the command line.
  /// - Throws: `UsageError`.
  init(_ model: PreviewModel) throws {
    self.model = model
    painter = FramePainter(model)
    let catalogue = model.catalogue
    selection = try Selection(
      model.request, entry: catalogue.entries[catalogue.chosen], filters: model.filters,
      size: model.stage.size)
    playhead = Playhead(selection.motion(in: model.stage.size))
    playhead.prefersReverse = model.request.isReversed
  }

  func initialMessages() -> [[UInt8]] {
    let configuration = PageUpdate.configuration(
      PageUpdate.Configuration(
        from: model.request.from.text, to: model.request.to.text,
        levels: model.levels.map { [$0.width, $0.height] },
        transitions: model.catalogue.entries.map { PageUpdate.Transition($0) },
        curves: TimingCurve.named.map(\.name), filters: model.filters.names,
        warnings: model.notices.messages))
    return [configuration, state()].map(\.bytes) + (model.fault.map { [PageUpdate.fault($0).bytes] } ?? [])
  }

  func updates() -> [[UInt8]] {
    if !playhead.isRunning, !playhead.isHeld {
      let command = PageUpdate.Command(selection, at: playhead.progress, model)
      if command != sentCommand {
        sentCommand = command
        unsent.append(.command(command))
      }
    }
    if playhead.outcome != sentOutcome {
      sentOutcome = playhead.outcome
      if let outcome = playhead.outcome { unsent.append(.outcome(outcome)) }
    }
    defer { unsent = [] }
    return unsent.map(\.bytes)
  }

  func startExports(_ exporter: Exporter, reply: @escaping @Sendable ([UInt8]) -> Void) {
    for name in exports() { exporter.start(selection, name, reply: reply) }
  }

  /// The downloads requested since the last call.
  func exports() -> [String] {
    defer { requested = [] }
    return requested
  }

  func take(_ events: [PageMessage.Event], at time: Double) {
    for event in events {
      do {
        switch event {
        case .press, .move, .release: break
        // Events without a time happen now. A page at rest has not advanced the playhead's time.
        default: playhead.advance(to: time)
        }
        try take(event)
      } catch {
        unsent.append(.note(model.describe(error)))
      }
    }
    playhead.advance(to: time)
  }

  private func take(_ event: PageMessage.Event) throws {
    switch event {
    case .press(let time, let width): playhead.press(at: time, width: width)
    case .move(let time, let x, let y): playhead.move(at: time, x: x, y: y)
    case .release(let time): playhead.release(at: time)
    case .lose: playhead.lose()
    case .play: playhead.play()
    case .pause: playhead.pause()
    case .toggle: playhead.toggle()
    case .reverse: playhead.reverse()
    case .cancel: playhead.cancel()
    case .seek(let progress): playhead.seek(to: progress)
    case .step(let distance): playhead.step(by: distance)
    case .loop(let loops):
      playhead.loops = loops
      unsent.append(state())
    case .export(let name): requested.append(name)
    case .reset:
      try change { selection in
        if let entry = self.current(selection.entry.name) { try selection.reset(to: entry) }
      }
      playhead.seek(to: 0)
    case .transition(let name):
      guard let entry = current(name) else {
        throw UsageError.unknownTransition(name: name, nearest: nil)
      }
      try change { try $0.choose(entry) }
    case .parameter(let name, let value): try change { try $0.set(name, to: value) }
    case .filter(let place, let text):
      do {
        try change { try $0.set(place, to: text) }
        unsent.append(.filter(place, fault: nil))
      } catch {
        unsent.append(.filter(place, fault: model.describe(error)))
      }
    case .duration(let duration): try change { $0.set(duration: duration) }
    case .timing(let curve): try change { try $0.set(timing: curve) }
    // Events of a film's page.
    case .seekFrame, .stepFrames, .change, .save: break
    }
  }

  private func current(_ name: String) -> PreviewCatalogue.Entry? {
    let catalogue = model.catalogue
    return catalogue.index(named: name).map { catalogue.entries[$0] }
  }

  /// Changes the selection; an error changes nothing.
  private func change(_ body: (inout Selection) throws -> Void) throws {
    var changed = selection
    defer { unsent.append(state()) }
    try body(&changed)
    selection = changed
    playhead.change(selection.motion(in: model.stage.size))
  }

  func take(_ change: SubjectChange) {
    switch change {
    case .refused(let sentence): unsent.append(.fault(sentence))
    case .reloaded:
      let catalogue = model.catalogue
      let entry = catalogue.entries[catalogue.chosen]
      unsent.append(.transition(PageUpdate.Transition(entry)))
      let shown = selection.entry.name == entry.name ? entry : selection.entry
      do {
        try self.change { try $0.reload(shown, filters: model.filters) }
        unsent.append(.cured)
      } catch {
        unsent.append(.fault(model.describe(error)))
      }
    }
  }

  private func state() -> PageUpdate { .state(PageUpdate.State(selection, loops: playhead.loops)) }

  func frame(_ question: PageMessage) -> (FrameHeader, VideoFrame)? {
    let start = ContinuousClock.now
    do {
      let frame = try painter.draw(selection, at: playhead.progress, level: question.level)
      let header = FrameHeader(
        sequence: question.sequence, width: UInt16(frame.size.width), height: UInt16(frame.size.height),
        isExact: question.level == 0 && !playhead.isRunning, isRunning: playhead.isRunning,
        isHeld: playhead.isHeld, isReversed: playhead.isReversed, velocity: Float(playhead.velocity),
        progress: playhead.progress, projected: Float(playhead.projected),
        seconds: Float((ContinuousClock.now - start) / .seconds(1)))
      return (header, frame)
    } catch {
      unsent.append(.undrawn(question.sequence, model.describe(error)))
      return nil
    }
  }

  func close() { painter.close() }
}
