import FoundationEssentials
import SegueImaging
import SegueMedia
import SegueMotion
import SegueRun
import SegueTransitions

/// Reads a film's JSON, and remembers keys without effect.
final class FilmFileReader {
  private let folder: String
  private var notes: [String] = []

  init(folder: String) { self.folder = folder }

  func film(_ json: JSONValue) throws -> FilmRequest {
    let document = try JSONObject(json, place: "") { [self] in notes.append($0) }
    guard let version = try document.number("segue") else { throw document.problem("“segue”: 1 is missing") }
    guard version == 1 else { throw document.problem("“segue” is \(version.typed), but this reads 1") }
    for (keys, home) in Self.homes {
      guard let key = document.keys.first(where: keys.contains) else { continue }
      throw document.problem("there is no “\(key)” here; it stands in \(home)")
    }
    var request = try clips(document)
    if let film = try document.object("film") { try fill(&request, film) }
    if let defaults = try document.object("defaults") { try fillDefaults(&request, defaults) }
    request.opening = try end(document, "opening")
    request.closing = try end(document, "closing")
    request.music = try document.objects("music", shorthand: "src").map { try music($0) }
    request.overlays = try document.objects("overlays", shorthand: "src").map { try overlay($0) }
    request.titles = try document.objects("titles", shorthand: "text").map { try title($0) }
    request.captions = try captions(document)
    if let meta = try document.object("meta") { try fillMetadata(&request.output, meta) }
    try document.finish()
    request.notes = notes
    return request
  }

  /// Keys that are looked for in the file itself, and where they stand.
  private static let homes: [(keys: Set<String>, home: String)] = [
    (["size", "fps", "fit", "color", "background", "loudness", "channels", "filter", "subtitles"], "“film”"),
    (["width", "height"], "the “size” of “film”"), (["picture", "motion", "transition"], "“defaults”"),
  ]

  private func fill(_ request: inout FilmRequest, _ film: JSONObject) throws {
    if let text = try film.text("size") {
      guard let size = ImageSize(text) else {
        throw film.problem("“size” is “\(text)”, but must be WIDTHxHEIGHT")
      }
      request.output.size = .exact(size)
    }
    if let rate = try film.rate("fps") { request.output.frameRate = rate }
    if let fit = try fit(film) { request.output.fit = fit }
    if let color = try film.word("color", of: ColorEncoding.self, "sdr, hlg or pq") {
      request.output.color = color
    }
    if let text = try film.text("background") {
      request.drawing.background = try color(text, film)
    }
    request.loudness = try film.number("loudness", in: FilmBounds.loudness, "LUFS")
    if let word = try film.word("channels"), word != FilmSchema.automatic {
      guard let layout = SoundLayout(rawValue: word) else {
        throw film.problem(
          "“channels” is “\(word)”, but must be \(FilmSchema.channels.joined(separator: ", "))")
      }
      request.channels = layout
    }
    request.filter = try chain(film, "filter")
    request.subtitles = try film.word("subtitles").map { .file(path: path($0)) }
    try film.finish()
  }

  private func fillMetadata(_ output: inout OutputRequest, _ meta: JSONObject) throws {
    for name in meta.keys where meta.has(name) && !name.hasPrefix("_") {
      let text = try meta.numberOrText(name)
      do throws(FileMetadata.Problem) { try FileMetadata.check(name, text) } catch {
        throw meta.problem("“\(error.value)” must be \(error.expected)")
      }
      output.metadata[name] = text
    }
    guard meta.keys.count <= FileMetadata.mostTexts else {
      throw meta.problem("\(meta.keys.count) texts are more than \(FileMetadata.mostTexts)")
    }
  }

  private func fillDefaults(_ request: inout FilmRequest, _ defaults: JSONObject) throws {
    if let word = try? defaults.text("picture") {
      guard word == "music" else {
        throw defaults.problem("“picture” is “\(word)”, but must be seconds or \"music\"")
      }
      request.picturesShareMusic = true
      request.asked[.pictureDuration] = "defaults: “picture”"
    } else if let seconds = try defaults.number("picture", in: FilmBounds.seconds, "s") {
      request.pictureDuration = seconds
      request.asked[.pictureDuration] = "defaults: “picture”"
    }
    if let motion = try motion(defaults) { request.motion = motion }
    if defaults.has("motion") { request.asked[.motion] = "defaults: “motion”" }
    if defaults.has("transition") { request.asked[.transition] = "defaults: “transition”" }
    if defaults.value("transition")?.text != nil, let name = try defaults.word("transition") {
      request.defaults.transition = TransitionChoice(name: beside(name))
    } else if let transition = try defaults.object("transition") {
      let name = try transition.word("name") ?? request.defaults.transition?.name ?? ""
      if let position = try transition.position("duration") {
        guard case .seconds(let seconds) = position else {
          throw transition.problem(
            "“duration” must be seconds, not frames, where it is that of all junctions")
        }
        request.defaults.duration = .seconds(seconds)
      }
      request.defaults.transition = TransitionChoice(name: beside(name), texts: try parameters(transition))
      request.defaults.timing = try timing(transition)
      request.defaults.filters = try filters(transition)
      request.defaults.overlap = try transition.word("overlap", of: OverlapSource.self, "clips or handles")
      try transition.finish()
    }
    try defaults.finish()
  }

  private func clips(_ document: JSONObject) throws -> FilmRequest {
    var (inputs, junctions): ([FilmClip], [FilmJunction]) = ([], [])
    var written = WrittenPlaces()
    var pending: FilmJunction?
    for (index, entry) in try document.objects("clips", shorthand: "src").enumerated() {
      if entry.has("transition") {
        if inputs.isEmpty {
          throw entry.problem("a transition comes after a clip, and this is the first entry")
        }
        if pending != nil { throw entry.problem("two transitions in a row") }
        pending = try junction(entry)
        continue
      }
      if !inputs.isEmpty {
        junctions.append(pending ?? .standard)
        written.junctions.append(pending == nil ? nil : index - 1)
      }
      pending = nil
      inputs.append(try clip(entry))
      written.clips.append(index)
    }
    if pending != nil { throw document.problem("clips: the last entry is a transition to nothing") }
    if inputs.isEmpty { throw document.problem("“clips” has no clip") }
    var request = FilmRequest(clips: inputs, junctions: junctions, output: "")
    request.written = written
    return request
  }

  private func clip(_ entry: JSONObject) throws -> FilmClip {
    let source = try entry.required("src", entry.word)
    var clip =
      source.hasPrefix("color:")
      ? FilmClip(.color(try color(String(source.dropFirst(6)), entry))) : FilmClip(.file(path: path(source)))
    clip.start = try entry.position("in", in: FilmBounds.sourceSeconds)
    clip.end = try entry.position("out", in: FilmBounds.sourceSeconds)
    let (duration, each) = (try entry.position("duration"), try entry.position("each"))
    clip.duration = each ?? duration
    clip.frameRate = try entry.rate("fps")
    for setting in ClipSetting.common where entry.value(setting.name) != nil {
      let isList = setting.name == "crop" && entry.value(setting.name)?.list != nil
      let text =
        try isList
        ? (entry.numbers(setting.name) ?? []).map(\.typed).joined(separator: ":")
        : entry.value(setting.name)?.flag.flatMap { setting.isFlag ? "\($0)" : nil }
          ?? entry.numberOrText(setting.name)
      guard try setting.set(&clip, text) else {
        throw entry.problem("“\(setting.name)” is “\(text)”, but must be \(setting.expected)")
      }
    }
    if let freeze = try entry.object("freeze") {
      guard let at = try freeze.position("at"), let length = try freeze.position("for") else {
        throw freeze.problem("“at” and “for” must be there")
      }
      clip.freeze = .init(at: at, for: length)
      try freeze.finish()
    }
    if let text = try entry.word("over") {
      guard let over = FilmClip.Source(cover: text, path) else {
        throw entry.problem("“over” is “\(text)”, but must be a picture, or a colour such as #101418")
      }
      clip.over = over
    }
    clip.motion = try motion(entry)
    clip.filter = try chain(entry, "filter")
    clip.volume = try entry.volume("volume") ?? 0
    clip.titles = try entry.objects("title", shorthand: "text").map { try title($0) }
    clip.captions = try captions(entry)
    try entry.finish()
    return clip
  }

  /// The beginning or the end of the film, or of a layer over it: an object as between two clips, or the transition's name
  /// alone.
  private func end(_ document: JSONObject, _ key: String, isLayer: Bool = false) throws -> FilmJunction? {
    if document.value(key)?.text != nil, let name = try document.word(key) {
      return FilmJunction(transition: TransitionChoice(name: beside(name)), isCut: name == "cut")
    }
    return try document.object(key).map { try junction($0, isLayer: isLayer) }
  }

  private func fit(_ object: JSONObject) throws -> Fit? {
    try object.word("fit", of: Fit.self, "cover, contain, stretch or blur")
  }

  private func junction(_ entry: JSONObject, isLayer: Bool = false) throws -> FilmJunction {
    // Its keys stand beside its name, or with the name in an object, as in the defaults.
    var (name, object): (String?, JSONObject) = (nil, entry)
    if entry.value("transition")?.text != nil {
      name = try entry.word("transition")
    } else {
      object = try entry.object("transition") ?? entry
      name = try object.word("name")
    }
    guard let name else { throw entry.problem("“transition” must be a name, or an object that has a “name”") }
    var junction = FilmJunction(isCut: name == "cut")
    junction.duration = try object.position("duration")
    junction.transition = TransitionChoice(name: beside(name), texts: try parameters(object))
    junction.timing = try timing(object)
    junction.filters = try filters(object)
    if !isLayer {
      if object.value("sound") != nil {
        let text = try object.numberOrText("sound")
        guard junction.setSound(text) else {
          throw object.problem("“sound” is “\(text)”, but must be \(FilmJunction.soundWords)")
        }
      }
      junction.overlap = try object.word("overlap", of: OverlapSource.self, "clips or handles")
    }
    try object.finish(idle: isLayer ? FilmSchema.idleInLayers : [])
    // Beside an object they have no effect.
    if object !== entry { try entry.finish(idle: FilmSchema.transition.keys.sorted() + ["sound"]) }
    return junction
  }

  private func music(_ entry: JSONObject) throws -> FilmMusic {
    let source = try entry.required("src", entry.word)
    var music = FilmMusic(path: path(source))
    // A voice or a sound at its time is heard once.
    music.loops = try entry.flag("loop") ?? !(entry.has("start") || entry.has("end"))
    music.start = try entry.position("start") ?? music.start
    music.end = try entry.position("end")
    if let start = try entry.position("in", in: FilmBounds.sourceSeconds) {
      guard case .seconds(let seconds) = start else {
        throw entry.problem("“in” must be seconds, not frames")
      }
      music.sourceStart = seconds
    }
    if entry.value("track") != nil {
      let text = try entry.numberOrText("track")
      guard TrackChoice(text) != nil else {
        throw entry.problem("“track” is “\(text)”, but must be \(TrackChoice.expected)")
      }
      music.track = text
    }
    music.volume = try entry.volume("volume") ?? 0
    music.fadeOut = try entry.number("fadeOut", in: FilmBounds.seconds, "s") ?? music.fadeOut
    if let duck = try entry.object("duck") {
      music.duck = try duck.decibels("by") ?? music.duck
      try duck.finish()
    }
    guard music.duck <= 0 else { throw entry.problem("“duck” must be a change of 0 dB or less") }
    try entry.finish()
    return music
  }

  private func overlay(_ entry: JSONObject) throws -> FilmOverlay {
    var overlay = FilmOverlay(try overlaySource(try entry.required("src", entry.word), entry))
    overlay.place = try place(entry, "at") ?? overlay.place
    overlay.size = try entry.number("size", in: FilmBounds.overlaySize, "frame widths") ?? overlay.size
    overlay.margin = try entry.number("margin", in: FilmBounds.share, "frame widths") ?? overlay.margin
    overlay.opacity = try entry.number("opacity", in: FilmBounds.share, "of 1") ?? overlay.opacity
    overlay.start = try entry.position("start", in: FilmBounds.secondsFromEnd) ?? overlay.start
    overlay.end = try entry.position("end", in: FilmBounds.secondsFromEnd)
    overlay.fade = try entry.number("fade", in: FilmBounds.seconds, "s") ?? overlay.fade
    overlay.enter = try end(entry, "enter", isLayer: true)
    overlay.exit = try end(entry, "exit", isLayer: true)
    try fill(&overlay, entry)
    overlay.volume = try entry.volume("volume")
    overlay.filter = try chain(entry, "filter")
    for setting in OverlaySetting.all { try setting.read(entry, into: &overlay) }
    try entry.finish()
    return overlay
  }

  private func overlaySource(_ text: String, _ entry: JSONObject) throws -> FilmOverlay.Source {
    if text.hasPrefix("color:") { return .color(try color(String(text.dropFirst(6)), entry)) }
    guard text.hasPrefix(FilmGradient.prefix) else { return .file(path: path(text)) }
    guard let gradient = FilmGradient(text) else {
      throw entry.problem("“src” is “\(text)”, but must be \(FilmGradient.expected)")
    }
    return .gradient(gradient)
  }

  func place(_ entry: JSONObject, _ key: String) throws -> FilmTitle.Place? {
    let places = FilmTitle.Place.allCases.map(\.rawValue).joined(separator: ", ")
    return try entry.word(key, of: FilmTitle.Place.self, "one of \(places)")
  }

  private func title(_ entry: JSONObject) throws -> FilmTitle {
    guard let text = try entry.text("text") else { throw entry.problem("“text” is missing") }
    var title = FilmTitle(text)
    title.start = try entry.position("start", in: FilmBounds.secondsFromEnd) ?? title.start
    title.end = try entry.position("end", in: FilmBounds.secondsFromEnd)
    title.font = try entry.text("font") ?? title.font
    title.place = try place(entry, "at") ?? title.place
    if let word = try entry.text("color") { title.color = try color(word, entry) }
    title.outline = try colorOrNone(entry, "outline")
    title.shadow = try colorOrNone(entry, "shadow")
    title.box = try colorOrNone(entry, "box")
    title.size = try entry.number("size", in: FilmBounds.titleSize, "frame heights") ?? title.size
    title.fade = try entry.number("fade", in: FilmBounds.seconds, "s") ?? title.fade
    title.enter = try end(entry, "enter", isLayer: true)
    title.exit = try end(entry, "exit", isLayer: true)
    try fill(&title, entry)
    title.pieces = try entry.word("by", of: FilmTitle.Pieces.self, "line, word or letter")
    title.stagger = try stagger(entry)
    title.shrinks = try entry.flag("shrink") ?? title.shrinks
    title.isMarkup = try entry.flag("markup") ?? title.isMarkup
    try entry.finish()
    return title
  }

  /// Seconds from one piece to the next, or an object of those of all and their curve.
  private func stagger(_ entry: JSONObject) throws -> FilmTitle.Stagger? {
    guard case .object? = entry.value("stagger"), let all = try entry.object("stagger") else {
      return try entry.number("stagger", in: FilmBounds.stagger, "s").map { .each($0) }
    }
    guard let seconds = try all.number("for", in: FilmBounds.stagger, "s") else {
      throw all.problem("“for” must be there")
    }
    let curve = try timing(all) ?? .linear
    try all.finish()
    return .all(seconds, curve)
  }

  /// Captions: their file alone, or an object.
  private func captions(_ object: JSONObject) throws -> FilmCaptions? {
    if object.value("captions")?.text != nil, let source = try object.word("captions") {
      return FilmCaptions(path: path(source))
    }
    guard let entry = try object.object("captions") else { return nil }
    let source = path(try entry.required("src", entry.word))
    let enter = try end(entry, "enter", isLayer: true)
    let exit = try end(entry, "exit", isLayer: true)
    var captions = try CaptionSetting.captions(entry, path: source)
    (captions.enter, captions.exit) = (enter, exit)
    return captions
  }

  private func motion(_ object: JSONObject) throws -> PictureMotion? {
    guard object.value("motion") != nil else { return nil }
    if let word = try? object.text("motion") {
      switch word {
      case "none": return PictureMotion.none
      case "auto": return .auto
      default:
        throw object.problem(
          "“motion” is “\(word)”, but must be none, auto, or an object with from and to, or with path")
      }
    }
    guard let path = try object.object("motion") else { return nil }
    if let keyframes = try keyframes(ofMotion: path) { return .keyframes(keyframes) }
    let motion = PictureMotion.path(
      from: try part(path, "from"), to: try part(path, "to"), timing: try timing(path) ?? .linear)
    try path.finish()
    return motion
  }

  func part(_ object: JSONObject, _ key: String) throws -> PictureMotion.Part {
    guard let values = try object.numbers(key) else { return .whole }
    if values.count == 4 {
      let part = PictureMotion.Part(x: values[0], y: values[1], width: values[2], height: values[3])
      if part.isWithinPicture { return part }
    }
    throw object.problem("“\(key)” must be [x, y, width, height] in fractions, within the picture")
  }

  func timing(_ object: JSONObject) throws -> TimingCurve? {
    guard let text = try object.text("timing") else { return nil }
    do {
      return try TimingCurve(parsing: text)
    } catch {
      throw object.problem("“timing”: \(error)")
    }
  }

  private func filters(_ object: JSONObject) throws -> FilterTexts? {
    let texts = FilterTexts(
      from: try chain(object, "fromFilter"), to: try chain(object, "toFilter"),
      result: try chain(object, "filter"))
    return texts == FilterTexts() ? nil : texts
  }

  /// A chain of filters that can be read.
  private func chain(_ object: JSONObject, _ key: String) throws -> String? {
    guard let text = try object.text(key) else { return nil }
    do {
      _ = try RequestFilters(FilterTexts(result: text))
    } catch FilterError.chain(let problem, _, _) {
      throw object.problem("“\(key)”: \(problem)")
    }
    return text
  }

  private func parameters(_ object: JSONObject) throws -> [(name: String, value: String)] {
    guard let values = try object.object("params") else { return [] }
    return try values.keys.map { (name: $0, value: beside(try values.typed($0))) }
  }

  private func colorOrNone(_ object: JSONObject, _ key: String) throws -> RGBAColor? {
    guard let text = try object.text(key), text != "none" else { return nil }
    return try color(text, object)
  }

  private func color(_ text: String, _ object: JSONObject) throws -> RGBAColor {
    guard let color = RGBAColor(text) else {
      let meant = NameSuggestion.words(forColor: text)
      throw object.problem("“\(text)” is not a colour\(meant.isEmpty ? "; #rrggbb is one" : meant)")
    }
    return color
  }

  private func path(_ text: String) -> String { text.hasPrefix("/") ? text : folder + text }

  /// The file that a transition or a parameter names, where it is in the folder of the film's file; else the same words, which
  /// may be a name, a number, or a file of the current folder.
  private func beside(_ text: String) -> String {
    let isFile = text.contains(".") && FileManager.default.fileExists(atPath: path(text))
    return isFile ? path(text) : text
  }
}
