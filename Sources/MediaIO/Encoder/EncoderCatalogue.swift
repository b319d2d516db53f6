import Synchronization

/// Which encoders the installed `ffmpeg` has. Asked only to explain a failure.
enum EncoderCatalogue {
  /// The name that `ffmpeg` did not know, from its log.
  static func missingEncoder(in log: [String]) -> String? {
    for line in log {
      guard let found = line.ranges(of: "Unknown encoder '").first else { continue }
      return String(line[found.upperBound...].prefix { $0 != "'" })
    }
    return nil
  }

  /// The error about a missing encoder, with those that are there for the codecs known here.
  static func error(for name: String, in program: EncoderProgram) -> MediaError {
    let known = videoEncoders(of: program)
    let close = known.filter { $0.contains(name) || name.contains($0) || usual.contains($0) }
    let list = close.isEmpty ? "" : "; it has \(OutputFormat.list(close))"
    return .encoderMissing(name: name, advice: "\(program.name) has no such encoder" + list)
  }

  private static let usual: Set<String> = [
    "libx264", "libx265", "libvpx-vp9", "libsvtav1", "libaom-av1", "librav1e", "prores_ks", "ffv1",
    "h264_nvenc", "hevc_nvenc", "libopenh264", "mpeg4",
  ]

  /// The names in the output of `ffmpeg -encoders`; empty when it doesn't answer within five seconds.
  private static func videoEncoders(of program: EncoderProgram) -> [String] {
    guard let pipes = try? Pipe.make(3, for: program.name) else { return [] }
    let (input, output, error) = (pipes[0], pipes[1], pipes[2])
    let text = Mutex<[UInt8]>([])
    let drain = OutputDrain(output.readEnd) { bytes in text.withLock { $0.append(contentsOf: bytes) } }
    let errorDrain = OutputDrain(error.readEnd) { _ in }
    input.closeWriteEnd()
    let process = try? SessionProcess(
      program.executable, ["-hide_banner", "-encoders"],
      .init(input: input.readEnd, output: output.writeEnd, error: error.writeEnd))
    if process?.waitUntilEnd(.seconds(5)) == nil { process?.terminate(grace: program.gracePeriod) }
    drain.finish(within: .milliseconds(500))
    errorDrain.finish(within: .milliseconds(500))
    return names(in: String(decoding: text.withLock { $0 }, as: UTF8.self))
  }

  /// Reads lines such as ` V....D libx264   libx264 H.264 …`.
  static func names(in list: String) -> [String] {
    list.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 2, words[0].count == 6, words[0].first == "V", words[1] != "=" else { return nil }
      return String(words[1])
    }
  }
}
