import Foundation
import Testing

@testable import SegueSound

@Suite("True peaks") struct TruePeakTests {
  /// The true peak of a faded sine in decibels above -1 dBTP, measured in blocks of `block` samples.
  private func excess(_ amplitude: Double, turn: Double, phase: Double, block: Int) -> Double? {
    var detector = TruePeakDetector()
    let samples = (0..<4800).flatMap { index -> [Float] in
      let fade = Double(min(index, 4799 - index, 200)) / 200
      return [0, Float(fade * amplitude * sin(2 * .pi * (Double(index) * turn + phase)))]
    }
    for start in stride(from: 0, to: samples.count, by: block * 2) {
      detector.add(Array(samples[start..<min(samples.count, start + block * 2)]))
    }
    detector.finish()
    return detector.excess
  }

  @Test("a sine's true peak is its amplitude at every phase", arguments: [4800, 480, 7])
  func sine(block: Int) throws {
    // A quarter of the sample rate with a phase of an eighth: every sample is 3 dB below the peak.
    for (turn, phase) in [(0.25, 0.125), (997.0 / 48_000, 0), (0.125, 0.0625), (0.3, 0.1)] {
      for amplitude in [1.0, 1.4, 0.95] {
        let found = try #require(excess(amplitude, turn: turn, phase: phase, block: block))
        #expect(abs(found - (20 * log10(amplitude) + 1)) < 0.02, "\(turn) \(amplitude): \(found)")
      }
      #expect(excess(0.85, turn: turn, phase: phase, block: block) == nil)
    }
  }
}
