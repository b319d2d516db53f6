import ArgumentParser
import SegueFilms
import SegueTools

/// A completion of the whole word at the cursor, with its explanation.
struct Candidate: Equatable {
  let value: String
  var explanation = ""

  /// The paths that begin with the word. The shell lists them.
  static let paths = Candidate(value: "", explanation: "paths")

  /// The word, a tab and the explanation.
  var line: String { "\(value)\t\(explanation)" }
}

/// Completions for the word at the cursor of a shell, as the declaration of the word's argument lists them.
enum Completer {
  /// The completions of the last word, which may be empty. The program's name is not among `words`.
  static func candidates(for words: [String]) -> [Candidate] {
    guard let tree = CommandTree.ofTool else { return [] }
    let current = words.last ?? ""
    let before = Array(words.dropLast())
    let commands = tree.commands.map { Candidate(value: $0.commandName, explanation: $0.abstract ?? "") }
    if before.first == "help" { return commands.narrowed(to: current) }
    guard let command = tree.command(of: before) else { return [] }
    let isNamed = command.commandName == before.first
    let line = Line(isNamed ? Array(before.dropFirst()) : before, of: command)
    if let option = line.pendingOption {
      return command.candidates(of: option, option.preferredText, current, after: before).narrowed(
        to: current)
    }
    if !line.isTerminated, current.hasPrefix("-"), current != "-" {
      if let equals = current.firstIndex(of: "="), current.hasPrefix("--") {
        let name = String(current[..<equals])
        let value = String(current[current.index(after: equals)...])
        guard let option = command.option(typed: name), option.takesValue else { return [] }
        return command.candidates(of: option, name, value, after: before)
          .narrowed(to: value, after: name + "=")
      }
      let own = before.isEmpty ? tree.command.options : []
      return (command.options + own).map(Candidate.init).narrowed(to: current)
    }
    let values = command.positional(after: line.positionalCount).map { index in
      command.candidates(of: command.positionals[index], "positional@\(index)", current, after: before)
    }
    return ((values ?? []) + (before.isEmpty ? commands : [])).narrowed(to: current)
  }

  /// The parsed words before the cursor.
  private struct Line {
    /// The option whose value follows.
    var pendingOption: CommandTree.Argument?
    var positionalCount = 0
    var isTerminated = false

    init(_ words: [String], of command: CommandTree.Command) {
      for word in words {
        if pendingOption != nil {
          pendingOption = nil
        } else if isTerminated || word == "-" || !word.hasPrefix("-") {
          positionalCount += 1
        } else if word == "--" {
          isTerminated = true
        } else if let option = command.option(typed: word), option.takesValue {
          pendingOption = option
        }
      }
    }
  }
}

extension Candidate {
  fileprivate init(_ option: CommandTree.Argument) {
    self.init(value: option.preferredText, explanation: (option.abstract ?? "").replacing("\n", with: " "))
  }
}

extension [Candidate] {
  /// The paths and the words that begin with `prefix`, each once, with `option` in front of the words.
  fileprivate func narrowed(to prefix: String, after option: String = "") -> [Candidate] {
    var seen: Set<String> = []
    return compactMap { candidate in
      if candidate == .paths { return candidate }
      let isNew = candidate.value.hasPrefix(prefix) && seen.insert(candidate.value).inserted
      return isNew ? Candidate(value: option + candidate.value, explanation: candidate.explanation) : nil
    }
  }
}

extension CommandTree.Command {
  /// The option with the name `text`, which includes dashes.
  func option(typed text: String) -> CommandTree.Argument? {
    (arguments ?? []).first { ($0.names ?? []).contains { $0.text == text } }
  }

  /// The index of the positional argument that follows `count` words.
  fileprivate func positional(after count: Int) -> Int? {
    if positionals.indices.contains(count) { return count }
    return positionals.last?.isRepeating == true ? positionals.count - 1 : nil
  }

  /// The completions of `word` that `argument` declares. The parser runs the closure of `.custom`.
  fileprivate func candidates(
    of argument: CommandTree.Argument, _ name: String, _ word: String, after before: [String]
  ) -> [Candidate] {
    if let words = argument.words { return words.map { Candidate(value: $0) } }
    if argument.completionKind?.file != nil { return [.paths] }
    if argument.completionKind?.custom == nil { return [] }
    let words = ["segue"] + before + [word]
    let place = ["\(before.count + 1)", "\(word.count)"]
    do {
      _ = try SegueTool.parseAsRoot(["---completion", commandName, "--", name] + place + words)
      return []
    } catch {
      return SegueTool.fullMessage(for: error).split(separator: "\n").map { line in
        let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
        return Candidate(value: String(parts[0]), explanation: String(parts.last ?? ""))
      }
    }
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
      let found = Completer.candidates(for: words)
      let lines = found.filter { $0 != .paths }.map(\.line)
      // The first line tells the script whether to list paths, too.
      return try Console.result(
        ([found.contains(.paths) ? "files" : "none"] + lines).joined(separator: "\n"))
    }
    // `Console.result` adds the final line feed.
    if let shell { try Console.result(String(decoding: shell.script.dropLast(), as: UTF8.self)) }
  }
}
