import SegueMedia
import SegueRun

/// An independent part of a film, rendered or copied before the film is joined.
struct FilmPart: Sendable {
  enum Origin: Sendable {
    /// Frames that are encoded into a file: a chunk, or the frames between copied frames, within constraints.
    case frames(StreamConstraints?, path: String)
    /// Copied packets of frames of a clip.
    case packets
    /// The film's sound, encoded into a file.
    case sound(path: String)
    /// The film's sound as copied packets of a clip.
    case soundPackets
  }

  let origin: Origin
  /// The film frames of the part; empty for sound.
  var frames = 0..<0
  /// The key of a kept chunk; `nil` for a temporary file.
  var key: ChunkKey?

  /// The file of an encoded part; `nil` for a copied part.
  var path: String? {
    switch origin {
    case .frames(_, let path), .sound(let path): path
    case .packets, .soundPackets: nil
    }
  }

  var isSound: Bool {
    switch origin {
    case .sound, .soundPackets: true
    case .frames, .packets: false
    }
  }

  var encodedCount: Int {
    if case .frames = origin { frames.count } else { 0 }
  }
}
