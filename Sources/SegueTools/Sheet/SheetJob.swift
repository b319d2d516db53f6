import SegueFields
import SegueImaging
import SegueMedia
import SegueMotion
import SegueRendering
import SegueRun
import SegueTransitions

/// Draws a contact sheet from two files into a third.
package struct SheetJob: Sendable {
  /// The outgoing picture.
  package var from: PictureSource
  /// The incoming picture.
  package var to: PictureSource
  /// The PNG file, or `-` for standard output.
  package var output: String
  /// The size of a picture on the sheet; `nil` for a width of 160 pixels and the first picture's aspect
  /// ratio.
  package var cellSize: ImageSize?
  /// The number of columns, 2 to 101.
  package var columns = 6
  /// The names of the transitions; empty for every built-in and every file in the folders.
  package var transitionNames: [String] = []
  /// Parameters of the named transitions, as typed; every transition takes them.
  package var parameters: [(name: String, value: String)] = []
  /// The curve from a column's time to its progress; `nil` for progresses that equal the times.
  package var timing: TimingCurve?
  /// Whether the rows are filters over their ranges, applied to `from`, instead of transitions.
  package var showsFilters = false
  /// Filters of the pictures and of the frames, as typed.
  package var filters = FilterTexts()
  /// The drawing options; the default background, also around the pictures, is dark grey.
  package var drawing = DrawingOptions()
  /// Whether an existing output is replaced.
  package var overwrites = false

  /// The maximum number of pixels of all pictures of a sheet together.
  static let maximumSheetPixels = 1 << 28

  package init(from: PictureSource, to: PictureSource, output: String) {
    self.from = from
    self.to = to
    self.output = output
  }

  package struct Report: Sendable {
    /// The sheet's size, in pixels.
    package var size: ImageSize
    /// The notices about the pictures and the transitions.
    package var notices: [Notice] = []
    /// The errors of ignored files and folders of transitions.
    package var failures: [any Error] = []
  }

  /// Draws the sheet and writes it.
  /// - Throws: `UsageError`, `ParameterError`, `ColorTableError`, `SystemError`, `TextError`,
  ///   `RenderError`; the output is untouched then.
  @discardableResult
  package func run() async throws -> Report {
    try check()
    let library = TransitionLibrary.ofUser
    let matches = try transitionNames.map(library.transition(named:))
    let files: (transitions: [TransitionDescription], failures: [any Error]) =
      transitionNames.isEmpty && !showsFilters ? library.fileTransitions() : ([], [])
    var descriptions =
      try showsFilters
      ? Self.filterRows
      : matches.isEmpty
        ? Catalogue.builtIn.transitions + files.transitions
        : matches.map { try $0.description.setting(parameters) }
    var sheet = ContactSheet(descriptions, columns: columns)
    sheet.timing = timing
    if let background = drawing.background { sheet.background = background }
    var filters = try RequestFilters(filters)
    let file = try OutputGuard.open(
      output, extension: ".png", overwrites: overwrites,
      areNot: [from.text, to.text] + parameters.map(\.value) + filters.paths)
    let stage = try await stage()
    let cell = cellSize ?? Self.defaultCell(stage.size)
    guard cell.area * columns * descriptions.count <= Self.maximumSheetPixels else {
      throw CommandError.conflict(
        "a sheet of \(columns * descriptions.count) pictures of \(cell) is too large; use a smaller -s")
    }
    try await filters.load(limits: drawing.limits)
    for index in descriptions.indices {
      descriptions[index] = try await descriptions[index].loadingFiles(limits: drawing.limits)
    }
    sheet.transitions = descriptions
    sheet.textures = try await textures(of: descriptions, size: cell)
    sheet.filtered = { [filters] in try filters.applied(to: $0, size: cell, progresses: []) }
    let picture = try sheet.picture(on: stage.scaled(to: cell), onStalledShader: drawing.onStalledShader)
    try file.finish(try PNGEncoder(level: 12).encode(picture))
    return Report(
      size: picture.size, notices: stage.notices + matches.flatMap(\.notices), failures: files.failures)
  }

  /// The pictures of the typed texture parameters, stretched to `size`.
  private func textures(
    of descriptions: [TransitionDescription], size: ImageSize
  ) async throws -> [String: Snapshot] {
    let names = Set(descriptions.flatMap(\.parameters).filter { $0.type == .texture }.map(\.name))
    let sources = parameters.compactMap { name, value -> (String, PictureSource)? in
      let isPicture = names.contains(name) && ParameterValue.texture(path: value) != .clouds
      return isPicture ? (name, .file(path: value)) : nil
    }
    let loader = SceneLoader(OutputRequest(), drawing, needsEvenSize: false, stretchesTextures: true)
    return try await loader.textures(Dictionary(sources) { $1 }, size: size).textures
  }

  /// A row per filter; filters that read a picture get a picture of clouds.
  private static var filterRows: [TransitionDescription] {
    get throws {
      let clouds = CloudMask.snapshot(ImageSize(width: 160, height: 90))
      return try FilterCatalogue.builtIn.filters.map { try FilterSweep.description(of: $0, picture: clouds) }
    }
  }

  private func stage() async throws -> SnapshotPair {
    guard showsFilters else { return try await SnapshotPair(from: from.text, to: to.text) }
    let picture = try await ImageDecoder().decoded(path: from.text).snapshot
    return SnapshotPair(from: picture, to: picture, notices: [])
  }

  private func check() throws {
    if !showsFilters, from == .standardInput, to == .standardInput { throw UsageError.standardInputTwice }
    if let cellSize, max(cellSize.width, cellSize.height) > 1024 {
      throw UsageError.invalidValue(
        option: .size, value: cellSize.description, expected: "at most 1024 pixels per side")
    }
  }

  private static func defaultCell(_ size: ImageSize) -> ImageSize {
    let height = (160 * Double(size.height) / Double(size.width)).rounded()
    return ImageSize(width: 160, height: Int(min(640, max(8, height))))
  }
}
