import Foundation
import SegueFields
import SegueImaging
import SegueMedia
import SegueMotion
import SegueRun
import SegueTransitions
import Synchronization
import TestSupport
import Testing

@testable import SegueFilm

/// Films that a program requests: items, data in memory, events.
@Suite("Films in a program") struct FilmItemTests {
  private let red = RGBAColor(red: 255, green: 0, blue: 0)
  private let size = ImageSize(width: 16, height: 16)

  private func film(_ items: [FilmItem]) throws -> FilmRequest {
    var film = FilmRequest(items: items)
    (film.output.frameRate, film.output.size) = (try FrameRate(10), .exact(size))
    (film.pictureDuration, film.drawing.backend) = (1, .cpu)
    return film
  }

  @Test("a junction belongs to the clip after it")
  func items() async throws {
    let item = FilmItem(FilmClip(.color(red)), into: FilmJunction(transition: "wipe", duration: .frames(4)))
    var film = try film([
      item, FilmItem(FilmClip(.color(.black))), FilmItem(FilmClip(.color(red)), into: .cut),
    ])
    #expect(film.items.map(\.junction) == [item.junction, nil, .cut])
    film.defaults.duration = .frames(2)
    let plan = try await FilmJob(film).plan()
    #expect(plan.film.frames == 28 && plan.opening?.transition == "wipe" && plan.opening?.frames == 4)
    #expect(plan.junctions.map(\.transition) == ["dissolve", "cut"])
    film.items.removeFirst(2)
    let rest = try await FilmJob(film).plan()
    #expect(rest.film.frames == 10 && rest.junctions.isEmpty)
  }

  @Test("a request is validated without an output")
  func validate() throws {
    var film = try film([FilmItem(FilmClip(.color(red)))])
    try film.validate()
    film.output = OutputRequest("film.none")
    #expect(throws: SegueError.self) { try film.validate() }
    film.output = ""
    film.pictureDuration = -1
    #expect(throws: SegueError.self) { try film.validate() }
    film.items = []
    #expect(throws: SegueError(FilmError.empty)) { try film.validate() }
    var render = RenderRequest(from: .file(path: "none"), to: .file(path: "none"))
    try render.validate()
    render.transition = .named("slide", ["rows": 0])
    #expect(throws: SegueError.self) { try render.validate() }
  }

  @Test("clips may be data and pictures in memory")
  func memory() async throws {
    let blue = Snapshot(PixelBuffer(size: size, color: RGBAColor(red: 0, green: 0, blue: 255)))
    var still = RenderRequest(
      from: .snapshot(Snapshot(PixelBuffer(size: size, color: red))), to: .snapshot(blue))
    still.stillProgress = 0
    let png = try await RenderJob.file(of: still, as: .png)
    #expect(png.report.frames == 1 && png.report.outputs.isEmpty && png.bytes.starts(with: [0x89, 0x50]))
    let film = try film([
      FilmItem(FilmClip(.bytes(png.bytes, name: "upload"))), FilmItem(FilmClip(.snapshot(blue)), into: .cut),
    ])
    let file = try await FilmJob.file(of: film, as: .raw)
    #expect(file.bytes.count == (20 * 16 * 16 * 4 as Int))
    #expect(Array(file.bytes.prefix(4)) == [255, 0, 0, 255])
    #expect(Array(file.bytes.suffix(4)) == [0, 0, 255, 255])
    #expect(file.report.clips.map(\.source) == ["upload", "a picture in memory"])
    let broken = try self.film([FilmItem(FilmClip(.bytes([1, 2, 3], name: "upload")))])
    let error = await #expect(throws: SegueError.self) { try await FilmJob(broken).plan() }
    #expect(error?.localizedDescription.contains("/") == false)
  }

  @Test(
    "overlays, subtitles and captions in memory are drawn like files", .needs("ffmpeg", "ffprobe"))
  func layers() async throws {
    let place = try Workplace()
    let blue = Snapshot(PixelBuffer(size: size, color: RGBAColor(red: 0, green: 0, blue: 255)))
    var still = RenderRequest(from: .snapshot(blue), to: .snapshot(blue))
    still.stillProgress = 0
    let png = try await RenderJob.file(of: still, as: .png).bytes
    let video = try await FilmJob.file(of: film([FilmItem(FilmClip(.color(red)))]), as: .mp4).bytes
    let text = Array("1\n00:00:00,000 --> 00:00:00,500\nWM\n".utf8)
    for (name, bytes) in [("o.png", png), ("o.mp4", video), ("t.srt", text)] {
      try place.write(bytes, to: name)
    }
    func made(
      _ overlays: [FilmOverlay.Source], _ text: FileSource, spoken: Bool
    ) async throws -> (bytes: [UInt8], report: FilmReport, keys: [String]) {
      var film = try film([FilmItem(FilmClip(.color(.black)))])
      film.output.size = .exact(ImageSize(width: 128, height: 64))
      film.overlays = overlays.enumerated().map { index, source in
        var overlay = FilmOverlay(source)
        (overlay.x, overlay.y) = (0.2 + 0.3 * Double(index), 0.2)
        return overlay
      }
      if spoken { film.captions = FilmCaptions(text) } else { film.subtitles = text }
      let file = try await FilmJob.file(of: film, as: .raw)
      return (file.bytes, file.report, film.memoryKeys)
    }
    for spoken in [false, true] {
      let files = try await made(
        [
          .file(path: place.file("o.png")), .file(path: place.file("o.png")),
          .file(path: place.file("o.mp4")),
        ],
        "\(place.file("t.srt"))", spoken: spoken)
      let memory = try await made(
        [.bytes(png, name: "a logo"), .snapshot(blue), .bytes(video, name: "a clip")],
        .bytes(text, name: "words"), spoken: spoken)
      #expect(memory.bytes == files.bytes)
      let said =
        "words: it has no word times, so each cue's time is divided among its words in proportion to their letters"
      #expect(memory.report.warnings == (spoken ? [said] : []))
      #expect(memory.report.overlays?.map(\.source) == ["a logo", "a picture in memory", "a clip"])
      #expect((memory.report.captions?.first?.source ?? memory.report.subtitles) == "words")
      #expect(files.keys.isEmpty && memory.keys.count == 4)
      // The frame has the picture, the clip and the letters.
      let frame = Array(memory.bytes.prefix(128 * 64 * 4))
      func value(_ x: Int, _ y: Int, _ channel: Int) -> UInt8 { frame[(y * 128 + x) * 4 + channel] }
      #expect(value(26, 13, 2) > 240 && value(64, 13, 2) > 240 && value(102, 13, 0) > 240)
      #expect((0..<128).contains { x in (40..<64).contains { value(x, $0, 1) > 100 } })
    }
    let broken = await #expect(throws: SegueError.self) {
      try await made([], .bytes([0x31, 0x0A], name: "words"), spoken: false)
    }
    #expect(broken?.description.hasPrefix("words cannot be used: line 1: ") == true, "\(broken as Any)")
  }

  @Test("a video in memory is a clip", .needs("ffmpeg", "ffprobe"))
  func video() async throws {
    let first = try await FilmJob.file(of: film([FilmItem(FilmClip(.color(red)))]), as: .mp4)
    let second = try film([
      FilmItem(FilmClip(.bytes(first.bytes, name: "first"))), FilmItem(FilmClip(.color(.black)), into: .cut),
    ])
    let plan = try await FilmJob(second).plan()
    #expect(plan.clips.map(\.end) == [10, 20] && plan.clips[0].source == "first")
    let frames = try await FilmJob.file(of: second, as: .raw).bytes
    #expect(
      frames.count == (20 * 16 * 16 * 4 as Int) && frames[0] > 250 && frames[1] < 5
        && frames.suffix(4).first == 0)
  }

  @Test("a job's events are notes, progress and the final report")
  func events() async throws {
    let place = try Workplace()
    var film = try film([FilmItem(FilmClip(.color(red))), FilmItem(FilmClip(.color(.black)))])
    film.output = OutputRequest(place.file("film.apng"))
    film.output.frameRate = try FrameRate(10)
    film.output.size = .exact(size)
    film.defaults.duration = .frames(5)
    var (progress, notes, reports): ([Int], Int, [FilmReport]) = ([], 0, [])
    for try await event in try FilmJob(film).events {
      switch event {
      case .progress(let done, let total):
        #expect(total == 15)
        progress.append(done)
      case .note: notes += 1
      case .finished(let report): reports.append(report)
      }
    }
    #expect(progress == progress.sorted() && progress.last == 15 && notes > 0)
    #expect(reports.map(\.film.frames) == [15] && reports.first?.outputs == [place.file("film.apng")])
  }

  @Test("iterating over events throws if the task is cancelled")
  func cancelledEvents() async throws {
    let place = try Workplace()
    var film = try film([FilmItem(FilmClip(.color(red))), FilmItem(FilmClip(.color(.black)))])
    (film.output.path, film.output.frameRate) = (place.file("long.apng"), try FrameRate(60))
    film.pictureDuration = 3600
    let cancelled = Task { [film] in
      for try await event in try FilmJob(film).events {
        if case .progress = event { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await #expect(throws: SegueError.cancelled) { try await cancelled.value }
    try await waitUntil { place.names().isEmpty }
  }

  @Test("films and renders in memory report their progress up to the last frame")
  func progressInMemory() async throws {
    /// The reported progress.
    final class Told: Sendable { let frames = Mutex<[[Int]]>([]) }
    let (film, render) = (Told(), Told())
    let made = try await FilmJob.file(
      of: self.film([FilmItem(FilmClip(.color(red))), FilmItem(FilmClip(.color(.black)), into: .cut)]),
      as: .raw, onProgress: { done, total in film.frames.withLock { $0.append([done, total]) } })
    let picture = Snapshot(PixelBuffer(size: size, color: red))
    var request = RenderRequest(from: .snapshot(picture), to: .snapshot(picture))
    (request.drawing.backend, request.duration) = (.cpu, 0.1)
    let rendered = try await RenderJob.file(
      of: request, as: .raw,
      onProgress: { done, total in render.frames.withLock { $0.append([done, total]) } })
    for (told, count) in [(film, made.report.film.frames), (render, rendered.report.frames)] {
      let frames = told.frames.withLock { $0 }
      #expect(frames.last == [count, count] && frames.allSatisfy { $0[1] == count }, "\(frames)")
      #expect(frames.map { $0[0] } == frames.map { $0[0] }.sorted(), "\(frames)")
    }
    #expect(made.report.film.frames == 20 && rendered.report.frames == 7)
  }

  @Test(
    "drawing in a progress closure uses the film's slot in the pool", .timeLimit(.minutes(5)))
  func nested() async throws {
    var drawing = DrawingOptions()
    (drawing.backend, drawing.pool) = (.cpu, try RenderPool(jobs: 1))
    var film = try film([FilmItem(FilmClip(.color(red)))])
    (film.output.size, film.output.frameRate) = (.exact(size), try FrameRate(10))
    film.drawing = drawing
    /// The number of pictures that the closure has encoded.
    final class Made: Sendable { let count = Atomic(0) }
    let picture = Snapshot(PixelBuffer(size: size, color: red))
    let made = Made()
    let place = try Workplace()
    film.output.path = place.file("a.apng")
    let report = try await FilmJob(film).run(onProgress: { [drawing] _, _ in
      let done = DispatchSemaphore(value: 0)
      Task {
        let bytes = try? await picture.encoded(as: .png, drawing: drawing)
        if bytes != nil { made.count.add(1, ordering: .relaxed) }
        done.signal()
      }
      done.wait()
    })
    #expect(made.count.load(ordering: .relaxed) == report.film.frames)
  }
}
