import SegueImaging
import SegueRendering
import SegueTransitions

/// Which transition a render plays: one that has a name, with parameters, or a user-defined value.
///
/// **Thread-safety:** a value.
public struct TransitionChoice: Sendable, Hashable, ExpressibleByStringLiteral {
  /// A parameter, as it is typed.
  private struct Parameter: Hashable {
    let name: String
    let value: String
  }

  /// A transition of the program itself. Only what was copied from one choice is the same.
  private final class Own: Sendable, Hashable {
    let transition: any Transition

    init(_ transition: any Transition) { self.transition = transition }

    static func == (a: Own, b: Own) -> Bool { a === b }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  package let name: String
  private var parameters: [Parameter]
  private let own: Own?

  package init(name: String, texts: [(name: String, value: String)] = []) {
    (self.name, own, parameters) = (name, nil, [])
    self.texts = texts
  }

  /// The parameters as they are typed.
  package var texts: [(name: String, value: String)] {
    get { parameters.map { (name: $0.name, value: $0.value) } }
    set { parameters = newValue.map { Parameter(name: $0.name, value: $0.value) } }
  }

  /// Whether it is none: in a film the next clip begins when the one before has ended.
  package var isCut: Bool { own == nil && name == "cut" }

  /// The program's own transition in words, its properties included; `nil` for one that has a name.
  package var ownText: String? { own.map { "\($0.transition)" } }

  /// The transition called `name` in the request's library, or the path of a `.glsl` file, with these parameters; those
  /// that are left out have their defaults.
  public static func named(
    _ name: String, _ parameters: KeyValuePairs<String, ParameterValue> = [:]
  ) -> TransitionChoice {
    TransitionChoice(name: name, texts: parameters.map { (name: $0.key, value: $0.value.description) })
  }

  /// The transition called `name`, with the defaults of its parameters.
  public init(stringLiteral name: String) { self.init(name: name) }

  /// `transition` itself; reports call it `name`, or as its type is called.
  public init(_ transition: any Transition, name: String? = nil) {
    self.name = name ?? "\(type(of: transition))"
    (parameters, own) = ([], Own(transition))
  }

  /// What it comes to in `library`.
  /// - Throws: as `TransitionLibrary.transition(named:)`.
  package func match(in library: TransitionLibrary) throws -> TransitionLibrary.Match {
    guard let value = own?.transition else { return try library.transition(named: name) }
    let middle = value.recipe(at: 0.5, in: TransitionContext(containerSize: ImageSize(width: 64, height: 64)))
    return TransitionLibrary.Match(
      description: TransitionDescription(
        name: name, summary: "A transition of the program's own.", source: "", parameters: [],
        kind: middle.hasShader ? .glsl : .builtIn, make: { _ in value }))
  }
}
