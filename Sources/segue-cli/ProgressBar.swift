import Foundation
import Synchronization

/// One line on the terminal: a bar, the frames, their rate and the time that is left.
///
/// **Thread-safety:** `show` is called from one thread at a time.
final class ProgressBar: Sendable {
  private struct State {
    var lastShown: ContinuousClock.Instant?
    var isVisible = false
  }

  private let start = ContinuousClock.now
  private let state = Mutex(State())
  private static let interval = Duration.milliseconds(100)

  /// Shows that `done` frames of `total` are written, at most ten times a second.
  func show(done: Int, total: Int) {
    let now = ContinuousClock.now
    let isDue = state.withLock { state in
      if let last = state.lastShown, now - last < Self.interval, done < total { return false }
      state.lastShown = now
      state.isVisible = true
      return true
    }
    if isDue { write("\r" + line(done: done, total: total, elapsed: now - start) + "\u{1B}[K") }
  }

  /// Takes the line away.
  func clear() {
    if state.withLock({ $0.isVisible }) { write("\r\u{1B}[K") }
  }

  private func line(done: Int, total: Int, elapsed: Duration) -> String {
    let seconds = elapsed / .seconds(1)
    let rate = Double(done) / max(seconds, 1e-6)
    let filled = total > 0 ? done * 24 / total : 0
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 24 - filled)
    let left = rate > 0 ? Double(total - done) / rate : 0
    return "\(bar) \(done)/\(total) frames, \(Int(rate.rounded())) frames/s, \(Int(left.rounded(.up))) s left"
  }

  private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
