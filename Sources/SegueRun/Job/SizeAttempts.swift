import Synchronization

/// The notes of an output that may be discarded.
final class DeferredEvents: Sendable {
  private let events = Mutex<[RenderEvent]>([])

  func add(_ event: RenderEvent) { events.withLock { $0.append(event) } }
  func drop() { events.withLock { $0 = [] } }
  func release(to handler: RenderJob.NoteHandler) { events.withLock { $0 }.forEach(handler) }
}

/// The progress of all attempts at an output on one scale. It never decreases. Each attempt fills a third; later attempts
/// stay just below the end.
final class AttemptProgress: Sendable {
  private struct State {
    var number = 0
    /// The frames of the first attempt, to which the others are scaled.
    var frames: Int?
  }

  private static let usualAttempts = 3
  private let state = Mutex(State())
  private let handler: RenderJob.ProgressHandler

  init(_ handler: @escaping RenderJob.ProgressHandler) { self.handler = handler }

  /// The number of the next attempt, from 1 on.
  func next() -> Int {
    state.withLock { state in
      state.number += 1
      return state.number
    }
  }

  /// Shows that `done` of `total` frames of the current attempt are made.
  func show(done: Int, total: Int) {
    let (number, frames) = state.withLock { state in
      let frames = state.frames ?? total
      state.frames = frames
      return (state.number, frames)
    }
    let whole = frames * Self.usualAttempts
    let position = (number - 1) * frames + (total > 0 ? done * frames / total : 0)
    handler(min(position, whole - 1), whole)
  }

  /// Shows that an attempt is kept.
  func finish() {
    guard let frames = state.withLock({ $0.frames }) else { return }
    handler(frames * Self.usualAttempts, frames * Self.usualAttempts)
  }
}
