import ArgumentParser
import FoundationEssentials
import Segue
import SegueTools

struct FilmOptions: ParsableArguments {
  @Option(
    pictureTime, "seconds|music",
    "Seconds for each picture, overlaps included (default: 4). music: the pictures share the length of the music."
  )
  var each: PictureTime?

  /// The values of `--each`.
  enum PictureTime {
    case seconds(Double)
    case music
  }

  private static let pictureTime = Reader<PictureTime>(
    form: JSONSchema.any(JSONSchema.words(["music"]), JSONSchema.seconds(isPositive: true))
  ) { $0 == "music" ? .music : .seconds(try Reader.seconds(isPositive: true).read($0)) }

  @Option(
    help: ArgumentHelp(
      "auto: zoom slowly into one picture and out of the next (default: none).", valueName: "how"))
  var motion: MotionChoice?

  @Option(
    .seconds(), "time",
    "Fade in from --background for this long, picture and sound; short for +dissolve:TIME before the first input."
  )
  var fadeIn: Double?

  @Option(
    .seconds(), "time",
    "Fade out to --background for this long, picture and sound; short for +dissolve:TIME after the last input."
  )
  var fadeOut: Double?

  @Flag(help: "Mark a chapter at every input, named after its file or by its chapter=NAME.")
  var chapters = false

  @Flag(help: "Print the frames and times of every input and transition, without making the film.")
  var plan = false

  @Flag(
    help: "Fail at damage in an input, with exit code 65. By default damage is concealed, with a warning.")
  var strict = false

  @Option(.timeout, "seconds", "Fail if a decoder produces no data for this long (default: 30).")
  var decoderTimeout: Double = 30

  @Flag(
    help: """
      Copy the frames outside transitions, titles and other changes losslessly, and encode only the rest. For H.264 \
      and HEVC in mp4, mov and mkv.
      """)
  var copy = false

  @Flag(
    help: """
      Keep the length of the inputs. By default each transition overlaps two inputs and shortens the film. With this \
      option it uses frames after OUT and before IN, or holds a frame if the file has no more.
      """)
  var keepLength = false

  @Option(.position, "time", "Make one picture, at this time of the film: 2, 1:02.5 or 75f.")
  var at: FilmClip.Position?

  @Option(.frames, "A-B", "Make only frames A to B of the film, counted from 0, both included.")
  var frames: ClosedRange<Int>?

  @Flag(
    help: """
      Shorten transitions whose given length does not fit their inputs. By default such a length is an error, and only \
      the default length is shortened.
      """)
  var shorten = false

  /// The values of `--motion`.
  enum MotionChoice: String, ExpressibleByArgument, CaseIterable {
    case none, auto
  }

  static var rows: [OptionRow<Self>] {
    [
      .value("each", \.each, pictureTime), .choice("motion", \.motion), .flag("strict", \.strict),
      .value("fade-in", \.fadeIn, .seconds()), .value("fade-out", \.fadeOut, .seconds()),
      .value("decoder-timeout", \.decoderTimeout, .timeout), .flag("copy", \.copy).sets(.copy),
      .flag("shorten", \.shorten), .flag("keep-length", \.keepLength),
      .flag("chapters", \.chapters).sets(.chapters),
      .value("at", \.at, .position), .value("frames", \.frames, .frames),
    ]
  }

  func fill(_ request: inout FilmRequest) throws {
    try fillEnds(&request)
    if let each {
      if case .seconds(let seconds) = each { request.pictureDuration = seconds }
      request.picturesShareMusic = if case .music = each { true } else { false }
      request.requested[.pictureDuration] = "--each"
    }
    if let motion {
      request.motion = motion == .auto ? .auto : .none
      request.requested[.motion] = motion == .auto ? "--motion" : nil
    }
    request.isStrict = strict
    request.decoderStallLimit = .seconds(decoderTimeout)
    request.shortens = shorten
    request.copies = copy
    request.marksChapters = chapters
    if keepLength {
      request.defaults.overlap = .handles
      request.requested[.overlap] = "--keep-length"
    }
    if shorten { request.requested[.shortening] = "--shorten" }
    (request.stillTime, request.frames) = (at, frames)
  }

  /// Sets the opening and closing. Each has two spellings.
  private func fillEnds(_ request: inout FilmRequest) throws {
    func end(
      _ seconds: Double?, _ option: String, _ place: String, _ junction: inout FilmJunction?
    ) throws {
      guard let seconds else { return }
      if let name = junction?.transition?.name, request.files.isEmpty {
        throw CommandError.conflict("+\(name) \(place), so \(option) has no effect; leave out one of them")
      }
      junction = FilmJunction(transition: "dissolve", duration: .seconds(seconds))
    }
    try end(fadeIn, "--fade-in", "opens the film", &request.opening)
    try end(fadeOut, "--fade-out", "closes the film", &request.closing)
  }
}

/// The layers over a film.
struct OverOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      A title, repeatable: 'Summer, 2026,start=1,end=-2,at=top'. A comma belongs to the text unless one of these keys \
      and = follow. In quotes it always does: "text='Soup, size=XL',at=top".
      Keys: \(FilmKeys.title).
      """, valueName: "text[,key=value]"))
  var title: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      A layer over the film, repeatable: a picture, an animation, a video, color:#rrggbb, gradient:red:blue:45 or a film \
      file. 'logo.png,at=top-right,size=0.15' or 'face.mp4@2-9,shape=circle,border=0.005:white'.
      Keys: \(FilmKeys.overlay).
      """, valueName: "file[,key=value]"), completion: .file())
  var overlay: [String] = []

  @Option(
    help: ArgumentHelp(
      "Draw these subtitles into the picture: an .srt, .vtt or .ass file.", valueName: "file"),
    completion: .file())
  var subtitles: String?

  @Option(.captions) var captions: String?
  @Option(.progress) var progressBar: String?

  @Flag(help: "Leave out the clips' own text subtitles. By default they become a subtitle track.")
  var noSubtitles = false

  func fill(_ request: inout FilmRequest) throws {
    request.titles += try title.map { try FilmTitle(parsing: $0) }
    request.overlays += try overlay.map { word in
      try FilmOverlay(parsing: word) { FileManager.default.fileExists(atPath: $0) }
    }
    request.subtitles = subtitles.map { .file(path: $0) } ?? request.subtitles
    for (place, option) in Self.layers {
      guard let word = self[keyPath: place] else { continue }
      try option.set(word, &request) { FileManager.default.fileExists(atPath: $0) }
    }
    if noSubtitles { request.carriesSubtitles = false }
  }
}

/// The options for rendering a film in chunks that are kept.
struct ChunkOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Render the film in chunks of at most 10 s and keep them in this folder, such as film-chunks. The next run renders \
      only missing or changed chunks.
      """, valueName: "folder"))
  var chunks: String?

  @Option(
    .share("K/N, two whole numbers with K from 1 to N"), "k/n",
    "Render only a share of the chunks, such as 2/5 on the second of five machines. A run without this option joins them."
  )
  var chunk: BatchShare?

  func validate() throws {
    if chunk != nil, chunks == nil {
      throw ValidationError("--chunk needs the folder of the chunks: add --chunks <folder>")
    }
    if chunks == "" { throw ValidationError("--chunks is “”, but must be a folder") }
  }

  static var rows: [OptionRow<Self>] {
    [.text("chunks", \.chunks).sets(.chunks)]
  }

  func fill(_ request: inout FilmRequest) {
    request.chunks = chunks.map { FilmChunks(folder: $0, version: ToolVersion.text) }
    request.chunks?.share = chunk
  }
}

struct FilmSoundOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Music under the film, looped and faded out at the end: 'song.mp3,in=30,fade=5'. Repeat the option for several \
      pieces, one after the other.
      Keys: \(FilmKeys.music).
      """, valueName: "file[,key=value]"), completion: .file())
  var music: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      A voice that plays once and lowers the music, repeatable: 'talk.wav,start=2.5'. Keys: as for --music.
      """, valueName: "file[,key=value]"), completion: .file())
  var voice: [String] = []

  @Option(.musicVolume, "dB", "Volume of the music: -6dB or 50% (default: 0dB).")
  var musicVolume: Double?

  @Option(
    .ducking, "dB",
    "Change of the music's volume under the clips' sound and voices, in dB (default: -12); 0 turns this off.")
  var duck: Double?

  @Option(
    help: ArgumentHelp(
      """
      aac, opus, vorbis, mp3, ac3, flac, alac, pcm, or any ffmpeg encoder (default: AAC in mp4, Opus in webm, FLAC in \
      mkv, PCM beside ProRes).
      """, valueName: "name"))
  var audioCodec: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Audio bits per second, such as 128k (default: 192k; Opus 160k).", valueName: "rate"))
  var audioBitrate: String?

  @Option(
    help: ArgumentHelp(
      """
      Channel layout into which all sound is mixed. auto: the layout of the first video, at least stereo, limited by \
      the format (default: auto).
      """, valueName: "layout"))
  var channels: ChannelChoice?

  /// The values of `--channels`.
  enum ChannelChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, mono, stereo
    case fivePointOne = "5.1"
    case sevenPointOne = "7.1"
  }

  @Flag(help: "Silence the clips; music and voices are still heard.")
  var mute = false

  @Option(.loudness, "LUFS", "Loudness of the film in LUFS, such as -14, set by one constant gain.")
  var loudness: Double?

  static var rows: [OptionRow<Self>] {
    [
      .list("music", \.music).sets(.music), .list("voice", \.voice),
      .value("music-volume", \.musicVolume, .musicVolume), .value("duck", \.duck, .ducking),
      .flag("mute", \.mute), .value("loudness", \.loudness, .loudness).sets(.loudness),
      .choice("channels", \.channels).sets(.channels),
      .text("audio-codec", \.audioCodec).sets(.audioCodec),
      .text("audio-bitrate", \.audioBitrate).sets(.audioBitRate),
    ]
  }

  func fill(_ request: inout FilmRequest) throws {
    func withOptions(_ music: FilmMusic) -> FilmMusic {
      var music = music
      (music.volume, music.duck) = (musicVolume ?? music.volume, duck ?? music.duck)
      return music
    }
    func read(_ words: [String], over base: FilmMusic) throws -> [FilmMusic] {
      try words.map { word in
        try FilmMusic(parsing: word, over: base) { FileManager.default.fileExists(atPath: $0) }
      }
    }
    if music.isEmpty {
      request.music = request.music.map(withOptions)
    } else {
      request.music = try read(music, over: withOptions(FilmMusic(path: "")))
    }
    if !voice.isEmpty { request.voices = try read(voice, over: .voice) }
    (request.audioCodec, request.audioBitRate) = (audioCodec, audioBitrate)
    request.isMute = mute
    if let channels { request.channels = SoundLayout(rawValue: channels.rawValue) }
    if let loudness { request.loudness = loudness }
    let given = [("--music-volume", musicVolume != nil), ("--duck", duck != nil)].filter(\.1).map(\.0)
    for option in given where request.music.isEmpty {
      request.notes.append("\(option) has no effect, since there is no music")
    }
    let hasVoices = !request.voices.isEmpty || request.overlays.contains { $0.volume != nil }
    if duck != nil, mute, !hasVoices, !request.music.isEmpty {
      request.notes.append("--duck has no effect beside --mute, since the clips are silent")
    }
  }
}

extension Reader<Double> {
  fileprivate static let musicVolume = decibels(-120...24, SoundLevel.spellings, needsUnit: true)
  fileprivate static let ducking = decibels(-120...0, "decibels from -120 to 0")
  fileprivate static let loudness = number(-70...0, "LUFS from -70 to 0")
}

extension OverOptions {
  static var rows: [OptionRow<Self>] {
    [
      .list("title", \.title), .list("overlay", \.overlay), .text("subtitles", \.subtitles).sets(.subtitles),
    ] + layers.map { .layer($1, $0) } + [.flag("no-subtitles", \.noSubtitles)]
  }

  /// The options of layers that a film has once.
  private static var layers: [(place: WritableKeyPath<Self, String?>, option: FilmLayerOption)] {
    [(\.captions, .captions), (\.progressBar, .progress)]
  }
}

extension Option<String?> {
  /// The option of a layer.
  fileprivate init(_ layer: FilmLayerOption) {
    self.init(
      help: ArgumentHelp(layer.help, valueName: layer.valueName), completion: layer.takesFile ? .file() : nil)
  }
}

extension OptionRow {
  fileprivate static func layer(
    _ layer: FilmLayerOption, _ place: WritableKeyPath<Options, String?>
  ) -> OptionRow {
    let row = text(layer.name, place)
    return layer.property.map { row.sets($0) } ?? row
  }
}
