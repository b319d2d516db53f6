import Segue

/// Every transition that the page shows: the built-ins, those of the folders, and the one that was asked for.
struct PreviewCatalogue: Sendable {
  /// One of them.
  struct Entry: Sendable {
    /// The name on the page.
    var name: String
    /// The transition.
    var description: TransitionDescription
    /// The name on the command line.
    var argument: String
    /// The pictures of its parameters.
    var textures: [String: Snapshot] = [:]
    /// Counts how often its file was read.
    var revision = 0
  }

  private(set) var entries: [Entry]
  /// The one that was asked for.
  let chosen: Int

  /// The catalogue for a request, whose transition was found as `match`.
  /// - Parameter others: those of the folders.
  init(
    _ request: RenderRequest, _ match: TransitionLibrary.Match, others: [TransitionDescription],
    textures: [String: Snapshot]
  ) {
    var entries = Catalogue.builtIn.transitions.map {
      Entry(name: $0.name, description: $0, argument: $0.name)
    }
    for description in others
    where description.parameters.allSatisfy({ $0.defaultValue != nil || $0.isOptional }) {
      entries.append(Entry(name: description.name, description: description, argument: description.name))
    }
    let isAlias = match.description.kind == .builtIn && match.description.name != request.transition.name
    let asked = Entry(
      name: isAlias ? request.transition.name : match.description.name, description: match.description,
      argument: request.transition.name, textures: textures)
    if let index = entries.firstIndex(where: { $0.argument == request.transition.name }) {
      entries[index] = asked
      chosen = index
    } else {
      // A file, or one of ffmpeg's names: it comes first, and hides one of the same name.
      entries.removeAll { $0.name == asked.name }
      entries.insert(asked, at: 0)
      chosen = 0
    }
    self.entries = entries
  }

  /// The index of the transition called `name`, as the page calls it.
  func index(named name: String) -> Int? { entries.firstIndex { $0.name == name } }

  /// Takes another description of the transition that was asked for.
  mutating func reload(_ description: TransitionDescription) {
    entries[chosen].description = description
    entries[chosen].revision += 1
  }
}
