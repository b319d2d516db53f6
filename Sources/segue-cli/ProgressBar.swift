import FoundationEssentials
import SegueFilms
import Synchronization

/// A progress bar on one line: the frames, their rate and the remaining time.
///
/// **Thread-safety:** `show` is called from one thread at a time.
final class ProgressBar: Sendable {
  private struct State {
    var lastShown: ContinuousClock.Instant?
    var isVisible = false
    var title = ""
  }

  private let start = ContinuousClock.now
  private let state = Mutex(State())
  private static let interval = Duration.milliseconds(100)
  private static let length = 24
  /// The length below which the bar is left out.
  private static let minimumLength = 4

  /// Shows that `done` of `total` frames are written, at most ten times per second.
  func show(done: Int, total: Int) {
    let now = ContinuousClock.now
    let title = state.withLock { state -> String? in
      if let last = state.lastShown, now - last < Self.interval, done < total { return nil }
      state.lastShown = now
      state.isVisible = true
      return state.title
    }
    guard let title else { return }
    // A wrapped line could not be cleared.
    let line = Self.line(
      done: done, total: total, seconds: (now - start) / .seconds(1), width: Console.width - 1, title: title)
    Console.raw("\r" + line + "\u{1B}[K")
  }

  /// Shows `title` instead of the frame counts.
  func describe(_ title: String) { state.withLock { $0.title = title } }

  func clear() {
    if state.withLock({ $0.isVisible }) { Console.raw("\r\u{1B}[K") }
  }

  /// The line after `seconds` of work, at most `width` columns wide. The bar shrinks before the numbers do.
  static func line(
    done: Int, total: Int, seconds: Double, width: Int = 80, title: String = ""
  ) -> String {
    let rate = Double(done) / max(seconds, 1e-6)
    let left = rate > 0 ? time((Double(total - done) / rate).rounded(.up)) : "?"
    let (count, speed) = ("\(done)/\(total)", "\(Int(rate.rounded())) frames/s")
    let percent = total > 0 ? "\(done * 100 / total)%" : count
    let numbers = [
      "\(done)/\(Count.of(total, "frame")), \(speed), \(left) left", "\(count), \(speed), \(left) left",
      "\(count), \(left) left", count, percent,
    ]
    // The attempt's number stays if its change does not fit.
    let titles = [title, String(title.prefix { $0 != "," })].map { "\($0), \(percent)" }
    let texts = title.isEmpty ? numbers : titles + [percent]
    let text = texts.first { $0.count <= width } ?? ""
    let length = min(Self.length, width - text.count - 1)
    guard length >= Self.minimumLength else { return text }
    let filled = total > 0 ? done * length / total : 0
    return String(repeating: "█", count: filled) + String(repeating: "░", count: length - filled) + " " + text
  }

  /// A duration as text: `45 s`, `2:05` or `1:02:05`.
  private static func time(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 359_999))
    func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    if whole < 60 { return "\(whole) s" }
    let (minutes, rest) = (whole / 60 % 60, twoDigits(whole % 60))
    return whole < 3600 ? "\(minutes):\(rest)" : "\(whole / 3600):\(twoDigits(minutes)):\(rest)"
  }
}

/// Numbers with their units.
enum Count {
  /// A number with its noun: `1 frame`, `61 frames`.
  static func of(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }

  /// A number of bytes with its unit: `812 bytes`, `29 kB`, `1.4 MB`.
  static func bytes(_ number: Int) -> String {
    switch number {
    case ..<1000: "\(number) bytes"
    case ..<1_000_000: "\((number + 500) / 1000) kB"
    default: "\(DecimalText.fixed(Double(number) / 1e6, 1)) MB"
    }
  }
}

extension MessageOptions {
  /// Runs `job` and shows its progress bar, choices, report, warnings and a summary.
  func follow<Followed: Job>(_ job: Followed, summary: (Followed.Report) -> String) async throws {
    let bar = showsProgress ? ProgressBar() : nil
    let (isVerbose, isQuiet, printsReport) = (verbose, quiet, json)
    let shown = Mutex<Set<String>>([])
    let report: Followed.Report
    do {
      defer { bar?.clear() }
      report = try await Interruption.cancelling {
        try await job.run(
          onProgress: { bar?.show(done: $0, total: $1) },
          onNote: { event in
            if case .attempt(let title) = event { bar?.describe(title) }
            if case .warning(let notice) = event {
              let isNew = shown.withLock { $0.insert("\(notice)").inserted }
              if isNew, !isQuiet { Console.note("\(notice)", as: .warning) }
            } else if case .incident = event {
              // Incidents are printed with the report's warnings.
            } else if isVerbose {
              event.show()
            }
          },
          onReport: { if printsReport { try Console.result(json: $0) } })
      }
    }
    if quiet { return }
    for warning in report.notices.messages where !shown.withLock({ $0.contains(warning) }) {
      Console.note(warning, as: .warning)
    }
    if !printsReport { Console.note(summary(report), as: .summary) }
  }
}
