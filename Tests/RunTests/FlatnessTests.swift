import Foundation
import Segue
import SegueImaging
import SegueMedia
import TestSupport
import Testing

@testable import SegueRun

/// The resources of this process, as counted by the system.
private enum Holdings {
  static var descriptors: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }

  static var threads: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
  }

  /// The descriptors and threads that a driver may add later. Mesa writes its shader cache in up to four threads, which
  /// start on demand with the lowest priority.
  static let drivers = 8

  /// Memory in use, after returning the C library's free lists, which grow with the number of threads and vary by
  /// tens of megabytes.
  static var residentBytes: Int {
    if let symbol = dlsym(nil, "malloc_trim") {
      _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
    }
    return residentBytesWithHoards
  }

  static var residentBytesWithHoards: Int {
    let words =
      (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}

@Suite("Resources of many renders", .takesLong) struct FlatnessTests {
  @Test("freed pixels are returned to the system by every thread")
  func pixels() async {
    await #expect(processExitsWith: .success) {
      let size = ImageSize(width: 1024, height: 750)
      let before = Holdings.residentBytesWithHoards
      // Forty threads at once, each with 12 MB of pictures.
      let (start, end) = (DispatchGroup(), DispatchSemaphore(value: 0))
      for _ in 0..<40 {
        start.enter()
        Thread.detachNewThread {
          do {
            let pictures = (0..<4).map { _ in PixelBuffer(size: size, color: .white) }
            withExtendedLifetime(pictures) {}
          }
          start.leave()
          end.wait()
        }
      }
      start.wait()
      let kept = (Holdings.residentBytesWithHoards - before) >> 20
      for _ in 0..<40 { end.signal() }
      #expect(kept < 90, "\(kept) MB, but only 64 may be kept for the next pictures")
    }
  }

  @Test("a hundred renders leak no descriptors, threads or memory")
  func hundredRenders() async {
    await #expect(processExitsWith: .success) {
      let place = try Workplace()
      let picture = try place.write(
        Snapshot(PixelBuffer(size: ImageSize(width: 320, height: 240), color: .white)), to: "a.png")

      func render(_ index: Int) async throws {
        var request = RenderRequest(
          from: .file(path: picture), to: .file(path: picture),
          output: OutputRequest(place.file(index % 3 == 0 ? "out.y4m" : "out.webp")))
        request.duration = 0.1
        request.output.overwrites = true
        request.drawing.backend = index % 4 == 0 ? .gpu : .auto
        #expect(try await RenderJob(request).run().frames == 7)
      }

      // The first renders load drivers and fill permanent caches.
      for index in 0..<20 { try await render(index) }
      let (descriptors, threads) = (Holdings.descriptors, Holdings.threads)
      var growth: [Int] = []
      for _ in 0..<3 {
        let bytes = Holdings.residentBytes
        for index in 0..<36 { try await render(index) }
        growth.append((Holdings.residentBytes - bytes) >> 10)
      }
      #expect(descriptors > 0 && threads > 0 && Holdings.residentBytes > 0, "/proc is not readable")
      #expect(Holdings.descriptors <= descriptors + Holdings.drivers)
      #expect(Holdings.threads <= threads + Holdings.drivers)
      // Threads and drivers make the memory fluctuate. One picture is 10 MB, so a leak in each render would show in
      // every difference.
      #expect(growth.min() ?? 0 < 4 << 10, "\(growth) KiB more")
    }
  }

  /// A thousand runs of changing pictures and transitions on one renderer.
  private static func thousandRuns(on renderer: any Renderer) throws {
    let size = renderer.size
    let transitions = try Catalogue.builtIn.transitions.filter { $0.name != "luma" }
      .map { try $0.transition([]) }
    func run(_ index: Int) throws {
      let pictures = (0..<2).map { role in
        let shade = UInt8(truncatingIfNeeded: index &* 37 &+ role &* 101)
        return Snapshot(
          PixelBuffer(size: size, color: RGBAColor(red: shade, green: 90, blue: 200, alpha: shade)))
      }
      let transition = transitions[index % transitions.count]
      for step in 1...2 {
        let recipe = transition.recipe(
          at: Double(step) / 3 + Double(index % 10) / 40, in: TransitionContext(containerSize: size))
        try renderer.submit(FrameRequest(recipe, outgoing: pictures[0], incoming: pictures[1]))
        try renderer.receive().release()
      }
    }
    for index in 0..<250 { try run(index) }
    let (descriptors, threads) = (Holdings.descriptors, Holdings.threads)
    var growth: [Int] = []
    for batch in 0..<3 {
      let bytes = Holdings.residentBytes
      for index in 0..<250 { try run(250 + batch * 250 + index) }
      growth.append((Holdings.residentBytes - bytes) >> 10)
    }
    #expect(Holdings.descriptors <= descriptors + Holdings.drivers)
    #expect(Holdings.threads <= threads + Holdings.drivers)
    // A leak of one of a run's two pictures would be 7 MB in every batch. Busy machines let the memory fluctuate by 3 MB.
    #expect(growth.min() ?? 0 < 5 << 10, "\(growth) KiB more")
  }

  @Test("a CPU renderer leaks nothing in a thousand runs")
  func thousandRunsCPU() async {
    await #expect(processExitsWith: .success) {
      let renderer = CPURenderer(
        size: ImageSize(width: 96, height: 72), format: .rgba8, threads: 2, extraSlots: 1)
      defer { renderer.close() }
      try FlatnessTests.thousandRuns(on: renderer)
    }
  }

  @Test(
    "a GPU renderer leaks nothing in a thousand runs",
    .needsOpenGL, .full)
  func thousandRunsGPU() async {
    await #expect(processExitsWith: .success) {
      let renderer = try GPURenderer(
        size: ImageSize(width: 96, height: 72), format: .rgba8, device: .automatic(allowsSoftware: true))
      defer { renderer.close() }
      try FlatnessTests.thousandRuns(on: renderer)
    }
  }

  @Test("a renderer's ring is limited in bytes but has at least three frames")
  func ring() {
    #expect(RendererChoice.maximumFramesHeld(ImageSize(width: 1920, height: 1080), .rgba8) == 129)
    #expect(RendererChoice.maximumFramesHeld(ImageSize(width: 16384, height: 16384), .rgba8) == 3)
  }
}
