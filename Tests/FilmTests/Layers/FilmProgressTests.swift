import SegueFilms
import SegueImaging
import SegueMotion
import SegueRun
import TestSupport
import Testing

@testable import SegueFilm

/// Progress bars over films of 16×20 pixels at 10 frames/s.
@Suite("Progress bars") struct FilmProgressTests {
  private static let size = ImageSize(width: 16, height: 20)
  private static let ground = RGBAColor(red: 0, green: 0, blue: 100)

  /// A film of dark blue clips with these lengths, and a white bar of two rows.
  private func film(
    _ lengths: [Double], _ junction: FilmJunction = .cut, _ change: (inout FilmProgress) -> Void = { _ in }
  ) throws -> FilmRequest {
    var film = FilmRequest(
      items: lengths.map { length in
        var clip = FilmClip(.color(Self.ground))
        clip.duration = .seconds(length)
        return FilmItem(clip, into: junction)
      })
    film.items[0].junction = nil
    film.output.size = .exact(Self.size)
    film.output.frameRate = try FrameRate(10)
    film.drawing.backend = .cpu
    var progress = FilmProgress()
    progress.height = 0.1
    change(&progress)
    film.progress = progress
    return film
  }

  /// The pixels of each frame, in rows.
  private func frames(_ film: FilmRequest) async throws -> [[[UInt8]]] {
    let viewer = try FilmViewer(try await FilmPlan(film))
    defer { viewer.close() }
    return try (0..<viewer.plan.timeline.frameCount).map { index in
      let frame = try viewer.frame(index)
      defer { frame.release() }
      let bytes = frame.withUnsafeBytes { Array($0) }
      return stride(from: 0, to: bytes.count, by: 4).map { Array(bytes[$0..<$0 + 4]) }
    }
  }

  /// The number of white pixels in each frame's last row.
  private func lengths(_ film: FilmRequest) async throws -> [Int] {
    try await frames(film).map { $0.suffix(Self.size.width).count { $0 == [255, 255, 255, 255] } }
  }

  @Test("the bar fills (i + 1)/n of its width in frame i of n")
  func columns() async throws {
    // 16 columns in 20 frames are 4/5 of a column for each frame.
    for (index, frame) in try await frames(film([2])).enumerated() {
      let wanted = (0..<20).flatMap { y in
        (0..<16).map { x -> [UInt8] in
          let fifths = y < 18 ? 0 : UInt8(max(0, min(5, 4 * (index + 1) - 5 * x)))
          return [51 * fifths, 51 * fifths, 100 + 31 * fifths, 255]
        }
      }
      #expect(frame == wanted, "frame \(index)")
    }
  }

  @Test("the bar is drawn over its background at the chosen edge")
  func background() async throws {
    // 16 columns in 5 frames are 3.2 columns for each frame.
    let film = try film([0.5]) { bar in
      (bar.edge, bar.color, bar.background) = (.top, .white, RGBAColor(red: 0, green: 0, blue: 255))
    }
    let first = try await frames(film)[0]
    let row: [[UInt8]] =
      Array(repeating: [255, 255, 255, 255], count: 3) + [[51, 51, 255, 255]]
      + Array(repeating: [0, 0, 255, 255], count: 12)
    #expect(first == row + row + Array(repeating: [0, 0, 100, 255], count: 18 * 16))
  }

  @Test(
    "the bar's height is rounded to at least one whole row",
    arguments: [(0.001, 1), (0.12, 2), (0.5, 10)])
  func height(share: Double, rows: Int) async throws {
    let last = try #require(try await frames(film([0.5]) { $0.height = share }).last)
    #expect(last.count { $0 == [255, 255, 255, 255] } == rows * 16)
  }

  @Test("a progress bar of clips restarts in the middle of each transition")
  func clips() async throws {
    let dissolve = FilmJunction(transition: "dissolve", duration: .frames(4))
    // Two clips of 10 frames overlap in frames 6 to 9.
    let twice = (0..<16).map { 2 * ($0 % 8 + 1) }
    #expect(try await lengths(film([1, 1], dissolve) { $0.scope = .clips }) == twice)
    #expect(try await lengths(film([1, 1], dissolve)) == Array(1...16))
    #expect(try await lengths(film([0.8, 0.8]) { $0.scope = .clips }) == twice)
  }

  @Test("the bar covers all other layers in every frame")
  func order() async throws {
    let media = try Media()
    try media.write(Array("1\n00:00:00,000 --> 00:00:01,000\nHello\n".utf8), to: "a.srt")
    var film = try film([2])
    (film.titles, film.overlays) = ([FilmTitle("Title")], [FilmOverlay(.color(.black))])
    film.captions = FilmCaptions(path: media.file("a.srt"))
    film.output.size = .exact(ImageSize(width: 192, height: 108))
    let layers = try await ResolvedFilm(FilmPlan(film)).layers
    #expect(
      layers.map(\.coverWords) == [
        "a title covers", "an overlay covers", "a caption covers", "the progress bar covers",
      ])
    #expect(layers.last?.frames == [0..<20])
  }

  @Test("a white bar in an HDR film has the values of a white clip")
  func highRange() async throws {
    let media = try Media()
    func rows(_ film: FilmRequest, _ name: String) async throws -> ArraySlice<UInt8> {
      var film = film
      film.output.path = media.file(name)
      (film.output.format, film.output.color, film.output.depth) = (.raw, .pq, .sixteen)
      _ = try await FilmJob(film).run()
      // The last two rows, with 8 bytes for each pixel.
      return (media.bytes(name) ?? []).suffix(2 * 16 * 8)
    }
    let bar = try await rows(film([0.5]), "bar.raw")
    var white = try film([0.5])
    white.progress = nil
    let dark = try await rows(white, "dark.raw")
    white.items[0].clip.source = .color(.white)
    let light = try await rows(white, "light.raw")
    #expect(bar.count == 256 && bar == light && bar != dark)
  }

  @Test("OpenGL draws the bar with the same bytes", .needsOpenGL)
  func byOpenGL() async throws {
    let films = try [BackendPreference.cpu, .gpu].map { backend in
      var film = try film([0.7]) {
        ($0.color, $0.background) = (RGBAColor(red: 250, green: 80, blue: 3, alpha: 200), .black)
      }
      film.drawing.backend = backend
      return film
    }
    let (cpu, gpu) = (try await frames(films[0]), try await frames(films[1]))
    #expect(cpu == gpu)
  }

  @Test("a film's bar is listed in its report and in a timeline's losses")
  func report() async throws {
    let film = try film([2]) { ($0.edge, $0.background, $0.scope) = (.top, .black, .clips) }
    let report = try await FilmJob(film).plan()
    let settings = ["at=top", "height=0.1", "color=#ffffff", "background=#000000", "of=clips"]
    #expect(report.layers == [.init(kind: "progress", start: 0, end: 20, settings: settings)])
    let line = "progress  0-20  0.000-2.000 s  " + settings.joined(separator: ", ")
    #expect(report.text.contains(line), "\(report.text)")
    let lost = "the timeline leaves out the progress bar"
    #expect(try await film.timeline().losses.messages.contains(lost))
    var bare = film
    bare.progress = nil
    #expect(try await FilmJob(bare).plan().layers == nil)
    #expect(try await !bare.timeline().losses.messages.contains(lost))
  }

  private func parse(_ progress: String) throws -> FilmProgress? {
    let text = #"{"segue": 1, "clips": ["a.mp4"], "progress": \#(progress)}"#
    return try FilmFile.parse(Array(text.utf8), name: "film.json", folder: "").progress
  }

  @Test("a bar is read from a film file and from the command line")
  func readers() throws {
    var bar = FilmProgress()
    #expect(try parse("{}") == bar && parse("null") == nil)
    bar.edge = .top
    #expect(try parse(#""top""#) == bar && FilmProgress(parsing: "top") == bar)
    #expect(try FilmProgress(parsing: "at=top") == bar)
    (bar.height, bar.scope) = (0.02, .clips)
    (bar.color, bar.background) = (RGBAColor(red: 255, green: 0, blue: 0), .black)
    let object = #"{"at": "top", "height": 0.02, "color": "red", "background": "black", "of": "clips"}"#
    #expect(try parse(object) == bar)
    #expect(try FilmProgress(parsing: "top,height=0.02,color=red,background=black,of=clips") == bar)
    #expect(try FilmProgress(parsing: "height=0.02,color=red,at=top,background=black,of=clips") == bar)
    bar.background = nil
    #expect(try FilmProgress(parsing: "top,height=0.02,color=#f00,background=none,of=clips") == bar)
  }

  @Test(
    "invalid bars in a film file are errors with their key path",
    arguments: [
      (#""left""#, "progress: “at” is “left”, but must be top or bottom"),
      (#"{"height": 0}"#, "progress: “height” is 0 of the frame's height, but must be 0.001 to 0.5"),
      (#"{"of": "clip"}"#, "progress: “of” is “clip”, but must be film or clips; did you mean clips?"),
      (#"{"hight": 0.1}"#, "progress: unknown key “hight”"), ("7", "progress: expected an object"),
    ])
  func fileErrors(progress: String, words: String) {
    let error = #expect(throws: FilmError.self) { try parse(progress) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test(
    "invalid bars on the command line are errors with their value",
    arguments: [
      ("left", "at as top or bottom, not “left”"), ("bottom,at=top", "not “bottom,at=top”"),
      ("top,height=0.6", "height as 0.001 to 0.5"),
      ("top,of=all", "of as film or clips, not “all”"), ("top,colour=red", "“color” instead of “colour”"),
    ])
  func wordErrors(word: String, words: String) {
    let error = #expect(throws: FilmError.self) { try FilmProgress(parsing: word) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test(
    "a height out of its bounds is an error with its key path", arguments: [0, 0.51, -1, .nan, .infinity])
  func bounds(height: Double) throws {
    let film = try film([1]) { $0.height = height }
    let error = #expect(throws: FilmError.self) { try film.check() }
    #expect(error?.description.hasPrefix("progress.height is ") == true, "\(error?.description ?? "")")
  }
}
