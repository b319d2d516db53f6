import SegueImaging
import SegueRendering

/// The source of a pass's colours.
///
/// **Thread-safety:** none; belongs to the thread of its context.
enum Source {
  case color(DeepColor)
  /// A picture at the pixel's own position, shifted by whole texels. Sampled pictures are rounded like
  /// samples.
  case texel(MipTexture, x: Int, y: Int, isSampled: Bool = false)
  /// A picture at whole texels, whose positions are in a table.
  case nearest(GLTexture, table: Int, isOpaque: Bool, isSampled: Bool = false)
  case separable(MipTexture, SampleMap, table: Int)
  case affine(MipTexture, SampleMap, table: Int)

  var isOpaque: Bool {
    switch self {
    case .color(let color): color.isOpaque
    case .texel(let picture, _, _, _), .separable(let picture, _, _), .affine(let picture, _, _):
      picture.isOpaque
    case .nearest(_, _, let isOpaque, _): isOpaque
    }
  }

  /// Whether the source is an opaque picture at its own positions.
  var isOpaqueTexel: Bool {
    if case .texel(let picture, 0, 0, _) = self { return picture.isOpaque }
    return false
  }

  /// The picture whose texels the source shows unchanged, with their shift; `nil` for other sources.
  var unchangedTexels: (picture: MipTexture, x: Int, y: Int)? {
    guard case .texel(let picture, let x, let y, let isSampled) = self else { return nil }
    return picture.isOpaque || !isSampled ? (picture, x, y) : nil
  }

  /// Adds the source to a program as source `number`.
  func describe(in shape: inout ProgramShape, number: Int) {
    shape.define("OPAQUE_\(number)", isOpaque)
    switch self {
    case .color: shape.add(.sourceColor, number: number)
    case .texel(_, let x, let y, let isSampled):
      shape.define("SHIFTED_\(number)", x != 0 || y != 0)
      shape.define("SAMPLED_\(number)", isSampled)
      shape.add(.sourceTexel, number: number)
    case .nearest(_, _, _, let isSampled):
      shape.define("SAMPLED_\(number)", isSampled)
      shape.add(.sourceNearest, number: number)
    case .separable(_, let map, _):
      shape.define("LEVELS_\(number)", map.levelWeight > 0 ? 2 : 1)
      shape.add(.sourceSeparable, number: number)
    case .affine(_, let map, _):
      shape.define("LEVELS_\(number)", map.levelWeight > 0 ? 2 : 1)
      shape.add(.sourceAffine, number: number)
    }
  }

  /// Sets the source's uniforms in the program of `draw`.
  func bind(to draw: inout PassBinding, number: Int) {
    let program = draw.program
    switch self {
    case .color(let c): program.set("color_\(number)", c)
    case .texel(let picture, let x, let y, _):
      draw.bind(picture.texture, as: "picture_\(number)")
      guard x != 0 || y != 0 else { return }
      program.set(
        "shift_\(number)", Double(x) / Double(picture.texture.width),
        Double(y) / Double(picture.texture.height))
    case .nearest(let texture, let table, _, _):
      draw.bind(texture, as: "picture_\(number)")
      program.set("table_\(number)", table)
    case .separable(let picture, let map, let table):
      bindLevels(of: picture, map, table, to: &draw, number: number)
    case .affine(let picture, let map, let table):
      bindLevels(of: picture, map, table, to: &draw, number: number)
      let domain = map.domain
      program.set("domain_\(number)", [domain.x0, domain.y0, domain.x1, domain.y1])
      program.set("level_\(number)", map.level)
    }
  }

  private func bindLevels(
    of picture: MipTexture, _ map: SampleMap, _ table: Int, to draw: inout PassBinding, number: Int
  ) {
    draw.bind(picture.level(map.level), as: "picture_\(number)")
    draw.program.set("table_\(number)", table)
    guard map.levelWeight > 0 else { return }
    draw.bind(picture.level(map.level + 1), as: "coarse_\(number)")
    draw.program.set("levelWeight_\(number)", Int(map.levelWeight))
  }
}

/// A picture in a texture, with the coarser levels that exist.
///
/// **Thread-safety:** none; belongs to the thread of its context.
final class MipTexture {
  let texture: GLTexture
  /// Whether every pixel is certainly opaque.
  let isOpaque: Bool
  /// The coarser levels, beginning with level 1.
  var coarser: [GLTexture] = []
  /// The picture halved once, twice and so on, for wide Gaussians.
  var reductions: [GLTexture] = []
  /// The snapshot that was uploaded; `nil` for a picture of one frame.
  private var snapshot: Snapshot?

  init(_ texture: GLTexture, isOpaque: Bool, of snapshot: Snapshot? = nil) {
    self.texture = texture
    self.isOpaque = isOpaque
    self.snapshot = snapshot
  }

  /// Whether the picture is kept between frames.
  var isKept: Bool { snapshot != nil }
  /// Whether this picture is the only owner of its snapshot.
  func isAbandoned() -> Bool { isKnownUniquelyReferenced(&snapshot) }
  /// Bytes of the texture and of the existing levels.
  var byteCount: Int {
    ([texture] + coarser + reductions).reduce(0) { $0 + $1.byteCount }
  }

  func close() {
    dropLevels(after: (0, 0))
    texture.close()
  }

  var levelCounts: (levels: Int, reductions: Int) { (coarser.count, reductions.count) }

  /// Closes the coarser levels and reductions after the first `counts`.
  func dropLevels(after counts: (levels: Int, reductions: Int)) {
    for level in coarser[counts.levels...] + reductions[counts.reductions...] { level.close() }
    coarser.removeSubrange(counts.levels...)
    reductions.removeSubrange(counts.reductions...)
  }

  func level(_ index: Int) -> GLTexture { index == 0 ? texture : coarser[index - 1] }
}

/// A program in use, with its bound textures.
///
/// **Thread-safety:** none; belongs to the thread of its context.
struct PassBinding {
  let program: GLProgram
  private var units = 0

  init(_ program: GLProgram, tables: GLTexture) {
    self.program = program
    program.use()
    bind(tables, as: "tables")
  }

  /// Binds the frame's tables to another sampler of the program.
  func bindTables(as uniform: String) { program.set(uniform, 0) }

  mutating func bind(_ texture: GLTexture, as uniform: String) {
    texture.bind(unit: units)
    program.set(uniform, units)
    units += 1
  }
}
