import Foundation
import Segue
import SegueImaging
import SegueMotion
import Synchronization
import Testing

@testable import SegueRun

/// The reductions for a size limit, with an output of one byte per ten pixels.
@Suite("Reductions for a size limit") struct SizeLimitTests {
  private let first = SizeLimitExceeded(
    byteCount: 60 * 48 * 480, size: ImageSize(width: 480, height: 480), rate: .sixty, frameCount: 60)

  private func change(
    to byteLimit: Int, size: FrameSize? = nil
  ) async throws -> SizeLimit.Outcome {
    var output: OutputRequest = "o.webp"
    output.quality = .value(80)
    output.size = size
    let limit = SizeLimit(output, .webp, isStill: false, rate: .sixty, sideStep: 1, byteLimit: byteLimit)
    return try await limit.change(from: first) { change, kept in
      let (size, rate) = (change.size ?? first.size, change.rate ?? first.rate)
      let byteCount = Int(Double(size.area) / 10 * rate.framesPerSecond)
      return kept.contains(byteCount)
        ? nil : SizeLimitExceeded(byteCount: byteCount, size: size, rate: rate, frameCount: 60)
    }
  }

  private func kept(_ byteLimit: Int) async throws -> SizeLimit.Change? {
    guard case .accepted(let change) = try await change(to: byteLimit) else { return nil }
    return change
  }

  @Test("a WebP takes at most three attempts, the one without a reduction included")
  func attempts() async throws {
    // Bytes of a photograph at qualities 80 to 30; fewer frames and pixels take more bytes each.
    let shares = [80: 1, 70: 0.72, 60: 0.62, 50: 0.55, 40: 0.48, 30: 0.41]
    let whole = SizeLimitExceeded(byteCount: 1_000_000, size: first.size, rate: .sixty, frameCount: 60)
    for byteLimit in stride(from: 10_000, to: 1_000_000, by: 10_000) {
      let limit = SizeLimit("o.webp", .webp, isStill: false, rate: .sixty, sideStep: 1, byteLimit: byteLimit)
      var lengths: [Int] = []
      let outcome = try await limit.change(from: whole) { change, kept in
        let size = change.size ?? first.size
        let rate = change.rate ?? first.rate
        let frames = pow(rate.framesPerSecond / 60 * Double(size.area) / Double(first.size.area), 0.9)
        let byteCount = Int(1_000_000 * (shares[change.quality ?? 80] ?? 1) * frames)
        lengths.append(byteCount)
        return kept.contains(byteCount)
          ? nil : SizeLimitExceeded(byteCount: byteCount, size: size, rate: rate, frameCount: 60)
      }
      guard case .accepted = outcome else {
        Issue.record("nothing fits \(byteLimit)")
        continue
      }
      #expect(lengths.count <= 2)
      let length = try #require(lengths.last)
      #expect(length <= byteLimit && length * 20 >= byteLimit * 9, "\(length) of \(byteLimit)")
    }
  }

  @Test("an impossible limit takes one attempt at the lowest settings")
  func impossible() async throws {
    #expect(try await change(to: 9) == .tooLarge(smallest: 16 * 16))
  }

  @Test("the progress of all attempts never goes backwards")
  func progress() {
    let shown = Mutex<[[Int]]>([])
    let progress = AttemptProgress { done, total in shown.withLock { $0.append([done, total]) } }
    for frames in [60, 60, 30, 15] {
      _ = progress.next()
      progress.show(done: 0, total: frames)
      progress.show(done: frames, total: frames)
    }
    progress.finish()
    let expected = [0, 60, 60, 120, 120, 179, 179, 179, 180]
    let found = shown.withLock { $0 }
    #expect(found == expected.map { [$0, 180] })
  }

  @Test("the rate is reduced to 15 before the size is reduced")
  func order() async throws {
    // 15 frames/s take a quarter.
    let quarter = first.byteCount / 4
    #expect(try await change(to: quarter) == .accepted(.init(rate: FrameRate(15))))
    let less = try #require(try await kept(quarter / 2))
    #expect(less.rate == (try FrameRate(15)) && less.size != nil)
    #expect(
      try await change(to: quarter * 5 / 6, size: .exact(first.size)) == .accepted(.init(rate: FrameRate(12)))
    )
    #expect(
      try await change(to: quarter * 4 / 6, size: .exact(first.size)) == .accepted(.init(rate: FrameRate(10)))
    )
    let least = try #require(try await kept(16 * 16 * 14 / 10))
    #expect(least.rate == (try FrameRate(12)) && least.size == ImageSize(width: 16, height: 16))
  }

  @Test(
    "the lowest quality is tried last",
    arguments: [("o.gif", OutputFormat.gif, 256, 4), ("o.webp", OutputFormat.webp, 80, 1)])
  func leastQuality(path: String, format: OutputFormat, usual: Int, least: Int) async throws {
    var output = OutputRequest(path)
    output.size = .exact(first.size)
    output.frameRate = .sixty
    // A thousand bytes for each colour or step of quality.
    let whole = SizeLimitExceeded(byteCount: usual * 1000, size: first.size, rate: .sixty, frameCount: 60)
    func change(to byteLimit: Int) async throws -> SizeLimit.Outcome {
      let limit = SizeLimit(output, format, isStill: false, rate: .sixty, sideStep: 1, byteLimit: byteLimit)
      return try await limit.change(from: whole) { change, kept in
        let byteCount = (change.quality ?? usual) * 1000
        return kept.contains(byteCount)
          ? nil : SizeLimitExceeded(byteCount: byteCount, size: first.size, rate: .sixty, frameCount: 60)
      }
    }
    #expect(try await change(to: least * 1000) == .accepted(.init(quality: least)))
    #expect(try await change(to: least * 1000 - 1) == .tooLarge(smallest: least * 1000))
  }

  @Test(
    "repeated shrinking keeps the aspect ratio",
    arguments: [(1920, 1080), (1080, 1920), (1000, 143), (640, 640), (101, 99)], [1, 2])
  func shape(side: (Int, Int), step: Int) {
    let whole = ImageSize(width: side.0, height: side.1)
    let limit = SizeLimit(
      "o.webp", .webp, isStill: false, rate: .sixty, sideStep: step, byteLimit: 1)
    var size = whole
    for factor in [0.95, 0.7, 0.61, 0.95] {
      let last = size
      size = limit.shrunk(last, by: factor, shape: whole)
      let (long, short) = (max(size.width, size.height), min(size.width, size.height))
      let wanted = Double(long) * Double(min(side.0, side.1)) / Double(max(side.0, side.1))
      #expect(size.width % step == 0 && size.height % step == 0)
      #expect(abs(Double(short) - wanted) <= Double(step) / 2 || short == 16, "\(size) of \(whole)")
      #expect(Double(long) <= Double(max(last.width, last.height)) * factor)
    }
  }
}

/// The bit rates that are tried for a video of ten seconds with inexact encoders.
@Suite("Bit rates for a size limit") struct BitRateSearchTests {
  /// The number of attempts until a video is within 2 % below `limit`; `nil` if none is.
  private func attempts(_ limit: Int, _ encoder: (Int) -> Int) -> Int? {
    var search = BitRateSearch(byteLimit: limit, seconds: 10, lowest: 1000, minimumShare: 0.98)
    for attempt in 1...9 {
      guard let bitRate = search.next(isLast: attempt == 9) else { return nil }
      let bytes = encoder(bitRate)
      if search.acceptedBytes.contains(bytes) { return bytes <= limit ? attempt : nil }
      search.add(bitRate, byteCount: bytes)
    }
    return nil
  }

  @Test("the search of the bit rate converges for exact, biased and stepwise encoders")
  func converges() {
    for limit in [50_000, 1_000_000, 80_000_000] {
      #expect(attempts(limit) { $0 * 10 / 8 } == 1)
      // 30,000 bytes of sound, or a third of the limit.
      #expect((attempts(limit) { $0 * 10 / 8 + min(30_000, limit / 3) } ?? .max) <= 2)
      #expect((attempts(limit) { $0 * 9 / 8 } ?? .max) <= 3)
      #expect((attempts(limit) { $0 * 14 / 8 } ?? .max) <= 3)
      func uneven(_ bytes: Int) -> Int {
        let factor: Double = 1 + 0.05 * Double(bytes % 7) / 7
        return Int(Double(bytes) * 1.25 * factor)
      }
      #expect((attempts(limit, uneven) ?? .max) <= 9)
    }
  }

  @Test("the lowest bit rate is tried last")
  func ends() {
    #expect(attempts(20_000) { $0 * 10 / 8 + 20_000 } == nil)
    // With steps of 4 % no video is within 2 %, so the largest that fits is accepted.
    let bytes = { (bitRate: Int) in bitRate < 700_000 ? 900_000 : 1_100_000 }
    #expect(attempts(1_000_000, bytes) != nil)
  }
}
