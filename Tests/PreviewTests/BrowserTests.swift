import Foundation
import TestSupport
import Testing

/// The page in a real browser. Skipped if Chromium, its driver or Selenium is missing; with `REQUIRE_BROWSER=1` that
/// is a failure.
@Suite("The page in a real browser", .needs()) struct BrowserTests {
  private static let python = "/usr/bin/python3"
  private static let needed = [
    "/usr/bin/chromium", "/usr/bin/chromedriver", "/usr/lib/python3/dist-packages/selenium",
  ]

  private static var isThere: Bool {
    ProcessInfo.processInfo.environment["REQUIRE_BROWSER"] == "1"
      || needed.allSatisfy { FileManager.default.fileExists(atPath: $0) }
  }

  /// The checks: names of functions in `checks.py`.
  static let checks = [
    "opens_without_errors", "every_thumbnail", "drag_that_finishes", "drag_that_cancels",
    "drag_that_is_caught_again",
    "keyboard", "parameters", "curve_and_duration", "frames_are_the_commands", "play_and_reverse",
    "downloads",
    "two_pages", "narrow_and_dark", "fits_the_window", "shader_is_watched", "filters",
    "filters_of_the_command_line", "look_is_watched", "film_scrub", "film_change", "film_thumbnails",
    "film_save", "film_is_watched", "film_keyboard", "film_narrow_and_dark", "film_fits_the_window",
  ]

  @Test(
    "the page passes its checks in the browser", .full,
    .enabled(if: isThere, "chromium, chromium-driver and python3-selenium are not installed"))
  func checks() async throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Browser")
    // Short, since it will contain a Unix socket. Chromium leaves its socket behind.
    let temporary = "/tmp/segue-\(UInt32.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: temporary) }
    let outcome = try await Program(Self.python).run(
      [folder.appending(path: "checks.py").path, try Program.built("segue").path] + Self.checks,
      environment: ["TMPDIR": temporary], limit: .seconds(600))
    let lines = outcome.text.split(separator: "\n")
    // Each check prints a line: its name and its error.
    for name in Self.checks {
      let line = lines.first { $0.hasPrefix(name + ":") }
      let isGood = line.map { $0 == "\(name): good" || $0.hasPrefix("\(name): skipped") } ?? false
      #expect(isGood, "\(line ?? "\(name): no answer") \(outcome.messages)")
    }
  }
}
