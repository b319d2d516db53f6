import SegueFields
import SegueImaging
import SegueMotion
import SegueRendering
import SegueRun
import SegueSystem
import SegueTransitions
import TestSupport
import Testing

@testable import SegueFilm

/// The error type of renders, films and their parts.
@Suite("Segue's error type") struct SegueErrorTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  /// The name of each case. The switch is exhaustive, so a new case does not compile.
  private func kind(_ error: SegueError) -> String {
    switch error {
    case .usage: "usage"
    case .media: "media"
    case .film: "film"
    case .render: "render"
    case .look: "look"
    case .shader: "shader"
    case .filter: "filter"
    case .timeline: "timeline"
    case .cancelled: "cancelled"
    }
  }

  private func picture() -> Snapshot {
    Snapshot(PixelBuffer(size: ImageSize(width: 4, height: 4), color: .white))
  }

  private func request() -> RenderRequest {
    RenderRequest(from: .snapshot(picture()), to: .snapshot(picture()), output: "\(place.file("out.apng"))")
  }

  /// The typed error that `work` throws.
  private func error(_ work: () async throws(SegueError) -> Void) async -> SegueError? {
    do {
      try await work()
      return nil
    } catch {
      return error
    }
  }

  @Test("public functions throw every case of the error")
  func cases() async throws {
    try place.write("{", to: "film.json")
    try place.write("{}", to: "look.json")
    try place.write("vec4 nothing;", to: "shader.glsl")
    var usage = request()
    usage.drawing.threads = 0
    var deep = Recipe.snapshot(.from)
    for _ in 0...Recipe.maximumLevels { deep = .mix(deep, .snapshot(.to), amount: 0.5) }
    var timeline = request()
    timeline.timeline = Timeline(duration: 0, events: [])
    let pair = try SnapshotPair(from: picture(), to: picture())
    let found: [SegueError?] = [
      await error { () async throws(SegueError) in _ = try RenderJob(usage) },
      await error { () async throws(SegueError) in
        _ = try await SnapshotPair(from: place.file("none.png"), to: place.file("none.png"))
      },
      await error { () async throws(SegueError) in
        _ = try FilmRequest(file: place.file("film.json"), to: "film.mp4")
      },
      await error { () async throws(SegueError) in _ = try pair.pictures(of: [deep]) },
      await error { () async throws(SegueError) in
        _ = try await TransitionLibrary().description(of: place.file("look.json"))
      },
      await error { () async throws(SegueError) in
        _ = try await TransitionLibrary().description(of: place.file("shader.glsl"))
      },
      await error { () async throws(SegueError) in _ = try await FilterChain(loading: "blur(") },
      await error { () async throws(SegueError) in _ = try await RenderJob(timeline).run() },
    ]
    #expect(
      found.map { $0.map(kind) } == [
        "usage", "media", "film", "render", "look", "shader", "filter", "timeline",
      ])
    #expect(
      found[0]
        == .usage(.invalidValue(option: .threads, value: "0", expected: "a whole number from 1 to 1024")))
    #expect(found[3] == .render(.recipeTooDeep(levels: 1002, maximum: 1000)))
    #expect(found[0]?.localizedDescription == "threads is “0”, but must be a whole number from 1 to 1024")
    #expect(place.names().sorted() == ["film.json", "look.json", "shader.glsl"])
  }

  @Test("equal problems have the same error case in every module")
  func oneCase() {
    let curve = TimingCurveError.unknownName("bounce")
    let facts: [(any Error, SegueError)] = [
      (
        MediaError.unsupported(format: "y4m", limit: .oddSides(width: 7, height: 4)),
        .usage(.oddSize(ImageSize(width: 7, height: 4), format: "y4m"))
      ),
      (
        MediaError.invalidOption(.audioBitRate, problem: .value("0", expected: "more")),
        .usage(.invalidValue(option: .audioBitRate, value: "0", expected: "more"))
      ),
      (curve, .usage(.timing(curve))), (FrameTimesError.invalidTiming(curve), .usage(.timing(curve))),
      (AnimatorError.unplayable(curve), .usage(.timing(curve))),
      (MediaError.cancelled, .cancelled), (RenderError.cancelled, .cancelled),
      (CancellationError(), .cancelled),
    ]
    for (error, expected) in facts { #expect(SegueError(error) == expected) }
  }

  @Test("a cancelled task throws the case for a cancellation")
  func cancelled() async {
    let request = request()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return await error { () async throws(SegueError) in _ = try await RenderJob(request).run() }
    }
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test("another error type is a fault of Segue or of the custom transition")
  func foreign() async {
    struct Foreign: Error, CustomStringConvertible { let description = "words of its own" }
    #expect(SegueError(Foreign()) == .render(.fault(reason: "words of its own")))
    struct Refusing: Transition {
      func recipe(at progress: Double, in context: TransitionContext) -> Recipe { .snapshot(.from) }
      func check(in context: TransitionContext, at progresses: [Double]) throws { throw Foreign() }
    }
    var request = request()
    request.transition = TransitionChoice(Refusing())
    let refused = await error { () async throws(SegueError) in _ = try await RenderJob(request).run() }
    #expect(refused == .usage(.refused(reason: "words of its own")))
  }
}
