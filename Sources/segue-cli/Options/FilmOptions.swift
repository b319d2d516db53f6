import ArgumentParser
import Segue
import SegueImaging
import SegueMedia
import SegueMotion

/// The film's frame, and what its pictures do.
struct FilmOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      The container follows the extension, as in segue render; - is stdout and needs --format; .otio is a timeline for \
      editing programs.
      """,
      valueName: "out"), transform: Reading.output)
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
      "The film's size in pixels (default: the first video's, within 3840x2160; GIF 800 wide).",
      valueName: "WxH"),
    transform: Reading.frameSize)
  var size: FrameSize?

  @Option(
    name: [.customShort("r"), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "Frames per second: a number or a fraction (default: the first video's, else 30; GIF 25).",
      valueName: "rate"),
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

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Filters of every frame: 'vignette() saturation(1-p)'; p goes from 0 at the film's first frame to 1 at its last.",
      valueName: "chain"))
  var filter: String?

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

  @Flag(
    help: """
      Copy the frames over which nothing is drawn from their clips, and encode only what lies between: H.264 and HEVC \
      into mp4, mov and mkv.
      """)
  var copy = false

  @Flag(help: "Cap a transition that is longer than its inputs allow, picture and sound together.")
  var shorten = false

  /// What `--motion` takes.
  enum MotionChoice: String, ExpressibleByArgument, CaseIterable {
    case none, auto
  }

  func fill(_ request: inout FilmRequest) throws {
    request.output.format = try format.map(OutputFormat.init(named:))
    request.output.overwrites = overwrite
    // What a film's file says holds where nothing is said here.
    if let size { request.output.size = size }
    if let fit { request.output.fit = fit }
    if let background { request.drawing.background = background }
    if let fps { request.output.frameRate = fps }
    if let each {
      request.pictureDuration = each
      request.asked[.pictureDuration] = "--each"
    }
    if let motion {
      request.motion = motion == .auto ? .auto : .none
      request.asked[.motion] = motion == .auto ? "--motion" : nil
    }
    if let filter { request.filter = filter }
    request.isStrict = strict
    request.decoderStallLimit = .seconds(decoderTimeout)
    request.shortens = shorten
    request.copies = copy
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
      "A built-in's name (segue list), xfade:NAME, a .glsl or .json file, or cut (default: dissolve).",
      valueName: "name|file"))
  var transition: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("A parameter of that transition; repeatable.", valueName: "name=value"))
  var param: [String] = []

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("Length of an overlap; 0 is a cut (default: 0.8).", valueName: "seconds"),
    transform: { try Reading.seconds($0, "--duration", isPositive: false) })
  var duration: Double?

  @Option(
    help: ArgumentHelp(
      "The curve of every junction, as in segue render (default: the transition's).", valueName: "curve"),
    transform: Reading.curve)
  var timing: TimingCurve?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Filters of the outgoing clip in an overlap: 'blur(0.03*p)'; p is the overlap's progress (segue list filters).",
      valueName: "chain"))
  var fromFilter: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Filters of the incoming clip in an overlap.", valueName: "chain"))
  var toFilter: String?

  func validate() throws {
    if transition.count > 1 {
      throw ValidationError("-t is given twice; +NAME between two inputs is the transition of one junction")
    }
  }

  func fill(_ request: inout FilmRequest) throws {
    request.library = .ofUser
    if let name = transition.first {
      request.defaults.transition = TransitionChoice(name: name)
      request.asked[.transition] = "-t \(name)"
    }
    request.defaults.transition?.texts += try param.map(Reading.parameter)
    if !param.isEmpty { request.asked[.parameters] = "-p" }
    if let duration {
      request.defaults.duration = .seconds(duration)
      request.asked[.duration] = "-d"
    }
    if let timing {
      request.defaults.timing = timing
      request.asked[.timing] = "--timing"
    }
    let chains: [(WritableKeyPath<FilterTexts, String?>, String?, FilmDefault, String)] = [
      (\.from, fromFilter, .fromFilter, "--from-filter"), (\.to, toFilter, .toFilter, "--to-filter"),
    ]
    for (place, text, asked, option) in chains where text != nil {
      request.defaults.filters = request.defaults.filters ?? FilterTexts()
      request.defaults.filters?[keyPath: place] = text
      request.asked[asked] = option
    }
  }
}

/// What is heard.
struct FilmSoundOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Music to loop under the film; it fades out at the end.", valueName: "file"))
  var music: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Change of the music's level: -6, -6dB or 50% (default: 0).", valueName: "dB"),
    transform: {
      try Reading.decibels(
        $0, "--music-volume", in: -120...24, "decibels from -120 to 24, or a share such as 50%")
    })
  var musicVolume: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Change of the music's level while the clips' own sound is heard (default: -12).", valueName: "dB"),
    transform: { try Reading.decibels($0, "--duck", in: -120...0, "decibels from -120 to 0") })
  var duck: Double?

  @Flag(help: "No sound.")
  var mute = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Bring the film to this loudness by one constant gain, such as -14.", valueName: "LUFS"),
    transform: { try Reading.number($0, "--loudness", in: -70...0, "LUFS from -70 to 0") })
  var loudness: Double?

  func fill(_ request: inout FilmRequest) {
    if let music { request.music = [FilmMusic(path: music)] }
    for index in request.music.indices {
      if let musicVolume { request.music[index].volume = musicVolume }
      if let duck { request.music[index].duck = duck }
    }
    request.isMute = mute
    if let loudness { request.loudness = loudness }
    let given = [
      ("--music", music != nil), ("--music-volume", musicVolume != nil), ("--duck", duck != nil),
      ("--loudness", loudness != nil),
    ].filter(\.1).map(\.0)
    for option in given where mute { request.notes.append("\(option) has no effect beside --mute") }
    for option in given where !mute && request.music.isEmpty && option != "--loudness" {
      request.notes.append("\(option) has no effect, since there is no music")
    }
  }
}
