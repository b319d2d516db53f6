import SegueImaging
import SegueMotion
import SegueRendering
import SegueTransitions
import Synchronization
import TestSupport
import Testing

@testable import SegueRun

/// How many of several pieces of work of four frames are under way.
///
/// **Thread-safety:** may be shared.
private final class Work: Sendable {
  private let now = Atomic(0)
  private let highest = Atomic(0)

  /// The most that were under way at once.
  var most: Int { highest.load(ordering: .relaxed) }

  /// One draws this frame; the first is asked for before there is a place.
  func frame(_ index: Int) {
    if index == 1 {
      let count = now.add(1, ordering: .relaxed).newValue
      highest.max(count, ordering: .relaxed)
    }
    if index == 3 { now.subtract(1, ordering: .relaxed) }
  }
}

/// Rooms of a program's own, limits of time, and jobs as sequences.
@Suite("A program's room") struct DrawingRoomTests {
  private let picture = Snapshot(PixelBuffer(size: ImageSize(width: 16, height: 16), color: .white))

  private func request() -> RenderRequest {
    var request = RenderRequest(from: .snapshot(picture), to: .snapshot(picture))
    (request.drawing.backend, request.duration) = (.cpu, 0.1)
    return request
  }

  @Test("as many jobs are at work as the room has places, renders and frames alike", arguments: [1, 2])
  func places(jobs: Int) async throws {
    let room = DrawingRoom(jobs: jobs)
    let work = Work()
    var drawing = DrawingOptions()
    (drawing.backend, drawing.room) = (.cpu, room)
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
    #expect(work.most > 0 && work.most <= jobs)
  }

  @Test("a render waits for a place in its room, and gives it back when its task is cancelled")
  func waits() async throws {
    let room = DrawingRoom(jobs: 1)
    var request = request()
    request.drawing.room = room
    let held = try await room.place(bytes: 0)
    let waiting = Task { [request] in try await RenderJob.file(of: request, as: .raw).bytes.count }
    request.drawing.timeLimit = .milliseconds(50)
    await #expect(throws: SegueError.render(.timedOut(after: .milliseconds(50)))) {
      try await RenderJob.file(of: request, as: .raw)
    }
    waiting.cancel()
    await #expect(throws: SegueError.cancelled) { try await waiting.value }
    #expect(held === held)
  }

  @Test("a job that takes longer than its time ends, and leaves nothing")
  func limit() async throws {
    let place = try Workplace()
    var request = request()
    request.output = OutputRequest(place.file("long.apng"))
    (request.duration, request.drawing.timeLimit) = (3600, .milliseconds(100))
    await #expect(throws: SegueError.render(.timedOut(after: .milliseconds(100)))) {
      try await RenderJob(request).run()
    }
    #expect(place.names().isEmpty)
    (request.duration, request.drawing.timeLimit) = (0.1, .seconds(300))
    #expect(try await RenderJob(request).run().frames == 7)
  }

  @Test("who stops reading a job's events ends the job")
  func stops() async throws {
    let place = try Workplace()
    var request = request()
    request.output = OutputRequest(place.file("long.apng"))
    request.duration = 3600
    for try await event in try RenderJob(request).events {
      if case .progress(let done, _) = event, done > 5 { break }
    }
    for _ in 0..<200 where !place.names().isEmpty { try await Task.sleep(for: .milliseconds(50)) }
    #expect(place.names().isEmpty)
  }

  @Test("one frame is a picture and needs no sequence")
  func still() async throws {
    let place = try Workplace()
    let pair = try SnapshotPair(from: picture, to: picture)
    let report = try await pair.write([.snapshot(.to)], to: OutputRequest(place.file("still.png")))
    #expect(report.outputs == [place.file("still.png")])
    await #expect(
      throws: SegueError.usage(
        .conflict(.onePicture(path: place.file("two.png"), takesProgress: false)))
    ) {
      try await pair.write([.snapshot(.from), .snapshot(.to)], to: OutputRequest(place.file("two.png")))
    }
  }
}
