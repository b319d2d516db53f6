import SegueFields
import SegueImaging
import SegueMath
import SegueMotion
import SegueRun
import SegueSystem

/// Reads film files that overlays show.
package protocol FilmReader: Sendable {
  /// Whether the file at `path` is a film; `false` for a pipe.
  static func isDescriptionOnDisk(_ path: String) -> Bool
  static func film(at path: String) throws -> FilmRequest
}

/// Nested films: film files as sources of overlays.
enum NestedFilm {
  static let maximumLevels = 4

  /// The context of a nested film's settings.
  struct Use: Sendable {
    let isHeard: Bool
  }

  /// The nested film in the file at `path`, as an overlay of `request`. It is SDR, stereo, and drawn on the
  /// CPU.
  /// - Throws: `FilmError.file` also for a film that contains itself and for too deep nesting;
  ///   `SystemError`.
  static func request(
    at path: String, _ reader: any FilmReader.Type, isHeard: Bool, over request: FilmRequest
  ) throws -> FilmRequest {
    let chain = (request.nesting ?? []) + request.files
    let identity = FileStamp(path: path)
    if identity != nil, chain.contains(where: { FileStamp(path: $0) == identity }) {
      throw FilmError.file(name: path, reason: "the film contains itself as an overlay")
    }
    guard chain.count < maximumLevels else {
      throw FilmError.file(name: path, reason: "films are nested more than \(maximumLevels) deep")
    }
    var film = try reader.film(at: path)
    film.nesting = chain
    let background = film.drawing.background
    film.drawing = request.drawing
    film.drawing.background = background
    film.drawing.backend = .cpu
    film.drawing.logger = nil
    film.library = request.library
    film.isStrict = request.isStrict
    film.decoderStallLimit = request.decoderStallLimit
    film.notices += FilmRequest.filmFields.notes(on: film, in: Use(isHeard: isHeard))
    film.output.color = .sdr
    film.output.depth = .eight
    film.carriesSubtitles = false
    film.channels = .stereo
    film.loudness = nil
    if isHeard { return film }
    film.isMute = true
    film.music = []
    film.voices = []
    for index in film.overlays.indices { film.overlays[index].volume = nil }
    return film
  }

  /// The plan of the nested film.
  /// - Throws: as `request`, and `UsageError`, `ShaderFileError`.
  static func plan(
    at path: String, _ reader: any FilmReader.Type, isHeard: Bool, over request: FilmRequest
  ) async throws -> FilmPlan {
    do {
      return try await FilmPlan(self.request(at: path, reader, isHeard: isHeard, over: request))
    } catch let error as FilmError {
      if case .file = error { throw error }
      throw FilmError.file(named: path, error)
    }
  }
}

extension FilmRequest {
  /// The readable films among the overlays' files.
  var nestedFilms: [FilmRequest] {
    overlays.compactMap { overlay in
      guard let reader, let path = overlay.path, reader.isDescriptionOnDisk(path) else { return nil }
      return try? NestedFilm.request(at: path, reader, isHeard: overlay.volume != nil, over: self)
    }
  }
}

extension OverlayPart {
  /// The part of the nested film `plan` that `overlay` shows. `rate` is the outer film's rate. At any time,
  /// the last frame that has begun is shown.
  /// - Throws: `FilmError.trim`, `.value`.
  init(_ overlay: FilmOverlay, _ plan: FilmPlan, rate: FrameRate) throws(FilmError) {
    let (name, own) = (overlay.source.text, plan.rate.ratio)
    let duration = plan.rate.exactTime(ofFrame: plan.timeline.frameCount)
    let start = overlay.sourceStart.map(plan.rate.seconds) ?? 0
    var end = overlay.sourceEnd.map(plan.rate.seconds) ?? duration
    notices = plan.notices.at(.named(name))
    if end > duration + 0.5 / own {
      let sentence =
        "OUT is \(DecimalText.text(end.value)) s, but the film is only \(DecimalText.text(duration.value)) s long, "
        + "so it ends there"
      notices.append(Notice(at: .named(name), of: "out", sentence))
    }
    end = min(end, duration)
    guard start < end else {
      throw .emptyPart(name, from: start.value, to: end.value, of: duration.value)
    }
    let speed = try ClipSpeed(parsing: overlay.speed ?? "1", .named("the speed of \(name)"))
    length = max(1, rate.position(of: (end - start).value / speed.mean))
    period = max(1, (end - start) * rate.ratio / Ratio(typed: speed.mean))
    soundStart = start
    speedMap = SpeedMap(
      speed: speed, count: length, start: (start * own).value, ratio: (own / rate.ratio).value,
      sourceCount: plan.timeline.frameCount, end: (end * own).value, between: .repeat)
  }
}

/// Draws the frames of a nested film at the size of its overlay.
///
/// **Thread-safety:** confined to the thread that requests the film's frames.
final class NestedReader {
  private let viewer: FilmViewer
  private let overlay: ResolvedOverlay
  private var last: (index: Int, picture: Snapshot)?

  init(_ overlay: ResolvedOverlay, _ film: ResolvedFilm) {
    self.overlay = overlay
    viewer = FilmViewer(film)
  }

  /// The picture for the film frame that is `place` frames after the overlay's first frame.
  /// - Throws: as `FilmViewer.frame(_:)`.
  func picture(at place: Int) throws -> Snapshot {
    let index = overlay.part?.speedMap?.pick(ofFrame: place - overlay.pass(at: place).lowerBound).index ?? 0
    if let last, last.index == index { return last.picture }
    let frame = try viewer.frame(index)
    defer { frame.release() }
    let picture = overlay.fitted(Snapshot(copying: frame))
    last = (index, picture)
    return picture
  }
}
