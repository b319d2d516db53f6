import ArgumentParser
import FoundationEssentials
import SegueFilms
import SegueTools

/// `segue join`: makes a film of clips and pictures.
struct JoinCommand: AsyncParsableCommand, CheckedCommand, RequestCommand {
  typealias Request = FilmRequest

  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Joins clips and pictures into a film with transitions and sound.",
    usage: """
      segue join <input> [[+<transition>] <input> ...] -o <out> [<options>]
      segue join <film.json> -o <out> [<options>]
      """,
    discussion: """
      EXAMPLES:
        segue join beach.mp4 dune.jpg dive.mov -o film.mp4
        segue join a.mp4 +slide:1.2,rows=12 b.jpg +cut c.mov@2.5-9 -o film.mp4
        segue join *.jpg --each 4 --motion auto --music song.mp3 -o show.mp4
        segue join *.png --hold 1.5 -t push --cycle -o loop.webp
        segue join film.json --plan
        segue join film.json -o film.mp4 --chunks film-chunks

      INPUTS AND TRANSITIONS:
        dive.mov                A video, a picture, an animation, color:#rrggbb or a
                                folder of pictures; - is stdin.
        dive.mov@2.5-9          The part from 2.5 s to 9 s; also @1:02.5- or, in
                                frames, @75f-.
        dive.mov,speed=0.5      Settings of one input; docs/films.md lists them.
        film.json               A film file or a timeline (.otio), as the only input.
        +slide:1.2,rows=12      The transition between its neighbours: its length in
                                seconds, then parameters. Every transition also takes
                                timing, timeline, sound, from-filter, to-filter and
                                filter.
        +cut                    No transition.

      A +NAME before the first input opens the film, one after the last closes it. Inputs without a +NAME between them \
      get the transition of -t.
      """)

  @Argument(help: "The inputs in order, with transitions between them, as above.", completion: .inputs)
  var inputs: [String] = []

  @OptionGroup(title: "Output") var output: OptionTable<OutputOptions<FilmRequest>>
  @OptionGroup(title: "Film") var film: OptionTable<FilmOptions>
  @OptionGroup(title: "Film") var loop: OptionTable<LoopOptions<FilmRequest>>
  @OptionGroup(title: "Over the film") var over: OptionTable<LayerOptions>
  @OptionGroup(title: "Chunks") var chunks: OptionTable<ChunkOptions>
  @OptionGroup(title: "Slurm") var slurm: SlurmOptions
  @OptionGroup(title: "Transition") var transition: OptionTable<TransitionOptions<FilmRequest>>
  @OptionGroup(title: "Transition") var motion: OptionTable<MotionOptions<FilmRequest>>
  @OptionGroup(title: "Sound") var sound: OptionTable<FilmSoundOptions>
  @OptionGroup(title: "Input") var input: OptionTable<InputOptions<FilmRequest>>
  @OptionGroup(title: "Renderer") var renderer: OptionTable<RendererOptions<FilmRequest>>
  @OptionGroup(title: "Encoder") var encoder: OptionTable<EncoderOptions<FilmRequest>>
  @OptionGroup(title: "Messages") var messages: MessageOptions

  /// The arguments that repeat the command for `inputs`, without the options of Slurm. The options of
  /// messages are among `others`.
  func words(_ inputs: [String], and others: [String] = []) -> [String] {
    let options = settings.flatMap(\.words) + others
    let isAmbiguous = inputs.contains { $0.hasPrefix("-") && $0 != "-" }
    return isAmbiguous ? options + ["--"] + inputs : inputs + options
  }

  func validate() throws {
    if chunks.has("chunk"), !chunks.has("chunks") {
      throw ValidationError("--chunk needs the folder of the chunks: add --chunks <folder>")
    }
  }

  func check() throws {
    try Self.check(inputs, settings)
    let output = settings.output()
    let isPlan = film.has("plan")
    if !isPlan { try OutputPath.required(output, among: Array(inputs.dropFirst())) }
    if messages.json, output == "-", !isPlan {
      throw CommandError.conflict("--json and -o - both write to stdout; leave out one of them")
    }
    if slurm.slurm { try validateSlurm() }
    if let output, !isPlan, !chunks.has("chunk") { try Console.checkOutputForBytes(output) }
  }

  /// Checks the inputs and options of a command or a batch line.
  static func check(_ inputs: [String], _ settings: [Setting<FilmRequest>]) throws {
    if inputs.isEmpty { throw FilmError.empty }
    if let names = settings.texts(of: "transition"), names.count > 1 {
      throw CommandError.conflict(
        "-t is given twice; use -t slide,iris to alternate, or +NAME between two inputs for one junction"
      )
    }
  }

  private func validateSlurm() throws {
    if !chunks.has("chunks") {
      throw CommandError.conflict("--slurm needs the folder of the chunks: add --chunks <folder>")
    }
    if chunks.has("chunk") {
      throw CommandError.conflict("--slurm makes the shares itself; leave out --chunk")
    }
    if settings.output() == "-" {
      throw CommandError.conflict("--slurm needs -o as a file that every machine can reach")
    }
    if inputs.contains("-") {
      throw CommandError.conflict("--slurm needs inputs that every machine can reach, not -")
    }
    if messages.json, !slurm.wait {
      throw CommandError.conflict("--json prints the film's report, but --slurm makes one only with --wait")
    }
  }

  func run() async throws {
    let isPlan = film.has("plan")
    if messages.json || isPlan { try Console.checkResults() }
    let request = try request()
    if request.output.path.hasSuffix(Self.timelineExtension) {
      let output = request.output.path
      if chunks.has("chunks") {
        throw CommandError.conflict("--chunks is for films, but \(output) is a timeline")
      }
      return try await export(request, to: output)
    }
    let job = try FilmJob(request)
    if isPlan {
      Interruption.listen()
      return try printPlan(try await job.plan())
    }
    if slurm.slurm, let folder = chunks.text("chunks") {
      Interruption.listen()
      return try await submit(chunkCount: try await job.countChunks(), in: folder)
    }
    let isSoundAlone = request.output.isSoundAlone
    try await messages.follow(job) { summary(of: $0, isSoundAlone: isSoundAlone) }
  }

  /// Submits the film to Slurm, and waits for it with `--wait`.
  private func submit(chunkCount: Int, in folder: String) async throws {
    let film = SlurmFilm(
      words: words(inputs, and: messages.words),
      place: FileManager.default.currentDirectoryPath, chunks: folder,
      shares: max(1, min(slurm.array ?? 100, chunkCount)), waitsForJobs: slurm.wait,
      arguments: slurm.sbatchArg)
    let jobs = try await film.submit()
    let ids = jobs.array + "\n" + jobs.join
    guard slurm.wait else { return try Console.result(ids) }
    Console.note(ids, as: .summary)
    let outcome = try await film.wait(for: jobs) {
      Console.note(
        "the film is not joined: job \($0) was cancelled, since a chunk is missing; \(jobs.folder.path) has the messages",
        as: .warning)
    }
    Console.raw(String(decoding: outcome.messages, as: UTF8.self))
    if !outcome.output.isEmpty {
      try Console.result(Console.trimmed(outcome.output))
    }
    if outcome.exit != 0 { Console.leave(outcome.exit) }
    jobs.folder.remove()
  }

  private func printPlan(_ report: FilmReport) throws {
    if !messages.quiet, !messages.json {
      for warning in report.warnings { Console.note(warning, as: .warning) }
    }
    try messages.json ? Console.result(json: report) : Console.result(report.text)
  }

  private static let timelineExtension = ".otio"

  /// Exports the film as a timeline for editing programs. With `--plan` nothing is written.
  private func export(_ request: FilmRequest, to output: String) async throws {
    Interruption.listen()
    let plan = try await FilmPlan(request)
    var report = plan.report(hasSound: plan.hasSound)
    if film.has("plan") {
      report.notices += FilmOTIO.losses(of: plan)
      return try printPlan(report)
    }
    report.notices += try FilmOTIO.write(plan, to: output, overwrites: request.output.overwrites)
    report.outputs = [output]
    if messages.json { try Console.result(json: report) }
    if messages.quiet { return }
    for warning in report.warnings { Console.note(warning, as: .warning) }
    if !messages.json {
      Console.note("\(output): a timeline of \(Count.of(report.film.frames, "frame"))", as: .summary)
    }
  }

  /// The request for the film; `script` replaces the inputs or the file's text.
  func request(_ script: FilmScript? = nil) throws -> FilmRequest {
    try FilmRequest(inputs, script: script, settings)
  }

  private func summary(of report: FilmReport, isSoundAlone: Bool) -> String {
    if let folder = chunks.text("chunks"), let share = chunks.text("chunk"), let counts = report.chunks {
      return
        "\(folder): share \(share), \(counts.rendered) of \(Count.of(counts.count, "chunk")) rendered now"
    }
    let outputs = report.outputs ?? []
    let place =
      switch outputs.count {
      case 0: OutputDestination.standardOutput.name
      case 1: outputs[0]
      default: Count.of(outputs.count, "file")
      }
    let rate =
      if let counts = report.chunks {
        "\(counts.rendered) of \(Count.of(counts.count, "chunk")) rendered now"
      } else {
        "\(Int((report.framesPerSecond ?? 0).rounded())) frames/s"
      }
    if let audio = report.audio, isSoundAlone {
      let seconds = DecimalText.text(Double(audio.samples) / Double(max(1, audio.rate)))
      let facts = ["\(seconds) s of sound", Count.of(audio.channels, "channel")]
      return
        "\(place): \((facts + [report.bytes.map(Count.bytes)].compactMap(\.self)).joined(separator: ", "))"
    }
    let sound = report.audio == nil ? "without sound" : "with sound"
    let count = report.film.part.map { $0[1] - $0[0] } ?? report.film.pictures ?? report.film.frames
    let frames =
      "\(Count.of(count, "frame")) of \(report.film.width)x\(report.film.height) \(sound)"
    let facts = [frames, report.bytes.map(Count.bytes), rate].compactMap(\.self)
    return "\(place): \(facts.joined(separator: ", "))"
  }
}

extension FilmRequest {
  /// The request of a command or a batch line. `script` is used in place of `inputs` or the film file's text.
  init(_ inputs: [String], script: FilmScript? = nil, _ settings: [Setting<FilmRequest>]) throws {
    let script = try script ?? FilmScript(inputs: inputs)
    switch script {
    case .file(let text):
      self = try FilmFile.film(in: text, path: inputs[0])
    case .words(let inputs):
      if let film = inputs.first(where: FilmFile.isDescriptionOnDisk) {
        throw CommandError.conflict(
          "\(film) describes a film, so it must be the only input; put the others into its clips")
      }
      let arguments = try FilmArguments(inputs) { FileManager.default.fileExists(atPath: $0) }
      self.init(items: arguments.items)
      closing = arguments.closing
      closingPlace = arguments.closingPlace
    }
    var own = self
    library = .ofUser
    drawing.useTool()
    try settings.apply(to: &self)
    try FilmSoundOptions.setMusic(&self, settings)
    if case .file = script {
      own.library = library
      try FilmFile.checkNames(in: own, name: inputs[0])
    }
  }
}

extension OutputRequest {
  /// Whether the output has only sound.
  fileprivate var isSoundAlone: Bool {
    (try? OutputFormat.resolve(path: path, format: format))?.facts.isSound == true
  }
}
