import SegueFields
import SegueMedia
import SegueRun
import SegueSystem

/// A clip of a film, with the transition into it.
public struct FilmItem: Sendable, Hashable {
  /// The clip, with its source and its changes.
  public var clip: FilmClip
  /// The transition from the previous clip to this one; `nil` means the film's default.
  ///
  /// On the first clip it is the opening from the background, over the clip's own frames, with a
  /// fade-in of the sound; `nil` means a cut.
  public var junction: FilmJunction?
  /// The place of the clip in a film file or a timeline; `nil` without a file.
  package var clipPlace: Place?
  /// The place of the junction in errors: its path in the film file, or its argument; `nil` means its index.
  package var junctionPlace: String?

  /// A clip with the transition into it.
  public init(_ clip: FilmClip, into junction: FilmJunction? = nil) {
    self.clip = clip
    self.junction = junction
  }
}

/// A film and its settings, with the defaults of the command line. A film lasts at most a day.
///
/// ``FilmJob/init(_:)`` checks the values.
public struct FilmRequest: Sendable {
  /// The clips in order, 1 to 10,000, each with the transition into it.
  public var items: [FilmItem]
  /// The transition from the last clip to the background, over the clip's own frames, with a
  /// fade-out of the sound; `nil` means a cut.
  public var closing: FilmJunction?
  /// The place of ``closing`` in errors.
  package var closingPlace = "closing"
  /// The path, the format and the options of the output.
  public var output: OutputRequest
  /// The renderer, the background and the limits of decoding.
  public var drawing = DrawingOptions()
  /// The defaults for junctions whose values are `nil`. Parameters are merged with those of the same
  /// transition. A `nil` duration is 0.8 s, or less for clips that are too short.
  public var defaults = FilmJunction(transition: "dissolve")
  /// The library in which transitions are found by name; by default it has no folders.
  public var library = TransitionLibrary()
  /// The filter chain of every frame, below the titles, as text. Its `p` goes from 0 at the film's first
  /// frame to 1 at its last.
  public var filter: String?
  /// The duration of a picture in seconds, up to a day.
  public var pictureDuration = 4.0
  /// The seconds for which a picture or a colour without a duration is shown alone, between its transitions, up to a
  /// day. Replaces ``pictureDuration``.
  public var pictureHold: Double?
  /// Whether pictures and colours without a duration divide the music's length evenly. Replaces ``pictureDuration``.
  public var picturesShareMusic = false
  /// The default motion of pictures; none by default.
  public var motion = PictureMotion.none
  /// Music under the film, at most 100 pieces. Pieces without times play one after the other.
  public var music: [FilmMusic] = []
  /// Voices and other sounds that duck the music, as the clips' sound does; at most 100 items.
  public var voices: [FilmMusic] = []
  /// Titles over the film, at most 1,000.
  public var titles: [FilmTitle] = []
  /// Pictures, animations and videos over the film, below its subtitles, from bottom to top; at most 1,000.
  public var overlays: [FilmOverlay] = []
  /// A file of subtitles (SubRip, WebVTT or Advanced SubStation Alpha), burnt in over titles and overlays.
  public var subtitles: FileSource?
  /// The device around the film; none by default.
  public var device = FilmDevice(.none)
  /// Captions over titles and overlays; incompatible with ``subtitles``.
  public var captions: FilmCaptions?
  /// A progress bar over all other layers; none by default.
  public var progress: FilmProgress?
  /// Whether the clips' subtitles are carried over as a track, if the output format supports it.
  public var carriesSubtitles = true
  /// The audio codec: `aac`, `opus`, `vorbis`, `mp3`, `ac3`, `flac`, `alac`, `pcm`, or an encoder
  /// of ffmpeg; `nil` means the container's default.
  public var audioCodec: String?
  /// The audio bit rate in bit/s, such as `128k`; `nil` means the codec's default.
  public var audioBitRate: String?
  /// The channel layout; `nil` means the layout of the first video, at least stereo, mixed down if the
  /// output requires it. Clips are mixed into it, music and overlays into its front channels.
  public var channels: SoundLayout?
  /// Whether every clip begins a chapter.
  public var marksChapters = false
  /// Whether the clips are silent. Music, voices and overlays with a volume are audible.
  public var isMute = false
  /// The loudness to which the film is normalised, −70 to 0 LUFS; `nil` means unchanged.
  ///
  /// **Source:** EBU R 128, measured by ITU-R BS.1770-4.
  public var loudness: Double?
  /// Whether damage in an input is an error instead of being concealed.
  public var isStrict = false
  /// The longest time that a decoder may take without delivering data.
  package var decoderStallLimit = Duration.seconds(30)
  /// The time of a single frame to render as a picture, up to a day; `nil` means the whole film.
  public var stillTime: FilmClip.Position?
  /// The frames to render, counted from 0; `nil` means all. They equal the frames of the whole film,
  /// byte for byte.
  public var frames: ClosedRange<Int>?
  /// Whether transitions that exceed their clips are shortened.
  public var shortens = false
  /// Whether untouched frames are copied from their clips where possible, instead of encoded.
  public var copies = false
  /// The folder in which rendered chunks are kept between runs; `nil` renders the film without
  /// chunks.
  public var chunks: FilmChunks?
  /// The number of plays that the film file sets. It applies if `output` sets none and its format stores it.
  package var plays: Int?
  /// Whether the film ends with a transition to its first clip, ``closing`` or else the default one. The transition
  /// shows the clip's frames that precede the film's first frame, so the film repeats without a seam. The clips must
  /// be silent.
  public var cycles = false
  /// Whether the film plays backwards after its last frame. It ends at its first frame, or at its second if
  /// the output repeats. Each turning frame is shown once. Clips must be silent; overlays must be pictures.
  public var isPingPong = false
  /// Reads the overlays that are film files; `nil` for none.
  package var reader: (any FilmReader.Type)?
  /// The files that describe the film.
  package var files: [String] = []
  /// The files of the films that contain this one; `nil` for a film that is not an overlay.
  var nesting: [String]?
  /// The defaults that the user set, each with its option or its key in messages.
  package var requested: [FilmDefault: String] = [:]
  /// The notices about the film file.
  package var notices: [Notice] = []

  /// The clips of ``items``, as a copy. A clip is changed in ``items``.
  package var clips: [FilmClip] { items.map(\.clip) }

  /// The junctions between the clips, as a copy; one fewer than the clips.
  package var junctions: [FilmJunction] { items.dropFirst().map { $0.junction ?? .standard } }

  /// The transition from the background to the first clip; `nil` means a cut. Setting it needs a clip.
  package var opening: FilmJunction? {
    get { items.first?.junction }
    set { if !items.isEmpty { items[0].junction = newValue } }
  }

  private var sounds: [FilmMusic] { music + voices }

  private var fileSources: [FileSource] {
    ([subtitles] + ([defaults] + allJunctions).map(\.timeline)).compactMap(\.self)
      + allCaptions.map(\.content.source)
  }

  /// All files of the film that are known without opening a clip. They include film files, and the files of
  /// nested films, transitions, parameters and filters.
  package var inputFiles: [String] {
    let choices = ([defaults] + allJunctions).compactMap(\.transition)
    let transitions = Set(choices.flatMap(\.alternatives)).sorted()
      .flatMap { (try? library.transition(named: $0))?.files ?? [] }
    let values = choices.flatMap(\.texts).map(\.value)
    let textures = values.filter { FileStamp(path: $0) != nil }
    var seen: Set<String> = []
    return
      ((clips.compactMap(\.path)
      + clips.compactMap(\.over?.path) + overlays.compactMap(\.path)).flatMap(PictureSequence.files)
      + sounds.filter { $0.bytes == nil }.map(\.path)
      + fileSources.compactMap(\.path) + files
      + nestedFilms.flatMap(\.inputFiles)
      + (transitions + textures + filterPaths).filter { library.files[$0] == nil })
      .filter { seen.insert($0).inserted }
  }

  /// The cache keys of all inputs in memory: clips, overlays, music, voices, subtitles, captions and library files.
  package var memoryKeys: [String] {
    clips.compactMap(\.source.memoryKey) + overlays.compactMap(\.source.memoryKey)
      + sounds.compactMap { $0.bytes.map { ContentHash($0).hash } }
      + fileSources.compactMap(\.memoryKey)
      + library.files.memoryKeys
  }

  /// The place of clip `index` in errors: its path in the file, if there is one. In a cycle the clip after the
  /// last is the first.
  package func place(ofClip index: Int) -> String {
    let index = index % items.count
    return items[index].clipPlace?.path ?? "clips[\(index)]"
  }

  /// The place of the junction after clip `index` in errors.
  func place(ofJunction index: Int) -> String { items[index + 1].junctionPlace ?? "junctions[\(index)]" }

  /// The titles of the clips, then of the film.
  var allTitles: [RequestedLayer<FilmTitle>] {
    let ofClips = clips.enumerated().flatMap { index, clip in
      clip.titles.map { RequestedLayer(content: $0, clip: index, place: place(ofClip: index) + ".title") }
    }
    return ofClips + titles.enumerated().map { RequestedLayer(content: $1, place: "titles[\($0)]") }
  }

  /// Runs `read`. In a film with a film file, a `FilmError` becomes an error at `place` in that file.
  /// - Parameter isTyped: whether the part comes from the command line, so that its error stays unchanged.
  /// - Throws: as `read`; `FilmError.file`.
  func inFile<Part>(
    _ place: Place? = nil, isTyped: Bool = false, _ read: () async throws -> Part
  ) async throws -> Part {
    do { return try await read() } catch let error as FilmError where !isTyped {
      guard items.contains(where: { $0.clipPlace != nil }) else { throw error }
      throw FilmError.file(named: files.first ?? "standard input", error, at: place)
    }
  }

  /// The captions of the clips, then of the film.
  var allCaptions: [RequestedLayer<FilmCaptions>] {
    let ofClips = clips.enumerated().compactMap { index, clip in
      clip.captions.map {
        RequestedLayer(content: $0, clip: index, place: place(ofClip: index) + ".captions")
      }
    }
    return ofClips + (captions.map { [RequestedLayer(content: $0, place: "captions")] } ?? [])
  }

  /// The transitions between the inputs, at the film's ends, and of the layers.
  private var allJunctions: [FilmJunction] {
    let layers =
      allTitles.flatMap { [$0.content.enter, $0.content.exit] } + overlays.flatMap { [$0.enter, $0.exit] }
      + allCaptions.flatMap { [$0.content.enter, $0.content.exit] }
    return items.compactMap(\.junction) + ([closing] + layers).compactMap(\.self)
  }

  var filterPaths: [String] {
    let looks = ([filter] + clips.map(\.filter) + overlays.map(\.filter)).map { FilterTexts(result: $0) }
    let chains = ([defaults] + allJunctions).compactMap(\.filters) + looks
    return chains.flatMap { (try? RequestFilters($0, in: library.files))?.paths ?? [] }
  }

  /// The default duration of a picture or colour in seconds, with its transitions or between them.
  var stillSeconds: Double { pictureHold ?? pictureDuration }

  /// A film without clips, and without a reader of nested films.
  package init() {
    items = []
    output = ""
  }

  /// `junction` with its `nil` values taken from ``defaults``.
  func resolved(_ junction: FilmJunction) -> FilmJunction {
    var result = junction
    result.transition = junction.transition ?? defaults.transition
    result.isCut = junction.isCut || junction.transition == nil && defaults.isCut
    if let own = junction.transition, own.isNamed, let common = defaults.transition,
      own.name == common.name
    {
      result.transition?.texts = common.texts + own.texts
    }
    result.duration = junction.duration ?? defaults.duration ?? .seconds(FilmJunction.standardSeconds)
    result.timing = junction.timing ?? defaults.timing
    result.timeline = junction.timeline ?? defaults.timeline
    result.filters = junction.filters ?? defaults.filters
    result.sound = junction.sound ?? defaults.sound
    result.overlap = junction.overlap ?? defaults.overlap
    return result
  }
}
