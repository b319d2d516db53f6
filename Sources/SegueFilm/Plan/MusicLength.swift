import SegueImaging
import SegueMath
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem

extension FilmPlan {
  private static let sharedPlace = "the pictures' time, shared along the music,"

  /// The film's frames to the end of its first music, where pictures share that.
  /// - Throws: `FilmError.value` where there is no music; `MediaError`.
  static func sharedMusic(
    _ request: FilmRequest, _ rate: FrameRate, _ notes: inout [String]
  ) async throws -> Int? {
    guard request.picturesShareMusic else { return nil }
    guard let music = request.music.first else {
      throw FilmError.value(
        place: sharedPlace, value: "unknown", expected: "as long as a music, and there is none")
    }
    let seconds = try await music.seconds(request)
    notes += music.countingNotes(seconds: seconds.value)
    return min(music.end.map(rate.frames) ?? .max, rate.frames(music.start) + rate.position(of: seconds))
  }

  /// Gives the pictures and colours that have no length of their own the time that makes the film as long as its first
  /// music, `end` frames, the same to each but for a frame.
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
        expected: "a frame for each of \(stills.count): the other clips are longer than the music")
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
      "\(path): what a file says of its length may be wrong, so all of its \(Int(seconds / 60)) minutes were decoded"
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
    let count = try await countedSamples(upTo: .max)
    guard count > 0 else { throw MediaError.badData(path: name, reason: silence) }
    return Ratio(count, SoundDecoding.sampleRate)
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
