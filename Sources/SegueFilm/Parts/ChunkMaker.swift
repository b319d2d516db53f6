import FoundationEssentials
import Glibc
import SegueMedia
import SegueRun
import SegueSystem

/// Makes the chunks of a film that are missing, and the film of all of them.
///
/// The calls wait; make them from a thread, not from a Swift task.
struct ChunkMaker {
  private let production: FilmProduction
  private let chunks: FilmChunks
  private let folder: ChunkFolder
  /// The part of a film that each of them is.
  private let part: FilmEncoding.Part
  private let stop: StopSignal
  /// Those that are made, in order.
  private let pieces: [Piece]

  /// A chunk, and what it is made of.
  private struct Piece {
    let frames: Range<Int>
    let key: String
    let madeOf: [String]
  }

  /// The pause before it looks again whether another process has finished a chunk, in microseconds.
  private static let pause: UInt32 = 100_000
  /// The layout of chunks: another number makes all of them anew.
  private static let layout = "chunk 1"

  /// Opens the folder, and works out what each chunk is made of.
  /// - Parameters:
  ///   - frames: the film's frames of each chunk.
  ///   - part: the part of a film that each of them is.
  /// - Throws: `MediaError`, `UsageError`.
  init(
    _ production: FilmProduction, _ chunks: FilmChunks, of frames: [Range<Int>], _ part: FilmEncoding.Part,
    stop: StopSignal
  ) throws {
    (self.production, self.chunks, self.part, self.stop) = (production, chunks, part, stop)
    let plan = production.plan
    let versions = [
      Self.layout, "segue \(chunks.version)", try plan.request.output.encoder.version(),
    ]
    let command = try production.makeSink(part, at: "-").command ?? []
    let ingredients = ChunkIngredients(plan, production.preparation, versions, encoder: command)
    let all = try frames.map { frames in
      let lines = try ingredients.lines(frames)
      let key = ContentHash(Array(lines.joined(separator: "\n").utf8)).hash
      return Piece(frames: frames, key: key, madeOf: lines)
    }
    pieces = all.indices.filter { chunks.share?.holds($0) ?? true }.map { all[$0] }
    folder = try ChunkFolder(path: chunks.folder, kind: part == .chunk ? "nut" : "mp4")
  }

  /// Makes what is missing, and joins all of it unless a share was asked for.
  /// - Parameters:
  ///   - join: joins finished chunks; what it is given is called when everything is complete, before the film is put in its
  ///     place.
  ///   - onComplete: called with the whole report then.
  /// - Throws: as `FilmJob.run`; what was finished stays in the folder.
  func make(
    onComplete: @escaping @Sendable (RunReport, FilmReport.Chunks) throws -> Void,
    join: ([FilmEncoding.Chunk], @escaping @Sendable (RunReport) throws -> Void) throws -> RunReport
  ) throws -> (RunReport, FilmReport.Chunks) {
    defer { folder.removeIfEmpty() }
    var made = RunReport()
    let rendered = try makeMissing(&made)
    let counts = FilmReport.Chunks(count: pieces.count, rendered: rendered)
    if chunks.share != nil {
      made.outputs = pieces.map { folder.file($0.key) }
      try onComplete(made, counts)
      return (made, counts)
    }
    let finished = pieces.map { FilmEncoding.Chunk(path: folder.file($0.key), frames: $0.frames) }
    let joined = try join(finished) { [made] joined in try onComplete(made.joined(joined), counts) }
    return (made.joined(joined), counts)
  }

  /// Makes the chunks that are not there, those last at which another process is at work.
  /// - Returns: the number of chunks that were made here.
  private func makeMissing(_ made: inout RunReport) throws -> Int {
    var warnings: [Int: [String]] = [:]
    var missing: [Int] = []
    for (index, piece) in pieces.enumerated() {
      if let record = folder.finished(piece.key) {
        warnings[index] = record.warnings
      } else {
        missing.append(index)
      }
    }
    let total = missing.map { pieces[$0].frames.count }.reduce(0, +)
    var rendered = 0
    while !missing.isEmpty {
      var busy: [Int] = []
      for index in missing {
        if stop.isSet { throw MediaError.cancelled }
        let piece = pieces[index]
        guard let claim = try folder.claim(piece.key) else {
          busy.append(index)
          continue
        }
        warnings[index] = try withExtendedLifetime(claim) {
          if let record = folder.finished(piece.key) { return record.warnings }
          rendered += 1
          return try make(piece, total: total, &made)
        }
      }
      if busy.count == missing.count { usleep(Self.pause) }
      missing = busy
    }
    for index in pieces.indices {
      made.addWarnings(warnings[index] ?? [])
    }
    return rendered
  }

  /// Makes a chunk. Returns what should be known about it.
  private func make(_ piece: Piece, total: Int, _ made: inout RunReport) throws -> [String] {
    let file = folder.file(piece.key)
    let report = try production.make(
      part, of: piece.frames, at: file, done: made.frameCount, total: total)
    made.add(report)
    return try folder.finish(
      piece.key, frames: piece.frames.count, warnings: report.warnings, madeOf: piece.madeOf
    ).warnings
  }
}
