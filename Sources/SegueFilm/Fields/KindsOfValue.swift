import SegueFields
import SegueImaging
import SegueRun
import SegueTransitions

// Kinds of files and colours.

extension Kind<String> {
  /// The path of a file such as `example`, relative to the film file.
  static func path(like example: String) -> Kind {
    Kind(
      TextForm("the path of a file") { $0.isEmpty ? nil : $0 },
      JSONForm(JSONSchema.like([.text(example)], JSONSchema.word)) { object, key in
        try object.word(key).map(object.path)
      })
  }
}

extension Kind<FileSource> {
  static func file(like example: String) -> Kind {
    Kind<String>.path(like: example).map({ .file(path: $0) }, back: \.path)
  }
}

extension Kind<RGBAColor> {
  private static func color(
    _ expected: String, _ definition: String, isOpaque: Bool = false
  ) -> Kind {
    .spelled(
      TextForm(
        expected, suggestion: NameSuggestion.words(forColor:), words: { RGBAColor.names }
      ) { RGBAColor($0).flatMap { $0.isOpaque || !isOpaque ? $0 : nil } },
      JSONSchema.reference(definition), from: [], write: { .text("\($0)") },
      check: { (color) throws(Refusal) in
        if isOpaque, !color.isOpaque { throw Refusal(color.typed, expected: "opaque") }
      })
  }

  package static var color: Kind {
    color("#rgb, #rrggbb, #rrggbbaa, a CSS colour name or transparent", "color")
  }
  /// A colour without transparency.
  static var opaqueColor: Kind {
    color("an opaque colour, #rrggbb or a CSS colour name", "opaqueColor", isOpaque: true)
  }
}

extension Kind<RGBAColor?> {
  /// A colour, or `none`.
  static var colorOrNone: Kind {
    Kind<RGBAColor>.color.optional.or(
      "none", nil, expected: "#rrggbb, a CSS colour name or none", documented: "; or `\"none\"`")
  }
}

extension JSONObject {
  func color(_ text: String) throws(JSONProblem) -> RGBAColor {
    if let color = RGBAColor(text) { return color }
    let suggestion = NameSuggestion.words(forColor: text)
    throw problem(
      "unknown colour “\(text)”\(suggestion.isEmpty ? "; use #rrggbb or a CSS colour name" : suggestion)")
  }
}
