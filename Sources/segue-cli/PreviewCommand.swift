import ArgumentParser
import FoundationEssentials
import SegueFilms
import SeguePreview
import SegueTools

/// `segue preview`: opens a page for choosing and adjusting a transition.
struct PreviewCommand: AsyncParsableCommand, CheckedCommand, RequestCommand {
  typealias Request = RenderRequest

  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract:
      "Opens a page in the browser to play, drag and adjust a transition, or to edit a film.",
    usage: """
      segue preview <from> <to> [<options>]
      segue preview <film.json | input [+transition] input ...> [<options>]
      """,
    discussion: """
      Two pictures are a transition. Other inputs are a film, as in segue join: the page shows its timeline and any \
      frame, and changes its transitions. Two videos are a film only with +dissolve between them or with an option of \
      a film.

      The page is on 127.0.0.1 only, and its address contains a secret. To see it from another machine, run ssh -L \
      8080:127.0.0.1:PORT HOST there and open the address with port 8080. The page is redrawn when the file of its \
      transition (.glsl, .json), filter or film is saved. Ctrl-C ends it.
      """)

  @OptionGroup var pictures: PictureArguments

  @OptionGroup var page: PageOptions
  @OptionGroup(title: "Frame") var frame: OptionTable<FrameOptions<RenderRequest>>
  @OptionGroup(title: "Input") var input: OptionTable<InputOptions<RenderRequest>>
  @OptionGroup(title: "Transition") var transition: OptionTable<TransitionOptions<RenderRequest>>
  @OptionGroup(title: "Time") var time: OptionTable<TimeOptions>
  @OptionGroup(title: "Renderer") var renderer: OptionTable<RendererOptions<RenderRequest>>

  func check() throws {
    if pictures.words.isEmpty {
      throw CommandError.conflict(
        "a page shows two pictures or a film, as in segue preview from.jpg to.jpg or segue preview film.json")
    }
    if time.has("timeline") {
      throw CommandError.conflict(
        "--timeline does not apply here: on the page the pointer drives the progress")
    }
  }

  func run() async throws {
    try Console.checkResults()
    let server = try await PreviewServer(
      try request(), port: page.port, describe: { Failure.describe($0).1 }, command: RenderCommand.words)
    try await page.serve(server)
  }

  private func request() throws -> RenderRequest {
    let (from, to) = try pictures.both
    return try RenderRequest(from, to, output: "out.mp4", settings)
  }
}

/// The options of a page's port and browser.
struct PageOptions: ParsableArguments {
  @Option(.whole(0...65_535), "n", "The port to serve on (default: a free one).")
  var port: Int = 0

  @Flag(name: .customLong("no-open"), help: "Print the address and open no browser.")
  var noOpen = false

  /// Prints the address of `server`, opens the browser, and serves until a signal arrives.
  func serve(_ server: PreviewServer) async throws {
    Interruption.listen { server.stop() }
    try Console.result(server.address)
    for warning in server.warnings { Console.note(warning, as: .warning) }
    if !noOpen, !server.openBrowser() {
      Console.note("no browser could be opened; open the address yourself", as: .summary)
    }
    try await server.run()
  }
}
