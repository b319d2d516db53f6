import FoundationEssentials
import Glibc
import SegueFilms
import Synchronization

/// Renders the downloads of a page, one at a time, into a temporary folder that is removed with the exporter.
///
/// **Thread-safety:** every method may be called from any thread.
final class Exporter: Sendable {
  /// The formats in the page's menu.
  static let formats = ["mp4", "webp", "gif"]

  private struct State {
    var task: Task<Void, Never>?
    /// The finished files that were not downloaded yet, by id, the newest last.
    var files: [(id: String, path: String)] = []
    var isClosed = false
  }

  private let describe: @Sendable (any Error) -> String
  private let folder: String
  private let state = Mutex(State())
  /// The largest number of finished files that are kept for download.
  private static let maximumFiles = 2

  init(describe: @escaping @Sendable (any Error) -> String) {
    self.describe = describe
    folder = FileManager.default.temporaryDirectory.path + "/segue-preview-" + AccessToken().description
  }

  /// Renders `selection`. `reply` gets messages about the progress, and at the end the file or the error.
  func start(_ selection: Selection, _ format: String, reply: @escaping @Sendable ([UInt8]) -> Void) {
    guard Self.formats.contains(format) else { return }
    let id = AccessToken().description
    let path = folder + "/" + id + "." + format
    var request = selection.request(output: path)
    request.output.format = nil
    if format == "mp4" { request.output.plays = nil }
    let name =
      "segue-" + selection.entry.name.filter { $0.isLetter || $0.isNumber || $0 == "-" } + "." + format
    let isBusy = state.withLock { state in
      if state.isClosed || state.task != nil { return true }
      state.task = Task { [request] in
        await self.run(request, id: id, format: format, name: name, reply: reply)
      }
      return false
    }
    if isBusy {
      let message = "another download is being rendered; wait until it is finished"
      reply(PageUpdate.export(.init(format: format, message: message)).bytes)
    }
  }

  private func run(
    _ request: RenderRequest, id: String, format: String, name: String,
    reply: @escaping @Sendable ([UInt8]) -> Void
  ) async {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let job = try RenderJob(request)
      let lastReport = Mutex(ContinuousClock.now)
      try await job.run(onProgress: { done, total in
        let isDue = lastReport.withLock { lastReport in
          guard ContinuousClock.now - lastReport > .milliseconds(100) else { return false }
          lastReport = .now
          return true
        }
        if isDue {
          reply(PageUpdate.export(PageUpdate.Export(format: format, done: done, total: total)).bytes)
        }
      })
      state.withLock { state in
        state.files.append((id, request.output.path))
        if state.files.count > Self.maximumFiles { remove(state.files.removeFirst().path) }
      }
      reply(PageUpdate.export(.init(format: format, id: id, name: name)).bytes)
    } catch {
      reply(PageUpdate.export(.init(format: format, message: describe(error))).bytes)
    }
    state.withLock { $0.task = nil }
  }

  /// The bytes of a finished file, which can be downloaded once.
  func take(_ id: String) -> [UInt8]? {
    let path = state.withLock { state -> String? in
      guard let index = state.files.firstIndex(where: { $0.id == id }) else { return nil }
      return state.files.remove(at: index).path
    }
    guard let path else { return nil }
    defer { remove(path) }
    return FileManager.default.contents(atPath: path).map(Array.init)
  }

  /// Cancels the current render and removes all files.
  func close() async {
    let task = state.withLock { state in
      state.isClosed = true
      return state.task
    }
    task?.cancel()
    await task?.value
    remove(folder)
  }

  private func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}
