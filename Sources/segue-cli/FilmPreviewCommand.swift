import ArgumentParser
import FoundationEssentials
import SegueFilms
import SeguePreview

/// `segue preview` of a film: opens a page with a timeline, for the arguments of `segue join`.
struct FilmPreviewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview-film", abstract: "Opens a page in the browser with a film's timeline.",
    usage: "segue preview <film.json | input [+transition] input ...> [<options>]",
    shouldDisplay: false)

  @OptionGroup var join: JoinCommand
  @OptionGroup var page: PageOptions

  /// Whether the inputs or the options belong to a film rather than to two pictures.
  var isForFilm: Bool {
    let over = join.over.settings.filter {
      $0.name != "device" || $0.texts.contains(where: FilmDevice.isFrame)
    }
    let options = join.film.settings + over + join.sound.settings
    return Self.areForFilm(join.inputs) || !options.isEmpty
  }

  static func areForFilm(_ inputs: [String]) -> Bool {
    inputs.contains { $0.hasPrefix("+") || FilmFile.isDescriptionOnDisk($0) }
      || !inputs.isEmpty && inputs.count != 2
  }

  func run() async throws {
    try Console.checkResults()
    let join = join
    let script = try FilmScript(inputs: join.inputs)
    let isFile = if case .file = script { !InputCopy.isNeeded(of: join.inputs[0]) } else { false }
    let source = FilmSource(
      path: isFile ? join.inputs[0] : nil,
      read: { isFile ? try FilmScript(inputs: join.inputs) : script },
      request: { script in
        var request = try join.request(script)
        if request.output.path.isEmpty { request.output.path = Self.output }
        return request
      },
      command: { script in
        let inputs = if case .words(let words) = script { words } else { join.inputs }
        let output = join.output.has("output") ? [] : ["-o", Self.output]
        return ["segue", "join"] + join.words(inputs, and: output)
      })
    let server = try await PreviewServer(
      film: source, port: page.port, describe: { Failure.describe($0).1 })
    try await page.serve(server)
  }

  private static let output = "out.mp4"
}

extension SegueTool {
  /// The command of `words`. A preview shows a film or two pictures, depending on its inputs and options.
  static func parsed(_ words: [String]) throws -> any ParsableCommand {
    guard words.first == "preview" else { return try parseAsRoot(words) }
    let film = Result { try parseAsRoot(["preview-film"] + words.dropFirst()) }
    if case .success(let film as FilmPreviewCommand) = film, film.isForFilm { return film }
    let pictures = Result { try parseAsRoot(words) }
    guard case .failure(let error) = film else { return try pictures.get() }
    switch pictures {
    case .success(let command as PreviewCommand)
    where !FilmPreviewCommand.areForFilm(command.pictures.words):
      return command
    case .success: throw error
    case .failure(let other):
      if case .unknownOption(let name) = ParserFault(other) {
        // An option that only films have makes the words a film.
        let isOfFilms = CommandTree.ofTool?.command(of: ["join"])?.option(typed: name) != nil
        throw isOfFilms ? error : other
      }
      if case .unknownOption = ParserFault(error) { throw other }
      throw error
    }
  }
}
