import SegueSystem

/// Runs `ffmpeg` or `ffprobe` on an input file and collects its output.
struct MediaProcess: Sendable {
  let name: String
  /// The file that the program reads; its messages name it.
  let file: String
  let timeLimit: Duration

  /// The variables of ffmpeg and ffprobe. Their logs are read, so they have no colours even if the
  /// user's environment asks for some (`check_color_terminal` in FFmpeg's libavutil/log.c).
  static let environment = ["AV_LOG_FORCE_NOCOLOR": "1"]

  /// The bytes that `program` writes to its standard output.
  /// - Throws: `SystemError.badData` if the program fails, prints more than `outputLimit` bytes, or
  ///   takes too long; `.programMissing` if it is not installed; `.cancelled` if the task was
  ///   cancelled.
  func run(_ program: String, _ arguments: [String], outputLimit: Int) async throws -> [UInt8] {
    do {
      return try await onThread(named: "segue.program") { stop in
        try output(of: program, arguments, outputLimit, stop)
      }
    } catch is CancellationError {
      throw SystemError.cancelled
    }
  }

  private func output(
    of program: String, _ arguments: [String], _ outputLimit: Int, _ stop: StopSignal
  ) throws(SystemError) -> [UInt8] {
    let outcome: ChildProcess.Outcome
    do throws(SystemError) {
      outcome = try ChildProcess.run(
        program, arguments, environment: Self.environment, outputLimit: outputLimit, timeLimit: timeLimit,
        stop: stop)
    } catch {
      let isMissing = error == .programMissing(name: "ffprobe", cause: .notFound)
      throw isMissing ? .programMissing(name: program, cause: .prober(input: name)) : error
    }
    guard let exitStatus = outcome.exitStatus else { throw bad("\(program) took longer than \(timeLimit)") }
    if outcome.isTooLong { throw bad("\(program) printed more than \(outputLimit) bytes") }
    guard exitStatus.isSuccess else { throw .ofProgram(bad(explanation(outcome.lines)), log: outcome.lines) }
    return outcome.output
  }

  private func bad(_ reason: String) -> SystemError { .badData(path: name, reason: reason) }

  private static let headLength = 1024

  /// Whether a file that begins with `head` is text other than SVG markup.
  private static func isText(_ head: [UInt8]) -> Bool {
    guard let first = head.first(where: { $0 > 0x20 }), first != UInt8(ascii: "<") else { return false }
    let isPlain = head.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) }
    // The last character may be truncated.
    return isPlain && (0..<4).contains { String(validating: head.dropLast($0), as: UTF8.self) != nil }
  }

  /// Whether the text `head` begins a list of files: M3U, PLS, or a script of ffmpeg's concat demuxer.
  private func isPlaylist(_ head: [UInt8]) -> Bool {
    let text = String(decoding: head, as: UTF8.self).lowercased()
    return ["m3u", "m3u8", "pls"].contains(OutputPath.fileExtension(of: name))
      || ["#extm3u", "[playlist]", "ffconcat version", "file "].contains { text.hasPrefix($0) }
  }

  /// The reason for a failure: the last of `lines`, without the internal file name. Text files have
  /// a separate message.
  private func explanation(_ lines: [String]) -> String {
    if let head = try? InputFile.open(path: file).head(Self.headLength), Self.isText(head) {
      let advice = isPlaylist(head) ? "; name the files that it lists instead" : ""
      return "it is text, not a picture, a clip or sound" + advice
    }
    guard let last = lines.last else { return "ffmpeg cannot decode it" }
    let prefix = "file:\(file): "
    let line = last.hasPrefix(prefix) ? String(last.dropFirst(prefix.count)) : last
    return "ffmpeg cannot decode it: \(line)"
  }
}
