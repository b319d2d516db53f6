import SegueImaging
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem
import SegueTransitions

// Transitions and filters, which are resolved by name before any input is probed.
extension FilmPlan {
  /// A resolved transition, `nil` for a cut, and its requested timing.
  struct Junction: Sendable {
    var prepared: PreparedTransition?
    var timing: TimingCurve?
  }

  /// The transitions between clips, at the film's ends, and of the layers.
  struct Transitions: Sendable {
    /// The opening, the junctions and the closing, in order.
    var film: [ResolvedJunction]
    var titles: [RequestedLayer<FilmTitle>]
    var overlays: [RequestedLayer<FilmOverlay>]
    var captions: [RequestedLayer<FilmCaptions>]

    var all: [Junction] { film.map(\.transition) + layers }
    var layers: [Junction] {
      titles.flatMap(\.ends) + overlays.flatMap(\.ends) + captions.flatMap(\.ends)
    }
  }

  /// Resolves the transitions by name, before any input is probed.
  static func transitions(of request: FilmRequest) throws -> Transitions {
    func prepared(
      _ resolved: @autoclosure () throws -> FilmJunction, filtersOf filtered: String, _ place: String
    ) throws -> Junction {
      do {
        let requested = try resolved()
        guard !requested.isCut, let choice = requested.transition, !choice.isCut else { return Junction() }
        let prepared = try PreparedTransition(
          choice, requested.filters ?? FilterTexts(), of: filtered, in: request.library,
          for: request.drawing.backend)
        return Junction(prepared: prepared, timing: requested.timing)
      } catch UsageError.parameter(let error) {
        throw FilmError.parameter(place: place, error)
      } catch UsageError.unknownTransition(let name, let nearest) where place != "defaults" {
        throw FilmError.transition(place: place, .unknownTransition(name: name, nearest: nearest))
      }
    }
    func found(_ own: FilmJunction?, _ place: String, _ words: String) throws -> ResolvedJunction {
      let transition = try own.map {
        try prepared(
          request.resolved($0), filtersOf: $0.filters == nil ? "defaults" : place,
          $0.transition == nil ? "defaults" : place)
      }
      return ResolvedJunction(own, transition ?? Junction(), in: request, place, words)
    }
    func layer<Content>(_ requested: RequestedLayer<Content>) throws -> RequestedLayer<Content> {
      func end(_ requested: FilmJunction?, _ place: String) throws -> Junction {
        guard let requested else { return Junction() }
        return try prepared(requested.overNothing(in: request.library), filtersOf: place, place)
      }
      var layer = requested
      layer.enter = try end(requested.content.entrance, "\(requested.place).enter")
      layer.exit = try end(requested.content.departure, "\(requested.place).exit")
      return layer
    }
    let junctions = try request.junctions.enumerated().map { index, junction in
      let words = "the transition after \(request.clips[index].source.text)"
      return try found(junction, request.place(ofJunction: index), words)
    }
    let opening = try found(request.opening, "opening", "the opening")
    let closing = try found(request.closing, "closing", "the closing")
    return Transitions(
      film: [opening] + junctions + [closing], titles: try request.allTitles.map(layer),
      overlays: try request.allOverlays.map(layer),
      captions: try request.allCaptions.map(layer))
  }

  static func filters(of request: FilmRequest) throws -> RequestFilters {
    try filters(request.filter, request)
  }

  static func clipFilters(of request: FilmRequest) throws -> [RequestFilters] {
    try request.clips.enumerated().map { try filters($1.filter, of: request.place(ofClip: $0), request) }
  }

  /// The filters of each overlay, which are drawn at the overlay's size on the CPU.
  static func overlayFilters(of request: FilmRequest) throws -> [RequestFilters] {
    try request.allOverlays.map { overlay in
      let filters = try filters(overlay.content.filter, of: overlay.place, request)
      if let shader = filters.shaderFiles.first {
        throw FilmError.value(
          place: "\(overlay.place).filter", value: "“\(shader)”", expected: "filters that need no OpenGL")
      }
      return filters
    }
  }

  /// Parses a chain and checks that the requested renderer supports it.
  private static func filters(
    _ text: String?, of part: String? = nil, _ request: FilmRequest
  ) throws -> RequestFilters {
    let filters = try RequestFilters(filter: text, in: request.library.files, of: part)
    try filters.check(for: request.drawing.backend)
    return filters
  }
}
