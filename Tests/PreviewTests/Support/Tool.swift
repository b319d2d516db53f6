import Foundation
import Segue

/// The built tool, and a folder with two pictures for it.
final class Studio: Sendable {
  struct NotBuilt: Error { let path: String }

  let path: String

  /// With two pictures of one colour each.
  init(size: ImageSize = ImageSize(width: 320, height: 180)) throws {
    path = NSTemporaryDirectory() + "segue preview tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try ServedPage.write(ServedPage.red, size: size, to: path + "/from.png")
    try ServedPage.write(ServedPage.blue, size: size, to: path + "/to.png")
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The program beside the tests' own.
  static func tool() throws -> String {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let path = URL(fileURLWithPath: tests).deletingLastPathComponent().appending(path: "segue").path
    guard FileManager.default.isExecutableFile(atPath: path) else { throw NotBuilt(path: path) }
    return path
  }

  /// Starts the tool here, its output and messages in pipes.
  func start(_ arguments: String...) throws -> (process: Process, output: FileHandle, messages: FileHandle) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try Self.tool())
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: path)
    var environment = ProcessInfo.processInfo.environment
    environment["TMPDIR"] = path
    process.environment = environment
    let (output, messages) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = messages
    process.standardInput = FileHandle.nullDevice
    try process.run()
    return (process, output.fileHandleForReading, messages.fileHandleForReading)
  }
}
