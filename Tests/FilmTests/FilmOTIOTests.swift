import Foundation
import Segue
import TestSupport
import Testing

@testable import SegueFilm

/// Timelines of editing programs, as these write them, and what of a film is not in one.
@Suite("Timelines of OpenTimelineIO", .serialized) struct FilmOTIOTests {
  private typealias Item = [String: Any]

  private func range(_ start: Double, _ length: Double) -> Item {
    func time(_ value: Double) -> Item { ["OTIO_SCHEMA": "RationalTime.1", "value": value, "rate": 24] }
    return ["OTIO_SCHEMA": "TimeRange.1", "start_time": time(start), "duration": time(length)]
  }

  /// A second of a file; where `isRanged` is false, its range is that of its media.
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

  private func read(_ tracks: Item...) throws -> FilmRequest {
    let stack: Item = ["OTIO_SCHEMA": "Stack.1", "children": tracks]
    let json = try JSONSerialization.data(withJSONObject: ["OTIO_SCHEMA": "Timeline.1", "tracks": stack])
    return try FilmOTIO.parse(Array(json), name: "cut.otio", folder: "")
  }

  /// The sources of a film's clips.
  private func sources(_ request: FilmRequest) -> [String] { request.clips.map(\.source.text) }

  @Test(
    "a disabled clip is black for its time, in the middle and at the end, with its own range or its media's")
  func disabledClips() throws {
    for isRanged in [true, false] {
      let off = clip("lime", enabled: false, isRanged: isRanged)
      let request = try read(track(clip("red", enabled: true), off, clip("blue"), off))
      #expect(sources(request) == ["red.mov", "color:#000000", "blue.mov", "color:#000000"])
      #expect(request.clips[1].duration == .seconds(1) && request.clips[3].duration == .seconds(1))
      #expect(request.notes.isEmpty)
    }
  }

  @Test("the first video track is read that is enabled and has a clip that is")
  func tracks() throws {
    let (red, blue) = (track(clip("red")), track(clip("blue")))
    let off = track(clip("red", enabled: false))
    for tracks in [
      [track(clip("red"), enabled: false), blue], [track(), blue], [track(gap), blue], [off, blue], [blue],
    ] {
      let request = try tracks.count == 1 ? read(tracks[0]) : read(tracks[0], tracks[1])
      #expect(sources(request) == ["blue.mov"] && request.notes.isEmpty)
    }
    let both = try read(track(gap), red, blue)
    #expect(sources(both) == ["red.mov"])
    #expect(both.notes == ["of 2 video tracks with clips only the first is read"])
    let part = try read(track(clip("red"), clip("blue"), extra: ["source_range": range(12, 24)]))
    #expect(sources(part) == ["red.mov", "blue.mov"])
    #expect(part.notes == ["the video track's own range is left out: all of it is read"])
  }

  @Test("a timeline without a clip to be seen is an error")
  func nothingSeen() {
    let none = "cut.otio: no video track has a clip, of which it and the track are enabled"
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

  @Test("a time code of media that does not say where it begins is named", .needs("ffmpeg"))
  func timeCode() async throws {
    let media = try Media()
    let path = try await media.make("red.mov", ["-f", "lavfi", "-i", "color=red:s=32x16:r=24:d=1"])
    for (hasMedia, isNamed) in [(false, true), (true, false)] {
      var request = try read(track(clip("red", start: 86_400, hasMedia: hasMedia)))
      request.clips[0].source = .file(path: path)
      let error = await #expect(throws: FilmError.self) { try await FilmPlan(request) }
      #expect(error?.description.contains("IN is 3600 s, but it is only 1 s long") == true)
      #expect(error?.description.contains("at which time code the file begins") == isNamed)
    }
  }

  @Test("every setting of an input that a timeline does not have is named", .needs("ffmpeg"))
  func losses() async throws {
    let media = try Media()
    try media.write(Array("1\n00:00:00,000 --> 00:00:01,000\nHello\n".utf8), to: "a.srt")
    let path = try await media.make(
      "a.mp4",
      [
        "-f", "lavfi", "-i", "testsrc=s=32x16:r=10:d=2", "-f", "lavfi", "-i", "sine=d=2", "-i",
        media.file("a.srt"), "-c:s", "mov_text",
      ])
    let values = [
      "each": "1", "fit": "contain", "crop": "0:0:0.5:0.5", "rotate": "90", "speed": "0.5", "chapter": "One",
      "fps": "5", "frames": "repeat", "motion": "auto", "filter": "blur(0.1)", "volume": "-3dB",
      "in": "0.2", "out": "1.5", "duration": "1", "title": "One",
      "reverse": "true", "boomerang": "true", "freeze": "1:0.5", "track": "1", "subtitles": "1",
      "over": "color:red",
    ]
    let carried: Set = ["each", "speed", "motion", "in", "out", "duration"]
    let plain = FilmClip(.file(path: path))
    for field in FilmClip.fields.list {
      guard let key = field.typedName else { continue }
      var clip = plain
      let value = try #require(values[key], "a value for \(key)")
      #expect(try FilmClip.fields.set(key, value, of: "", &clip) && field.differs(clip, plain))
      let request = FilmRequest(clips: [clip], junctions: [], output: "")
      let losses = try await request.timeline().losses
      let named = losses.contains("“\(key)” of \(path) is not in a timeline")
      #expect(named != carried.contains(key), "\(key): \(losses)")
    }
    let picture = Snapshot(PixelBuffer(size: ImageSize(width: 32, height: 16), color: .black))
    let request = FilmRequest(clips: [FilmClip(.snapshot(picture))], junctions: [], output: "")
    #expect(
      try await request.timeline().losses == [
        "a picture in memory has no file that a timeline could name"
      ])
  }
}
