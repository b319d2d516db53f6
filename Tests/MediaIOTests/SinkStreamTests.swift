import Foundation
import Glibc
import SegueImaging
import TestSupport
import Testing

@testable import SegueMedia
@testable import SegueSystem

@Suite("Streams and clean-up on signals") struct SinkStreamTests {
  let size = ImageSize(width: 6, height: 4)

  @Test("raw output consists of consecutive frames")
  func raw() throws {
    let folder = try Workplace()
    let sink = RawSink(.file(path: folder.file("a.raw"), overwrite: false))
    try sink.open()
    var expected: [UInt8] = []
    for index in 0..<3 {
      let frame = makeFrame(size, .rgba8, seed: index)
      expected += Array(frame.bytes)
      try sink.write(frame, index: index)
    }
    #expect(folder.bytes("a.raw") == nil)
    #expect(try sink.finish() == [folder.file("a.raw")])
    #expect(folder.bytes("a.raw") == expected)
    #expect(folder.names() == ["a.raw"])
  }

  @Test("Y4M has a header and a line for each frame")
  func y4m() throws {
    let folder = try Workplace()
    let shape = VideoShape(size: size, rateNumerator: 30000, rateDenominator: 1001)
    let sink = try Y4MSink(.file(path: folder.file("a.y4m"), overwrite: false), shape: shape)
    try sink.open()
    var expected = Array("YUV4MPEG2 W6 H4 F30000:1001 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\n".utf8)
    for index in 5..<7 {
      let frame = makeFrame(size, .yuv420p, seed: index)
      expected += Array("FRAME\n".utf8) + Array(frame.bytes)
      try sink.write(frame, index: index)
    }
    _ = try sink.finish()
    #expect(folder.bytes("a.y4m") == expected)
  }

  @Test("Y4M rejects odd sides")
  func oddSide() {
    let shape = VideoShape(size: ImageSize(width: 7, height: 4), rateNumerator: 60)
    let failure = #expect(throws: MediaError.self) { try Y4MSink(.standardOutput, shape: shape) }
    #expect(failure == .oddSides(shape.size, format: "y4m"))
    #expect(failure?.localizedDescription.contains("6x4") == true)
  }

  @Test("every frame is released if the disk is full")
  func releasedFrames() throws {
    let sink = RawSink(.file(path: "/dev/full", overwrite: true))
    try sink.open()
    let released = Counter()
    let frame = makeFrame(size, .rgba8, seed: 0) { released.add() }
    #expect(throws: SystemError.writeFailed(path: "/dev/full", reason: "No space left on device")) {
      try sink.write(frame, index: 0)
    }
    #expect(released.value == 1)
    sink.abort()
    #expect(try OutputPath.kind(of: "/dev/full") == .special)
  }

  @Test("an abort leaves no file")
  func abort() throws {
    let folder = try Workplace()
    let sink = RawSink(.file(path: folder.file("a.raw"), overwrite: false))
    try sink.open()
    try sink.write(makeFrame(size, .rgba8, seed: 0), index: 0)
    sink.abort()
    #expect(folder.names().isEmpty)
    #expect(throws: SystemError.cancelled) { try sink.write(makeFrame(size, .rgba8, seed: 0), index: 1) }
  }

  @Test("a FIFO is written to without being replaced")
  func fifo() async throws {
    let folder = try Workplace()
    let path = folder.file("fifo")
    #expect(mkfifo(path, 0o600) == 0)
    async let received = onThread { readFifo(path).count }
    try await onThread {
      let sink = RawSink(.file(path: path, overwrite: true))
      try sink.open()
      // More than the capacity of a pipe.
      let size = ImageSize(width: 1024, height: 1024)
      for index in 0..<2 { try sink.write(makeFrame(size, .rgba8, seed: index), index: index) }
      _ = try sink.finish()
    }
    #expect(try await received == 2 * 4 * 1024 * 1024)
    #expect(try OutputPath.kind(of: path) == .special)
  }

  @Test("waiting for a FIFO's reader can be cancelled")
  func cancelledOpening() async throws {
    let folder = try Workplace()
    let path = folder.file("fifo")
    #expect(mkfifo(path, 0o600) == 0)
    let sink = RawSink(.file(path: path, overwrite: true))
    let begun = DispatchSemaphore(value: 0)
    async let outcome = onThread {
      begun.signal()
      return error { try sink.open() }
    }
    #expect(try await onThread { begun.isSignaled() })
    sink.cancel()
    #expect(try await outcome == .cancelled)
    // The second check follows a wait.
    let asked = Counter()
    let output = try AtomicOutput(path: path, overwrite: true)
    #expect(throws: SystemError.cancelled) {
      _ = try StreamDescriptor.open(output) {
        asked.add()
        return asked.value > 1
      }
    }
  }

  @Test("waiting for a slow reader can be cancelled")
  func cancelledWrite() async throws {
    let pipe = try Pipe(for: "test")
    _ = fcntl(pipe.writeEnd, F_SETFL, O_NONBLOCK)
    // A write that starts to wait reads the time.
    let waits = DispatchSemaphore(value: 0)
    let time = StallTime {
      waits.signal()
      return ContinuousClock.now
    }
    let writer = DescriptorWriter(
      descriptor: pipe.writeEnd, waitsForReader: true, stallLimit: nil, time: time)
    async let outcome = onThread { failure(of: writer, bytes: 3 << 20) }
    #expect(try await onThread { waits.isSignaled() })
    writer.cancel()
    #expect(try await outcome == .cancelled)
    #expect(Glibc.close(pipe.readEnd) == 0)
  }

  @Test("a reader that closes the pipe is an error")
  func lostReader() throws {
    let pipe = try Pipe(for: "test")
    let writer = DescriptorWriter(descriptor: pipe.writeEnd, waitsForReader: false, stallLimit: nil)
    #expect(Glibc.close(pipe.readEnd) == 0)
    #expect(failure(of: writer, bytes: 1) == .system(EPIPE))
  }

  @Test("a broken pipe does not change the process's signal handling")
  func signalHandling() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_DFL)
      var before = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &before)
      let pipe = try Pipe(for: "test")
      let writer = DescriptorWriter(descriptor: pipe.writeEnd, waitsForReader: false, stallLimit: nil)
      _ = Glibc.close(pipe.readEnd)
      let isError = failure(of: writer, bytes: 1) == .system(EPIPE)
      var (action, after, waiting) = (sigaction(), sigset_t(), sigset_t())
      sigaction(SIGPIPE, nil, &action)
      pthread_sigmask(SIG_BLOCK, nil, &after)
      sigpending(&waiting)
      let isSame =
        action.__sigaction_handler.sa_handler == nil && sigismember(&waiting, SIGPIPE) == 0
        && sigismember(&after, SIGPIPE) == sigismember(&before, SIGPIPE)
      _exit(isError && isSame ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  @Test("an animation's file has the bytes of its encoder")
  func animation() throws {
    let folder = try Workplace()
    let sink = AnimationSink(
      .file(path: folder.file("a.webp"), overwrite: false), encoder: FakeAnimationEncoder())
    try sink.open()
    for index in 3..<6 { try sink.write(makeFrame(size, .rgba8, seed: index), index: index) }
    #expect(try sink.finish() == [folder.file("a.webp")])
    #expect(folder.text("a.webp") == "3 4 5 end")
  }

  @Test("a still picture is written as one file")
  func still() throws {
    let folder = try Workplace()
    let sink = StillSink(.file(path: folder.file("a.png"), overwrite: false), encoder: FakeStillEncoder())
    try sink.open()
    try sink.write(makeFrame(size, .rgba8, seed: 1), index: 0)
    #expect(try sink.finish() == [folder.file("a.png")])
    #expect(folder.text("a.png") == "frame 31")
  }

  @Test("the emergency exit removes unfinished outputs")
  func emergency() async {
    await #expect(processExitsWith: .success) {
      let (takenBack, late) = (Counter(), Counter())
      let making = DispatchSemaphore(value: 0)
      // A thread that is wrongly not blocked has this time to show it.
      @Sendable func letOthersRun() { usleep(200_000) }
      Thread.detachNewThread {
        _ = EmergencyCleanup.enter {
          making.signal()
          letOthersRun()
        } undo: {
          takenBack.add()
        }
      }
      guard making.isSignaled() else { _exit(EXIT_FAILURE) }
      EmergencyCleanup.run {
        Thread.detachNewThread {
          _ = EmergencyCleanup.enter {
            late.add()
          } undo: {
          }
        }
        letOthersRun()
        _exit(takenBack.value == 1 && late.value == 0 ? EXIT_SUCCESS : EXIT_FAILURE)
      }
    }
  }

  @Test("the emergency exit ends encoders")
  func emergencyTakesAll() async {
    await #expect(processExitsWith: .success) {
      let folder = try Workplace()
      let output = try AtomicOutput(path: folder.file("a.mp4"), overwrite: false)
      let sequence = try SequenceFolder(
        SequencePattern(folder.file("new/frames/")), frames: 0..<3, overwrite: false)
      try sequence.write([1, 2, 3], index: 0)
      let sleeper = try ChildProcess("sleep", ["1000"], output: .nothing, error: .nothing)
      guard let number = sleeper.processID, kill(number, 0) == 0, folder.names().count == 2 else {
        _exit(EXIT_FAILURE)
      }
      EmergencyCleanup.run {
        // Both outputs are kept alive until here, so that only the emergency exit removes them.
        let isClean = withExtendedLifetime((output, sequence)) { folder.names().isEmpty }
        // `waitForExit` would also wait for the emergency exit.
        let end = ContinuousClock.now + .seconds(60)
        while sleeper.processID != nil, ContinuousClock.now < end { sched_yield() }
        try? FileManager.default.removeItem(atPath: folder.path)
        _exit(isClean && sleeper.processID == nil ? EXIT_SUCCESS : EXIT_FAILURE)
      }
    }
  }

  @Test("the emergency exit keeps finished outputs")
  func done() throws {
    let folder = try Workplace()
    let removed = Counter()
    let (_, entry) = EmergencyCleanup.enter {
    } undo: {
      removed.add()
    }
    EmergencyCleanup.remove(entry)
    // Only this suite's entry is checked: other suites run at the same time and must keep theirs.
    let output = try AtomicOutput(path: folder.file("x"), overwrite: false)
    #expect(EmergencyCleanup.count > 0)
    output.abort()
    #expect(removed.value == 0)
    #expect(folder.names().isEmpty)
  }
}

private final class FakeAnimationEncoder: AnimationEncoder {
  var capacity: Int { 2 }

  func add(_ frame: VideoFrame, index: Int) throws -> [UInt8] {
    frame.release()
    return Array("\(index) ".utf8)
  }

  func finish() throws -> [UInt8] { Array("end".utf8) }
}

private func failure(of writer: DescriptorWriter, bytes: Int) -> StreamFailure? {
  let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 16)
  defer { memory.deallocate() }
  memory.initializeMemory(as: UInt8.self, repeating: 1)
  do throws(StreamFailure) {
    try writer.write(UnsafeRawBufferPointer(memory))
    return nil
  } catch {
    return error
  }
}
