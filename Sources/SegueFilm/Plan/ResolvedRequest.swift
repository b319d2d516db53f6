import SegueFields
import SegueImaging
import SegueMotion
import SegueRun
import SegueSystem

/// A request whose transitions and filters are found by name, before any input is probed.
struct ResolvedRequest: Sendable {
  /// The request, in which each junction without a transition has one from the default list.
  let request: FilmRequest
  /// The opening, the junctions between the clips, and the closing.
  let junctions: [ResolvedJunction]
  let titles: [RequestedLayer<FilmTitle>]
  let overlays: [RequestedLayer<FilmOverlay>]
  let captions: [RequestedLayer<FilmCaptions>]
  let clips: [RequestedClip]
  /// The filters applied to every frame.
  let filters: RequestFilters

  /// - Throws: `FilmError`, `UsageError`, `ShaderFileError`.
  init(_ requested: FilmRequest) throws {
    try requested.checkLoop()
    var requested = requested
    // The closing of a cycle leads from the last clip to the first.
    if requested.cycles, requested.closing == nil { requested.closing = .standard }
    let request = try requested.takingTurns()
    self.request = request
    let between = try request.junctions.enumerated().map { index, junction in
      let words = "the transition after \(request.items[index].clip.source.text)"
      return try request.found(junction, request.place(ofJunction: index), words)
    }
    let first = request.items.first?.junctionPlace ?? "opening"
    let opening = try request.found(request.opening, first, "the opening")
    let words = request.cycles ? "the transition to \(request.clips[0].source.text)" : "the closing"
    junctions = [opening] + between + [try request.found(request.closing, request.closingPlace, words)]
    titles = try request.allTitles.map(request.found)
    var overlays = try request.overlays.enumerated().map { index, overlay in
      try request.found(RequestedLayer(content: overlay, place: "overlays[\(index)]"))
    }
    captions = try request.allCaptions.map(request.found)
    filters = try request.filters(request.filter)
    clips = try request.clips.enumerated().map { index, clip in
      let filters = try request.filters(clip.filter, of: request.place(ofClip: index))
      return RequestedClip(clip: clip, filters: filters)
    }
    for index in overlays.indices { overlays[index].filters = try request.filters(of: overlays[index]) }
    self.overlays = overlays
  }

  private var transitions: [PreparedTransition] { ends(junctions).compactMap(\.prepared) }

  private func ends(_ junctions: [ResolvedJunction]) -> [FilmPlan.Junction] {
    junctions.map(\.transition) + titles.flatMap(\.ends) + overlays.flatMap(\.ends) + captions.flatMap(\.ends)
  }

  /// Whether the film needs OpenGL if its clips are joined by `junctions`.
  func needsOpenGL(_ junctions: [ResolvedJunction]) -> Bool {
    ends(junctions).contains { $0.prepared?.needsOpenGL == true }
      || ([filters] + clips.map(\.filters)).contains { !$0.shaderFiles.isEmpty }
  }

  /// The notices about the request and about the found transitions.
  var notices: [Notice] {
    request.notices + transitions.flatMap(\.match.notices)
      + ends(junctions).compactMap(\.timeline).flatMap(\.notices)
  }

  /// - Throws: `FilterError`.
  fileprivate func checkFilters() throws {
    let size: ImageSize? = if case .exact(let size)? = request.output.size { size } else { nil }
    let own = [filters] + clips.map(\.filters) + overlays.map(\.filters)
    for filters in transitions.map(\.filters) + own { try filters.checkValues(size: size) }
  }
}

extension FilmPlan {
  /// A resolved transition and its requested timing. The transition is `nil` for a cut.
  package struct Junction: Sendable {
    package var prepared: PreparedTransition?
    package var timing: TimingCurve?
    package var timeline: PlayedTimeline?

    /// The length of the timeline; `nil` without a timeline.
    var ownDuration: FilmClip.Position? { timeline.map { .seconds($0.run.restTime) } }
    /// The timing curve; `nil` for a cut, and if a timeline drives the progress.
    var curve: TimingCurve? { timeline == nil ? timing ?? prepared?.timing : nil }
  }
}

extension FilmRequest {
  /// Finds all transitions and filters by name, and checks the filters' values.
  /// - Throws: `FilmError`, `UsageError`, `ShaderFileError`, `FilterError`.
  package func checkNames() throws { try ResolvedRequest(self).checkFilters() }

  fileprivate func found(_ own: FilmJunction?, _ place: String, _ words: String) throws -> ResolvedJunction {
    let transition = try own.map {
      try found(
        resolved($0), filtersOf: $0.filters == nil ? "defaults" : place,
        timelineOf: $0.timeline == nil ? "defaults" : place, $0.transition == nil ? "defaults" : place)
    }
    return ResolvedJunction(own, transition ?? FilmPlan.Junction(), in: self, place, words)
  }

  fileprivate func found<Content>(
    _ requested: RequestedLayer<Content>
  ) throws -> RequestedLayer<Content> {
    func end(_ requested: FilmJunction?, _ place: String) throws -> FilmPlan.Junction {
      guard let requested else { return FilmPlan.Junction() }
      return try found(requested.overNothing(in: library), filtersOf: place, timelineOf: place, place)
    }
    var layer = requested
    layer.enter = try end(requested.content.entrance, requested.errorPlace.text("enter"))
    layer.exit = try end(requested.content.departure, requested.errorPlace.text("exit"))
    return layer
  }

  private func found(
    _ requested: @autoclosure () throws -> FilmJunction, filtersOf filtered: String,
    timelineOf timed: String, _ place: String
  ) throws -> FilmPlan.Junction {
    do {
      let requested = try requested()
      guard !requested.isCut, let choice = requested.transition, !choice.isCut else {
        return FilmPlan.Junction()
      }
      let prepared = try PreparedTransition(
        choice, requested.filters ?? FilterTexts(), of: filtered, in: library, for: drawing.backend)
      let timeline = try requested.timeline.map { try PlayedTimeline($0, timing: requested.timing) }
      return FilmPlan.Junction(prepared: prepared, timing: requested.timing, timeline: timeline)
    } catch UsageError.parameter(let error) {
      throw FilmError.part(SegueError(error), place: place)
    } catch let error as TimelineFileError {
      throw FilmError.timeline(place: timed, error)
    } catch UsageError.unknownTransition(let name, let nearest) where place != "defaults" {
      let error = UsageError.unknownTransition(name: name, nearest: nearest)
      throw FilmError.part(SegueError(error), place: place)
    }
  }

  /// Parses a chain and checks that the requested renderer supports it.
  fileprivate func filters(_ text: String?, of part: String? = nil) throws -> RequestFilters {
    let filters = try RequestFilters(filter: text, in: library.files, of: part)
    try filters.check(for: drawing.backend)
    return filters
  }

  fileprivate func filters(of overlay: RequestedLayer<FilmOverlay>) throws -> RequestFilters {
    let filters = try filters(overlay.content.filter, of: overlay.errorPlace.text)
    if let shader = filters.shaderFiles.first {
      throw FilmError.value(
        place: overlay.errorPlace.text("filter"), value: "“\(shader)”",
        expected: "filters that need no OpenGL")
    }
    return filters
  }
}
