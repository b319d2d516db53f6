import Foundation
import SegueFields
import SegueImaging
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem
import TestSupport
import Testing

@testable import SegueFilm

/// Tasks of a service that makes films: music in memory, shares, timelines.
@Suite("Films in a service", .needs("ffmpeg", "ffprobe")) struct FilmServiceTests {
  private let media: Media
  private let blue = RGBAColor(red: 0, green: 0, blue: 255)

  init() throws { media = try Media() }

  private func film(_ clips: [FilmClip], _ output: OutputRequest = "") throws -> FilmRequest {
    var film = FilmRequest(items: clips.map { FilmItem($0, into: .cut) }, output: output)
    film.items[0].junction = nil
    (film.output.frameRate, film.output.size) = (try FrameRate(10), .exact(ImageSize(width: 32, height: 16)))
    (film.pictureDuration, film.drawing.backend) = (1, .cpu)
    return film
  }

  @Test("music in memory sounds like its file")
  func music() async throws {
    let path = try media.wave("m.wav", seconds: 2) { 0.125 * sin(2 * .pi * 440 * $0) }
    var film = try film(
      [FilmClip(.color(blue)), FilmClip(.color(.black))], OutputRequest(media.file("f.wav")))
    film.music = [FilmMusic(path: path)]
    let wanted = try await media.samples(of: film)
    film.music = [FilmMusic(.bytes([UInt8](try Data(contentsOf: URL(filePath: path))), name: "song"))]
    let found = try await media.samples(of: film)
    #expect(found == wanted && found.count == (2 * 48000 as Int) && (found.max() ?? 0) > 0.05)
    film.items[0].clip.duration = nil
    film.picturesShareMusic = true
    #expect(try await FilmJob(film).plan().film.frames == 20)
    film.music = [FilmMusic(.bytes([1, 2, 3], name: "song"))]
    let error = await #expect(throws: SegueError.self) { try await FilmJob(film).run() }
    #expect(error?.localizedDescription.contains("song") == true, "\(String(describing: error))")
  }

  @Test(
    "two shares in chunks equal the film of one run", .full)
  func shares() async throws {
    let long = (0..<24).map { (index: UInt8) in
      FilmClip(.color(RGBAColor(red: index * 10, green: 0, blue: index % 2 * 90)))
    }
    var whole = try film(long, OutputRequest(media.file("whole.mkv")))
    whole.chunks = FilmChunks(folder: media.file("kept-whole"), version: "1")
    try await FilmJob(whole).run()
    var film = try film(long, OutputRequest(media.file("joined.mkv")))
    for number in 1...2 {
      film.chunks = FilmChunks(
        folder: media.file("kept"), version: "1", share: BatchShare(number, of: 2))
      try await FilmJob(film).run()
      #expect(media.bytes("joined.mkv") == nil)
    }
    film.chunks?.share = nil
    let report = try await FilmJob(film).run()
    #expect(report.chunks?.rendered == 0, "\(String(describing: report.chunks))")
    let (joined, one) = (
      try await media.decode("joined.mkv", as: "yuv420p"), try await media.decode("whole.mkv", as: "yuv420p")
    )
    #expect(joined == one && joined.count == (240 * 32 * 16 * 3 / 2 as Int))
  }

  @Test("a write error is thrown even if the task was cancelled meanwhile")
  func failsWhenCancelled() async throws {
    try media.write([0], to: "kept")
    var clip = FilmClip(.color(blue))
    clip.speed = "2"
    var film = try film([clip], OutputRequest(media.file("f.mkv")))
    film.chunks = FilmChunks(folder: media.file("kept"), version: "1")
    let error = await #expect(throws: SegueError.self) {
      // The note about the speed is reported before the first file is written.
      let task = Task { [film] in
        try await FilmJob(film).run(onNote: { _ in withUnsafeCurrentTask { $0?.cancel() } })
      }
      _ = try await task.value
    }
    #expect(
      error == SegueError(SystemError.cannotCreate(path: media.file("kept"), reason: "it is not a folder")))
  }

  @Test(
    "a disk that fills while a film is cancelled is reported", arguments: [nil, .seconds(300)] as [Duration?])
  func fullDisk(timeLimit: Duration?) async throws {
    var film = try film([FilmClip(.color(blue))], OutputRequest(media.file("f.mkv")))
    film.drawing.timeLimit = timeLimit
    let job = try FilmJob(film)
    await #expect(throws: SystemError.writeFailed(path: "/dev/full", reason: "No space left on device")) {
      try await cancellable { cancel in
        try await job.run(onReport: { _ in
          cancel()
          try OutputFile(path: "/dev/full", overwrite: true).finish([1])
        })
      }
    }
    #expect(media.bytes("f.mkv") == nil)
  }

  @Test("a plan reports the type of each clip and the presence of sound")
  func planFacts() async throws {
    let size = ImageSize(width: 32, height: 16)
    let video = try media.facts("v.mp4", size: size, rate: 10, seconds: 3, sounds: 1)
    let still = Snapshot(PixelBuffer(size: ImageSize(width: 32, height: 16), color: blue))
    let clips = [FilmClip(.file(path: video)), FilmClip(.snapshot(still)), FilmClip(.color(blue))]
    for (name, hasSound) in [("f.mp4", true), ("f.gif", false), ("f.y4m", false), ("", true)] {
      let plan = try await FilmJob(film(clips, OutputRequest(name.isEmpty ? "" : media.file(name)))).plan()
      #expect(plan.clips.map(\.color) == ["sdr", "sdr", "sdr"] && plan.clips.map(\.depth) == [8, 8, 8])
      #expect(
        (plan.audio != nil) == hasSound && plan.clips.map(\.audio) == [hasSound, false, false], "\(name)")
    }
    var chunked = try film(clips, OutputRequest(media.file("f.gif")))
    chunked.chunks = FilmChunks(folder: media.file("kept"), version: "1")
    await #expect(throws: SegueError.self) { try await FilmJob(chunked).plan() }
  }

  @Test("a film exported as a timeline reads back as the same film")
  func timeline() async throws {
    let size = ImageSize(width: 32, height: 16)
    let video = try media.facts("v.mp4", size: size, rate: 10, seconds: 3, sounds: 1)
    var clip = FilmClip(.file(path: video))
    (clip.start, clip.end) = (.seconds(1), .seconds(2.5))
    var film = try film([clip, FilmClip(.file(path: video))])
    film.items[1].junction = FilmJunction(transition: "wipe", duration: .frames(6))
    let export = try await film.timeline(folder: media.file(""))
    #expect(export.losses.isEmpty, "\(export.losses)")
    try media.write(export.json, to: "film.otio")
    let read = try FilmRequest(file: media.file("film.otio"))
    let (a, b) = (try await FilmJob(film).plan(), try await FilmJob(read).plan())
    #expect(b.film == a.film && b.clips.map(\.start) == a.clips.map(\.start))
    #expect(b.junctions.map(\.frames) == [6] && b.junctions.map(\.transition) == ["wipe"])
  }
}
