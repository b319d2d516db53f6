import SegueFilms

@testable import SeguePreview

extension FilmModel {
  /// The model of a film of `colors`, one second each, at 10 frames/s with transitions of 0.4 s.
  static func film(of colors: [RGBAColor]) async throws -> FilmModel {
    var request = FilmRequest(items: colors.map { FilmItem(FilmClip(.color($0))) })
    request.pictureDuration = 1
    request.defaults.duration = .seconds(0.4)
    request.output.path = "o.mp4"
    request.output.size = .exact(ImageSize(width: 320, height: 180))
    request.output.frameRate = try FrameRate(10)
    let source = FilmSource(
      path: nil, read: { .words([]) }, request: { [request] _ in request },
      command: { _ in ["segue", "join"] })
    return try await FilmModel(source) { "\($0)" }
  }
}
