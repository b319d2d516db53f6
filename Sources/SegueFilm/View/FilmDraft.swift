/// A film whose transitions are edited. The inputs are probed once; each change plans the film again.
package struct FilmDraft: Sendable {
  package private(set) var request: FilmRequest
  package private(set) var plan: FilmPlan
  private let clips: [ProbedClip]
  private let overlays: [ProbedOverlay]

  /// Probes every input of `request` and plans the film, without sound and without the clips' subtitles.
  /// - Throws: as `FilmPlan.init`.
  package init(_ request: FilmRequest) async throws {
    self.request = try Self.shown(request)
    _ = try FilmOutput(request)
    let resolved = try ResolvedRequest(self.request)
    clips = try await FilmInputs.look(at: resolved.clips, of: request)
    overlays = try await FilmInputs.look(at: resolved.overlays, of: request)
    plan = try await FilmPlan(resolved, clips, overlays)
  }

  /// Plans the film again after a change of its transitions.
  /// - Parameter request: the film with the same clips and overlays.
  /// - Throws: as `FilmPlan.init`; the draft is then unchanged.
  package mutating func change(to request: FilmRequest) async throws {
    guard request.clips == self.request.clips, request.overlays == self.request.overlays else {
      self = try await FilmDraft(request)
      return
    }
    let shown = try Self.shown(request)
    plan = try await FilmPlan(ResolvedRequest(shown), clips, overlays)
    self.request = shown
  }

  /// The checked request without sound, subtitles and options of the output.
  private static func shown(_ request: FilmRequest) throws -> FilmRequest {
    try request.check()
    try request.checkConflicts()
    var request = request
    request.isMute = true
    request.carriesSubtitles = false
    request.stillTime = nil
    request.frames = nil
    request.copies = false
    request.chunks = nil
    return request
  }
}
