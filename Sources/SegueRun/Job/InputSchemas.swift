import SegueMotion
import SegueRendering
import SegueTransitions

/// The schema of a look.
package enum InputSchemas {
  /// The schema of `-t look.json`. An unknown key is an error.
  package static var look: JSONValue {
    let node = JSONSchema.reference("node")
    let pair = JSONSchema.list(of: node, 2...2)
    let share = JSONSchema.any(JSONSchema.number(0...1), JSONSchema.text)
    let formula = JSONSchema.formula
    func form(_ properties: [String: JSONValue], _ required: [String]) -> JSONValue {
      let described = properties.map { ($0.key, JSONSchema.described($0.value, lookKeys[$0.key] ?? "")) }
      return JSONSchema.form(
        Dictionary(uniqueKeysWithValues: described), required: required, mayBeNull: false)
    }
    let layer = form(
      [
        "of": node, "x": formula, "y": formula, "rotate": formula, "opacity": share,
        "scale": JSONSchema.any(formula, JSONSchema.list(of: formula, 2...2)),
        "clip": JSONSchema.list(of: formula, 4...4), "radius": share, "replace": JSONSchema.flag,
      ], ["of"])
    let nodes = [
      JSONSchema.described(
        JSONSchema.text("^(from|to|#.*|.*[./].*)$"),
        "\"from\", \"to\", a colour such as #ff8800, or a picture's path."),
      form(["filter": JSONSchema.text, "of": node], ["filter", "of"]),
      form(["mix": pair, "amount": share], ["mix", "amount"]),
      form(
        ["blend": pair, "mode": JSONSchema.words(BlendMode.allCases.map(\.rawValue)), "amount": share],
        ["blend"]),
      form(
        ["matte": pair, "field": JSONSchema.text, "progress": share, "softness": share],
        ["matte", "field", "progress"]),
      form(
        ["stack": JSONSchema.list(of: JSONSchema.reference("layer")), "background": JSONSchema.text],
        ["stack"]),
      form(
        [
          "transition": JSONSchema.text, "of": pair, "progress": share,
          "params": .object(["type": .text("object")]),
        ], ["transition", "of", "progress"]),
    ]
    let choice = form(
      [
        "default": JSONSchema.text, "choices": JSONSchema.list(of: JSONSchema.text, 1...Int.max),
        "summary": JSONSchema.text,
      ], ["default", "choices"])
    let number = form(
      [
        "default": JSONSchema.number, "minimum": JSONSchema.number, "maximum": JSONSchema.number,
        "unit": JSONSchema.text, "summary": JSONSchema.text, "type": JSONSchema.words(["float", "int"]),
      ], ["default"])
    let look = form(
      [
        "summary": JSONSchema.text, "source": JSONSchema.text, "duration": JSONSchema.number(0.001...86_400),
        "timing": JSONSchema.text,
        "exactEnds": JSONSchema.flag, "parameters": JSONSchema.dictionary(of: JSONSchema.any(number, choice)),
        "let": JSONSchema.dictionary(of: formula), "recipe": node,
      ], ["recipe"])
    return JSONSchema.document(
      "A look: a transition as a file", look, definitions: ["node": JSONSchema.any(nodes), "layer": layer])
  }

  /// The description of each key of a look.
  private static let lookKeys = [
    "of": "The picture, or both pictures of a transition.",
    "x": "The layer's centre, 0 to 1 across the frame.",
    "y": "The layer's centre, 0 to 1 down the frame.", "rotate": "Degrees, clockwise.", "opacity": "0 to 1.",
    "scale": "A factor, or a horizontal and a vertical factor.",
    "clip": "The part that is shown: left, top, width and height as fractions of the frame.",
    "radius": "The radius of the clip's corners, as a fraction of the frame's width.",
    "replace": "Whether the layer hides the layers below also where it is transparent.",
    "filter": "A chain of filters, as --filter takes it.", "mix": "Two pictures.",
    "amount": "The share of the second picture, 0 to 1.", "blend": "The backdrop and the picture over it.",
    "mode": "The blend mode.", "matte": "The outgoing and the incoming picture.",
    "field": "The order in which pixels change over, such as wipe(90).", "progress": "0 to 1.",
    "softness": "The width of the edge, 0 to 1.", "stack": "Layers, the first at the bottom.",
    "background": "The colour under the layers.", "transition": "A transition's name, or its file's path.",
    "params": "The parameters of the transition.", "default": "The value without -p.",
    "minimum": "The least value.", "maximum": "The largest value.", "unit": "The unit in words.",
    "type": "The kind of number.", "choices": "The valid words.", "summary": "A one-line description.",
    "source": "The program, paper or article of the effect.", "duration": "Seconds.",
    "timing": "A curve, as --timing takes it.",
    "exactEnds": "Whether the first and the last frame are the pictures themselves.",
    "parameters": "The parameters that -p sets, by name.",
    "let": "Expressions by name, for later expressions.",
    "recipe": "The frame at the progress p.",
  ]
}
