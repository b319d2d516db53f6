import Transitions

/// Finds transitions by what is typed for `--transition`.
enum TransitionLibrary {
  /// The transition called `name`.
  /// - Throws: `UsageError.unknownTransition`, with the nearest name.
  static func description(named name: String) throws -> TransitionDescription {
    if let description = Catalogue.builtIn[name] { return description }
    let known = Catalogue.builtIn.transitions.map(\.name)
    throw UsageError.unknownTransition(name: name, nearest: NameSuggestion.nearest(to: name, in: known))
  }
}
