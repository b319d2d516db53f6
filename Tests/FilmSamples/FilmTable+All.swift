import SegueFields
import SegueFilmFiles

extension FilmTable {
  /// The tables of a film file. Films refer to the files of `FilmTable.files`.
  package static let all: [FilmTable] = parts + transitions + layers

  private static let document = FilmSchema.document
  private static let definitions = document.members("$defs")

  private static func schema(_ name: String) -> JSONValue { definitions[name] ?? .null }

  /// The schema of `key` of `part` without null.
  private static func schema(of key: String, in part: JSONValue) -> JSONValue {
    let whole = part.members("properties")[key] ?? .null
    return whole["anyOf"]?.list?.first ?? whole
  }

  /// The schema of an entry of the list `key` of `part`.
  private static func entry(of key: String, in part: JSONValue) -> JSONValue {
    schema(of: key, in: part)["items"] ?? .null
  }

  /// A film of two parts of 10 s with `keys`.
  private static func film(_ keys: String) -> String {
    """
    {"segue": 1, "film": {"size": "192x108", "fps": 10},
     "clips": [{"src": "color:red", "duration": 10}, {"src": "logo.png", "duration": 10}], \(keys)}
    """
  }

  private static func film(clips: String) -> String {
    #"{"segue": 1, "film": {"size": "192x108", "fps": 10}, "clips": [\#(clips)]}"#
  }

  private static var parts: [FilmTable] {
    let clip = schema("clip")
    let motion = schema(of: "motion", in: clip)
    let still = #"{"src": "logo.png", "duration": 10}"#
    return [
      FilmTable("file", document, in: #""@""#, base: film(#""_": 0"#)),
      FilmTable(
        "film", schema(of: "film", in: document),
        in: #"{"segue": 1, "film": "@", "clips": [{"src": "color:red", "duration": 10}, \#(still)]}"#,
        base: #"{"size": "192x108", "fps": 10}"#),
      FilmTable(
        "defaults", schema(of: "defaults", in: document),
        in: """
          {"segue": 1, "film": {"size": "192x108", "fps": 10}, "clips": ["logo.png", "color:red"],
           "defaults": "@"}
          """, base: "{}"),
      FilmTable(
        "clip", clip, in: film(clips: #""@""#), base: #"{"src": "clip.mp4"}"#,
        [
          "duration": still, "each": still, "motion": still, "over": #"{"src": "song.wav"}"#,
          "fps": #"{"src": "shot%d.png"}"#, "frames": #"{"src": "clip.mp4", "speed": 0.5}"#,
        ]),
      FilmTable(
        "freeze", schema(of: "freeze", in: clip), in: film(clips: #"{"src": "clip.mp4", "freeze": "@"}"#),
        base: #"{"at": 1, "for": 1}"#),
      FilmTable(
        "motion", motion, in: film(clips: #"{"src": "logo.png", "duration": 10, "motion": "@"}"#),
        base: #"{"to": [0, 0, 0.5, 0.5]}"#, ["path": "{}"]),
      FilmTable(
        "motion.path", motion.forms.last.map { entry(of: "path", in: $0) } ?? .null,
        in: film(
          clips: """
            {"src": "logo.png", "duration": 10,
             "motion": {"path": ["@", {"time": 5, "part": [0, 0, 0.5, 0.5]}]}}
            """), base: #"{"time": 0}"#),
    ]
  }

  private static var transitions: [FilmTable] {
    let names = ["name", "transition"]
    let entries = document.members("properties")["clips"]?["anyOf"]?.list?.last?["items"]?["anyOf"]?.list
    let defaults = schema(of: "defaults", in: document).members("properties")["transition"]
    return [
      FilmTable(
        "junction", entries?.last?["anyOf"]?.list?.first ?? .null, without: names,
        in: film(clips: #"{"src": "color:red", "duration": 10}, "@", {"src": "color:blue", "duration": 10}"#),
        base: #"{"transition": "slide", "duration": 2}"#),
      FilmTable(
        "defaults.transition", defaults?["anyOf"]?.list?.first?["anyOf"]?.list?.last ?? .null, without: names,
        in: film(#""defaults": {"transition": "@"}"#), base: #"{"name": "slide", "duration": 2}"#),
      FilmTable(
        "enter", schema("layerEnd")["anyOf"]?.list?[1] ?? .null, without: names,
        in: film(#""titles": [{"text": "A", "start": 1, "end": 9, "enter": "@"}]"#),
        base: #"{"name": "slide", "duration": 2}"#),
    ]
  }

  private static var layers: [FilmTable] {
    let path = #"[{"time": 0.5, "x": 0.2, "y": 0.3}, {"time": 2, "x": 0.8, "y": 0.6}]"#
    let keyframe = entry(of: "path", in: schema("title"))
    return [
      FilmTable(
        "title", schema("title"), in: film(#""titles": ["@"]"#),
        base: """
          {"text": "Some <b>words</b> in a row", "size": 0.3, "x": 0.5, "start": 0.4, "end": 3, "by": "word",
           "enter": {"name": "dissolve", "duration": 0.4}, "path": \(path)}
          """),
      FilmTable(
        "keyframe", keyframe,
        in: film(#""titles": [{"text": "A", "path": ["@", {"time": 5, "x": 0.8, "y": 0.6}]}]"#),
        base: #"{"time": 1, "x": 0.2, "y": 0.3}"#, ["at": #"{"time": 1}"#]),
      FilmTable(
        "overlay", schema("overlay"), in: film(#""overlays": ["@"]"#),
        base: """
          {"src": "clip.mp4", "x": 0.5, "start": 0.4, "end": 3, "path": \(path),
           "enter": {"name": "dissolve", "duration": 0.4}}
          """),
      FilmTable(
        "captions", schema("captions"), in: film(#""captions": "@""#),
        base: #"{"src": "words.json", "letters": 8, "enter": {"name": "dissolve", "duration": 0.4}}"#),
      FilmTable(
        "progress", form(of: "progress", in: document), in: film(#""progress": "@""#), base: "{}"),
      FilmTable(
        "device", form(of: "device", in: schema(of: "film", in: document)),
        in: """
          {"segue": 1, "film": {"size": "192x108", "fps": 10, "device": "@"},
           "clips": [{"src": "color:red", "duration": 10}]}
          """, base: #"{"kind": "iphone"}"#),
      FilmTable("music", schema("music"), in: film(#""music": ["@"]"#), base: #"{"src": "song.wav"}"#),
    ]
  }

  /// The object among the alternatives of `key` of `part`.
  private static func form(of key: String, in part: JSONValue) -> JSONValue {
    schema(of: key, in: part)["anyOf"]?.list?.last ?? .null
  }
}
