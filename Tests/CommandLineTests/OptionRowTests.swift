import SegueFilms
import SegueTools
import TestSupport
import Testing

@testable import segue_cli

/// The options for batch lines and printed commands.
@Suite("Option tables of render and join") struct OptionRowTests {
  /// Options of a whole run of the tool, which are not keys of a line.
  private static let ofRuns: Set = [
    "json", "quiet", "verbose", "progress", "help", "version", "plan", "chunk", "slurm", "array",
    "sbatch-arg", "wait",
  ]

  @Test("a batch line has the options of render and join as keys", arguments: ["render", "join"])
  func keys(name: String) throws {
    let command = try #require(CommandTree.ofTool?.commands.first { $0.commandName == name })
    let rows =
      name == "render"
      ? RenderCommand.rows.filter { !$0.isOfRun }.map(\.name)
      : JoinCommand.rows.filter { !$0.isOfRun }.map(\.name)
    #expect(Set(rows) == Set(command.options.map(\.name)).subtracting(Self.ofRuns).subtracting([""]))
    #expect(Set(rows).count == rows.count)
  }

  @Test("the printed command reproduces the render")
  func printed() throws {
    let words = [
      "segue", "a b.png", "b.png", "-t", "slide", "-p", "rows=3", "-p", "direction=up", "--from-filter",
      "blur(0.1*p)", "--filter", "invert", "--limit-side", "5000", "--meta", "title=a b", "-s", "320x180",
      "-r", "30000/1001", "--fit", "contain", "--background", "#ff8800", "-d", "2.5", "--timing", "ease-in",
      "--loop", "3", "--ping-pong", "--reverse", "--hold-start", "0.5", "--hold-end", "1",
      "-o", "out.webp",
    ]
    let request = try RenderCommand.parse(Array(words.dropFirst())).request()
    #expect(request.output.plays == 3 && request.holdEnd == 1 && request.drawing.limits.maximumSide == 5000)
    #expect(RenderCommand.words(for: request) == words)
  }

  @Test("each property that an error names is an option of the tool")
  func properties() throws {
    let options = try #require(CommandTree.ofTool).commands.flatMap(\.options).flatMap { $0.names ?? [] }.map(
      \.text)
    for property in RequestProperty.allCases {
      #expect(options.contains(PropertyNames.flags.name(property)), "\(property)")
      #expect(options.contains(PropertyNames.flags.short(property)), "\(property)")
    }
    let words: PropertyNames.Sentence = "\(option: .size), \(short: .size) or \(option: .plays)"
    #expect(PropertyNames.properties.text(words) == "size, size or plays")
    #expect(PropertyNames.flags.text(words) == "--size, -s or --loop")
  }

  @Test("--device of join sets a device around the film, a GPU, or both")
  func devices() throws {
    let row = try #require(JoinCommand.rows.first { $0.name == "device" })
    func film(_ words: String...) throws -> FilmRequest {
      try FilmRequest(["color:red"], [try row.read(words)].compactMap(\.self))
    }
    let both = try film("browser,margin=0", "1")
    #expect(both.device.kind == .browser && both.device.margin == 0 && both.drawing.device == "1")
    let none = try film("none")
    #expect(none.device == FilmDevice(.none) && none.drawing.device == nil)
    #expect(throws: CommandError.self) { try film("iphone,margin=2") }
    for word in ["iphon", "iphon,margin=0"] {
      let error = #expect(throws: UsageError.self) { try film(word) }
      let sentence = error?.description ?? ""
      #expect(sentence.contains("“iphon”, but must be iphone, android, browser or none"), "\(sentence)")
      #expect(sentence.hasSuffix("in segue devices; did you mean iphone?"), "\(sentence)")
    }
    let render = try RenderCommand.parse(["a.png", "b.png", "-o", "o.webp", "--device", "iphone"])
    let error = #expect(throws: CommandError.self) { try render.request() }
    #expect(error.map { "\($0)".contains("a device around a film, in segue join") } == true)
    let gpu = try RenderCommand.parse(["a.png", "b.png", "-o", "o.webp", "--device", "llvmpipe"]).request()
    #expect(gpu.drawing.device == "llvmpipe")
  }

  @Test(
    "a preview of two pictures is a film only if it has a device", .takesLong,
    arguments: [("iphone", true), ("browser,margin=0", true), ("0", false)])
  func previews(word: String, isFilm: Bool) throws {
    let command = try SegueTool.parsed(["preview", "a.png", "b.png", "--device", word])
    #expect((command is FilmPreviewCommand) == isFilm)
  }

  @Test("--hold is rejected if it is 0 or combined with --each")
  func hold() throws {
    func request(_ words: String...) throws -> FilmRequest {
      try JoinCommand.parse(["color:red", "color:blue"] + words).request()
    }
    #expect(try request("--hold", "500ms").pictureHold == 0.5)
    #expect(throws: CommandError.self) { try request("--hold", "1", "--each", "2") }
    #expect(throws: (any Error).self) { try request("--hold", "0") }
  }

  @Test("--each replaces a film file's hold")
  func each() throws {
    let film = #"{"segue": 1, "clips": ["color:red"], "defaults": {"hold": 3}}"#
    let each = try JoinCommand.parse(["film.json", "--each", "2"]).request(.file(film))
    #expect(each.pictureHold == nil && each.pictureDuration == 2)
  }

  private static let cycleWords = ["color:red", "color:blue", "+wipe", "--cycle"]

  @Test("a transition after the last input is the last transition of a cycle")
  func cycle() throws {
    let request = try JoinCommand.parse(Self.cycleWords).request()
    #expect(request.cycles && request.closing?.transition?.name == "wipe")
  }

  @Test("a cycle rejects fades", arguments: ["--fade-in", "--fade-out"])
  func cycleFades(option: String) throws {
    #expect(throws: CommandError.self) { try JoinCommand.parse(Self.cycleWords + [option, "1"]).request() }
  }

  @Test("rows read and reject values as the command line does")
  func values() throws {
    let values = ["size": ["320x180"], "param": ["rows=3"], "loop": ["2"]]
    let settings = try RenderCommand.rows.compactMap { row in try values[row.name].flatMap(row.read) }
    let request = try RenderRequest("a", "b", settings)
    #expect(request.output.size == FrameSize("320x180") && request.output.plays == 2)
    #expect(request.transition.texts.map(\.value) == ["3"])
    let fit = try #require(RenderCommand.rows.first { $0.name == "fit" })
    let error = #expect(throws: InvalidValue.self) { try fit.read(["wide"]) }
    #expect(error?.description == " is “wide”, but must be cover, contain, stretch or blur")
  }
}
