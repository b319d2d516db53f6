import Glibc
import SegueSystem
import Synchronization

/// The progress that `ffmpeg -progress` reports in blocks of `key=value` lines.
final class ProgressReport: Sendable {
  private struct State {
    var frames: Int?
    var totalSize = ""
  }

  private let state = Mutex(State())

  /// The frame count in the last block; `nil` before the first block.
  var frames: Int? { state.withLock { $0.frames } }
  /// The `total_size` line of the last block. A change shows that ffmpeg is still writing.
  var totalSize: String { state.withLock { $0.totalSize } }

  /// Reads a line. Lines outside of a block are skipped.
  func read(_ line: String) {
    // On a shared pipe, a block's first line may follow an unfinished log line.
    if let found = line.ranges(of: "frame=").last, let count = Int(line[found.upperBound...]) {
      state.withLock { $0.frames = count }
    } else if line.hasPrefix("total_size=") {
      state.withLock { $0.totalSize = line }
    }
  }

  static func isProgressLine(_ line: String) -> Bool {
    guard let equals = line.firstIndex(of: "=") else { return false }
    let key = line[..<equals]
    return keys.contains(String(key)) || key.hasPrefix("stream_")
  }

  private static let keys: Set<String> = [
    "frame", "fps", "bitrate", "total_size", "out_time_us", "out_time_ms", "out_time", "dup_frames",
    "drop_frames", "speed", "progress",
  ]
}

extension SystemError {
  /// The error of a program that failed with `error`. It is `refused` if the log reports a lack of
  /// memory or threads, which ffmpeg's exit status does not show. It is `tooOld` if the program
  /// lacks an option of ffmpeg 5.1. Otherwise it is `error`.
  static func ofProgram(_ error: SystemError, log: [String]) -> SystemError {
    let newOptions = ["fps_mode", "still-picture"].map { "Unrecognized option '\($0)'" }
    if log.contains(where: { line in newOptions.contains { line.contains($0) } }) {
      return .programMissing(name: "ffmpeg", cause: .tooOld(minimum: "5.1"))
    }
    return log.contains(where: SystemReason.isRefusal) ? .refused(error) : error
  }
}

/// The reason for an encoder's failure, from its messages and exit status.
struct EncoderDiagnosis {
  /// The last lines of the encoder's log, without hidden file names.
  let lines: [String]
  /// The encoder's exit status; `nil` while the encoder runs.
  let exitStatus: ChildProcess.ExitStatus?
  let program: EncoderProgram
  let arguments: [String]

  /// The error about the disk, a missing encoder or device, or a bad option, if the log names one.
  /// Otherwise the error is about the program, with the log's most informative line.
  /// - Parameter reason: the observed failure, as a predicate of “the program”.
  func error(_ reason: String, writing output: String) -> any Error {
    if let disk { return SystemError.writeFailed(path: output, reason: disk) }
    if let name = missingEncoder { return missing(name, in: program) }
    if let sentence = sentence(containing: Self.deviceWords) {
      return MediaError.deviceMissing(encoder: encoder ?? program.name, reason: sentence)
    }
    let detail = cause.map { ": \($0)" } ?? ""
    let failed = SystemError.programFailed(name: program.name, reason: reason + detail, log: lines)
    let known = SystemError.ofProgram(failed, log: lines)
    if known == failed, let sentence = sentence(containing: Self.optionWords) {
      return MediaError.invalidOption(
        .encoderArguments, problem: .rejected(program: program.name, reason: sentence))
    }
    return known
  }

  var missingEncoder: String? {
    lines.lazy.compactMap { line in
      line.firstRange(of: "Unknown encoder '").map { String(line[$0.upperBound...].prefix { $0 != "'" }) }
    }.first
  }

  /// The most informative line: the first about a failure, since later ones are consequences; else the
  /// last, unless the encoder reports success.
  var cause: String? {
    let failure = lines.first { line in
      let words = line.lowercased()
      return Self.failureWords.contains { words.contains($0) }
    }
    return (failure ?? (exitStatus?.isSuccess == true ? nil : lines.last)).map(Self.plain)
  }

  private static let failureWords = [
    "error", "fail", "cannot", "can't", "could not", "invalid", "unable", "not found", "unsupported",
    "not supported", "too large",
  ]

  private var disk: String? {
    if exitStatus == .signaled(SIGXFSZ) { return SystemReason.text(EFBIG) }
    if exitStatus == .signaled(SIGPIPE) { return SystemReason.text(EPIPE) }
    return [ENOSPC, EDQUOT, EFBIG, EROFS, EPIPE].map(SystemReason.text).first { reason in
      lines.contains { $0.hasSuffix(reason) }
    }
  }

  /// Messages of encoders without a device: NVIDIA's, Intel's, VA-API's, Video4Linux's.
  private static let deviceWords = [
    "Cannot load libcuda", "Cannot load libnvidia-encode", "No capable devices found", "CUDA_ERROR",
    "minimum required Nvidia driver", "internal MFX session", "No VA display found",
    "Failed to initialise VAAPI", "Could not find a valid device", "Device creation failed",
  ]

  private static let optionWords = ["Unrecognized option", "Option not found", "Error parsing options"]

  private func sentence(containing words: [String]) -> String? {
    lines.first { line in words.contains { line.contains($0) } }.map(Self.plain)
  }

  /// A line without its `[libx264 @ 0x…]` prefix and its full stop.
  private static func plain(_ line: String) -> String {
    var rest = Substring(line)
    while rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
      rest = rest[rest.index(after: end)...].drop { $0 == " " }
    }
    while rest.hasSuffix(".") || rest.hasSuffix(" ") { rest.removeLast() }
    return rest.isEmpty ? line : String(rest)
  }

  private var encoder: String? {
    arguments.firstIndex(of: "-c:v").map { arguments[arguments.index(after: $0)] }
  }

  /// The error for a missing encoder. For video, it lists the available encoders of the known
  /// codecs.
  private func missing(_ name: String, in program: EncoderProgram) -> MediaError {
    let all = name == encoder ? Self.videoEncoders(of: program) : []
    let close = all.filter { $0.contains(name) || name.contains($0) || Self.common.contains($0) }
    return .encoderMissing(name: name, program: program.name, known: close)
  }

  private static let common: Set<String> = [
    "libx264", "libx265", "libvpx-vp9", "libsvtav1", "libaom-av1", "librav1e", "prores_ks", "ffv1",
    "h264_nvenc", "hevc_nvenc", "libopenh264", "mpeg4",
  ]

  /// The video encoders that `ffmpeg -encoders` lists; empty without an answer within five seconds.
  private static func videoEncoders(of program: EncoderProgram) -> [String] {
    let outcome = try? ChildProcess.run(
      program.executable, ["-hide_banner", "-encoders"], outputLimit: 1 << 20, timeLimit: .seconds(5))
    return names(in: String(decoding: outcome?.output ?? [], as: UTF8.self))
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
