import CSegueKernels
import Glibc
import SegueImaging
import SegueRendering
import SegueRun
import SegueTransitions

/// The hardware limits for a bench, measured before each run, so that machine conditions are equal.
///
/// **Thread-safety:** for the renderer's thread.
final class BenchCeilings {
  private let memory: MemoryCeiling
  private let readBack: FrameRun?
  private let changing: Bool
  private var samples: [String: [Double]] = [:]
  /// The seconds spent on measurements.
  private(set) var seconds = 0.0

  private static let write = "memory write"
  private static let triad = "read two pictures, write"
  private static let transfer = "copy and read-back"
  private static let copies = "copy two in, one out"
  private static let sampleSeconds = 0.04
  private static let transferFrames = 16

  /// Ceilings for frames of the pictures' size in `format`, drawn with `threads` threads. A GPU as
  /// `renderer` has one more ceiling.
  /// - Parameter changing: whether pictures are copied in for every frame, which has a separate
  ///   ceiling.
  init(
    _ pictures: LoadedScene, _ format: PixelFormat, threads: Int, renderer: any Renderer, heldCount: Int,
    changing: Bool
  ) {
    self.changing = changing
    let start = ContinuousClock.now
    memory = MemoryCeiling(
      frameBytes: format.byteCount(for: pictures.size), threads: threads, changing: changing)
    readBack =
      renderer.info.backend == .gpu
      ? FrameRun(renderer, count: Self.transferFrames, heldCount: heldCount) { _ in
        pictures.request(.snapshot(.from))
      } : nil
    seconds = start.secondsToNow
  }

  /// Measures each ceiling once.
  /// - Throws: `RenderError`.
  func sample() throws {
    let start = ContinuousClock.now
    record(Self.write, memory.framesPerSecond(.write, seconds: Self.sampleSeconds))
    record(Self.triad, memory.framesPerSecond(.readReadWrite, seconds: Self.sampleSeconds))
    if changing { record(Self.copies, memory.framesPerSecond(.copies, seconds: Self.sampleSeconds)) }
    if let readBack { record(Self.transfer, Double(Self.transferFrames) / (try readBack.unpaced())) }
    seconds += start.secondsToNow
  }

  /// The median of each ceiling over all measurements.
  var results: [BenchReport.Ceiling] {
    [Self.write, Self.triad, Self.copies, Self.transfer].compactMap { name in
      samples[name].map { BenchReport.Ceiling(name: name, framesPerSecond: BenchReport.Spread($0).median) }
    }
  }

  /// The ceiling that frames are compared with.
  var principal: BenchReport.Ceiling {
    results.first ?? BenchReport.Ceiling(name: Self.write, framesPerSecond: .infinity)
  }

  private func record(_ name: String, _ framesPerSecond: Double) {
    samples[name, default: []].append(framesPerSecond)
  }
}

/// The memory bandwidth in frames per second: the renderer's bytes per frame and threads, on memory
/// larger than the caches. Cached and streaming stores are both measured, and the faster one
/// counts.
///
/// **Source:** J. D. McCalpin, "Memory Bandwidth and Machine Balance in Current High Performance Computers",
/// IEEE TCCA Newsletter, December 1995 (STREAM).
///
/// **Thread-safety:** for one thread, which starts the measuring threads.
final class MemoryCeiling {
  enum Work {
    /// Every byte is written.
    case write
    /// Two pictures are read and every byte of a frame is written.
    case readReadWrite
    /// A thread copies two frames, like a caller's two pictures; then all threads copy a third.
    case copies
  }

  private let memory: UnsafeMutableRawBufferPointer
  private let frameBytes: Int
  private let threads: Int
  /// Whether each frame has new pictures.
  private let changing: Bool
  private var position = 0

  /// Bytes processed in a core's first-level cache.
  private static let blockBytes = 8192
  private static let smallestMemory = 64 << 20
  private static let largestMemory = 320 << 20

  /// Allocates 1.25 times the size of the last-level cache, within bounds, and at least four frames.
  init(frameBytes: Int, threads: Int, changing: Bool) {
    self.frameBytes = frameBytes
    self.threads = threads
    self.changing = changing
    let cache = max(0, sysconf(Int32(_SC_LEVEL3_CACHE_SIZE)))
    let wanted = min(max(cache + cache / 4, Self.smallestMemory), Self.largestMemory)
    let frames = max(4, (wanted + frameBytes - 1) / frameBytes)
    memory = .allocate(byteCount: frames * frameBytes, alignment: 4096)
    _ = madvise(memory.baseAddress, memory.count, MADV_HUGEPAGE)
    memory.initializeMemory(as: UInt8.self, repeating: 1)
  }

  deinit { memory.deallocate() }

  /// Frames per second, measured for about `seconds`, half of it with cached and half with
  /// streaming stores.
  func framesPerSecond(_ work: Work, seconds: Double) -> Double {
    [false, true].map { streams in
      let start = ContinuousClock.now
      var count = 0
      var elapsed = 0.0
      repeat {
        frame(work, streams: streams)
        count += 1
        elapsed = start.secondsToNow
      } while elapsed < seconds / 2 || count < 2
      return Double(count) / elapsed
    }.max() ?? 0
  }

  /// The indices of the frames that the step at `position` writes and reads, in a memory of `frames`
  /// frames. Unless the pictures change, every step reads the same two, which may stay in a cache as in a
  /// renderer.
  static func places(
    _ work: Work, at position: Int, of frames: Int, changing: Bool
  ) -> (target: Int, sources: (Int, Int)) {
    if work == .readReadWrite, !changing { return (2 + position % (frames - 2), (0, 1)) }
    return (position % frames, ((position + 1) % frames, (position + 2) % frames))
  }

  private func frame(_ work: Work, streams: Bool) {
    guard let base = memory.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    let frames = memory.count / frameBytes
    let place = { (index: Int) in base + index % frames * self.frameBytes }
    let places = Self.places(work, at: position, of: frames, changing: changing)
    let (target, a, b) = (place(places.target), place(places.sources.0), place(places.sources.1))
    position += work == .write || work == .readReadWrite && !changing ? 1 : 3
    if work == .copies {
      for index in 1...2 {
        place(position + 2 * index).update(from: place(position + 2 * index + 1), count: frameBytes)
      }
      position += 4
    }
    let share = ((frameBytes + threads - 1) / threads + 63) & ~63
    let frameBytes = frameBytes
    Cores.perform(threads) { thread in
      let range = min(thread * share, frameBytes)..<min((thread + 1) * share, frameBytes)
      switch work {
      case .write: Self.write(target, range, streams)
      case .readReadWrite: Self.add(target, a, b, range, streams)
      case .copies: Self.copy(target, a, range, streams)
      }
    }
  }

  private static func write(_ target: UnsafeMutablePointer<UInt8>, _ range: Range<Int>, _ streams: Bool) {
    guard streams else {
      memset(target + range.lowerBound, 7, range.count)
      return
    }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: blockBytes) { block in
      guard let source = block.baseAddress else { return }
      block.update(repeating: 7)
      forEachBlock(range) { segue_copy_streaming(target + $0.lowerBound, source, $0.count) }
      segue_finish_streaming()
    }
  }

  private static func copy(
    _ target: UnsafeMutablePointer<UInt8>, _ source: UnsafePointer<UInt8>, _ range: Range<Int>,
    _ streams: Bool
  ) {
    let (target, source) = (target + range.lowerBound, source + range.lowerBound)
    guard streams else { return target.update(from: source, count: range.count) }
    segue_copy_streaming(target, source, range.count)
    segue_finish_streaming()
  }

  private static func add(
    _ target: UnsafeMutablePointer<UInt8>, _ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>,
    _ range: Range<Int>, _ streams: Bool
  ) {
    guard streams else {
      for index in range { target[index] = a[index] &+ b[index] }
      return
    }
    let first = range.lowerBound
    segue_add_streaming(target + first, a + first, b + first, range.count)
    segue_finish_streaming()
  }

  private static func forEachBlock(_ range: Range<Int>, _ body: (Range<Int>) -> Void) {
    for start in stride(from: range.lowerBound, to: range.upperBound, by: blockBytes) {
      body(start..<min(start + blockBytes, range.upperBound))
    }
  }
}
