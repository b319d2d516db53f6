import Testing

@testable import SegueBitstream

@Suite("Writing and reading MP4 files") struct MovieTests {
  @Test("decoding times never exceed presentation times")
  func clock() {
    // I B B P in decoding order: I0 P3 B1 B2 I4.
    let clock = DecodingClock([0, 30, 10, 20, 40], end: 50)
    #expect(clock.delay == 10)
    #expect(clock.decodingTimes.suffix(12) == Box.words(1, 5, 10))
    #expect(clock.compositionOffsets.first?.suffix(36) == Box.words(4, 1, 10, 1, 30, 2, 0, 1, 10)[...])
    let plain = DecodingClock([0, 20, 39, 61], end: 80)
    #expect(plain.delay == 0 && plain.compositionOffsets.isEmpty)
    #expect(plain.decodingTimes.suffix(28) == Box.words(4, 1, 20, 1, 19, 1, 22, 1, 19).suffix(28))
  }

  @Test("a written header is read back unchanged")
  func header() throws {
    var pictures = MovieHeader.Pictures(
      .h264, configuration: [1, 2, 3], width: 64, height: 48, timescale: 600, duration: 2400)
    let times = [0, 60, 20, 40] + (4..<120).map { $0 * 20 }
    pictures.samples = times.indices.map {
      .init(size: 100 + $0, time: times[$0], isSync: $0 % 30 == 0)
    }
    pictures.turn = [0, 1, -1, 0]
    let header = try MovieHeader(pictures, isQuickTime: false)
    #expect(header.bodyLength == (0..<120).reduce(0) { $0 + 100 + $1 })
    let file = header.bytes + [UInt8](repeating: 7, count: header.bodyLength)
    let source = ByteSource(count: file.count) { Array(file[$0..<$0 + $1]) }
    let track = try #require(try MovieFile(source).tracks.first)
    let samples = try track.samples()
    #expect(track.timescale == 600 && track.entryType == "avc1" && track.entryCount == 1)
    #expect(track.matrix == [0, 65536, -65536, 0])
    #expect(track.edits == [.init(duration: 2400, mediaTime: 20, rate: 65536)])
    #expect(samples.map(\.size) == (0..<120).map { 100 + $0 })
    #expect(samples.map { $0.time - 20 } == times)
    #expect(samples.allSatisfy { $0.time >= $0.decodingTime })
    var place = header.bytes.count
    for sample in samples {
      #expect(sample.offset == place)
      place += sample.size
    }
    #expect(place == file.count)
  }

  @Test("samples beyond the end of a truncated file have no bytes")
  func damage() throws {
    var pictures = MovieHeader.Pictures(
      .hevc, configuration: [], width: 64, height: 48, timescale: 25, duration: 10)
    pictures.samples = (0..<10).map { .init(size: 50, time: $0, isSync: $0 == 0) }
    let header = try MovieHeader(pictures, isQuickTime: true).bytes
    let cut = header + [UInt8](repeating: 0, count: 220)
    let track = try MovieFile(ByteSource(count: cut.count) { Array(cut[$0..<$0 + $1]) }).tracks[0]
    #expect(try track.samples().map(\.size) == [50, 50, 50, 50, 0, 0, 0, 0, 0, 0])
    for length in stride(from: 0, to: header.count - 8, by: 3) {
      let part = Array(header[..<length])
      #expect(throws: (any Error).self) {
        try MovieFile(ByteSource(count: part.count) { Array(part[$0..<$0 + $1]) }).tracks.forEach {
          _ = try $0.samples()
        }
      }
    }
    // Each byte of the index is changed in turn: the file is read or rejected without a crash.
    for index in header.indices {
      var broken = cut
      broken[index] ^= 0xff
      let source = ByteSource(count: broken.count) { [broken] in Array(broken[$0..<$0 + $1]) }
      _ = try? MovieFile(source).tracks.map { (try $0.samples(), try? $0.configuration()) }
    }
  }
}
