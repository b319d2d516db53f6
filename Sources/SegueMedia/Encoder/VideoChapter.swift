import SegueMath

/// A part of a video that a player lists by its name.
package struct VideoChapter: Sendable, Hashable {
  /// Its name.
  package var title: String
  /// The video's frames.
  package var frames: Range<Int>

  /// A chapter of `frames`.
  package init(_ title: String, _ frames: Range<Int>) { (self.title, self.frames) = (title, frames) }

  /// `chapters` as a file of metadata for ffmpeg.
  ///
  /// **Source:** `man ffmpeg-formats`, metadata: what has a meaning is escaped by a backslash.
  static func metadata(_ chapters: [VideoChapter], _ shape: VideoShape) -> String {
    let entries = chapters.map { chapter in
      let title = chapter.title.map { "=;#\\\n".contains($0) ? "\\\($0)" : "\($0)" }.joined()
      return "[CHAPTER]\nTIMEBASE=\(shape.rate.denominator)/\(shape.rate.numerator)\n"
        + "START=\(chapter.frames.lowerBound)\nEND=\(chapter.frames.upperBound)\ntitle=\(title)\n"
    }
    return ";FFMETADATA1\n" + entries.joined()
  }
}
