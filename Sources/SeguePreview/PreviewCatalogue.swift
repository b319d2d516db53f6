import SegueFilms

/// The transitions of the page: the built-ins, the files in the folders, and the requested transition.
struct PreviewCatalogue: Sendable {
  /// A transition of the page.
  struct Entry: Sendable {
    /// The name on the page.
    var name: String
    var description: TransitionDescription
    /// The name for the command line.
    var argument: String
    /// The pictures of the transition's parameters, by name.
    var textures: [String: Snapshot] = [:]
    /// The number of times that the transition's file was read.
    var revision = 0
  }

  private(set) var entries: [Entry]
  /// The index of the requested transition.
  let chosen: Int

  /// The catalogue for a request whose transition was found as `match`.
  /// - Parameter others: the transitions in folders.
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
    let requested = Entry(
      name: isAlias ? request.transition.name : match.description.name, description: match.description,
      argument: request.transition.name, textures: textures)
    if let index = entries.firstIndex(where: { $0.argument == request.transition.name }) {
      entries[index] = requested
      chosen = index
    } else {
      // A requested file or ffmpeg name is the first entry, and replaces an entry with an equal name.
      entries.removeAll { $0.name == requested.name }
      entries.insert(requested, at: 0)
      chosen = 0
    }
    self.entries = entries
  }

  /// The index of the entry called `name`.
  func index(named name: String) -> Int? { entries.firstIndex { $0.name == name } }

  /// Replaces the description of the requested transition.
  mutating func reload(_ description: TransitionDescription) {
    entries[chosen].description = description
    entries[chosen].revision += 1
  }
}
