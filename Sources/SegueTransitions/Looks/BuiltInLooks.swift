import SegueMotion
import SegueRendering

/// The built-in transitions that can be printed as looks. Some are read from look files. The others are
/// written in Swift, and their recipes are repeated here in a look's syntax.
enum BuiltInLooks {
  /// The built-ins in the files of `Built-in/Looks`, by name.
  static let files = texts.map { description($0.key, $0.value) }

  private static let texts: KeyValuePairs<String, [UInt8]> = [
    "pin-rotate": PackageResources.pin_rotate_json,
    "zoom-fade": PackageResources.zoom_fade_json,
    "fade-grays": PackageResources.fade_grays_json,
    "ios-push": PackageResources.ios_push_json,
    "ios-pop": PackageResources.ios_pop_json,
    "ios-sheet": PackageResources.ios_sheet_json,
    "ios-sheet-dismiss": PackageResources.ios_sheet_dismiss_json,
    "ios-cover": PackageResources.ios_cover_json,
    "ios-zoom": PackageResources.ios_zoom_json,
    "ios-flip": PackageResources.ios_flip_json,
    "material-container": PackageResources.material_container_json,
    "material-shared-axis": PackageResources.material_shared_axis_json,
    "material-fade-through": PackageResources.material_fade_through_json,
    "material-fade": PackageResources.material_fade_json,
    "macos-genie": PackageResources.macos_genie_json,
  ]

  /// The built-in in a file of this package.
  private static func description(_ name: String, _ file: [UInt8]) -> TransitionDescription {
    let look = read(file, name)
    var description = TransitionDescription(
      name: name, summary: look.summary, source: look.source ?? "", parameters: look.parameters,
      kind: .builtIn
    ) { [look] in LookTransition(look, $0) }
    description.drag = look.drag
    description.file = String(decoding: file.dropLast(), as: UTF8.self)
    return description
  }

  /// The look of a built-in.
  fileprivate static func read(_ text: [UInt8], _ name: String) -> Look {
    let resolver = LookResolver(transition: { _ in .unknown(nearest: nil) })
    guard var look = try? Look.read(text, name: name, path: name, in: resolver).look else {
      preconditionFailure("the built-in look \(name) is invalid")
    }
    // The ends of every built-in are exact; a file has `exactEnds` only if its recipe needs it.
    look.hasExactEnds = true
    return look
  }

  /// The keys of a look's file that the transition's description lacks.
  struct Form {
    var lets: KeyValuePairs<String, String> = [:]
    /// Whether the first and the last frame are the unmodified pictures. The recipe's own frames would
    /// show the background through translucent pictures.
    var hasExactEnds = false
    /// The recipe as JSON.
    var recipe: String

    static func stack(_ layers: String...) -> Form {
      Form(hasExactEnds: true, recipe: #"{"stack": ["# + layers.joined(separator: ",\n           ") + "]}")
    }
  }

  /// The form of the transition called `name` with `values`; `nil` if a look cannot express it.
  static func form(of name: String, _ values: ParameterValues) -> Form? {
    switch name {
    case "pixellate-dissolve":
      values.bool("shared") ? nil : filtered("pixellate(width*p)", "pixellate(width*(1-p))")
    case "blur-dissolve": usesEncodedLight(values) ? filtered("blur(radius*p)", "blur(radius*(1-p))") : nil
    case "dissolve":
      usesEncodedLight(values)
        ? Form(recipe: #"{"mix": ["from", "to"], "amount": "1-max(0, 1-p)^exponent"}"#) : nil
    case "fade-through": usesEncodedLight(values) ? fadeThrough(values) : nil
    case "zoom-in":
      values.bool("dive") ? nil : zoomIn
    case "cover", "reveal", "push": values.bool("snap") ? nil : moved(name, values)
    default: nil
    }
  }

  /// Whether colours are mixed as encoded values.
  private static func usesEncodedLight(_ values: ParameterValues) -> Bool {
    if case .choice(let light)? = values["light"] { light != "linear" } else { true }
  }

  private static func filtered(_ from: String, _ to: String) -> Form {
    Form(
      recipe: #"""
        {"mix": [{"filter": "\#(from)", "of": "from"},
                 {"filter": "\#(to)", "of": "to"}], "amount": "p"}
        """#)
  }

  private static let zoomIn = Form(
    recipe: #"""
      {"mix": [{"stack": [{"of": "from", "scale": "1+(zoom-1)*p"}]}, "to"],
          "amount": "max(0, 2*p-1)"}
      """#)

  private static func fadeThrough(_ values: ParameterValues) -> Form {
    let color = values.color("color").description
    if values.bool("overlap") {
      return Form(
        recipe: #"""
          {"mix": [{"mix": ["from", "\#(color)"], "amount": "smoothstep(0, 0.2, p)"},
                   {"mix": ["\#(color)", "to"], "amount": "smoothstep(0, 0.8, p)"}], "amount": "p"}
          """#)
    }
    return Form(
      recipe: #"""
        {"mix": [{"mix": ["from", "\#(color)"], "amount": "min(1, 2*p)"}, "to"],
            "amount": "max(0, 2*p-1)"}
        """#)
  }

  /// The form of a move along the frame's sides. In a push, the incoming picture fully covers the row or
  /// column in which both pictures meet. It is drawn at whole pixels there, and at its exact position
  /// elsewhere.
  private static func moved(_ name: String, _ values: ParameterValues) -> Form {
    let direction = Direction(values)
    let axis = direction.step.x == 0 ? "y" : "x"
    let isBackwards = direction == .left || direction == .up
    let come = isBackwards ? "1.5-p" : "p-0.5"
    let out = isBackwards ? "0.5-p" : "0.5+p"
    let replace = name == "push" ? "" : #", "replace": true"#
    let incoming = #"{"of": "to", "\#(axis)": "\#(come)"\#(replace)}"#
    let outgoing = #"{"of": "from", "\#(axis)": "\#(out)"\#(replace)}"#
    switch name {
    case "cover": return .stack(#"{"of": "from"}"#, incoming)
    case "reveal": return .stack(#"{"of": "to"}"#, outgoing)
    default:
      let side = axis == "x" ? "w" : "h"
      func clip(_ start: String, _ length: String) -> String {
        axis == "x" ? #"["\#(start)", 0, "\#(length)", 1]"# : #"[0, "\#(start)", 1, "\#(length)"]"#
      }
      let (rest, seam, place) =
        isBackwards
        ? (clip("edge+1/\(side)", "1-edge"), clip("edge", "1/\(side)"), "0.5+edge")
        : (clip("0", "1-edge-1/\(side)"), clip("1-edge-1/\(side)", "1/\(side)"), "0.5-edge")
      var form = Form.stack(
        #"{"of": "to", "\#(axis)": "\#(come)", "clip": \#(rest)}"#,
        #"{"of": "to", "\#(axis)": "\#(place)", "clip": \#(seam)}"#, outgoing)
      form.lets = ["edge": "floor(\(side)*(1-p))/\(side)"]
      return form
    }
  }
}

extension TransitionDescription {
  /// Describes a built-in that is drawn by a look of `form`.
  static func look(
    name: String, summary: String, source: String, duration: Double, timing: TimingCurve,
    parameters: [ParameterDescription], form: @escaping @Sendable (ParameterValues) -> BuiltInLooks.Form
  ) -> TransitionDescription {
    var description = TransitionDescription(
      name: name, summary: summary, source: source, parameters: parameters
    ) { values in
      let text = text(form(values), summary, duration, timing, parameters)
      return LookTransition(BuiltInLooks.read(Array(text.utf8), name), values)
    }
    description.form = form
    return description
  }

  /// The transition as the JSON of a look that draws the same bytes; `nil` if a look cannot express it.
  /// Numeric parameters become the look's parameters. Other parameters are fixed at their values.
  package func lookText() throws(ParameterError) -> String? {
    guard kind == .builtIn else { return nil }
    if let file { return file }
    let values = try ParameterValues([], for: self)
    let transition = try transition(values: [])
    let form: BuiltInLooks.Form
    if let matte = try matte() {
      form = BuiltInLooks.Form(hasExactEnds: matte.window != (0, 1), recipe: matteText(values))
    } else {
      guard let known = self.form?(values) ?? BuiltInLooks.form(of: name, values) else { return nil }
      form = known
    }
    return Self.text(form, summary, transition.duration, transition.timing, parameters)
  }

  /// The JSON of a look of `form`.
  private static func text(
    _ form: BuiltInLooks.Form, _ summary: String, _ duration: Double, _ timing: TimingCurve,
    _ parameters: [ParameterDescription]
  ) -> String {
    var lines = [#"  "summary": \#(quoted(summary)),"#]
    lines.append(#"  "duration": \#(text(duration)), "timing": \#(quoted(timing.description)),"#)
    let described = parameters.filter { parameter in
      (parameter.type == .float || parameter.type == .int)
        && (form.recipe.contains(parameter.name) || form.lets.contains { $0.value.contains(parameter.name) })
    }
    if !described.isEmpty {
      lines.append(#"  "parameters": {"#)
      lines.append(described.map { "    " + Self.text($0) }.joined(separator: ",\n") + "},")
    }
    if !form.lets.isEmpty {
      lines.append(
        #"  "let": {"#
          + form.lets.map { "\(Self.quoted($0.key)): \(Self.quoted($0.value))" }.joined(separator: ", ")
          + "},")
    }
    if form.hasExactEnds { lines.append(#"  "exactEnds": true,"#) }
    let recipe = form.recipe.split(separator: "\n").enumerated().map {
      ($0 == 0 ? "" : String(repeating: " ", count: 12)) + $1
    }
    lines.append(#"  "recipe": "# + recipe.joined(separator: "\n"))
    return "{\n" + lines.joined(separator: "\n") + "\n}"
  }

  /// The matte with its arguments, in the syntax of a look.
  private func matteText(_ values: ParameterValues) -> String {
    var (arguments, isComplete) = ([String](), true)
    for parameter in parameters where parameter.name != "softness" {
      let text: String
      switch values[parameter.name] {
      case .number?: text = parameter.name
      case .vector(let numbers)?: text = numbers.map(Self.text).joined(separator: ":")
      case .texture(let path)? where values[parameter.name] != .clouds: text = "'\(path)'"
      case .texture?, nil:
        isComplete = false
        continue
      case let value?: text = "\(value)"
      }
      arguments.append(isComplete ? text : "\(parameter.name)=\(text)")
    }
    let field = name + (arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")
    return
      #"{"matte": ["from", "to"], "field": \#(Self.quoted(field)), "progress": "p", "softness": "softness"}"#
  }

  private static func text(_ parameter: ParameterDescription) -> String {
    var facts = parameter.type == .int ? [#""type": "int""#] : []
    facts.append(#""default": \#(parameter.defaultValue?.description ?? "0")"#)
    if let minimum = parameter.minimum { facts.append(#""minimum": \#(text(minimum))"#) }
    if let maximum = parameter.maximum { facts.append(#""maximum": \#(text(maximum))"#) }
    if let unit = parameter.unit { facts.append(#""unit": \#(quoted(unit))"#) }
    facts.append(#""summary": \#(quoted(parameter.summary))"#)
    return "\(quoted(parameter.name)): {\(facts.joined(separator: ", "))}"
  }

  private static func text(_ number: Double) -> String { ParameterValue.number(number).description }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
