import Foundation
import SegueImaging
import SegueMedia

/// A folder of a test's own with two pictures in it: from.png and to.png.
final class Workplace: Sendable {
  let path: String
  /// What is in it from the start.
  static let givens = ["from.png", "temporary", "to.png"]

  /// With two pictures of 32x24 whose pixels differ.
  convenience init() throws { try self.init(from: Self.from, to: Self.to) }

  /// With two pictures of 40x24, each of one color.
  convenience init(from: RGBAColor, to: RGBAColor) throws {
    try self.init(
      from: Self.picture(width: 40, height: 24) { _, _ in from },
      to: Self.picture(width: 40, height: 24) { _, _ in to })
  }

  private init(from: [UInt8], to: [UInt8]) throws {
    path = NSTemporaryDirectory() + "segue tests-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: path + "/temporary", withIntermediateDirectories: true)
    try write(from, to: "from.png")
    try write(to, to: "to.png")
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  /// Names of files in `folder`, hidden ones included, sorted.
  func names(in folder: String = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: file(folder))) ?? []).sorted()
  }

  /// The names of what was added to the folder, after a check of the place for temporary files too.
  var added: [String] {
    names().filter { !Self.givens.contains($0) } + names(in: "temporary").map { "temporary/" + $0 }
  }

  func bytes(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: file(name)).map(Array.init) }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

  func text(_ name: String) -> String? { bytes(name).map { String(decoding: $0, as: UTF8.self) } }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
  }

  func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  /// Makes a program called `ffmpeg` that comes first in the tool's PATH. It writes its process number to
  /// `encoder.pid` and finds the path of its output in `$out`.
  func installEncoder(_ body: String) throws {
    try FileManager.default.createDirectory(atPath: file("temporary/bin"), withIntermediateDirectories: true)
    let preamble = """
      #!/bin/bash
      echo $$ >> "\(file("temporary/encoder.pid"))"
      for out; do :; done
      out=${out#file:}

      """
    try write(preamble + body + "\n", to: "temporary/bin/ffmpeg")
    chmod(file("temporary/bin/ffmpeg"), 0o755)
  }

  /// Makes a program called `sbatch` that comes first in the tool's PATH, notes its arguments and gives the ids 41, 42 …,
  /// or ends with what it says on stderr.
  func installScheduler(refusing reason: String? = nil) throws {
    try FileManager.default.createDirectory(atPath: file("temporary/bin"), withIntermediateDirectories: true)
    let body =
      reason.map { "echo '\($0)' >&2; exit 1" } ?? """
        for word; do printf '%s\\037' "$word"; done >> '\(file("temporary/sbatch"))'
        echo >> '\(file("temporary/sbatch"))'; expr 40 + $(wc -l < '\(file("temporary/sbatch"))')
        """
    try write("#!/bin/sh\n\(body)\n", to: "temporary/bin/sbatch")
    chmod(file("temporary/bin/sbatch"), 0o755)
  }

  /// The arguments of each call of `sbatch`.
  var submissions: [[String]] {
    (text("temporary/sbatch") ?? "").split(separator: "\n").map { line in
      line.split(separator: "\u{1F}", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
  }

  /// Whether the encoder ran and is gone.
  var encoderIsGone: Bool {
    let numbers = (text("temporary/encoder.pid") ?? "").split(separator: "\n").compactMap { pid_t($0) }
    return !numbers.isEmpty && numbers.allSatisfy { !Self.isRunning($0) }
  }

  /// Waited ten seconds in vain.
  struct Vain: Error {}

  /// Waits until `condition` holds, ten seconds at most.
  func wait(until condition: () -> Bool) async throws {
    for _ in 0..<1000 {
      if condition() { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw Vain()
  }

  /// Waits until a process takes SIGTERM itself: before, the signal's own effect would end it.
  func waitUntilListening(_ process: pid_t) async throws {
    try await wait {
      let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
      let mask = status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }?.split(separator: "\t").last
      return (mask.flatMap { UInt64($0, radix: 16) } ?? 0) & (1 << UInt64(SIGTERM - 1)) != 0
    }
  }

  /// Whether a process runs; one that has left and was not waited for does not.
  private static func isRunning(_ process: pid_t) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return false
    }
    return status.split(separator: ")").last?.split(separator: " ").first != "Z"
  }

  private static let from = picture { x, y in RGBAColor(red: UInt8(x * 8), green: UInt8(y * 10), blue: 90) }
  private static let to = picture { x, y in RGBAColor(red: 30, green: UInt8(x * y % 256), blue: UInt8(x * 7))
  }

  /// The file of a picture.
  static func picture(
    width: Int = 32, height: Int = 24, _ color: (_ x: Int, _ y: Int) -> RGBAColor
  ) -> [UInt8] {
    let buffer = PixelBuffer(size: ImageSize(width: width, height: height))
    for y in 0..<height { for x in 0..<width { buffer[x, y] = color(x, y) } }
    let bytes = UnsafeRawBufferPointer(buffer.bytes)
    return (try? PNGEncoder().encode(bytes, size: buffer.size, hasAlpha: true)) ?? []
  }
}
