import Glibc
import Synchronization

extension ChildProcess {
  package struct Outcome: Sendable {
    /// The exit of the program; `nil` if it exceeded the time limit and was ended.
    package let exitStatus: ExitStatus?
    package let output: [UInt8]
    /// Whether the program was ended because it printed more than the output limit.
    package let isTooLong: Bool
    package let lines: [String]
  }

  /// Runs `program` and collects up to `outputLimit` bytes of its output.
  /// - Parameter stop: the signal that ends the program.
  /// - Throws: `SystemError.programMissing` if the program is missing or not executable,
  ///   `.cannotCreate` without descriptors, `.cancelled`.
  package static func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:], outputLimit: Int,
    timeLimit: Duration, stop: StopSignal = StopSignal()
  ) throws(SystemError) -> Outcome {
    let output = Mutex<[UInt8]>([])
    let tooLong = StopSignal()
    let process = try ChildProcess(
      program, arguments, environment: environment,
      output: .drain { bytes in
        output.withLock { output in
          let room = outputLimit - output.count
          output.append(contentsOf: bytes.prefix(room))
          if bytes.count > room { tooLong.set() }
        }
      }, stallLimit: timeLimit)
    tooLong.onSet { [weak process] in process?.end(SIGKILL) }
    stop.onSet { [weak process] in process?.cancel() }
    let exitStatus = try? process.waitForExit()
    process.close(grace: .zero)
    if stop.isSet { throw .cancelled }
    return Outcome(
      exitStatus: exitStatus, output: output.withLock { $0 }, isTooLong: tooLong.isSet,
      lines: process.lines)
  }
}
