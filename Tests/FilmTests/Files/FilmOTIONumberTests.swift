import Foundation
import SegueFilms
import SegueMotion
import SegueRun
import Testing

@testable import SegueFilm
@testable import SegueFilmFiles

@Suite("Numbers of OpenTimelineIO timelines") struct FilmOTIONumberTests {
  private static func time(_ value: String, _ rate: String = "24") -> String {
    #"{"OTIO_SCHEMA": "RationalTime.1", "value": \#(value), "rate": \#(rate)}"#
  }

  /// Two clips with a dissolve of 12 + 12 frames at 24 frames/s.
  static func timeline(
    start: String = time("24"), length: String = time("96"), into: String = time("12"),
    media: String = time("0")
  ) -> String {
    let clip = """
      {"OTIO_SCHEMA": "Clip.1", "name": "a", "metadata": {},
       "source_range": {"OTIO_SCHEMA": "TimeRange.1", "start_time": \(start), "duration": \(length)},
       "media_reference": {"OTIO_SCHEMA": "ExternalReference.1", "target_url": "a.mp4",
         "available_range": {"start_time": \(media), "duration": \(time("240"))}}}
      """
    let transition = """
      {"OTIO_SCHEMA": "Transition.1", "name": "t", "transition_type": "SMPTE_Dissolve", "metadata": {},
       "in_offset": \(into), "out_offset": \(time("12"))}
      """
    return """
      {"OTIO_SCHEMA": "Timeline.1", "tracks": {"OTIO_SCHEMA": "Stack.1", "children": [{"OTIO_SCHEMA": "Track.1",
       "kind": "Video", "children": [\(clip), \(transition), \(clip),
       {"OTIO_SCHEMA": "Gap.1", "source_range": {"start_time": \(time("0")), "duration": \(time("24"))}}]}]}}
      """
  }

  private func parse(_ json: String) throws -> FilmRequest {
    try FilmOTIO.parse(Array(json.utf8), name: "cut.otio", folder: "")
  }

  @Test("a dissolve has handles of half a second on both sides of the cut")
  func valid() throws {
    let request = try parse(Self.timeline())
    #expect(request.notices.isEmpty)
    #expect(request.output.frameRate == (try FrameRate(24)))
    #expect(request.clips.map(\.start) == [.seconds(1), .seconds(0.5), nil])
    #expect(request.clips.map(\.end) == [.seconds(5.5), .seconds(5), nil])
    #expect(request.clips[2].duration == .seconds(1))
    #expect(request.junctions.map(\.duration) == [.seconds(1), nil])
  }

  private static let broken: [(String, String)] = [
    (timeline(length: time("96", "1e-9")), "the rate of the length of “a” is 1e-09 frames/s"),
    (timeline(length: time("96", "1e300")), "the rate of the length of “a” is 1e+300 frames/s"),
    (timeline(length: time("96", "0")), "the rate of the length of “a” is 0 frames/s"),
    (timeline(length: time("1e19")), "the length of “a” is"),
    (timeline(length: time("-1")), "the length of “a” is"),
    (timeline(into: time("-12")), "in_offset of the transition “t” is -0.5 s, but must be 0 to 86400 s"),
    (timeline(into: time("1e300")), "in_offset of the transition “t” is"),
    (timeline(start: time("1e300")), "the beginning of “a” is"),
    (timeline(media: time("-1e300")), "the beginning of the media of “a” is"),
  ]

  @Test("impossible rates, lengths, offsets and start times are errors", arguments: broken)
  func refused(json: String, words: String) {
    let error = #expect(throws: FilmError.self) { try parse(json) }
    #expect(error?.description.hasPrefix("cut.otio: \(words)") == true, "\(error?.description ?? "")")
  }

  @Test("a note names unreadable Segue metadata")
  func metadata() throws {
    var json = Self.timeline().replacingOccurrences(
      of: #""name": "a", "metadata": {}"#, with: #""name": "a", "metadata": {"segue": {"motion": "slow"}}"#)
    json = json.replacingOccurrences(
      of: #""SMPTE_Dissolve", "metadata": {}"#,
      with: #""SMPTE_Dissolve", "metadata": {"segue": {"transition": "iris", "timing": "wobbly"}}"#)
    json = json.replacingOccurrences(
      of: #"{"OTIO_SCHEMA": "Timeline.1","#,
      with: ##"""
        {"OTIO_SCHEMA": "Timeline.1", "metadata": {"segue": {"film": {"fps": "fast", "size": 5, "fit": "x"}}},
        """##)
    let request = try parse(json)
    #expect(
      request.notices.messages == [
        "metadata.segue: “motion” is slow, not “auto”, and is ignored",
        "metadata.segue: “timing” is wobbly, not a curve, and is ignored",
        "metadata.segue: “motion” is slow, not “auto”, and is ignored",
        "metadata.segue: “fps” is fast, not a frame rate, and is ignored",
        "metadata.segue: “size” is 5, not a frame size, and is ignored",
        "metadata.segue: “fit” is x, not a fit, and is ignored",
      ])
    #expect(request.output.frameRate == (try FrameRate(24)))
    #expect(request.junctions[0].transition?.name == "iris")
  }

  @Test("a clip that begins before its media is trimmed with a note")
  func early() throws {
    let request = try parse(Self.timeline(start: Self.time("24"), media: Self.time("48")))
    #expect(request.clips[0].start == .seconds(0))
    #expect(request.notices.first?.sentence == "“a” begins 1 s before its media; it is trimmed")
    let rounded = try parse(Self.timeline(start: Self.time("86400"), media: Self.time("86400.000001")))
    #expect(rounded.notices.isEmpty)
  }
}
