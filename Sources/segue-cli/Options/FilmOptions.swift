import ArgumentParser
import FoundationEssentials
import SegueFilms
import SegueTools

enum FilmOptions: OptionSection {
  static var rows: [OptionRow<FilmRequest>] { course + work }

  /// The values of `--each`.
  private enum PictureTime: Equatable {
    case seconds(Double)
    case music
  }

  private static let pictureTime = Kind<Double>.seconds(isPositive: true)
    .map({ PictureTime.seconds($0) }, back: { if case .seconds(let seconds) = $0 { seconds } else { nil } })
    .or("music", .music, expected: "music, or a time above 0, up to a day: 2, 1.5s, 500ms or 1:02.5")

  private static var course: [OptionRow<FilmRequest>] {
    [
      .value(
        "each", pictureTime, "seconds|music",
        "Seconds for each picture, overlaps included (default: 4). music: the pictures share the length of the music."
      ) { request, each in
        if case .seconds(let seconds) = each { request.pictureDuration = seconds }
        request.picturesShareMusic = if case .music = each { true } else { false }
        request.pictureHold = nil
      }.notes(.pictureDuration),
      .value(
        "hold", .seconds(isPositive: true), "time",
        "Show each picture this long between its transitions, which are added to it. Replaces --each."
      ) { request, seconds in
        if request.requested[.pictureDuration] == "--each" {
          throw CommandError.conflict("--hold and --each exclude each other; leave out one of them")
        }
        request.pictureHold = seconds
        request.picturesShareMusic = false
      }.notes(.pictureDuration),
      .choice(
        "motion", valueName: "how", [("none", .none), ("auto", .auto)],
        "auto: zoom slowly into one picture and out of the next (default: none)."
      ) { (request: inout FilmRequest, motion: PictureMotion) in
        request.motion = motion
        request.requested[.motion] = motion == .auto ? "--motion" : nil
      },
      .flag(
        "cycle",
        """
        End with a transition from the last input to the first, so that the film loops without a seam. A +NAME after the \
        last input is this transition.
        """
      ) { $0.cycles = true }.sets(.cycle),
      .value(
        "fade-in", .seconds(), "time",
        "Fade in from --background for this long, picture and sound; short for +dissolve:TIME before the first input."
      ) { request, seconds in
        let clash = "opens the film, so --fade-in has no effect"
        request.opening = try fade(seconds, instead: request.opening, of: request, clash)
      }.sets(.opening),
      .value(
        "fade-out", .seconds(), "time",
        "Fade out to --background for this long, picture and sound; short for +dissolve:TIME after the last input."
      ) { request, seconds in
        let clash = "closes the film, so --fade-out has no effect"
        request.closing = try fade(seconds, instead: request.closing, of: request, clash)
      },
      .flag("chapters", "Mark a chapter at every input, named after its file or by its chapter=NAME.") {
        $0.marksChapters = true
      }.sets(.chapters),
      .flag("plan", "Print the frames and times of every input and transition, without making the film.")
        .ofRun(),
    ]
  }

  private static var work: [OptionRow<FilmRequest>] {
    [
      .flag(
        "strict",
        "Fail at damage in an input, with exit code 65. By default damage is concealed, with a warning."
      ) { $0.isStrict = true },
      .value(
        "decoder-timeout", .timeout, "seconds",
        "Fail if a decoder produces no data for this long (default: 30)."
      ) { $0.decoderStallLimit = .seconds($1) },
      .flag(
        "copy",
        """
        Copy the frames outside transitions, titles and other changes losslessly, and encode only the rest. For H.264 \
        and HEVC in \(OutputFormat.names(\.allowsCopying).inWords).
        """
      ) { $0.copies = true }.sets(.copy),
      .flag(
        "keep-length",
        """
        Keep the length of the inputs. By default each transition overlaps two inputs and shortens the film. With this \
        option it uses frames after OUT and before IN, or holds a frame if the file has no more.
        """
      ) { $0.defaults.overlap = .handles }.notes(.overlap),
      .value("at", .inFilm, "time", "Make one picture, at this time of the film: 2, 1:02.5 or 75f.") {
        $0.stillTime = $1
      },
      .value(
        "frames", .frames, "A-B", "Make only frames A to B of the film, counted from 0, both included."
      ) { $0.frames = $1 },
      .flag(
        "shorten",
        """
        Shorten transitions whose given length does not fit their inputs. By default such a length is an error, and only \
        the default length is shortened.
        """
      ) { $0.shortens = true }.notes(.shortening),
    ]
  }

  /// The opening or closing that fades for `seconds`. Each has two spellings.
  private static func fade(
    _ seconds: Double, instead old: FilmJunction?, of request: FilmRequest, _ clash: String
  ) throws -> FilmJunction {
    if request.cycles {
      throw CommandError.conflict("--cycle makes a film without ends: leave out --fade-in and --fade-out")
    }
    if let name = old?.transition?.name, request.files.isEmpty {
      throw CommandError.conflict("+\(name) \(clash); leave out one of them")
    }
    return FilmJunction(transition: "dissolve", duration: .seconds(seconds))
  }
}

/// The layers over a film.
enum LayerOptions: OptionSection {
  static var rows: [OptionRow<FilmRequest>] {
    [
      .list(
        "title", "text[,key=value]", completion: .keys(.title),
        """
        A title, repeatable: 'Summer, 2026,start=1,end=-2,at=top'. A comma belongs to the text unless a key and = \
        follow. In quotes it always does: "text='Soup, size=XL',at=top".
        Keys: \(FilmKeys.title.help).
        """
      ) { $0.titles += try $1.map { try FilmTitle(parsing: $0) } },
      .list(
        "overlay", "file[,key=value]", completion: .keys(.overlay, orFiles: true),
        """
        A layer over the film, repeatable: a picture, an animation, a video, color:#rrggbb, gradient:red:blue:45 or a \
        film file. 'logo.png,at=top-right,size=0.15' or 'face.mp4@2-9,shape=circle,border=0.005:white'.
        Keys: \(FilmKeys.overlay.help).
        """
      ) { request, words in
        request.overlays += try words.map { try FilmOverlay(parsing: $0, exists: isFile) }
      },
      .value(
        "subtitles", .text, "file", parsing: .next, completion: .file(),
        "Draw these subtitles into the picture: an .srt, .vtt or .ass file."
      ) { $0.subtitles = .file(path: $1) }.sets(.subtitles),
      .layer(.captions), .layer(.progress),
      .list(
        "device", "kind[,key=value]", completion: .keys(.device),
        """
        A device around the film: iphone, android, browser or none; 'iphone,background=#c7d2fe,to=white'. Another word \
        is the GPU to use: its index or part of its name in segue devices. Repeat the option for both.
        Keys: \(FilmKeys.device.help).
        """
      ) { try setDevices(&$0, $1) }.sets(.device),
      .flag(
        "no-subtitles",
        "Leave out the clips' own text subtitles. By default they become a subtitle track."
      ) { $0.carriesSubtitles = false },
    ]
  }
}

/// Sets the device around the film and the GPU, at most one of each.
/// - Throws: `UsageError.invalidValue`, `CommandError.conflict`.
private func setDevices(_ request: inout FilmRequest, _ words: [String]) throws {
  let frames = words.filter(FilmDevice.isFrame)
  let gpus = words.filter { !FilmDevice.isFrame($0) }
  for (kind, given) in [("devices around the film", frames), ("GPUs", gpus)] where given.count > 1 {
    throw CommandError.conflict(
      "--device names two \(kind), “\(given[0])” and “\(given[1])”; leave out one of them")
  }
  if let word = words.first(where: { $0.isEmpty || FilmDevice.isFrame($0) && !FilmDevice.isKind($0) }) {
    throw FilmDevice.unknown(word)
  }
  if let word = frames.first { request.device = try FilmDevice(parsing: word) }
  if let word = gpus.first { request.drawing.device = word }
}

private func isFile(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

extension OptionRow<FilmRequest> {
  /// The option of a layer that a film has once.
  fileprivate static func layer(_ layer: FilmLayerOption) -> OptionRow {
    value(
      layer.name, .text, layer.valueName, parsing: .next,
      completion: .keys(layer.keys, orFiles: layer.takesFile), layer.help
    ) { try layer.set($1, &$0, isFile) }.sets(layer.property)
  }
}

/// The options for rendering a film in chunks that are kept.
enum ChunkOptions: OptionSection {
  static var rows: [OptionRow<FilmRequest>] {
    [
      .value(
        "chunks", folder, "folder", parsing: .next,
        """
        Render the film in chunks of at most 10 s and keep them in this folder, such as film-chunks. The next run \
        renders only missing or changed chunks.
        """
      ) { $0.chunks = FilmChunks(folder: $1, version: ToolVersion.text) }.sets(.chunks),
      .value(
        "chunk", .share("K/N, two whole numbers with K from 1 to N"), "k/n",
        """
        Render only a share of the chunks, such as 2/5 on the second of five machines. A run without this option joins \
        them.
        """
      ) { $0.chunks?.share = $1 }.ofRun(),
    ]
  }

  private static let folder = Kind<String>.typed("a folder") { $0.isEmpty ? nil : $0 }
}

enum FilmSoundOptions: OptionSection {
  static var rows: [OptionRow<FilmRequest>] { music + sound }

  /// The options that ``setMusic(_:_:)`` applies.
  private static var music: [OptionRow<FilmRequest>] {
    [
      .list(
        "music", "file[,key=value]", completion: .keys(.music, orFiles: true),
        """
        Music under the film, looped and faded out at the end: 'song.mp3,in=30,fade=5'. Repeat the option for several \
        pieces, one after the other.
        Keys: \(FilmKeys.music.help).
        """
      ).sets(.music),
      .list(
        "voice", "file[,key=value]", completion: .keys(.music, orFiles: true),
        "A voice that plays once and lowers the music, repeatable: 'talk.wav,start=2.5'. Keys: as for --music."
      ),
      .value("music-volume", .musicVolume, "dB", "Volume of the music: -6dB or 50% (default: 0dB)."),
      .value(
        "duck", .ducking, "dB",
        "Change of the music's volume under the clips' sound and voices, in dB (default: -12); 0 turns this off."
      ),
    ]
  }

  private static var sound: [OptionRow<FilmRequest>] {
    [
      .value(
        "audio-codec", .text, "name", parsing: .next,
        """
        \(OutputFormat.containerCodecs(\.sounds)), or any ffmpeg encoder (default: \
        \(OutputFormat.containerDefaults(\.sounds.first)); pcm beside ProRes).
        """
      ) { $0.audioCodec = $1 }.sets(.audioCodec),
      .value(
        "audio-bitrate", .text, "rate", "Audio bits per second, such as 128k (default: 192k; Opus 160k)."
      ) { $0.audioBitRate = $1 }.sets(.audioBitRate),
      .choice(
        "channels", valueName: "layout", SoundLayout.orAuto,
        """
        Channel layout into which all sound is mixed. auto: the layout of the first video, at least stereo, limited by \
        the format (default: auto).
        """
      ) { $0.channels = $1 }.sets(.channels),
      .flag("mute", "Silence the clips; music and voices are still heard.") { $0.isMute = true }.sets(.mute),
      .value(
        "loudness", .loudness, "LUFS", "Loudness of the film in LUFS, such as -14, set by one constant gain."
      ) { $0.loudness = $1 }.sets(.loudness),
    ]
  }

  /// Sets the music and voices. The volume and ducking are defaults of the given music, and replace those of a film's
  /// file.
  static func setMusic(_ request: inout FilmRequest, _ settings: [Setting<FilmRequest>]) throws {
    func read<Value>(_ name: String, _ kind: Kind<Value>) throws -> Value? {
      try settings.texts(of: name)?.last.map(kind.read)
    }
    let volume = try read("music-volume", .musicVolume)
    let duck = try read("duck", .ducking)
    func withOptions(_ music: FilmMusic) -> FilmMusic {
      var music = music
      music.volume = volume ?? music.volume
      music.duck = duck ?? music.duck
      return music
    }
    func parse(_ option: String, over base: FilmMusic) throws -> [FilmMusic]? {
      try settings.first { $0.name == option }.map { setting in
        try setting.naming {
          try setting.texts.map { try FilmMusic(parsing: $0, over: base, exists: isFile) }
        }
      }
    }
    request.music =
      try parse("music", over: withOptions(FilmMusic(path: ""))) ?? request.music.map(withOptions)
    if let voices = try parse("voice", over: .voice) { request.voices = voices }
    let given = [("--music-volume", volume != nil), ("--duck", duck != nil)].filter(\.1).map(\.0)
    for option in given where request.music.isEmpty {
      request.notices.append(Notice(.note, of: .music, "\(option) has no effect, since there is no music"))
    }
    let hasVoices = !request.voices.isEmpty || request.overlays.contains { $0.volume != nil }
    if duck != nil, request.isMute, !hasVoices, !request.music.isEmpty {
      let sentence = "--duck has no effect beside --mute, since the clips are silent"
      request.notices.append(Notice(.note, of: "duck", sentence))
    }
  }
}

extension Kind<Double> {
  /// A bare number must be negative, since a positive one could be decibels or a share.
  fileprivate static let musicVolume = decimal(-120...24, SoundLevel.spellings, like: ValuePatterns.level) {
    Double($0).flatMap { $0 < 0 ? $0 : nil } ?? SoundLevel.decibels($0)
  }
  fileprivate static let ducking = decimal(
    FilmBounds.duck, "decibels from \(Bounds(FilmBounds.duck).words)", like: ValuePatterns.level
  ) { Double($0) ?? SoundLevel.decibels($0) }
  fileprivate static let loudness = decimal(
    FilmBounds.loudness, "LUFS from \(Bounds(FilmBounds.loudness).words)")
}
