import SegueImaging
import SegueRendering

/// The source of a pass's colours.
///
/// **Thread-safety:** none; belongs to the thread of its context.
enum Source {
  case color(DeepColor)
  /// The pixel's own place, moved by whole texels. What is sampled is rounded as a sample is.
  case texel(MipTexture, x: Int, y: Int, isSampled: Bool = false)
  /// Through tables of whole texels.
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

  /// Whether it is an opaque picture as it lies.
  var isOpaqueTexel: Bool {
    if case .texel(let picture, 0, 0, _) = self { return picture.isOpaque }
    return false
  }

  /// Adds it to a program as source `number`.
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

  /// Sets its uniforms in the program of `draw`.
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

/// A picture in a texture, with the coarser levels made so far.
///
/// **Thread-safety:** none; belongs to the thread of its context.
final class MipTexture {
  let texture: GLTexture
  /// Whether every pixel is known to be opaque.
  let isOpaque: Bool
  /// Level 1 first.
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

  /// Whether it stays from frame to frame.
  var isKept: Bool { snapshot != nil }
  /// Whether this picture is the only owner of its snapshot.
  func isAbandoned() -> Bool { isKnownUniquelyReferenced(&snapshot) }
  /// Bytes of the texture and of the levels made so far.
  var byteCount: Int {
    ([texture] + coarser + reductions).reduce(0) { $0 + $1.byteCount }
  }

  func close() {
    dropLevels(after: (0, 0))
    texture.close()
  }

  /// The number of coarser levels and of reductions.
  var levelCounts: (levels: Int, reductions: Int) { (coarser.count, reductions.count) }

  /// Closes all but the first coarser levels and reductions.
  func dropLevels(after counts: (levels: Int, reductions: Int)) {
    for level in coarser[counts.levels...] + reductions[counts.reductions...] { level.close() }
    coarser.removeSubrange(counts.levels...)
    reductions.removeSubrange(counts.reductions...)
  }

  func level(_ index: Int) -> GLTexture { index == 0 ? texture : coarser[index - 1] }
}

/// A program in use, with the textures bound to it so far.
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

  /// Lets another sampler of the program read this frame's tables too.
  func bindTables(as uniform: String) { program.set(uniform, 0) }

  mutating func bind(_ texture: GLTexture, as uniform: String) {
    texture.bind(unit: units)
    program.set(uniform, units)
    units += 1
  }
}
