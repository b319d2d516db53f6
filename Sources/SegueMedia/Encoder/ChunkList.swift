import SegueMath

extension VideoArguments {
  /// The list of chunks for ffmpeg. Durations derive from the chunks' positions in the film, so
  /// that rounding errors do not accumulate.
  ///
  /// **Source:** `man ffmpeg-formats`, concat; quoting as in `man ffmpeg-utils`.
  static func list(of chunks: [FilmEncoding.Chunk], _ shape: VideoShape) -> String {
    func microseconds(_ frame: Int) -> Int { (Ratio(frame) * 1_000_000 / shape.rate).rounded }
    return chunks.map { chunk in
      let length = microseconds(chunk.frames.upperBound) - microseconds(chunk.frames.lowerBound)
      let path = chunk.path.replacing("'", with: "'\\''")
      return "file 'file:\(path)'\nduration \(ClipInput.seconds(Ratio(length, 1_000_000)))\n"
    }.joined()
  }
}
