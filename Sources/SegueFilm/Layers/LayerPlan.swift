import SegueFields
import SegueImaging
import SegueMotion
import SegueRun
import SegueSystem

/// A title or an overlay.
protocol FilmLayer: EnteringLayer, TimedLayer, FieldOwner {
  /// The layer's name in messages.
  var displayName: String { get }
  var x: Double? { get set }
  var y: Double? { get set }
  var anchor: FilmTitle.Place? { get set }
}

/// A layer of a request, with transitions at its ends.
protocol EnteringLayer: Sendable {
  /// The transitions at both ends; `nil` for a cut.
  var entrance: FilmJunction? { get }
  var departure: FilmJunction? { get }
  /// The default length of a transition.
  static var endDuration: FilmClip.Position { get }
  /// The command-line argument that describes the layer.
  var typed: TypedWord { get }
}

extension FilmCaptions: EnteringLayer {
  var entrance: FilmJunction? { enter }
  var departure: FilmJunction? { exit }
  /// A shorter default than for other layers, since a caption is visible only briefly.
  static var endDuration: FilmClip.Position { .seconds(0.25) }
  var typed: TypedWord { TypedWord() }
}

struct RequestedLayer<Content: EnteringLayer>: Sendable {
  let content: Content
  /// The index of the clip that has the layer; `nil` for the film.
  var clip: Int?
  /// The layer's path, such as `titles[0]`.
  let place: String
  /// The entrance and the exit; cuts before they are resolved.
  var enter = FilmPlan.Junction()
  var exit = FilmPlan.Junction()
  /// The filters of an overlay. The CPU draws them at the overlay's size.
  var filters = RequestFilters()

  var ends: [FilmPlan.Junction] { [enter, exit] }
  /// The layer's place in errors, named by its command-line argument.
  var errorPlace: Place { Place(place, named: content.typed.text.map { "“\($0)”" }) }
}

extension FilmLayer {
  var entrance: FilmJunction? { timing.enter ?? dissolve }
  var departure: FilmJunction? { timing.exit ?? dissolve }
  static var endDuration: FilmClip.Position { .seconds(0.8) }

  private var dissolve: FilmJunction? {
    fade > 0 ? FilmJunction(transition: "dissolve", duration: .seconds(fade), timing: .linear) : nil
  }

  /// The warning about a layer that no frame shows.
  var unseenNotice: Notice {
    Notice(
      of: "start", "\(displayName) is never shown: no frame of the film is between its start and its end")
  }

  /// The top left corner of a layer of `box` pixels in `frame`; without `x` and `y`, the corner `rest`.
  func corner(
    of box: (width: Double, height: Double), in frame: ImageSize, or rest: (x: Double, y: Double)
  ) -> (x: Double, y: Double) {
    let anchor = anchor ?? .center
    return (
      x.map { $0 * Double(frame.width) - anchor.horizontal * box.width } ?? rest.x,
      y.map { $0 * Double(frame.height) - anchor.vertical * box.height } ?? rest.y
    )
  }

  /// The layer's area in the film's report; `nil` if it is the frame, which is the default.
  var reportedArea: String? { timing.within == .frame ? nil : timing.within.rawValue }
  var reportedKeyframes: Int? { timing.keyframes.isEmpty ? nil : timing.keyframes.count }
}

extension FilmTitle: FilmLayer {
  var displayName: String { "the title “\(text.replacing("\n", with: "\\n"))”" }
}

extension FilmOverlay: FilmLayer {
  var displayName: String { "the overlay \(source.text)" }
}

/// A layer in whole frames: its range and its transitions.
final class LayerPlan: Sendable {
  let frames: Range<Int>
  /// The entrance and exit transitions; `nil` for a cut.
  let enter, exit: End?
  private let wanted: (enter: Int, exit: Int)

  struct End: Sendable {
    let junction: FilmPlan.Junction
    let requested: FilmJunction
    let frames: Range<Int>

    /// `frames` extended by a frame on both sides, where the progress is 0 and 1.
    var span: Range<Int> { frames.lowerBound - 1..<frames.upperBound + 1 }

    var report: FilmReport.Junction { junction.report(frames) }
  }

  /// Places a layer in the film's `frames`. Transitions that exceed `frames` together are shortened in
  /// proportion.
  init<Content: EnteringLayer>(_ layer: RequestedLayer<Content>, frames: Range<Int>, rate: FrameRate) {
    let requested = (enter: layer.content.entrance, exit: layer.content.departure)
    func count(_ requested: FilmJunction?, _ junction: FilmPlan.Junction) -> Int {
      if junction.prepared == nil { return 0 }
      return max(0, rate.frames(requested?.duration ?? junction.ownDuration ?? Content.endDuration))
    }
    let wanted = (enter: count(requested.enter, layer.enter), exit: count(requested.exit, layer.exit))
    let total = Double(wanted.enter) + Double(wanted.exit)
    func fitted(_ count: Int) -> Int {
      total > Double(frames.count) ? Int(Double(frames.count) * (Double(count) / total)) : count
    }
    func end(_ junction: FilmPlan.Junction, _ requested: FilmJunction?, _ frames: Range<Int>) -> End? {
      guard let requested, !frames.isEmpty else { return nil }
      return End(junction: junction, requested: requested, frames: frames)
    }
    self.frames = frames
    self.wanted = wanted
    enter = end(layer.enter, requested.enter, frames.lowerBound..<frames.lowerBound + fitted(wanted.enter))
    exit = end(layer.exit, requested.exit, frames.upperBound - fitted(wanted.exit)..<frames.upperBound)
  }

  /// The notices about `requested`, a title or an overlay with this plan in a film of `rate`.
  func notices<Content: FilmLayer>(_ requested: RequestedLayer<Content>, _ rate: FrameRate) -> [Notice] {
    let layer = requested.content
    var notices = Content.fields.notes(on: layer).at(.named(layer.displayName))
    for (name, words, requested, end, wanted) in [
      ("enter", "the entrance", layer.enter, enter, wanted.enter),
      ("exit", "the exit", layer.exit, exit, wanted.exit),
    ] where requested?.duration != nil && end?.frames.count ?? 0 < wanted {
      let sentence =
        "\(words) of \(layer.displayName) is shortened from \(wanted) to \(end?.frames.count ?? 0) frames"
      notices.append(Notice(of: name, sentence))
    }
    return (notices + restNotices(rate)).at(Place(requested.place))
  }

  var isShortened: Bool {
    (enter?.frames.count ?? 0) < wanted.enter || (exit?.frames.count ?? 0) < wanted.exit
  }

  /// The notices about spring curves that are not at rest when their transition ends.
  func restNotices(_ rate: FrameRate) -> [Notice] {
    [enter, exit].compactMap(\.self).compactMap {
      $0.junction.curve?.restNotice(over: rate.time(ofFrame: $0.frames.count + 1))
    }
  }
}

extension FilmTitle {
  var isBlank: Bool { text.allSatisfy(\.isWhitespace) }
}

extension FilmJunction {
  /// The transition for a layer's entrance or exit. Unset colours of a built-in transition that default
  /// to black become transparent.
  func overNothing(in library: TransitionLibrary) throws -> FilmJunction {
    guard let choice = transition, !isCut, !choice.isCut, choice.isNamed else { return self }
    let description = try choice.match(in: library).description
    guard description.kind == .builtIn else { return self }
    var junction = self
    for parameter in description.parameters where parameter.defaultValue == .color(.black) {
      guard !choice.texts.contains(where: { $0.name == parameter.name }) else { continue }
      junction.transition?.texts.append((name: parameter.name, value: "transparent"))
    }
    return junction
  }
}
