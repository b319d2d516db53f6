import SegueMath

extension VideoArguments {
  /// The list of segments for ffmpeg's concat demuxer. Durations derive from the segments'
  /// positions in the video, so that rounding errors do not accumulate.
  ///
  /// **Source:** `man ffmpeg-formats`, concat; quoting as in `man ffmpeg-utils`.
  static func list(of segments: [Encoding.Segment], _ shape: VideoShape) -> String {
    func microseconds(_ frame: Int) -> Int { (Ratio(frame) * 1_000_000 / shape.rate).rounded }
    return segments.map { segment in
      let length = microseconds(segment.frames.upperBound) - microseconds(segment.frames.lowerBound)
      let path = segment.path.replacing("'", with: "'\\''")
      return "file 'file:\(path)'\nduration \(ClipInput.seconds(Ratio(length, 1_000_000)))\n"
    }.joined()
  }
}
