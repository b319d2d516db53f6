import SegueFields
import SegueFilm
import SegueRun

/// The JSON schema of a film file, derived from its fields. Unknown keys are errors. A null counts as a
/// missing key.
package enum FilmSchema {
  /// The schema of a film file.
  package static var document: JSONValue {
    JSONSchema.document(
      "A film file for segue join", FilmRequest.fields.schema, definitions: definitions)
  }

  /// The parts that are referenced by name, also in batch lines.
  package static var definitions: [String: JSONValue] {
    [
      "color": JSONSchema.described(
        JSONSchema.whole(ValuePatterns.color, like: ["#336699", "gold", "#33669980"]),
        "#rrggbb or a CSS colour name."),
      "opaqueColor": JSONSchema.described(
        JSONSchema.whole(ValuePatterns.opaqueColor, like: ["#336699", "gold"]),
        "#rrggbb or a CSS colour name, without transparency."),
      "clip": FilmClip.fields.schema, "title": FilmTitle.fields.schema,
      "overlay": FilmOverlay.fields.schema,
      "captions": FilmCaptions.fields.schema, "music": FilmMusic.fields.schema,
      "end": FilmJunction.schema(isEnd: true), "layerEnd": FilmJunction.schema(isEnd: true, isLayer: true),
      "inFilm": Kind<FilmClip.Position>.schema(FilmBounds.seconds),
      "fromEnd": Kind<FilmClip.Position>.schema(FilmBounds.secondsFromEnd),
    ]
  }
}
