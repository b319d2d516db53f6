import Glibc
import SegueImaging
import SegueMotion
import SegueRendering
import SegueRun
import SegueTransitions

/// The runs of a bench: a warm-up run, then the measured ones, each after a measurement of the
/// ceilings.
///
/// **Thread-safety:** for the renderer's thread.
struct BenchSession {
  /// Frames per run.
  let frames: Int
  /// The rate of the display link that paces the runs; `nil` for unpaced runs.
  let realtime: FrameRate?
  /// Duration of the warm-up run, in seconds.
  private(set) var warmUp = 0.0
  /// Duration of each measured run, in seconds.
  private(set) var seconds: [Double] = []
  /// Processor time of all threads in each measured run, in seconds.
  private(set) var processor: [Double] = []
  /// Frames per second of each measured run.
  private(set) var rates: [Double] = []
  /// Time of drawing and of transfers in all measured runs, in seconds.
  private(set) var stages = RendererStatistics()
  /// Deadlines met by a frame.
  private(set) var met = 0
  /// The delay of each frame, in seconds.
  private(set) var lateness: [Double] = []

  /// Runs `run` once unpaced to warm up, and `count` times to measure.
  /// - Throws: `RenderError`.
  mutating func measure(
    _ run: FrameRun, of renderer: any Renderer, count: Int, ceilings: BenchCeilings
  ) throws {
    warmUp = try run.unpaced()
    for _ in 0..<count {
      try ceilings.sample()
      let before = renderer.statistics
      let busy = Self.processorSeconds
      if let realtime { try paced(run, by: realtime) } else { try unpaced(run) }
      processor.append(Self.processorSeconds - busy)
      stages.render += renderer.statistics.render - before.render
      stages.readback += renderer.statistics.readback - before.readback
    }
  }

  /// Deadlines in all measured runs, missed ones included.
  var deadlines: Int { frames * seconds.count }

  /// Microseconds of a stage per drawn frame.
  func microseconds(_ stage: KeyPath<RendererStatistics, Double>) -> Double {
    let drawn = realtime == nil ? frames * seconds.count : lateness.count
    return stages[keyPath: stage] / Double(max(1, drawn)) * 1e6
  }

  /// Processor time of all threads of this process, in seconds.
  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private mutating func unpaced(_ run: FrameRun) throws {
    let taken = try run.unpaced()
    seconds.append(taken)
    rates.append(Double(frames) / taken)
  }

  private mutating func paced(_ run: FrameRun, by rate: FrameRate) throws {
    let (taken, statistics) = try run.paced(by: rate)
    seconds.append(taken)
    rates.append(Double(statistics.deliveredCount) / taken)
    met += statistics.deliveredCount - statistics.missedCount
    lateness += statistics.lateness
  }
}

/// Draws the frames of a run into memory and keeps the last few, as a pipeline does.
///
/// **Thread-safety:** for the renderer's thread.
final class FrameRun {
  private let renderer: any Renderer
  private let request: (Int) -> FrameRequest
  private let count: Int
  private var held: [VideoFrame] = []
  private let heldCount: Int

  /// Runs of `count` frames on `renderer`, whose ring has room for `heldCount` unreleased frames.
  init(_ renderer: any Renderer, count: Int, heldCount: Int, request: @escaping (Int) -> FrameRequest) {
    self.renderer = renderer
    self.count = count
    self.heldCount = heldCount
    self.request = request
    held.reserveCapacity(heldCount + 1)
  }

  /// Draws every frame without pacing, with the renderer's maximum number in flight.
  /// - Returns: the seconds until the last frame was readable.
  /// - Throws: `RenderError`.
  func unpaced() throws -> Double {
    let start = ContinuousClock.now
    for index in 0..<count {
      if index >= renderer.depth { try receive() }
      try renderer.submit(request(index))
    }
    for _ in 0..<min(count, renderer.depth) { try receive() }
    let seconds = start.secondsToNow
    releaseAll()
    return seconds
  }

  /// Draws the frames of a display link at `rate`.
  /// - Returns: the seconds until the last frame was readable, and the statistics of the frames.
  /// - Throws: `RenderError`.
  func paced(by rate: FrameRate) throws -> (seconds: Double, statistics: FrameStatistics) {
    var failure: (any Error)?
    let start = ContinuousClock.now
    let link = DisplayLink(rate: rate, isRealTime: true) { [self] link in
      do {
        try renderer.submit(request(link.frameIndex))
        try receive()
      } catch {
        failure = error
        link.invalidate()
      }
    }
    link.run(frames: count)
    let seconds = start.secondsToNow
    if let failure { throw failure }
    releaseAll()
    return (seconds, link.statistics)
  }

  private func receive() throws {
    held.append(try renderer.receive())
    if held.count > heldCount { held.removeFirst().release() }
  }

  private func releaseAll() {
    for frame in held { frame.release() }
    held.removeAll(keepingCapacity: true)
  }
}

/// Pictures in a caller's memory that change with every frame. Several copies of both are used in turn,
/// each shifted down a little, so that no copy is cached.
struct ChangingPictures: Sendable {
  private static let count = 4
  private let size: ImageSize
  private let outgoing: [[UInt8]]
  private let incoming: [[UInt8]]

  init(_ pictures: LoadedScene) {
    size = pictures.size
    outgoing = Self.copies(of: pictures.from)
    incoming = Self.copies(of: pictures.to)
  }

  /// The request for frame `index`, which copies both pictures in; never `nil` for pictures of the
  /// right size.
  func request(_ recipe: Recipe, _ index: Int) -> FrameRequest? {
    guard let from = copiedIn(outgoing[index % Self.count]), let to = copiedIn(incoming[index % Self.count])
    else { return nil }
    return FrameRequest(recipe, outgoing: from, incoming: to)
  }

  private func copiedIn(_ bytes: [UInt8]) -> Snapshot? {
    bytes.withUnsafeBytes { try? Snapshot(width: size.width, height: size.height, rgba: $0) }
  }

  private static func copies(of picture: Snapshot) -> [[UInt8]] {
    let bytes = picture.rgba
    return (0..<count).map { index in
      let shift = index * picture.size.width * 4 % bytes.count
      return Array(bytes[(bytes.count - shift)...] + bytes[..<(bytes.count - shift)])
    }
  }
}
