import Foundation
import Testing

@testable import SegueSound

@Suite("Fades of sound") struct SoundFadeTests {
  @Test("the squares of the gains of an equal-power fade sum to 1")
  func equalPower() {
    let range = 100..<148
    let out = SoundFade(range: range, curve: .equalPower, rises: false)
    let into = SoundFade(range: range, curve: .equalPower, rises: true)
    for index in range {
      let (a, b) = (out.gain(at: index), into.gain(at: index))
      #expect(abs(a * a + b * b - 1) < 1e-5)
    }
    #expect(out.gain(at: 99) == 1 && out.gain(at: 148) == 0)
    #expect(into.gain(at: 99) == 0 && into.gain(at: 148) == 1)
    #expect(abs(out.gain(at: 123) - into.gain(at: 124)) < 1e-6)
  }

  @Test("the gains of a linear fade sum to 1")
  func linear() {
    let range = 0..<1000
    let out = SoundFade(range: range, curve: .linear, rises: false)
    let into = SoundFade(range: range, curve: .linear, rises: true)
    for index in range { #expect(abs(out.gain(at: index) + into.gain(at: index) - 1) < 1e-6) }
  }

  @Test("music is ducked at the start of other sound and restored a second after its end")
  func ducking() {
    var ducker = Ducker(change: -12)
    let count = 48_000 * 4
    var clips = [Float](repeating: 0, count: count * 2)
    // The sound lasts from second 1 to second 2.
    for index in 48_000..<96_000 { (clips[index * 2], clips[index * 2 + 1]) = (0.5, -0.5) }
    let gains = (0..<count).map { ducker.gain(at: $0, clips: clips, from: 0) }
    func decibels(_ index: Int) -> Double { 20 * log10(Double(gains[index])) }
    #expect(gains[0..<38_000].allSatisfy { $0 == 1 })
    #expect(abs(decibels(43_200) + 6) < 0.1)
    #expect(abs(decibels(48_000) + 12) < 0.01)
    #expect(abs(decibels(96_000) + 12) < 0.01)
    // A hold of 0.1 s, then 12 dB in a second.
    #expect(abs(decibels(96_000 + 4800 + 24_000) + 6) < 0.1)
    #expect(gains[96_000 + 4800 + 48_010] == 1)
  }
}
