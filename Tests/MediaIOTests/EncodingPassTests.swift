import TestSupport
import Testing

@testable import SegueMedia

/// The statistics between the passes of two-pass encoding.
@Suite("Passes of two-pass encoding") struct EncodingPassTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test("the first pass's statistics are renamed to those of stream 0")
  func rename() throws {
    try place.write("frames", to: "stats-2.log")
    try place.write("other", to: "movie-1.log")
    try EncodingPass.first(stats: place.file("stats")).renameStatistics()
    #expect(place.names() == ["movie-1.log", "stats-0.log"])
    #expect(place.text("stats-0.log") == "frames")
  }

  @Test("statistics of stream 0 and of x265 keep their names")
  func keep() throws {
    let names = ["stats", "stats-0.log", "stats-0.log.mbtree", "stats.cutree"]
    for name in names { try place.write(name, to: name) }
    try EncodingPass.first(stats: place.file("stats")).renameStatistics()
    #expect(place.names() == names)
    #expect(place.text("stats-0.log") == "stats-0.log")
  }

  @Test("a second pass renames nothing")
  func second() throws {
    try place.write("frames", to: "stats-2.log")
    try EncodingPass.second(stats: place.file("stats"), bitRate: 1000).renameStatistics()
    #expect(place.names() == ["stats-2.log"])
  }
}
