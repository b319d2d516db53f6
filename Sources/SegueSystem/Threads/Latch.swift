import Glibc
import Synchronization

/// The reason for an incomplete read, write or wait.
package enum StreamFailure: Error, Equatable {
  case cancelled
  /// The other side was inactive for the stall limit.
  case stalled
  /// The system's error number.
  case system(Int32)
}

/// An event that happens once, such as a cancellation or an exit. It wakes the threads that wait for
/// it or for a descriptor.
package final class Latch: Sendable {
  private struct State {
    var isSet = false
    /// A descriptor that has data once the latch is set, made for the first wait.
    var event: Int32?
  }

  private let state = Mutex(State())

  package init() {}

  deinit {
    if let event = state.withLock({ $0.event }) { _ = close(event) }
  }

  package var isSet: Bool { state.withLock { $0.isSet } }

  package func set() {
    state.withLock { state in
      if !state.isSet, let event = state.event { SystemCalls.signal(event) }
      state.isSet = true
    }
  }

  /// A descriptor that `poll` reports as readable once the latch is set; `nil` without free
  /// descriptors, with the reason in `errno`.
  func descriptor() -> Int32? {
    state.withLock { state in
      if let event = state.event { return event }
      let event = SystemCalls.event()
      if event < 0 { return nil }
      if state.isSet { SystemCalls.signal(event) }
      state.event = event
      return event
    }
  }

  func isSet(within limit: Duration) -> Bool {
    // poll ignores the descriptor -1.
    try? wait(for: POLLIN, of: -1, StallClock(limit: limit))
    return isSet
  }

  /// Waits until `poll` reports `events` or the end of `descriptor`.
  /// - Throws: `StreamFailure.cancelled` if the latch is set, `.stalled` after the limit of `stall`.
  func wait(for events: Int32, of descriptor: Int32, _ stall: StallClock) throws(StreamFailure) {
    guard let latch = self.descriptor() else { throw .system(errno) }
    while true {
      var entries = [
        pollfd(fd: descriptor, events: Int16(events), revents: 0),
        pollfd(fd: latch, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&entries, 2, stall.pollTimeout)
      if count < 0, errno != EINTR { throw .system(errno) }
      if isSet { throw .cancelled }
      if entries[0].revents != 0 { return }
      if stall.isOver { throw .stalled }
    }
  }
}
