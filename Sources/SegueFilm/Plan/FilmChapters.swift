import SegueMedia
import SegueSystem

extension FilmRequest {
  /// Whether a clip begins a chapter.
  var hasChapters: Bool { marksChapters || clips.contains { $0.chapter != nil } }
}

extension FilmPlan {
  /// The marks of the film, or of the part of it that is made: at every clip, or at those that name one. What comes before
  /// the first of them has one without a name, since MP4 and MOV begin with a chapter.
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

  /// A file's name without its extension.
  private static func title(of path: String) -> String {
    let name = OutputPath.name(of: path)
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }
}
