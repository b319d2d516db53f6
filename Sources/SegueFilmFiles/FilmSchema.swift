import SegueFilm
import SegueRun

/// The JSON schema of a film file, derived from its fields. Unknown keys are errors; null is no value.
package enum FilmSchema {
  package static let inFilm = Kind<FilmClip.Position>.schema(FilmBounds.seconds)

  /// The schema of a film file.
  package static var document: JSONValue {
    JSONSchema.document(
      "A film of Segue", FilmRequest.fields.schema,
      definitions: [
        "color": JSONSchema.described(JSONSchema.whole(TextForms.color), "#rrggbb or a CSS colour name."),
        "clip": FilmClip.fields.schema, "title": FilmTitle.fields.schema,
        "overlay": FilmOverlay.fields.schema,
        "captions": FilmCaptions.fields.schema, "music": FilmMusic.fields.schema,
        "end": FilmJunction.schema(isEnd: true), "layerEnd": FilmJunction.schema(isEnd: true, isLayer: true),
        "inFilm": inFilm, "fromEnd": Kind<FilmClip.Position>.schema(FilmBounds.secondsFromEnd),
      ])
  }

  /// The schema of a film's report.
  package static var report: JSONValue {
    let (count, text, number) = (JSONSchema.count, JSONSchema.text, JSONSchema.number)
    let film = JSONSchema.object(
      [
        "width": count, "height": count, "fps": text, "frames": count, "seconds": number,
        "color": text, "depth": count, "copiedFrames": count, "pictures": count,
        "part": JSONSchema.list(of: count, 2...2),
      ],
      required: ["width", "height", "fps", "frames", "seconds", "color", "depth"])
    let clip = JSONSchema.object(
      [
        "source": text, "start": count, "end": count, "in": number, "out": number, "audio": JSONSchema.flag,
        "track": text, "language": text, "color": text, "depth": count, "speed": number, "order": text,
        "copied": JSONSchema.list(of: JSONSchema.list(of: count, 2...2)), "encoded": text,
      ], required: ["source", "start", "end", "in", "out", "audio"])
    let junction = JSONSchema.object(
      ["transition": text, "start": count, "frames": count, "held": count, "sound": number],
      required: ["transition", "start", "frames"])
    let audio = JSONSchema.object(
      [
        "rate": count, "channels": count, "samples": count, "copied": JSONSchema.flag, "encoded": text,
      ], required: ["rate", "channels", "samples"])
    return JSONSchema.object(
      [
        "schema": .object(["const": .number(1)]), "film": film, "clips": JSONSchema.list(of: clip),
        "junctions": JSONSchema.list(of: junction), "opening": junction, "closing": junction,
        "subtitles": text,
        "subtitleTrack": JSONSchema.object(
          ["language": text, "cues": count], required: ["language", "cues"]),
        "audio": JSONSchema.any(audio, .object(["type": .text("null")])), "framesPerSecond": number,
        "bytes": count, "reproducible": JSONSchema.object(["threads": count], required: ["threads"]),
        "outputs": JSONSchema.list(of: text), "warnings": JSONSchema.list(of: text),
        "chunks": JSONSchema.object(["count": count, "rendered": count], required: ["count", "rendered"]),
        "renderer": JSONSchema.reference("renderer"),
        "seconds": JSONSchema.object([
          "probe": number, "render": number, "encode": number, "total": number,
        ]),
      ].merging(reportedLayers(junction)) { $1 },
      required: ["schema", "film", "clips", "junctions", "audio", "warnings"])
  }

  /// The schemas of the layers and the music in a film's report.
  private static func reportedLayers(_ junction: JSONValue) -> [String: JSONValue] {
    let (count, text, number) = (JSONSchema.count, JSONSchema.text, JSONSchema.number)
    let layer = [
      "start": count, "end": count, "enter": junction, "exit": junction, "within": text, "keyframes": count,
    ]
    let overlay = JSONSchema.object(
      layer.merging([
        "source": text, "rectangle": JSONSchema.list(of: number, 4...4),
        "settings": JSONSchema.list(of: text),
      ]) { $1 }, required: ["source", "start", "end", "rectangle"])
    let captions = JSONSchema.object(
      ["source": text, "start": count, "end": count, "captions": count, "words": count],
      required: ["source", "start", "end", "captions", "words"])
    let other = JSONSchema.object(
      ["kind": text, "start": count, "end": count, "settings": JSONSchema.list(of: text)],
      required: ["kind", "start", "end", "settings"])
    let music = JSONSchema.object(
      [
        "source": text, "start": count, "end": count, "in": number, "volume": number,
        "loops": JSONSchema.flag,
      ], required: ["source", "start", "end", "in", "volume", "loops"])
    return [
      "titles": JSONSchema.list(of: FilmReport.Title.schema(layer)), "overlays": JSONSchema.list(of: overlay),
      "captions": JSONSchema.list(of: captions), "music": JSONSchema.list(of: music),
      "voices": JSONSchema.list(of: music), "layers": JSONSchema.list(of: other),
    ]
  }
}
