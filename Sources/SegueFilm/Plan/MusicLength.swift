import SegueImaging
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem

extension FilmPlan {
  /// Gives the pictures and colours that have no length of their own the time that makes the film as long as its first
  /// music, the same to each but for a frame.
  /// - Parameter overlaps: the frames by which overlaps shorten the film.
  /// - Throws: `FilmError.value` where there is no such time; `MediaError`.
  static func share(
    _ request: FilmRequest, _ rate: FrameRate, overlaps: Int, _ clips: inout [Clip], _ lengths: inout [Int]
  ) async throws {
    let place = "the pictures' time, shared along the music,"
    guard let music = request.music.first else {
      throw FilmError.value(place: place, value: "unknown", expected: "as long as a music, and there is none")
    }
    let (path, info) = (music.path, try await music.info(request.drawing.limits))
    guard let seconds = info.audio?.duration ?? info.video?.duration else {
      throw MediaError.badData(path: path, reason: "its length cannot be determined")
    }
    let stills = clips.indices.filter { index in
      let input = clips[index].input
      if case .video = clips[index].content { return false }
      return input.duration == nil && input.start == nil && input.end == nil
    }
    let others = lengths.indices.filter { !stills.contains($0) }.map { lengths[$0] }.reduce(0, +)
    let frames = rate.position(of: seconds) + overlaps - others
    guard !stills.isEmpty else { return }
    guard frames >= stills.count else {
      throw FilmError.value(
        place: place, value: "\(DecimalText.text(rate.time(ofFrame: frames))) s",
        expected: "a frame for each of \(stills.count): the other clips are longer than \(path)")
    }
    for (number, index) in stills.enumerated() {
      lengths[index] = frames * (number + 1) / stills.count - frames * number / stills.count
      clips[index].end = rate.time(ofFrame: lengths[index])
    }
  }
}
