import SegueImaging
import SegueMath
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem

extension FilmPlan {
  private static let sharedPlace = "the pictures' duration"

  /// The film's frames to the end of the music that plays one after the other, else of its first music.
  /// `nil` if pictures do not share the music's length.
  /// - Throws: `FilmError.value` where there is no music; `MediaError`.
  static func sharedMusic(
    _ request: FilmRequest, _ rate: FrameRate, _ notes: inout [String]
  ) async throws -> Int? {
    guard request.picturesShareMusic else { return nil }
    let row = request.music.filter(\.isInRow)
    guard let music = row.first ?? request.music.first else {
      throw FilmError.value(
        place: sharedPlace, value: "“music”", expected: "seconds, since the film has no music")
    }
    var seconds: Ratio = 0
    for piece in row.isEmpty ? [music] : row {
      let length = try await piece.seconds(request)
      notes += piece.countingNotes(seconds: length.value)
      seconds += length
    }
    let start = music.start.map { rate.frames($0) } ?? 0
    return min(music.end.map(rate.frames) ?? .max, start + rate.position(of: seconds))
  }

  /// Divides the music's length, `end` frames, equally among the pictures and colours without a duration.
  /// - Parameter overlaps: the frames by which overlaps shorten the film.
  /// - Throws: `FilmError.value` where there is no such time.
  static func share(
    _ end: Int, _ request: FilmRequest, _ rate: FrameRate, overlaps: Int, _ clips: inout [Clip],
    _ lengths: inout [Int]
  ) throws(FilmError) {
    let stills = clips.indices.filter { index in
      let input = clips[index].input
      if case .video = clips[index].content { return false }
      if clips[index].voice != nil { return false }
      return input.duration == nil && input.start == nil && input.end == nil
    }
    let others = lengths.indices.filter { !stills.contains($0) }.map { lengths[$0] }.reduce(0, +)
    let frames = end + overlaps - others
    guard !stills.isEmpty else { return }
    guard frames >= stills.count else {
      throw .value(
        place: sharedPlace, value: "\(DecimalText.text(rate.time(ofFrame: frames))) s",
        expected: "at least a frame for each of \(stills.count), but the other clips exceed the music")
    }
    for (number, index) in stills.enumerated() {
      lengths[index] = frames * (number + 1) / stills.count - frames * number / stills.count
      clips[index].end = rate.exactTime(ofFrame: lengths[index])
    }
  }
}

extension FilmMusic {
  /// Decodes `info`, which is its file.
  /// - Throws: `MediaError`.
  func decoding(of info: ClipInfo, _ request: FilmRequest) throws(MediaError) -> SoundDecoding {
    var info = info
    if let choice = track.flatMap({ TrackChoice($0) }) { info = try info.hearing(choice) }
    guard
      var decoding = SoundDecoding(
        info, from: Ratio(typed: sourceStart), isAlone: true, isStrict: request.isStrict)
    else {
      throw .badData(path: path, reason: "there is no sound in it")
    }
    decoding.stallLimit = request.decoderStallLimit
    return decoding
  }

  /// The note about music of which so much was decoded for its length that it took long, one sentence at most.
  func countingNotes(seconds: Double) -> [String] {
    guard seconds >= 1800 else { return [] }
    return [
      "\(path): a file's header may give a wrong length, so all \(Int(seconds / 60)) minutes were decoded"
    ]
  }

  /// Its length in seconds. What a file, a tag or an index says of it may be a guess, so its samples are counted.
  /// - Throws: `MediaError`.
  fileprivate func seconds(_ request: FilmRequest) async throws -> Ratio {
    try await decoding(of: try await info(request.drawing.limits), request).countedSeconds()
  }
}

extension SoundDecoding {
  /// Its length in seconds, by its samples.
  /// - Throws: `MediaError`.
  fileprivate func countedSeconds() async throws -> Ratio {
    Ratio(try await heardSamples(upTo: .max), SoundDecoding.sampleRate)
  }

  /// `countedSamples(upTo:)`, at least 1.
  /// - Throws: `MediaError`, also for a sound without a sample.
  func heardSamples(upTo limit: Int) async throws -> Int {
    let count = try await countedSamples(upTo: limit)
    guard count > 0 else { throw MediaError.badData(path: name, reason: silence) }
    return count
  }

  /// The number of its samples, at most `limit`, by decoding them.
  /// - Throws: `MediaError`.
  func countedSamples(upTo limit: Int) async throws -> Int {
    try await onThread(named: "segue.length") { stop in
      let decoder = try SoundDecoder(self)
      defer { decoder.close() }
      stop.onSet { decoder.cancel() }
      return try decoder.countRest(upTo: limit)
    }
  }
}

extension ClipInfo {
  /// The length of its sound in seconds, by its samples.
  /// - Throws: `MediaError`.
  func countedSeconds(isStrict: Bool) async throws -> Ratio {
    guard let decoding = SoundDecoding(self, from: 0, isStrict: isStrict) else {
      throw MediaError.badData(path: name, reason: "there is no sound in it")
    }
    return try await decoding.countedSeconds()
  }
}
