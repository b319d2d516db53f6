import FilmSamples
import Foundation
import SegueFields
import SegueFilm
import SegueFilmFiles

/// Random film documents, reproducible by seed. Their keys and values are those of the schema; some values are
/// arbitrary.
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

  /// The keys of formulas, for which the schema accepts any text.
  private static let formulas: Set = ["timing", "filter", "fromFilter", "toFilter", "speed"]

  private static let document = FilmSchema.document
  private static let samples = SchemaSamples.film
  private static let junction = FilmJunction.schema(isEnd: false)

  /// A value that `schema` accepts; `nil` for null.
  private mutating func value(_ schema: JSONValue) -> JSONValue? {
    if schema["examples"] != nil { return pick(Self.samples.valid(schema)) }
    if let parts = schema["anyOf"]?.list {
      return value(pick(parts.filter { !Self.samples.valid($0).isEmpty }))
    }
    if schema["$ref"] != nil { return value(Self.samples.resolved(schema)) }
    if schema["properties"] != nil { return part(schema) }
    guard let item = schema["items"] else {
      let values = Self.samples.valid(schema)
      return values.isEmpty ? nil : pick(values)
    }
    let least = Int(schema["minItems"]?.number ?? 0)
    var list: [JSONValue] = []
    for _ in 0..<least + number(below: 4 - least) { list += [value(item)].compactMap(\.self) }
    return .list(list)
  }

  /// An object: required keys are nearly always present, a fourth of the others.
  private mutating func part(_ schema: JSONValue) -> JSONValue {
    var values = values(schema.members("properties"), required: schema.required, oneOf: 4)
    // The schema does not state that these keys exclude each other.
    if values["picture"] != nil { values["hold"] = nil }
    if number(below: 60) == 0 {
      values[pick(["volme", "_note", "transition", "name"])] = pick(Self.anything)
    }
    return .object(values)
  }

  private mutating func values(
    _ properties: [String: JSONValue], required: [String], oneOf share: Int
  ) -> [String: JSONValue] {
    var values: [String: JSONValue] = [:]
    for (key, schema) in properties.sorted(by: { $0.key < $1.key })
    where !Self.samples.valid(schema).isEmpty {
      guard required.contains(key) ? number(below: 60) > 0 : number(below: share) == 0 else { continue }
      let arbitrary = number(below: 60) == 0 ? pick(Self.anything) : nil
      let isFormula = arbitrary?.text != nil && Self.formulas.contains(key)
      values[key] = isFormula ? .flag(true) : arbitrary ?? value(schema)
    }
    return values
  }

  /// A random film.
  mutating func film() -> JSONValue {
    let clip = JSONSchema.reference("clip")
    var clips = [number(below: 4) == 0 ? .text("a.mp4") : value(clip)]
    for _ in 0..<number(below: 3) {
      if number(below: 2) == 0 { clips.append(value(Self.junction)) }
      clips.append(number(below: 60) == 0 ? pick([.number(7), .null, .text("color:reddish")]) : value(clip))
    }
    let list = clips.compactMap(\.self)
    let others = Self.document.members("properties").filter { !["segue", "clips"].contains($0.key) }
    var film = values(others, required: [], oneOf: 3)
    film["segue"] = .number(1)
    film["clips"] = list.count == 1 && number(below: 3) == 0 ? list[0] : .list(list)
    if number(below: 100) == 0 { film[pick(["_note", "musik", "titles", "segue"])] = pick(Self.anything) }
    return .object(film)
  }
}
