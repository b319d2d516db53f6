import SegueFilms
import SegueImaging
import SegueMath
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueFilmFiles
@testable import SegueMedia
@testable import SegueRun
@testable import SegueSound

/// Thousands of films with randomly replaced numbers, the same in every run.
@Suite("Films with random numbers") struct FilmNumberFuzzTests {
  /// SplitMix64.
  ///
  /// **Source:** Steele, Lea and Flood, *Fast Splittable Pseudorandom Number Generators*, 2014.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var z = state
      z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
      z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
      return z ^ (z >> 31)
    }
  }

  private static let film = """
    {"segue": 1,
     "film": {"size": "64x36", "fps": 30, "loudness": -14},
     "defaults": {"transition": {"name": "iris", "duration": 0.5}, "picture": 3, "motion": {"from": [0, 0, 1, 1]}},
     "clips": [
       {"src": "a.mov", "in": 2.5, "out": 9},
       {"transition": "slide", "duration": 1.2, "params": {"rows": 12}},
       {"src": "color:#101418", "duration": 5,
        "motion": {"from": [0, 0, 1, 1], "to": [0.2, 0.1, 0.6, 0.6], "timing": "cubic-bezier(0.3,4,0.7,4)"}},
       {"src": "a.mov", "in": "30f", "out": "75f", "volume": "-3dB"},
       {"src": "color:red", "in": 1, "out": 4}],
     "titles": [{"text": "Summer", "start": 0.5, "end": 3.5, "size": 0.08, "fade": 0.3}],
     "music": [{"src": "song.flac", "volume": "-8dB", "fadeOut": 3, "duck": {"by": -12}}]}
    """

  private static let numbers = [
    0, -1, -0.0, 1, 0.5, 24, 75, 1e300, -1e300, 1e17, 1e19, 1e-9, 1e-300, 86_400, 86_400.1, 86_400_000,
    0x1p53, 0x1p63, -0x1p63, 0x1p64,
  ]
  private static let words = [
    "NaN", "-inf", "30000/1001", "1/2147483647", "2147483647/1", "1/0", "75f", "86400000f",
    "99999999999999999999f", "-5f", "1e300dB", "-3dB", "50%", "1e300%", "",
  ]
  private static let values: [JSONValue] =
    numbers.map { .number($0) } + words.map { .text($0) }
    + [.null, .flag(true), .list([]), .object([:]), .list([1e300, -1, 0, 1].map { .number($0) })]

  /// `value` with each number replaced for which `choose` returns a value.
  private static func changed(_ value: JSONValue, _ choose: () -> JSONValue?) -> JSONValue {
    switch value {
    case .number: choose() ?? value
    case .list(let list): .list(list.map { changed($0, choose) })
    case .object(let values):
      .object(
        Dictionary(
          uniqueKeysWithValues: values.keys.sorted().map { ($0, changed(values[$0] ?? .null, choose)) }))
    case .null, .flag, .text: value
    }
  }

  /// Metadata of a video or sound file with random numbers, within the limits of its reader.
  private static func clip(_ dice: inout Dice) -> FilmInputs.Content {
    let parts = [1, 2, 16, 25, 30, 1001, 30_000, 90_000, 1_000_000, Int(Int32.max)]
    let times: [Ratio] = [0, 1e-9, 0.04, 10, 10, 10, 10, 3600, 86_400, 1e10]
    func ratio() -> Ratio {
      .init(parts.randomElement(using: &dice) ?? 1, parts.randomElement(using: &dice) ?? 1)
    }
    let size = ImageSize(width: parts.randomElement(using: &dice) ?? 1, height: 16)
    let video = ClipInfo.Video(
      codec: "h264", storedSize: size, sampleAspect: ratio(), rotation: 90, pixelFormat: "yuv420p",
      fieldOrder: "",
      colorRange: "", colorSpace: "", colorTransfer: "", colorPrimaries: "", chromaLocation: "",
      // Frames of varying length would be read from the file.
      frameRate: .init(30, 1), averageRate: .init(30, 1), startTime: times.randomElement(using: &dice) ?? 0,
      duration: times.randomElement(using: &dice), hasAlphaTag: false, dolbyVisionProfile: nil, isStill: false
    )
    let audio = ClipInfo.Audio(codec: "aac", sampleRate: 48_000, channels: 2, startTime: 0)
    let info = ClipInfo(path: "a.mov", container: "mov,mp4", startTime: 0, video: video, audio: audio)
    return .video(info, video)
  }

  /// Resolves the film and computes everything that its plan offers.
  private static func plan(_ request: FilmRequest, _ dice: inout Dice) async -> Bool {
    do {
      try request.check()
      let content = clip(&dice)
      let resolved = try ResolvedRequest(request)
      let clips = resolved.clips.map { requested in
        let color: RGBAColor? = if case .color(let color) = requested.clip.source { color } else { nil }
        return ProbedClip(requested: requested, content: color.map { .color($0) } ?? content)
      }
      let plan = try await FilmPlan(resolved, clips)
      _ = plan.report(hasSound: true).text
      _ = plan.soundParts.map(\.steady)
      _ = try FilmOTIO.export(plan, folder: "")
      let frames = 0..<plan.timeline.frameCount
      for clip in plan.clips {
        guard let decoding = plan.part(of: clip, in: frames)?.decoding else { continue }
        _ = decoding.arguments
      }
      return true
    } catch {
      return false
    }
  }

  @Test(
    "arbitrary numbers in film files and timelines lead to a plan or an error", .takesLong,
    arguments: [(film, false), (FilmOTIONumberTests.timeline(), true)])
  func mutations(text: String, isTimeline: Bool) async throws {
    var dice = Dice(state: 22)
    let original = try FilmFile.document(Array(text.utf8), name: "f")
    var (plans, errors) = (0, 0)
    for _ in 0..<1000 {
      let document = Self.changed(original) {
        // Replaces one or two of some thirty numbers.
        Int.random(in: 0..<25, using: &dice) == 0 ? Self.values.randomElement(using: &dice) : nil
      }
      let request =
        isTimeline
        ? try? FilmOTIO.film(in: document, name: "f", folder: "")
        : try? FilmFile.film(in: document, name: "f", folder: "")
      if let request, await Self.plan(request, &dice) { plans += 1 } else { errors += 1 }
    }
    #expect(plans > 50 && errors > 50, "\(plans) plans, \(errors) errors")
  }
}
