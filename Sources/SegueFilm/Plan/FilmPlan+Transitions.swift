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
    var junctions: [Junction]
    var opening: Junction
    var closing: Junction
    var titles: [LayerTransitions]
    var overlays: [LayerTransitions]
    var captions: [LayerTransitions]

    /// The opening, the junctions and the closing, in order.
    var film: [Junction] { [opening] + junctions + [closing] }
    var all: [Junction] { film + (titles + overlays + captions).flatMap { [$0.enter, $0.exit] } }
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
    func found(_ own: FilmJunction?, _ place: String) throws -> Junction {
      guard let own else { return Junction() }
      return try prepared(
        request.resolved(own), filtersOf: own.filters == nil ? "defaults" : place,
        own.transition == nil ? "defaults" : place)
    }
    func layer(_ enter: FilmJunction?, _ exit: FilmJunction?, _ place: String) throws -> LayerTransitions {
      func end(_ requested: FilmJunction?, _ place: String) throws -> Junction {
        guard let requested else { return Junction() }
        return try prepared(requested.overNothing(in: request.library), filtersOf: place, place)
      }
      return LayerTransitions(
        enter: try end(enter, "\(place).enter"), exit: try end(exit, "\(place).exit"))
    }
    return Transitions(
      junctions: try request.junctions.enumerated().map { try found($1, request.place(ofJunction: $0)) },
      opening: try found(request.opening, "opening"), closing: try found(request.closing, "closing"),
      titles: try request.allTitles.map { try layer($0.title.entrance, $0.title.departure, $0.place) },
      overlays: try request.overlays.enumerated().map { index, overlay in
        try layer(overlay.entrance, overlay.departure, "overlays[\(index)]")
      },
      captions: try request.allCaptions.map { try layer($0.captions.enter, $0.captions.exit, $0.place) })
  }

  static func filters(of request: FilmRequest) throws -> RequestFilters {
    try filters(request.filter, request)
  }

  static func clipFilters(of request: FilmRequest) throws -> [RequestFilters] {
    try request.clips.enumerated().map { try filters($1.filter, of: request.place(ofClip: $0), request) }
  }

  /// The filters of each overlay, which are drawn at the overlay's size on the CPU.
  static func overlayFilters(of request: FilmRequest) throws -> [RequestFilters] {
    try request.overlays.enumerated().map { index, overlay in
      let filters = try filters(overlay.filter, of: "overlays[\(index)]", request)
      if let shader = filters.shaderFiles.first {
        throw FilmError.value(
          place: "overlays[\(index)].filter", value: "“\(shader)”", expected: "filters that need no OpenGL"
        )
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
