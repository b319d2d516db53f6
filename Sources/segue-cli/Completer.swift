import ArgumentParser
import SegueFilms
import SegueTools

/// Completions for the word at the cursor of a shell.
struct Completer {
  /// A completion of the whole word at the cursor, with its explanation.
  struct Candidate: Equatable {
    let value: String
    var explanation = ""
  }

  /// The completions, and whether paths are completed too.
  struct Answer: Equatable {
    var candidates: [Candidate] = []
    var takesFiles = false

    /// `files` or `none`, then one line per word: the word, a tab, its explanation.
    var text: String {
      ([takesFiles ? "files" : "none"] + candidates.map { "\($0.value)\t\($0.explanation)" }).joined(
        separator: "\n")
    }
  }

  let tree: CommandTree
  var library = TransitionLibrary.ofUser

  /// The completions of the last of `words`, which may be empty. The program's name is not among `words`.
  func answer(for words: [String]) -> Answer {
    let current = words.last ?? ""
    let before = Array(words.dropLast())
    if before.first == "help" {
      return Answer(candidates: commandCandidates).narrowed(to: current)
    }
    guard let command = tree.command(of: before) else { return Answer() }
    let isNamed = command.commandName == before.first
    let line = Line(isNamed ? Array(before.dropFirst()) : before, of: command)
    if let option = line.pendingOption {
      return values(of: option, current: current, before: before).narrowed(to: current)
    }
    if !line.isTerminated, current.hasPrefix("-"), current != "-" {
      if let equals = current.firstIndex(of: "="), current.hasPrefix("--") {
        let name = String(current[..<equals])
        let value = String(current[current.index(after: equals)...])
        guard let option = command.option(typed: name), option.takesValue else { return Answer() }
        return values(of: option, current: value, before: before).narrowed(to: value, after: name + "=")
      }
      let own = before.isEmpty ? tree.command.options : []
      return Answer(candidates: (command.options + own).map(Candidate.init)).narrowed(to: current)
    }
    var answer = positionals(of: command, line: line, current: current)
    if before.isEmpty { answer.candidates += commandCandidates }
    return answer.narrowed(to: current)
  }

  private var commandCandidates: [Candidate] {
    tree.commands.map { Candidate(value: $0.commandName, explanation: $0.abstract ?? "") }
  }

  /// The parsed words before the cursor.
  private struct Line {
    /// The option whose value follows.
    var pendingOption: CommandTree.Argument?
    var positionals: [String] = []
    var isTerminated = false

    init(_ words: [String], of command: CommandTree.Command) {
      for word in words {
        if pendingOption != nil {
          pendingOption = nil
        } else if isTerminated || word == "-" || !word.hasPrefix("-") {
          positionals.append(word)
        } else if word == "--" {
          isTerminated = true
        } else if let option = command.option(typed: word), option.takesValue {
          pendingOption = option
        }
      }
    }
  }

  private func positionals(of command: CommandTree.Command, line: Line, current: String) -> Answer {
    let names = transitionCandidates(current)
    switch command.commandName {
    case "list" where line.positionals.isEmpty:
      let subjects = ListCommand.Subject.allCases.map { Candidate(value: $0.rawValue) }
      return Answer(candidates: subjects + names, takesFiles: true)
    case "check" where line.positionals.isEmpty: return Answer(candidates: names, takesFiles: true)
    case "curve" where line.positionals.isEmpty: return Answer(candidates: curveCandidates)
    case "join" where current.hasPrefix("+"): return Answer(candidates: junctionCandidates(current))
    case "join": return keyed(current, .clip, takesFiles: true)
    case "list", "curve", "devices": return Answer()
    default:
      let place = command.positionals.dropFirst(line.positionals.count).first ?? command.positionals.last
      guard let place, place.isRepeating == true || line.positionals.count < command.positionals.count else {
        return Answer()
      }
      if let words = place.words { return Answer(candidates: words.map { Candidate(value: $0) }) }
      return Answer(takesFiles: true)
    }
  }

  private func values(of option: CommandTree.Argument, current: String, before: [String]) -> Answer {
    if let words = option.words { return Answer(candidates: words.map { Candidate(value: $0) }) }
    let isOfFilms = tree.command(of: before)?.commandName == JoinCommand.configuration.commandName
    if isOfFilms, let keys = JoinCommand.rows.first(where: { $0.name == option.longName })?.keys {
      return keyed(current, keys, takesFiles: option.takesFiles)
    }
    switch option.longName {
    case "transition":
      let ofFilms = isOfFilms ? Self.filmTransitions(current) : []
      return Answer(candidates: ofFilms + transitionCandidates(current), takesFiles: true)
    case "param": return parameterCandidates(current, before: before)
    case "timing": return Answer(candidates: curveCandidates)
    case "codec": return Answer(candidates: VideoCodec.names.map { Candidate(value: $0) })
    case "format":
      return Answer(
        candidates: OutputFormat.allCases.map { Candidate(value: $0.rawValue, explanation: $0.facts.summary) }
      )
    case "background":
      return Answer(candidates: (["transparent"] + RGBAColor.names).map { Candidate(value: $0) })
    case "loop": return Answer(candidates: [Candidate(value: PlaysText.endless)])
    case "size":
      return Answer(
        candidates: ImageSize.named.map { Candidate(value: $0.name, explanation: $0.size.description) })
    default: return Answer(takesFiles: option.takesFiles)
    }
  }

  /// The built-ins, the files in the user's folders, and ffmpeg's names after their prefix.
  func transitionCandidates(_ current: String) -> [Candidate] {
    let own = (Catalogue.builtIn.transitions + library.fileTransitions().transitions)
      .map { Candidate(value: $0.name, explanation: $0.summary) }
    guard !current.isEmpty, current.hasPrefix("x") else { return own }
    return own
      + XfadeAlias.all.map { Candidate(value: XfadeAlias.prefix + $0.name, explanation: $0.transition) }
  }

  /// The words that replace a transition in films.
  private static func filmTransitions(_ current: String) -> [Candidate] {
    let seeds = current.hasPrefix("random:") ? (1...9).map { "random:\($0)" } : ["random:"]
    return [Candidate(value: "cut", explanation: "Nothing overlaps.")]
      + seeds.map { Candidate(value: $0, explanation: "A random built-in transition, chosen by a seed.") }
  }

  private var curveCandidates: [Candidate] {
    TimingCurve.named.map { Candidate(value: $0.name, explanation: $0.summary) }
      + TimingCurve.forms.map { form in
        Candidate(value: String(form.syntax.prefix { $0 != "(" }) + "(", explanation: form.syntax)
      }
  }

  /// `name=` for each parameter of the transition on the line; after the equals sign the possible values.
  private func parameterCandidates(_ current: String, before: [String]) -> Answer {
    var name = Catalogue.defaultName
    for (word, next) in zip(before, before.dropFirst()) where word == "-t" || word == "--transition" {
      name = next
    }
    if let joined = before.last(where: { $0.hasPrefix("--transition=") }) {
      name = String(joined.dropFirst(13))
    }
    guard let transition = try? library.transition(named: name).description else { return Answer() }
    return Answer(candidates: candidates(current[...], transition.keys))
  }
}

extension Completer.Candidate {
  fileprivate init(_ option: CommandTree.Argument) {
    self.init(value: option.preferredText, explanation: (option.abstract ?? "").replacing("\n", with: " "))
  }
}

extension Completer.Answer {
  /// The words that begin with `prefix`, each once, with `option` in front of them.
  fileprivate func narrowed(to prefix: String, after option: String = "") -> Self {
    var seen: Set<String> = []
    let candidates = candidates.filter { $0.value.hasPrefix(prefix) && seen.insert($0.value).inserted }
    let whole = candidates.map { Completer.Candidate(value: option + $0.value, explanation: $0.explanation) }
    return Self(candidates: whole, takesFiles: takesFiles)
  }
}

extension CommandTree.Command {
  /// The option with the name `text`, which includes dashes.
  func option(typed text: String) -> CommandTree.Argument? {
    (arguments ?? []).first { ($0.names ?? []).contains { $0.text == text } }
  }
}

/// `segue completions`: prints the completion script of a shell.
struct CompletionsCommand: ParsableCommand, CheckedCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Prints the completion script for bash, zsh or fish.",
    discussion: """
      EXAMPLES:
        eval "$(segue completions bash)"
        segue completions zsh > ~/.zfunc/_segue
        segue completions fish > ~/.config/fish/completions/segue.fish
      """)

  /// The supported shells.
  enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish

    var script: [UInt8] {
      switch self {
      case .bash: PackageResources.segue_bash
      case .zsh: PackageResources.segue_zsh
      case .fish: PackageResources.segue_fish
      }
    }
  }

  @Argument(help: "The shell: bash, zsh or fish.")
  var shell: Shell?

  @Flag(help: .hidden)
  var complete = false

  @Argument(parsing: .postTerminator, help: .hidden)
  var words: [String] = []

  func check() throws {
    if shell == nil, !complete { throw CommandError.conflict("name a shell: bash, zsh or fish") }
  }

  func run() throws {
    if complete {
      return try Console.result(Completer(tree: CommandTree.current()).answer(for: words).text)
    }
    // `Console.result` adds the final line feed.
    if let shell { try Console.result(String(decoding: shell.script.dropLast(), as: UTF8.self)) }
  }
}
