import SegueFields
import SegueImaging
import SegueMedia
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

  @Test("public functions throw every case of SegueError")
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
      found.map { $0?.code } == [
        .invalidValue, .unreadable, .invalidData, .invalidValue, .invalidData, .invalidData, .invalidValue,
        .invalidData,
      ])
    #expect(
      found[0]
        == SegueError(
          UsageError.invalidValue(option: .threads, value: "0", expected: "a whole number from 1 to 1024")))
    #expect(found[3] == SegueError(RenderError.recipeTooDeep(levels: 1002, maximum: 1000)))
    #expect(found[0]?.localizedDescription == "threads is “0”, but must be a whole number from 1 to 1024")
    #expect(place.names().sorted() == ["film.json", "look.json", "shader.glsl"])
  }

  @Test("equal problems have the same code, property and sentence in every module")
  func equalProblems() {
    let bitRate = RequestProperty.audioBitRate
    let curve = TimingCurveError.unknownName("bounce")
    let equal: [(any Error, any Error)] = [
      (
        MediaError.invalidOption(bitRate, problem: .value("0", expected: "more")),
        UsageError.invalidValue(option: bitRate, value: "0", expected: "more")
      ),
      (SystemError.cancelled, CancellationError()), (RenderError.cancelled, CancellationError()),
      (SegueError(curve), curve),
    ]
    for (first, second) in equal.map({ (SegueError($0), SegueError($1)) }) {
      #expect(first.code == second.code)
      #expect(first.property == second.property)
      #expect(first.sentence == second.sentence)
    }
    for error in [FrameTimesError.invalidTiming(curve), AnimatorError.unplayable(curve)] as [any Error] {
      #expect(SegueError(error).underlying == SegueError(curve))
    }
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

  @Test("an unknown error is internal unless a custom transition throws it")
  func foreign() async {
    struct Foreign: Error, CustomStringConvertible { let description = "words of its own" }
    #expect(SegueError(Foreign()).code == .internalError)
    struct Refusing: Transition {
      func recipe(at progress: Double, in context: TransitionContext) -> Recipe { .snapshot(.from) }
      func check(in context: TransitionContext, at progresses: [Double]) throws { throw Foreign() }
    }
    var request = request()
    request.transition = TransitionChoice(Refusing())
    let refused = await error { () async throws(SegueError) in _ = try await RenderJob(request).run() }
    #expect(refused == SegueError(UsageError.refused(reason: "words of its own")))
  }
}
