import SegueImaging
import SegueMotion
import SegueRun

/// The schema of a film's file: the words and bounds that its reader has. A key that is not known is an error, and null is
/// no value.
package enum FilmSchema {
  /// Seconds as a number or a text, or frames as a text.
  private static func position(_ range: ClosedRange<Double>, hasFrames: Bool = true) -> JSONValue {
    let sign = range.lowerBound < 0 ? "-?" : ""
    let seconds = "([0-9]+\\.?[0-9]*|\\.[0-9]+)(ms|s)?"
    let clock = "[0-9]+:([0-9]+:)?[0-9]+(\\.[0-9]*)?"
    return JSONSchema.any(
      JSONSchema.number(range),
      JSONSchema.text("^\(sign)(\(seconds)|\(clock)\(hasFrames ? "|[0-9]+f" : ""))$"))
  }

  private static func form(_ properties: [String: JSONValue], required: [String] = []) -> JSONValue {
    JSONSchema.form(properties, required: required, mayBeNull: true)
  }

  static let inFilm = position(FilmBounds.seconds)
  private static let inSource = position(FilmBounds.sourceSeconds)
  private static let fromEnd = position(FilmBounds.secondsFromEnd)
  /// Frames a second.
  static let rate = JSONSchema.any(
    .object(["type": .text("number"), "exclusiveMinimum": .number(0)]), JSONSchema.text)
  /// Four fractions of a picture.
  static let fractions = JSONSchema.list(of: JSONSchema.number(0...1), 4...4)

  /// One of these numbers, also as a text.
  static func oneOf(_ numbers: [Int]) -> JSONValue {
    .object(["enum": .list(numbers.map { .number(Double($0)) } + numbers.map { .text("\($0)") })])
  }

  private static let seconds = JSONSchema.number(FilmBounds.seconds)
  private static let fit = JSONSchema.words(Fit.allCases.map(\.rawValue))
  private static let place = JSONSchema.words(FilmTitle.Place.allCases.map(\.rawValue))
  private static let volume = JSONSchema.described(
    JSONSchema.text("(dB|%)$"), "A change of level such as \"-6dB\", or a share such as \"50%\".")
  private static let chain = JSONSchema.described(JSONSchema.text, "A chain of filters: segue list filters.")
  private static let color = JSONSchema.described(JSONSchema.text, "#rrggbb or a CSS colour name.")
  private static let scalar = JSONSchema.any(JSONSchema.number, JSONSchema.text, JSONSchema.flag)
  private static let plain = JSONSchema.any(
    scalar, JSONSchema.list(of: scalar))

  private static let motion = JSONSchema.any(
    JSONSchema.words(["none", "auto"]),
    form(["from": part, "to": part, "timing": JSONSchema.text]))
  private static let part = JSONSchema.described(
    fractions, "[x, y, width, height] as fractions of the picture.")

  static var transition: [String: JSONValue] {
    [
      "duration": inFilm, "params": JSONSchema.dictionary(of: plain), "timing": JSONSchema.text,
      "fromFilter": chain, "toFilter": chain, "filter": chain,
      "overlap": JSONSchema.words(OverlapSource.allCases.map(\.rawValue)),
    ]
  }

  /// A transition between two clips; at an end of the film, or of a layer, its name may stand in it alone. A layer has no sound to
  /// cross, and nothing to overlap.
  private static func junction(isEnd: Bool, isLayer: Bool = false) -> JSONValue {
    var keys = transition.merging(["sound": JSONSchema.words(["equal-power", "linear"])]) { $1 }
    if isLayer { keys = keys.filter { !idleInLayers.contains($0.key) } }
    func form(_ more: [String: JSONValue], _ required: String) -> JSONValue {
      JSONSchema.form(
        keys.merging(more) { $1 }, required: [required], mayBeNull: true, idle: isLayer ? idleInLayers : [])
    }
    let named = form(["name": JSONSchema.text], "name")
    let between = form(["transition": JSONSchema.any(JSONSchema.text, named)], "transition")
    return isEnd ? JSONSchema.any(JSONSchema.text, between, named) : between
  }

  /// The keys of a transition that have no effect on a layer.
  static let idleInLayers = ["overlap", "sound"]

  private static var clip: JSONValue {
    var keys = [
      "src": JSONSchema.described(
        JSONSchema.text, "A file, pictures such as shot%04d.png, or color:#rrggbb."),
      "in": inSource, "out": inSource, "duration": inFilm, "filter": chain, "motion": motion,
      "volume": volume, "title": entries(title, FilmBounds.titles),
    ]
    for setting in ClipSetting.common { keys[setting.name] = setting.schema }
    return form(keys, required: ["src"])
  }

  private static var layerEnd: JSONValue { junction(isEnd: true, isLayer: true) }

  private static var title: JSONValue {
    form(
      [
        "text": JSONSchema.text, "start": fromEnd, "end": fromEnd, "at": place,
        "size": JSONSchema.number(FilmBounds.titleSize), "font": JSONSchema.text, "color": color,
        "outline": color,
        "shadow": color, "box": color, "fade": seconds, "enter": layerEnd,
        "exit": layerEnd,
      ], required: ["text"])
  }

  private static var overlay: JSONValue {
    form(
      [
        "src": JSONSchema.text, "at": place, "size": JSONSchema.number(FilmBounds.overlaySize),
        "margin": JSONSchema.number(FilmBounds.share), "opacity": JSONSchema.number(FilmBounds.share),
        "start": fromEnd, "end": fromEnd, "fade": seconds, "enter": layerEnd,
        "exit": layerEnd,
        "volume": volume,
      ], required: ["src"])
  }

  private static var music: JSONValue {
    let duck = JSONSchema.any(JSONSchema.number(FilmBounds.duck), JSONSchema.text("dB$"))
    return form(
      [
        "src": JSONSchema.text, "start": inFilm, "end": inFilm, "loop": JSONSchema.flag, "volume": volume,
        "fadeOut": seconds,
        "duck": form(["by": duck]),
      ], required: ["src"])
  }

  /// A list whose objects may be texts, or one of them alone.
  /// - Parameter between: what else may stand in the list.
  private static func entries(
    _ entry: JSONValue, _ count: ClosedRange<Int>, between: JSONValue? = nil
  ) -> JSONValue {
    let one = [JSONSchema.text, entry]
    return JSONSchema.any(
      one + [JSONSchema.list(of: JSONSchema.any(one + [between].compactMap(\.self)), count)])
  }

  /// The whole.
  package static var document: JSONValue {
    let film = form([
      "size": JSONSchema.text,
      "fps": rate,
      "fit": fit, "background": color, "loudness": JSONSchema.number(FilmBounds.loudness), "filter": chain,
      "subtitles": JSONSchema.text, "color": JSONSchema.words(ColorEncoding.allCases.map(\.rawValue)),
    ])
    // Its duration is seconds, whatever the film's rate comes to be.
    let named = form(
      transition.merging([
        "name": JSONSchema.text, "duration": position(FilmBounds.seconds, hasFrames: false),
      ]) {
        $1
      })
    let defaults = form([
      "picture": JSONSchema.any(seconds, JSONSchema.words(["music"])), "motion": motion,
      "transition": JSONSchema.any(JSONSchema.text, named),
    ])
    let end = junction(isEnd: true)
    let whole = form(
      [
        "segue": .object(["const": .number(1)]), "film": film, "defaults": defaults,
        "clips": entries(clip, 1...(2 * FilmBounds.clips.upperBound), between: junction(isEnd: false)),
        "opening": end, "closing": end, "titles": entries(title, FilmBounds.titles),
        "overlays": entries(overlay, FilmBounds.overlays), "music": entries(music, FilmBounds.music),
      ], required: ["segue", "clips"])
    return JSONSchema.document("A film of Segue", whole)
  }

  /// The report of a film.
  package static var report: JSONValue {
    let (count, text, number) = (JSONSchema.count, JSONSchema.text, JSONSchema.number)
    let film = JSONSchema.object(
      [
        "width": count, "height": count, "fps": text, "frames": count, "seconds": number,
        "color": text, "depth": count, "copiedFrames": count, "part": JSONSchema.list(of: count, 2...2),
      ],
      required: ["width", "height", "fps", "frames", "seconds"])
    let clip = JSONSchema.object(
      [
        "source": text, "start": count, "end": count, "in": number, "out": number, "audio": JSONSchema.flag,
        "color": text, "depth": count, "speed": number,
        "copied": JSONSchema.list(of: JSONSchema.list(of: count, 2...2)), "encoded": text,
      ], required: ["source", "start", "end", "in", "out", "audio"])
    let junction = JSONSchema.object(
      ["transition": text, "start": count, "frames": count, "held": count],
      required: ["transition", "start", "frames"])
    let audio = JSONSchema.object(
      ["rate": count, "channels": count, "samples": count], required: ["rate", "channels", "samples"])
    let layer = ["start": count, "end": count, "enter": junction, "exit": junction]
    let overlay = JSONSchema.object(
      layer.merging(["source": text]) { $1 }, required: ["source", "start", "end"])
    let title = JSONSchema.object(
      layer.merging(["text": text]) { $1 }, required: ["text", "start", "end"])
    return JSONSchema.object(
      [
        "schema": .object(["const": .number(1)]), "film": film, "clips": JSONSchema.list(of: clip),
        "junctions": JSONSchema.list(of: junction), "opening": junction, "closing": junction,
        "titles": JSONSchema.list(of: title), "overlays": JSONSchema.list(of: overlay), "subtitles": text,
        "subtitleTrack": JSONSchema.object(
          ["language": text, "cues": count], required: ["language", "cues"]),
        "audio": JSONSchema.any(audio, .object(["type": .text("null")])), "framesPerSecond": number,
        "bytes": count,
        "outputs": JSONSchema.list(of: text), "warnings": JSONSchema.list(of: text),
        "chunks": JSONSchema.object(["count": count, "rendered": count], required: ["count", "rendered"]),
        "renderer": JSONSchema.reference("renderer"),
        "seconds": JSONSchema.object([
          "probe": number, "render": number, "encode": number, "total": number,
        ]),
      ], required: ["schema", "film", "clips", "junctions", "audio", "warnings"])
  }
}
