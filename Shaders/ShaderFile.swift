/// The shader files, embedded in the binary.
///
/// Files in `Common` hold functions, files in `Plan` a source, a layer or a whole pass, files in `Nodes` what a
/// registered node computes, files in `User`
/// what surrounds a user's shader. In a file with `$` in
/// its names, `$` stands for the number of the source, so that one pass can hold several.
///
/// **Thread-safety:** immutable.
package enum ShaderFile: String, Sendable, CaseIterable {
  /// Version and precisions; the first file of every shader.
  case preamble
  /// Reading and writing pictures.
  case pictures
  /// Reading this frame's tables.
  case tables
  /// Mixing, placing over, weighting.
  case arithmetic
  /// Sampling at fixed-point coordinates.
  case affine
  /// Source of one colour.
  case sourceColor
  /// Source that takes a picture as it lies.
  case sourceTexel
  /// Source through a separable map without fractions.
  case sourceNearest
  /// Source through a separable map.
  case sourceSeparable
  /// Source through any map.
  case sourceAffine
  /// One layer of a stack.
  case layer
  /// Pass: a copy of a source.
  case copy
  /// Pass: two sources mixed.
  case mix
  /// Pass: layers over a colour or a picture.
  case layers
  /// The records of an average's taps.
  case records
  /// The taps of an average on one level.
  case taps
  /// Pass: an average.
  case average
  /// The integers of a node.
  case numbers
  /// Pass: a pointwise node.
  case nodePointwise
  /// What a window node reads.
  case nodeWindow
  /// Pass: a window node.
  case nodeWindowMain
  /// Pass: a map node.
  case nodeMap
  /// Node: grey.
  case grayscale
  /// Node: the first of two colours where it is near the second.
  case nearest
  /// Node: a table for each channel.
  case tone
  /// Node: a colour matrix.
  case matrix
  /// Node: lines chosen by the brightness.
  case luma
  /// Node: a colour cube.
  case cube
  /// Node: a blend by a table.
  case blend
  /// Node: a blend by hue, saturation, luminosity.
  case blendHSL
  /// Node: a sum of nine.
  case convolve
  /// Node: steepness.
  case gradient
  /// Node: least or largest along a line.
  case extreme
  /// Node: the middle one of nine.
  case median
  /// Node: turned and scaled by distance.
  case radial
  /// Node: a share by distance.
  case weighted
  /// Node: alpha by a key colour.
  case chromaKey
  /// Node: dots and strokes in cells.
  case dots
  /// Node: columns and rows taken from elsewhere.
  case spread
  /// Node: the calmest of four squares.
  case kuwahara
  /// Pass: the next coarser level.
  case halve
  /// Pass: 4:2:0 planes.
  case yuv
  /// Pass: cells of one colour.
  case cells
  /// What comes before a user's shader.
  case userPreamble
  /// What comes before a user's filter besides.
  case userFilter
  /// What comes after it.
  case userMain
  /// Vertices for it.
  case userVertex
  /// Vertices of one triangle over everything.
  case frameVertex
  /// Vertices of a grid of cells.
  case cellsVertex
  /// Vertices of strips that repeat a row.
  case stripsVertex

  /// The file's text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The file's text with `number` for every `$`.
  package func text(number: Int) -> String {
    String(text.split(separator: "$", omittingEmptySubsequences: false).joined(separator: "\(number)"))
  }

  private var bytes: [UInt8] {
    switch self {
    case .preamble: PackageResources.preamble_glsl
    case .pictures: PackageResources.pictures_glsl
    case .tables: PackageResources.tables_glsl
    case .arithmetic: PackageResources.arithmetic_glsl
    case .affine: PackageResources.affine_glsl
    case .sourceColor: PackageResources.source_color_glsl
    case .sourceTexel: PackageResources.source_texel_glsl
    case .sourceNearest: PackageResources.source_nearest_glsl
    case .sourceSeparable: PackageResources.source_separable_glsl
    case .sourceAffine: PackageResources.source_affine_glsl
    case .layer: PackageResources.layer_glsl
    case .copy: PackageResources.copy_glsl
    case .mix: PackageResources.mix_glsl
    case .layers: PackageResources.layers_glsl
    case .records: PackageResources.records_glsl
    case .taps: PackageResources.taps_glsl
    case .average: PackageResources.average_glsl
    case .grayscale: PackageResources.grayscale_glsl
    case .nearest: PackageResources.nearest_glsl
    case .tone: PackageResources.tone_glsl
    case .matrix: PackageResources.matrix_glsl
    case .luma: PackageResources.luma_glsl
    case .cube: PackageResources.cube_glsl
    case .blend: PackageResources.blend_glsl
    case .blendHSL: PackageResources.blend_hsl_glsl
    case .convolve: PackageResources.convolve_glsl
    case .gradient: PackageResources.gradient_glsl
    case .extreme: PackageResources.extreme_glsl
    case .median: PackageResources.median_glsl
    case .radial: PackageResources.radial_glsl
    case .weighted: PackageResources.weighted_glsl
    case .chromaKey: PackageResources.chroma_key_glsl
    case .dots: PackageResources.dots_glsl
    case .spread: PackageResources.spread_glsl
    case .kuwahara: PackageResources.kuwahara_glsl
    case .numbers: PackageResources.numbers_glsl
    case .nodePointwise: PackageResources.node_pointwise_glsl
    case .nodeWindow: PackageResources.node_window_glsl
    case .nodeWindowMain: PackageResources.node_window_main_glsl
    case .nodeMap: PackageResources.node_map_glsl
    case .userPreamble: PackageResources.user_preamble_glsl
    case .userFilter: PackageResources.user_filter_glsl
    case .userMain: PackageResources.user_main_glsl
    case .userVertex: PackageResources.user_vertex_glsl
    case .halve: PackageResources.halve_glsl
    case .yuv: PackageResources.yuv_glsl
    case .cells: PackageResources.cells_glsl
    case .frameVertex: PackageResources.frame_vertex_glsl
    case .cellsVertex: PackageResources.cells_vertex_glsl
    case .stripsVertex: PackageResources.strips_vertex_glsl
    }
  }
}
