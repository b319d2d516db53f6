import ArgumentParser
import SegueFilms
import SegueTools

/// `segue list`: lists the names that options take.
struct ListCommand: ParsableCommand, CheckedCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract:
      "Lists transitions, filters, timing curves or output formats, or explains one of them.",
    discussion: """
      EXAMPLES:
        segue list
        segue list slide
        segue list spring
        segue list my-shader.glsl
        segue list fade-through --look > my-look.json
        segue list --aliases xfade
      """)

  /// The lists. Any other word is a transition, by name or file, or a filter.
  enum Subject: String, CaseIterable {
    case transitions, filters, curves, formats
  }

  /// The program whose names are listed.
  enum Aliases: String, ExpressibleByArgument, CaseIterable {
    case xfade
  }

  @Argument(
    help: ArgumentHelp(
      """
      What to list: transitions (default), filters, curves or formats. A name such as slide, or a .glsl or .json file, \
      is explained. A prefix such as ios lists the names that begin with it.
      """,
      valueName: "list|name|file"),
    completion: .lists)
  var subject: String?

  @Option(help: "List the names of ffmpeg's xfade transitions, with the transitions that they stand for.")
  var aliases: Aliases?

  @Flag(help: "Print a transition as a look: a JSON file to edit and use with -t FILE.json.")
  var look = false

  @Flag(help: "Print JSON.")
  var json = false

  func check() throws {
    if aliases != nil, let subject {
      throw CommandError.conflict("--aliases prints a separate list; leave out “\(subject)”")
    }
    if look, subject.map({ Subject(rawValue: $0) != nil }) ?? true {
      throw CommandError.conflict("--look needs the name of a transition")
    }
  }

  func run() throws {
    if aliases == .xfade { return try list(XfadeAlias.all.map(AliasListing.init)) }
    let name = subject ?? Subject.transitions.rawValue
    switch Subject(rawValue: name) {
    case .transitions: try listTransitions()
    case .filters: try listFilters()
    case .curves: try list(CurveListing.all)
    case .formats: try list(OutputFormat.allCases.map(FormatListing.init))
    case nil: try list(transition: name)
    }
  }

  /// Lists the built-ins and the files in the user's folders. Unreadable files are warnings.
  private func listTransitions() throws {
    let files = TransitionLibrary.ofUser.fileTransitions()
    for failure in files.failures {
      Console.note(Failure.describe(failure).1, as: .warning)
    }
    try list((Catalogue.builtIn.transitions + files.transitions).map(TransitionListing.init))
  }

  /// Lists the filters, and in text form also those that are not included.
  private func listFilters() throws {
    try list(FilterCatalogue.builtIn.filters.map(TransitionListing.init))
    if json { return }
    for (names, reason) in FilterCatalogue.omitted {
      try Console.result("not included: \(names): \(reason)")
    }
  }

  /// Explains the curve or format called `name`.
  /// - Returns: whether one was found.
  private func explain(_ name: String) throws -> Bool {
    let curves = CurveListing.named(name)
    if !curves.isEmpty {
      try explain(curves, curves.map(\.details).joined(separator: "\n\n"))
      return true
    }
    let word = name.lowercased()
    let suffix = word.hasPrefix(".") ? String(word.dropFirst()) : word
    guard
      let format = OutputFormat.allCases.first(where: {
        $0.rawValue == word || $0.extensions.contains(suffix)
      })
    else { return false }
    try explain([FormatListing(format)], FormatListing(format).details)
    return true
  }

  /// Explains the formats that support a codec, also by its name in other programs.
  /// - Returns: whether there is such a codec.
  private func explain(codec name: String) throws -> Bool {
    let suggestion = Suggestion.codec(for: name) ?? name.lowercased()
    let formats = OutputFormat.allCases.map(FormatListing.init).filter { $0.codecs.contains(suggestion) }
    if formats.isEmpty { return false }
    if suggestion != name.lowercased() {
      Console.note("“\(name)” is called \(suggestion) here", as: .summary)
    }
    try explain(formats, formats.map(\.details).joined(separator: "\n"))
    return true
  }

  private func explain(_ items: [some Encodable], _ details: String) throws {
    try json ? Console.result(json: items) : Console.result(details)
  }

  /// Lists the transitions whose names begin with `text`, or else the filters.
  /// - Returns: whether there are any.
  private func list(beginningWith text: String) throws -> Bool {
    let transitions = Catalogue.builtIn.transitions + TransitionLibrary.ofUser.fileTransitions().transitions
    let named = transitions.filter { $0.name.hasPrefix(text) }
    if !named.isEmpty { try list(named.map(TransitionListing.init)) }
    let filters = named.isEmpty ? FilterCatalogue.builtIn.filters.filter { $0.name.hasPrefix(text) } : []
    if !filters.isEmpty { try list(filters.map(TransitionListing.init)) }
    return !named.isEmpty || !filters.isEmpty
  }

  /// The nearest name of a filter, curve, format or list, or the nearest beginning of names, such as `ios`.
  private static func nearest(to name: String) -> String? {
    let beginnings = Catalogue.builtIn.transitions.map(\.name).filter { $0.contains("-") }
      .map { String($0.prefix { $0 != "-" }) }
    let names =
      FilterCatalogue.builtIn.filters.map(\.name) + TimingCurve.named.map(\.name)
      + OutputFormat.allCases.map(\.rawValue) + Subject.allCases.map(\.rawValue)
    return NameSuggestion.nearest(to: name, in: beginnings + names)
  }

  /// Explains a transition. A name from another program is reported with Segue's name.
  private func list(transition name: String) throws {
    let library = TransitionLibrary.ofUser
    let match: TransitionLibrary.Match
    do {
      match = try library.transition(named: name)
    } catch let error as ShaderFileError where error.problem == .missingEntryPoint {
      // A user-defined filter is not a transition.
      guard let file = try? TransitionLibrary.read(path: name, kind: .filter) else { throw error }
      return try show(file.filter(named: name))
    } catch UsageError.unknownTransition(let unknown, let nearest) {
      if let filter = FilterCatalogue.builtIn[name] { return try show(filter) }
      if try explain(name) { return }
      if try explain(codec: name) { return }
      let transition = Suggestion.alias(of: name)
      guard let suggestion = transition ?? Suggestion.filter(for: name) else {
        if !look, try list(beginningWith: name) { return }
        throw UsageError.unknownTransition(name: unknown, nearest: nearest ?? Self.nearest(to: name))
      }
      Console.note("“\(name)” is called \(suggestion) here", as: .summary)
      if transition == nil, let filter = FilterCatalogue.builtIn[suggestion] { return try show(filter) }
      match = try library.transition(named: suggestion)
      return try show(match, typed: suggestion)
    }
    try show(match, typed: name)
  }

  private func show(_ filter: FilterDescription) throws {
    if look { throw CommandError.conflict("\(filter.name) is a filter, but --look prints transitions") }
    try explain([TransitionListing(filter)], filter.details)
  }

  private func show(_ match: TransitionLibrary.Match, typed name: String) throws {
    for message in match.notices.messages { Console.note(message, as: .warning) }
    if look {
      guard let text = try match.description.lookText() else {
        throw CommandError.conflict(
          "\(name) cannot be written as a look: the format has no equivalent for a part of it")
      }
      return try Console.result(text)
    }
    try explain([TransitionListing(match.description)], match.description.details(typed: name))
  }

  private func list(_ items: [some ListedItem]) throws {
    if json { return try Console.result(json: items) }
    for line in (items as [any ListedItem]).lines { try Console.result(line) }
  }
}
