import Dispatch
import FoundationEssentials
import Segue
import SegueFilm
import SegueSystem

/// The film that a preview shows: how it is described, and how that becomes a request and a command.
package struct FilmSource: Sendable {
  /// The words of its inputs, or the text of its file, as it is now.
  package var read: @Sendable () throws -> FilmScript
  /// Its file; `nil` where it is described by words.
  package var path: String?
  /// The film that a script describes, with everything that was asked for besides.
  package var request: @Sendable (FilmScript) throws -> FilmRequest
  /// The words of a command that makes it.
  package var command: @Sendable (FilmScript) -> [String]

  /// A film.
  package init(
    path: String?, read: @escaping @Sendable () throws -> FilmScript,
    request: @escaping @Sendable (FilmScript) throws -> FilmRequest,
    command: @escaping @Sendable (FilmScript) -> [String]
  ) {
    (self.path, self.read, self.request, self.command) = (path, read, request, command)
  }
}

/// The state that all pages of a film's preview share: the film as its file has it.
///
/// **Thread-safety:** every method may be called from any thread.
final class FilmModel: PreviewSubject {
  /// The film as it was read last.
  struct Reading: Sendable {
    var script: FilmScript
    var draft: FilmDraft
    /// Counts the readings.
    var number: Int
  }

  let home = "/film.html"
  let levelCount = 1
  let source: FilmSource
  let describe: @Sendable (any Error) -> String
  private let film: Observed<Reading>
  private let strips = FilmStrips()

  /// Reads the film and looks at its inputs.
  /// - Throws: as `FilmPlan.init`.
  init(_ source: FilmSource, describe: @escaping @Sendable (any Error) -> String) async throws {
    (self.source, self.describe) = (source, describe)
    let script = try source.read()
    let draft = try await FilmDraft(source.request(script))
    film = Observed(Reading(script: script, draft: draft, number: 0))
  }

  /// The film as its file has it.
  var reading: Reading { film.value }
  /// The reason why its file cannot be used now.
  var fault: String? { film.fault }
  var thumbnailCount: Int { FilmStrips.first + FilmStrips.entries.count }
  var warnings: [String] { reading.draft.plan.warnings }
  var watched: [String] { source.path.map { [$0] } ?? [] }

  func makePage() throws -> any LivePage { FilmPage(self) }
  func makeThumbnails(in group: DispatchGroup) -> Thumbnails {
    Thumbnails(in: group) { [self] index in
      index < FilmStrips.first
        ? ClipThumbnails.drawing(index, of: reading) : strips.strip(index - FilmStrips.first, of: reading)
    }
  }
  func prepare() {}
  func add(_ observer: @escaping @Sendable (SubjectChange) -> Void) -> Int { film.add(observer) }
  func remove(_ observer: Int) { film.remove(observer) }

  func reload() {
    film.reload(describe: describe) { [source] old in
      let script = try source.read()
      let draft = try await FilmDraft(source.request(script))
      return Reading(script: script, draft: draft, number: old.number + 1)
    }
  }
}

/// The middle frame of each clip of a film, small.
enum ClipThumbnails {
  private static let height = 54

  /// That of clip `index`; `nil` where there is none.
  static func drawing(_ index: Int, of reading: FilmModel.Reading) -> Thumbnails.Drawing? {
    let plan = reading.draft.plan
    guard plan.timeline.clips.indices.contains(index) else { return nil }
    return .init(revision: reading.number) {
      let frames = plan.timeline.clips[index]
      let picture = try pictures(of: [frames.lowerBound + frames.count / 2], of: plan)[0]
      let width = Int((Double(height) * picture.size.aspectRatio).rounded())
      return try JPEGEncoder(quality: Thumbnails.quality).encode(
        picture.fitted(to: ImageSize(width: max(16, min(192, width)), height: height), fit: .cover))
    }
  }

  /// Frames of a film, by their indices.
  static func pictures(of frames: [Int], of plan: FilmPlan) throws -> [Snapshot] {
    let viewer = try FilmViewer(plan)
    defer { viewer.close() }
    return try frames.map { index in
      let frame = try viewer.frame(index)
      defer { frame.release() }
      return Snapshot(copying: frame)
    }
  }
}
