import Dispatch
import Glibc
import Synchronization

/// One run of a program that reads no input: what it prints is collected until it has left.
///
/// The call waits; make it from a thread, not from a Swift task.
///
/// **Thread-safety:** every method may be called from any thread; `run` once.
package final class ProgramRun: Sendable {
  /// The part of an output that is kept.
  package enum Keeping: Sendable {
    /// The first bytes, so many; a program that prints more is ended.
    case first(Int)
    /// The last bytes, so many or a few more.
    case last(Int)
  }

  /// The outcome of a run.
  package struct Outcome: Sendable {
    /// The exit of the program; `nil` when it took too long and was ended.
    package let ending: SessionProcess.Ending?
    /// The standard output, as far as it was kept.
    package let output: [UInt8]
    /// Whether there was more than `Keeping.first` allowed, and it was ended for that.
    package let isTooLong: Bool
    /// The beginning of what it wrote to standard error.
    package let log: String
  }

  /// The most bytes of a log that are looked at.
  private static let logLimit = 1 << 16

  private struct State {
    var process: SessionProcess?
    var isCancelled = false
    var isToEnd = false
  }

  private let state = Mutex(State())

  /// A run that has not begun.
  package init() {}

  /// Whether `cancel` was called.
  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Ends the program, also one that is not yet started.
  package func cancel() {
    state.withLock { $0.isCancelled = true }
    end()
  }

  /// Starts `program` and waits until it has left, for `timeLimit` at most.
  /// - Throws: `MediaError.encoderMissing` when it is not there or cannot be run, `.cannotCreate` without descriptors.
  package func run(
    _ program: String, _ arguments: [String], keeping: Keeping, timeLimit: Duration
  ) throws(MediaError) -> Outcome {
    let pipes = try Pipe.make(3, for: program)
    let output = Mutex<[UInt8]>([])
    let log = Mutex<[UInt8]>([])
    let drains = [
      OutputDrain(pipes[1].readEnd) { bytes in
        if output.withLock({ Self.keep(bytes, keeping, in: &$0) }) { self.end() }
      },
      OutputDrain(pipes[2].readEnd) { bytes in
        log.withLock { $0.append(contentsOf: bytes.prefix(Self.logLimit - $0.count)) }
      },
    ]
    defer { for drain in drains { drain.finish(within: .seconds(5)) } }
    pipes[0].closeWriteEnd()
    let process = try SessionProcess(
      program, arguments,
      .init(input: pipes[0].readEnd, output: pipes[1].writeEnd, error: pipes[2].writeEnd))
    state.withLock { state in
      state.process = process
      if state.isToEnd { process.end(SIGKILL) }
    }
    let ending = process.waitUntilEnd(timeLimit)
    if ending == nil {
      process.end(SIGKILL)
      _ = process.waitUntilEnd(.seconds(5))
    }
    for drain in drains { drain.finish(within: .seconds(5)) }
    let bytes = output.withLock { $0 }
    let isTooLong = if case .first(let limit) = keeping { bytes.count > limit } else { false }
    return Outcome(
      ending: ending, output: bytes, isTooLong: isTooLong,
      log: String(decoding: log.withLock { $0 }, as: UTF8.self))
  }

  /// Takes the next bytes of an output.
  /// - Returns: whether that is more than is allowed.
  private static func keep(
    _ bytes: UnsafeRawBufferPointer, _ keeping: Keeping, in kept: inout [UInt8]
  ) -> Bool {
    switch keeping {
    case .first(let limit):
      // One byte more tells that there was more.
      kept.append(contentsOf: bytes.prefix(limit + 1 - kept.count))
      return kept.count > limit
    case .last(let count):
      kept.append(contentsOf: bytes)
      // Moved down seldom, so that each byte moves once.
      if kept.count > 2 * count + bytes.count { kept.removeFirst(kept.count - count) }
      return false
    }
  }

  private func end() {
    state.withLock { state in
      state.isToEnd = true
      state.process?.end(SIGKILL)
    }
  }
}

/// The two ends of a new pipe, which are closed in programs that are started later.
package struct Pipe {
  package let readEnd: Int32
  package let writeEnd: Int32

  /// As many pipes as `count`, or none.
  /// - Throws: `MediaError.cannotCreate`, when there are no descriptors left.
  package static func make(_ count: Int, for name: String) throws(MediaError) -> [Pipe] {
    var pipes: [Pipe] = []
    do throws(MediaError) {
      while pipes.count < count { pipes.append(try Pipe(for: name)) }
    } catch {
      for pipe in pipes {
        _ = Glibc.close(pipe.readEnd)
        _ = Glibc.close(pipe.writeEnd)
      }
      throw error
    }
    return pipes
  }

  /// A new pipe; errors call it `name`.
  /// - Throws: `MediaError.cannotCreate`, when there are no descriptors left.
  package init(for name: String) throws(MediaError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw .cannotCreate(path: name, reason: "no pipe: " + SystemReason.text(errno))
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  /// Lets the reader see the end at once.
  package func closeWriteEnd() { _ = Glibc.close(writeEnd) }
}

/// Reads the end of a pipe until all writers have closed the other, so that none of them ever waits.
///
/// **Thread-safety:** every method may be called from any thread.
package final class OutputDrain: Sendable {
  private let isStopped = Atomic<Bool>(false)
  private let running = DispatchGroup()
  /// The pipe while it is open; what was read of it is handed on before it is free again.
  private let pipe: Mutex<Int32?>
  private let handler: @Sendable (UnsafeRawBufferPointer) -> Void

  /// Takes over `descriptor` and hands what comes to `handler`, on a thread of its own.
  package init(_ descriptor: Int32, handler: @escaping @Sendable (UnsafeRawBufferPointer) -> Void) {
    pipe = Mutex(descriptor)
    self.handler = handler
    DispatchQueue(label: "drain").async(group: running) {
      while !self.isStopped.load(ordering: .acquiring) {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, 50) > 0 else { continue }
        if self.read() == false { break }
      }
      self.pipe.withLock { $0 = nil }
      _ = close(descriptor)
    }
  }

  /// Hands on all that the pipe holds now.
  package func catchUp() { while read() == true {} }

  /// Hands on what the pipe holds, as far as it fits a buffer. Returns whether the pipe is still open; `nil` where it held
  /// nothing.
  private func read() -> Bool? {
    pipe.withLock { descriptor in
      guard let descriptor else { return false }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 0) > 0 else { return nil }
      return withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 16) { buffer in
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        if count > 0 { handler(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
        return count > 0 || count < 0 && errno == EINTR
      }
    }
  }

  /// Waits for the end of the pipe, for `limit` at most, then reads no more: a program that was left behind may
  /// hold it open.
  package func finish(within limit: DispatchTimeInterval) {
    _ = running.wait(timeout: .now() + limit)
    isStopped.store(true, ordering: .releasing)
    running.wait()
  }
}
