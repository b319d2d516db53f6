import Dispatch
import FoundationEssentials
import SegueFilm
import SegueFilmFiles
import SegueFilms
import SegueSystem

/// The source of a previewed film: its description, and how to make a request and a command from it.
package struct FilmSource: Sendable {
  /// Reads the current description: the words of the inputs, or the text of the file.
  package var read: @Sendable () throws -> FilmScript
  /// The path of the film file; `nil` if the film is described by words.
  package var path: String?
  /// Makes the request for a description, with the options of the command line.
  package var request: @Sendable (FilmScript) throws -> FilmRequest
  /// The command that makes the film of a description.
  package var command: @Sendable (FilmScript) -> [String]

  package init(
    path: String?, read: @escaping @Sendable () throws -> FilmScript,
    request: @escaping @Sendable (FilmScript) throws -> FilmRequest,
    command: @escaping @Sendable (FilmScript) -> [String]
  ) {
    self.path = path
    self.read = read
    self.request = request
    self.command = command
  }
}

/// The state that all pages of a film's preview share: the film as saved.
///
/// **Thread-safety:** every method may be called from any thread.
final class FilmModel: PreviewSubject {
  /// A version of the film file.
  struct Reading: Sendable {
    var script: FilmScript
    var draft: FilmDraft
    /// The number of the version.
    var number: Int
  }

  let home = "/film.html"
  let levelCount = 1
  let source: FilmSource
  let describe: @Sendable (any Error) -> String
  private let film: WatchedValue<Reading>
  private let strips = FilmStrips()

  /// Reads the film and inspects its inputs.
  /// - Throws: the errors of `FilmPlan.init`.
  init(_ source: FilmSource, describe: @escaping @Sendable (any Error) -> String) async throws {
    self.source = source
    self.describe = describe
    let script = try source.read()
    let draft = try await FilmDraft(source.request(script))
    film = WatchedValue(Reading(script: script, draft: draft, number: 0))
  }

  /// The film as saved.
  var reading: Reading { film.value }
  /// The reason why the film file cannot be used; `nil` if it can.
  var fault: String? { film.fault }
  var thumbnailCount: Int { FilmStrips.first + FilmStrips.entries.count }
  var notices: [Notice] { reading.draft.plan.notices }
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

/// Thumbnails of the middle frame of each clip.
enum ClipThumbnails {
  private static let height = 54

  /// The thumbnail of clip `index`; `nil` without such a clip.
  static func drawing(_ index: Int, of reading: FilmModel.Reading) -> Thumbnails.Drawing? {
    let plan = reading.draft.plan
    guard plan.timeline.clips.indices.contains(index) else { return nil }
    return .init(revision: reading.number) {
      let frames = plan.timeline.visible(ofClip: index)
      let picture = try pictures(of: [frames.lowerBound + frames.count / 2], of: plan)[0]
      let width = Int((Double(height) * picture.size.aspectRatio).rounded())
      return try JPEGEncoder(quality: Thumbnails.quality).encode(
        picture.fitted(to: ImageSize(width: max(16, min(192, width)), height: height), fit: .cover))
    }
  }

  /// The frames of a film with the given indices.
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
