import CSegueLibrary
import SegueMotion
import SegueRecipes
import SegueTransitions

/// A transition with its parameters, its filters and its curve.
final class LibraryTransition: Handle {
  static let noun = "the transition"

  let transition: any Transition
  /// The background; `nil` if it depends on the pictures.
  let background: RGBAColor?
  private let base: any Transition
  private let filters: [FilterChain]
  private let timing: TimingCurve

  init(_ options: segue_options) throws {
    let chains = try [
      (options.from_filter, "from_filter"), (options.to_filter, "to_filter"), (options.filter, "filter"),
    ].map { chain, name -> FilterChain? in
      guard let text = try text(chain, name), !text.isEmpty else { return nil }
      return try FilterChain(text)
    }
    let values = try Self.values(options.parameters)
    let description = try Self.description(options)
    let read = try ParameterValues(values, for: description)
    if let name = read.texturePaths.keys.sorted().first {
      throw Refusal.argument("the parameter \(name) names a file, but the library reads no files")
    }
    base = try description.transition(values)
    timing = try text(options.timing, "timing").map { try TimingCurve(parsing: $0) } ?? base.timing
    background = try text(options.background, "background").map { text in
      guard let color = RGBAColor(text) else {
        throw Refusal.argument("the background is “\(text)”, but must be a colour such as #102030")
      }
      return color
    }
    filters = chains.compactMap(\.self)
    transition =
      filters.isEmpty ? base : FilteredTransition(base, from: chains[0], to: chains[1], result: chains[2])
  }

  /// Checks the values for frames of `size`.
  func check(size: ImageSize) throws {
    try base.check(in: TransitionContext(containerSize: size), at: [])
    for chain in filters { try chain.check(size: size) }
  }

  /// The schedule of a run's frames; a duration of 0 is the transition's default.
  func schedule(_ duration: Double, rate: FrameRate) throws -> ProgressSchedule {
    try ProgressSchedule(timing: timing, duration: duration == 0 ? base.duration : duration, rate: rate)
  }

  /// The timing function of a run; a duration of 0 is the transition's default.
  func function(over duration: Double) throws -> TimingFunction {
    let duration = duration == 0 ? base.duration : duration
    try timing.validate(duration: duration)
    return timing.function(over: duration)
  }

  private static func values(
    _ parameters: UnsafePointer<UnsafePointer<CChar>?>?
  ) throws -> [(name: String, value: String)] {
    var values: [(name: String, value: String)] = []
    while let pointer = parameters?[values.count], let text = try text(pointer, "a parameter") {
      guard let sign = text.firstIndex(of: "=") else {
        throw Refusal.argument("the parameter “\(text)” is not NAME=VALUE")
      }
      values.append((String(text[..<sign]), String(text[text.index(after: sign)...])))
    }
    return values
  }

  private static func description(_ options: segue_options) throws -> TransitionDescription {
    switch (try text(options.name, "name"), try text(options.look, "look")) {
    case (let name?, nil): return try named(name)
    case (nil, let look?): return try Self.look(look)
    default: throw Refusal.argument("a transition needs either a name or a look, not both")
    }
  }

  private static func named(_ name: String) throws -> TransitionDescription {
    if let known = Catalogue.builtIn[name] { return known }
    if name.hasPrefix(XfadeAlias.prefix),
      let alias = XfadeAlias.all.first(where: { XfadeAlias.prefix + $0.name == name }),
      let known = Catalogue.builtIn[alias.transition]
    {
      return try alias.description(of: known)
    }
    let names = Catalogue.builtIn.transitions.map(\.name) + XfadeAlias.all.map { XfadeAlias.prefix + $0.name }
    throw Refusal.argument(
      "\(CatalogueError.unknownName(name))\(NameSuggestion.words(for: name, in: names))")
  }

  private static func look(_ text: String) throws -> TransitionDescription {
    let resolver = LookResolver { name in
      guard let known = Catalogue.builtIn[name] else {
        return .unknown(
          nearest: NameSuggestion.nearest(to: name, in: Catalogue.builtIn.transitions.map(\.name)))
      }
      return .transition(known, weight: 1)
    }
    let description = try Look.read(Array(text.utf8), name: "look", path: "look", in: resolver).look
      .description
    if let file = description.files.first {
      throw Refusal.argument("the look names the file \(file.path), but the library reads no files")
    }
    return description
  }
}

@_cdecl("segue_transition_new")
package func segueTransitionNew(_ options: UnsafePointer<segue_options>?) -> OpaquePointer? {
  attempt {
    guard let options else { throw Refusal.argument("the options are a null pointer") }
    return try LibraryTransition(options.pointee).owned
  }
}

@_cdecl("segue_transition_free")
package func segueTransitionFree(_ transition: OpaquePointer?) { LibraryTransition.free(transition) }

@_cdecl("segue_transition_duration")
package func segueTransitionDuration(_ transition: OpaquePointer?, _ duration: Double) -> Double {
  attempt { try LibraryTransition.at(transition).function(over: duration).duration } ?? .nan
}

@_cdecl("segue_transition_progress")
package func segueTransitionProgress(_ transition: OpaquePointer?, _ time: Double, _ duration: Double)
  -> Double
{
  attempt {
    let function = try LibraryTransition.at(transition).function(over: duration)
    if time.isNaN { throw Refusal.argument("the time is not a number") }
    return time >= function.duration ? 1 : function.progress(at: time)
  } ?? .nan
}

@_cdecl("segue_frame_count")
package func segueFrameCount(
  _ transition: OpaquePointer?, _ duration: Double, _ numerator: Int64, _ denominator: Int64
) -> Int64 {
  attempt {
    let rate = try FrameRate(Int(numerator), per: Int(denominator))
    return Int64(try LibraryTransition.at(transition).schedule(duration, rate: rate).count)
  } ?? 0
}

@_cdecl("segue_frame_progress")
package func segueFrameProgress(
  _ transition: OpaquePointer?, _ duration: Double, _ numerator: Int64, _ denominator: Int64, _ frame: Int64
) -> Double {
  attempt {
    let rate = try FrameRate(Int(numerator), per: Int(denominator))
    let schedule = try LibraryTransition.at(transition).schedule(duration, rate: rate)
    guard frame >= 0, frame < schedule.count else {
      throw Refusal.argument("there is no frame \(frame); the run has frames 0 to \(schedule.count - 1)")
    }
    return schedule.progress(ofFrame: Int(frame))
  } ?? .nan
}
