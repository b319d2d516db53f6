import Foundation
import Logging
import SegueFilms
import Synchronization
import TestSupport
import Testing

@Suite("User-defined transitions and frames") struct OwnTransitionTests {
  /// Wipes in the incoming picture from the left.
  private struct Blind: Transition {
    let duration = 0.1
    let timing = TimingCurve.linear

    func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
      let shift = AffineMap.translation(x: context.width * (progress - 1), y: 0)
      return .stack(
        [RecipeLayer(.snapshot(.from)), RecipeLayer(.snapshot(.to), transform: shift)], background: .black)
    }
  }

  private let size = ImageSize(width: 20, height: 10)
  private func picture(_ color: RGBAColor) -> Snapshot { Snapshot(PixelBuffer(size: size, color: color)) }
  private var request: RenderRequest {
    var request = RenderRequest(from: .snapshot(picture(.white)), to: .snapshot(picture(.black)))
    request.drawing.backend = .cpu
    return request
  }

  @Test("a request may have a user-defined transition instead of a name")
  func value() async throws {
    var request = request
    request.transition = TransitionChoice(Blind())
    request.stillProgress = 0.5
    let png = try await RenderJob.file(of: request, as: .png).bytes
    let half = try await ImageDecoder().decode(bytes: png, name: "half").snapshot
    #expect(half[2, 5] == .black && half[17, 5] == .white)
  }

  @Test("a look as text equals the look of its file")
  func lookText() async throws {
    let text = #"""
      {"parameters": {"dark": {"default": 0.5, "minimum": 0, "maximum": 1}}, "duration": 0.5,
       "recipe": {"mix": ["from", {"filter": "exposure(-dark)", "of": "to"}], "amount": "min(1, p*(0.5+dark))"}}
      """#
    let place = try Workplace()
    try place.write(Array(text.utf8), to: "own.json")
    func half(_ transition: TransitionChoice) async throws -> [UInt8] {
      var request = request
      (request.transition, request.stillProgress) = (transition, 0.5)
      return try await RenderJob.file(of: request, as: .raw).bytes
    }
    let (look, file) = (
      try await half(.look(text, name: "own", ["dark": 1])),
      try await half(.named(place.file("own.json"), ["dark": 1]))
    )
    #expect(look == file && look.count == (20 * 10 * 4 as Int))
    #expect(try await half(.look(text, name: "own")) != look)
    var wrong = request
    wrong.transition = .look(text.replacing("exposure", with: "exposition"), name: "own")
    #expect(throws: SegueError.self) { try wrong.validate() }
    wrong.transition = .shader("vec4 transition(vec2 uv) { return", name: "mine")
    wrong.drawing.backend = .auto
    let error = #expect(throws: SegueError.self) { try wrong.validate() }
    #expect(error?.localizedDescription.contains("mine") == true, "\(String(describing: error))")
    var right = wrong
    right.transition = .shader(
      "vec4 transition(vec2 uv) { return mix(getFromColor(uv), getToColor(uv), progress); }", name: "mine")
    try right.validate()
    var film = FilmRequest(
      items: [
        FilmItem(FilmClip(.color(.white))),
        FilmItem(
          FilmClip(.color(.black)),
          into: FilmJunction(
            transition: .look(text, name: "own"), duration: .frames(4))),
      ])
    film.output.size = .exact(size)
    let plan = try await FilmJob(film).plan()
    #expect(plan.junctions.map(\.transition) == ["own"] && plan.junctions.map(\.frames) == [4])
  }

  @Test("warnings name the library's properties or the tool's options")
  func names() async throws {
    let place = try Workplace()
    var request = RenderRequest(
      from: .snapshot(picture(.transparent)), to: .snapshot(picture(.white)),
      output: OutputRequest(place.file("still.jpg")))
    request.stillProgress = 0
    request.output.overwrites = true
    let (background, codec) = (
      "sets another colour, and webm, gif, webp, apng, raw, png and png-sequence keep it, as does mov with",
      "prores"
    )
    let words = "jpg keeps no transparency, so transparent parts of a picture in memory become black;"
    #expect(
      try await RenderJob(request).run().warnings == ["\(words) background \(background) codec \(codec)"])
    request.drawing.names = PropertyNames { "<\($0)>" }
    #expect(
      try await RenderJob(request).run().warnings == ["\(words) <background> \(background) <codec> \(codec)"])
  }

  @Test("a logger gets every warning")
  func logger() async throws {
    let place = try Workplace()
    let heard = Heard()
    var request = RenderRequest(
      from: .snapshot(picture(.transparent)), to: .snapshot(picture(.white)),
      output: OutputRequest(place.file("still.jpg")))
    request.stillProgress = 0
    request.drawing.backend = .cpu
    var logger = Logger(label: "test") { _ in heard }
    logger.logLevel = .debug
    request.drawing.logger = logger
    let report = try await RenderJob(request).run()
    let lines = heard.lines.all.withLock { $0 }
    #expect(!report.warnings.isEmpty)
    #expect(lines.filter { $0.level == .warning }.map(\.text) == report.warnings)
    #expect(lines.contains { $0.level == .debug && $0.text.contains("asked for") }, "\(lines)")
  }

  /// Keeps the log messages.
  private struct Heard: LogHandler {
    final class Lines: Sendable { let all = Mutex<[(level: Logger.Level, text: String)]>([]) }

    let lines = Lines()
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.debug

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      lines.all.withLock { $0.append((event.level, "\(event.message)")) }
    }
  }

  @Test("invalid parameter values are rejected")
  func typed() throws {
    var request = request
    request.transition = .named("slide", ["rows": 12])
    #expect(request.transition.texts.map(\.value) == ["12"])
    #expect(throws: Never.self) { try RenderJob(Self.with("x.apng", request)) }
    for parameters: KeyValuePairs<String, ParameterValue> in [["rows": 0], ["rows": 1.5], ["lines": 3]] {
      request.transition = .named("slide", parameters)
      let error = #expect(throws: SegueError.self) { try RenderJob(Self.with("x.apng", request)) }
      guard case UsageError.parameter? = error?.details else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  private static func with(_ output: String, _ request: RenderRequest) -> RenderRequest {
    var request = request
    request.output.path = output
    return request
  }

  @Test("an extended catalogue is searched first")
  func catalogue() async throws {
    let blind = TransitionDescription(
      name: "blind", summary: "From the left.", source: "", parameters: [], make: { _ in Blind() })
    let own = try Catalogue.builtIn.adding(blind)
    #expect(throws: SegueError(CatalogueError.nameTaken("slide"))) {
      try Catalogue.builtIn.adding(blind, try #require(Catalogue.builtIn["slide"]))
    }
    #expect(try TransitionLibrary(own).transition(named: "blind").description.name == "blind")
    #expect(throws: UsageError.self) { try TransitionLibrary().transition(named: "blind") }
    #expect(TransitionLibrary().folders.isEmpty)
  }

  @Test("frames are delivered in order")
  func frames() async throws {
    let renderer = try FrameRenderer(size: size)
    let grays = (0..<8).map { UInt8($0 * 30) }
    let requests = grays.map { gray in
      FrameRequest(
        .snapshot(.from), outgoing: picture(RGBAColor(red: gray, green: gray, blue: gray)),
        incoming: picture(.black))
    }
    var seen: [UInt8] = []
    for try await frame in renderer.frames(of: requests) { seen.append(frame[0, 0].red) }
    #expect(seen == grays)
    let small = Snapshot(PixelBuffer(size: ImageSize(width: 4, height: 4), color: .white))
    let wrong = requests + [FrameRequest(.snapshot(.from), outgoing: small, incoming: small)] + requests
    var count = 0
    do {
      for try await _ in renderer.frames(of: wrong) { count += 1 }
      Issue.record("a picture of another size was drawn")
    } catch let error as SegueError {
      #expect(
        error
          == SegueError(
            UsageError.pictureSize(ImageSize(width: 4, height: 4), expected: ImageSize(width: 20, height: 10))
          ))
      #expect(count == 8 && error.localizedDescription == "a picture is 4x4, but its frame is 20x10")
    }
  }

  @Test("errors name properties in a full sentence")
  func sentences() {
    var request = request
    request.output.path = "x.png"
    let errors: [(inout RenderRequest) -> Void] = [
      { _ in }, { $0.stillProgress = 3 }, { $0.drawing.threads = 0 }, { $0.drawing.requiresGPU = true },
      { $0.output.size = .width(0) },
      {
        $0.stillProgress = 0.5; $0.output.plays = 2
      },
      {
        $0.stillProgress = 0.5; $0.output.codec = .hevc
      },
      {
        $0.output = "x.apng"; $0.duration = 0
      },
      {
        $0.output = "x.apng"; $0.timing = .spring(dampingRatio: 0)
      },
      { $0.output = "x.none" }, { $0.transition = "nothing-like-it" },
    ]
    for change in errors {
      var request = request
      change(&request)
      do {
        _ = try RenderJob(request)
        Issue.record("nothing was wrong with \(request)")
      } catch {
        #expect(!error.localizedDescription.contains("--"), "\(error)")
      }
    }
  }
}
