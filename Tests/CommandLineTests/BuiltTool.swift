import Foundation
import Segue

/// The built tool, run as its users run it.
struct BuiltTool {
  /// What a run left.
  struct Outcome {
    let code: Int32
    let output: Data
    let messages: String

    var text: String { String(decoding: output, as: UTF8.self) }
    var json: Any { get throws { try JSONSerialization.jsonObject(with: output) } }
  }

  /// A folder of its own, which is also where the tool runs.
  let folder: String

  /// Runs `body` with a fresh folder that holds `from.png`, white, and `to.png`, black, 40 × 24 pixels.
  static func inFolder(_ body: (BuiltTool) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "segue-tool-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, color) in [("from", Color.white), ("to", .black)] {
      let picture = Snapshot(PixelBuffer(size: ImageSize(width: 40, height: 24), color: color))
      try Data(PNGEncoder().encode(picture)).write(to: folder.appending(path: name + ".png"))
    }
    try await body(BuiltTool(folder: folder.path))
  }

  func path(_ name: String) -> String { folder + "/" + name }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path(name)))
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  /// Runs the tool, which the build put beside the tests.
  func run(_ arguments: String...) async throws -> Outcome { try await runAll(arguments) }

  /// Runs the tool with a list of arguments.
  func runAll(_ arguments: [String]) async throws -> Outcome {
    let process = Process()
    process.executableURL = Self.executable
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder)
    // Files take any amount without anybody reading meanwhile.
    let (output, messages) = (path(".stdout"), path(".stderr"))
    for file in [output, messages] { try Data().write(to: URL(filePath: file)) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: messages))
    // Waited for without holding a thread that other tests need.
    let code: Int32 = try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
    return Outcome(
      code: code, output: try Data(contentsOf: URL(filePath: output)),
      messages: String(decoding: try Data(contentsOf: URL(filePath: messages)), as: UTF8.self))
  }

  private static let executable = Bundle.main.bundleURL.appending(path: "segue")
}
