import Subprocess

/// Runs `ffmpeg` or `ffprobe` on one input file and collects what it prints.
///
/// **Thread-safety:** a value; calls share nothing.
struct MediaProcess: Sendable {
  /// What errors call the input.
  let name: String
  /// The file that the program reads, which its messages name.
  let file: String
  let timeLimit: Duration

  /// The bytes that `program` writes to its standard output.
  /// - Throws: `MediaError.badData` when it fails, prints more than `outputLimit` bytes, or takes too long;
  ///   `.encoderMissing` when it is not there; `.cancelled` when the task was cancelled.
  func run(_ program: String, _ arguments: [String], outputLimit: Int) async throws -> [UInt8] {
    try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
      group.addTask { try await start(program, arguments, outputLimit: outputLimit) }
      group.addTask {
        try? await Task.sleep(for: timeLimit)
        return nil
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let output = first else {
        if Task.isCancelled { throw MediaError.cancelled }
        throw bad("\(program) took longer than \(timeLimit)")
      }
      return output
    }
  }

  private func start(_ program: String, _ arguments: [String], outputLimit: Int) async throws -> [UInt8] {
    do {
      let result = try await Subprocess.run(
        .name(program), arguments: Arguments(arguments), output: .bytes(limit: outputLimit),
        error: .string(limit: 1 << 16))
      if Task.isCancelled { throw MediaError.cancelled }
      guard result.terminationStatus.isSuccess else { throw bad(explanation(result.standardError)) }
      return result.standardOutput
    } catch let error as SubprocessError {
      if Task.isCancelled { throw MediaError.cancelled }
      if error.code == .executableNotFound {
        throw MediaError.encoderMissing(
          name: program, advice: "install ffmpeg, or convert \(name) to PNG, JPEG or WebP")
      }
      if error.code == .outputLimitExceeded { throw bad("\(program) printed more than it announced") }
      throw bad("\(program) failed: \(error)")
    }
  }

  private func bad(_ reason: String) -> MediaError { .badData(path: name, reason: reason) }

  /// The last line of a log without the name of the file that only we know.
  private func explanation(_ log: String?) -> String {
    guard let last = log?.split(separator: "\n").last else { return "ffmpeg cannot decode it" }
    let prefix = "file:\(file): "
    let line = last.hasPrefix(prefix) ? last.dropFirst(prefix.count) : last
    return "ffmpeg cannot decode it: \(line)"
  }
}
