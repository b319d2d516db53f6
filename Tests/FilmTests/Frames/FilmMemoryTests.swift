import Foundation
import SegueFilms
import SegueImaging
import SegueMotion
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia

/// The memory of a film does not depend on the number of its subtitles and overlays.
@Suite("Memory of films", .full, .needs("ffmpeg")) struct FilmMemoryTests {
  /// The peak resident memory of this process, in bytes.
  private static var peak: Int {
    var usage = rusage()
    return getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 ? usage.ru_maxrss << 10 : 0
  }

  /// A film of 20 s with `cues` subtitles and `overlays` pictures in separate files, one after the
  /// other.
  private static func make(cues: Int, overlays: Int, in place: Workplace) async throws {
    let size = ImageSize(width: 160, height: 90)
    let lines = (0..<cues).map {
      SubtitleCue(start: $0 * 20_000 / cues, end: ($0 + 1) * 20_000 / cues, text: "Line \($0)")
    }
    var clip = FilmClip(.color(.black))
    clip.duration = .seconds(20)
    var request = FilmRequest(clips: [clip], junctions: [], output: place.file("film.y4m"))
    (request.output.size, request.output.frameRate) = (.exact(size), try FrameRate(12))
    request.output.overwrites = true
    try place.write(SubRip.file(lines), to: "lines.srt")
    request.subtitles = .file(path: place.file("lines.srt"))
    for index in 0..<overlays {
      let shade = UInt8(index * 255 / overlays)
      let buffer = PixelBuffer(
        size: ImageSize(width: 400, height: 300), color: RGBAColor(red: shade, green: 90, blue: 200))
      let path = try place.write(Snapshot(buffer), to: "\(index).png")
      var overlay = FilmOverlay(path: path)
      overlay.start = .seconds(20 * Double(index) / Double(overlays))
      overlay.end = .seconds(20 * Double(index + 1) / Double(overlays))
      request.overlays.append(overlay)
    }
    let report = try await FilmJob(request).run()
    #expect(report.film.frames == 240)
  }

  @Test("5,000 subtitles and 200 overlays need no more memory than 50 and 10")
  func flat() async {
    await #expect(processExitsWith: .success) {
      let place = try Workplace()
      try await FilmMemoryTests.make(cues: 50, overlays: 10, in: place)
      let few = FilmMemoryTests.peak
      try await FilmMemoryTests.make(cues: 5000, overlays: 200, in: place)
      let growth = (FilmMemoryTests.peak - few) >> 20
      // All 200 pictures would be 91 MB.
      #expect(few > 0 && growth < 30, "\(growth) MB more than \(few >> 20)")
    }
  }
}
