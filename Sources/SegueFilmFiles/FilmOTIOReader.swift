import FoundationEssentials
import Glibc
import SegueFields
import SegueFilm
import SegueImaging
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem
import SegueTransitions

extension FilmOTIO {
  /// Whether `document` is an OpenTimelineIO document.
  static func isTimeline(_ document: JSONValue) -> Bool { document["OTIO_SCHEMA"] != nil }

  /// Reads the timeline in `document`. Errors call it `name`; `folder` is the prefix of relative media paths.
  /// - Throws: `FilmError.file`.
  static func film(in document: JSONValue, name: String, folder: String) throws(FilmError) -> FilmRequest {
    try FilmFile.checked(name) {
      var reader = FilmOTIOReader(folder: folder)
      return try reader.film(document)
    }
  }
}

/// Reads a timeline, and records a loss for each ignored part.
private struct FilmOTIOReader {
  let folder: String
  private var notices: [Notice] = []
  /// The part being read: its path, and its position in words.
  private var place: Place?
  private var items: [FilmItem] = []
  /// The last transition, not yet followed by a clip, and its offsets in seconds.
  private var pending: (junction: FilmJunction, into: Double, out: Double)?
  private var rate: Double?

  init(folder: String) { self.folder = folder }

  mutating func film(_ timeline: JSONValue) throws(JSONProblem) -> FilmRequest {
    guard timeline.schema == "Timeline", let tracks = timeline["tracks"]?["children"]?.list else {
      throw JSONProblem("it is not an OpenTimelineIO timeline")
    }
    let video = tracks.indices.filter {
      tracks[$0].schema == "Track" && tracks[$0]["kind"]?.text != "Audio"
    }
    // An audio track written by Segue contains only the clips' sound.
    let others = tracks.count - video.count - tracks.count { $0["metadata"]?["segue"]?["sound"] != nil }
    if others > 0 {
      note("\(others) audio track\(others == 1 ? " is" : "s are") ignored; clips keep their own sound")
    }
    if video.isEmpty { throw JSONProblem("it has no video track") }
    let seen = video.filter {
      tracks[$0].isEnabled && tracks[$0].children.contains { $0.schema == "Clip" && $0.isEnabled }
    }
    guard let number = seen.first else {
      throw JSONProblem("no enabled video track contains an enabled clip")
    }
    if seen.count > 1 { note("\(seen.count) video tracks have clips; only the first is read") }
    let track = "tracks.children[\(number)]"
    place = Place(track)
    if tracks[number]["source_range"] != nil { note("the video track's source_range is ignored") }
    for (index, child) in tracks[number].children.enumerated() {
      place = Place("\(track).children[\(index)]", named: "item \(index + 1) of track \(number + 1)")
      try add(child)
    }
    if pending != nil { note("a transition at the end is ignored, since no clip follows") }
    let film = timeline["metadata"]?["segue"]?["film"]
    place = Place("metadata.segue.film")
    var request = FilmRequest(items: items)
    request.output.frameRate =
      own(film, "fps", "a frame rate") { try? FrameRate(parsing: $0) } ?? rate.flatMap(Self.rate)
    request.output.size = own(film, "size", "a frame size") { FrameSize($0) }
    if let color = own(film, "color", "a colour", { ColorEncoding(rawValue: $0) }), color.isHDR {
      request.output.color = color
    }
    if let fit = own(film, "fit", "a fit", { Fit(rawValue: $0) }) { request.output.fit = fit }
    request.notices = notices
    return request
  }

  /// Adds a loss at the part being read.
  private mutating func note(_ sentence: String, of property: String? = nil) {
    notices.append(Notice(.loss, at: Place(place?.path), of: property, sentence))
  }

  private mutating func add(_ item: JSONValue) throws(JSONProblem) {
    switch item.schema {
    case "Transition": try transition(item)
    case "Clip" where item.isEnabled: try clip(item)
    case "Gap", "Clip":
      // A disabled clip becomes a gap of the same length.
      let length = try seconds(item.range?["duration"], "the length of a gap") ?? 0
      if length > 0 { append(FilmClip(.color(.black)), start: nil, length: length) }
    default: note("“\(item["name"]?.text ?? "")” is a \(item.schema), which is ignored")
    }
  }

  /// The value of `key` in Segue's metadata; an invalid value is ignored and recorded as a loss.
  private mutating func own<Value>(
    _ metadata: JSONValue?, _ key: String, _ kind: String, _ parse: (String) -> Value?
  ) -> Value? {
    guard let found = metadata?[key] else { return nil }
    if let value = found.text.flatMap(parse) { return value }
    note("metadata.segue: “\(key)” is \(found.typed), not \(kind), and is ignored", of: key)
    return nil
  }

  private mutating func transition(_ item: JSONValue) throws(JSONProblem) {
    guard !items.isEmpty else { return note("a transition before the first clip is ignored") }
    let own = item["metadata"]?["segue"]
    let type = item["transition_type"]?.text ?? ""
    let name = own?["transition"]?.text
    if name == nil, type != "SMPTE_Dissolve" {
      note("unknown transition “\(item["name"]?.text ?? type)” (\(type)) becomes a dissolve")
    }
    var parameters: [(name: String, value: String)] = []
    if case .object(let values)? = own?["params"] {
      parameters = values.keys.sorted().compactMap { name in
        values[name]?.word.map { (name: name, value: $0) }
      }
    }
    var junction = FilmJunction(
      transition: TransitionChoice(name: name ?? "dissolve", texts: parameters))
    junction.timing = self.own(own, "timing", "a curve") { try? TimingCurve(parsing: $0) }
    let place = "of the transition “\(item["name"]?.text ?? type)”"
    pending = (
      junction, try seconds(item["in_offset"], "in_offset \(place)") ?? 0,
      try seconds(item["out_offset"], "out_offset \(place)") ?? 0
    )
  }

  private mutating func clip(_ item: JSONValue) throws(JSONProblem) {
    let name = item["name"]?.text ?? "a clip"
    let effects = item["effects"]?.list ?? []
    let speed = effects.lazy.filter { $0.schema == "LinearTimeWarp" }.compactMap { $0["time_scalar"]?.number }
      .first { ClipSpeed.range.contains($0) && $0 != 1 }
    if effects.count > (speed == nil ? 0 : 1) { note("the effects of “\(name)” are ignored") }
    let (media, range) = (item.media, item.range)
    let clockStart =
      try seconds(
        media?["available_range"]?["start_time"], "the beginning of the media of “\(name)”", in: Self.clock)
      ?? 0
    var start = try seconds(range?["start_time"], "the beginning of “\(name)”", in: Self.clock)
      .map { $0 - clockStart }
    if let early = start, early < 0 {
      // Ignore differences below a millisecond, which come from rounding.
      if early < -0.001 {
        note("“\(name)” begins \((-early).typed) s before its media; it is trimmed")
      }
      start = 0
    }
    let length = try seconds(range?["duration"], "the length of “\(name)”")
    if rate == nil { rate = range?["duration"]?["rate"]?.number }
    if media?.schema == "GeneratorReference" {
      let text = media?["parameters"]?["color"]?.text ?? ""
      if RGBAColor(text) == nil { note("the generator “\(name)” becomes black") }
      append(FilmClip(.color(RGBAColor(text) ?? .black)), start: nil, length: length)
    } else if let found = media.flatMap({ source($0, name) }) {
      var clip = found.clip
      clip.fit = own(item["metadata"]?["segue"], "fit", "a fit") { Fit(rawValue: $0) }
      clip.motion = own(item["metadata"]?["segue"], "motion", "“auto”") { $0 == "auto" ? .auto : nil }
      clip.speed = speed?.typed
      clip.isOnMediaClock = media?["available_range"] == nil
      append(clip, start: (start ?? 0) + found.earlier, length: length)
      let offset = own(item["metadata"]?["segue"], "sound", "seconds") { Double($0) }
      if let offset { items[items.count - 1].junction?.soundOffset = offset }
    } else {
      note("the clip “\(name)” has no media and becomes black")
      append(FilmClip(.color(.black)), start: nil, length: length)
    }
  }

  /// Appends a clip, extended by its transitions' offsets. `start` is `nil` for stills.
  private mutating func append(_ clip: FilmClip, start: Double?, length: Double?) {
    var clip = clip
    var junction = items.isEmpty ? nil : FilmJunction.cut
    let into = pending?.into ?? 0
    if let pending, let last = items.indices.last {
      let length = pending.into + pending.out
      if length > 0 {
        junction = pending.junction
        junction?.duration = .seconds(length)
      }
      items[last].clip.lengthen(by: pending.out)
    }
    pending = nil
    if let start {
      clip.start = .seconds(max(0, start - into * clip.ownSpeed))
      if let length { clip.end = .seconds(start + length * clip.ownSpeed) }
    } else {
      clip.duration = .seconds((length ?? 0) + into)
    }
    var item = FilmItem(clip, into: junction)
    item.clipPlace = place
    items.append(item)
  }

  /// `time` in seconds; errors call it `place`. Returns `nil` without a value or rate.
  private func seconds(
    _ time: JSONValue?, _ place: String, in range: ClosedRange<Double> = FilmBounds.seconds
  ) throws(JSONProblem) -> Double? {
    guard let value = time?["value"]?.number, let rate = time?["rate"]?.number else { return nil }
    do {
      try Bounds(Self.rates, "frames/s").check(rate, "the rate of \(place)")
      let seconds = value / Self.exact(rate)
      try Bounds(range, "s").check(seconds, place)
      return seconds
    } catch {
      throw JSONProblem("\(error)")
    }
  }

  /// The clip of the files in `media`, and the seconds of earlier pictures in their sequence; `nil` without
  /// a file.
  private mutating func source(_ media: JSONValue, _ name: String) -> (clip: FilmClip, earlier: Double)? {
    if media.schema == "ImageSequenceReference" { return sequence(media, name) }
    guard media.schema == "ExternalReference", let url = media["target_url"]?.text, !url.isEmpty else {
      return nil
    }
    return (FilmClip(.file(path: path(url) { FileManager.default.fileExists(atPath: $0) })), 0)
  }

  /// The pictures of an `ImageSequenceReference`; each is shown for `frame_step` frames.
  private mutating func sequence(_ media: JSONValue, _ name: String) -> (clip: FilmClip, earlier: Double)? {
    func word(_ key: String) -> String { (media[key]?.text ?? "").replacing("%", with: "%%") }
    func count(_ key: String) -> Int { media[key]?.number.map(Int.init(limiting:)) ?? 0 }
    let step = max(1, count("frame_step"))
    guard let base = media["target_url_base"]?.text, let rate = media["rate"]?.number,
      let speedMap = Self.rate(rate / Double(step))
    else { return nil }
    let digits = min(18, count("frame_zero_padding"))
    let pattern = word("name_prefix") + (digits > 0 ? "%0\(digits)d" : "%d") + word("name_suffix")
    func numbers(_ path: String) -> [Int] { (try? SequencePattern(path))?.existing(in: 0...) ?? [] }
    let path = path(base.hasSuffix("/") || base.isEmpty ? base : base + "/", pattern) { !numbers($0).isEmpty }
    var clip = FilmClip(.file(path: path))
    clip.frameRate = speedMap
    let found = numbers(path)
    if zip(found, found.dropFirst()).contains(where: { $1 - $0 < step }) {
      note("“\(name)”: the pictures that frame_step \(step) skips are shown, too")
    }
    let earlier = found.prefix { $0 < count("start_frame") }.count
    return (clip, Double(earlier) / speedMap.framesPerSecond)
  }

  /// The path for a URL or path, or for the pictures called `pattern` in that folder. A missing file is
  /// looked up beside the timeline by its last path components. This finds the media of moved projects and
  /// Windows paths.
  private mutating func path(_ url: String, _ pattern: String = "", _ isThere: (String) -> Bool) -> String {
    let prefix = ["file://localhost/", "file:///"].first(where: url.hasPrefix)
    let text = prefix.map { "/" + url.dropFirst($0.count) } ?? url
    let decoded = FilmOTIO.decoded(text)
    let places = (prefix == nil ? [text, decoded] : [decoded])
      .map { ($0.hasPrefix("/") ? $0 : folder + $0) + pattern }
    if let found = places.first(where: isThere) { return found }
    let parts = decoded.split { $0 == "/" || $0 == "\\" }
    let names = parts + (pattern.isEmpty ? [] : [pattern[...]])
    let tails = names.indices.map { folder + names[$0...].joined(separator: "/") }
    guard let found = tails.first(where: isThere) else { return places[places.count - 1] }
    note("\(url + pattern) does not exist; \(found) is used instead")
    return found
  }

  /// The range of source times in seconds, on a clock with any origin.
  private static let clock = -1e10...1e10
  /// The accepted frame rates.
  private static let rates = 0.001...Double(FrameRate.greatest)

  /// The exact rate for a rounded rate: 29.97 is 30000/1001.
  private static func exact(_ rate: Double) -> Double { Self.rate(rate)?.framesPerSecond ?? rate }

  /// The frame rate nearest to `value`; `nil` outside of `rates`.
  private static func rate(_ value: Double) -> FrameRate? {
    guard rates.contains(value) else { return nil }
    if let whole = Int(exactly: value) { return try? FrameRate(whole) }
    let nominal = Int(value.rounded(.up))
    if abs(Double(nominal * 1000) / 1001 - value) < 0.01 { return try? FrameRate(nominal * 1000, per: 1001) }
    return try? FrameRate(Int((value * 1000).rounded()), per: 1000)
  }
}

extension FilmClip {
  fileprivate var ownSpeed: Double { speed.flatMap(Double.init) ?? 1 }

  /// Moves the end by `seconds` of the film.
  fileprivate mutating func lengthen(by seconds: Double) {
    if case .seconds(let end)? = end { self.end = .seconds(end + seconds * ownSpeed) }
    if case .seconds(let length)? = duration { duration = .seconds(length + seconds) }
  }
}

extension JSONValue {
  /// A parameter's value as typed on the command line.
  fileprivate var word: String? {
    switch self {
    case .text, .number, .flag: typed
    case .null, .list, .object: nil
    }
  }

  fileprivate var schema: String {
    String((self["OTIO_SCHEMA"]?.text ?? "").prefix { $0 != "." })
  }

  /// Whether an item is enabled, which is the default.
  fileprivate var isEnabled: Bool { self["enabled"]?.flag ?? true }

  fileprivate var children: [JSONValue] { self["children"]?.list ?? [] }

  fileprivate var media: JSONValue? {
    let key = self["active_media_reference_key"]?.text ?? "DEFAULT_MEDIA"
    return self["media_reference"] ?? self["media_references"]?[key]
  }

  /// The part of the media that an item shows.
  fileprivate var range: JSONValue? { self["source_range"] ?? media?["available_range"] }
}
