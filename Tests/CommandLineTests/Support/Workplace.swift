import Foundation
import SegueImaging
import TestSupport

/// A workplace of the tool: two pictures, from.png and to.png, and a folder for temporary files.
extension Workplace {
  /// The initial files.
  static let givens = ["from.png", "temporary", "to.png"]

  /// A workplace with two pictures of 32x24 whose pixels differ.
  static func forTool() throws -> Workplace {
    let from = Snapshot(width: 32, height: 24) { x, y in
      RGBAColor(red: UInt8(x * 8), green: UInt8(y * 10), blue: 90)
    }
    let to = Snapshot(width: 32, height: 24) { x, y in
      RGBAColor(red: 30, green: UInt8(x * y % 256), blue: UInt8(x * 7))
    }
    return try forTool(from, to)
  }

  /// A workplace with two single-colour pictures of 40x24.
  static func forTool(from: RGBAColor, to: RGBAColor) throws -> Workplace {
    let size = ImageSize(width: 40, height: 24)
    return try forTool(
      Snapshot(PixelBuffer(size: size, color: from)), Snapshot(PixelBuffer(size: size, color: to)))
  }

  private static func forTool(_ from: Snapshot, _ to: Snapshot) throws -> Workplace {
    let place = try Workplace()
    try place.createFolder("temporary")
    try place.write(from, to: "from.png")
    try place.write(to, to: "to.png")
    return place
  }

  /// The names of the added files, after checking that no temporary files are left.
  var added: [String] {
    names().filter { !Self.givens.contains($0) } + names(in: "temporary").map { "temporary/" + $0 }
  }

  /// Makes a program called `ffmpeg` that comes first in the tool's PATH. It writes its process number to
  /// `encoder.pid` and sets `$out` to the path of its output.
  func installEncoder(_ body: String) throws {
    try createFolder("temporary/bin")
    let preamble = """
      #!/bin/bash
      echo $$ >> "\(file("temporary/encoder.pid"))"
      for out; do :; done
      out=${out#file:}

      """
    try writeProgram(preamble + body + "\n", to: "temporary/bin/ffmpeg")
  }

  /// Makes a program called `sbatch` that comes first in the tool's PATH. It records its arguments and returns the ids
  /// 41,
  /// 42 …, or fails with `reason` on stderr.
  func installScheduler(refusing reason: String? = nil) throws {
    try createFolder("temporary/bin")
    let body =
      reason.map { "echo '\($0)' >&2; exit 1" } ?? """
        for word; do printf '%s\\037' "$word"; done >> '\(file("temporary/sbatch"))'
        echo >> '\(file("temporary/sbatch"))'; expr 40 + $(wc -l < '\(file("temporary/sbatch"))')
        """
    try writeProgram("#!/bin/sh\n\(body)\n", to: "temporary/bin/sbatch")
  }

  /// The arguments of each call of `sbatch`.
  var submissions: [[String]] {
    (text("temporary/sbatch") ?? "").split(separator: "\n").map { line in
      line.split(separator: "\u{1F}", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
  }

  /// Whether the encoder has run and ended.
  var encoderIsGone: Bool { hasEncoderBegun && encoders.allSatisfy { !Self.isRunning($0) } }

  /// Whether the encoder has started and recorded its process.
  var hasEncoderBegun: Bool { !encoders.isEmpty }

  private var encoders: [pid_t] {
    (text("temporary/encoder.pid") ?? "").split(separator: "\n").compactMap { pid_t($0) }
  }

  /// Waits until a process handles SIGTERM. Before that, the signal's default action would end it.
  func waitUntilListening(_ process: pid_t) async throws {
    try await waitUntil {
      let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
      let mask = status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }?.split(separator: "\t").last
      return (mask.flatMap { UInt64($0, radix: 16) } ?? 0) & (1 << UInt64(SIGTERM - 1)) != 0
    }
  }

  /// Whether a process runs; a zombie does not.
  private static func isRunning(_ process: pid_t) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return false
    }
    return status.split(separator: ")").last?.split(separator: " ").first != "Z"
  }
}
