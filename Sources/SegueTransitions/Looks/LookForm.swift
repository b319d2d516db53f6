import SegueFields
import SegueRendering

/// An object in a look's file: its keys, with their schemas and descriptions.
struct LookForm: Sendable {
  typealias Key = (name: String, schema: JSONValue, sentence: String)

  private let keys: [Key]
  /// The names of all keys, the required ones first.
  var names: [String] { keys.map(\.name) }
  let required: [String]

  fileprivate init(_ required: [Key], _ optional: [Key] = []) {
    keys = required + optional
    self.required = required.map(\.name)
  }

  fileprivate var schema: JSONValue {
    let properties = keys.map { ($0.name, JSONSchema.described($0.schema, $0.sentence)) }
    return JSONSchema.form(
      Dictionary(uniqueKeysWithValues: properties), required: required, mayBeNull: false)
  }
}

extension LookForm {
  static let durations = 0.001...86_400
  static let shares = 0...1.0
  /// The range of positions and factors of a layer.
  static let places = -1000...1000.0
  static let degrees = -1e6...1e6

  private static let node = JSONSchema.reference("node")
  private static let pair = JSONSchema.list(of: node, 2...2)
  private static let share = formula(shares)
  private static let place = formula(places)

  /// A number in `range`, or an expression.
  private static func formula(_ range: ClosedRange<Double>) -> JSONValue {
    JSONSchema.any(Bounds(range).schema, JSONSchema.text)
  }

  // swift-format-ignore
  static let look = LookForm([("recipe", node, "The frame at the progress p.")], [
    ("summary", JSONSchema.text, "A one-line description."),
    ("source", JSONSchema.text, "The program, paper or article of the effect."),
    ("duration", Bounds(durations).schema, "The default duration in seconds."),
    ("timing", JSONSchema.text, "A curve, as --timing takes it."),
    ("drag", JSONSchema.words(Direction.allCases.map(\.rawValue)), "The direction of a finger that drives the transition on the live page."),
    ("exactEnds", JSONSchema.flag, "Whether the first and the last frame are the pictures themselves."),
    ("parameters", JSONSchema.dictionary(of: JSONSchema.any(parameter.schema, choice.schema)), "The parameters that -p sets, by name."),
    ("let", JSONSchema.dictionary(of: JSONSchema.formula), "Expressions by name, for later expressions."),
  ])

  // swift-format-ignore
  static let parameter = LookForm([("default", JSONSchema.number, "The value without -p.")], [
    ("minimum", JSONSchema.number, "The minimum."), ("maximum", JSONSchema.number, "The maximum."),
    ("unit", JSONSchema.text, "The unit in words."), ("summary", JSONSchema.text, "A one-line description."),
    ("type", JSONSchema.words(["float", "int"]), "The kind of number."),
  ])

  /// The form of a parameter that is one of several words.
  // swift-format-ignore
  static let choice = LookForm([
    ("default", JSONSchema.text, "The value without -p."),
    ("choices", JSONSchema.list(of: JSONSchema.text, 1...Int.max), "The valid words."),
  ], [("summary", JSONSchema.text, "A one-line description.")])

  // swift-format-ignore
  static let layer = LookForm([("of", node, "The picture.")], [
    ("x", place, "The layer's centre, 0 to 1 across the frame."), ("y", place, "The layer's centre, 0 to 1 down the frame."),
    ("scale", JSONSchema.any(place, JSONSchema.list(of: place, 2...2)), "A factor, or a horizontal and a vertical factor."),
    ("rotate", formula(degrees), "The rotation in degrees, clockwise."), ("opacity", share, "0 to 1."),
    ("clip", JSONSchema.list(of: JSONSchema.formula, 4...4), "The part that is shown: left, top, width and height as fractions of the frame."),
    ("radius", share, "The radius of the clip's corners, as a fraction of the frame's width."),
    ("replace", JSONSchema.flag, "Whether the layer hides the layers below even where it is transparent."),
  ])

  /// The nodes; the first key of each is its kind.
  // swift-format-ignore
  static let nodes = [
    LookForm([("filter", JSONSchema.text, "A chain of filters, as --filter takes it."), ("of", node, "The picture.")]),
    LookForm([("mix", pair, "Two pictures."), ("amount", share, "The share of the second picture, 0 to 1.")]),
    LookForm([("blend", pair, "The backdrop and the picture over it.")], [
      ("mode", JSONSchema.words(BlendMode.allCases.map(\.rawValue)), "The blend mode."),
      ("amount", share, "The share of the second picture, 0 to 1."),
    ]),
    LookForm([
      ("matte", pair, "The outgoing and the incoming picture."),
      ("field", JSONSchema.text, "The order in which pixels change over, such as wipe(90)."), ("progress", share, "0 to 1."),
    ], [("softness", share, "The width of the edge, 0 to 1.")]),
    LookForm([("stack", JSONSchema.list(of: JSONSchema.reference("layer")), "Layers, the first at the bottom.")],
      [("background", JSONSchema.text, "The colour under the layers.")]),
    LookForm([
      ("transition", JSONSchema.text, "A transition's name, or its file's path."), ("of", pair, "Both pictures."),
      ("progress", share, "0 to 1."),
    ], [("params", .object(["type": .text("object")]), "The parameters of the transition.")]),
  ]
}

extension Look {
  /// The schema of `-t look.json`. An unknown key is an error.
  package static var schema: JSONValue {
    let leaf = JSONSchema.described(
      JSONSchema.text("^(from|to|#.*|.*[./].*)$"),
      "\"from\", \"to\", a colour such as #ff8800, or a picture's path.")
    let nodes = JSONSchema.any([leaf] + LookForm.nodes.map(\.schema))
    return JSONSchema.document(
      "A look: a transition as a file", LookForm.look.schema,
      definitions: ["node": nodes, "layer": LookForm.layer.schema])
  }
}
