import SegueImaging
import SegueMath

/// Transitions by name: the built-in ones, or a program's own.
public struct Catalogue: Sendable {
  /// Every transition, in the order in which they are listed.
  public let transitions: [TransitionDescription]

  /// A catalogue of these transitions.
  /// - Throws: `CatalogueError` where two of them have one name.
  public init(_ transitions: [TransitionDescription]) throws(CatalogueError) {
    var names: Set<String> = []
    for transition in transitions where !names.insert(transition.name).inserted {
      throw .nameTaken(transition.name)
    }
    self.init(unchecked: transitions)
  }

  /// The names of `transitions` are known to differ.
  private init(unchecked transitions: [TransitionDescription]) { self.transitions = transitions }

  /// This catalogue with `more` after its own.
  /// - Throws: `CatalogueError` where a name is taken.
  public func adding(_ more: TransitionDescription...) throws(CatalogueError) -> Catalogue {
    try Catalogue(transitions + more)
  }

  /// The transitions that come with Segue: those of each file of `Built-in`.
  public static let builtIn = Catalogue(
    unchecked: [
      dissolves, slides, zooms, wipes, moves, irises, fades, BuiltInLooks.files, swipes, spatial, pages,
      folds,
      ripples, fragments,
    ].flatMap(\.self))

  /// The transition that is rendered when none is named.
  package static let defaultName = "pixellate-dissolve"

  /// The transition called `name`, made with these parameters; those that are left out have their defaults.
  /// - Throws: `CatalogueError` where there is none, `ParameterError`.
  public func transition(
    _ name: String, _ parameters: KeyValuePairs<String, ParameterValue> = [:]
  ) throws -> any Transition {
    guard let description = self[name] else { throw CatalogueError.unknownName(name) }
    return try description.transition(parameters)
  }

  /// The description of the transition called `name`; `nil` where there is none.
  public subscript(name: String) -> TransitionDescription? {
    transitions.first { $0.name == name }
  }
}

/// The reason why transitions cannot be one catalogue.
public enum CatalogueError: Error, Sendable, Hashable {
  /// Two transitions have this name.
  case nameTaken(String)
  /// No transition has this name.
  case unknownName(String)
}

extension CatalogueError: DescribedError {
  /// The error in one sentence.
  package var sentence: String {
    switch self {
    case .nameTaken(let name): "two transitions are called “\(name)”"
    case .unknownName(let name): "there is no transition “\(name)”"
    }
  }
}
