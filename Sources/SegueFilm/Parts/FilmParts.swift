import SegueImaging
import SegueMedia
import SegueRun
import SegueSystem

/// The parts of a film in the order in which they are begun, and the way in which they are put together.
struct FilmParts {
  /// The way to the film's output.
  enum Join {
    /// There are no parts: the frames are encoded into it as they come.
    case frames
    /// It has the packets of chunks.
    case chunks([FilmEncoding.Chunk])
    /// It has the packets of clips, and of files between: those of encoded frames in order, and that of the sound, if there
    /// is one.
    case packets(CopyPlan, encoded: [String], soundPath: String?, WorkFolder)
  }

  private(set) var parts: [FilmPart] = []
  /// `nil` where a share of the chunks is all that was asked for.
  private(set) var join: Join? = .frames
  /// The folder of those that are kept.
  private(set) var folder: ChunkFolder?
  /// The folder of the others.
  private var workFolder: WorkFolder?

  /// The parts of `film`: those that are encoded in chunks, where it is kept, and of a share none but those.
  /// - Throws: `MediaError`, `UsageError`.
  init(_ film: FilmProduction) throws {
    let chunks = film.plan.request.chunks
    if let copy = film.copyPlan {
      try take(chunks == nil ? copy : copy.inChunks(of: film.plan.timeline.longestChunk), of: film, chunks)
    } else if let chunks {
      try keep(film.plan.timeline.chunks, as: .chunk, chunks, film)
      join = .chunks(parts.compactMap { part in part.path.map { .init(path: $0, frames: part.frames) } })
    }
    if let share = chunks?.share {
      parts = parts.indices.filter(share.holds).map { parts[$0] }
      join = nil
    }
  }

  /// The number of chunks; `nil` where nothing is kept.
  var chunkCount: Int? { folder.map { _ in parts.count { $0.key != nil } } }

  /// Removes what the film does not need any more.
  func removeFolders() {
    workFolder?.remove()
    folder?.removeIfEmpty()
  }

  /// Takes chunks of `frames`.
  private mutating func keep(
    _ frames: [Range<Int>], as content: FilmEncoding.Content, _ chunks: FilmChunks, _ film: FilmProduction
  ) throws {
    let ingredients = try ChunkIngredients(film, chunks, content)
    let keys = try frames.map { ChunkKey(try ingredients.lines($0)) }
    let folder = try ChunkFolder(path: chunks.folder, kind: content == .chunk ? "nut" : "mp4")
    parts = zip(frames, keys).map { frames, key in
      FilmPart(origin: .frames(content, path: folder.file(key)), frames: frames, key: key)
    }
    self.folder = folder
  }

  /// Takes the parts of a film that is copied as far as `copy` says. What takes longest comes first: the sound.
  private mutating func take(_ copy: CopyPlan, of film: FilmProduction, _ chunks: FilmChunks?) throws {
    if let chunks { try keep(copy.encodedFrames, as: .span(copy.encoding), chunks, film) }
    if chunks?.share != nil { return }
    let folder = try film.output.makeWorkFolder()
    workFolder = folder
    if chunks == nil {
      var encoding = copy.encoding
      let frames = copy.encodedFrames
      if !film.plan.request.output.isReproducible {
        // As many encoders as are at work together share the cores.
        let cores = film.plan.request.drawing.threads ?? Cores.count
        encoding.threads = max(1, cores / max(1, min(frames.count, film.partsAtOnce)))
      }
      parts = frames.enumerated().map { index, frames in
        FilmPart(
          origin: .frames(.span(encoding), path: folder.file("span-\(index).mp4")), frames: frames)
      }
    }
    let encoded = parts.compactMap(\.path)
    // A container that is made by ffmpeg takes its sound while it is put together.
    let hasSoundFile = film.hasSound && film.copiedSound == nil && film.output.format.facts.movie != nil
    let soundPath = hasSoundFile ? folder.file("sound.mp4") : nil
    parts = (soundPath.map { [FilmPart(origin: .sound(path: $0))] } ?? []) + parts
    parts += copy.copiedFrames.map { FilmPart(origin: .packets, frames: $0) }
    if film.copiedSound != nil { parts.append(FilmPart(origin: .soundPackets)) }
    join = .packets(copy, encoded: encoded, soundPath: soundPath, folder)
  }
}
