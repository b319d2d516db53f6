import SegueMotion
import SegueRun
import SegueSystem

/// A picture that lies over a film for a while: a title or an overlay.
protocol FilmLayer: Sendable {
  /// Its name in sentences.
  var words: String { get }
  /// The time at which it appears, and at which it is gone; `nil` is the film's end.
  var start: FilmClip.Position { get set }
  var end: FilmClip.Position? { get set }
  /// The transition from nothing to it, and back; `nil` is `fade`.
  var enter: FilmJunction? { get set }
  var exit: FilmJunction? { get set }
  /// Seconds of the dissolve by which it comes and goes.
  var fade: Double { get set }
  /// The rectangle in which these are drawn.
  var within: LayerArea { get set }
  /// Keyframes of its place, its size, its turn and its opacity.
  var keyframes: [LayerKeyframe] { get set }
  /// Whether it is turned in the direction in which these lead it.
  var turnsAlongPath: Bool { get set }
  /// What of it has no effect, a sentence each.
  var idleNotes: [String] { get }
}

extension FilmLayer {
  /// The transition by which it comes; `nil` where it is there at once.
  var entrance: FilmJunction? { enter ?? dissolve }
  /// The transition by which it goes.
  var departure: FilmJunction? { exit ?? dissolve }

  private var dissolve: FilmJunction? {
    fade > 0 ? FilmJunction(transition: "dissolve", duration: .seconds(fade), timing: .linear) : nil
  }
}

extension FilmLayer {
  var idleNotes: [String] { layerNotes }

  /// Its rectangle and the number of its keyframes in the report of a film, where they are not the default.
  var reportedArea: String? { within == .frame ? nil : within.rawValue }
  var reportedKeyframes: Int? { keyframes.isEmpty ? nil : keyframes.count }

  fileprivate var layerNotes: [String] {
    let idle = [
      ("within", within == .box && enter == nil && exit == nil, "a dissolve looks the same in both"),
      ("around", turnsAlongPath && keyframes.isEmpty, "it has no path"),
    ]
    return idle.filter(\.1).map { "\(words): \($0.0) has no effect, since \($0.2)" }
  }
}

extension FilmTitle: FilmLayer {
  var words: String { "the title “\(text)”" }

  var idleNotes: [String] {
    layerNotes
      + (stagger != nil && pieces == nil
        ? ["\(words): stagger has no effect without by"] : [])
  }
}

extension FilmOverlay: FilmLayer {
  var words: String { "the overlay \(source.text)" }
}

/// A layer in whole frames: when it is seen, and by which transitions it comes and goes.
final class LayerPlan: Sendable {
  /// The film's frames in which it is seen.
  let frames: Range<Int>
  /// The transitions from nothing to it, and back; `nil` for none.
  let (enter, exit): (End?, End?)
  /// Their frames as they were asked for.
  private let wanted: (enter: Int, exit: Int)

  /// A transition between a layer and nothing.
  struct End: Sendable {
    let junction: FilmPlan.Junction
    /// As it was asked for.
    let asked: FilmJunction
    /// The film's frames in which it is drawn.
    let frames: Range<Int>

    /// The same with the frames before and after, which show its progress at 0 and 1.
    var span: Range<Int> { frames.lowerBound - 1..<frames.upperBound + 1 }
  }

  /// The default length of a transition: that of a film's junctions, and of a caption's, which is seen for a moment.
  private static let (duration, captionDuration) = (
    FilmClip.Position.seconds(0.8), FilmClip.Position.seconds(0.25)
  )

  /// Places `layer` in the film's `frames`. Both transitions together are as long as it is seen at most.
  /// - Parameter warnings: takes what should be known, a sentence each.
  convenience init(
    _ layer: some FilmLayer, _ transitions: FilmPlan.LayerTransitions, frames: Range<Int>, rate: FrameRate,
    warnings: inout [String]
  ) {
    warnings += layer.idleNotes
    self.init((layer.entrance, layer.departure), transitions, Self.duration, frames: frames, rate: rate)
    for (name, asked, end, wanted) in [
      ("the entrance", layer.enter, enter, wanted.enter), ("the exit", layer.exit, exit, wanted.exit),
    ] where asked?.duration != nil && end?.frames.count ?? 0 < wanted {
      warnings.append(
        "\(name) of \(layer.words) is shortened from \(wanted) to \(end?.frames.count ?? 0) frames")
    }
    warnings += restWarnings(rate)
  }

  /// Places a caption that is seen in the film's `frames`, likewise.
  convenience init(
    _ captions: FilmCaptions, _ transitions: FilmPlan.LayerTransitions, frames: Range<Int>, rate: FrameRate
  ) {
    self.init(
      (captions.enter, captions.exit), transitions, Self.captionDuration, frames: frames, rate: rate)
  }

  private init(
    _ asked: (enter: FilmJunction?, exit: FilmJunction?), _ transitions: FilmPlan.LayerTransitions,
    _ duration: FilmClip.Position, frames: Range<Int>, rate: FrameRate
  ) {
    func count(_ asked: FilmJunction?, _ junction: FilmPlan.Junction) -> Int {
      junction.prepared == nil ? 0 : max(0, rate.frames(asked?.duration ?? duration))
    }
    let wanted = (enter: count(asked.enter, transitions.enter), exit: count(asked.exit, transitions.exit))
    let total = Double(wanted.enter) + Double(wanted.exit)
    func fitted(_ count: Int) -> Int {
      total > Double(frames.count) ? Int(Double(frames.count) * (Double(count) / total)) : count
    }
    func end(_ junction: FilmPlan.Junction, _ asked: FilmJunction?, _ frames: Range<Int>) -> End? {
      guard let asked, !frames.isEmpty else { return nil }
      return End(junction: junction, asked: asked, frames: frames)
    }
    (self.frames, self.wanted) = (frames, wanted)
    enter = end(
      transitions.enter, asked.enter, frames.lowerBound..<frames.lowerBound + fitted(wanted.enter))
    exit = end(transitions.exit, asked.exit, frames.upperBound - fitted(wanted.exit)..<frames.upperBound)
  }

  /// Whether its transitions are shorter than they were asked to be.
  var isShortened: Bool {
    (enter?.frames.count ?? 0) < wanted.enter || (exit?.frames.count ?? 0) < wanted.exit
  }

  /// Sentences about springs that are not at rest at their end.
  func restWarnings(_ rate: FrameRate) -> [String] {
    [enter, exit].compactMap { end in
      guard let end else { return nil }
      let curve = end.junction.timing ?? end.junction.prepared?.timing
      return curve?.restWarning(over: rate.time(ofFrame: end.frames.count + 1))
    }
  }

  /// Its transitions in the report of a film.
  var report: (enter: FilmReport.Junction?, exit: FilmReport.Junction?) {
    func report(_ end: End?) -> FilmReport.Junction? {
      end.map {
        .init(
          transition: $0.junction.prepared?.description.name ?? "", start: $0.frames.lowerBound,
          frames: $0.frames.count)
      }
    }
    return (report(enter), report(exit))
  }
}

extension FilmPlan {
  /// The transitions by which a layer comes and goes.
  struct LayerTransitions: Sendable {
    var enter = Junction()
    var exit = Junction()
  }
}

extension FilmTitle {
  /// Whether there is nothing to be seen of it.
  var isBlank: Bool { text.allSatisfy(\.isWhitespace) }
}

extension FilmJunction {
  /// The same of a layer: what is black around a built-in's pictures or between them is transparent, unless it says otherwise.
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
