import Testing

@testable import SegueMedia

@Suite("Time marks in a decoder's samples") struct TimeMarkTests {
  private func mark(_ seconds: Float, _ samples: Float) -> [Float] { [3e37, -5e37, seconds, samples] }

  private func sound(_ values: Float...) -> [Float] { values.flatMap { [$0, $0] } }

  /// Takes all available samples, at most `room` at a time.
  private func taken(_ samples: inout MarkedSamples, room: Int = 4) -> [Float] {
    var all: [Float] = []
    while true {
      var buffer = [Float](repeating: -1, count: 2 * room)
      let count = buffer.withUnsafeMutableBufferPointer { samples.take(into: $0) { $0 - 100 } }
      if count == 0 { return all }
      all += buffer[..<(2 * count)]
    }
  }

  @Test("a mark states its time in seconds and samples")
  func time() {
    #expect(TimeMark(mark(1, 2)[...], channels: 2)?.sample == 48_002)
    #expect(TimeMark(mark(.nan, .nan)[...], channels: 2)?.sample == nil)
    #expect(TimeMark(mark(1, 2)[..<3], channels: 2) == nil)
    #expect(TimeMark.filters.contains("if(n,floor(t-n/s),3e37)|if(n,(t-n/s-floor(t-n/s))*s,-5e37)"))
  }

  @Test("a mark aligns its samples by filling a gap or dropping an overlap")
  func positions() {
    var samples = MarkedSamples(channels: 2)
    samples.append((mark(0, 103) + sound(1, 2) + mark(0, 106) + sound(3))[...])
    let first = taken(&samples)
    #expect(first == sound(0, 0, 0, 1, 2, 0, 3))
    samples.append((mark(0, 105) + sound(4, 5, 6, 7))[...])
    let second = taken(&samples)
    #expect(second == sound(6, 7))
  }

  @Test("a mark may arrive in two pieces")
  func pieces() {
    var samples = MarkedSamples(channels: 2)
    samples.append((sound(1) + mark(0, 101)[..<2])[...])
    let first = taken(&samples)
    #expect(first == sound(1))
    samples.append((mark(0, 101)[2...] + sound(2))[...])
    let second = taken(&samples, room: 1)
    #expect(second == sound(2))
  }
}
