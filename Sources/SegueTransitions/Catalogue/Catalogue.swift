import SegueFields
import SegueImaging
import SegueMath

/// A list of transitions by name: the built-ins, or a program's.
public struct Catalogue: Sendable {
  /// The transitions, in the order in which they are listed.
  public let transitions: [TransitionDescription]

  /// A catalogue of these transitions, in this order.
  /// - Throws: `SegueError` with the code `conflict` if two of them have the same name.
  public init(_ transitions: [TransitionDescription]) throws(SegueError) {
    var names: Set<String> = []
    for transition in transitions where !names.insert(transition.name).inserted {
      throw SegueError(CatalogueError.nameTaken(transition.name))
    }
    self.init(unchecked: transitions)
  }

  /// A catalogue of transitions whose names are known to differ.
  private init(unchecked transitions: [TransitionDescription]) { self.transitions = transitions }

  /// The catalogue of these transitions, followed by `more`.
  /// - Throws: `SegueError` with the code `conflict` if a name is taken.
  public func adding(_ more: TransitionDescription...) throws(SegueError) -> Catalogue {
    try Catalogue(transitions + more)
  }

  /// The catalogue of the transitions that come with Segue.
  public static let builtIn = Catalogue(unchecked: written + BuiltInLooks.files)

  /// The transitions written in Swift, which the looks of ``builtIn`` may contain.
  static let written = [
    dissolves, slides, zooms, wipes, moves, irises, fades, swipes, spatial, pages, folds, ripples, fragments,
  ].flatMap(\.self)

  /// The transition that is rendered by default.
  package static let defaultName = "pixellate-dissolve"

  /// The transition called `name` with these parameters; other parameters have their defaults.
  /// - Throws: `SegueError` with the code `unknownName` for an unknown name; the errors of its
  ///   parameters, as ``TransitionDescription/transition(_:textures:)``.
  public func transition(
    _ name: String, _ parameters: KeyValuePairs<String, ParameterValue> = [:]
  ) throws -> any Transition {
    guard let description = self[name] else { throw SegueError(CatalogueError.unknownName(name)) }
    return try description.transition(parameters)
  }

  /// The description of the transition called `name`; `nil` if there is no such transition.
  public subscript(name: String) -> TransitionDescription? {
    transitions.first { $0.name == name }
  }
}

/// An error in the names of a catalogue.
package enum CatalogueError: DescribedError {
  /// Two transitions of the catalogue have this name.
  case nameTaken(String)
  /// No transition of the catalogue has this name.
  case unknownName(String)
}

extension CatalogueError {
  package var code: SegueError.Code { if case .unknownName = self { .unknownName } else { .conflict } }

  /// The error in one sentence.
  package var sentence: String {
    switch self {
    case .nameTaken(let name): "two transitions are called “\(name)”"
    case .unknownName(let name): "there is no transition “\(name)”"
    }
  }
}
