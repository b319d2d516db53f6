import SegueMedia

/// A part of a film that needs no other: it is made, or found where it is, before the film is put together of all.
struct FilmPart: Sendable {
  /// Where it comes from.
  enum Origin: Sendable {
    /// Its frames are encoded, as this content, into a file.
    case frames(FilmEncoding.Content, path: String)
    /// The packets of its frames are a clip's.
    case packets
    /// It is the film's sound, encoded into a file.
    case sound(path: String)
    /// It is the film's sound, whose packets are a clip's.
    case soundPackets
  }

  let origin: Origin
  /// The film's frames that it has; none where it is sound.
  var frames = 0..<0
  /// The chunk that it is, where it is kept; `nil` where its file goes once the film is there.
  var key: ChunkKey?

  /// The file that it is made in; `nil` where it is taken as it is.
  var path: String? {
    switch origin {
    case .frames(_, let path), .sound(let path): path
    case .packets, .soundPackets: nil
    }
  }

  /// The number of its frames that are encoded.
  var encodedCount: Int {
    if case .frames = origin { frames.count } else { 0 }
  }
}
