import Foundation
import Testing

@testable import SegueMedia

@Suite("Loudness") struct LoudnessTests {
  /// The loudness of a sine of 1 kHz in both channels, in parts of a level in dBFS and a duration
  /// in seconds.
  private func loudness(_ parts: [(level: Double, seconds: Int)]) throws -> Double? {
    let meter = try LoudnessMeter()
    for (level, seconds) in parts {
      let amplitude = pow(10, level / 20)
      // A hundred whole periods.
      let block = (0..<4800).flatMap { place in
        [Float](repeating: Float(amplitude * sin(2 * .pi * Double(place) / 48)), count: 2)
      }
      for _ in 0..<seconds * 10 { meter.add(block) }
    }
    return meter.integrated
  }

  /// **Source:** EBU Tech 3341, table 1, cases 1 to 4: -23 or -33 LUFS within 0.1.
  @Test(
    "the EBU's test signals have their specified loudness",
    arguments: [
      ([(-23, 20)], -23), ([(-33, 20)], -33), ([(-36, 10), (-23, 60), (-36, 10)], -23),
      ([(-72, 10), (-36, 10), (-23, 60), (-36, 10), (-72, 10)], -23),
    ] as [([(Double, Int)], Double)])
  func signals(parts: [(Double, Int)], expected: Double) throws {
    #expect(abs(try #require(try loudness(parts)) - expected) <= 0.1)
  }

  @Test("silence and sound shorter than a block have no loudness")
  func silence() throws {
    #expect(try loudness([(-200, 2)]) == nil)
    #expect(try loudness([(-72, 2)]) == nil)
    #expect(try loudness([]) == nil)
  }
}
