import SegueMedia
import SegueSystem

extension FilmPlan {
  /// The chapters of the rendered frames: one per clip, or per clip with a chapter name. An unnamed chapter
  /// fills the time before the first, since MP4 and MOV need a chapter at 0.
  var chapters: [VideoChapter] {
    let marks = inputs.filter { request.marksChapters || $0.input.chapter != nil }
    let chapters: [VideoChapter] = marks.enumerated().compactMap { number, clip in
      let first = clip.frames.lowerBound
      let end = marks.dropFirst(number + 1).first?.frames.lowerBound ?? timeline.frameCount
      guard first < end else { return nil }
      let shown = (first..<end).clamped(to: frames)
      if shown.isEmpty { return nil }
      return VideoChapter(
        clip.input.chapter ?? clip.input.path.map(Self.title) ?? clip.input.source.text,
        shown.lowerBound - frames.lowerBound..<shown.upperBound - frames.lowerBound)
    }
    guard let first = chapters.first?.frames.lowerBound, first > 0 else { return chapters }
    return [VideoChapter("", 0..<first)] + chapters
  }

  /// A file's base name without its extension.
  private static func title(of path: String) -> String {
    let name = OutputPath.name(of: path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }
}
