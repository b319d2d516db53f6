import ArgumentParser
import FoundationEssentials
import Segue
import SegueFilmFiles
import SeguePreview
import SegueSystem

/// `segue preview` of a film: opens a page with a timeline, for the arguments of `segue join`.
struct FilmPreviewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview-film", abstract: "Opens a page in the browser with a film's timeline.",
    usage: "segue preview <film.json | input [+transition] input ...> [<options>]",
    shouldDisplay: false)

  @OptionGroup var join: JoinCommand
  @OptionGroup var page: PageOptions

  func run() async throws {
    try Console.checkResults()
    let words = FilmPreviewArguments(try ArgumentList.words())
    let join = join
    let script = try FilmScript(inputs: join.inputs)
    let isFile = if case .file = script { !InputCopy.isNeeded(of: join.inputs[0]) } else { false }
    let source = FilmSource(
      path: isFile ? join.inputs[0] : nil,
      read: { isFile ? try FilmScript(inputs: join.inputs) : script },
      request: { try join.request($0) }, command: { words.command($0) })
    let server = try await PreviewServer(
      film: source, port: page.port, describe: { Failure.describe($0).1 })
    try await page.serve(server)
  }
}

/// The command line that started the page of a film.
struct FilmPreviewArguments {
  /// The words that are neither options nor their values.
  private(set) var positionals: [String] = []
  /// The options with their values, except those of the page.
  private var options: [String] = []
  /// The long names of the options.
  private var names: Set<String> = []

  /// Parses `words`, which begin with `preview`.
  init(_ words: [String]) {
    let known = (try? CommandTree.current())?.commands ?? []
    let all = known.filter { ["join", "preview"].contains($0.commandName) }.flatMap(\.options)
    var (rest, isOption) = (words.dropFirst(), true)
    while let word = rest.popFirst() {
      guard isOption, word.hasPrefix("-"), word != "-" else {
        positionals.append(word)
        continue
      }
      if word == "--" {
        isOption = false
        continue
      }
      let name = word.prefix { $0 != "=" }
      let option = all.first { ($0.names ?? []).contains { $0.text == name } }
      names.insert(option?.longName ?? "")
      let value = option?.takesValue == true && !word.contains("=") ? rest.popFirst().map { [$0] } ?? [] : []
      if !["port", "no-open"].contains(option?.longName) { options += [word] + value }
    }
  }

  /// Whether the words describe a film rather than two pictures.
  var isForFilm: Bool {
    if positionals.contains(where: { $0.hasPrefix("+") || FilmFile.isDescriptionOnDisk($0) }) { return true }
    return !positionals.isEmpty && positionals.count != 2 || !names.isDisjoint(with: Self.ofFilms)
  }

  /// The options that only films have.
  private static let ofFilms = Set(
    (FilmOptions.rows.map(\.name) + OverOptions.rows.map(\.name) + FilmSoundOptions.rows.map(\.name)))

  /// The command that makes the film of `script`.
  func command(_ script: FilmScript) -> [String] {
    let inputs = if case .words(let words) = script { words } else { positionals }
    return ["segue", "join"] + inputs + options + (hasOutput ? [] : ["-o", Self.output])
  }

  private var hasOutput: Bool { names.contains("output") }
  private static let output = "out.mp4"

  /// `words`, or those of the hidden command if they preview a film.
  static func commands(_ words: [String]) -> [String] {
    guard words.first == "preview" else { return words }
    let preview = FilmPreviewArguments(words)
    guard preview.isForFilm else { return words }
    return ["preview-film"] + words.dropFirst() + (preview.hasOutput ? [] : ["-o", output])
  }
}
