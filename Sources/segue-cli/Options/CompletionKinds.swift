import ArgumentParser
import SegueFilms
import SegueTools

// The completions that options and arguments declare.

extension CompletionKind {
  /// The transitions and files of transitions; in `segue join` also the words that replace a transition.
  static let transitions = words { word, before in
    let known = [Candidate.paths] + Completer.transitions(word)
    if before.dropFirst().first != "join" { return known }
    let seeds = word.hasPrefix("random:") ? (1...9).map { "random:\($0)" } : ["random:"]
    return [Candidate(value: "cut", explanation: "Nothing overlaps.")]
      + seeds.map { Candidate(value: $0, explanation: "A random built-in transition, chosen by a seed.") }
      + known
  }

  /// The lists of `segue list`, and the transitions.
  static let lists = words { word, _ in
    [Candidate.paths] + ListCommand.Subject.allCases.map { Candidate(value: $0.rawValue) }
      + Completer.transitions(word)
  }

  /// `name=` for each parameter of the transition on the line; after the equals sign the possible values.
  static let parameters = words { word, before in
    var name = Catalogue.defaultName
    for (option, value) in zip(before, before.dropFirst()) where option == "-t" || option == "--transition" {
      name = value
    }
    if let joined = before.last(where: { $0.hasPrefix("--transition=") }) {
      name = String(joined.dropFirst(13))
    }
    let transition = try? TransitionLibrary.ofUser.transition(named: name).description
    return Completer.candidates(word[...], transition?.keys ?? [])
  }

  static let curves = words { _, _ in
    TimingCurve.named.map { Candidate(value: $0.name, explanation: $0.summary) }
      + TimingCurve.forms.map { form in
        Candidate(value: String(form.syntax.prefix { $0 != "(" }) + "(", explanation: form.syntax)
      }
  }

  static let formats = words { _, _ in
    OutputFormat.allCases.map { Candidate(value: $0.rawValue, explanation: $0.facts.summary) }
  }

  static let sizes = words { _, _ in
    ImageSize.named.map { Candidate(value: $0.name, explanation: $0.size.description) }
  }

  static let colors = words { _, _ in
    (["transparent"] + RGBAColor.names).map { Candidate(value: $0) }
  }

  /// The inputs of a film, and the transitions between them.
  static let inputs = words { word, _ in
    word.hasPrefix("+")
      ? Completer.junctions(word) : Completer.keyed(word, .clip, takesFiles: true)
  }

  /// The settings `KEY=VALUE` within a word; also files with `takesFiles`.
  static func keys(_ keys: FilmKeys, orFiles takesFiles: Bool = false) -> CompletionKind {
    words { word, _ in Completer.keyed(word, keys, takesFiles: takesFiles) }
  }

  /// The candidates that `make` returns for the word at the cursor and the words before it.
  private static func words(_ make: @escaping @Sendable (String, [String]) -> [Candidate]) -> CompletionKind {
    .custom { words, _, word in make(word, words.dropLast()).map(\.line) }
  }
}

extension Completer {
  /// The built-ins, the files in the user's folders, and ffmpeg's names after their prefix.
  static func transitions(_ word: String) -> [Candidate] {
    let own = (Catalogue.builtIn.transitions + TransitionLibrary.ofUser.fileTransitions().transitions)
      .map { Candidate(value: $0.name, explanation: $0.summary) }
    guard word.hasPrefix("x") else { return own }
    return own
      + XfadeAlias.all.map { Candidate(value: XfadeAlias.prefix + $0.name, explanation: $0.transition) }
  }
}
