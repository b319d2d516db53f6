import Segue
import SegueImaging
import SegueMotion
import Testing

@testable import SegueRun

/// What is given up for a number of bytes, where an output has a byte for every ten pixels of its frames.
@Suite("What a limit of bytes costs") struct SizeLimitTests {
  private let first = OutputTooLarge(
    byteCount: 60 * 48 * 480, size: ImageSize(width: 480, height: 480), rate: .sixty)

  private func change(
    to byteLimit: Int, size: FrameSize? = nil
  ) async throws -> Result<SizeLimit.Change, OutputTooLarge> {
    var output: OutputRequest = "o.webp"
    output.quality = .value(80)
    output.size = size
    let limit = SizeLimit(output, .webp, isStill: false, rate: .sixty, sideStep: 1, byteLimit: byteLimit)
    return try await limit.change(from: first) { change in
      let (size, rate) = (change.size ?? first.size, change.rate ?? first.rate)
      return OutputTooLarge(
        byteCount: Int(Double(size.area) / 10 * rate.framesPerSecond), size: size, rate: rate)
    }
  }

  @Test("the rate goes down to 15 a second before the size, and below only after it")
  func order() async throws {
    // A quarter is what 15 frames a second take.
    let quarter = first.byteCount / 4
    #expect(try await change(to: quarter).get() == .init(rate: FrameRate(15)))
    let less = try await change(to: quarter / 2).get()
    #expect(less.rate == (try FrameRate(15)) && less.size != nil)
    #expect(
      try await change(to: quarter * 5 / 6, size: .exact(first.size)).get() == .init(rate: FrameRate(12)))
    #expect(
      try await change(to: quarter * 4 / 6, size: .exact(first.size)).get() == .init(rate: FrameRate(10)))
    let least = try await change(to: 16 * 16 * 14 / 10).get()
    #expect(least.rate == (try FrameRate(12)) && least.size == ImageSize(width: 16, height: 16))
  }
}
