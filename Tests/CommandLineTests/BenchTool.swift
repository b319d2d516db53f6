import Foundation

/// Runs `segue bench`, the program that the build put beside the tests.
enum BenchTool {
  /// What a run left.
  struct Outcome {
    let status: Int32
    let output: String
    let error: String
  }

  /// A picture of the repository's examples.
  static func example(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Examples/\(name)")
      .standardizedFileURL.path
  }

  /// Runs `segue bench` with `options` to its end.
  static func run(_ options: [String]) throws -> Outcome {
    let folder = FileManager.default.temporaryDirectory.appending(path: "segue-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let process = Process()
    process.executableURL = URL(filePath: tests).deletingLastPathComponent().appending(path: "segue")
    process.arguments = ["bench"] + options
    process.standardInput = FileHandle.nullDevice
    // Files take any amount without anybody reading meanwhile.
    let places = ["out", "error"].map { folder.appending(path: $0) }
    for place in places { try Data().write(to: place) }
    process.standardOutput = try FileHandle(forWritingTo: places[0])
    process.standardError = try FileHandle(forWritingTo: places[1])
    try process.run()
    process.waitUntilExit()
    let texts = try places.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    return Outcome(status: process.terminationStatus, output: texts[0], error: texts[1])
  }
}
