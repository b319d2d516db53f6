import Foundation
import SegueCPU
import SegueFilms
import SegueImaging
import SegueMedia
import SegueRendering
import Synchronization
import TestSupport
import Testing

@testable import SegueRun
@testable import SegueSystem

/// Pictures, renderers and memory that the jobs of a batch share.
@Suite("Shared resources of a batch") struct BatchResourceTests {
  private final class Made: Sendable { let count = Mutex(0) }

  private let place: Workplace
  private let limits = DecodingLimits()

  init() throws { place = try Workplace() }

  /// A PNG file of one colour.
  private func picture(_ name: String, _ width: Int = 8, _ height: Int = 6, red: UInt8 = 200) throws -> String
  {
    let color = RGBAColor(red: red, green: 10, blue: 20)
    return try place.write(
      Snapshot(PixelBuffer(size: ImageSize(width: width, height: height), color: color)), to: name)
  }

  @Test("a picture is decoded and fitted once for concurrent requests")
  func shared() async throws {
    let path = try picture("a.png")
    let pictures = SharedPictures(byteBudget: 1 << 20)
    let size = ImageSize(width: 4, height: 3)
    let found = try await withThrowingTaskGroup(of: Snapshot.self) { [limits] group in
      for _ in 0..<8 {
        group.addTask {
          let opened = try await pictures.open(path: path, limits: limits)
          return try await pictures.fitted(opened, to: size, fit: .cover)
        }
      }
      return try await group.reduce(into: [Snapshot]()) { $0.append($1) }
    }
    // Snapshots are equal if they are the same object.
    #expect(Set(found).count == 1 && found[0].size == size)
    #expect(pictures.knownSize(path: path, moment: .first, limits: limits) == ImageSize(width: 8, height: 6))
    // The file changes, and so does the picture.
    _ = try picture("a.png", 10, 6, red: 7)
    let changed = try await pictures.open(path: path, limits: limits)
    #expect(changed.size.width == 10)
    #expect(try await pictures.fitted(changed, to: size, fit: .cover)[1, 1].red == 7)
  }

  @Test("a waiting task gets its picture if the task that decodes it is cancelled")
  func cancelled() async throws {
    // The second task waits for the first one's picture, or already has it.
    let joined = AsyncStream<Void>.makeStream()
    let pictures = SharedPictures(byteBudget: 1 << 20) { joined.continuation.finish() }
    let limits = limits
    let path = try picture("large.png", 3000, 3000)
    let first = Task { try await pictures.open(path: path, limits: limits).size }
    let second = Task {
      defer { joined.continuation.finish() }
      return try await pictures.open(path: path, limits: limits).size
    }
    for await _ in joined.stream {}
    first.cancel()
    #expect(try await second.value == ImageSize(width: 3000, height: 3000))
    // The first task may have finished before it was cancelled.
    if case .failure(let error) = await first.result { #expect(error as? SystemError == .cancelled) }
  }

  @Test("cached pictures stay within the memory budget")
  func budget() async throws {
    let paths = try (0..<3).map { try picture("\($0).png", red: UInt8($0)) }
    let bytes = 8 * 6 * 4
    for (budget, isKept) in [
      (bytes, [false, false, true]), (3 * bytes, [true, true, true]), (0, [false, false, false]),
    ] {
      let pictures = SharedPictures(byteBudget: budget)
      var first: [Snapshot] = []
      for path in paths {
        first.append(try await pictures.snapshot(pictures.open(path: path, limits: limits)))
      }
      // The order is reversed, since reading a picture again may remove the oldest picture.
      for index in [2, 1, 0] {
        let again = try await pictures.snapshot(pictures.open(path: paths[index], limits: limits))
        #expect((again == first[index]) == isKept[index], "\(budget) \(index)")
      }
    }
  }

  @Test("a failure to read a picture is not cached")
  func missing() async throws {
    let pictures = SharedPictures(byteBudget: 1 << 20)
    let path = place.path + "/none.png"
    await #expect(throws: SystemError.self) { try await pictures.open(path: path, limits: limits) }
    _ = try picture("none.png")
    #expect(try await pictures.open(path: path, limits: limits).isOpaque)
  }

  @Test("a picture's size is read from its first bytes unless the picture needs ffmpeg")
  func size() throws {
    let decoder = ImageDecoder()
    #expect(decoder.size(path: try picture("s.png", 31, 17)) == ImageSize(width: 31, height: 17))
    try place.write("no picture", to: "text")
    #expect(
      decoder.size(path: place.path + "/text") == nil && decoder.size(path: place.path + "/none") == nil)
  }

  @Test("a renderer is reused unless its run failed")
  func warmRenderers() async throws {
    let thread = DrawingThread(byteBudget: 1 << 20)
    let made = Made()
    let purpose = RendererCache.Key(
      size: ImageSize(width: 4, height: 4), format: .rgba8, backend: .cpu, device: nil, requiresGPU: false,
      verification: .none, threads: 1, needsOpenGL: false, framesHeld: 2)
    func use(_ purpose: RendererCache.Key, failing: Bool = false) async throws -> Int {
      try await withCheckedThrowingContinuation { continuation in
        thread.perform {
          continuation.resume(
            with: Result {
              let kept = try thread.renderers.renderer(for: purpose) {
                made.count.withLock { $0 += 1 }
                return RendererCache.CachedRenderer(
                  renderer: CPURenderer(size: purpose.size, format: .rgba8, threads: 1, extraSlots: 2),
                  reason: "asked for", notices: [])
              }
              let picture = Snapshot(PixelBuffer(size: purpose.size))
              let request = FrameRequest(.snapshot(.from), outgoing: picture, incoming: picture)
              try kept.renderer.submit(request)
              // A renderer that is closed with a frame in flight is not reused.
              if !failing { try kept.renderer.receive().release() }
              kept.renderer.close()
              return made.count.withLock { $0 }
            })
        }
      }
    }
    #expect(try await use(purpose) == 1)
    #expect(try await use(purpose) == 1)
    var other = purpose
    other.framesHeld = 3
    #expect(try await use(other) == 2)
    #expect(try await use(purpose) == 2)
    #expect(try await use(purpose, failing: true) == 2)
    #expect(try await use(purpose) == 3)
    await thread.close()
  }
}
