import SegueMedia
import SegueSystem

extension FilmRequest {
  var hasChapters: Bool { marksChapters || clips.contains { $0.chapter != nil } }
}

extension FilmPlan {
  /// The chapters of the rendered frames: one per clip, or per clip with a chapter name. An unnamed chapter
  /// fills the time before the first, since MP4 and MOV need a chapter at 0.
  var chapters: [VideoChapter] {
    let marks = clips.indices.filter { request.marksChapters || clips[$0].input.chapter != nil }
    let ends = marks.dropFirst().map { timeline.clips[$0].lowerBound } + [timeline.frameCount]
    let chapters: [VideoChapter] = zip(marks, ends).compactMap { index, end in
      let first = timeline.clips[index].lowerBound
      guard first < end else { return nil }
      let shown = (first..<end).clamped(to: frames)
      if shown.isEmpty { return nil }
      let input = clips[index].input
      return VideoChapter(
        input.chapter ?? input.path.map(Self.title) ?? input.source.text,
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
