/// A GLSL text, embedded in the binary.
///
/// Files in `Common` contain functions, files in `Plan` a source, a layer or a whole pass, files in
/// `User` the text around a user's shader. The shader of a registered node is beside its
/// specification. In a file with `$` in its names, `$` stands for the number of the source, so that
/// a pass can contain several.
///
/// **Thread-safety:** immutable. Files with the same name are equal.
package struct ShaderFile: Sendable, Hashable {
  /// The unique name.
  package let name: String
  private let bytes: [UInt8]

  /// The file called `name`, with its text in UTF-8.
  package init(_ name: String, _ bytes: [UInt8]) {
    (self.name, self.bytes) = (name, bytes)
  }

  /// The file's text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The file's text with `number` for every `$`.
  package func text(number: Int) -> String {
    String(text.split(separator: "$", omittingEmptySubsequences: false).joined(separator: "\(number)"))
  }

  /// Whether both have the same name.
  package static func == (a: ShaderFile, b: ShaderFile) -> Bool { a.name == b.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension ShaderFile {
  /// Version and precisions; the first file of every shader.
  package static let preamble = ShaderFile("preamble", PackageResources.preamble_glsl)
  /// Constants and macros for the depth of a picture's channels; the second file of every shader.
  package static let depth = ShaderFile("depth", PackageResources.depth_glsl)
  /// Reading and writing pictures.
  package static let pictures = ShaderFile("pictures", PackageResources.pictures_glsl)
  /// Reading this frame's tables.
  package static let tables = ShaderFile("tables", PackageResources.tables_glsl)
  /// Mixing, compositing and weighting of colours.
  package static let arithmetic = ShaderFile("arithmetic", PackageResources.arithmetic_glsl)
  /// Sampling at fixed-point coordinates.
  package static let affine = ShaderFile("affine", PackageResources.affine_glsl)
  /// Source of a uniform colour.
  package static let sourceColor = ShaderFile("sourceColor", PackageResources.source_color_glsl)
  /// Source of a picture at the pixel's place.
  package static let sourceTexel = ShaderFile("sourceTexel", PackageResources.source_texel_glsl)
  /// Source through a separable map without fractions.
  package static let sourceNearest = ShaderFile("sourceNearest", PackageResources.source_nearest_glsl)
  /// Source through a separable map.
  package static let sourceSeparable = ShaderFile("sourceSeparable", PackageResources.source_separable_glsl)
  /// Source through any map.
  package static let sourceAffine = ShaderFile("sourceAffine", PackageResources.source_affine_glsl)
  /// A layer of a stack.
  package static let layer = ShaderFile("layer", PackageResources.layer_glsl)
  /// Pass: a copy of a source.
  package static let copy = ShaderFile("copy", PackageResources.copy_glsl)
  /// Pass: two sources mixed.
  package static let mix = ShaderFile("mix", PackageResources.mix_glsl)
  /// Pass: layers over a colour or a picture.
  package static let layers = ShaderFile("layers", PackageResources.layers_glsl)
  /// The records of an average's taps.
  package static let records = ShaderFile("records", PackageResources.records_glsl)
  /// The taps of an average on one level.
  package static let taps = ShaderFile("taps", PackageResources.taps_glsl)
  /// Pass: an average.
  package static let average = ShaderFile("average", PackageResources.average_glsl)
  /// The integers of a node.
  package static let numbers = ShaderFile("numbers", PackageResources.numbers_glsl)
  /// Pass: a pointwise node.
  package static let nodePointwise = ShaderFile("nodePointwise", PackageResources.node_pointwise_glsl)
  /// The samples of a window node.
  package static let nodeWindow = ShaderFile("nodeWindow", PackageResources.node_window_glsl)
  /// Pass: a window node.
  package static let nodeWindowMain = ShaderFile("nodeWindowMain", PackageResources.node_window_main_glsl)
  /// Pass: a map node.
  package static let nodeMap = ShaderFile("nodeMap", PackageResources.node_map_glsl)
  /// Pass: the next level of a wide Gaussian.
  package static let reduce = ShaderFile("reduce", PackageResources.reduce_glsl)
  /// Pass: an average along rows or columns.
  package static let along = ShaderFile("along", PackageResources.along_glsl)
  /// Pass: a wide Gaussian enlarged to the frame's size.
  package static let enlarge = ShaderFile("enlarge", PackageResources.enlarge_glsl)
  /// Pass: the next coarser level.
  package static let halve = ShaderFile("halve", PackageResources.halve_glsl)
  /// Pass: 4:2:0 planes.
  package static let yuv = ShaderFile("yuv", PackageResources.yuv_glsl)
  /// Pass: 4:2:0 planes of 10 bits.
  package static let planes = ShaderFile("planes", PackageResources.planes_glsl)
  /// Pass: pairs of pixels of 16 bits per channel.
  package static let pairs = ShaderFile("pairs", PackageResources.pairs_glsl)
  /// Pass: uniform cells.
  package static let cells = ShaderFile("cells", PackageResources.cells_glsl)
  /// The text before a user's shader.
  package static let userPreamble = ShaderFile("userPreamble", PackageResources.user_preamble_glsl)
  /// The first text of a user's shader for pictures of 16 bits per channel.
  package static let userPictures = ShaderFile("userPictures", PackageResources.user_pictures_glsl)
  /// The additional text before a user's filter.
  package static let userFilter = ShaderFile("userFilter", PackageResources.user_filter_glsl)
  /// The text after a user's shader.
  package static let userMain = ShaderFile("userMain", PackageResources.user_main_glsl)
  /// Vertices for a user's shader.
  package static let userVertex = ShaderFile("userVertex", PackageResources.user_vertex_glsl)
  /// Vertices of one triangle over the viewport.
  package static let frameVertex = ShaderFile("frameVertex", PackageResources.frame_vertex_glsl)
  /// Vertices of a grid of cells.
  package static let cellsVertex = ShaderFile("cellsVertex", PackageResources.cells_vertex_glsl)
  /// Vertices of strips that repeat a row.
  package static let stripsVertex = ShaderFile("stripsVertex", PackageResources.strips_vertex_glsl)
}
