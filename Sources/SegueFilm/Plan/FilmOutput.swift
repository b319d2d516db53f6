import SegueBitstream
import SegueFields
import SegueImaging
import SegueMedia
import SegueRun
import SegueSystem

/// The output of a film: its format, files, sink and sound format.
struct FilmOutput: Sendable {
  let plan: OutputPlan
  private let request: OutputRequest
  private var sound = SoundFormat()

  /// Determines the format and checks that the options fit it.
  /// - Throws: `MediaError.unsupported`, `UsageError`.
  init(_ request: FilmRequest) throws {
    plan = try OutputPlan(
      request.output, isStill: request.stillTime != nil, isPartial: request.frames != nil,
      hasSound: true)
    try plan.check(inputs: request.clips.compactMap(\.path))
    self.request = request.output
    if request.output.path.isEmpty {
      throw UsageError.invalidValue(option: .output, value: "", expected: "a name")
    }
    if let background = request.backgrounds.first(where: { !$0.isOpaque }),
      try request.copies || !plan.backdrop(background, picturesAreOpaque: true).keepsTransparency
    {
      let isOfFilm = request.device.background == nil && background == request.drawing.background
      let key = background == request.device.background ? "background=" : "to="
      let prefix = request.device.shape == nil || isOfFilm ? "" : key
      throw UsageError.invalidValue(
        option: prefix.isEmpty ? .background : .device, value: prefix + background.typed,
        expected: "opaque, since this film (\(plan.format.rawValue)) keeps no transparency")
    }
    if request.chunks != nil, !plan.format.facts.isContainer {
      throw UsageError.conflict(.format(.chunks, plan.format))
    }
    try takeSound(request)
  }

  /// Checks the sound options against the format.
  private mutating func takeSound(_ request: FilmRequest) throws {
    sound = request.soundFormat
    let given: [(RequestProperty, Bool)] = [
      (.audioCodec, request.audioCodec != nil), (.audioBitRate, request.audioBitRate != nil),
      (.channels, request.channels != nil),
    ]
    guard let option = given.first(where: \.1)?.0 else { return }
    guard plan.format.facts.holdsSound else {
      throw UsageError.conflict(.format(option, plan.format))
    }
    if request.copies, option != .channels {
      throw UsageError.conflict(.excludes(.copy, option))
    }
    try sound.check(in: plan.format, beside: request.output.codec)
  }

  /// Checks that the output can be created, before the work.
  /// - Throws: `SystemError`.
  func check() throws {
    if request.path != "-" { try AtomicOutput(path: request.path, overwrite: request.overwrites).abort() }
  }

  /// A folder for temporary files beside the output.
  /// - Throws: `SystemError.cannotCreate`.
  func makeWorkFolder() throws(SystemError) -> WorkFolder {
    try WorkFolder(beside: request.path == "-" ? nil : request.path)
  }

  var format: OutputFormat { plan.format }

  /// The metadata for an MP4 or MOV written by Segue's muxer.
  var movieMetadata: MovieMetadata {
    let texts = format.movieTags.compactMap { tag in
      plan.metadata.texts[tag.name].map { MovieMetadata.Text($0, type: tag.type) }
    }
    return MovieMetadata(texts, creationTime: plan.metadata.creationTime)
  }

  /// The loss if a size limit lowers the sound's bit rate; at most one notice.
  func soundNotices(_ plan: FilmPlan) -> [Notice] {
    guard let (bits, standard) = soundFormat(plan).reduction(in: format, beside: request.codec)
    else { return [] }
    let sentence = plan.request.drawing.names.text(
      "to stay within \(option: .byteLimit), sound gets \(bits) kbit/s instead of \(standard)")
    return [Notice(.loss, of: .audioBitRate, sentence)]
  }

  /// The background of the frames: the requested colour, else transparent if a clip has transparency and the
  /// output keeps it, else black.
  func backdrop(_ film: FilmRequest, _ background: RGBAColor?, clipsAreOpaque: Bool) -> Backdrop {
    // Copied frames are opaque, and some options require opaque video.
    let kept = film.copies ? nil : try? plan.backdrop(background, picturesAreOpaque: clipsAreOpaque)
    return kept ?? .opaque(background ?? .black, hasTransparency: background == nil && !clipsAreOpaque)
  }

  func notices(_ plan: FilmPlan) -> [Notice] {
    let film = plan.request
    let hasChapters = film.marksChapters || film.clips.contains { $0.chapter != nil }
    let unmarked =
      hasChapters && !format.facts.holdsChapters
      ? [Notice(.loss, of: .chapters, "\(format.rawValue) cannot hold chapters, so they are left out")] : []
    if format.facts.isSound { return unmarked + request.filterNotices(film.drawing.names) }
    let asksForSound =
      !film.music.isEmpty || !film.voices.isEmpty || film.loudness != nil
      || film.overlays.contains { $0.volume != nil }
      || plan.hasSound && film.stillTime == nil
    let silence = Notice(.loss, of: .format, "\(format.rawValue) holds no sound, so the film is silent")
    let endless = Notice(
      .note, of: .plays, "“loop” has no effect, since \(format.rawValue) stores no number of plays")
    let idle = film.drawing.names.text(
      "\(option: .encoderArguments) apply to encoded frames only; muxer options have no effect with \(option: .copy)"
    )
    let isIdle = film.copies && format.facts.movie != nil && !request.encoderArguments.isEmpty
    return self.plan.notices(plan.format.outer, film.drawing.names)
      + (asksForSound && !format.facts.isContainer ? [silence] : []) + unmarked
      + (film.plays != nil && !format.facts.repeats ? [endless] : [])
      + (isIdle ? [Notice(.note, of: .encoderArguments, idle)] : [])
  }

  /// The sink of the film, or of a part of it.
  /// - Parameters:
  ///   - pictures: the source of the video.
  ///   - path: the file of a part; `nil` means the output.
  ///   - source: the source of the sound.
  ///   - light: the light levels to store.
  /// - Throws: `SystemError`, `MediaError`, `UsageError`.
  func makeSink(
    _ plan: FilmPlan, _ pictures: Encoding.Pictures = .frames(nil), path: String? = nil,
    sound source: Encoding.Sound.Source? = nil, text: Encoding.Text? = nil, light: LightLevels? = nil
  ) throws -> any FrameSink {
    if format.needsEncoder || format.facts.isSound {
      var settings = try self.plan.videoSettings(hasTransparency: plan.format.outer.keepsTransparency)
      settings.keepsOpaqueAlpha = false
      settings.light = light
      settings.encoding.pictures = pictures
      settings.encoding.sound = source.map {
        Encoding.Sound($0, soundFormat(plan), language: plan.soundLanguage)
      }
      settings.encoding.text = text
      settings.encoding.chromaLocation = plan.chromaLocation
      settings.encoding.isPart = path != nil && !format.facts.isSound
      if settings.encoding.isPart {
        settings.metadata = FileMetadata()
      } else if format.facts.holdsChapters {
        settings.encoding.chapters = plan.chapters
      }
      return try self.plan.makeEncoder(size: plan.frameSize, settings: settings, path: path)
    }
    return try self.plan.makeSink(
      size: plan.frameSize, frames: plan.frames, over: plan.format.outer,
      areAllOpaque: { !plan.format.outer.keepsTransparency })
  }

  func soundFormat(_ plan: FilmPlan) -> SoundFormat {
    var format = sound
    format.layout = plan.soundLayout
    return format
  }
}
