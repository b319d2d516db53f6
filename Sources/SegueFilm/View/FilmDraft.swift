import SegueMedia
import SegueRun

/// A film whose transitions are changed by hand: its inputs are looked at once, and the film is worked out again after each
/// change.
package struct FilmDraft: Sendable {
  /// The current film.
  package private(set) var request: FilmRequest
  /// The film as it is worked out.
  package private(set) var plan: FilmPlan
  private let contents: [FilmInputs.Content]
  private let overlays: [OverlayContent]

  /// Looks at every input of `request` and works the film out. It has no sound here, and no subtitles of its clips.
  /// - Throws: as `FilmPlan.init`.
  package init(_ request: FilmRequest) async throws {
    try request.check()
    try request.checkTexts()
    _ = try FilmOutput(request)
    self.request = Self.shown(request)
    contents = try await FilmInputs.look(at: request)
    overlays = try await FilmInputs.look(atOverlaysOf: request)
    plan = try await Self.plan(self.request, contents, overlays)
  }

  /// Works the film out anew after its transitions have changed.
  /// - Parameter request: the film with the same clips and overlays.
  /// - Throws: as `FilmPlan.init`; it is as before then.
  package mutating func change(to request: FilmRequest) async throws {
    guard request.clips == self.request.clips, request.overlays == self.request.overlays else {
      self = try await FilmDraft(request)
      return
    }
    try request.check()
    try request.checkTexts()
    plan = try await Self.plan(Self.shown(request), contents, overlays)
    self.request = Self.shown(request)
  }

  private static func shown(_ request: FilmRequest) -> FilmRequest {
    var request = request
    (request.isMute, request.carriesSubtitles) = (true, false)
    (request.stillTime, request.frames, request.copies, request.chunks) = (nil, nil, false, nil)
    return request
  }

  private static func plan(
    _ request: FilmRequest, _ contents: [FilmInputs.Content], _ overlays: [OverlayContent]
  ) async throws -> FilmPlan {
    let request = try request.takingTurns()
    return try await FilmPlan(request, FilmPlan.transitions(of: request), contents, overlays).fixed()
  }
}
