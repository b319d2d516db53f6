import Foundation
import Synchronization
import Testing

@testable import SegueMedia
@testable import SegueSound
@testable import SegueSystem

/// Mixing of known samples, without a decoder.
@Suite("Mixing") struct SoundMixerTests {
  /// The given samples in both channels, then the end.
  private final class FakeSource: SampleSource {
    private let left: Mutex<[Float]>
    let isOpen = Mutex(true)

    init(_ samples: [Float]) { left = Mutex(samples) }

    func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(SystemError) -> Int {
      left.withLock { left in
        let count = min(left.count, buffer.count / 2)
        for index in 0..<count { (buffer[index * 2], buffer[index * 2 + 1]) = (left[index], left[index]) }
        left.removeFirst(count)
        return count
      }
    }
    func cancel() {}
    func close() { isOpen.withLock { $0 = false } }
  }

  private func decoding(_ name: String) throws -> SoundDecoding {
    let audio = ClipInfo.Audio(codec: "", sampleRate: 48_000, channels: 2, startTime: 0)
    let info = ClipInfo(path: name, container: "wav", startTime: 0, audio: audio)
    return try #require(SoundDecoding(info, from: 0, isStrict: false))
  }

  private func part(
    _ name: String, _ range: Range<Int>, _ fades: [SoundFade] = [], level: Float = 1
  ) throws -> SoundPart {
    SoundPart(decoding: try decoding(name), range: range, fades: fades, level: level, name: name)
  }

  /// The left channel of the whole, mixed in unaligned blocks; the warnings; the maximum number of
  /// sources open at once.
  private func mix(
    _ score: SoundMix, _ sounds: [String: [Float]]
  ) throws -> (samples: [Float], warnings: [String], mostOpen: Int) {
    let sources = Mutex<[FakeSource]>([])
    var mostOpen = 0
    let mixer = SoundMixer(score) { decoding in
      let source = FakeSource(try #require(sounds[decoding.name]))
      sources.withLock { $0.append(source) }
      return source
    }
    var samples: [Float] = []
    while case let block = try mixer.next(997), !block.isEmpty {
      #expect(stride(from: 0, to: block.count, by: 2).allSatisfy { block[$0] == block[$0 + 1] })
      samples += stride(from: 0, to: block.count, by: 2).map { block[$0] }
      mostOpen = max(mostOpen, sources.withLock { $0.count { $0.isOpen.withLock(\.self) } })
    }
    mixer.close()
    #expect(sources.withLock { $0.allSatisfy { !$0.isOpen.withLock(\.self) } }, "every source is closed")
    return (samples, mixer.notices.messages, mostOpen)
  }

  private func constant(_ value: Float, _ count: Int) -> [Float] { [Float](repeating: value, count: count) }

  @Test(
    "overlapping clips are decoded one after the other"
  )
  func overlap() throws {
    let cross = 3000..<4000
    let score = SoundMix(
      parts: [
        try part("a", 0..<4000, [SoundFade(range: cross, curve: .linear, rises: false)]),
        try part("b", 3000..<7000, [SoundFade(range: cross, curve: .linear, rises: true)], level: 0.5),
      ], count: 8000)
    let mixed = try mix(score, ["a": constant(0.5, 4000), "b": constant(0.5, 4000)])
    #expect(mixed.samples.count == 8000 && mixed.mostOpen == 1)
    #expect(mixed.samples[..<3000].allSatisfy { $0 == 0.5 })
    #expect(mixed.samples[4000..<7000].allSatisfy { $0 == 0.25 })
    #expect(mixed.samples[7000...].allSatisfy { $0 == 0 })
    // A linear fade from 0.5 to 0.25.
    for index in stride(from: 0, to: 1000, by: 111) {
      #expect(abs(mixed.samples[3000 + index] - (0.5 - 0.25 * (Float(index) + 0.5) / 1000)) < 1e-3)
    }
  }

  @Test("sound that ends early is followed by silence")
  func shortSound() throws {
    let score = SoundMix(parts: [try part("a", 0..<48_000)], count: 48_000)
    let mixed = try mix(score, ["a": constant(0.5, 36_000)])
    #expect(
      mixed.samples[..<36_000].allSatisfy { $0 == 0.5 } && mixed.samples[36_000...].allSatisfy { $0 == 0 })
    #expect(mixed.warnings == ["a: its sound is 0.25 s shorter than its pictures, so its end is silent"])
    #expect(try mix(score, ["a": constant(0.5, 46_000)]).warnings.isEmpty)
  }

  @Test("looped music ducks under a clip")
  func music() throws {
    let score = SoundMix(
      parts: [try part("a", 48_000..<96_000)],
      tracks: [.init(.file(try decoding("m")), duck: -20, loops: true)], count: 150_000)
    let loop = constant(0.25, 50_000)
    let mixed = try mix(score, ["a": constant(0.5, 48_000), "m": loop]).samples
    // The crossfade of two equal values is that value at every seam.
    #expect(mixed[..<38_000].allSatisfy { abs($0 - 0.25) < 1e-6 })
    #expect(mixed[50_000..<96_000].allSatisfy { abs($0 - 0.525) < 1e-4 })
    #expect(abs(mixed[149_990] - 0.25) < 0.01)
  }

  /// Music of 0.25 that a clip of 0.5 lowers by 20 dB from sample 100,000 to 148,000.
  private func ducked(_ range: Range<Int>? = nil, part: Range<Int>? = nil) throws -> [Float] {
    var score = SoundMix(
      parts: [try self.part("a", 100_000..<148_000)],
      tracks: [.init(.file(try decoding("m")), range: range, duck: -20, loops: true)], count: 250_000)
    score.part = part
    return try mix(score, ["a": constant(0.5, 48_000), "m": constant(0.25, 250_000)]).samples
  }

  private func decibels(_ sample: Float) -> Double { 20 * log10(Double(sample) / 0.25) }

  @Test("music that starts soon after a clip is still ducked")
  func lateMusic() throws {
    let range = 160_000..<250_000
    let whole = try ducked(range)
    // A hold of 0.1 s, then 20 dB in a second.
    #expect(abs(decibels(whole[160_000]) + 17) < 0.01)
    #expect(abs(decibels(whole[172_000]) + 12) < 0.01)
    let part = 165_000..<170_000
    #expect(try ducked(range, part: part) == Array(whole[part]))
  }

  @Test("pieces of music follow each other in a loop")
  func row() throws {
    func piece(_ name: String, _ range: Range<Int>, fadeOut: Double) throws -> SoundMix.Track {
      .init(.file(try decoding(name)), range: range, fadeOut: fadeOut, period: 50_000)
    }
    var score = SoundMix(
      tracks: [
        try piece("a", 0..<30_000, fadeOut: 0), try piece("b", 30_000..<50_000, fadeOut: 0.1),
      ], count: 140_000)
    let sounds = ["a": constant(0.25, 30_000), "b": constant(0.5, 20_000)]
    let whole = try mix(score, sounds).samples
    for (index, sample) in whole.enumerated() {
      let place = index % 50_000
      // The fade lasts 4,800 samples, the third time until the film's end.
      let end = index < 100_000 ? 50_000 : 40_000
      let fade = min(1, (Float(end - place) - 0.5) / 4800)
      let expected = place < 30_000 ? 0.25 : 0.5 * fade
      guard abs(sample - expected) < 1e-5 else {
        Issue.record("\(sample) in place of \(expected) at \(index)")
        return
      }
    }
    for start in [70_000, 99_999, 100_000, 139_000] {
      score.part = start..<140_000
      #expect(try mix(score, sounds).samples == Array(whole[start...]), "from \(start)")
    }
  }

  @Test("a voice ducks music without being ducked")
  func voice() throws {
    var score = SoundMix(
      parts: [try part("a", 120_000..<150_000)],
      tracks: [
        .init(.file(try decoding("m")), duck: -20, loops: true),
        .init(.file(try decoding("v")), range: 48_000..<150_000, role: .voice),
      ], count: 150_000)
    let sounds = ["a": constant(0.125, 30_000), "m": constant(0.25, 150_000), "v": constant(0.5, 102_000)]
    let mixed = try mix(score, sounds).samples
    #expect(mixed[..<38_000].allSatisfy { abs($0 - 0.25) < 1e-6 })
    #expect(mixed[50_000..<119_000].allSatisfy { abs($0 - 0.525) < 1e-4 })
    #expect(mixed[121_000..<150_000].allSatisfy { abs($0 - 0.65) < 1e-4 })
    score.part = 130_000..<150_000
    #expect(try mix(score, sounds).samples == Array(mixed[130_000...]))
  }

  @Test("music is ducked in advance for a clip in the next part")
  func attackInPart() throws {
    let whole = try ducked()
    // 20 dB within 0.2 s.
    #expect(abs(decibels(whole[94_999]) + 20 * 4600 / 9600) < 0.01)
    let part = 90_000..<95_000
    #expect(try ducked(part: part) == Array(whole[part]))
  }

  @Test("a difference of more than 6 LU between clips causes a warning")
  func loudness() throws {
    func sine(_ amplitude: Double) -> [Float] {
      (0..<96_000).map { Float(amplitude * sin(2 * .pi * Double($0) / 48)) }
    }
    let score = SoundMix(
      parts: [try part("loud", 0..<96_000), try part("quiet", 96_000..<192_000)], count: 192_000)
    let warnings = try mix(score, ["loud": sine(0.5), "quiet": sine(0.125)]).warnings
    #expect(
      warnings.count == 1 && warnings[0].hasPrefix("the sound of loud is 12 LU louder than that of quiet"),
      "\(warnings)")
    #expect(try mix(score, ["loud": sine(0.5), "quiet": sine(0.3)]).warnings.isEmpty)
  }

  @Test("the sound of a short loop is decoded once")
  func loop() throws {
    let opened = Mutex(0)
    let samples = (0..<6000).map { Float($0) / 8192 }
    let sound = LoopedSound([4000, 4001, 4000]) { () throws(SystemError) -> any SampleSource in
      opened.withLock { $0 += 1 }
      return FakeSource(samples)
    }
    defer { sound.close() }
    var values = [Float](repeating: 0, count: 2 * 12_001)
    let count = try values.withUnsafeMutableBufferPointer { try sound.read(into: $0) }
    #expect(count == 12_001)
    #expect(opened.withLock { $0 } == 1)
    // Passes fade for 240 samples where they meet.
    for (start, length) in [(0, 4000), (4000, 4001), (8001, 4000)] {
      for place in [240, 1000, length - 241] {
        #expect(values[2 * (start + place)] == samples[place], "\(place) after \(start)")
      }
    }
  }

  @Test("a failure of a source is thrown by the mixer")
  func failure() throws {
    let score = SoundMix(parts: [try part("a", 0..<100)], count: 100)
    let mixer = SoundMixer(score) { _ in throw SystemError.badData(path: "a", reason: "broken") }
    #expect(throws: SystemError.badData(path: "a", reason: "broken")) { try mixer.next(100) }
  }
}
