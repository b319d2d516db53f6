import SegueImaging
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem

/// A clip of a film, and how the film goes into it.
public struct FilmItem: Sendable, Hashable {
  /// The clip.
  public var clip: FilmClip
  /// The transition between the clip before and this one; `nil` is as at all junctions. Of a film's first clip it is how
  /// the film opens, out of the background and over the clip's own frames, its sound rising with it; `nil` is at once.
  public var junction: FilmJunction?

  /// A clip that the film goes into by `junction`.
  public init(_ clip: FilmClip, into junction: FilmJunction? = nil) {
    (self.clip, self.junction) = (clip, junction)
  }
}

/// The places of a film's clips and junctions in the list of a file, from 0; `nil` for a junction that is not written.
package struct WrittenPlaces: Sendable, Hashable {
  package var clips: [Int] = []
  package var junctions: [Int?] = []
}

/// Everything that can be asked of a film, with the defaults of the command line. A film lasts a day at most.
///
/// Values are checked by ``validate()``, which ``FilmJob/init(_:)`` calls.
public struct FilmRequest: Sendable {
  /// The clips in order, 1 to 10,000, each with the junction that leads into it.
  public var items: [FilmItem] {
    get {
      zip(clips, [opening] + junctions.map(Optional.some)).map { FilmItem($0, into: $1) }
    }
    set {
      (clips, opening, written) = (newValue.map(\.clip), newValue.first?.junction, nil)
      junctions = newValue.dropFirst().map { $0.junction ?? FilmJunction() }
    }
  }
  /// The inputs in order.
  package var clips: [FilmClip]
  /// The junctions between them, one fewer.
  package var junctions: [FilmJunction]
  /// The transition from the background to the first input; `nil` is none.
  package var opening: FilmJunction?
  /// The transition from the last input to the background, over its own frames; `nil` is none. The sound of the film
  /// falls with it.
  public var closing: FilmJunction?
  /// The output.
  public var output: OutputRequest
  /// The drawing options.
  public var drawing = DrawingOptions()
  /// The values of junctions where their own is `nil`; parameters are added to those of the same transition. A `nil`
  /// duration is 0.8 s, or less where the clips beside a transition have no room for that.
  public var defaults = FilmJunction(transition: "dissolve")
  /// The library in which transitions are found by name; by default no folder is looked into.
  public var library = TransitionLibrary()
  /// Filters of every frame, below the titles, as they are typed; their `p` goes from 0 at the film's first frame to 1 at
  /// its last.
  public var filter: String?
  /// The length of a picture in the film, in seconds, up to a day.
  public var pictureDuration = 4.0
  /// Whether pictures and colours without a duration divide the music's length, in place of ``pictureDuration``.
  public var picturesShareMusic = false
  /// The motion of pictures.
  public var motion = PictureMotion.none
  /// Music under the film, 100 pieces at most. Those without a time play one after the other.
  public var music: [FilmMusic] = []
  /// Voices and other sounds that lower the music as the clips' own sound does, 100 at most.
  public var voices: [FilmMusic] = []
  /// Text over the film, 1,000 titles at most.
  public var titles: [FilmTitle] = []
  /// Pictures, animations and videos over the film, below its subtitles, the first at the bottom; 1,000 at most.
  public var overlays: [FilmOverlay] = []
  /// A file of subtitles, SubRip, WebVTT or Advanced SubStation Alpha, that are burnt in over everything.
  public var subtitles: FileSource?
  /// Captions word by word over everything, in place of ``subtitles``.
  public var captions: FilmCaptions?
  /// Whether the clips' own subtitles go along as a track, where the output holds one.
  public var carriesSubtitles = true
  /// The codec of the sound: `aac`, `opus`, `vorbis`, `mp3`, `ac3`, `flac`, `alac`, `pcm`, or an encoder of ffmpeg;
  /// `nil` is the container's default.
  public var audioCodec: String?
  /// Bits of sound a second, such as `128k`; `nil` is the codec's default.
  public var audioBitRate: String?
  /// The channels of the sound; `nil` is those of the first video's, two or more, as far as the output holds them. The other
  /// clips are mixed into them, music and overlays into those in front.
  public var channels: SoundLayout?
  /// Whether every clip begins a chapter of the file.
  public var marksChapters = false
  /// Whether the clips are silent; music, voices, and overlays with a volume are heard.
  public var isMute = false
  /// The loudness that the film is brought to, −70 to 0 LUFS.
  public var loudness: Double?
  /// Whether damage that is otherwise concealed is an error.
  public var isStrict = false
  /// The longest time without data before a decoder is ended.
  package var decoderStallLimit = Duration.seconds(30)
  /// One frame of the film, as a picture: when, up to a day; `nil` is all of it.
  public var stillTime: FilmClip.Position?
  /// The frames of the film that are made, counted from 0; `nil` is all. They are those of the whole, to the byte.
  public var frames: ClosedRange<Int>?
  /// Whether transitions that are too long for their clips are capped.
  public var shortens = false
  /// Whether frames over which nothing is drawn are copied from their clips, where that can be, and not encoded again.
  public var copies = false
  /// The folder in which it is made in chunks that are kept; `nil` is all at once.
  public var chunks: FilmChunks?
  /// Files that describe the film.
  package var files: [String] = []
  /// Files of the films that it lies in.
  var nesting: [String] = []
  /// The places of its clips and junctions in the list of a file; `nil` where they stand in no file.
  package var written: WrittenPlaces?
  /// The values for all junctions or pictures that were set by name, and the option of each.
  package var asked: [FilmDefault: String] = [:]
  /// Notes about the description of the film, a sentence each.
  package var notes: [String] = []

  private var sounds: [FilmMusic] { music + voices }

  /// The film's files that are known without opening a clip: clips, music, voices, overlays and those of films
  /// among them, subtitles, the files that describe it, and those of its transitions, their parameters and filters.
  package var inputFiles: [String] {
    let choices = ([defaults] + allJunctions).compactMap(\.transition)
    let transitions = Set(choices.flatMap(\.alternatives)).sorted()
      .flatMap { (try? library.transition(named: $0))?.files ?? [] }
    let values = choices.flatMap(\.texts).map(\.value)
    let textures = values.filter { FileStamp(path: $0) != nil }
    var seen: Set<String> = []
    return
      ((clips.compactMap(\.path)
      + clips.compactMap { if case .file(let path)? = $0.over { path } else { nil } }
      + overlays.compactMap(\.path)).flatMap(PictureSequence.files)
      + sounds.filter { $0.bytes == nil }.map(\.path)
      + ([subtitles] + allCaptions.map(\.captions.source)).compactMap { $0?.path } + files
      + nestedFilms.flatMap(\.inputFiles)
      + (transitions + textures + filterPaths).filter { library.files[$0] == nil })
      .filter { seen.insert($0).inserted }
  }

  /// The keys of the clips, the overlays, the music, the voices, the texts and the library's files that are in memory.
  package var memoryKeys: [String] {
    clips.compactMap(\.source.memoryKey) + overlays.compactMap(\.source.memoryKey)
      + sounds.compactMap { $0.bytes.map { ContentHash($0).hash } }
      + ([subtitles] + allCaptions.map(\.captions.source)).compactMap { $0?.memoryKey }
      + library.files.memoryKeys
  }

  /// The place of clip `index` as errors have it: in the list of the film's file, where there is one.
  func place(ofClip index: Int) -> String {
    "clips[\(written?.clips.dropFirst(index).first ?? index)]"
  }

  /// The place of the junction after clip `index`, likewise.
  func place(ofJunction index: Int) -> String {
    (written?.junctions.dropFirst(index).first ?? nil).map { "clips[\($0)]" } ?? "junctions[\(index)]"
  }

  /// The titles of the clips, each with its clip, and over them those of the film, with their places as errors have them.
  var allTitles: [(title: FilmTitle, clip: Int?, place: String)] {
    let ofClips = clips.enumerated().flatMap { index, clip in
      clip.titles.map { ($0, Int?(index), place(ofClip: index) + ".title") }
    }
    return ofClips + titles.enumerated().map { ($1, nil, "titles[\($0)]") }
  }

  /// What `read` makes of a part that only a film's file has: what is wrong with it is a fault of that file, where there is one.
  /// - Throws: as `read`; `FilmError.file`.
  func inFile<Part>(_ read: () throws -> Part) throws -> Part {
    do { return try read() } catch let error as FilmError {
      guard written != nil else { throw error }
      throw FilmError.file(name: files.first ?? "standard input", reason: "\(error)")
    }
  }

  /// The captions of the clips, each with its clip, and over them those of the film, with their places as errors have them.
  var allCaptions: [(captions: FilmCaptions, clip: Int?, place: String)] {
    let ofClips = clips.enumerated().compactMap { index, clip in
      clip.captions.map { ($0, Int?(index), place(ofClip: index) + ".captions") }
    }
    return ofClips + (captions.map { [($0, nil, "captions")] } ?? [])
  }

  /// The junctions between the inputs and at the film's ends, and the transitions of its layers.
  private var allJunctions: [FilmJunction] {
    let layers =
      allTitles.flatMap { [$0.title.enter, $0.title.exit] } + overlays.flatMap { [$0.enter, $0.exit] }
      + allCaptions.flatMap { [$0.captions.enter, $0.captions.exit] }
    return ([opening, closing] + layers).compactMap(\.self) + junctions
  }

  /// The files that its filters read.
  var filterPaths: [String] {
    let looks = ([filter] + clips.map(\.filter) + overlays.map(\.filter)).map { FilterTexts(result: $0) }
    let chains = ([defaults] + allJunctions).compactMap(\.filters) + looks
    return chains.flatMap { (try? RequestFilters($0, in: library.files))?.paths ?? [] }
  }

  /// A film of `items`; a plan of it needs no output.
  public init(items: [FilmItem], output: OutputRequest = "") {
    (clips, junctions, self.output) = ([], [], output)
    self.items = items
  }

  /// A film of `clips` with `junctions` between them, one fewer.
  package init(clips: [FilmClip], junctions: [FilmJunction], output: String) {
    (self.clips, self.junctions, self.output) = (clips, junctions, OutputRequest(output))
  }

  /// Whether nobody gave `junction` a length.
  func hasStandardLength(_ junction: FilmJunction?) -> Bool {
    (junction?.duration ?? defaults.duration) == nil
  }

  /// `junction` with the ``defaults`` where its own value is `nil`.
  func resolved(_ junction: FilmJunction) -> FilmJunction {
    var result = junction
    result.transition = junction.transition ?? defaults.transition
    result.isCut = junction.isCut || junction.transition == nil && defaults.isCut
    if let own = junction.transition, own.isNamed, let common = defaults.transition,
      own.name == common.name
    {
      result.transition?.texts = common.texts + own.texts
    }
    result.duration = junction.duration ?? defaults.duration ?? .seconds(0.8)
    result.timing = junction.timing ?? defaults.timing
    result.filters = junction.filters ?? defaults.filters
    result.sound = junction.sound ?? defaults.sound
    result.overlap = junction.overlap ?? defaults.overlap
    return result
  }
}
