import Foundation
import Segue
import SegueFilm
import SegueSystem
import Synchronization

/// The film that a preview shows: how it is described, and how that becomes a request and a command.
///
/// **Thread-safety:** a value.
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

/// What all pages of a film's preview share: the film as its file has it.
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
  private let state: Mutex<State>

  private struct State {
    var reading: Reading
    var fault: String?
    var next = 0
    var asked = 0
    var observers: [Int: @Sendable (SubjectChange) -> Void] = [:]
  }

  /// Reads the film and looks at its inputs.
  /// - Throws: as `FilmPlan.init`.
  init(_ source: FilmSource, describe: @escaping @Sendable (any Error) -> String) async throws {
    (self.source, self.describe) = (source, describe)
    let script = try source.read()
    let draft = try await FilmDraft(source.request(script))
    state = Mutex(State(reading: Reading(script: script, draft: draft, number: 0)))
  }

  /// The film as its file has it.
  var reading: Reading { state.withLock { $0.reading } }
  /// Why its file cannot be used now.
  var fault: String? { state.withLock { $0.fault } }
  var thumbnailCount: Int { 10_000 }
  var warnings: [String] { reading.draft.plan.warnings }
  var watched: [String] { source.path.map { [$0] } ?? [] }

  func makePage() throws -> any LivePage { FilmPage(self) }
  func makeThumbnails(in group: DispatchGroup) -> any Thumbnails { ClipThumbnails(self, in: group) }
  func prepare() {}

  func add(_ observer: @escaping @Sendable (SubjectChange) -> Void) -> Int {
    state.withLock { state in
      state.next += 1
      state.observers[state.next] = observer
      return state.next
    }
  }

  func remove(_ observer: Int) { state.withLock { $0.observers[observer] = nil } }

  func reload() {
    let asked = state.withLock { state in
      state.asked += 1
      return state.asked
    }
    Task {
      do {
        let script = try source.read()
        let draft = try await FilmDraft(source.request(script))
        tell(.reloaded, asked) { state in
          state.reading = Reading(script: script, draft: draft, number: state.reading.number + 1)
          state.fault = nil
        }
      } catch {
        let sentence = describe(error)
        tell(.refused(sentence), asked) { $0.fault = sentence }
      }
    }
  }

  /// Tells what a reading came to, unless the file was saved anew meanwhile.
  private func tell(_ change: SubjectChange, _ asked: Int, _ apply: (inout State) -> Void) {
    let observers = state.withLock { state -> [@Sendable (SubjectChange) -> Void] in
      guard state.asked == asked else { return [] }
      apply(&state)
      return Array(state.observers.values)
    }
    for observer in observers { observer(change) }
  }
}

/// The middle frame of each clip of a film, small.
///
/// **Thread-safety:** every method may be called from any thread.
final class ClipThumbnails: Thumbnails {
  private static let height = 54
  private static let quality = 78

  private let model: FilmModel
  private let queue = DispatchQueue(label: "segue.thumbnails")
  private let work: DispatchGroup
  private let state = Mutex(State())

  private struct State {
    /// The reading that the pictures are of.
    var number = -1
    var kept: [Int: [UInt8]] = [:]
    var isClosed = false
  }

  /// Thumbnails that are drawn as work of `group`.
  init(_ model: FilmModel, in group: DispatchGroup) { (self.model, work) = (model, group) }

  func close() { state.withLock { $0.isClosed = true } }

  func strip(_ index: Int, done: @escaping @Sendable ([UInt8]?) -> Void) {
    queue.async(group: work) { [self] in
      let reading = model.reading
      let (kept, isClosed) = state.withLock { state in
        if state.number != reading.number { (state.number, state.kept) = (reading.number, [:]) }
        return (state.kept[index], state.isClosed)
      }
      if kept != nil || isClosed { return done(kept) }
      let bytes = try? draw(index, of: reading.draft.plan)
      state.withLock { if $0.number == reading.number { $0.kept[index] = bytes } }
      done(bytes)
    }
  }

  private func draw(_ index: Int, of plan: FilmPlan) throws -> [UInt8]? {
    guard plan.timeline.clips.indices.contains(index) else { return nil }
    let frames = plan.timeline.clips[index]
    let viewer = try FilmViewer(plan)
    defer { viewer.close() }
    let frame = try viewer.frame(frames.lowerBound + frames.count / 2)
    defer { frame.release() }
    let picture = try Snapshot(width: frame.size.width, height: frame.size.height, rgba: Array(frame.bytes))
    let width = Double(Self.height) * frame.size.aspectRatio
    let size = ImageSize(width: max(16, min(192, Int(width.rounded()))), height: Self.height)
    return try JPEGEncoder(quality: Self.quality).encode(
      picture.fitted(to: size, mode: .cover).bytes, size: size)
  }
}
