import SegueMotion
import SegueRun

// The keys of what moves along keyframes: titles and overlays alike, and pictures.
extension FilmFileReader {
  /// Sets what titles and overlays have in common.
  func fill(_ layer: inout some FilmLayer, _ entry: JSONObject) throws {
    layer.within = try entry.word("within", of: LayerArea.self, "frame or box") ?? layer.within
    layer.keyframes = try entry.objects("path").map { try keyframe($0) }
    layer.turnsAlongPath = try entry.flag("around") ?? layer.turnsAlongPath
  }

  private func keyframe(_ entry: JSONObject) throws -> LayerKeyframe {
    var keyframe = LayerKeyframe(at: try time(entry))
    keyframe.x = try entry.number("x", in: FilmBounds.pathPlace, "frame widths")
    keyframe.y = try entry.number("y", in: FilmBounds.pathPlace, "frame heights")
    keyframe.place = try place(entry, "at")
    keyframe.scale = try entry.number("scale", in: FilmBounds.pathScale, "times its size")
    keyframe.rotation = try entry.number("rotate", in: FilmBounds.pathTurn, "degrees")
    keyframe.opacity = try entry.number("opacity", in: FilmBounds.share, "of 1")
    keyframe.timing = try timing(entry) ?? keyframe.timing
    try entry.finish()
    return keyframe
  }

  /// The keyframes of a picture's motion; `nil` where it has a beginning and an end.
  func keyframes(ofMotion motion: JSONObject) throws -> [PictureMotion.Keyframe]? {
    guard motion.value("path") != nil else { return nil }
    let keyframes = try motion.objects("path").map { entry in
      var keyframe = PictureMotion.Keyframe(at: try time(entry), part: try part(entry, "part"))
      keyframe.timing = try timing(entry) ?? keyframe.timing
      try entry.finish()
      return keyframe
    }
    if keyframes.isEmpty { throw motion.problem("“path” has no keyframe") }
    try motion.finish(idle: FilmSchema.idleBesidePath)
    return keyframes
  }

  private func time(_ entry: JSONObject) throws -> FilmClip.Position {
    guard let time = try entry.position("time", in: FilmBounds.secondsFromEnd) else {
      throw entry.problem("“time” is missing")
    }
    return time
  }
}
