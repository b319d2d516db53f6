import SegueImaging
import SegueMotion
import SegueRun
import TestSupport
import Testing

import SegueFilms

@testable import SegueFilm

/// Captions with entrance and exit transitions.
extension CaptionFilmTests {
  private func junction(_ name: String, _ frames: Int) -> FilmJunction {
    FilmJunction(
      transition: TransitionChoice(name: name), duration: .frames(frames), timing: .linear)
  }

  /// Two sentences of three words over 4 s at 10 frames/s. The captions cover frames 4 to 15 and 20
  /// to 31.
  private func moving(
    _ enter: FilmJunction?, _ exit: FilmJunction?, _ words: FilmCaptions.Words = .highlight,
    _ area: LayerArea = .frame, _ backend: BackendPreference = .cpu
  ) throws -> FilmRequest {
    var film = try film([black(4)])
    film.drawing.backend = backend
    var captions = captions(try transcript(2, step: 0.4))
    (captions.words, captions.shadow, captions.enter, captions.exit) = (words, .white, enter, exit)
    (captions.within, captions.size) = (area, 0.15)
    film.captions = captions
    return film
  }

  @Test(
    "a caption moves only during its entrance and its exit", .takesLong,
    arguments: [FilmCaptions.Words.highlight, .grow], LayerArea.allCases)
  func ends(words: FilmCaptions.Words, area: LayerArea) async throws {
    var bare = try moving(nil, nil)
    bare.captions = nil
    let without = try await frames(bare)
    let rest = try await frames(try moving(nil, nil, words))
    for name in ["push", "iris", "cube", "dissolve"] {
      let found = try await frames(try moving(junction(name, 3), junction(name, 2), words, area))
      for page in [4, 20] {
        for index in [page - 1, page + 12] { #expect(found[index] == without[index], "\(name) \(index)") }
        for index in page + 3..<page + 10 { #expect(found[index] == rest[index], "\(name) \(index)") }
        for way in [page..<page + 3, page + 10..<page + 12] {
          let isBetween = way.contains { found[$0] != rest[$0] && found[$0] != without[$0] }
          #expect(isBetween, "\(name) in \(way)")
        }
      }
    }
  }

  @Test("OpenGL draws moving captions with the same bytes", .needsOpenGL)
  func endsByOpenGL() async throws {
    let first = Tier.current == .full ? 0 : 20
    for area in cases(1, of: LayerArea.allCases) {
      let films = try [BackendPreference.cpu, .gpu].map {
        try moving(junction("cube", 3), junction("push", 3), .grow, area, $0)
      }
      let cpu = try await frames(films[0], from: first)
      let gpu = try await frames(films[1], from: first)
      #expect(cpu == gpu)
    }
  }

  @Test("a push moves a caption by the width of the frame or of its box")
  func pushes() async throws {
    func edges(_ area: LayerArea) async throws -> [ClosedRange<Int>?] {
      var film = try moving(junction("push", 3), nil, .none, area)
      film.captions?.shadow = nil
      return try await frames(film)[4..<8].map { frame in
        let columns = (0..<frame.count / 4).filter { frame[$0 * 4] > 128 }.map { $0 % Self.size.width }
        return columns.min().flatMap { low in columns.max().map { low...$0 } }
      }
    }
    let (wide, narrow) = (try await edges(.frame), try await edges(.box))
    let rest = try #require(wide[3])
    #expect(narrow[3] == rest)
    // From the right: 192 · (1 − p), p = 1/4, 2/4, 3/4.
    #expect(wide[0] == nil || wide[0]?.lowerBound ?? 0 >= rest.lowerBound + 144)
    #expect(wide[1]?.lowerBound == rest.lowerBound + 96 && wide[2]?.lowerBound == rest.lowerBound + 48)
    let moved = try #require(narrow[1]?.lowerBound)
    #expect(moved > rest.lowerBound + rest.count / 3 && moved < rest.lowerBound + rest.count)
    #expect(narrow.allSatisfy { $0?.upperBound ?? 0 <= rest.upperBound + 20 }, "\(narrow)")
  }

  @Test("entrances that are too long are shortened with one warning")
  func limits() async throws {
    let long = try moving(junction("push", 9), junction("dissolve", 9))
    let resolved = try await ResolvedFilm(FilmPlan(long))
    let motions = try #require(resolved.layers[0] as? CaptionTrack).motions
    #expect(motions.map { $0.plan.enter?.frames } == [4..<10, 20..<26])
    #expect(motions.map { $0.plan.exit?.frames } == [10..<16, 26..<32])
    let said = resolved.notices.messages.filter { $0.contains("shortened") }
    #expect(said.count == 1 && said[0].hasPrefix("2 of the 2 captions of"), "\(resolved.notices)")
    var short = try moving(junction("push", 3), nil)
    let source = FilmFrames(try await ResolvedFilm(FilmPlan(short)), frames: 0..<40)
    let drawn = try (0..<40).filter { _ in if case .again = try source.next() { false } else { true } }
    _ = source.close()
    // Words begin at 8 and 12, 24 and 28.
    #expect(drawn == [0, 4, 5, 6, 7, 8, 12, 16, 20, 21, 22, 23, 24, 28, 32])
    func lines(_ film: FilmRequest) async throws -> [String] {
      try ChunkFingerprint(await ResolvedFilm(FilmPlan(film)), [], encoder: []).lines(0..<18)
    }
    let known = try await lines(short)
    short.captions?.enter?.duration = .frames(4)
    #expect(try await lines(short) != known)
    short.captions?.enter?.duration = .frames(3)
    #expect(try await lines(short) == known)
    var idle = try moving(nil, nil, .highlight, .box)
    #expect(
      try await FilmPlan(idle).checkedReport().warnings.contains {
        $0.hasSuffix("within has no effect without enter and exit")
      })
    idle.captions?.enter = junction("no-such", 3)
    let unknown = await #expect(throws: FilmError.self) { try await FilmPlan(idle) }
    #expect(unknown?.description == "captions.enter: there is no transition “no-such”")
    idle.captions?.enter = FilmJunction(transition: .named("push", ["direction": "north"]))
    let error = await #expect(throws: FilmError.self) { try await FilmPlan(idle) }
    #expect(error?.description.contains("captions.enter") == true, "\(error?.description ?? "")")
  }

  @Test("transitions of captions are read from the command line and from a file")
  func readingEnds() throws {
    let typed = try FilmCaptions(
      parsing: "a.srt,style=loud,enter='push:0.2,direction=up',exit=dissolve:3f,within=box"
    ) { $0 == "a.srt" }
    #expect(typed.enter?.transition?.name == "push" && typed.exit?.duration == .frames(3))
    let film = try FilmFile.parse(
      Array(
        """
        {"segue": 1, "clips": ["a"], "captions": {"src": "a.srt", "style": "loud", "within": "box",
        "enter": {"name": "push", "duration": 0.2, "params": {"direction": "up"}},
        "exit": {"transition": "dissolve", "duration": "3f"}}}
        """.utf8), name: "film.json", folder: "")
    #expect(film.captions == typed)
    #expect(try FilmCaptions(parsing: "a.srt,enter=cut") { _ in false }.enter?.isCut == true)
  }
}
