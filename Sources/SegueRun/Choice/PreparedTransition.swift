import SegueImaging
import SegueMedia
import SegueMotion
import SegueRendering
import SegueTransitions

/// A transition whose parameters and filters have been found and checked. Pictures and files are not
/// loaded yet, and the transition is not made yet.
package struct PreparedTransition: Sendable {
  package private(set) var match: TransitionLibrary.Match
  /// The parsed parameters.
  package let values: ParameterValues
  /// The filters of the pictures and of the frames.
  package private(set) var filters: RequestFilters
  /// The parameters as typed.
  package let texts: [(name: String, value: String)]
  private let source: InputFiles

  /// Finds the transition, and reads its parameters and filters.
  /// - Parameters:
  ///   - part: the path in the film of the object that has the filters, such as `junctions[0]`.
  ///   - library: the library in which the transition is looked up.
  ///   - backend: the requested renderer.
  /// - Throws: `UsageError`, `SystemError`, `ShaderFileError`, `LookError`.
  package init(
    _ choice: TransitionChoice, _ filters: FilterTexts, of part: String? = nil, in library: TransitionLibrary,
    for backend: BackendPreference = .auto
  ) throws {
    try self.init(
      try choice.match(in: library), choice.texts, filters, of: part, in: library.files, for: backend)
  }

  /// Prepares a transition that was already found.
  /// - Throws: `UsageError`, `SystemError`, `ShaderFileError`, `LookError`.
  package init(
    _ match: TransitionLibrary.Match, _ texts: [(name: String, value: String)], _ filters: FilterTexts,
    of part: String? = nil, in files: InputFiles = InputFiles(), for backend: BackendPreference = .auto
  ) throws {
    self.match = match
    self.texts = texts
    source = files
    values = try match.description.values(texts)
    textures = try values.texturePaths.mapValues { try files.picture($0) }
    self.filters = try RequestFilters(filters, in: files, of: part)
    if backend == .cpu, match.description.needsOpenGL { throw UsageError.needsOpenGL(match.description.name) }
    try self.filters.check(for: backend)
  }

  package var description: TransitionDescription { match.description }

  /// Whether the transition or one of its filters needs OpenGL.
  package var needsOpenGL: Bool { description.needsOpenGL || !filters.shaderFiles.isEmpty }

  /// Whether the parameters' pictures are scaled to the frame; shaders get them at their own size.
  package var stretchesTextures: Bool { description.kind == .builtIn }

  /// The parameters' pictures, by name.
  package let textures: [String: PictureSource]

  /// The paths of the transition's files that are on the disk.
  package var files: [String] {
    (values.texturePaths.sorted { $0.key < $1.key }.map(\.value) + filters.paths + match.files)
      .filter { source[$0] == nil }
  }

  /// The transition's curve; `nil` if it depends on the pictures.
  package var timing: TimingCurve? { try? description.transition(texts).timing }

  /// Reads the files of the transition and of its filters.
  /// - Throws: `SystemError`, `ColorTableError`.
  package mutating func load(limits: DecodingLimits) async throws {
    try await filters.load(limits: limits)
    match.description = try await description.loadingFiles(source, limits: limits)
  }

  /// The transition without its filters.
  /// - Throws: `UsageError.parameter`.
  package func make(textures: [String: Snapshot]) throws(UsageError) -> any Transition {
    try description.make(texts, textures: textures)
  }

  /// Checks the filters' values and returns `transition` between its filters.
  /// - Parameter progresses: the progresses that will be drawn.
  /// - Throws: `FilterError`, `LookError`, `UsageError.refused` for a value out of its bounds.
  package func filtered(
    _ transition: any Transition, size: ImageSize, progresses: some Sequence<Double> = []
  ) throws -> any Transition {
    try filters.applied(to: transition, size: size, progresses: progresses)
  }
}
