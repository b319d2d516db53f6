import SegueGLTransitions
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

  /// The file of a transition that is in memory.
  private enum FileText: Hashable {
    case look(String)
    case shader(String)
  }

  package let name: String
  private var parameters: [Parameter]
  private let own: Own?
  private let file: FileText?

  private init(
    name: String, own: Own? = nil, file: FileText? = nil, texts: [(name: String, value: String)] = []
  ) {
    (self.name, self.own, self.file, parameters) = (name, own, file, [])
    self.texts = texts
  }

  package init(name: String, texts: [(name: String, value: String)] = []) {
    self.init(name: name, own: nil, texts: texts)
  }

  /// The parameters as they are typed.
  package var texts: [(name: String, value: String)] {
    get { parameters.map { (name: $0.name, value: $0.value) } }
    set { parameters = newValue.map { Parameter(name: $0.name, value: $0.value) } }
  }

  /// Whether it is none: in a film the next clip begins when the one before has ended.
  package var isCut: Bool { ownText == nil && name == "cut" }

  /// The program's own transition in words, its properties included, or the text of its file; `nil` for one that has a
  /// name.
  package var ownText: String? {
    switch file {
    case .look(let text), .shader(let text): text
    case nil: own.map { "\($0.transition)" }
    }
  }

  /// The transition called `name` in the request's library, or the path of a `.glsl` file, with these parameters; those
  /// that are left out have their defaults.
  public static func named(
    _ name: String, _ parameters: KeyValuePairs<String, ParameterValue> = [:]
  ) -> TransitionChoice {
    TransitionChoice(name: name, texts: texts(parameters))
  }

  /// The transition called `name`, with the defaults of its parameters.
  public init(stringLiteral name: String) { self.init(name: name) }

  /// The look that the JSON `text` describes, as the file of one does; files and other looks that it names by paths are
  /// looked for from the current folder. Reports and errors call it `name`.
  public static func look(
    _ text: String, name: String, _ parameters: KeyValuePairs<String, ParameterValue> = [:]
  ) -> TransitionChoice {
    TransitionChoice(name: name, file: .look(text), texts: Self.texts(parameters))
  }

  /// The GLSL `text` of a transition in the GL Transitions format. Reports and errors call it `name`.
  public static func shader(
    _ text: String, name: String, _ parameters: KeyValuePairs<String, ParameterValue> = [:]
  ) -> TransitionChoice {
    TransitionChoice(name: name, file: .shader(text), texts: Self.texts(parameters))
  }

  private static func texts(
    _ parameters: KeyValuePairs<String, ParameterValue>
  ) -> [(name: String, value: String)] {
    parameters.map { (name: $0.key, value: $0.value.description) }
  }

  /// `transition` itself; reports call it `name`, or as its type is called.
  public init(_ transition: any Transition, name: String? = nil) {
    self.init(name: name ?? "\(type(of: transition))", own: Own(transition))
  }

  /// What it comes to in `library`.
  /// - Throws: as `TransitionLibrary.transition(named:)`.
  package func match(in library: TransitionLibrary) throws -> TransitionLibrary.Match {
    switch file {
    case .look(let text):
      let looks = LookFiles(library)
      let look = try looks.look(Array(text.utf8), name: name, path: name)
      return TransitionLibrary.Match(description: look.description, parts: looks.paths)
    case .shader(let text):
      let file = try GLTransition(Array(text.utf8), name: name, path: name)
      return TransitionLibrary.Match(
        description: file.description, warnings: file.warnings.map { "\(name): \($0.sentence)" })
    case nil: break
    }
    guard let value = own?.transition else { return try library.transition(named: name) }
    let middle = value.recipe(at: 0.5, in: TransitionContext(containerSize: ImageSize(width: 64, height: 64)))
    return TransitionLibrary.Match(
      description: TransitionDescription(
        name: name, summary: "A transition of the program's own.", source: "", parameters: [],
        kind: middle.hasShader ? .glsl : .builtIn, make: { _ in value }))
  }
}
