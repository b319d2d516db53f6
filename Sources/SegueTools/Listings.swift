import SegueImaging
import SegueMedia
import SegueMotion
import SegueRun
import SegueTransitions

/// A line of a list: a name, and the text beside it.
package protocol ListedItem: Sendable, Encodable {
  var name: String { get }
  var text: String { get }
}

extension [any ListedItem] {
  /// The lines, with the texts in one column. Names of more than 30 characters do not widen it.
  package var lines: [String] {
    let width = map(\.name.count).filter { $0 <= 30 }.max() ?? 0
    return map { $0.name.padding(to: width + 2) + $0.text }
  }
}

/// A transition or a filter as `segue list` prints it; the keys of `--json` are these properties.
package struct TransitionListing: ListedItem {
  /// The name for `-t`, or in a chain.
  package let name: String
  /// A summary in one sentence.
  package let summary: String
  package let source: String
  /// `built-in`, `glsl`, `look` or `filter`.
  package let kind: String
  /// The author; the key is omitted if unknown.
  package let author: String?
  /// The licence; the key is omitted if unknown.
  package let license: String?
  /// The default duration in seconds; `nil` for a filter.
  @Nullable package private(set) var duration: Double?
  /// The default timing curve, as typed; `nil` for a filter.
  @Nullable package private(set) var timing: String?
  /// The backends that draw it.
  package let renderers: [String]
  /// The parameters in order.
  package let parameters: [ParameterListing]

  package init(_ description: TransitionDescription) {
    let needed = description.parameters.filter { $0.defaultValue == nil && !$0.isOptional }
    let transition = try? description.transition(needed.map { ($0.name, "-") })
    name = description.name
    summary = description.summary
    source = description.source
    kind = description.kind.rawValue
    author = description.author
    license = description.license
    duration = transition?.duration
    timing = transition?.timing.description
    renderers = description.needsOpenGL ? ["gpu"] : ["cpu", "gpu"]
    parameters = description.parameters.map(ParameterListing.init)
  }

  package init(_ filter: FilterDescription) {
    name = filter.name
    summary = filter.summary
    source = filter.source
    kind = "filter"
    author = nil
    license = nil
    renderers = filter.needsOpenGL ? ["gpu"] : ["cpu", "gpu"]
    parameters = filter.parameters.map(ParameterListing.init)
  }

  /// The summary and the parameters' names.
  package var text: String {
    parameters.isEmpty ? summary : "\(summary) [\(parameters.map(\.name).joined(separator: ", "))]"
  }

  /// A line per parameter: name, type, default, summary.
  package var parameterLines: [String] {
    parameters.map { parameter in
      let value = parameter.default.map { " = \($0.typed)" } ?? ""
      return (parameter.name + " " + parameter.type + value).padding(to: 34) + parameter.summary
    }
  }
}

/// A parameter as `segue list --json` prints it.
package struct ParameterListing: Sendable, Encodable {
  /// The name for `-p`.
  package let name: String
  /// The name of the parameter's type.
  package let type: String
  /// The default value; `nil` for a required parameter.
  @Nullable package private(set) var `default`: JSONValue?
  /// The value that leaves a filter's picture unchanged; `nil` if the filter has no such value.
  @Nullable package private(set) var neutral: JSONValue?
  /// The minimum; `nil` for no bound.
  @Nullable package private(set) var minimum: Double?
  /// The maximum; `nil` for no bound.
  @Nullable package private(set) var maximum: Double?
  /// The unit of the numbers; `nil` for unitless ones.
  @Nullable package private(set) var unit: String?
  /// A summary in one sentence.
  package let summary: String
  /// The choices; the key is omitted for every other type.
  package let choices: [String]?

  package init(_ description: ParameterDescription) {
    name = description.name
    type = description.type.name
    `default` = description.defaultValue.map { JSONValue($0) }
    neutral = description.neutral.map { JSONValue($0) }
    minimum = description.minimum
    maximum = description.maximum
    unit = description.unit
    summary = description.summary
    choices = if case .choice(let words) = description.type { words } else { nil }
  }
}

/// A parameter's value in JSON: a number, true or false, a list of numbers, or the text to type.
extension JSONValue {
  init(_ value: ParameterValue) {
    switch value {
    case .number(let number): self = .number(number)
    case .bool(let flag): self = .flag(flag)
    case .vector(let numbers): self = .list(numbers.map { .number($0) })
    case .color, .choice, .texture: self = .text(value.description)
    }
  }
}

/// An ffmpeg transition name as `segue list --aliases xfade` prints it.
package struct AliasListing: ListedItem {
  /// The name for `-t`.
  package let name: String
  /// The corresponding built-in transition.
  package let transition: String
  /// The parameters that the alias sets, as typed.
  package let parameters: [String: String]
  /// Whether the result equals ffmpeg's.
  package let exact: Bool
  /// The equivalent options.
  package let text: String

  private enum CodingKeys: CodingKey { case name, transition, parameters, exact }

  package init(_ alias: XfadeAlias) {
    name = XfadeAlias.prefix + alias.name
    transition = alias.transition
    parameters = Dictionary(alias.parameters.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    exact = alias.isExact
    var options = alias.parameters.map { " -p \($0.name)=\($0.value)" }.joined()
    if let plain = try? Catalogue.builtIn[alias.transition]?.transition() {
      if plain.duration != 1 { options += " -d 1" }
      if plain.timing != .linear { options += " --timing linear" }
    }
    text = "-t " + alias.transition + options + (exact ? "" : "  (similar)")
  }
}

/// A timing curve as `segue list curves` prints it.
package struct CurveListing: ListedItem {
  /// The curve's name, or its form with arguments.
  package let name: String
  /// The curve in its general form; the key is omitted for a form with arguments.
  package let definition: String?
  /// A summary of the motion in one sentence.
  package let summary: String
  let example: String

  private enum CodingKeys: CodingKey { case name, definition, summary }

  /// The named curves, then the forms with arguments.
  package static let all: [CurveListing] =
    TimingCurve.named.map { name, curve, summary in
      CurveListing(name: name, definition: definition(of: curve), summary: summary, example: name)
    }
    + TimingCurve.forms.map { form in
      CurveListing(name: form.syntax, definition: nil, summary: form.summary, example: form.example)
    }

  /// The curves for `text`: a name, the name of a form, or a curve with arguments.
  package static func named(_ text: String) -> [CurveListing] {
    let name = String(text.prefix { $0 != "(" })
    if text == name { return all.filter { $0.name.prefix { $0 != "(" } == name } }
    guard (try? TimingCurve(parsing: text)) != nil else { return [] }
    let forms = all.filter { $0.name.hasPrefix(name + "(") && $0.name.contains(":") == text.contains(":") }
    // Four numbers are a spring of physical parameters.
    return text.split(separator: ",").count == 4 ? forms.suffix(1) : Array(forms.prefix(1))
  }

  package var text: String { definition ?? summary }

  private static func definition(of curve: TimingCurve) -> String? {
    guard case .cubicBezier(let bezier) = curve.form else { return nil }
    return "cubic-bezier(\(bezier.x1),\(bezier.y1),\(bezier.x2),\(bezier.y2))"
  }
}

/// An output format as `segue list formats` prints it.
package struct FormatListing: ListedItem {
  /// The name for `--format`.
  package let name: String
  /// File name extensions.
  package let extensions: [String]
  package let summary: String
  /// Whether transparency is kept.
  package let alpha: Bool
  /// Whether ffmpeg encodes the format.
  package let encoder: Bool
  /// Whether the format holds a film's sound; a format without video codecs holds sound only.
  package let sound: Bool
  /// Whether the format holds the chapters of a film.
  package let chapters: Bool

  package init(_ format: OutputFormat) {
    name = format.rawValue
    extensions = format.extensions
    summary = format.facts.summary
    alpha = format.facts.keepsAlpha
    sound = format.facts.holdsSound
    chapters = format.facts.holdsChapters
    encoder = format.needsEncoder || sound
    codecs = format.facts.codecs.map(\.name)
  }

  /// The video codecs by their names for `--codec`, the default first.
  package let codecs: [String]

  package var text: String { summary }
}

extension String {
  /// The text padded with spaces to `width` characters, with at least one space.
  func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
