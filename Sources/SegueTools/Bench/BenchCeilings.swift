import Imaging
import Rendering
import Segue
import Transitions

/// The ceilings of a bench, measured a little before every run, so that they see the same machine.
///
/// **Thread-safety:** for one thread, the renderer's.
final class BenchCeilings {
  private let memory: MemoryCeiling
  private let readBack: FrameRun?
  private var samples: [String: [Double]] = [:]
  /// Seconds spent so far.
  private(set) var seconds = 0.0

  private static let write = "memory write"
  private static let triad = "memory read, read, write"
  private static let transfer = "copy and read-back"
  private static let sampleSeconds = 0.04
  private static let transferFrames = 16

  /// Ceilings for the frames of `scene`, as `threads` threads and, where it is a GPU, `renderer` reach them.
  init(_ scene: Scene, threads: Int, renderer: any Renderer, heldCount: Int) {
    let start = ContinuousClock.now
    memory = MemoryCeiling(frameBytes: scene.format.byteCount(for: scene.size), threads: threads)
    readBack =
      renderer.info.backend == .gpu
      ? FrameRun(renderer, count: Self.transferFrames, heldCount: heldCount) { _ in .snapshot(.from) } : nil
    seconds = start.secondsToNow
  }

  /// Measures each once.
  /// - Throws: `RenderError`.
  func sample() throws {
    let start = ContinuousClock.now
    record(Self.write, memory.framesPerSecond(.write, seconds: Self.sampleSeconds))
    record(Self.triad, memory.framesPerSecond(.readReadWrite, seconds: Self.sampleSeconds))
    if let readBack { record(Self.transfer, Double(Self.transferFrames) / (try readBack.unpaced())) }
    seconds += start.secondsToNow
  }

  /// The medians.
  var results: [BenchReport.Ceiling] {
    [Self.write, Self.triad, Self.transfer].compactMap { name in
      samples[name].map { BenchReport.Ceiling(name: name, framesPerSecond: BenchReport.Spread($0).median) }
    }
  }

  /// The one that frames are compared with.
  var principal: BenchReport.Ceiling {
    results.first ?? BenchReport.Ceiling(name: Self.write, framesPerSecond: .infinity)
  }

  private func record(_ name: String, _ framesPerSecond: Double) {
    samples[name, default: []].append(framesPerSecond)
  }
}
