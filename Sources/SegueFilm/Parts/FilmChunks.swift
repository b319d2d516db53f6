import SegueRun
import SegueSystem

/// A film made in chunks that are kept: what is there and still right is not made again.
public struct FilmChunks: Sendable, Hashable {
  /// The folder that keeps them; it is made where it is missing. Several processes may share it.
  package var folder: String
  /// The share of them that is made, and nothing else: no film then; `nil` makes what is missing and joins all to the film.
  package var share: BatchShare?
  /// The version of the program, with that of Segue: chunks of another one are not taken. What a program's own transition
  /// draws is its properties and this.
  package var version: String

  /// Chunks in `folder`, made by a program of this version.
  public init(folder: String, version: String, share: BatchShare? = nil) {
    (self.folder, self.version, self.share) = (folder, version, share)
  }

  /// The longest chunk, in seconds.
  package static let longest = 10.0
}

extension FilmTimeline {
  /// The film's frames in chunks of 5 to 10 seconds; only a film that is shorter has a shorter one.
  ///
  /// A chunk ends where a clip begins, so that those after a clip whose length has changed are still the same.
  package var chunks: [Range<Int>] {
    let longest = longestChunk
    let shortest = longest / 2
    var chunks: [Range<Int>] = []
    var start = 0
    while frameCount - start > longest {
      let latest = min(start + longest, frameCount - shortest)
      let clip = clips.first { (start + max(1, shortest)...latest).contains($0.lowerBound) }
      let end = clip?.lowerBound ?? latest
      chunks.append(start..<end)
      start = end
    }
    chunks.append(start..<frameCount)
    return chunks
  }
}

extension FilmTimeline {
  /// Frames of a chunk at most.
  var longestChunk: Int { max(1, Int(rate.framesPerSecond * FilmChunks.longest)) }
}
