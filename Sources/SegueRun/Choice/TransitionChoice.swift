import SegueFields
import SegueGLTransitions
import SegueImaging
import SegueRendering
import SegueSystem
import SegueTransitions

/// A choice of a render's transition: a name with parameters, a look or shader as text, or a
/// user-defined value. The job's initialiser checks it.
public struct TransitionChoice: Sendable, Hashable, ExpressibleByStringLiteral {
  /// A parameter as typed.
  private struct Parameter: Hashable {
    let name: String
    let value: String
  }

  /// A box for a user-defined transition, which is equal only to itself.
  private final class TransitionBox: Sendable, Hashable {
    let transition: any Transition

    init(_ transition: any Transition) { self.transition = transition }

    static func == (a: TransitionBox, b: TransitionBox) -> Bool { a === b }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// The source of the transition.
  private enum Content: Hashable {
    /// A name in the request's library, or a path.
    case named
    case own(TransitionBox)
    /// The JSON of a look.
    case look(String)
    /// The GLSL of a GL Transition.
    case shader(String)
  }

  package let name: String
  private var parameters: [Parameter] = []
  private let content: Content

  private init(name: String, _ content: Content, texts: [(name: String, value: String)] = []) {
    self.name = name
    self.content = content
    self.texts = texts
  }

  package init(name: String, texts: [(name: String, value: String)] = []) {
    self.init(name: name, .named, texts: texts)
  }

  /// The parameters as typed.
  package var texts: [(name: String, value: String)] {
    get { parameters.map { (name: $0.name, value: $0.value) } }
    set { parameters = newValue.map { Parameter(name: $0.name, value: $0.value) } }
  }

  /// Whether this is a cut: in a film the next clip begins at the end of the previous clip.
  package var isCut: Bool { isNamed && name == "cut" }

  /// Whether this is a name in the request's library or a path.
  package var isNamed: Bool { content == .named }

  /// The text of a look or shader; `nil` for a name and for a user-defined transition.
  package var text: String? {
    switch content {
    case .look(let text), .shader(let text): text
    case .named, .own: nil
    }
  }

  /// The user-defined transition; `nil` for any other choice.
  package var own: (any Transition)? { if case .own(let own) = content { own.transition } else { nil } }

  /// The transition called `name` in the request's library, or at the path of a `.glsl` or `.json` file.
  /// Parameters that are not given have their defaults.
  public static func named(
    _ name: String, _ parameters: KeyValuePairs<String, ParameterValue> = [:]
  ) -> TransitionChoice {
    TransitionChoice(name: name, texts: texts(parameters))
  }

  /// The transition called `name` with default parameters.
  public init(stringLiteral name: String) { self.init(name: name) }

  /// A look, given as JSON; `docs/looks.md` has the format.
  /// - Parameters:
  ///   - text: the JSON, up to 128 KiB. Its paths are looked up in the request's library, then relative
  ///     to the current folder.
  ///   - name: the name in reports and errors.
  ///   - parameters: the values of the look's parameters; other parameters have their defaults.
  public static func look(
    _ text: String, name: String, _ parameters: KeyValuePairs<String, ParameterValue> = [:]
  ) -> TransitionChoice {
    TransitionChoice(name: name, .look(text), texts: Self.texts(parameters))
  }

  /// A shader, given as GLSL in the GL Transitions format; it needs OpenGL.
  /// - Parameters:
  ///   - text: the GLSL, up to 1 MiB.
  ///   - name: the name in reports and errors.
  ///   - parameters: the values of the shader's parameters; other parameters have their defaults.
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

  /// A user-defined transition, equal only to itself. Reports call it `name`, by default the name
  /// of its type.
  public init(_ transition: any Transition, name: String? = nil) {
    self.init(name: name ?? "\(type(of: transition))", .own(TransitionBox(transition)))
  }

  /// The transition of `library` that this choice names.
  /// - Throws: the errors of `TransitionLibrary.transition(named:)`.
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
        description: file.description, notices: file.warnings.map { Notice(at: .named(name), $0.sentence) })
    case .own(let own):
      let value = own.transition
      let middle = value.recipe(
        at: 0.5, in: TransitionContext(containerSize: ImageSize(width: 64, height: 64)))
      return TransitionLibrary.Match(
        description: TransitionDescription(
          name: name, summary: "A user-defined transition.", source: "", parameters: [],
          kind: middle.hasShader ? .glsl : .builtIn, make: { _ in value }))
    }
  }
}
