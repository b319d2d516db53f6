import ArgumentParser
import Foundation
import SegueImaging
import SegueMedia
import SegueMotion
import Segue

/// `segue join`: clips and pictures become a film.
struct JoinCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Joins clips and pictures into a film, with a transition at each junction and their sound.",
    usage: "segue join <input> [+<transition>] <input> ... -o <out> [<options>]",
    discussion: """
      EXAMPLES:
        segue join beach.mp4 dune.jpg dive.mov -o film.mp4
        segue join a.mp4 +slide:1.2,rows=12 b.jpg +cut c.mov@2.5-9 -o film.mp4
        segue join *.jpg --each 4 --motion auto --music song.mp3 -o show.mp4
        segue join film.json --plan
        segue join film.json -o film.mp4 --chunks kept --slurm --wait

      An input is a video, a picture, an animation or color:#rrggbb; FILE@IN-OUT is a part of it, in seconds or in \
      frames such as 75f. +NAME[:SECONDS][,PARAMETER=VALUE…] between two inputs is their transition, +cut none; from-filter, to-filter and \
      filter are parameters of every transition.

      With --slurm an array renders the chunks, and a second job, whose id is printed after the array's, joins them.
      """)

  @Argument(help: "The inputs, with the transitions between them.")
  var inputs: [String] = []

  @OptionGroup(title: "Film") var film: FilmOptions
  @OptionGroup(title: "Chunks") var chunks: ChunkOptions
  @OptionGroup(title: "Slurm") var slurm: SlurmOptions
  @OptionGroup(title: "Junctions") var junctions: JunctionOptions
  @OptionGroup(title: "Sound") var sound: FilmSoundOptions
  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Renderer") var renderer: RendererOptions
  @OptionGroup(title: "Encoder") var encoder: EncoderOptions
  @OptionGroup(title: "Messages") var messages: MessageOptions

  func validate() throws {
    if film.output == nil, !film.plan { throw ValidationError("Missing expected argument '--output <out>'") }
    if messages.json, film.output == "-", !film.plan {
      throw ValidationError("--json writes its report to stdout, and so would -o -")
    }
    if slurm.slurm { try validateSlurm() }
    if let output = film.output, !film.plan, chunks.chunk == nil { try Console.checkOutputForBytes(output) }
  }

  private func validateSlurm() throws {
    if chunks.chunks == nil {
      throw ValidationError("--slurm takes the folder of the chunks: --chunks <folder>")
    }
    if chunks.chunk != nil { throw ValidationError("--slurm makes the shares itself; leave out --chunk") }
    if film.output == "-" { throw ValidationError("--slurm needs -o as a file that every machine can reach") }
    if messages.json, !slurm.wait {
      throw ValidationError("--json prints the film's report, which --slurm has with --wait only")
    }
  }

  func run() async throws {
    Console.use(messages.color)
    if messages.json || film.plan { try Console.checkResults() }
    let request = try request()
    if film.plan { return try await printPlan(request) }
    if let output = film.output, output.hasSuffix(Self.timelineExtension) {
      if chunks.chunks != nil {
        throw UsageError.conflict("--chunks is for films, and \(output) is a timeline")
      }
      return try await export(request, to: output)
    }
    let job = try FilmJob(request)
    if slurm.slurm, let folder = chunks.chunks {
      Interruption.listen()
      return try await submit(chunkCount: try await job.countChunks(), in: folder)
    }
    Interruption.listen { job.cancel() }
    try await messages.follow(
      { try await job.run(onProgress: $0, onNote: $1, onReport: $2) }, summary: summary(of:))
  }

  /// Hands the film to Slurm, and follows it if that was asked for.
  private func submit(chunkCount: Int, in folder: String) async throws {
    let film = SlurmFilm(
      words: SlurmOptions.removed(from: Array(try ArgumentList.words().dropFirst())),
      place: FileManager.default.currentDirectoryPath, chunks: folder,
      shares: min(slurm.array ?? 100, chunkCount), isFollowed: slurm.wait, arguments: slurm.sbatchArg)
    let jobs = try await film.submit()
    let ids = jobs.array + "\n" + jobs.join
    guard slurm.wait else { return try Console.result(ids) }
    Console.note(ids, as: .summary)
    let ending = try await film.wait(for: jobs) {
      Console.note(
        "the film is not joined: job \($0) was cancelled, since a chunk is missing; \(jobs.folder.path) has the messages",
        as: .warning)
    }
    Console.raw(String(decoding: ending.messages, as: UTF8.self))
    if !ending.output.isEmpty {
      try Console.result(String(decoding: ending.output, as: UTF8.self).trimmingCharacters(in: .newlines))
    }
    if ending.exit != 0 { Console.leave(ending.exit) }
    jobs.folder.remove()
  }

  private func printPlan(_ request: FilmRequest) async throws {
    Interruption.listen()
    let plan = try await FilmPlan(request)
    let report = plan.report(hasSound: plan.hasSound)
    if !messages.quiet, !messages.json {
      for warning in report.warnings { Console.note(warning, as: .warning) }
    }
    try messages.json ? Console.result(json: report) : Console.result(report.text)
  }

  private static let timelineExtension = ".otio"

  /// Writes the film as a timeline for editing programs.
  private func export(_ request: FilmRequest, to output: String) async throws {
    Interruption.listen()
    let plan = try await FilmPlan(request)
    var report = plan.report(hasSound: plan.hasSound)
    report.warnings += try FilmOTIO.write(plan, to: output, overwrites: film.overwrite)
    report.outputs = [output]
    if messages.json { try Console.result(json: report) }
    if messages.quiet { return }
    for warning in report.warnings { Console.note(warning, as: .warning) }
    if !messages.json {
      Console.note("\(output): a timeline of \(Count.frames(report.film.frames))", as: .summary)
    }
  }

  func request() throws -> FilmRequest {
    var request: FilmRequest
    if inputs.count == 1, inputs[0].hasSuffix(".json") {
      request = try FilmFile.read(path: inputs[0], output: film.output ?? "")
    } else if inputs.count == 1, inputs[0].hasSuffix(Self.timelineExtension) {
      request = try FilmOTIO.read(path: inputs[0], output: film.output ?? "")
    } else {
      let arguments = try FilmArguments(inputs) { FileManager.default.fileExists(atPath: $0) }
      request = FilmRequest(
        clips: arguments.clips, junctions: arguments.junctions, output: film.output ?? "")
    }
    input.fill(&request.render)
    renderer.fill(&request.render)
    try encoder.fill(&request.render)
    request.render.onStalledShader = StalledShader.end
    request.render.names = .flags
    try film.fill(&request)
    try junctions.fill(&request)
    sound.fill(&request)
    chunks.fill(&request)
    return request
  }

  private func summary(of report: FilmReport) -> String {
    if let folder = chunks.chunks, let share = chunks.chunk, let counts = report.chunks {
      return "\(folder): share \(share), \(counts.rendered) of \(Count.chunks(counts.count)) rendered now"
    }
    let outputs = report.outputs ?? []
    let place =
      switch outputs.count {
      case 0: OutputDestination.standardOutput.name
      case 1: outputs[0]
      default: Count.files(outputs.count)
      }
    let rate =
      if let counts = report.chunks {
        "\(counts.rendered) of \(Count.chunks(counts.count)) rendered now"
      } else {
        "\(Int((report.framesPerSecond ?? 0).rounded())) frames/s"
      }
    let sound = report.audio == nil ? "without sound" : "with sound"
    return
      "\(place): \(Count.frames(report.film.frames)) of \(report.film.width)x\(report.film.height) \(sound), \(rate)"
  }
}

/// The film's frame, and what its pictures do.
struct FilmOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      The container follows the extension, as in segue render; - is stdout and needs --format; .otio is a timeline for \
      editing programs.
      """,
      valueName: "out"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The format, where the extension does not say it: segue list formats.", valueName: "name"))
  var format: String?

  @Flag(name: [.customShort("y"), .long], help: "Replace an existing output.")
  var overwrite = false

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp(
      "The film's size in pixels (default: the first input's).", valueName: "WxH"),
    transform: Reading.frameSize)
  var size: FrameSize?

  @Option(
    name: [.customShort("r"), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "Frames per second: a number or a fraction (default: the first video's, else 30).", valueName: "rate"),
    transform: Reading.frameRate)
  var fps: FrameRate?

  @Option(
    help: """
      How an input of another shape fills the frame: cover crops the excess, contain leaves bars, stretch distorts \
      it (default: cover).
      """)
  var fit: Fit?

  @Option(
    help: ArgumentHelp(
      "The colour behind transparent inputs and in bars beside narrow ones (default: black).",
      valueName: "color"),
    transform: Reading.color)
  var background: RGBAColor?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How long each picture is shown, overlaps included (default: 4).", valueName: "seconds"),
    transform: { try Reading.seconds($0, "--each", isPositive: true) })
  var each: Double?

  @Option(
    help: ArgumentHelp(
      "auto: zoom slowly into one picture and out of the next (default: none).", valueName: "how"))
  var motion: MotionChoice?

  @Flag(help: "Print every input's and junction's frames and times, and do nothing else.")
  var plan = false

  @Flag(help: "Stop with an error at damage in an input that is otherwise concealed with a warning.")
  var strict = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Stop when a decoder has produced no data for this long (default: 30).", valueName: "seconds"),
    transform: { try Reading.number($0, "--decoder-timeout", in: 0.1...86_400, "0.1 to 86400 seconds") })
  var decoderTimeout: Double = 30

  @Flag(help: "Cap a transition that is longer than its inputs allow, picture and sound together.")
  var shorten = false

  /// What `--motion` takes.
  enum MotionChoice: String, ExpressibleByArgument, CaseIterable {
    case none, auto
  }

  func fill(_ request: inout FilmRequest) throws {
    request.render.format = try format.map(OutputFormat.init(named:))
    request.render.overwrites = overwrite
    // What a film's file says holds where nothing is said here.
    if let size { request.render.size = size }
    if let fit { request.render.fit = fit }
    if let background { request.render.background = background }
    if let fps { request.frameRate = fps }
    if let each { request.pictureDuration = each }
    if let motion { request.motion = motion == .auto ? .auto : .none }
    request.isStrict = strict
    request.decoderStallLimit = .seconds(decoderTimeout)
    request.shortens = shorten
  }
}

/// A film in chunks that are kept.
struct ChunkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Keep the film's pictures in this folder in chunks of at most 10 s, render only those that are missing or have \
      changed, and join them.
      """, valueName: "folder"))
  var chunks: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Render one share of the chunks into the folder and nothing else, such as 2/5 on the second of five machines.",
      valueName: "k/n"), transform: Reading.share)
  var chunk: BatchShare?

  func validate() throws {
    if chunk != nil, chunks == nil {
      throw ValidationError("--chunk needs the folder of the chunks: --chunks <folder>")
    }
    if chunks == "" { throw ValidationError("--chunks is “”, but must be a folder") }
  }

  func fill(_ request: inout FilmRequest) {
    request.chunks = chunks.map { FilmChunks(folder: $0, version: ToolVersion.text) }
    request.chunks?.share = chunk
  }
}

/// The transition of all junctions that name none.
struct JunctionOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A built-in's name (segue list), xfade:NAME, or a .glsl or .json file (default: dissolve).",
      valueName: "name|file"))
  var transition: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("A parameter of that transition; repeatable.", valueName: "name=value"))
  var param: [String] = []

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("Length of an overlap (default: 0.8).", valueName: "seconds"),
    transform: { try Reading.seconds($0, "--duration", isPositive: true) })
  var duration: Double?

  @Option(
    help: ArgumentHelp(
      "The curve of every junction, as in segue render (default: the transition's).", valueName: "curve"),
    transform: Reading.curve)
  var timing: TimingCurve?

  @OptionGroup var filters: FilterOptions

  func validate() throws {
    if transition.count > 1 {
      throw ValidationError("-t is given twice; +NAME between two inputs is the transition of one junction")
    }
  }

  func fill(_ request: inout FilmRequest) throws {
    request.render.library = .ofUser
    if let name = transition.first {
      request.render.transitionName = name
      request.render.parameters = []
    }
    request.render.parameters += try param.map(Reading.parameter)
    if let duration { request.render.duration = duration }
    if let timing { request.render.timing = timing }
    if filters.texts != FilterTexts() { filters.fill(&request.render) }
  }
}

/// What is heard.
struct FilmSoundOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Music to loop under the film; it fades out at the end.", valueName: "file"))
  var music: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Change of the music's level (default: 0).", valueName: "dB"),
    transform: { try Reading.number($0, "--music-volume", in: -120...24, "decibels from -120 to 24") })
  var musicVolume: Double = 0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Change of the music's level while the clips' own sound is heard (default: -12).", valueName: "dB"),
    transform: { try Reading.number($0, "--duck", in: -120...0, "decibels from -120 to 0") })
  var duck: Double = -12

  @Flag(help: "No sound.")
  var mute = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Bring the film to this loudness by one constant gain, such as -14.", valueName: "LUFS"),
    transform: { try Reading.number($0, "--loudness", in: -70...0, "LUFS from -70 to 0") })
  var loudness: Double?

  func fill(_ request: inout FilmRequest) {
    if let music {
      var track = FilmMusic(path: music)
      track.volume = musicVolume
      track.duck = duck
      request.music = [track]
    }
    request.isMute = mute
    if let loudness { request.loudness = loudness }
  }
}
