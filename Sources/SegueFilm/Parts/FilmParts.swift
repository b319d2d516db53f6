import SegueImaging
import SegueMedia
import SegueRun
import SegueSystem

/// The parts of a film, in starting order, and the method of joining them.
struct FilmParts {
  enum Join {
    /// Frames are encoded directly into the output, without parts.
    case frames
    /// Packets of chunks are copied into the output, and optionally packets of a file with the sound.
    case chunks([Encoding.Segment], soundPath: String?)
    /// Packets of clips and of encoded files are copied into the output. `encoded` are the files with the
    /// encoded frames, in order. `soundPath` is the file with the sound, if one is made.
    case packets(CopyPlan, encoded: [String], soundPath: String?, WorkFolder)
  }

  private(set) var parts: [FilmPart] = []
  /// The method of joining the parts; `nil` if only a share of the chunks is rendered.
  private(set) var join: Join? = .frames
  private(set) var folder: ChunkFolder?
  private var workFolder: WorkFolder?

  /// The parts of `film`. A share has only its encoded chunks.
  /// - Throws: `SystemError`, `UsageError`.
  init(_ film: FilmBuilder) throws {
    let chunks = film.plan.request.chunks
    if let copy = film.copyPlan {
      try take(chunks == nil ? copy : copy.inChunks(of: film.plan.timeline.longestChunk), of: film, chunks)
    } else if let chunks {
      try take(chunks, of: film)
    }
    if let share = chunks?.share {
      parts = parts.indices.filter(share.holds).map { parts[$0] }
      join = nil
    }
  }

  /// The number of chunks; `nil` if none are kept.
  var chunkCount: Int? { folder.map { _ in parts.count { $0.key != nil } } }

  func removeFolders() {
    workFolder?.remove()
    folder?.removeIfEmpty()
  }

  private mutating func keep(
    _ frames: [Range<Int>], within constraints: StreamConstraints? = nil, _ chunks: FilmChunks,
    _ film: FilmBuilder
  ) throws {
    let fingerprint = try ChunkFingerprint(film, chunks, constraints)
    let keyed = try frames.map { (frames: $0, key: ChunkKey(try fingerprint.lines($0))) }
    let folder = try ChunkFolder(path: chunks.folder, kind: constraints == nil ? "nut" : "mp4")
    parts = keyed.map { frames, key in
      FilmPart(origin: .frames(constraints, path: folder.file(key)), frames: frames, key: key)
    }
    self.folder = folder
  }

  /// Adds the parts of a film in chunks. A share has no sound.
  private mutating func take(_ chunks: FilmChunks, of film: FilmBuilder) throws {
    try keep(film.plan.timeline.chunks, chunks, film)
    let files = parts.compactMap { part in
      part.path.map { Encoding.Segment(path: $0, frames: part.frames) }
    }
    var soundPath: String?
    // The user's encoder arguments apply to the joining, so the sound is encoded there.
    if chunks.share == nil, film.hasSoundFile, film.plan.request.output.encoderArguments.isEmpty {
      let folder = try film.output.makeWorkFolder()
      workFolder = folder
      soundPath = folder.file("sound.mp4")
    }
    // The sound is the last part: its failure stops no chunk, and its notices follow the chunks' notices.
    if let soundPath { parts.append(FilmPart(origin: .sound(path: soundPath))) }
    join = .chunks(files, soundPath: soundPath)
  }

  /// Adds the parts of a partly copied film.
  private mutating func take(_ copy: CopyPlan, of film: FilmBuilder, _ chunks: FilmChunks?) throws {
    if let chunks { try keep(copy.encodedFrames, within: copy.constraints, chunks, film) }
    if chunks?.share != nil { return }
    let folder = try film.output.makeWorkFolder()
    workFolder = folder
    if chunks == nil {
      var constraints = copy.constraints
      let frames = copy.encodedFrames
      if !film.plan.request.output.isReproducible {
        // Divide the cores among the encoders that run at the same time.
        let cores = film.plan.request.drawing.threads ?? Cores.count
        constraints.threads = max(1, cores / max(1, min(frames.count, film.partsAtOnce)))
      }
      parts = frames.enumerated().map { index, frames in
        FilmPart(
          origin: .frames(constraints, path: folder.file("span-\(index).mp4")), frames: frames)
      }
    }
    let encoded = parts.compactMap(\.path)
    let soundPath = film.hasSoundFile ? folder.file("sound.mp4") : nil
    parts = (soundPath.map { [FilmPart(origin: .sound(path: $0))] } ?? []) + parts
    parts += copy.copiedFrames.map { FilmPart(origin: .packets, frames: $0) }
    if film.copiedSound != nil { parts.append(FilmPart(origin: .soundPackets)) }
    join = .packets(copy, encoded: encoded, soundPath: soundPath, folder)
  }
}
