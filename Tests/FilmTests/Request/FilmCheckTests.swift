import SegueFilms
import SegueImaging
import SegueMotion
import SegueRun
import Testing

@testable import SegueFilm
@testable import SegueRun

/// Bounds of a request's values. Violations are errors with their key path before any file is
/// opened.
@Suite("Bounds of a film request") struct FilmCheckTests {
  /// Three seconds of white and of black with a title and music. The output file is never written.
  private static func request() -> FilmRequest {
    var request = FilmRequest(
      clips: [FilmClip(.color(.white)), FilmClip(.color(.black))], junctions: [FilmJunction()],
      output: "f.mp4")
    request.titles = [FilmTitle("a")]
    request.music = [FilmMusic(path: "none.flac")]
    request.pictureDuration = 3
    return request
  }

  private typealias Change = @Sendable (inout FilmRequest) -> Void

  private static func part(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> PictureMotion {
    .path(from: .whole, to: .init(x: x, y: y, width: width, height: height), timing: .linear)
  }

  private static let changes: [(place: String, Change)] = [
    ("clips.count", { $0.items = Array(repeating: FilmItem(FilmClip(.color(.white))), count: 10_001) }),
    ("titles.count", { $0.titles = Array(repeating: FilmTitle("a"), count: 1001) }),
    ("music.count", { $0.music = Array(repeating: FilmMusic(path: "a"), count: 101) }),
    ("voices.count", { $0.voices = Array(repeating: .voice, count: 101) }),
    ("voices[0].fadeOut", { $0.voices = [FilmMusic(.file(path: "a"), fadeOut: -1)] }),
    ("junctions[0].duration", { $0.items[1].junction?.duration = .seconds(-1) }),
    ("junctions[0].duration", { $0.items[1].junction?.duration = .frames(-1) }),
    ("titles[0].size", { $0.titles[0].size = 0 }),
    ("titles[0].size", { $0.titles[0].size = 1e9 }),
    ("music[0].fadeOut", { $0.music[0].fadeOut = -1 }),
    ("music[0].duck", { $0.music[0].duck = 1 }),
    ("loudness", { $0.loudness = 1 }),
    ("clips[1].motion.to", { $0.items[1].clip.motion = part(0, 0, 0, 0) }),
    ("motion.to", { $0.motion = part(0.5, 0, 0.6, 1) }),
    ("motion.to", { $0.motion = part(0, -0.1, 1, 1) }),
    ("motion.to", { $0.motion = part(.nan, 0, 1, 1) }),
  ]

  @Test("an impossible count or number is an error before any file is opened")
  func values() {
    for (place, change) in Self.changes {
      var request = Self.request()
      change(&request)
      for error in [Self.error { try request.check() }, Self.error { _ = try FilmJob(request, in: .shared) }]
      {
        guard case .value(place, _, _, _)? = error as? FilmError else {
          Issue.record("\(place): \(error.map { "\($0)" } ?? "no error")")
          continue
        }
      }
    }
  }

  private static let positions: [(String, @Sendable (inout FilmRequest, FilmClip.Position) -> Void)] = [
    ("clips[1].start", { $0.items[1].clip.start = $1 }), ("clips[1].end", { $0.items[1].clip.end = $1 }),
    ("clips[1].duration", { $0.items[1].clip.duration = $1 }),
    ("junctions[0].duration", { $0.items[1].junction?.duration = $1 }),
    ("defaults.duration", { $0.defaults.duration = $1 }),
    ("overlays[0].start", { $0.overlays[0].start = $1 }), ("overlays[0].end", { $0.overlays[0].end = $1 }),
    ("titles[0].start", { $0.titles[0].start = $1 }), ("titles[0].end", { $0.titles[0].end = $1 }),
  ]

  private static let numbers: [(String, @Sendable (inout FilmRequest, Double) -> Void)] = [
    ("clips[1].volume", { $0.items[1].clip.volume = $1 }), ("titles[0].size", { $0.titles[0].size = $1 }),
    ("titles[0].fade", { $0.titles[0].fade = $1 }), ("music[0].volume", { $0.music[0].volume = $1 }),
    ("music[0].duck", { $0.music[0].duck = $1 }), ("music[0].fadeOut", { $0.music[0].fadeOut = $1 }),
    ("overlays[0].size", { $0.overlays[0].size = $1 }),
    ("overlays[0].margin", { $0.overlays[0].margin = $1 }),
    ("overlays[0].opacity", { $0.overlays[0].opacity = $1 }),
    ("overlays[0].fade", { $0.overlays[0].fade = $1 }),
    ("overlays[0].volume", { $0.overlays[0].volume = $1 }),
    ("pictureDuration", { $0.pictureDuration = $1 }), ("pictureHold", { $0.pictureHold = $1 }),
    ("loudness", { $0.loudness = $1 }),
  ]

  @Test("every number rejects NaN, infinities and extreme values")
  func extremes() {
    let doubles = [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e18]
    for (place, set) in Self.numbers {
      for value in doubles { expect(place) { set(&$0, value) } }
    }
    for (place, set) in Self.positions {
      for value in doubles { expect(place) { set(&$0, .seconds(value)) } }
      // Times of titles and overlays may count from the film's end.
      let countsFromEnd = place.hasPrefix("titles") || place.hasPrefix("overlays")
      let integers = [Int.max, .min, 1 << 40] + (countsFromEnd ? [] : [-1])
      for value in integers { expect(place) { set(&$0, .frames(value)) } }
    }
  }

  private func expect(_ place: String, _ change: Change) {
    var request = Self.request()
    request.overlays = [FilmOverlay(path: "none.png")]
    change(&request)
    guard case .value(place, _, _, _)? = Self.error({ try request.check() }) as? FilmError else {
      Issue.record("\(place): not refused")
      return
    }
  }

  @Test("the error for a number out of bounds names the value and the bounds")
  func sentence() {
    var request = Self.request()
    request.items[1].clip.duration = .seconds(1e300)
    #expect(
      Self.error { try request.check() }.map { "\($0)" }
        == "clips[1].duration is 1e+300 s, but must be 0 to 86400 s")
    request.items[1].clip.duration = nil
    request.items[0].clip.end = .frames(-1)
    #expect(
      Self.error { try request.check() }.map { "\($0)" } == "clips[0].end is -1, but must be 0 to 86400000")
    request.items[0].clip.end = nil
    request.overlays = [FilmOverlay(.file(path: "a.png"))]
    request.overlays[0].opacity = 2
    #expect(
      Self.error { try request.check() }.map { "\($0)" } == "overlays[0].opacity is 2, but must be 0 to 1")
  }

  @Test("an unplayable curve is an error with its key path")
  func curves() {
    let curve = TimingCurve.steps(0)
    let changes: [(String, Change)] = [
      ("junctions[0].timing", { $0.items[1].junction?.timing = curve }),
      ("defaults.timing", { $0.defaults.timing = curve }),
      ("motion.timing", { $0.motion = .path(from: .whole, to: .whole, timing: curve) }),
      (
        "clips[0].motion.timing",
        { $0.items[0].clip.motion = .path(from: .whole, to: .whole, timing: curve) }
      ),
    ]
    for (place, change) in changes {
      var request = Self.request()
      change(&request)
      guard case .part(let error, place)? = Self.error({ try request.check() }) as? FilmError,
        error.details is TimingCurveError
      else {
        Issue.record("\(place): not refused")
        continue
      }
    }
  }

  private struct Stuck: Transition {
    let duration = 1.0
    let timing = TimingCurve.steps(0)
    func recipe(at progress: Double, in context: TransitionContext) -> Recipe { .snapshot(.to) }
  }

  @Test("the curve of a custom transition is checked unless its junction overrides it")
  func ownCurve() async throws {
    var request = Self.request()
    request.music = []
    request.items[1].junction = FilmJunction(transition: TransitionChoice(Stuck()))
    let plan = try await FilmPlan(request)
    let error = await #expect(throws: FilmError.self) { _ = try await ResolvedFilm(plan) }
    guard case .part(let cause, "junctions[0].transition.timing")? = error, cause.details is TimingCurveError
    else {
      Issue.record("\(error.map { "\($0)" } ?? "no error")")
      return
    }
    request.items[1].junction?.timing = .linear
    let film = try await ResolvedFilm(FilmPlan(request))
    #expect(film.clips.compactMap(\.transition).count == 1)
  }

  @Test("a junction inherits unset values from the defaults")
  func defaults() {
    var request = Self.request()
    request.defaults = FilmJunction(
      transition: .named("slide", ["rows": 3]), duration: .frames(5), timing: .easeIn,
      filters: FilterTexts(from: "invert"), sound: .linear)
    #expect(request.resolved(FilmJunction()) == request.defaults)
    let own = request.resolved(
      FilmJunction(
        transition: .named("slide", ["columns": 2]), duration: .seconds(1), timing: .linear,
        filters: FilterTexts(), sound: .equalPower))
    #expect(own.transition?.texts.map { "\($0.name)=\($0.value)" } == ["rows=3", "columns=2"])
    #expect(own.duration == .seconds(1) && own.timing == .linear)
    #expect(own.filters == FilterTexts() && own.sound == .equalPower)
    #expect(request.resolved(FilmJunction(transition: "dissolve")).transition == "dissolve")
    request.defaults.isCut = true
    #expect(request.resolved(FilmJunction()).isCut)
    #expect(!request.resolved(FilmJunction(transition: "dissolve")).isCut)
  }

  @Test("sizes without pixels and sizes that are too large are errors")
  func sizes() async throws {
    let sizes: [FrameSize] = [
      .exact(ImageSize(width: 0, height: 0)), .exact(ImageSize(width: 1 << 40, height: 2)), .width(.max),
      .height(.min), .width(0), .height(16_386),
      // 16,384 rows at 16:9 have 29,127 columns.
      .height(16_384),
    ]
    for size in sizes {
      var request = Self.request()
      request.output.size = size
      let error = await #expect(throws: UsageError.self) { _ = try await FilmPlan(request) }
      guard case .invalidValue(.size, _, _)? = error else {
        Issue.record("\(size)")
        continue
      }
    }
  }

  @Test("the request's options set the film's frame rate")
  func rate() async throws {
    var request = Self.request()
    request.output.frameRate = try FrameRate(24)
    #expect(request.output.frameRate == (try FrameRate(24)))
    request.items[1].junction = .cut
    #expect(try await FilmPlan(request).timeline.frameCount == 144)
  }

  private static func error(_ body: () throws -> Void) -> (any Error)? {
    do {
      try body()
      return nil
    } catch {
      return error
    }
  }
}

@Suite("The longest films") struct LongFilmTests {
  @Test("a film lasts at most a day")
  func day() throws {
    let rate = try FrameRate(30)
    let day = 86_400 * 30
    let timeline = try FilmTimeline(rate: rate, lengths: [day / 2, day / 2], overlaps: [0])
    #expect(timeline.frameCount == day)
    #expect(timeline.sampleCount == (86_400 * 48_000 as Int))
    for lengths in [[day, 1], [.max / 2, .max / 2], [1 << 53, 1]] {
      let error = #expect(throws: FilmError.self) {
        try FilmTimeline(rate: rate, lengths: lengths, overlaps: [0])
      }
      guard case .tooLong? = error else {
        Issue.record("\(lengths)")
        continue
      }
    }
  }

  @Test("a day at the highest frame rate does not overflow sample numbers")
  func greatestRate() throws {
    let rate = try FrameRate(2_147_483_647, per: 2148)
    let day = rate.position(of: 86_400.0) - 1
    let timeline = try FilmTimeline(rate: rate, lengths: [day, day], overlaps: [day + 1000], shortens: true)
    #expect(timeline.frameCount == day)
    // ⌊frames · 48000 · 2148 / 2147483647⌋ in 128 bits.
    let (high, low) = (48_000 * 2148).multipliedFullWidth(by: day)
    #expect(timeline.sampleCount == 2_147_483_647.dividingFullWidth((high, low)).quotient)
  }

  @Test("positions beyond the range of frame numbers are clamped")
  func positions() throws {
    let rate = try FrameRate(30)
    #expect(rate.position(of: 1e300) == 1 << 53)
    #expect(rate.position(of: -.infinity) == -(1 << 53))
    #expect(rate.position(of: .nan) == 1 << 53)
    #expect(rate.position(of: 0.05) == 2)
  }

  @Test("pictures that exceed a day in total cause one error")
  func pictures() async throws {
    var request = FilmRequest(
      clips: [FilmClip(.color(.white)), FilmClip(.color(.black))], junctions: [.cut], output: "f.mp4")
    request.pictureDuration = 50_000
    let error = await #expect(throws: FilmError.self) { _ = try await FilmPlan(request) }
    #expect(error == .tooLong(seconds: 100_000))
  }
}

@Suite("Motions of pictures") struct PictureMotionTests {
  @Test("an overshooting curve zooms in to a hundredth of the picture at most")
  func overshoot() throws {
    // A Bézier with control points at 4 rises to nearly 3.
    let motion = PictureMotion.path(
      from: .whole, to: .init(x: 0.4, y: 0.4, width: 0.2, height: 0.2),
      timing: .cubicBezier(x1: 0.3, y1: 4, x2: 0.7, y2: 4))
    var smallest = 1.0
    for step in 0...100 {
      let part = try #require(motion.part(at: Double(step) / 100, index: 0))
      smallest = min(smallest, part.width, part.height)
      #expect(abs(part.x + part.width / 2 - 0.5) < 1e-9)
      #expect(abs(part.y + part.height / 2 - 0.5) < 1e-9)
    }
    #expect(smallest == 0.01)
  }
}
