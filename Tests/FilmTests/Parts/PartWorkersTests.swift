import Dispatch
import SegueFields
import SegueRun
import SegueSystem
import Synchronization
import TestSupport
import Testing

@testable import SegueFilm

/// Parts of films that are made concurrently, by closures instead of encoders.
@Suite("Workers of parts") struct PartWorkersTests {
  private let place: Workplace
  private struct Broken: Error, Equatable {
    var frames: Int
  }

  init() throws { place = try Workplace() }

  /// Parts of the lengths `frames`. With `keys` they are chunks of `folder`.
  private func parts(_ frames: [Int], _ folder: ChunkFolder? = nil, keys: [String] = []) -> [FilmPart] {
    frames.indices.map { index in
      let key = folder.map { _ in ChunkKey([keys[index]]) }
      let path = key.flatMap { folder?.file($0) } ?? ""
      return FilmPart(origin: .frames(nil, path: path), frames: 0..<frames[index], key: key)
    }
  }

  private func report(_ part: FilmPart) -> RunReport {
    var report = RunReport()
    report.frameCount = part.frames.count
    report.notices = ["\(part.frames.count)", "all"].map { Notice(.warning, $0) }
    return report
  }

  @Test("the report has the warnings of concurrent parts in order")
  func together() throws {
    let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let progress = Mutex([Int]())
    let workers = PartWorkers(parts([3, 2]), keptIn: nil) { done, total in
      progress.withLock { $0.append(done * 100 + total) }
    } maker: { part, onFrame, _ in
      // Each part waits until the other has begun.
      let (mine, other) = part.frames.count == 3 ? (first, second) : (second, first)
      mine.signal()
      #expect(other.wait(timeout: .now() + 60) == .success)
      for _ in part.frames { onFrame() }
      return report(part)
    }
    let (made, rendered) = try workers.make(2, StopSignal())
    #expect(made.frameCount == 5 && made.warnings == ["3", "all", "2"] && rendered == 0)
    #expect(progress.withLock { $0 } == [105, 205, 305, 405, 505])
  }

  @Test("the sound's warnings follow the pictures' warnings, even if both are made at once")
  func sound() throws {
    let (picture, sound) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let all = parts([3, 2]) + [FilmPart(origin: .sound(path: ""))]
    let workers = PartWorkers(all, keptIn: nil, onProgress: { _, _ in }) { part, _, _ in
      if part.frames.isEmpty {
        sound.signal()
        #expect(picture.wait(timeout: .now() + 60) == .success)
      } else if part.frames.count == 3 {
        picture.signal()
        #expect(sound.wait(timeout: .now() + 60) == .success)
      }
      return report(part)
    }
    let (made, _) = try workers.make(1, StopSignal())
    #expect(made.frameCount == 5 && made.warnings == ["3", "all", "2", "0"])
  }

  @Test("a failure stops the later parts")
  func failure() throws {
    let begun = Mutex(0)
    let isWaiting = DispatchSemaphore(value: 0)
    let workers = PartWorkers(parts([1, 2, 3, 4]), keptIn: nil, onProgress: { _, _ in }) { part, _, stop in
      begun.withLock { $0 += 1 }
      if part.frames.count == 2 {
        let ended = DispatchSemaphore(value: 0)
        stop.onSet { ended.signal() }
        isWaiting.signal()
        #expect(ended.wait(timeout: .now() + 60) == .success)
        throw SystemError.cancelled
      }
      isWaiting.wait()
      throw Broken(frames: part.frames.count)
    }
    #expect(throws: Broken(frames: 1)) { try workers.make(2, StopSignal()) }
    #expect(begun.withLock { $0 } == 2)
  }

  @Test(
    "the failure of the earliest part is thrown")
  func earliestFailure() throws {
    let secondFailed = DispatchSemaphore(value: 0)
    let sound = FilmPart(origin: .sound(path: ""))
    let workers = PartWorkers([sound] + parts([1, 2]), keptIn: nil, onProgress: { _, _ in }) {
      part, _, stop in
      if part.frames.count == 2 { throw Broken(frames: 2) }
      if part.frames.isEmpty {
        let ended = DispatchSemaphore(value: 0)
        stop.onSet { ended.signal() }
        #expect(ended.wait(timeout: .now() + 60) == .success)
        secondFailed.signal()
        throw SystemError.cancelled
      }
      #expect(secondFailed.wait(timeout: .now() + 60) == .success)
      #expect(!stop.isSet)
      throw Broken(frames: 1)
    }
    #expect(throws: Broken(frames: 1)) { try workers.make(3, StopSignal()) }
  }

  @Test("a stop cancels the workers")
  func stopped() throws {
    let stop = StopSignal()
    let workers = PartWorkers(parts([1, 2]), keptIn: nil, onProgress: { _, _ in }) { part, _, _ in
      stop.set()
      return report(part)
    }
    #expect(throws: SystemError.cancelled) { try workers.make(1, stop) }
  }

  @Test("a failure is thrown even if a stop follows it")
  func stoppedLater() throws {
    let stop = StopSignal()
    let workers = PartWorkers(parts([1, 2]), keptIn: nil, onProgress: { _, _ in }) { part, _, ended in
      if part.frames.count == 1 { throw Broken(frames: 1) }
      // The first part has failed when the second is stopped.
      let isEnded = DispatchSemaphore(value: 0)
      ended.onSet { isEnded.signal() }
      #expect(isEnded.wait(timeout: .now() + 60) == .success)
      stop.set()
      throw SystemError.cancelled
    }
    #expect(throws: Broken(frames: 1)) { try workers.make(2, stop) }
  }

  @Test("a failure after a stop is thrown unless the stop caused it")
  func failsAfterStop() {
    func make(throwing error: any Error) throws {
      let stop = StopSignal()
      let workers = PartWorkers(parts([1, 2]), keptIn: nil, onProgress: { _, _ in }) { _, _, _ in
        stop.set()
        throw error
      }
      _ = try workers.make(1, stop)
    }
    #expect(throws: Broken(frames: 1)) { try make(throwing: Broken(frames: 1)) }
    let ended = SystemError.programFailed(name: "ffmpeg", reason: "exited with status 1", log: [])
    #expect(throws: SystemError.cancelled) { try make(throwing: ended) }
  }

  @Test("chunks are kept with their warnings")
  func kept() throws {
    let folder = try ChunkFolder(path: place.file("kept"))
    let made = Mutex([Int]())
    let progress = Mutex([Int]())
    func workers(_ frames: [Int], _ keys: [String]) -> PartWorkers {
      PartWorkers(parts(frames, folder, keys: keys), keptIn: folder) { done, total in
        progress.withLock { $0.append(done * 100 + total) }
      } maker: { [place] part, onFrame, _ in
        made.withLock { $0.append(part.frames.count) }
        for _ in part.frames { onFrame() }
        try place.write("frames", to: "kept/\(part.key?.hash ?? "").nut")
        return report(part)
      }
    }
    let (first, count) = try workers([2, 1], ["a", "b"]).make(2, StopSignal())
    #expect(first.frameCount == 3 && count == 2 && made.withLock { $0.sorted() } == [1, 2])
    made.withLock { $0 = [] }
    progress.withLock { $0 = [] }
    let (second, again) = try workers([2, 3, 3, 1], ["a", "c", "c", "b"]).make(2, StopSignal())
    #expect(made.withLock { $0 } == [3] && again == 1)
    #expect(second.frameCount == 3 && second.warnings == ["2", "all", "3", "1"])
    #expect(progress.withLock { $0 } == [106, 206, 306, 606])
    #expect(place.names(in: "kept").allSatisfy { !$0.hasPrefix(".") })
  }

  @Test("a chunk of another process is awaited and used")
  func elsewhere() throws {
    let folder = try ChunkFolder(path: place.file("kept"))
    let all = parts([1, 2], folder, keys: ["a", "b"])
    let claim = Mutex(try folder.claim(try #require(all[0].key).hash))
    #expect(claim.withLock { $0 != nil })
    let workers = PartWorkers(all, keptIn: folder, onProgress: { _, _ in }) { [place] part, _, _ in
      try place.write("frames", to: "kept/\(part.key?.hash ?? "").nut")
      // The other process finishes the first chunk while the second is made.
      #expect(part.frames.count == 2)
      if let key = all[0].key {
        try place.write("theirs", to: "kept/\(key.hash).nut")
        try folder.finish(key, frames: 1, notices: [Notice(.warning, "theirs")])
      }
      claim.withLock { $0 = nil }
      return report(part)
    }
    let (made, rendered) = try workers.make(1, StopSignal())
    #expect(rendered == 1 && made.frameCount == 2 && made.warnings == ["theirs", "2", "all"])
  }

  @Test("cores, memory and the pool limit the number of workers")
  func count() {
    var drawing = DrawingOptions()
    let pool = RenderPool(jobs: 1, threads: nil, memory: 1000, pictureBytes: 0)
    let counts = [(8, 1), (8, 300), (8, 999), (8, 5000), (3, 1), (1, 1)].map { threads, bytes in
      drawing.threads = threads
      return PartWorkers.count(drawing, bytes: bytes, in: pool)
    }
    #expect(counts == [4, 3, 1, 1, 3, 1])
    drawing.threads = 8
    #expect(PartWorkers.count(drawing, bytes: MachineMemory.half / 2, in: .shared) == 2)
    #expect(PartWorkers.count(drawing, bytes: .max, in: .shared) == 1)
  }
}
