import Foundation
import SegueImaging
import SegueMedia
import SegueMotion

/// What is wrong with a film's file.
public struct FilmFileError: Error, Sendable, Hashable {
  /// The file.
  public var name: String
  /// Where and what, in a sentence without a full stop.
  public var reason: String
}

/// The JSON of a film, as `segue join film.json` reads it. Paths are relative to the file; keys that are not known are
/// warnings.
public enum FilmFile {
  /// The film in the file at `path`, written to `output`.
  /// - Throws: `MediaError.unreadable`, `FilmFileError`.
  public static func read(path: String, output: String) throws -> FilmRequest {
    try read(path: path, limit: 64 << 20, output: output, parse: parse)
  }

  /// The film that `parse` finds in the file at `path`, which has at most `limit` bytes.
  /// - Throws: `MediaError.unreadable`, and what `parse` throws.
  static func read(
    path: String, limit: Int, output: String,
    parse: (_ bytes: [UInt8], _ name: String, _ folder: String) throws -> FilmRequest
  ) throws -> FilmRequest {
    let bytes = try InputBytes.read(path: path, limit: limit)
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    var request = try parse(bytes, path, folder)
    request.render.output = output
    request.files = [path]
    return request
  }

  /// The film in `json`; errors call it `name`, and relative paths begin with `folder`, which ends in a slash or is empty.
  /// - Throws: `FilmFileError`.
  static func parse(_ json: [UInt8], name: String, folder: String) throws(FilmFileError) -> FilmRequest {
    do {
      return try FilmFileReader(folder: folder).film(JSONDecoder().decode(FilmJSON.self, from: Data(json)))
    } catch let error as FilmJSON.Problem {
      throw FilmFileError(name: name, reason: error.sentence)
    } catch {
      throw FilmFileError(name: name, reason: "it is not valid JSON")
    }
  }
}

/// Reads a film's JSON, and remembers what nobody asked for.
private final class FilmFileReader {
  private let folder: String
  private var notes: [String] = []

  init(folder: String) { self.folder = folder }

  func film(_ json: FilmJSON) throws -> FilmRequest {
    let document = try FilmObject(json, place: "", reader: self)
    guard let version = try document.number("segue") else { throw document.problem("“segue”: 1 is missing") }
    guard version == 1 else { throw document.problem("“segue” is \(version), but this reads 1") }
    let clips = try self.clips(document)
    var request = FilmRequest(clips: clips.inputs, junctions: clips.junctions, output: "")
    if let film = try document.object("film") { try fill(&request, film) }
    if let defaults = try document.object("defaults") { try fillDefaults(&request, defaults) }
    request.music = try document.objects("music").map { try music($0) }
    request.titles = try document.objects("titles").map { try title($0) }
    document.finish()
    request.notes = notes
    return request
  }

  func note(_ sentence: String) { notes.append(sentence) }

  private func fill(_ request: inout FilmRequest, _ film: FilmObject) throws {
    if let text = try film.text("size") {
      guard let size = ImageSize(text) else {
        throw film.problem("“size” is “\(text)”, but must be WIDTHxHEIGHT")
      }
      request.render.size = .exact(size)
    }
    if let text = try film.textOrNumber("fps") {
      do {
        request.frameRate = try FrameRate(parsing: text)
      } catch {
        throw film.problem("“fps”: \(error)")
      }
    }
    if let text = try film.text("fit") {
      guard let fit = Fit(rawValue: text) else {
        throw film.problem("“fit” is “\(text)”, but must be cover, contain or stretch")
      }
      request.render.fit = fit
    }
    if let text = try film.text("background") { request.render.background = try color(text, film) }
    request.loudness = try film.number("loudness")
    film.finish()
  }

  private func fillDefaults(_ request: inout FilmRequest, _ defaults: FilmObject) throws {
    if let seconds = try defaults.number("picture") {
      guard seconds > 0 else {
        throw defaults.problem("“picture” is \(seconds), but must be seconds above 0")
      }
      request.pictureDuration = seconds
    }
    if let motion = try motion(defaults) { request.motion = motion }
    if let name = try? defaults.text("transition") {
      request.render.transition = name
    } else if let transition = try defaults.object("transition") {
      if let name = try transition.text("name") { request.render.transition = name }
      if let position = try transition.position("duration") {
        guard case .seconds(let seconds) = position, seconds > 0 else {
          throw transition.problem("“duration” must be seconds above 0")
        }
        request.render.duration = seconds
      }
      request.render.parameters = try parameters(transition).map { (name: $0.name, value: $0.value) }
      request.render.timing = try timing(transition)
      transition.finish()
    }
    defaults.finish()
  }

  private func clips(_ document: FilmObject) throws -> (inputs: [FilmClip], junctions: [FilmJunction]) {
    var (inputs, junctions): ([FilmClip], [FilmJunction]) = ([], [])
    var pending: FilmJunction?
    for entry in try document.objects("clips") {
      if entry.has("transition") {
        if inputs.isEmpty {
          throw entry.problem("a transition comes after a clip, and this is the first entry")
        }
        if pending != nil { throw entry.problem("two transitions in a row") }
        pending = try junction(entry)
        continue
      }
      if !inputs.isEmpty { junctions.append(pending ?? .usual) }
      pending = nil
      inputs.append(try clip(entry))
    }
    if pending != nil { throw document.problem("clips: the last entry is a transition to nothing") }
    if inputs.isEmpty { throw document.problem("“clips” has no clip") }
    return (inputs, junctions)
  }

  private func clip(_ entry: FilmObject) throws -> FilmClip {
    guard let source = try entry.text("src") else { throw entry.problem("“src” is missing") }
    var clip =
      source.hasPrefix("color:")
      ? FilmClip(.color(try color(String(source.dropFirst(6)), entry))) : FilmClip(.file(path: path(source)))
    clip.start = try entry.position("in")
    clip.end = try entry.position("out")
    clip.duration = try entry.position("duration")
    clip.motion = try motion(entry)
    clip.volume = try entry.decibels("volume") ?? 0
    entry.finish()
    return clip
  }

  private func junction(_ entry: FilmObject) throws -> FilmJunction {
    guard let name = try entry.text("transition") else { throw entry.problem("“transition” must be a name") }
    var junction = FilmJunction(transition: name, isCut: name == "cut")
    junction.duration = try entry.position("duration")
    junction.parameters = try parameters(entry)
    junction.timing = try timing(entry)
    if let text = try entry.text("sound") {
      guard let curve = SoundCurve(rawValue: text) else {
        throw entry.problem("“sound” is “\(text)”, but must be equal-power or linear")
      }
      junction.sound = curve
    }
    entry.finish()
    return junction
  }

  private func music(_ entry: FilmObject) throws -> FilmMusic {
    guard let source = try entry.text("src") else { throw entry.problem("“src” is missing") }
    var music = FilmMusic(path: path(source))
    music.loops = try entry.flag("loop") ?? true
    music.volume = try entry.decibels("volume") ?? 0
    if let seconds = try entry.number("fadeOut") {
      guard seconds >= 0 else {
        throw entry.problem("“fadeOut” is \(seconds), but must be seconds, 0 or more")
      }
      music.fadeOut = seconds
    }
    if let duck = try entry.object("duck") {
      music.duck = try duck.decibels("by") ?? music.duck
      duck.finish()
    }
    guard music.duck <= 0 else { throw entry.problem("“duck” must be a change of 0 dB or less") }
    entry.finish()
    return music
  }

  private func title(_ entry: FilmObject) throws -> FilmTitle {
    guard let text = try entry.text("text") else { throw entry.problem("“text” is missing") }
    var title = FilmTitle(text)
    title.start = try entry.position("start") ?? title.start
    title.end = try entry.position("end")
    title.font = try entry.text("font") ?? title.font
    if let word = try entry.text("at") {
      guard let place = FilmTitle.Place(rawValue: word) else {
        let places = FilmTitle.Place.allCases.map(\.rawValue).joined(separator: ", ")
        throw entry.problem("“at” is “\(word)”, but must be one of \(places)")
      }
      title.place = place
    }
    if let word = try entry.text("color") { title.color = try color(word, entry) }
    if let size = try entry.number("size") {
      guard (0.005...1).contains(size) else {
        throw entry.problem("“size” is \(size), but must be 0.005 to 1 frame heights")
      }
      title.size = size
    }
    if let fade = try entry.number("fade") {
      guard fade >= 0 else { throw entry.problem("“fade” is \(fade), but must be seconds, 0 or more") }
      title.fade = fade
    }
    entry.finish()
    return title
  }

  private func motion(_ object: FilmObject) throws -> PictureMotion? {
    guard object.has("motion") else { return nil }
    if let word = try? object.text("motion") {
      switch word {
      case "none": return PictureMotion.none
      case "auto": return .auto
      default:
        throw object.problem("“motion” is “\(word)”, but must be none, auto, or an object with from and to")
      }
    }
    guard let path = try object.object("motion") else { return nil }
    let motion = PictureMotion.path(
      from: try part(path, "from"), to: try part(path, "to"), timing: try timing(path) ?? .linear)
    path.finish()
    return motion
  }

  private func part(_ object: FilmObject, _ key: String) throws -> PictureMotion.Part {
    guard let values = try object.numbers(key) else { return .whole }
    guard values.count == 4, values.allSatisfy(\.isFinite), values[2] > 0.01, values[3] > 0.01,
      values[0] >= 0,
      values[1] >= 0, values[0] + values[2] <= 1.000001, values[1] + values[3] <= 1.000001
    else { throw object.problem("“\(key)” must be [x, y, width, height] in fractions, within the picture") }
    return .init(x: values[0], y: values[1], width: values[2], height: values[3])
  }

  private func timing(_ object: FilmObject) throws -> TimingCurve? {
    guard let text = try object.text("timing") else { return nil }
    do {
      return try TimingCurve(parsing: text)
    } catch {
      throw object.problem("“timing”: \(error)")
    }
  }

  private func parameters(_ object: FilmObject) throws -> [FilmJunction.Parameter] {
    guard let values = try object.object("params") else { return [] }
    return try values.keys.map { .init(name: $0, value: try values.word($0)) }
  }

  private func color(_ text: String, _ object: FilmObject) throws -> RGBAColor {
    guard let color = RGBAColor(text) else { throw object.problem("“\(text)” is no colour; #rrggbb is one") }
    return color
  }

  private func path(_ text: String) -> String { text.hasPrefix("/") ? text : folder + text }
}

/// A value of JSON.
enum FilmJSON: Decodable, Sendable, Hashable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([FilmJSON])
  case object([String: FilmJSON])

  /// What is wrong, and where.
  struct Problem: Error { var sentence: String }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([FilmJSON].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: FilmJSON].self))
    }
  }
}

/// An object of JSON whose keys are ticked off as they are read.
private final class FilmObject {
  private let values: [String: FilmJSON]
  private let place: String
  private let reader: FilmFileReader
  private var asked: Set<String> = []

  init(_ json: FilmJSON, place: String, reader: FilmFileReader) throws {
    (self.place, self.reader) = (place, reader)
    guard case .object(let values) = json else {
      throw FilmJSON.Problem(sentence: (place.isEmpty ? "" : place + ": ") + "expected an object")
    }
    self.values = values
  }

  var keys: [String] { values.keys.sorted() }

  func has(_ key: String) -> Bool { values[key] != nil }

  func problem(_ sentence: String) -> FilmJSON.Problem {
    FilmJSON.Problem(sentence: (place.isEmpty ? "" : place + ": ") + sentence)
  }

  /// Notes every key that nobody asked for.
  func finish() {
    for key in keys where !asked.contains(key) {
      let meant = NameSuggestion.nearest(to: key, in: asked.sorted()).map { "; did you mean “\($0)”?" } ?? ""
      reader.note((place.isEmpty ? "" : place + ": ") + "“\(key)” has no effect here\(meant)")
    }
  }

  func text(_ key: String) throws -> String? {
    switch value(key) {
    case nil: return nil
    case .text(let text): return text
    default: throw problem("“\(key)” must be a text")
    }
  }

  /// A text, or a number as it would be typed.
  func textOrNumber(_ key: String) throws -> String? {
    value(key) == nil ? nil : try word(key)
  }

  func number(_ key: String) throws -> Double? {
    switch value(key) {
    case nil: return nil
    case .number(let number): return number
    default: throw problem("“\(key)” must be a number")
    }
  }

  func numbers(_ key: String) throws -> [Double]? {
    guard let value = value(key) else { return nil }
    guard case .list(let list) = value else { throw problem("“\(key)” must be a list of numbers") }
    return try list.map { item in
      guard case .number(let number) = item else { throw problem("“\(key)” must be a list of numbers") }
      return number
    }
  }

  func flag(_ key: String) throws -> Bool? {
    switch value(key) {
    case nil: return nil
    case .flag(let flag): return flag
    default: throw problem("“\(key)” must be true or false")
    }
  }

  /// Seconds as a number, or frames as a text such as `75f`.
  func position(_ key: String) throws -> FilmClip.Position? {
    switch value(key) {
    case nil: return nil
    case .number(let seconds) where seconds >= 0: return .seconds(seconds)
    case .text(let text):
      if let position = FilmClip.Position(text) { return position }
      fallthrough
    default: throw problem("“\(key)” must be seconds, or frames such as \"75f\"")
    }
  }

  /// A number, or a text such as `-3dB`.
  func decibels(_ key: String) throws -> Double? {
    switch value(key) {
    case nil: return nil
    case .number(let number): return number
    case .text(let text) where text.hasSuffix("dB"):
      if let number = Double(text.dropLast(2).filter { $0 != " " }), abs(number) <= 120 { return number }
      fallthrough
    default: throw problem("“\(key)” must be decibels such as \"-3dB\"")
    }
  }

  func object(_ key: String) throws -> FilmObject? {
    guard let value = value(key) else { return nil }
    return try FilmObject(value, place: path(key), reader: reader)
  }

  func objects(_ key: String) throws -> [FilmObject] {
    guard let value = value(key) else { return [] }
    guard case .list(let list) = value else { throw problem("“\(key)” must be a list") }
    return try list.enumerated().map {
      try FilmObject($0.element, place: path(key) + "[\($0.offset)]", reader: reader)
    }
  }

  /// A value as it would be typed.
  func word(_ key: String) throws -> String {
    func plain(_ json: FilmJSON) throws -> String {
      switch json {
      case .text(let text): return text
      case .number(let number): return Int(exactly: number).map(String.init) ?? "\(number)"
      case .flag(let flag): return "\(flag)"
      case .list(let list): return try list.map(plain).joined(separator: ",")
      case .null, .object: throw problem("“\(key)” must be a number, a text or a list of numbers")
      }
    }
    return try plain(value(key) ?? .null)
  }

  private func value(_ key: String) -> FilmJSON? {
    asked.insert(key)
    let value = values[key]
    return value == .null ? nil : value
  }

  private func path(_ key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }
}
