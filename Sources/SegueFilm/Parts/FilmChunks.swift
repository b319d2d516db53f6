/// The settings for rendering a film in chunks that are kept and reused if they are unchanged.
public struct FilmChunks: Sendable, Hashable {
  package var folder: String
  package var share: BatchShare?
  package var version: String

  /// Chunks that are kept in a folder and reused.
  /// - Parameters:
  ///   - folder: the path, created if missing; several processes may share it.
  ///   - version: the version of the program, such as `1.2`. Chunks of other versions are not
  ///     reused. A transition that is a class needs a ``Transition/fingerprint``.
  ///   - share: the share of the chunks to render, without joining them. `nil` renders the missing
  ///     chunks and joins all chunks.
  public init(folder: String, version: String, share: BatchShare? = nil) {
    self.folder = folder
    self.version = version
    self.share = share
  }

  /// The maximum length of a chunk in seconds.
  package static let longest = 10.0
}

extension FilmTimeline {
  /// The film frames in chunks of 5 to 10 seconds; a shorter film is one chunk.
  ///
  /// Chunks end at the end of an overlap, if possible. If a clip's length changes, the later chunks then
  /// stay valid. A chunk also never decodes a clip from a keyframe only for an overlap at its end. Each chunk
  /// starts an encoder and opens a clip again, so chunks are as long as possible.
  package var chunks: [Range<Int>] {
    let longest = longestChunk
    let shortest = longest / 2
    var chunks: [Range<Int>] = []
    var start = 0
    while frameCount - start > longest {
      let latest = min(start + longest, frameCount - shortest)
      let ends = start + max(1, shortest)...latest
      let end = overlaps.last { ends.contains($0.upperBound) }?.upperBound ?? latest
      chunks.append(start..<end)
      start = end
    }
    chunks.append(start..<frameCount)
    return chunks
  }

  var longestChunk: Int { max(1, Int(rate.framesPerSecond * FilmChunks.longest)) }
}
