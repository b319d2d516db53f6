import Dispatch
import FoundationEssentials
import Glibc
import SegueFilms
import Synchronization

/// The state that all pages of a preview share: pictures, frame sizes and transitions.
///
/// **Thread-safety:** every method may be called from any thread.
final class PreviewModel: PreviewSubject {
  let home = "/"
  /// The request that started the preview.
  let request: RenderRequest
  /// The pictures at full size.
  let stage: SnapshotPair
  /// The frame sizes, from full size down; each has about half the area of the previous one.
  let levels: [ImageSize]
  /// The notices about the files.
  let notices: [Notice]
  /// The files that are watched: the files of the transition and of filters.
  let watched: [String]
  /// Returns the text of an error.
  let describe: @Sendable (any Error) -> String
  /// Makes the command that renders a request.
  let command: @Sendable (RenderRequest) -> [String]
  private let files: WatchedValue<Files>
  private let scaled: [ScaledPair]

  /// The values that are read from watched files.
  private struct Files {
    var catalogue: PreviewCatalogue
    var filters: PreviewFilters
  }

  /// The smallest side of a reduced frame, in pixels.
  private static let smallestSide = 64

  init(
    _ request: RenderRequest, stage: SnapshotPair, notices: [Notice], catalogue: PreviewCatalogue,
    filters: PreviewFilters, watched: [String], describe: @escaping @Sendable (any Error) -> String,
    command: @escaping @Sendable (RenderRequest) -> [String]
  ) {
    self.request = request
    self.stage = stage
    self.notices = notices
    self.watched = watched
    self.describe = describe
    self.command = command
    var levels = [stage.size]
    for step in 1...7 {
      let factor = pow(0.5, Double(step) / 2)
      let size = ImageSize(
        width: Int((Double(stage.size.width) * factor).rounded()),
        height: Int((Double(stage.size.height) * factor).rounded()))
      if min(size.width, size.height) < Self.smallestSide { break }
      levels.append(size)
    }
    self.levels = levels
    scaled = levels.map { _ in ScaledPair() }
    files = WatchedValue(Files(catalogue: catalogue, filters: filters))
  }

  var thumbnailCount: Int { catalogue.entries.count }
  var levelCount: Int { levels.count }
  func makePage() throws -> any LivePage { try PageSession(self) }
  func makeThumbnails(in group: DispatchGroup) -> Thumbnails {
    Thumbnails(in: group, TransitionStrips(self).strip)
  }

  /// The background, which is opaque because the page's canvas has no alpha.
  var background: RGBAColor { request.drawing.background ?? .black }
  var catalogue: PreviewCatalogue { files.value.catalogue }
  var filters: PreviewFilters { files.value.filters }
  /// The reason why the requested transition's file cannot be used; `nil` if it can.
  var fault: String? { files.fault }

  /// The pictures at the size of a level, resampled once.
  func stage(level: Int) -> SnapshotPair {
    level == 0 ? stage : scaled[level].pair(of: stage, size: levels[level])
  }

  /// Resamples the pictures for every size, so that the first drag does not wait.
  func prepare() {
    for level in levels.indices.dropFirst() { _ = stage(level: level) }
  }

  func add(_ observer: @escaping @Sendable (SubjectChange) -> Void) -> Int { files.add(observer) }
  func remove(_ observer: Int) { files.remove(observer) }

  /// Reads the requested transition and filters again, and notifies the pages.
  func reload() {
    files.reload(describe: describe) { [request] old in
      var new = old
      let limits = request.drawing.limits
      let match = try request.transition.match(in: request.library)
      new.catalogue.reload(try await match.description.loadingFiles(request.library.files, limits: limits))
      new.filters = try await PreviewFilters(reading: request.filters, limits: limits)
      return new
    }
  }
}

extension PreviewModel {
  /// Loads the pictures and the transition of a request.
  /// - Throws: `UsageError`, `SystemError`, `ShaderFileError`, `LookError`, `ColorTableError`.
  static func load(
    _ request: RenderRequest, describe: @escaping @Sendable (any Error) -> String,
    command: @escaping @Sendable (RenderRequest) -> [String]
  ) async throws -> PreviewModel {
    let limits = request.drawing.limits
    var prepared = try PreparedTransition(request.transition, request.filters, in: request.library)
    try await prepared.load(limits: limits)
    let match = prepared.match
    let folders = request.library.fileTransitions()
    var (others, failures) = ([TransitionDescription](), folders.failures)
    for description in folders.transitions {
      do { others.append(try await description.loadingFiles(limits: limits)) } catch {
        failures.append(error)
      }
    }
    let loader = SceneLoader(
      request.output, request.drawing, needsEvenSize: false, stretchesTextures: prepared.stretchesTextures,
      defaultBounds: OutputFormat.mp4.defaultBounds)
    let scene = try await loader.load(request.from, request.to, prepared.textures)
    let filters = try await PreviewFilters(reading: request.filters, limits: limits)
    let catalogue = PreviewCatalogue(request, match, others: others, textures: scene.textures)
    // Reports invalid values before anything is served.
    _ = try Selection(
      request, entry: catalogue.entries[catalogue.chosen], filters: filters, size: scene.size)
    return PreviewModel(
      request, stage: SnapshotPair(from: scene.from, to: scene.to, notices: []),
      notices: match.notices + scene.notices + failures.map { Notice(.warning, "left out: \(describe($0))") },
      catalogue: catalogue, filters: filters,
      watched: Set([match.path].compactMap(\.self) + match.parts + filters.shaderFiles).sorted(),
      describe: describe, command: command)
  }
}

/// The pictures at one size, resampled once. A concurrent caller waits only for its own size.
final class ScaledPair: Sendable {
  private let cache = Mutex<SnapshotPair?>(nil)

  func pair(of stage: SnapshotPair, size: ImageSize, fit: Fit = .stretch) -> SnapshotPair {
    cache.withLock { cache in
      if let cache { return cache }
      let smaller = stage.scaled(to: size, fit: fit)
      cache = smaller
      return smaller
    }
  }
}
