import SegueImaging
import SegueMedia
import SegueMotion
import SegueRun

/// The schema of a film's file: the words and bounds that its reader has. A key that is not known is an error, and null is
/// no value.
package enum FilmSchema {
  /// Seconds as a number or a text, or frames as a text.
  private static func position(_ range: ClosedRange<Double>, hasFrames: Bool = true) -> JSONValue {
    let most = Int(range.upperBound)
    let milliseconds = TextForms.decimal(upTo: Int(FilmBounds.sourceSeconds.upperBound))
    let forms =
      ["\(TextForms.decimal(upTo: most))s?", milliseconds + "ms", TextForms.clock(upTo: most)]
      + (hasFrames ? [TextForms.whole(upTo: FilmBounds.frames.upperBound) + "f"] : [])
    let sign = range.lowerBound < 0 ? "-?" : ""
    return JSONSchema.any(
      JSONSchema.number(range), JSONSchema.whole("\(sign)(?:\(forms.joined(separator: "|")))"))
  }

  private static func form(_ properties: [String: JSONValue], required: [String] = []) -> JSONValue {
    JSONSchema.form(properties, required: required, mayBeNull: true)
  }

  /// A time in a film.
  package static let inFilm = position(FilmBounds.seconds)
  static let inSource = position(FilmBounds.sourceSeconds)
  private static let inSourceSeconds = position(FilmBounds.sourceSeconds, hasFrames: false)
  private static let fromEnd = JSONSchema.reference("fromEnd")
  private static let timeInFilm = JSONSchema.reference("inFilm")
  /// Four fractions of a picture.
  static let fractions: JSONValue = {
    let place = JSONSchema.number(FilmBounds.share)
    let side = JSONValue.object([
      "type": .text("number"), "exclusiveMinimum": .number(PictureMotion.Part.smallest),
      "maximum": .number(1),
    ])
    return .object([
      "type": .text("array"), "prefixItems": .list([place, place, side, side]), "minItems": .number(4),
      "maxItems": .number(4),
    ])
  }()

  /// One of these numbers, also as a text.
  static func oneOf(_ numbers: [Int]) -> JSONValue {
    .object(["enum": .list(numbers.map { .number(Double($0)) } + numbers.map { .text("\($0)") })])
  }

  private static let seconds = JSONSchema.number(FilmBounds.seconds)
  private static let fit = JSONSchema.words(Fit.allCases.map(\.rawValue))
  private static let place = JSONSchema.words(FilmTitle.Place.allCases.map(\.rawValue))
  private static let decibels = "[+-]?" + TextForms.decimal(upTo: Int(FilmBounds.volume.upperBound))
  private static let volume = JSONSchema.described(
    JSONSchema.whole(" *(?:\(decibels) *[dD][bB]|[+]?\(TextForms.decimal(upTo: 100_000_000)) *%)"),
    "A change of level such as \"-6dB\", or a share such as \"50%\".")
  private static let chain = JSONSchema.described(JSONSchema.text, "A chain of filters: segue list filters.")
  private static let color = JSONSchema.reference("color")
  static let colorOrNone = JSONSchema.any(color, JSONSchema.words(["none"]))
  private static let scalar = JSONSchema.any(JSONSchema.number, JSONSchema.text, JSONSchema.flag)
  private static let plain = JSONSchema.any(
    scalar, JSONSchema.list(of: scalar))

  private static let motion = JSONSchema.any(
    JSONSchema.words(["none", "auto"]),
    form([
      "from": part, "to": part, "timing": JSONSchema.text, "path": .object(["type": .text("null")]),
    ]),
    JSONSchema.form(
      [
        "path": JSONSchema.list(
          of: form(["time": fromEnd, "part": part, "timing": JSONSchema.text], required: ["time"]),
          1...FilmBounds.keyframes.upperBound)
      ], required: ["path"], mayBeNull: true, idle: idleBesidePath))

  /// The keys of a motion that have no effect beside a path.
  static let idleBesidePath = ["from", "to", "timing"]
  private static let part = JSONSchema.described(
    fractions, "[x, y, width, height] as fractions of the picture.")

  static var transition: [String: JSONValue] {
    [
      "duration": timeInFilm, "params": JSONSchema.dictionary(of: plain), "timing": JSONSchema.text,
      "fromFilter": chain, "toFilter": chain, "filter": chain,
      "overlap": JSONSchema.words(OverlapSource.allCases.map(\.rawValue)),
    ]
  }

  /// A transition between two clips; at an end of the film, or of a layer, its name may stand in it alone. A layer has no sound to
  /// cross, and nothing to overlap.
  private static func junction(isEnd: Bool, isLayer: Bool = false) -> JSONValue {
    var keys = transition.merging([
      "sound": JSONSchema.any(
        JSONSchema.words(["equal-power", "linear"]), position(FilmBounds.secondsFromEnd, hasFrames: false))
    ]) { $1 }
    if isLayer { keys = keys.filter { !idleInLayers.contains($0.key) } }
    func form(_ more: [String: JSONValue], _ required: String) -> JSONValue {
      JSONSchema.form(
        keys.merging(more) { $1 }, required: [required], mayBeNull: true, idle: isLayer ? idleInLayers : [])
    }
    let name = ["name": JSONSchema.word]
    // What stands beside an object has no effect.
    let between = [
      form(["transition": JSONSchema.word], "transition"),
      JSONSchema.form(
        ["transition": form(name, "name")], required: ["transition"], mayBeNull: true,
        idle: transition.keys + ["sound"]),
    ]
    let end = form(name.merging(["transition": .object(["type": .text("null")])]) { $1 }, "name")
    return JSONSchema.any(isEnd ? [JSONSchema.word, end] + between : between)
  }

  /// The keys of a transition that have no effect on a layer.
  static let idleInLayers = ["overlap", "sound"]

  private static let source = JSONSchema.any(
    JSONSchema.text("^(?!color:)[\\s\\S]"), JSONSchema.whole("color:" + TextForms.color))

  private static var clip: JSONValue {
    var keys = [
      "src": JSONSchema.described(
        source, "A file, pictures such as shot%04d.png, or color:#rrggbb."),
      "in": inSource, "out": inSource, "duration": timeInFilm, "filter": chain, "motion": motion,
      "volume": volume,
      "title": entries(JSONSchema.reference("title"), of: JSONSchema.text, FilmBounds.titles),
      "captions": captions, "each": timeInFilm, "over": source,
      "fps": JSONSchema.rate,
    ]
    keys["freeze"] = form(["at": inFilm, "for": inFilm], required: ["at", "for"])
    for setting in ClipSetting.common { keys[setting.name] = setting.schema }
    return form(keys, required: ["src"])
  }

  private static let layerEnd = JSONSchema.reference("layerEnd")

  /// The keys that titles and overlays have in common.
  private static var moving: [String: JSONValue] {
    let keyframe = form(
      [
        "time": fromEnd, "x": JSONSchema.number(FilmBounds.pathPlace),
        "y": JSONSchema.number(FilmBounds.pathPlace), "at": place,
        "scale": JSONSchema.number(FilmBounds.pathScale), "rotate": JSONSchema.number(FilmBounds.pathTurn),
        "opacity": JSONSchema.number(FilmBounds.share), "timing": JSONSchema.text,
      ], required: ["time"])
    return [
      "within": JSONSchema.words(LayerArea.allCases.map(\.rawValue)),
      "path": JSONSchema.list(of: keyframe, FilmBounds.keyframes), "around": JSONSchema.flag,
    ]
  }

  private static var title: JSONValue {
    form(
      moving.merging([
        "text": JSONSchema.text, "start": fromEnd, "end": fromEnd, "at": place,
        "size": JSONSchema.number(FilmBounds.titleSize), "font": JSONSchema.text, "color": color,
        "outline": colorOrNone, "shadow": colorOrNone, "box": colorOrNone, "fade": seconds, "enter": layerEnd,
        "exit": layerEnd, "by": JSONSchema.words(FilmTitle.Pieces.allCases.map(\.rawValue)),
        "stagger": JSONSchema.any(
          JSONSchema.number(FilmBounds.stagger),
          form(["for": JSONSchema.number(FilmBounds.stagger), "timing": JSONSchema.text], required: ["for"])),
        "shrink": JSONSchema.flag,
        "markup": JSONSchema.flag,
      ]) { $1 }, required: ["text"])
  }

  private static let overlaySource = JSONSchema.any(
    JSONSchema.text("^(?!color:|gradient:)[\\s\\S]"), JSONSchema.whole("color:" + TextForms.color),
    JSONSchema.whole(FilmGradient.form))

  private static let captions = JSONSchema.any(JSONSchema.word, JSONSchema.reference("captions"))

  private static var captionsObject: JSONValue {
    form(
      CaptionSetting.schemas(color: color).merging([
        "src": JSONSchema.word, "enter": layerEnd, "exit": layerEnd,
      ]) { $1 }, required: ["src"])
  }

  private static var overlay: JSONValue {
    let own = Dictionary(uniqueKeysWithValues: OverlaySetting.all.map { ($0.name, $0.schema) })
    return form(
      moving.merging([
        "src": JSONSchema.described(
          overlaySource, "A file, another film's too, color:#rrggbb, or gradient:COLOUR:COLOUR:DEGREES."),
        "at": place, "filter": chain, "size": JSONSchema.number(FilmBounds.overlaySize),
        "margin": JSONSchema.number(FilmBounds.share), "opacity": JSONSchema.number(FilmBounds.share),
        "start": fromEnd, "end": fromEnd, "fade": seconds, "enter": layerEnd,
        "exit": layerEnd,
        "volume": volume,
      ]) { $1 }.merging(own) { $1 }, required: ["src"])
  }

  private static var music: JSONValue {
    let lowered = TextForms.decimal(upTo: Int(-FilmBounds.duck.lowerBound))
    let duck = JSONSchema.any(
      JSONSchema.number(FilmBounds.duck),
      JSONSchema.whole(" *(?:-\(lowered)|[+]?0*(?:0\\.?|\\.0)0*) *[dD][bB]"))
    return form(
      [
        "src": JSONSchema.word, "start": timeInFilm, "end": timeInFilm,
        "in": inSourceSeconds, "track": ClipSetting.track,
        "loop": JSONSchema.flag, "volume": volume,
        "fadeOut": seconds,
        "duck": form(["by": duck]),
      ], required: ["src"])
  }

  private static var metadata: JSONValue {
    let text = JSONSchema.any(JSONSchema.number, JSONSchema.whole(FileMetadata.textPattern))
    let time = form([FileMetadata.creationName: JSONSchema.whole(FileMetadata.timePattern)])
    guard case .object(var values) = time else { return time }
    values["patternProperties"] = .object([
      "^_": .flag(true), "^\(FileMetadata.namePattern)$": JSONSchema.orNull(text),
    ])
    values["maxProperties"] = .number(Double(FileMetadata.mostTexts))
    return .object(values)
  }

  /// A list whose objects may be texts, or one of them alone.
  /// - Parameter between: what else may stand in the list.
  private static func entries(
    _ entry: JSONValue, of text: JSONValue = JSONSchema.word, _ count: ClosedRange<Int>,
    between: JSONValue? = nil
  ) -> JSONValue {
    let one = [text, entry]
    return JSONSchema.any(
      one + [JSONSchema.list(of: JSONSchema.any(one + [between].compactMap(\.self)), count)])
  }

  /// The word for the channels of the first video's sound.
  static let automatic = "auto"
  /// The words for the channels of a film's sound.
  static let channels = [automatic] + SoundLayout.allCases.map(\.rawValue)

  /// The whole.
  package static var document: JSONValue {
    let film = form([
      "size": JSONSchema.whole(TextForms.size()), "fps": JSONSchema.rate,
      "fit": fit, "background": color,
      "loudness": JSONSchema.number(FilmBounds.loudness), "filter": chain,
      "channels": JSONSchema.words(channels),
      "subtitles": JSONSchema.word, "color": JSONSchema.words(ColorEncoding.allCases.map(\.rawValue)),
    ])
    // Its duration is seconds, whatever the film's rate comes to be.
    let named = form(
      transition.merging([
        "name": JSONSchema.word, "duration": position(FilmBounds.seconds, hasFrames: false),
      ]) {
        $1
      })
    let defaults = form([
      "picture": JSONSchema.any(seconds, JSONSchema.words(["music"])), "motion": motion,
      "transition": JSONSchema.any(JSONSchema.word, named),
    ])
    let end = JSONSchema.reference("end")
    let whole = form(
      [
        "segue": .object(["const": .number(1)]), "film": film, "defaults": defaults,
        "clips": entries(
          JSONSchema.reference("clip"), of: source, 1...(2 * FilmBounds.clips.upperBound),
          between: junction(isEnd: false)),
        "opening": end, "closing": end,
        "titles": entries(JSONSchema.reference("title"), of: JSONSchema.text, FilmBounds.titles),
        "overlays": entries(JSONSchema.reference("overlay"), of: overlaySource, FilmBounds.overlays),
        "captions": captions,
        "music": entries(JSONSchema.reference("music"), FilmBounds.music), "meta": metadata,
      ], required: ["segue", "clips"])
    let color = JSONSchema.described(JSONSchema.whole(TextForms.color), "#rrggbb or a CSS colour name.")
    return JSONSchema.document(
      "A film of Segue", whole,
      definitions: [
        "color": color, "clip": clip, "title": title, "overlay": overlay, "captions": captionsObject,
        "music": music,
        "end": junction(isEnd: true), "layerEnd": junction(isEnd: true, isLayer: true),
        "inFilm": position(FilmBounds.seconds), "fromEnd": position(FilmBounds.secondsFromEnd),
      ])
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
        "track": text, "language": text, "color": text, "depth": count, "speed": number, "order": text,
        "copied": JSONSchema.list(of: JSONSchema.list(of: count, 2...2)), "encoded": text,
      ], required: ["source", "start", "end", "in", "out", "audio"])
    let junction = JSONSchema.object(
      ["transition": text, "start": count, "frames": count, "held": count],
      required: ["transition", "start", "frames"])
    let audio = JSONSchema.object(
      [
        "rate": count, "channels": count, "samples": count, "copied": JSONSchema.flag, "encoded": text,
      ], required: ["rate", "channels", "samples"])
    let layer = [
      "start": count, "end": count, "enter": junction, "exit": junction, "within": text, "keyframes": count,
    ]
    let overlay = JSONSchema.object(
      layer.merging([
        "source": text, "rectangle": JSONSchema.list(of: number, 4...4),
        "settings": JSONSchema.list(of: text),
      ]) { $1 }, required: ["source", "start", "end", "rectangle"])
    let title = JSONSchema.object(
      layer.merging(["text": text, "by": text, "stagger": number, "staggerTiming": text]) { $1 },
      required: ["text", "start", "end"])
    let captions = JSONSchema.object(
      ["source": text, "start": count, "end": count, "captions": count, "words": count],
      required: ["source", "start", "end", "captions", "words"])
    return JSONSchema.object(
      [
        "schema": .object(["const": .number(1)]), "film": film, "clips": JSONSchema.list(of: clip),
        "junctions": JSONSchema.list(of: junction), "opening": junction, "closing": junction,
        "titles": JSONSchema.list(of: title), "overlays": JSONSchema.list(of: overlay), "subtitles": text,
        "captions": JSONSchema.list(of: captions),
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
