import Foundation
import SegueFilms
import SegueImaging
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia

/// Audio files as clips, over a colour or a picture.
@Suite("Audio clips", .serialized, .needs("ffmpeg", "ffprobe")) struct FilmVoiceTests {
  private let media: Media
  private static let red = RGBAColor(red: 255, green: 0, blue: 0)

  init() throws { media = try Media() }

  /// A tone whose samples are 16-bit integers.
  private func voice() throws -> FilmClip {
    FilmClip(
      .file(
        path: try media.wave("voice.wav", seconds: 2, channels: 2) { time in
          (4096 * sin(2 * .pi * 440 * time)).rounded() / 32_768
        }))
  }

  private func film(
    _ clips: [FilmClip], _ junctions: [FilmJunction], _ output: String = "film.mkv"
  ) throws -> FilmRequest {
    var request = FilmRequest(clips: clips, junctions: junctions, output: media.file(output))
    (request.output.size, request.output.frameRate) = (
      .exact(ImageSize(width: 32, height: 16)), try FrameRate(25)
    )
    request.pictureDuration = 1
    return request
  }

  @Test("an audio clip has the length of its samples")
  func black() async throws {
    let request = try film([FilmClip(.color(.white)), try voice()], [.cut])
    let report = try await FilmJob(request).plan()
    #expect(report.film.frames == 75 && report.clips[1].start == 25 && report.clips[1].audio)
    #expect(report.clips[1].in == 0 && report.clips[1].out == 2 && !report.clips[0].audio)
    #expect(report.warnings == [])
    let pixels = try await media.frames(of: request, as: "gray")
    #expect(pixels.count == (75 * 512 as Int) && pixels[24 * 512] == 255 && pixels[25 * 512] == 0)
    let (film, own) = (try await media.samples(of: request), try await media.sound("voice.wav"))
    #expect(film.count == 144_000 && film[..<48_000].allSatisfy { $0 == 0 })
    // After the fade of 5 ms the samples are the file's.
    #expect(Array(film[48_300..<143_700]) == Array(own[300..<95_700]))
  }

  @Test("an audio clip may have a background, a trim, a volume and a transition")
  func covers() async throws {
    try media.write(Snapshot(width: 64, height: 32) { _, _ in Self.red }, to: "cover.png")
    var (coloured, pictured) = (try voice(), try voice())
    (coloured.over, coloured.start, coloured.end) = (.color(.white), .seconds(0.5), .frames(25))
    (pictured.over, pictured.volume) = (.file(path: media.file("cover.png")), -6)
    let request = try film([coloured, pictured], [FilmJunction(duration: .frames(5))])
    let report = try await FilmJob(request).plan()
    #expect(report.film.frames == (13 + 50 - 5 as Int) || report.film.frames == (12 + 50 - 5 as Int))
    let count = report.film.frames
    let pixels = try await media.frames(of: request, as: "rgb24")
    #expect(pixels[0] > 250 && pixels[2] > 250)
    let last = (count - 1) * 512 * 3
    #expect(pixels[last] > 240 && pixels[last + 1] < 10 && pixels[last + 2] < 10)
    let (film, own) = (try await media.samples(of: request), try await media.sound("voice.wav"))
    let start = report.clips[1].start * 1920
    for index in stride(from: 20_000, to: 80_000, by: 777) {
      #expect(abs(film[start + index] - own[index] * 0.501187) < 2e-4)
    }
    for index in stride(from: 100, to: 8000, by: 77) {
      #expect(abs(film[index] - own[24_000 + index]) < 2e-4)
    }
  }

  @Test("an audio clip is read from an argument and from a film file")
  func spellings() async throws {
    let request = try film([try voice(), try voice()], [.cut], "film.wav")
    let report = try await FilmJob(request).plan()
    #expect(report.audio?.samples == 192_000)
    #expect(try await media.samples(of: request).count == 192_000)
    let typed = try FilmArguments(["voice.wav@1-,over=#ff0000", "b.wav,over=cover.jpg"]) { _ in false }
    #expect(typed.items[0].clip.over == .color(Self.red) && typed.items[0].clip.start == .seconds(1))
    #expect(typed.items[1].clip.over == .file(path: "cover.jpg"))
    let text =
      #"{"segue": 1, "clips": [{"src": "a.wav", "over": "c.png"}, {"src": "b.wav", "over": "color:red"}]}"#
    let clips = try FilmFile.film(in: text, path: "folder/film.json").clips
    #expect(clips.map(\.over) == [.file(path: "folder/c.png"), .color(Self.red)])
  }

  @Test("an audio clip rejects a background that is neither a picture nor a colour")
  func refusals() async throws {
    let size = ImageSize(width: 32, height: 16)
    let clip = try media.facts("clip.mp4", size: size, rate: 25, seconds: 1)
    var under = try voice()
    under.over = .file(path: clip)
    let wrong = under
    await #expect(
      throws: SegueError(
        SystemError.badData(path: clip, reason: "“over” must be a picture or a colour"))
    ) { try await FilmJob(film([wrong], [])).run() }
    var seen = FilmClip(.file(path: clip))
    seen.over = .color(Self.red)
    let warnings = try await FilmJob(film([seen], [])).plan().warnings
    #expect(warnings.contains("\(clip): over has no effect, since the clip has pictures"))
  }
}
