import FilmSamples
import SegueFields
import SegueFilms
import SegueImaging
import SegueRun
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueFilmFiles

/// The keys of a film file that are in the key of a chunk: all that affect its frames, and no others.
@Suite("Keys of chunks", .serialized, .needs("ffmpeg")) struct ChunkKeyTests {
  private let media: Media

  /// The keys of a film file that no picture depends on. They change the sound, the encoder's arguments, or the
  /// file around the streams.
  private static let invisible: [String: Set<String>] = [
    "file": ["segue", "music", "voice", "meta"], "film": ["color", "channels", "loudness", "loop"],
    "clip": ["volume", "track", "subtitles", "chapter"], "junction": ["sound"],
    "overlay": ["volume", "track"],
    "music": ["src", "start", "end", "in", "volume", "duck", "fadeOut", "loop", "track"],
  ]

  init() throws { media = try Media() }

  private func film(_ clip: FilmClip) throws -> FilmRequest {
    var film = FilmRequest(clips: [clip], junctions: [], output: media.file("film.mkv"))
    film.output.size = .exact(ImageSize(width: 192, height: 108))
    film.output.frameRate = try FrameRate(10)
    film.drawing.backend = .cpu
    return film
  }

  private var black: FilmClip {
    var clip = FilmClip(.color(.black))
    clip.duration = .seconds(3)
    return clip
  }

  /// Makes three seconds of pictures with two tracks of sound and two of subtitles.
  private func makeVideo() async throws {
    try await media.make(
      "clip.mp4",
      [
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=3", "-f", "lavfi", "-i", "sine=500:d=3", "-f", "lavfi",
        "-i", "sine=700:d=3", "-i", media.file("words.srt"), "-map", "0", "-map", "1", "-map", "2",
        "-map", "3", "-map", "3", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-bf", "0", "-c:a", "aac", "-c:s",
        "mov_text",
      ])
  }

  /// Writes six words with a silence of 0.4 s after the second.
  private func writeTranscript(_ name: String) throws {
    let times = [0, 0.3, 1, 1.3, 1.6, 1.9]
    let words = zip(["one", "two", "three", "four", "five", "six"], times).map { word, start in
      #"{"word": " \#(word)", "start": \#(start), "end": \#(start + 0.3)}"#
    }
    let json = #"{"segments": [{"words": [\#(words.joined(separator: ","))]}]}"#
    try media.write(Array(json.utf8), to: name)
  }

  /// The key of a whole film file.
  private func key(_ film: JSONValue) async throws -> [String] {
    var request = try FilmFile.film(in: film, name: "film.json", folder: media.file(""))
    request.output.path = media.file("film.mkv")
    request.drawing.backend = .cpu
    request.carriesSubtitles = false
    let film = try await ResolvedFilm(FilmPlan(request))
    return try ChunkFingerprint(film, [], encoder: []).lines(0..<film.plan.timeline.frameCount)
  }

  @Test("a chunk's key includes each key of a film file that affects pictures", arguments: FilmTable.all)
  func filmKeys(table: FilmTable) async throws {
    try media.writeFilesOfTables()
    try writeTranscript("words.json")
    if "\(table.film(before: ""))".contains("clip.mp4") { try await makeVideo() }
    let invisible = Self.invisible[table.name, default: []]
    #expect(invisible.isSubset(of: table.keys))
    for name in table.keys {
      let usual = try await key(table.film(before: name))
      var changes: [Bool] = []
      for value in table.values(of: name) where !changes.contains(true) {
        // A bound may not fit the film.
        guard let lines = try? await key(table.film(with: value, of: name)) else { continue }
        changes.append(lines != usual)
      }
      #expect(!changes.isEmpty, "\(name): no film has one of its values")
      #expect(changes.contains(true) == !invisible.contains(name), "\(name)")
    }
  }

  private func key(_ film: FilmRequest, of frames: Range<Int> = 0..<20) async throws -> [String] {
    try ChunkFingerprint(await ResolvedFilm(FilmPlan(film)), [], encoder: []).lines(frames)
  }

  @Test("a chunk's key includes the margin of a keyframe")
  func margin() async throws {
    var overlay = FilmOverlay(.color(.white))
    overlay.place = .center
    overlay.keyframes = [LayerKeyframe(at: .seconds(0.5), place: .topLeft)]
    var film = try film(black)
    film.overlays = [overlay]
    let usual = try await key(film)
    film.overlays[0].margin = 0.2
    let changed = try await key(film)
    #expect(changed != usual)
  }

  @Test("the key of a chunk includes a height that only crops an overlay's picture")
  func height() async throws {
    var film = try film(black)
    film.overlays = [FilmOverlay(.snapshot(Snapshot(width: 64, height: 48) { _, _ in .white }))]
    let usual = try await key(film)
    // The overlay is 0.2 of 192 pixels wide, which are 38. By its picture's shape it is 29 of 108 pixels high.
    film.overlays[0].height = 29.0 / 108
    let changed = try await key(film)
    #expect(changed != usual)
  }

  @Test("the key of a chunk includes the pictures on both sides of a sequence's loop point")
  func loop() async throws {
    func write(_ number: Int, _ color: RGBAColor) throws {
      try media.write(Snapshot(width: 64, height: 48) { _, _ in color }, to: "loop\(number).png")
    }
    for number in 0..<10 { try write(number, .white) }
    var film = try film(black)
    film.overlays = [FilmOverlay(path: media.file("loop%d.png"))]
    // Pictures 5 to 9, then 0 and 1.
    let usual = try await key(film, of: 5..<12)
    try write(0, .black)
    let changed = try await key(film, of: 5..<12)
    #expect(changed != usual)
  }

  @Test("a chunk's key includes the chunk's position in a progress bar")
  func progressPlace() async throws {
    var film = try film(black)
    film.progress = FilmProgress()
    let (first, second) = (try await key(film, of: 0..<10), try await key(film, of: 10..<20))
    #expect(first != second)
    film.progress = nil
    let bare = (try await key(film, of: 0..<10), try await key(film, of: 10..<20))
    #expect(bare.0 != first)
  }
}
