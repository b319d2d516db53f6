import SegueMath

/// A named part of a video, listed by players.
package struct VideoChapter: Sendable, Hashable {
  package var title: String
  /// The chapter's frames within the video.
  package var frames: Range<Int>

  package init(_ title: String, _ frames: Range<Int>) {
    self.title = title
    self.frames = frames
  }

  /// The chapters as an ffmpeg metadata file.
  ///
  /// **Source:** `man ffmpeg-formats`, metadata: special characters are escaped by a backslash.
  static func metadata(_ chapters: [VideoChapter], _ shape: VideoShape) -> String {
    let entries = chapters.map { chapter in
      let title = chapter.title.map { "=;#\\\n".contains($0) ? "\\\($0)" : "\($0)" }.joined()
      return "[CHAPTER]\nTIMEBASE=\(shape.rate.denominator)/\(shape.rate.numerator)\n"
        + "START=\(chapter.frames.lowerBound)\nEND=\(chapter.frames.upperBound)\ntitle=\(title)\n"
    }
    return ";FFMETADATA1\n" + entries.joined()
  }
}
