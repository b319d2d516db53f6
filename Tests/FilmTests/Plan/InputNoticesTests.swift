import SegueFilms
import SegueImaging
import SegueMath
import SegueMotion
import SegueSystem
import Testing

@testable import SegueFilm
@testable import SegueMedia
@testable import SegueRun

/// Notes of a plan, from clips that are metadata only.
@Suite("Notes of a plan") struct InputNoticesTests {
  private let rate: FrameRate

  init() throws { rate = try FrameRate(30) }

  private static func clip(
    _ path: String, matrix: String = "bt709", transfer: String = "bt709", fields: String = "progressive",
    average: Ratio = .init(30, 1), ignored: ClipInfo.IgnoredStreams = .init()
  ) -> FilmInputs.Content {
    let video = ClipInfo.Video(
      codec: "h264", storedSize: ImageSize(width: 1280, height: 720), sampleAspect: .init(1, 1), rotation: 0,
      pixelFormat: "yuv420p", fieldOrder: fields, colorRange: "tv", colorSpace: matrix,
      colorTransfer: transfer,
      colorPrimaries: "bt709", chromaLocation: "left", frameRate: .init(30, 1), averageRate: average,
      startTime: 0,
      duration: 2, hasAlphaTag: false, dolbyVisionProfile: nil, isStill: false)
    let sound = ClipInfo.Audio(codec: "aac", sampleRate: 48_000, channels: 2, startTime: 0)
    var info = ClipInfo(path: path, container: "mov,", startTime: 0, video: video, audio: sound)
    info.ignored = ignored
    return .video(info, video)
  }

  private static let picture = FilmInputs.Content.picture(
    ImageSize(width: 64, height: 48), .sdr, kept: nil, bits: 8, isOpaque: true, notices: [])

  private func notes(
    _ contents: [FilmInputs.Content], _ change: (inout FilmRequest) -> Void = { _ in }
  ) -> [String] { notices(contents, change).messages }

  private func notices(
    _ contents: [FilmInputs.Content], _ change: (inout FilmRequest) -> Void = { _ in }
  ) -> [Notice] { inputs(contents, change).apartFromSize }

  private func inputs(
    _ contents: [FilmInputs.Content], _ change: (inout FilmRequest) -> Void = { _ in }
  ) -> InputNotices {
    let clips = contents.map { content in
      switch content {
      case .video(let info, _): FilmClip(.file(path: info.path))
      case .picture: FilmClip(.file(path: "p.png"))
      case .color(let color): FilmClip(.color(color))
      case .sound(let info, _): FilmClip(.file(path: info.path))
      }
    }
    var request = FilmRequest(
      clips: clips, junctions: clips.dropFirst().map { _ in FilmJunction() }, output: "o.mp4")
    change(&request)
    let probed = zip(request.clips, contents).map {
      ProbedClip(requested: RequestedClip(clip: $0), content: $1)
    }
    return InputNotices(request: request, clips: probed, rate: rate)
  }

  @Test(
    "a warning about cropping names two inputs and counts further ones",
    arguments: [(1, "a"), (2, "a and b"), (3, "a and 2 more")])
  func cropping(count: Int, names: String) {
    // 720 of 1280 columns are left.
    let notices = inputs(["a", "b", "c"].prefix(count).map { Self.clip($0) }).cropping(
      to: ImageSize(width: 720, height: 720))
    #expect(
      notices.messages == [
        "fit cover crops up to 44 % of \(names) to fill 720x720; fit contain shows all of it"
      ])
  }

  @Test("a note about several clips is one line")
  func together() {
    let clips = (0..<200).map { Self.clip("\($0).mp4", matrix: "") } + [Self.clip("0.mp4", matrix: "")]
    #expect(notes(clips) == ["0.mp4 and 199 more: no colour matrix is named, so bt709 is assumed"])
    let odd = [
      Self.clip("a", fields: "tt"), Self.clip("b", transfer: "smpte2084"),
      Self.clip("c", average: .init(24, 1)),
    ]
    #expect(
      notes(odd) == [
        "a: interlaced pictures are deinterlaced",
        "b: HDR (smpte2084) is tone-mapped to SDR (bt709)",
        "c: the frame rate varies, so frames are repeated or dropped to give 30/1 frames/s",
      ])
    #expect(notes([Self.clip("a"), Self.picture, .color(.black)]) == [])
  }

  @Test("a notice has its key path in the film file, its property and its kind")
  func places() {
    let clips = [
      Self.picture, Self.clip("b", transfer: "smpte2084"), Self.clip("c", transfer: "smpte2084"),
    ]
    let found = notices(clips) { request in
      for index in 0...2 { request.items[index].clipPlace = Place("clips[\(2 * index)]") }
      for index in 1...2 { request.items[index].junctionPlace = "clips[\(2 * index - 1)]" }
      request.items[0].clip.speed = "2"
      request.items[2].junction = FilmJunction(duration: .seconds(1), isCut: true)
      request.requested = [.motion: "--motion"]
    }
    #expect(
      found == [
        Notice(
          .loss, at: Place("clips[2]", named: "b and 1 more"), of: "color",
          "HDR (smpte2084) is tone-mapped to SDR (bt709)"),
        Notice(
          .note, at: Place("clips[0]", named: "p.png"), of: "speed",
          "speed has no effect on a picture or a colour"),
        Notice(.note, at: Place("clips[3]"), of: "duration", "the cut after b ignores duration"),
      ])
    let lost = ClipInfo.IgnoredStreams(chapters: 1)
    #expect(
      notices([Self.clip("a", ignored: lost)]) == [Notice(.loss, "the film leaves out chapters of a")])
  }

  @Test("omitted streams are named in one line")
  func ignored() {
    var many = ClipInfo.IgnoredStreams(
      soundTracks: 2, subtitleTracks: 1, chapters: 3, tags: ["artist", "title"])
    let sound = ClipInfo.IgnoredStreams(soundTracks: 1)
    let line =
      "the film leaves out further sound tracks of a and 1 more; bitmap subtitles of a; chapters of a; "
    #expect(
      notes([Self.clip("a", ignored: many), Self.clip("b", ignored: sound)]) == [
        line + "tags (artist, title) of a"
      ])
    #expect(notes([Self.clip("b", ignored: sound)]) { $0.isMute = true } == [])
    many = ClipInfo.IgnoredStreams(videoTracks: 1)
    #expect(notes([Self.clip("a", ignored: many)]) == ["the film leaves out further video tracks of a"])
  }

  @Test("a note about options without effect spells them as given")
  func defaults() {
    let all: [FilmDefault: String] = [
      .transition: "-t nosuch", .parameters: "-p", .duration: "-d", .timing: "--timing",
      .fromFilter: "--from-filter", .toFilter: "--to-filter", .pictureDuration: "--each", .motion: "--motion",
    ]
    let one = notes([Self.clip("a")]) { $0.requested = all }
    #expect(
      one == [
        "-t nosuch", "-p", "-d", "--timing", "--from-filter", "--to-filter",
      ].map { "\($0) has no effect: there is one input, so no transition" } + [
        "--each has no effect: no picture or colour uses it", "--motion has no effect: no picture uses it",
      ])
    #expect(notes([Self.clip("a"), Self.picture]) { $0.requested = all } == [])
    let own = FilmJunction(
      transition: TransitionChoice(name: "slide", texts: []), duration: .seconds(1), timing: .linear,
      filters: FilterTexts())
    let cut = notes([Self.clip("a"), Self.clip("b"), Self.clip("c")]) { request in
      request.items[1].junction = own
      request.items[2].junction = .cut
      request.requested = all
    }
    #expect(cut.count == 8 && cut[0] == "-t nosuch has no effect: no transition uses it")
    let color = notes([.color(.black), Self.clip("b")]) { $0.requested = all }
    #expect(color == ["--motion has no effect: no picture uses it"])
  }

  @Test("a note about settings without effect names their input")
  func values() {
    func said(_ content: FilmInputs.Content, _ change: (inout FilmClip) -> Void) -> [String] {
      notes([content]) { change(&$0.items[0].clip) }
    }
    #expect(
      said(Self.clip("a.mp4")) { $0.duration = .seconds(1) }
        == ["a.mp4: duration has no effect on a video; choose its part with in and out"])
    #expect(said(Self.clip("a.mp4")) { $0.motion = .auto } == ["a.mp4: motion has no effect on a video"])
    #expect(said(Self.clip("a.mp4")) { $0.volume = -3 } == [])
    #expect(said(Self.picture) { $0.duration = .seconds(1) } == [])
    #expect(
      said(Self.picture) { $0.volume = -3 } == ["p.png: volume has no effect, since the clip has no sound"])
    let cut = notes([Self.picture, Self.picture]) {
      $0.items[1].junction = FilmJunction(duration: .seconds(1), isCut: true)
    }
    #expect(cut == ["the cut after p.png ignores duration"])
  }
}
