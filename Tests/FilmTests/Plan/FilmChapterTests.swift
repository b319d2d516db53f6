import Foundation
import SegueFilms
import SegueImaging
import SegueMotion
import TestSupport
import Testing

@testable import SegueFilm

/// Chapter marks of films.
@Suite("Chapters", .serialized, .needs("ffmpeg", "ffprobe")) struct FilmChapterTests {
  private let media: Media

  init() throws { media = try Media() }

  private func chapters(_ name: String) async throws -> [String] {
    let bytes = try await Program("ffprobe").output([
      "-v", "error", "-show_chapters", "-of", "compact=p=0", media.file(name),
    ])
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
      let fields = Dictionary(
        line.split(separator: "|").compactMap { field -> (String, String)? in
          let parts = field.split(separator: "=", maxSplits: 1).map(String.init)
          return parts.count == 2 ? (parts[0], parts[1]) : nil
        }
      ) { $1 }
      let (start, end) = (fields["start_time"] ?? "", fields["end_time"] ?? "")
      return "\(start.prefix(5))-\(end.prefix(5)) \(fields["tag:title"] ?? "")"
    }
  }

  @Test(
    "every clip begins a chapter with its title or file name",
    arguments: cases(["film.mp4", "film.mkv"], full: ["film.mov", "film.webm"]))
  func marks(output: String) async throws {
    try media.write(Snapshot(width: 32, height: 32) { _, _ in .white }, to: "one a;b.png")
    let music = try media.wave("m.wav", seconds: 1) { 0.125 * sin(2 * .pi * 440 * $0) }
    var clips = [
      FilmClip(.file(path: media.file("one a;b.png"))), FilmClip(.color(.white)), FilmClip(.color(.black)),
    ]
    for index in clips.indices { clips[index].duration = .frames(20) }
    clips[1].chapter = "Two = 2 # ;"
    var request = FilmRequest(
      clips: clips, junctions: [FilmJunction(transition: "iris", duration: .frames(5)), .cut],
      output: media.file(output))
    request.output.frameRate = try FrameRate(10)
    request.output.size = .exact(ImageSize(width: 32, height: 32))
    request.output.overwrites = true
    request.marksChapters = true
    let expected = ["0.000-1.500 one a;b", "1.500-3.500 Two = 2 # ;", "3.500-5.500 color:#000000"]
    if Tier.current == .full {
      _ = try await FilmJob(request).run()
      #expect(try await chapters(output) == expected)
    }
    if Tier.current == .full || output == "film.mp4" { request.music = [FilmMusic(path: music)] }
    _ = try await FilmJob(request).run()
    #expect(try await chapters(output) == expected)
    guard Tier.current == .full || output == "film.mp4" else { return }
    // A named chapter is always written, and a part has the chapters within it.
    request.marksChapters = false
    request.music = []
    request.frames = 10...29
    _ = try await FilmJob(request).run()
    #expect(try await chapters(output) == ["0.000-0.500 ", "0.500-2.000 Two = 2 # ;"])
  }

  @Test("a sound-only film has the film's chapters", arguments: cases(["film.m4a"], full: ["film.mp3"]))
  func alone(output: String) async throws {
    let music = try media.wave("m.wav", seconds: 1) { 0.125 * sin(2 * .pi * 440 * $0) }
    var clips = [FilmClip(.color(.white)), FilmClip(.color(.black))]
    for index in clips.indices { clips[index].duration = .frames(8) }
    var request = FilmRequest(clips: clips, junctions: [.cut], output: media.file(output))
    request.output.frameRate = try FrameRate(10)
    request.music = [FilmMusic(path: music)]
    request.marksChapters = true
    let report = try await FilmJob(request).run()
    #expect(!report.warnings.contains { $0.contains("chapters") }, "\(report.warnings)")
    #expect(try await chapters(output) == ["0.000-0.800 color:#ffffff", "0.800-1.600 color:#000000"])
  }
}
