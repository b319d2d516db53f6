import FilmSamples
import Foundation
import SegueFields
import SegueFilms
import SegueImaging
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueFilmFiles
@testable import SegueMedia
@testable import SegueRun

/// Timelines as editing programs write them, and the losses of an export.
@Suite("OpenTimelineIO timelines", .serialized) struct FilmOTIOTests {
  private typealias Item = [String: Any]

  private func range(_ start: Double, _ length: Double) -> Item {
    func time(_ value: Double) -> Item { ["OTIO_SCHEMA": "RationalTime.1", "value": value, "rate": 24] }
    return ["OTIO_SCHEMA": "TimeRange.1", "start_time": time(start), "duration": time(length)]
  }

  /// A clip of one second. If `isRanged` is false, its range is that of its media.
  private func clip(
    _ name: String, enabled: Bool? = nil, start: Double = 0, isRanged: Bool = true, hasMedia: Bool = true
  ) -> Item {
    let media: Item = [
      "OTIO_SCHEMA": "ExternalReference.1", "target_url": name + ".mov",
      "available_range": hasMedia ? range(0, 24) : NSNull(),
    ]
    var item: Item = [
      "OTIO_SCHEMA": "Clip.2", "name": name, "media_references": ["DEFAULT_MEDIA": media],
      "source_range": isRanged ? range(start, 24) : NSNull(),
    ]
    item["enabled"] = enabled
    return item
  }

  private let gap: Item = [
    "OTIO_SCHEMA": "Gap.1",
    "source_range": ["duration": ["value": 48, "rate": 24], "start_time": ["value": 0, "rate": 24]],
  ]

  private func track(_ children: Item..., enabled: Bool? = nil, extra: Item = [:]) -> Item {
    var item: Item = ["OTIO_SCHEMA": "Track.1", "kind": "Video", "children": children]
    item["enabled"] = enabled
    return item.merging(extra) { $1 }
  }

  private func read(_ tracks: Item..., folder: String = "") throws -> FilmRequest {
    let stack: Item = ["OTIO_SCHEMA": "Stack.1", "children": tracks]
    let json = try JSONSerialization.data(withJSONObject: ["OTIO_SCHEMA": "Timeline.1", "tracks": stack])
    return try FilmOTIO.parse(Array(json), name: "cut.otio", folder: folder)
  }

  /// The sources of a film's clips.
  private func sources(_ request: FilmRequest) -> [String] { request.clips.map(\.source.text) }

  @Test(
    "a disabled clip is black for the length of its range or of its media")
  func disabledClips() throws {
    for isRanged in [true, false] {
      let off = clip("lime", enabled: false, isRanged: isRanged)
      let request = try read(track(clip("red", enabled: true), off, clip("blue"), off))
      #expect(sources(request) == ["red.mov", "color:#000000", "blue.mov", "color:#000000"])
      #expect(request.clips[1].duration == .seconds(1) && request.clips[3].duration == .seconds(1))
      #expect(request.notices.isEmpty)
    }
  }

  @Test("the first enabled video track with an enabled clip is read")
  func tracks() throws {
    let (red, blue) = (track(clip("red")), track(clip("blue")))
    let off = track(clip("red", enabled: false))
    for tracks in [
      [track(clip("red"), enabled: false), blue], [track(), blue], [track(gap), blue], [off, blue], [blue],
    ] {
      let request = try tracks.count == 1 ? read(tracks[0]) : read(tracks[0], tracks[1])
      #expect(sources(request) == ["blue.mov"] && request.notices.isEmpty)
    }
    let both = try read(track(gap), red, blue)
    #expect(sources(both) == ["red.mov"])
    #expect(both.notices.messages == ["2 video tracks have clips; only the first is read"])
    let part = try read(track(clip("red"), clip("blue"), extra: ["source_range": range(12, 24)]))
    #expect(sources(part) == ["red.mov", "blue.mov"])
    #expect(
      part.notices == [
        Notice(.loss, at: Place("tracks.children[0]"), "the video track's source_range is ignored")
      ])
  }

  @Test("an error in the range of a clip names the timeline, the item and the track")
  func parts() async throws {
    let media = try Media()
    let path = try media.facts("a.mov", size: ImageSize(width: 32, height: 16), rate: 24, seconds: 1)
    var request = try read(track(gap), track(gap, clip(String(path.dropLast(4)), start: 240)))
    request.files = ["cut.otio"]
    let error = await #expect(throws: FilmError.self) { try await FilmPlan(request) }
    #expect(error?.sentence.hasPrefix("cut.otio: item 2 of track 2: \(path): IN is 10 s, ") == true)
    #expect(error?.place == "tracks.children[1].children[1]" && error?.code == .invalidData)
  }

  /// A clip of one second of `media`, or without media.
  private func clip(_ media: Item?) -> Item {
    var item: Item = ["OTIO_SCHEMA": "Clip.2", "name": "shot", "source_range": range(0, 24)]
    item["media_references"] = media.map { ["DEFAULT_MEDIA": $0] }
    return item
  }

  private func file(_ url: String) -> Item {
    ["OTIO_SCHEMA": "ExternalReference.1", "target_url": url, "available_range": range(0, 24)]
  }

  @Test("a clip without media is black with a warning")
  func withoutMedia() throws {
    let missing: [Item?] = [
      nil, ["OTIO_SCHEMA": "MissingReference.1"], file(""), ["OTIO_SCHEMA": "ExternalReference.1"],
      ["OTIO_SCHEMA": "ImageSequenceReference.1"],
    ]
    for media in missing {
      let request = try read(track(clip("red"), clip(media), clip("blue")))
      #expect(sources(request) == ["red.mov", "color:#000000", "blue.mov"])
      #expect(request.clips[1].duration == .seconds(1))
      #expect(request.notices.messages == ["the clip “shot” has no media and becomes black"])
    }
  }

  @Test(
    "media with a foreign path are found by name beside the timeline",
    arguments: [
      (#"file:///C:/Users/Ann/Videos/My%20Clip.mov"#, "My Clip.mov"),
      (#"C:\Users\Ann\Videos\My Clip.mov"#, "My Clip.mov"), (#"\\server\share\My Clip.mov"#, "My Clip.mov"),
      ("file://server/share/My%20Clip.mov", "My Clip.mov"), ("file:///old/home/100%25.mov", "100%.mov"),
      ("/old/home/My Clip.mov", "My Clip.mov"), ("/old/home/media/b.mov", "media/b.mov"),
      (#"media\b.mov"#, "media/b.mov"),
    ])
  func moved(url: String, name: String) throws {
    let media = try Media()
    try FileManager.default.createDirectory(atPath: media.file("media"), withIntermediateDirectories: true)
    try media.write([0], to: name)
    let request = try read(track(clip(file(url))), folder: media.file(""))
    #expect(sources(request) == [media.file("") + name])
    #expect(request.notices.messages == ["\(url) does not exist; \(media.file("") + name) is used instead"])
    // A file that is not found keeps its path for the error.
    let lost = try read(track(clip(file("/old/home/none.mov"))), folder: media.file(""))
    #expect(sources(lost) == ["/old/home/none.mov"] && lost.notices == [])
  }

  /// An image sequence at 24 pictures/s with `name` before the numbers, from 101 on.
  private func sequence(_ base: String, step: Int = 1, name: String = "100%.") -> Item {
    [
      "OTIO_SCHEMA": "ImageSequenceReference.1", "target_url_base": base, "name_prefix": name,
      "name_suffix": ".png", "start_frame": 101, "frame_step": step, "rate": 24, "frame_zero_padding": 4,
      "available_range": range(0, 24),
    ]
  }

  @Test(
    "the clip of an image sequence has the sequence's frame rate and range")
  func imageSequences() throws {
    let media = try Media()
    try FileManager.default.createDirectory(atPath: media.file("shot"), withIntermediateDirectories: true)
    for number in 99...130 { try media.write([0], to: "shot/100%.0\(number < 100 ? "0" : "")\(number).png") }
    let path = media.file("shot/") + "100%%.%04d.png"
    for (base, folder) in [
      ("file://" + media.file("shot/"), ""), ("shot", media.file("")), (#"D:\show\shot"#, media.file("")),
      ("/gone/far", media.file("shot/")),
    ] {
      let request = try read(track(clip(sequence(base))), folder: folder)
      #expect(sources(request) == [path])
      #expect(try request.clips[0].frameRate == FrameRate(24))
      // Two pictures precede number 101.
      #expect(request.clips[0].start == .seconds(2.0 / 24) && request.clips[0].end == .seconds(26.0 / 24))
      #expect(request.notices.count == (base.hasPrefix("file:") || base == "shot" ? 0 : 1))
    }
    let slow = try read(track(clip(sequence("shot", step: 2))), folder: media.file(""))
    #expect(try slow.clips[0].frameRate == FrameRate(12))
    #expect(slow.notices.messages == ["“shot”: the pictures that frame_step 2 skips are shown, too"])
  }

  @Test("an image sequence is decoded in order")
  func drawnSequence() async throws {
    let media = try Media()
    for number in 0..<12 {
      let level = UInt8(20 * number)
      let color = RGBAColor(red: level, green: level, blue: level)
      let picture = Snapshot(PixelBuffer(size: ImageSize(width: 32, height: 16), color: color))
      try media.write(picture, to: "s.0\(101 + number).png")
    }
    var item = clip(sequence("", name: "s."))
    item["source_range"] = range(2, 6)
    let request = try read(track(item), folder: media.file(""))
    let frames = try await media.frames(of: request, as: "gray")
    let values = stride(from: 0, to: frames.count, by: 512).map { Int(frames[$0]) }
    #expect(values.count == 6)
    #expect(zip(values, values.dropFirst()).allSatisfy { abs($1 - $0 - 20) <= 2 } && abs(values[0] - 40) <= 3)
  }

  @Test("a timeline without an enabled clip is an error")
  func noEnabledClip() {
    let none = "cut.otio: no enabled video track contains an enabled clip"
    for tracks in [
      [track(gap)], [track()], [track(clip("red"), enabled: false)],
      [track(clip("red", enabled: false), gap)],
    ] {
      let error = #expect(throws: FilmError.self) { try read(tracks[0]) }
      #expect(error?.description == none)
    }
    let error = #expect(throws: FilmError.self) { try read() }
    #expect(error?.description == "cut.otio: it has no video track")
  }

  @Test("a time code of media without a start time is reported")
  func timeCode() async throws {
    let media = try Media()
    let size = ImageSize(width: 32, height: 16)
    let path = try media.facts("red.mov", size: size, rate: 24, seconds: 1)
    for (hasMedia, isNamed) in [(false, true), (true, false)] {
      var request = try read(track(clip("red", start: 86_400, hasMedia: hasMedia)))
      request.items[0].clip.source = .file(path: path)
      let error = await #expect(throws: FilmError.self) { try await FilmPlan(request) }
      #expect(error?.description.contains("IN is 3600 s, but the clip is only 1 s long") == true)
      #expect(error?.description.contains("the timeline has no available_range") == isNamed)
    }
  }

  @Test("every film setting that a timeline loses is reported")
  func filmLosses() async throws {
    let black = FilmClip(.color(.black))
    let music = FilmMusic(path: "song.wav")
    let changes: [(key: String, lost: String?, change: (inout FilmRequest) -> Void)] = [
      ("size", nil, { $0.output.size = .exact(ImageSize(width: 64, height: 36)) }),
      ("fps", nil, { $0.output.frameRate = try? FrameRate(30) }), ("fit", nil, { $0.output.fit = .contain }),
      ("color", nil, { $0.output.color = .sdr }),
      ("filter", "the film's filter", { $0.filter = "blur(0.1)" }),
      (
        "background", "the background #ff0000",
        { $0.drawing.background = RGBAColor(red: 255, green: 0, blue: 0) }
      ),
      ("device", "the device around the film", { $0.device = FilmDevice(.iphone) }),
      ("subtitles", "the subtitles a.srt", { $0.subtitles = "a.srt" }),
      ("channels", "the channels", { $0.channels = .mono }),
      ("loudness", "the loudness", { $0.loudness = -20 }),
      ("opening", "the opening", { $0.opening = FilmJunction() }),
      ("closing", "the closing", { $0.closing = FilmJunction() }),
      ("music", "the music song.wav", { $0.music = [music] }),
      ("voice", "the voice song.wav", { $0.voices = [music] }),
      ("overlays", "the overlay a.png", { $0.overlays = [FilmOverlay(path: "a.png")] }),
      ("titles", "the title “Hello”", { $0.titles = [FilmTitle("Hello")] }),
      ("captions", "the captions w.json", { $0.captions = FilmCaptions(path: "w.json") }),
      ("progress", "the progress bar", { $0.progress = FilmProgress() }),
      ("loop", "the loop", { $0.plays = 3 }),
      ("pingPong", "the backward playback", { $0.isPingPong = true }),
      ("cycle", "the transition back to the first clip", { $0.cycles = true }),
      ("meta", "the metadata", { $0.output.metadata = ["title": "A"] }),
      ("", "the chapters", { $0.marksChapters = true }),
      ("", "the muting of the clips", { $0.isMute = true }),
    ]
    for (key, lost, change) in changes {
      var request = FilmRequest(clips: [black], junctions: [], output: "")
      change(&request)
      let expected = lost.map { ["the timeline leaves out \($0)"] } ?? []
      #expect(FilmOTIO.filmLosses(request).messages == expected, "\(key)")
    }
    let keys = (FilmRequest.fields.list + FilmRequest.filmFields.list).map(\.name)
    // The timeline has the clips and their values.
    #expect(Set(keys).subtracting(changes.map(\.key)) == ["segue", "clips", "film", "defaults"])
    var request = FilmRequest(clips: [black], junctions: [], output: "")
    request.channels = .fivePointOne
    #expect(try await request.timeline().losses.messages == ["the timeline leaves out the channels"])
  }

  private func timelineLosses(of film: JSONValue, _ media: Media) async throws -> [String] {
    let film = try FilmFile.film(in: film, name: "film.json", folder: media.file(""))
    return try await film.timeline().losses.messages
  }

  /// The losses of the film with the first value of `key` that fits it.
  private func losses(of key: String, in table: FilmTable, _ media: Media) async throws -> [String]? {
    for value in table.values(of: key) {
      if let losses = try? await timelineLosses(of: table.film(with: value, of: key), media) { return losses }
    }
    return nil
  }

  @Test("every setting of a clip or junction that a timeline cannot store is reported")
  func losses() async throws {
    let media = try Media()
    try media.writeFilesOfTables()
    _ = try media.facts(
      "clip.mp4", size: ImageSize(width: 32, height: 16), rate: 10, seconds: 3, sounds: 2
    ) { info in
      info.text = ClipInfo.Text(index: 0, codec: "mov_text", language: "")
      info.texts = [info.text].compactMap(\.self)
    }
    let carried: Set = ["src", "each", "speed", "motion", "in", "out", "duration"]
    let clip = try #require(FilmTable["clip"])
    for key in clip.keys {
      let found = try await self.losses(of: key, in: clip, media)
      let losses = try #require(found, "\(key)")
      let isNamed = losses.contains { $0.hasPrefix("the timeline leaves out “\(key)” of \(media.file(""))") }
      #expect(isNamed != carried.contains(key), "\(key): \(losses)")
    }
    // A junction's timeline, filters and the curve of its sound are lost.
    let junction = try #require(FilmTable["junction"])
    let usual = try await timelineLosses(of: junction.film(before: ""), media)
    for key in junction.keys where key != "overlap" {
      let found = try await self.losses(of: key, in: junction, media)
      let losses = try #require(found, "\(key)")
      let isLost = ["timeline", "fromFilter", "toFilter", "filter", "sound"].contains(key)
      #expect((losses != usual) == isLost, "\(key): \(losses)")
    }
    let picture = Snapshot(PixelBuffer(size: ImageSize(width: 32, height: 16), color: .black))
    let request = FilmRequest(clips: [FilmClip(.snapshot(picture))], junctions: [], output: "")
    #expect(
      try await request.timeline().losses.messages == [
        "a picture in memory has no file, so the timeline cannot refer to it"
      ])
  }
}
