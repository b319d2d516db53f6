import SegueImaging
import SegueMedia
import SegueMotion
import SegueRendering
import SegueTransitions

/// A transition with its parameters and filters, found and read: what is left is to load pictures and the contents of
/// files, and to make it.
package struct PreparedTransition: Sendable {
  /// The transition.
  package private(set) var match: TransitionLibrary.Match
  /// The values of its parameters.
  package let values: ParameterValues
  /// The filters of its pictures and frames.
  package private(set) var filters: RequestFilters
  /// Its parameters, as they are typed.
  package let texts: [(name: String, value: String)]
  private let source: InputFiles

  /// Finds the transition, and reads its parameters and filters.
  /// - Parameters:
  ///   - part: the part of a film that has the filters, such as `junctions[0]`.
  ///   - library: the library in which it is looked for.
  ///   - backend: the renderer that was asked for.
  /// - Throws: `UsageError`, `MediaError`, `ShaderFileError`, `LookError`.
  package init(
    _ choice: TransitionChoice, _ filters: FilterTexts, of part: String? = nil, in library: TransitionLibrary,
    for backend: BackendPreference = .auto
  ) throws {
    try self.init(
      try choice.match(in: library), choice.texts, filters, of: part, in: library.files, for: backend)
  }

  /// A transition that was found.
  /// - Throws: as the other.
  package init(
    _ match: TransitionLibrary.Match, _ texts: [(name: String, value: String)], _ filters: FilterTexts,
    of part: String? = nil, in files: InputFiles = InputFiles(), for backend: BackendPreference = .auto
  ) throws {
    (self.match, self.texts, source) = (match, texts, files)
    values = try match.description.values(texts)
    textures = try values.texturePaths.mapValues { try files.picture($0) }
    self.filters = try RequestFilters(filters, in: files, of: part)
    if backend == .cpu, match.description.needsOpenGL { throw UsageError.needsOpenGL(match.description.name) }
    try self.filters.check(for: backend)
  }

  /// The description of the transition.
  package var description: TransitionDescription { match.description }

  /// Whether only OpenGL draws it, or one of its filters.
  package var needsOpenGL: Bool { description.needsOpenGL || !filters.shaderFiles.isEmpty }

  /// Whether the pictures of its parameters are brought to the frame's size; shaders see them in their own.
  package var stretchesTextures: Bool { description.kind == .builtIn }

  /// The pictures of its parameters, by name.
  package let textures: [String: PictureSource]

  /// Every file of the disk that it is made of.
  package var files: [String] {
    (values.texturePaths.sorted { $0.key < $1.key }.map(\.value) + filters.paths + match.files)
      .filter { source[$0] == nil }
  }

  /// Its curve, where it can be told without pictures.
  package var timing: TimingCurve? { try? description.transition(texts).timing }

  /// Reads what is in the files of its filters and its own.
  /// - Throws: `MediaError`, `ColorTableError`.
  package mutating func load(limits: DecodingLimits) async throws {
    try await filters.load(limits: limits)
    match.description = try await description.loadingFiles(source, limits: limits)
  }

  /// The transition, before its filters.
  /// - Throws: `UsageError.parameter`.
  package func make(textures: [String: Snapshot]) throws(UsageError) -> any Transition {
    try description.make(texts, textures: textures)
  }

  /// The same transition, between its filters, whose values are tried first.
  /// - Parameter progresses: those that are drawn.
  /// - Throws: `FilterError.chain`, `LookError`, `UsageError.refused` for a value out of its bounds.
  package func filtered(
    _ transition: any Transition, size: ImageSize, progresses: some Sequence<Double> = []
  ) throws -> any Transition {
    try filters.applied(to: transition, size: size, progresses: progresses)
  }
}
