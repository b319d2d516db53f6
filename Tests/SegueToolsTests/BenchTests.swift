import SegueImaging
import SegueRendering
import Segue
import Synchronization
import Testing

@testable import SegueTools

@Suite("Benchmarks") struct BenchTests {
  /// The frames that have not been released.
  private final class HeldFrames: Sendable {
    let count = Mutex(0)
  }

  /// A renderer that draws nothing and counts frames in flight and held frames.
  private final class CountingRenderer: Renderer {
    let info = RendererInfo(backend: .cpu, device: "none", isSoftware: true)
    let depth = 3
    let size = ImageSize(width: 1, height: 1)
    let format = PixelFormat.rgba8
    let statistics = RendererStatistics()
    let held = HeldFrames()
    private(set) var reds: [UInt8] = []
    private(set) var maximumInFlight = 0
    private(set) var maximumHeld = 0
    private var inFlight = 0
    private let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 4)

    deinit { bytes.deallocate() }

    func submit(plan: Plan) throws {
      if case .color(let color) = plan.content { reds.append(color.red) }
      inFlight += 1
      maximumInFlight = max(maximumInFlight, inFlight)
    }

    func receive() throws -> VideoFrame {
      inFlight -= 1
      maximumHeld = max(
        maximumHeld,
        held.count.withLock { count in
          count += 1
          return count
        })
      return VideoFrame(
        size: ImageSize(width: 1, height: 1), format: .rgba8, bytes: UnsafeRawBufferPointer(bytes),
        onRelease: { [held] in held.count.withLock { $0 -= 1 } })
    }

    func close() {}
  }

  @Test(
    "a run draws each frame once in order")
  func run() throws {
    let renderer = CountingRenderer()
    let picture = Snapshot(PixelBuffer(size: ImageSize(width: 1, height: 1), color: .white))
    let run = FrameRun(renderer, count: 10, heldCount: 4) { index in
      FrameRequest(
        .color(RGBAColor(red: UInt8(index), green: 0, blue: 0)), outgoing: picture, incoming: picture)
    }
    #expect(try run.unpaced() > 0)
    #expect(renderer.reds == Array(0..<10))
    #expect(renderer.maximumInFlight == 3 && renderer.maximumHeld == 5)
    #expect(renderer.held.count.withLock { $0 } == 0)
  }

  @Test("the memory test reads two pictures, which change only on request")
  func ceilingPictures() {
    let still = (0..<28).map { MemoryCeiling.places(.readReadWrite, at: $0, of: 16, changing: false) }
    #expect(Set(still.map(\.sources.0)) == [0] && Set(still.map(\.sources.1)) == [1])
    #expect(Set(still.map(\.target)) == Set(2..<16))
    let changing = (0..<16).map { MemoryCeiling.places(.readReadWrite, at: 3 * $0, of: 16, changing: true) }
    #expect(Set(changing.flatMap { [$0.target, $0.sources.0, $0.sources.1] }) == Set(0..<16))
    #expect(Set(changing.map(\.sources.0)).count == 16)
  }

  @Test("a spread has the minimum, median and maximum of its runs")
  func spread() {
    let odd = BenchReport.Spread([30, 10, 20])
    #expect(odd.minimum == 10 && odd.median == 20 && odd.maximum == 30)
    #expect(BenchReport.Spread([4, 1, 3, 2]).median == 2.5)
    #expect(BenchReport.Spread([7]).median == 7)
  }

  @Test("lateness percentiles are nearest-rank values in microseconds")
  func lateness() throws {
    let late = try #require(BenchReport.Lateness(seconds: (1...200).map { Double($0) / 1000 }))
    #expect(
      abs(late.p50 - 100_000) < 1e-6 && abs(late.p99 - 198_000) < 1e-6 && abs(late.maximum - 200_000) < 1e-6)
    #expect(BenchReport.Lateness(seconds: []) == nil)
  }

  /// The warnings, without those about other programs of the machine.
  private func warnings(_ runs: [Double], seconds: Double = 1, isPaced: Bool = false) -> [String] {
    BenchWarnings.about(runs: runs, seconds: runs.map { _ in seconds }, isPaced: isPaced).messages
      .filter { !$0.contains("the machine's load") }
  }

  @Test("each cause of unreliable numbers causes a warning")
  func doubts() throws {
    #expect(warnings([100, 101, 102, 100, 101]).isEmpty)
    let spread = try #require(warnings([100, 120, 110]).first)
    #expect(spread.contains("differ by 18%") && spread.contains("--runs"))
    // Deviations from the median 100 are 40, 1, 0, 1, 0. Their median is 1, and 0.6745 · 40 is
    // above 3.5.
    #expect(warnings([60, 101, 100, 99, 100]).contains { $0.contains("the first run was much slower") })
    #expect(!warnings([140, 101, 100, 99, 100]).contains { $0.contains("the first run") })
    #expect(
      warnings([100, 100], seconds: 0.01).contains { $0.contains("10000 µs") && $0.contains("--frames") })
    #expect(warnings([100, 120, 110], seconds: 0.01, isPaced: true).isEmpty)
    let notices = BenchWarnings.about(runs: [100, 120, 110], seconds: [1, 1, 1], isPaced: false)
    #expect(notices.first?.property == "runs" && notices.first?.kind == .warning)
  }

  @Test("generated pictures are opaque, reproducible and different")
  func pictures() {
    let size = ImageSize(width: 200, height: 130)
    let (from, again, to) = (BenchPictures.from(size), BenchPictures.from(size), BenchPictures.to(size))
    func agree(_ a: Snapshot, _ b: Snapshot) -> Double { Comparison.difference(a, b).mean }
    #expect(agree(from, again) == 0 && agree(from, to) > 5)
    #expect(from.isOpaque && to.isOpaque && !Comparison.isBlank(from))
  }
}

@Suite("Verification") struct CheckTests {
  private func picture(_ pixels: [RGBAColor]) -> Snapshot {
    nonisolated(unsafe) let buffer = PixelBuffer(size: ImageSize(width: pixels.count, height: 1))
    for (x, pixel) in pixels.enumerated() { buffer[x, 0] = pixel }
    return Snapshot(buffer)
  }

  @Test("the difference of two frames includes alpha")
  func difference() {
    let a = picture([.black, .black, .black, .white])
    let b = picture([
      .black, RGBAColor(red: 2, green: 0, blue: 0), RGBAColor(red: 3, green: 0, blue: 1),
      RGBAColor(red: 255, green: 255, blue: 255, alpha: 245),
    ])
    let difference = Comparison.difference(a, b)
    #expect(difference.mean == Double(2 + 3 + 1 + 10) / 16 && difference.maximum == 10)
    #expect(difference.share == 0.5)
    #expect(Comparison.difference(a, a).maximum == 0)
  }

  @Test("a picture of one colour is blank")
  func blank() {
    #expect(Comparison.isBlank(picture([.white, .white])) && Comparison.isBlank(picture([.transparent])))
    #expect(!Comparison.isBlank(picture([.white, RGBAColor(red: 255, green: 255, blue: 255, alpha: 254)])))
  }

  @Test("generated pictures differ from each other and from their mirror images")
  func generated() {
    let size = ImageSize(width: 64, height: 36)
    let (from, to) = (TestPicture.from(size), TestPicture.to(size))
    func mirrored(_ picture: Snapshot, _ x: Bool, _ y: Bool) -> Snapshot {
      nonisolated(unsafe) let buffer = PixelBuffer(size: size)
      for row in 0..<36 {
        for column in 0..<64 { buffer[column, row] = picture[x ? 63 - column : column, y ? 35 - row : row] }
      }
      return Snapshot(buffer)
    }
    #expect(Comparison.difference(from, to).mean > 20 && from.isOpaque && to.isOpaque)
    for picture in [from, to] {
      #expect(Comparison.difference(picture, mirrored(picture, true, false)).mean > 5)
      #expect(Comparison.difference(picture, mirrored(picture, false, true)).mean > 5)
    }
  }
}
