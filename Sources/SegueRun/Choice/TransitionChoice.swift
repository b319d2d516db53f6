import SegueGLTransitions
import SegueImaging
import SegueRendering
import SegueTransitions

/// The transition of a render: one that has a name, with parameters, or a user-defined value.
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

  /// The source of the transition.
  private enum Content: Hashable {
    /// In the request's library, or at a path.
    case named
    case own(Own)
    /// The JSON of a look.
    case look(String)
    /// The GLSL of a GL Transition.
    case shader(String)
  }

  package let name: String
  private var parameters: [Parameter] = []
  private let content: Content

  private init(name: String, _ content: Content, texts: [(name: String, value: String)] = []) {
    (self.name, self.content) = (name, content)
    self.texts = texts
  }

  package init(name: String, texts: [(name: String, value: String)] = []) {
    self.init(name: name, .named, texts: texts)
  }

  /// The parameters as they are typed.
  package var texts: [(name: String, value: String)] {
    get { parameters.map { (name: $0.name, value: $0.value) } }
    set { parameters = newValue.map { Parameter(name: $0.name, value: $0.value) } }
  }

  /// Whether it is none: in a film the next clip begins when the one before has ended.
  package var isCut: Bool { isNamed && name == "cut" }

  /// Whether the request's library or a path has it.
  package var isNamed: Bool { content == .named }

  /// The program's own transition in words, its properties included, or the text of its file; `nil` for one that has a
  /// name.
  package var ownText: String? {
    switch content {
    case .named: nil
    case .own(let own): "\(own.transition)"
    case .look(let text), .shader(let text): text
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
  /// those of the request's library, or are looked for from the current folder. Reports and errors call it `name`.
  public static func look(
    _ text: String, name: String, _ parameters: KeyValuePairs<String, ParameterValue> = [:]
  ) -> TransitionChoice {
    TransitionChoice(name: name, .look(text), texts: Self.texts(parameters))
  }

  /// The GLSL `text` of a transition in the GL Transitions format. Reports and errors call it `name`.
  public static func shader(
    _ text: String, name: String, _ parameters: KeyValuePairs<String, ParameterValue> = [:]
  ) -> TransitionChoice {
    TransitionChoice(name: name, .shader(text), texts: Self.texts(parameters))
  }

  private static func texts(
    _ parameters: KeyValuePairs<String, ParameterValue>
  ) -> [(name: String, value: String)] {
    parameters.map { (name: $0.key, value: $0.value.description) }
  }

  /// `transition` itself; reports call it `name`, or as its type is called.
  public init(_ transition: any Transition, name: String? = nil) {
    self.init(name: name ?? "\(type(of: transition))", .own(Own(transition)))
  }

  /// The transition in `library`.
  /// - Throws: as `TransitionLibrary.transition(named:)`.
  package func match(in library: TransitionLibrary) throws -> TransitionLibrary.Match {
    switch content {
    case .named: return try library.transition(named: name)
    case .look(let text):
      let looks = LookFiles(library)
      let look = try looks.look(Array(text.utf8), name: name, path: name)
      return TransitionLibrary.Match(description: look.description, parts: looks.paths)
    case .shader(let text):
      let file = try GLTransition(Array(text.utf8), name: name, path: name)
      return TransitionLibrary.Match(
        description: file.description, warnings: file.warnings.map { "\(name): \($0.sentence)" })
    case .own(let own):
      let value = own.transition
      let middle = value.recipe(
        at: 0.5, in: TransitionContext(containerSize: ImageSize(width: 64, height: 64)))
      return TransitionLibrary.Match(
        description: TransitionDescription(
          name: name, summary: "A transition of the program's own.", source: "", parameters: [],
          kind: middle.hasShader ? .glsl : .builtIn, make: { _ in value }))
    }
  }
}
