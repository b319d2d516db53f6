import Dispatch
import SegueFields
import SegueImaging
import SegueMotion
import SegueRendering
import SegueTransitions
import Synchronization
import TestSupport
import Testing

@testable import SegueRun

/// Counts the concurrent pieces of work, each of four frames.
///
/// **Thread-safety:** may be shared.
private final class Work: Sendable {
  private let now = Atomic(0)
  private let highest = Atomic(0)

  /// The largest number of concurrent pieces.
  var maximum: Int { highest.load(ordering: .relaxed) }

  /// Draws a frame of a piece. Frame 0 is requested before the piece has a slot.
  func frame(_ index: Int) {
    if index == 1 {
      let count = now.add(1, ordering: .relaxed).newValue
      highest.max(count, ordering: .relaxed)
    }
    if index == 3 { now.subtract(1, ordering: .relaxed) }
  }
}

/// Counts the frames that closures have rendered.
///
/// **Thread-safety:** may be shared.
private final class Count: Sendable {
  private let value = Atomic(0)

  func add(_ frames: Int) { value.add(frames, ordering: .relaxed) }

  /// The number of frames since the last call.
  func take() -> Int { value.exchange(0, ordering: .relaxed) }
}

/// Pools with their own limits, time limits, and jobs as sequences of events.
@Suite("Render pools") struct RenderPoolTests {
  private let picture = Snapshot(PixelBuffer(size: ImageSize(width: 16, height: 16), color: .white))

  private func request() -> RenderRequest {
    var request = RenderRequest(from: .snapshot(picture), to: .snapshot(picture))
    (request.drawing.backend, request.duration) = (.cpu, 0.1)
    return request
  }

  @Test("a pool never runs more jobs at once than it has slots", arguments: [1, 2])
  func places(jobs: Int) async throws {
    let pool = try RenderPool(jobs: jobs)
    let work = Work()
    var drawing = DrawingOptions()
    (drawing.backend, drawing.pool) = (.cpu, pool)
    let renderer = try FrameRenderer(size: picture.size, drawing: drawing)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          _ = try await renderer.bytes(4, as: .raw) { index in
            work.frame(index)
            return FrameRequest(.snapshot(.from), outgoing: picture, incoming: picture)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(work.maximum > 0 && work.maximum <= jobs)
  }

  @Test("a cancelled render frees its slot")
  func waits() async throws {
    let pool = try RenderPool(jobs: 1)
    var request = request()
    request.drawing.pool = pool
    let held = try await pool.reserve(bytes: 0)
    let waiting = Task { [request] in try await RenderJob.file(of: request, as: .raw).bytes.count }
    request.drawing.timeLimit = .milliseconds(50)
    await #expect(throws: SegueError(RenderError.timedOut(after: .milliseconds(50)))) {
      try await RenderJob.file(of: request, as: .raw)
    }
    waiting.cancel()
    await #expect(throws: SegueError.cancelled) { try await waiting.value }
    #expect(held === held)
  }

  @Test("a job that exceeds its time limit leaves no file")
  func limit() async throws {
    let place = try Workplace()
    var request = request()
    request.output = OutputRequest(place.file("long.apng"))
    (request.duration, request.drawing.timeLimit) = (3600, .milliseconds(100))
    await #expect(throws: SegueError(RenderError.timedOut(after: .milliseconds(100)))) {
      try await RenderJob(request).run()
    }
    #expect(place.names().isEmpty)
    (request.duration, request.drawing.timeLimit) = (0.1, .seconds(300))
    #expect(try await RenderJob(request).run().frames == 7)
  }

  @Test("ending the iteration of a job's events cancels the job")
  func stops() async throws {
    let place = try Workplace()
    var request = request()
    request.output = OutputRequest(place.file("long.apng"))
    request.duration = 3600
    for try await event in try RenderJob(request).events {
      if case .progress(let done, _) = event, done > 5 { break }
    }
    try await waitUntil { place.names().isEmpty }
  }

  @Test("only a cancelled loop over events throws")
  func cancelledEvents() async throws {
    let place = try Workplace()
    var request = request()
    request.output = OutputRequest(place.file("long.apng"))
    request.duration = 3600
    let cancelled = Task { [request] in
      for try await event in try RenderJob(request).events {
        if case .progress = event { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await #expect(throws: SegueError.cancelled) { try await cancelled.value }
    try await waitUntil { place.names().isEmpty }
    request.duration = 0.1
    let finished = Task { [request] in
      var frames = 0
      for try await event in try RenderJob(request).events {
        guard case .finished(let report) = event else { continue }
        frames = report.frames
        withUnsafeCurrentTask { $0?.cancel() }
      }
      return frames
    }
    #expect(try await finished.value == 7)
  }

  @Test(
    "nested loops over frames and jobs do not deadlock a pool with one slot",
    .timeLimit(.minutes(5)))
  func nestedLoops() async throws {
    var drawing = DrawingOptions()
    (drawing.backend, drawing.pool) = (.cpu, try RenderPool(jobs: 1, memory: 1))
    var request = request()
    request.drawing = drawing
    let renderer = try FrameRenderer(size: picture.size, drawing: drawing)
    let frame = FrameRequest(.snapshot(.from), outgoing: picture, incoming: picture)
    let frames = renderer.frames(of: Array(repeating: frame, count: 4))
    var counts = (pictures: 0, renders: 0, frames: 0)
    for try await made in frames {
      counts.pictures += try await made.encoded(as: .png, drawing: drawing).isEmpty ? 0 : 1
      counts.renders += try await RenderJob.file(of: request, as: .raw).report.frames
      for try await _ in frames { counts.frames += 1 }
      for try await event in try RenderJob(still(request)).events {
        if case .finished = event { counts.renders += 1 }
      }
    }
    #expect(counts == (4, 32, 16))
    // Four loops run at once.
    let all = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask { [drawing] in
          var count = 0
          for try await made in frames {
            count += try await made.encoded(as: .png, drawing: drawing).isEmpty ? 0 : 1
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(all == 16)
  }

  private func still(_ request: RenderRequest) throws -> RenderRequest {
    var still = request
    (still.stillProgress, still.output) = (0.5, OutputRequest("/dev/null"))
    (still.output.format, still.output.overwrites) = (.raw, true)
    return still
  }

  @Test("renders started in a job's closures use the job's slot", .timeLimit(.minutes(5)))
  func nestedClosures() async throws {
    var drawing = DrawingOptions()
    (drawing.backend, drawing.pool) = (.cpu, try RenderPool(jobs: 1))
    var request = request()
    request.drawing = drawing
    let renderer = try FrameRenderer(size: picture.size, drawing: drawing)
    let frame = FrameRequest(.snapshot(.from), outgoing: picture, incoming: picture)
    let renders = Count()
    let inner = request
    /// Renders and blocks until done, for closures that cannot be asynchronous.
    @Sendable func render() {
      let done = DispatchSemaphore(value: 0)
      Task {
        let frames = try? await RenderJob.file(of: inner, as: .raw).report.frames
        renders.add(frames ?? 0)
        done.signal()
      }
      done.wait()
    }
    try await renderer.draw(1, take: { _, _ in render() }, frame: { _ in frame })
    #expect(renders.take() == 7)
    // Frame 0 is requested before the job has a slot.
    _ = try await renderer.bytes(2, as: .raw) { index in
      if index == 1 { render() }
      return frame
    }
    #expect(renders.take() == 7)
    let place = try Workplace()
    try await renderer.write(
      1, to: OutputRequest(place.file("a.webp")), onProgress: { _, _ in render() }, frame: { _ in frame })
    #expect(renders.take() == 7)
    try await RenderJob(still(request)).run(onProgress: { _, _ in render() }, onNote: { _ in render() })
    #expect(renders.take() >= 14)
    // Work that a closure started and left behind waits for a slot.
    let late = Mutex<Task<Int, any Error>?>(nil)
    let held = try await drawing.pool.reserve(bytes: 0)
    drawing.pool = try RenderPool(jobs: 1)
    request.drawing = drawing
    try await RenderJob(still(request)).run(onProgress: { [request] _, _ in
      late.withLock { $0 = Task { try await RenderJob.file(of: request, as: .raw).report.frames } }
    })
    #expect(try await late.withLock { $0 }?.value == 7)
    #expect(held === held)
  }

  @Test("a pool without slots or memory is an error", arguments: [(0, 1), (-1, nil), (1, 0)])
  func impossible(jobs: Int, memory: Int?) {
    #expect(throws: SegueError.self) { try RenderPool(jobs: jobs, memory: memory) }
  }

  @Test("a timeline's invalid duration is an error even if the request overrides it")
  func replacedDuration() async throws {
    var request = request()
    request.timeline = Timeline(duration: .nan, events: [TimelineEvent(at: 0, .begin)])
    await #expect(throws: SegueError.self) { try await RenderJob.file(of: request, as: .raw) }
    request.timeline?.duration = 5
    #expect(try await RenderJob.file(of: request, as: .raw).report.frames == 7)
  }

  @Test("a single frame is written as a picture")
  func still() async throws {
    let place = try Workplace()
    let pair = try SnapshotPair(from: picture, to: picture)
    let report = try await pair.write([.snapshot(.to)], to: OutputRequest(place.file("still.png")))
    #expect(report.outputs == [place.file("still.png")])
    await #expect(
      throws: SegueError(
        UsageError.conflict(.onePicture(path: place.file("two.png"), takesProgress: false)))
    ) {
      try await pair.write([.snapshot(.from), .snapshot(.to)], to: OutputRequest(place.file("two.png")))
    }
  }
}
