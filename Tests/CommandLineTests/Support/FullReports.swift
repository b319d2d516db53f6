import SegueFields
import SegueRun

/// Reports with every key, as the tool prints them: of a render, of a film, of an error.
enum FullReports {
  static let render = """
    {
      "schema": 1, "transition": "slide", "parameters": {}, "width": 640, "height": 360, "frames": 61,
      "fps": "60/1", "color": "sdr", "depth": 8, "duration": 1.5, "renderer": \(renderer),
      "seconds": {
        "decode": 0.25, "prepare": 0.5, "render": 1, "readback": 0.125, "encode": 1.5, "total": 2
      },
      "framesPerSecond": 30.5, "outputs": ["run.mp4"], "bytes": 12345, "reproducible": {"threads": 4},
      "notices": [\(notice)], "warnings": ["a.png: the sentence"]
    }
    """

  static let film = """
    {
      "schema": 1,
      "film": {
        "width": 640, "height": 360, "fps": "30000/1001", "frames": 90, "seconds": 3.003, "color": "hlg",
        "depth": 10, "turn": 45, "part": [0, 30], "copiedFrames": 60, "pictures": 88
      },
      "clips": [
        {
          "source": "a.mp4", "start": 0, "end": 60, "in": 0.5, "out": 2.5, "audio": true, "track": "1+2",
          "language": "eng", "color": "hlg", "depth": 10, "speed": 2, "order": "backwards",
          "copied": [[0, 30], [40, 60]], "encoded": "the reason"
        }
      ],
      "junctions": [\(junction)], "opening": \(junction), "closing": \(junction),
      "titles": [
        {
          "text": "Title", "start": 0, "end": 30, "enter": \(junction), "exit": \(junction),
          "within": "box", "keyframes": 2, "by": "word", "stagger": 0.25, "staggerTiming": "ease"
        }
      ],
      "overlays": [
        {
          "source": "b.png", "start": 0, "end": 30, "enter": \(junction), "exit": \(junction),
          "within": "box", "keyframes": 2, "rectangle": [-16, 0, 64, 36], "settings": ["opacity=0.5"]
        }
      ],
      "music": [\(music)], "voices": [\(music)], "subtitles": "film.srt",
      "captions": [{"source": "film.vtt", "start": 0, "end": 90, "captions": 3, "words": 12}],
      "layers": [{"kind": "progress", "start": 0, "end": 90, "settings": ["at=top"]}],
      "subtitleTrack": {"language": "eng", "cues": 3},
      "audio": {
        "rate": 48000, "channels": 2, "samples": 144144, "copied": false, "encoded": "the reason"
      },
      "renderer": \(renderer), "seconds": {"probe": 0.25, "render": 1, "encode": 1.5, "total": 2},
      "chunks": {"count": 4, "rendered": 3}, "framesPerSecond": 30.5, "bytes": 12345,
      "reproducible": {"threads": 4}, "outputs": ["film.mp4"],
      "notices": [\(notice)], "warnings": ["a.png: the sentence"]
    }
    """

  static let failure = """
    {
      "schema": 1,
      "error": {
        "exit": 65, "code": "invalidData", "message": "the sentence", "place": "titles[0]", "property": "enter"
      }
    }
    """

  private static let renderer = """
    {"backend": "gpu", "device": "the device", "software": false, "reason": "the reason"}
    """
  private static let notice = """
    {
      "kind": "loss", "place": "clips[0]", "source": "a.png", "property": "speed",
      "sentence": "the sentence"
    }
    """
  private static let junction = """
    {"transition": "dissolve", "start": 30, "frames": 15, "held": 2, "sound": -0.25}
    """
  private static let music = """
    {"source": "m.mp3", "start": 0, "end": 90, "in": 1.5, "volume": -6, "loops": true}
    """
}

extension JSONValue {
  /// The paths of the keys, such as `clips.source`; the elements of a list have the list's path.
  func keyPaths(at path: [String] = []) -> Set<String> {
    switch self {
    case .object(let values):
      values.reduce(into: []) { paths, entry in
        let place = path + [entry.key]
        paths.insert(place.joined(separator: "."))
        paths.formUnion(entry.value.keyPaths(at: place))
      }
    case .list(let values): values.reduce(into: []) { $0.formUnion($1.keyPaths(at: path)) }
    default: []
    }
  }

  /// The paths of the keys that a schema without references describes.
  func schemaPaths(at path: [String] = []) -> Set<String> {
    var paths: Set<String> = []
    if case .object(let properties)? = self["properties"] {
      for (key, schema) in properties {
        paths.insert((path + [key]).joined(separator: "."))
        paths.formUnion(schema.schemaPaths(at: path + [key]))
      }
    }
    for part in (self["anyOf"]?.list ?? []) + [self["items"]].compactMap(\.self) {
      paths.formUnion(part.schemaPaths(at: path))
    }
    return paths
  }
}
