import Foundation
import SegueFields
import SegueRun

/// Random film documents, reproducible by seed. Most values are valid for a film, some are arbitrary.
///
/// Invalid values that a schema cannot describe are left out: invalid formulas, rectangles outside their picture, and
/// transitions without a clip beside them.
struct RandomFilm {
  private var state: UInt64

  init(seed: Int) { state = UInt64(seed) }

  /// A number below `count`, by SplitMix64.
  private mutating func number(below count: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(count))
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value { values[number(below: values.count)] }

  /// The keys of each part with valid values; `@NAME` is another part.
  private static let parts: [String: [String: [JSONValue]]] = {
    let text = #"""
      {"film": {"size": ["1920x1080", "1X16384", "1080P", "63x64", "300x", "x9"], "fps": [24, 29.97, 0.001, 1000000, "30000/1001", "59.94"],
         "fit": ["cover", "contain", "stretch", "blur"], "color": ["sdr", "hlg", "pq"],
         "background": ["#000", "#102030ff", "DarkSlateGrey"], "loudness": [-14, 0, -70],
         "channels": ["auto", "mono", "5.1"], "filter": ["invert()"],
         "subtitles": ["a.srt"], "device": ["iphone", "none", "@device"], "loop": [0, 65535, "7", "forever"],
         "cycle": [true, false], "pingPong": [true, false]},
       "device": {"kind": ["android", "browser"], "background": ["#c7d2fe"], "to": ["transparent"], "margin": [0, 1],
         "shadow": [0.5], "bezel": ["#123456", "#123456fF", "Navy"], "ratio": ["9:19.5", "1170:2532"]},
       "defaults": {"picture": [0, 3.5, 86400, "music"], "motion": ["none", "auto", "@motion", "@motion way"],
         "transition": ["slide,iris", "@named", {"duration": "1:02", "overlap": "handles"}]},
       "defaults hold": {"hold": [0, 2.5, 86400], "motion": ["none"], "transition": ["slide"]},
       "motion": {"from": [[0, 0, 1, 1], [0.1, 0.2, 0.5, 0.5]], "to": [[0, 0, 0.02, 1]], "timing": ["ease", "spring(0.8)"]},
       "motion way": {"path!": [["@motion.path"], ["@motion.path", "@motion.path"]], "from": [1, [0, 0, 1, 1]]},
       "motion.path": {"time!": [0, -1, "75f", "-3f"], "part": [[0, 0, 1, 1], [0.1, 0.2, 0.5, 0.5]], "timing": ["ease"]},
       "keyframe": {"time!": [0, -86400, "75f", "1:02.5"], "x": [-10, 0.5, 10], "y": [0, 1], "at": ["left", "center"],
         "scale": [0, 1.5, 100], "rotate": [-36000, 90], "opacity": [0, 1], "timing": ["spring(0.5)"]},
       "named": {"name!": ["slide", "iris.glsl"], "duration": [0, 0.5, "500ms", "0.5s", "1:02.5"],
         "params": [{}, {"rows": 3, "a": "x", "b": [1, 2], "c": true}], "timing": ["linear"], "filter": ["blur(0.1*p)"],
         "fromFilter": ["invert()"], "toFilter": ["saturation(p)"], "overlap": ["clips", "handles"]},
       "clip": {"src!": ["a.mp4", "shot%04d.png", "color:red", "color:#12345678"], "in": [0, 1.5, "75f", "24000:00:00"],
         "out": [86400000, "1:02.5", ".5s"], "duration": [0, "75f", "86400"], "each": [2, "3s"], "fit": ["blur"],
         "filter": ["invert()"], "motion": ["auto", "@motion", "@motion way"], "volume": ["-6dB", "50%", "+3 dB", "0%", "120dB"],
         "rotate": [0, 90, "270"], "crop": ["0:0.1:1:0.5", [0, 0.25, 1, 0.5]], "speed": [0.05, 20, "1+p"],
         "chapter": ["Three", 3], "fps": [24, "30000/1001"], "frames": ["blend", "repeat"], "title": ["One", "@title", ["A", "@title"]],
         "reverse": [true, "false"], "boomerang": ["true"], "freeze": ["@freeze"], "over": ["b.png", "color:#101418"],
         "track": [1, "1+2", "deu"], "subtitles": [2, "eng"], "captions": ["a.srt", "@captions"]},
       "freeze": {"at!": [0, "40f"], "for!": [1.5, "1:00"]},
       "junction": {"transition!": ["slide", "cut", "@named"], "duration": [0, 1, "12f"], "params": [{"rows": 12}],
         "timing": ["ease"], "filter": ["invert()"], "fromFilter": ["invert()"], "toFilter": ["saturation(p)"],
         "overlap": ["clips"], "sound": ["linear", "equal-power"]},
       "title": {"text!": ["A", ""], "start": [-2, 0, "-15f", "1:02.5"], "end": [86400, -86400, "-1:00"],
         "at": ["top-left", "center"], "size": [0.005, 1], "font": ["Sans"], "color": ["white", "#12345678"],
         "outline": ["none", "black"], "shadow": ["#000"], "box": ["transparent"], "fade": [0, 0.3],
        "enter": ["cut", "@end", "@junction"], "exit": ["@named"], "within": ["frame", "box"], "by": ["line", "word", "letter"],
          "stagger": [0, 0.03, 60, "@stagger"], "shrink": [true, false], "markup": [true], "around": [true], "path": [[], ["@keyframe"], ["@keyframe", "@keyframe"]]},
       "stagger": {"for!": [0, 0.6, 60], "timing": ["ease-out", "spring(0.5)"]},
       "overlay": {"src!": ["a.png", "color:red", "gradient:red:#00f", "gradient:#fff:navy:gold:-45.5"],
         "x": [0.5, -10], "y": [10], "anchor": ["top-left"], "height": [0.001, 4], "shape": ["circle", "rounded:0.50", "rounded:.3"],
         "border": [0.01, "0.5:red", "1.0"], "shadow": ["none", "#00000080"], "in": [0, "75f"], "out": ["1:02.5"],
         "speed": [2, "1+p"], "loop": [true, "false"], "filter": ["chroma-key(#00ff00)"], "blend": ["multiply", "linear-burn"],
         "crop": ["0:0.1:1:0.5", [0, 0.25, 1, 0.5]], "track": [1, "1+2", "deu"], "at": ["left"], "size": [0.001, 4], "margin": [0, 1], "opacity": [0.5], "start": ["-2"],
         "end": [3], "fade": [1], "volume": ["-6dB"], "within": ["box"], "around": [false], "path": [["@keyframe"]],
         "enter": ["cut", "@end", "@junction"], "exit": ["@named"]},
       "captions": {"src!": ["w.json"], "style": ["plain", "loud", "marker"], "words": ["none", "grow", "alone"], "font": ["Sans"],
         "size": [0.005, 1], "color": ["white"], "spoken": ["#12345678"], "said": ["none", "red"], "scale": [0.5, 2],
         "outline": ["none"], "shadow": ["#000"], "box": ["transparent"], "mark": ["red"], "at": ["top"], "margin": [0, 0.5],
         "letters": [1, 200], "lines": [1, 10], "pause": [0, 60], "upper": [true, false],
         "enter": ["cut", "@end"], "exit": ["@named"], "within": ["frame", "box"]},
       "music": {"src!": ["a.mp3"], "start": [0, "90f"], "end": ["1:00"], "loop": [true, false], "volume": ["0dB"],
         "fadeOut": [0, 3], "duck": ["@duck"], "in": [0, 1.5, "1:02"], "track": [1, "1+2", "deu"]},
       "progress": {"at": ["top", "bottom"], "height": [0.001, 0.5], "color": ["red"], "background": ["none", "#12345678"],
         "of": ["film", "clips"]},
       "duck": {"by": [-12, 0, "-3dB", "0dB", "-120dB"]},
       "meta": {"title": ["One", "a = ; b", 7], "creation_time": ["2026-05-01", "2026-05-01T18:30:00Z", "2026-05-01 18:30"], "date": [2026, "May"], "x_1": ["y"]},
       "end": {"name!": ["fade"], "duration": ["12f"], "sound": ["linear"]}}
      """#
    return (try? JSONDecoder().decode([String: [String: [JSONValue]]].self, from: Data(text.utf8))) ?? [:]
  }()

  /// The keys of `part` that a film may have, in any of its variants: `motion way` is a variant of `motion`.
  static func keys(of part: String) -> Set<String> {
    if part == "file" { return fileKeys }
    let variants = Self.parts.filter { $0.key == part || $0.key.hasPrefix(part + " ") }.values
    return Set(variants.flatMap(\.keys).map { key in key.filter { $0 != "!" } })
  }

  /// The keys of whole films.
  private static let fileKeys = (1...200).reduce(into: Set<String>()) { keys, seed in
    var random = RandomFilm(seed: seed)
    if case .object(let film) = random.film() { keys.formUnion(film.keys) }
  }

  /// Arbitrary values.
  private static let anything: [JSONValue] = {
    let text = #"""
      [true, false, 0, -1, 0.5, 7, 90, 1e9, -1e9, 86401, "", "big", "75f", "7.5f", "1:02.5", "1:75", "-2", "-15f", "none", "music",
       "auto", "#12345", "red", "reddish", "transparent", "#ffffff80", "100000000", "86401", "90000s", "300ms", "1e3", "50%",
       "-50%", "-6dB", "121dB", "- 6dB", "6", "rounded:0.51", "gradient:red", "gradient:red:blue:361", "0.1:reddish", "0/1", "24/1", "1000001", "0.0", "16385x2", "0x10", "63x", "color:red",
       "color:reddish", "1:2:3:4", "0.1:0.1:0.5:0.5", [], [0, 0, 1, 1], [0, 0, 0.005, 1], [1, "a"], ["a"], {}, {"a": 1}, null]
      """#
    return (try? JSONDecoder().decode([JSONValue].self, from: Data(text.utf8))) ?? []
  }()

  private static let formulas: Set = ["timing", "filter", "fromFilter", "toFilter", "speed"]

  /// A value for `key`: one of `values`, or an arbitrary one.
  private mutating func value(_ key: String, of values: [JSONValue]) -> JSONValue {
    if number(below: 60) > 0 { return filled(pick(values)) }
    let value = pick(Self.anything)
    return value.text != nil && Self.formulas.contains(key) ? .flag(true) : value
  }

  /// `value` with a random part in place of each reference.
  private mutating func filled(_ value: JSONValue) -> JSONValue {
    if let text = value.text, text.hasPrefix("@") { return part(String(text.dropFirst())) }
    guard let list = value.list else { return value }
    var whole: [JSONValue] = []
    for item in list { whole.append(filled(item)) }
    return .list(whole)
  }

  /// An object: required keys are nearly always present, others sometimes.
  private mutating func part(_ name: String) -> JSONValue {
    var values: [String: JSONValue] = [:]
    for (key, choices) in (Self.parts[name] ?? [:]).sorted(by: { $0.key < $1.key }) {
      let (isRequired, key) = (key.hasSuffix("!"), key.filter { $0 != "!" })
      guard isRequired ? number(below: 60) > 0 : number(below: 4) == 0 else { continue }
      values[key] = value(key, of: choices)
    }
    if number(below: 60) == 0 {
      values[pick(["volme", "_note", "transition", "name"])] = pick(Self.anything)
    }
    return .object(values)
  }

  /// A list of up to three parts, or a single part.
  private mutating func parts(_ name: String, _ text: String) -> JSONValue {
    var list: [JSONValue] = []
    for _ in 0..<number(below: 4) { list.append(number(below: 3) == 0 ? .text(text) : part(name)) }
    return list.count == 1 && number(below: 2) == 0 ? list[0] : .list(list)
  }

  /// A random film.
  mutating func film() -> JSONValue {
    var clips = [number(below: 4) == 0 ? .text("a.mp4") : part("clip")]
    for _ in 0..<number(below: 3) {
      if number(below: 2) == 0 { clips.append(part("junction")) }
      clips.append(number(below: 60) == 0 ? pick([.number(7), .null, .text("color:reddish")]) : part("clip"))
    }
    var film: [String: JSONValue] = ["segue": .number(1), "clips": .list(clips)]
    if clips.count == 1, number(below: 3) == 0 { film["clips"] = clips[0] }
    for (key, parts) in [
      ("film", ["@film"]), ("defaults", ["@defaults", "@defaults hold"]), ("meta", ["@meta"]),
    ]
    where number(below: 2) == 0 {
      film[key] = value(key, of: parts.map { .text($0) })
    }
    for key in ["opening", "closing"] where number(below: 4) == 0 {
      film[key] = value(key, of: [.text("fade"), .text("@junction"), .text("@end")])
    }
    if number(below: 3) == 0 {
      film["captions"] = value("captions", of: [.text("a.srt"), .text("@captions")])
    }
    if number(below: 3) == 0 {
      film["progress"] = value("progress", of: [.text("bottom"), .text("@progress")])
    }
    for (key, name, text) in [
      ("titles", "title", "Hello"), ("overlays", "overlay", "a.png"), ("music", "music", "m"),
      ("voice", "music", "v"),
    ]
    where number(below: 3) == 0 {
      film[key] = parts(name, text)
    }
    if number(below: 100) == 0 { film[pick(["_note", "musik", "titles", "segue"])] = pick(Self.anything) }
    return .object(film)
  }
}
