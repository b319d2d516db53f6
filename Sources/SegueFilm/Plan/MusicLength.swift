import SegueFields
import SegueMath
import SegueMedia
import SegueMotion
import SegueRun
import SegueSound
import SegueSystem

extension FilmPlan {
  private static let sharedPlace = "the pictures' duration"

  /// The end, in film frames, of the consecutive pieces of music, or else of the first piece. It is `nil`
  /// unless pictures share the music's time. A notice names long music that was decoded.
  /// - Throws: `FilmError.value` if the film has no music; `SystemError`.
  static func sharedMusic(
    _ request: FilmRequest, _ rate: FrameRate
  ) async throws -> (end: Int?, notices: [Notice]) {
    guard request.picturesShareMusic else { return (nil, []) }
    let row = request.music.filter(\.isInRow)
    guard let music = row.first ?? request.music.first else {
      throw FilmError.value(
        place: sharedPlace, value: "“music”", expected: "seconds, since the film has no music")
    }
    var (seconds, notices): (Ratio, [Notice]) = (0, [])
    for piece in row.isEmpty ? [music] : row {
      let length = try await piece.seconds(request)
      notices += piece.countingNotices(seconds: length.value)
      seconds += length
    }
    let start = music.start.map { rate.frames($0) } ?? 0
    return (min(music.end.map(rate.frames) ?? .max, start + rate.position(of: seconds)), notices)
  }

  /// Divides the remaining time up to `end` evenly among the pictures and colours without a set duration,
  /// so that the film ends with the music.
  /// - Parameter overlaps: the sum of the overlaps, in frames.
  /// - Throws: `FilmError.value` if less than a frame remains for each picture or colour.
  static func share(
    _ end: Int, _ rate: FrameRate, overlaps: Int, _ clips: inout [ResolvedClip]
  ) throws(FilmError) {
    let stills = clips.filter(\.hasDefaultLength)
    let others = clips.reduce(0) { $1.hasDefaultLength ? $0 : $0 + $1.length }
    let frames = end + overlaps - others
    guard !stills.isEmpty else { return }
    guard frames >= stills.count else {
      throw .value(
        place: sharedPlace, value: "\(DecimalText.text(rate.time(ofFrame: frames))) s",
        expected: "at least one frame per picture, \(stills.count) in all; use longer music or shorter clips")
    }
    for (number, still) in stills.enumerated() {
      let length = frames * (number + 1) / stills.count - frames * number / stills.count
      clips[still.index].length = length
      clips[still.index].end = rate.exactTime(ofFrame: length)
    }
  }
}

extension ResolvedClip {
  /// Whether the clip is a picture or colour without a set duration.
  var hasDefaultLength: Bool {
    if case .video = content { return false }
    return voice == nil && input.duration == nil && input.start == nil && input.end == nil
  }
}

extension FilmMusic {
  /// The decoding of the music's file, whose probed properties are `info`.
  /// - Throws: `SystemError`.
  func decoding(of info: ClipInfo, _ request: FilmRequest) throws(SystemError) -> SoundDecoding {
    guard
      var decoding = SoundDecoding(
        try info.hearing(track), from: Ratio(typed: sourceStart), isAlone: true, isStrict: request.isStrict)
    else {
      throw .badData(path: path, reason: "it has no sound")
    }
    decoding.stallLimit = request.decoderStallLimit
    return decoding
  }

  /// The note that long music was decoded to measure its length; at most one notice.
  func countingNotices(seconds: Double) -> [Notice] {
    guard seconds >= 1800 else { return [] }
    let sentence = "a file's header may give a wrong length, so all \(Int(seconds / 60)) minutes were decoded"
    return [Notice(.note, at: .named(path), sentence)]
  }

  /// The length in seconds, from the decoded samples. The length in a file's header, tag or index may be an
  /// estimate.
  /// - Throws: `SystemError`.
  fileprivate func seconds(_ request: FilmRequest) async throws -> Ratio {
    try await decoding(of: try await info(request.drawing.limits), request).countedSeconds()
  }
}
