import SegueImaging
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem

/// One input of a film.
public struct FilmClip: Sendable, Hashable {
  /// The source of the pictures.
  public enum Source: Sendable, Hashable {
    /// A video, an animation or a picture; pictures that are a clip together by a pattern such as `shot%04d.png`, a
    /// wildcard such as `shots/*.jpg`, or their folder.
    case file(path: String)
    /// The bytes of such a file; messages and reports call it `name`.
    case bytes([UInt8], name: String)
    /// A picture that is there already.
    case snapshot(Snapshot)
    /// A plain colour.
    case color(RGBAColor)

    /// As it is typed.
    package var text: String {
      switch self {
      case .file(let path): path
      case .bytes(_, let name): name
      case .snapshot: "a picture in memory"
      case .color(let color): "color:\(color)"
      }
    }

    /// The key of what is in memory; `nil` for a file and for a colour.
    var memoryKey: String? {
      switch self {
      case .bytes(let bytes, _): ContentHash(bytes).hash
      case .snapshot(let snapshot): snapshot.contentKey
      case .file, .color: nil
      }
    }
  }

  /// A place in a clip.
  public enum Position: Sendable, Hashable {
    /// Seconds after its first picture, 0 or more: at most a day in a film, a thousand days in a source.
    case seconds(Double)
    /// Frames of the clip itself after its first one, 0 to 86,400,000.
    case frames(Int)

    /// Whether it is negative, as a time that counts from a film's end.
    var countsFromEnd: Bool {
      switch self {
      case .seconds(let seconds): seconds < 0
      case .frames(let frames): frames < 0
      }
    }
  }

  /// A frame that stands still.
  public struct Freeze: Sendable, Hashable {
    /// The time of the frame after the clip's beginning in the film.
    public var at: Position
    /// The time for which it is shown in addition.
    public var length: Position

    /// The frame at `at` for another `length`.
    public init(at: Position, for length: Position) { (self.at, self.length) = (at, length) }
  }

  /// The source of the pictures.
  public var source: Source
  /// The in point; `nil` is its beginning.
  public var start: Position?
  /// The out point, exclusive; `nil` is its end.
  public var end: Position?
  /// The length of a picture or a colour in the film, overlaps included; `nil` is that of every picture.
  public var duration: Position?
  /// The motion of a picture; `nil` is that of every picture.
  public var motion: PictureMotion?
  /// The fit of its pictures in a frame of another shape; `nil` is that of all.
  public var fit: Fit?
  /// Degrees by which its pictures are turned clockwise: 90, 180 or 270; `nil` is not at all.
  public var rotation: Int?
  /// The part of its pictures that is shown, after they were turned; `nil` is all.
  public var crop: PictureMotion.Part?
  /// The speed of a video, as it is typed: 0.05 to 20, or an expression of `p`, which goes from 0 at its first frame in
  /// the film to 1 at its last; `nil` is 1. A constant speed keeps the sound's pitch, a changing one has no sound.
  public var speed: String?
  /// Frames a second of a sequence of pictures; `nil` is the film's.
  public var frameRate: FrameRate?
  /// Whether a video plays backwards, its sound with it.
  public var isReversed = false
  /// Whether a video plays there and back, the frame at which it turns once.
  public var isBoomerang = false
  /// A frame of a video that stands still for a while, in silence; `nil` is none.
  public var freeze: Freeze?
  /// The frames that slow motion shows between two frames of the video; `nil` is both of them, mixed.
  public var slowMotion: SlowMotion?
  /// Filters of its pictures, as they are typed; their `p` goes from 0 at its first frame in the film to 1 at its last.
  public var filter: String?
  /// Change of the sound's level in decibels, −120 to 120.
  public var volume = 0.0
  /// Text over its time in the film, from the middle of the transition before it to the middle of the next one at most; its times
  /// count from its first frame in the film, negative ones from its last.
  public var titles: [FilmTitle] = []
  /// Captions word by word over its time in the film, likewise; the times of their file are those of the clip's source.
  public var captions: FilmCaptions?
  /// The track of its sound, as it is typed: its number from 1, its language such as `deu`, or `1+2` for one that is left and
  /// one that is right; `nil` is the default one, else the first.
  public var track: String?
  /// The track of its subtitles that goes along, likewise a number or a language.
  public var subtitles: String?
  /// The picture or the colour over which sound alone is heard; `nil` is the film's background.
  public var over: Source?
  /// The name of the chapter that begins with it; `nil` is its file's name, where every clip has one.
  public var chapter: String?
  /// Whether its IN and OUT may be times of a clock that begins anywhere, such as its media's time code.
  var isOnMediaClock = false

  /// The part of its pictures that is shown.
  var framing: ClipFraming {
    ClipFraming(
      rotation: rotation ?? 0,
      crop: crop.map { .init(left: $0.x, top: $0.y, width: $0.width, height: $0.height) } ?? .whole)
  }

  /// Its file; `nil` for what is in memory, and for a colour.
  var path: String? { if case .file(let path) = source { path } else { nil } }

  /// All of `source`.
  public init(_ source: Source) { self.source = source }
}

/// The transition between two inputs.
public struct FilmJunction: Sendable, Hashable {
  /// The transition, by its name, by its file, or itself; `nil` is that of all junctions.
  public var transition: TransitionChoice?
  /// Length of the overlap; `nil` is that of all junctions.
  public var duration: FilmClip.Position?
  /// Whether nothing overlaps.
  public var isCut = false
  /// The curve from time to progress; `nil` is that of all junctions.
  public var timing: TimingCurve?
  /// Filters of the pictures and the frames; `nil` is those of all junctions.
  public var filters: FilterTexts?
  /// The curve with which the sounds cross; `nil` is equal power, and linear where both sides are one file.
  public var sound: SoundCurve?
  /// Seconds by which the sound goes over to the next clip later than the pictures, an L-cut; earlier, a J-cut, below 0. It is
  /// what the files have beyond OUT or before IN.
  public var soundOffset = 0.0
  /// The source of the frames of the overlap; `nil` is as at all junctions, else from the clips.
  public var overlap: OverlapSource?

  /// One with everything as at all junctions.
  package static let standard = FilmJunction()
  /// The next clip begins when the one before has ended.
  public static let cut = FilmJunction(isCut: true)

  /// A junction; what is `nil` is as at all junctions.
  public init(
    transition: TransitionChoice? = nil, duration: FilmClip.Position? = nil, isCut: Bool = false,
    timing: TimingCurve? = nil, filters: FilterTexts? = nil, sound: SoundCurve? = nil,
    overlap: OverlapSource? = nil
  ) {
    self.transition = transition
    self.duration = duration
    self.isCut = isCut
    self.timing = timing
    self.filters = filters
    self.sound = sound
    self.overlap = overlap
  }
}

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

/// The source of the frames in which two clips are seen.
public enum OverlapSource: String, Sendable, Hashable, CaseIterable {
  /// From the clips, so that the film is shorter by them.
  case clips
  /// From what their files have after OUT and before IN, so that it is not: half of them each. Where a file has nothing
  /// more, its last or its first frame is held, in silence.
  case handles
}

/// Music under a film.
public struct FilmMusic: Sendable, Hashable {
  /// A file with sound; of bytes what messages call them.
  public var path: String
  /// The bytes of such a file, in place of one at ``path``.
  public var bytes: [UInt8]?
  /// Change of its level in decibels, −120 to 120.
  public var volume = 0.0
  /// Change in decibels while the clips' own sound is heard, −120 to 0; 0 leaves it.
  public var duck = -12.0
  /// Seconds in the file at which it begins, 0 to a thousand days.
  public var sourceStart = 0.0
  /// The track of its sound, as a clip's; `nil` is the default one, else the first.
  public var track: String?
  /// Whether it begins again at its end.
  public var loops = true
  /// The beginning, on the film's clock: up to a day.
  public var start = FilmClip.Position.seconds(0)
  /// The end, exclusive, up to a day; `nil` is the film's end.
  public var end: FilmClip.Position?
  /// Seconds of the fade at its end, 0 to a day; at most half of its time is taken.
  public var fadeOut = 3.0

  /// The whole file, looped.
  public init(path: String) { self.path = path }

  /// The whole of a file's bytes, looped; messages call it `name`.
  public init(bytes: [UInt8], name: String) { (self.bytes, path) = (bytes, name) }

  /// Looks at it.
  /// - Throws: `MediaError`.
  func info(_ limits: DecodingLimits) async throws -> ClipInfo {
    guard let bytes else { return try await MediaContent.sound(at: path) }
    guard case .clip(let info) = try await MediaContent.look(in: bytes, name: path, limits: limits) else {
      throw MediaError.badData(path: path, reason: "there is no sound in it")
    }
    return info
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
  /// The values of junctions where their own is `nil`; parameters are added to those of the same transition.
  public var defaults = FilmJunction(transition: "dissolve", duration: .seconds(0.8))
  /// The library in which transitions are found by name; by default no folder is looked into.
  public var library = TransitionLibrary()
  /// Filters of every frame, below the titles, as they are typed; their `p` goes from 0 at the film's first frame to 1 at
  /// its last.
  public var filter: String?
  /// The length of a picture in the film, in seconds, up to a day.
  public var pictureDuration = 4.0
  /// Whether pictures and colours without a length of their own share the time that makes the film as long as its first
  /// music, in place of ``pictureDuration``.
  public var picturesShareMusic = false
  /// The motion of pictures.
  public var motion = PictureMotion.none
  /// Music under the whole film, 100 pieces at most.
  public var music: [FilmMusic] = []
  /// Text over the film, 1,000 titles at most.
  public var titles: [FilmTitle] = []
  /// Pictures, animations and videos over the film, below its subtitles, the first at the bottom; 1,000 at most.
  public var overlays: [FilmOverlay] = []
  /// A file of subtitles, SubRip, WebVTT or Advanced SubStation Alpha, that are burnt in over everything.
  public var subtitles: SubtitleSource?
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
  /// Whether the clips are silent; music and overlays with a volume are heard.
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

  /// Every file that the film is made of, as far as that can be told without opening a clip: clips, music, overlays and
  /// those of films among them, subtitles, the files that describe it, and those of its transitions, their parameters and filters.
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
      + music.filter { $0.bytes == nil }.map(\.path)
      + ([subtitles] + allCaptions.map(\.captions.source)).compactMap { $0?.path } + files
      + nestedFilms.flatMap(\.inputFiles)
      + (transitions + textures + filterPaths).filter { library.files[$0] == nil })
      .filter { seen.insert($0).inserted }
  }

  /// The keys of the clips, the overlays, the music, the texts and the library's files that are in memory.
  package var memoryKeys: [String] {
    clips.compactMap(\.source.memoryKey) + overlays.compactMap(\.source.memoryKey)
      + music.compactMap { $0.bytes.map { ContentHash($0).hash } }
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
    result.duration = junction.duration ?? defaults.duration
    result.timing = junction.timing ?? defaults.timing
    result.filters = junction.filters ?? defaults.filters
    result.sound = junction.sound ?? defaults.sound
    result.overlap = junction.overlap ?? defaults.overlap
    return result
  }
}
