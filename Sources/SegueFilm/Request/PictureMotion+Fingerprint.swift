import SegueRun

extension PictureMotion: Fingerprinted {
  package func add(to writer: inout FingerprintWriter) {
    switch self {
    case .none: writer.add("motion", "none")
    case .auto: writer.add("motion", "auto")
    case .path(let first, let last, let timing):
      writer.add("from", first)
      writer.add("to", last)
      writer.add("timing", timing)
    case .keyframes(let keyframes): writer.add("keyframes", keyframes)
    }
  }
}

extension PictureMotion.Keyframe: Fingerprinted {
  package func add(to writer: inout FingerprintWriter) {
    writer.add("time", time)
    writer.add("part", part)
    writer.add("timing", timing)
  }
}

extension PictureMotion.Part: Fingerprinted {
  package func add(to writer: inout FingerprintWriter) {
    writer.add("x", x)
    writer.add("y", y)
    writer.add("width", width)
    writer.add("height", height)
  }
}

extension FilmClip.Position: Fingerprinted {
  package func add(to writer: inout FingerprintWriter) {
    switch self {
    case .seconds(let seconds): writer.add("seconds", seconds)
    case .frames(let frames): writer.add("frames", frames)
    }
  }
}
