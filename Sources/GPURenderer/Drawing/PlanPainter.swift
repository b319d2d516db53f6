import CGLES
import Imaging
import Rendering
import Shaders
import Transitions

/// Draws plans into textures. A frame is recorded first, which gathers its tables, and then drawn.
///
/// **Thread-safety:** none; belongs to the thread of its context.
final class PlanPainter {
  /// What a node of the plan has come to, drawn no further than it needs to be.
  enum Operand {
    case color(Color)
    case picture(Picture)
    case cells(CellGrid)
    case sampled(Picture, SampleMap)
  }

  let size: ImageSize
  let tables: FrameTables
  let pool = TexturePool()
  let programs = ProgramCache()
  let users: UserShaders
  private let from: Picture
  private let to: Picture
  private var mattes: [MatteField: GLTexture] = [:]
  private var known: [Plan: Picture] = [:]
  private var commands: [(GLTexture) -> Void] = []

  init(
    _ scene: Scene, textureLimit: Int, framesUnderWay: Int, watchdog: ShaderWatchdog = ShaderWatchdog()
  ) throws(RenderError) {
    size = scene.size
    users = UserShaders(textureLimit: textureLimit, watchdog: watchdog)
    tables = FrameTables(
      width: max(size.width, size.height), limit: textureLimit, count: framesUnderWay)
    from = try PlanPainter.upload(scene.from)
    to = try PlanPainter.upload(scene.to)
  }

  /// Draws `plan` and gives its picture, which stays until the next call.
  func paint(_ plan: Plan) throws(RenderError) -> Picture {
    known.removeAll(keepingCapacity: true)
    commands.removeAll(keepingCapacity: true)
    tables.discard()
    pool.recycle()
    if mattes.count > 16 { closeMattes() }
    let levels = (from.coarser.count, to.coarser.count)
    do throws(RenderError) {
      let result = try draw(plan)
      let uploaded = try tables.upload()
      glDisable(GLenum(GL_DITHER))
      for command in commands { command(uploaded) }
      glDisable(GLenum(GL_SCISSOR_TEST))
      return result
    } catch {
      // What was recorded has not been drawn.
      from.dropLevels(after: levels.0)
      to.dropLevels(after: levels.1)
      throw error
    }
  }

  func close() {
    for picture in [from, to] {
      picture.texture.close()
      for level in picture.coarser { level.close() }
    }
    closeMattes()
    tables.close()
    pool.close()
    programs.close()
    users.close()
  }

  func isSnapshot(_ picture: Picture) -> Bool { picture === from || picture === to }

  /// The node as a whole picture.
  func picture(_ plan: Plan) throws(RenderError) -> Picture {
    if case .snapshot = plan { return try draw(plan) }
    if let picture = known[plan] { return picture }
    let result = try draw(plan)
    known[plan] = result
    return result
  }

  private func draw(_ plan: Plan) throws(RenderError) -> Picture {
    switch try operand(plan) {
    case .picture(let drawn): drawn
    case .color(let color): try solid(color)
    case .cells(let grid): try expand(grid)
    case .sampled(let input, let map): try copy(source(.sampled(input, map)), at: size)
    }
  }

  /// The node, drawn as far as its parent needs it.
  func operand(_ plan: Plan) throws(RenderError) -> Operand {
    switch plan {
    case .snapshot(let role): return .picture(role == .from ? from : to)
    case .color(let color): return .color(color)
    case .sample(let input, let map): return try sample(picture(input), map)
    case .mix(let a, let b, let weight): return try mix(operand(a), operand(b), weight: weight)
    case .matte(let a, let b, let matte):
      return .picture(try self.matte(operand(a), operand(b), matte))
    case .stack(let layers, let background): return .picture(try stack(layers, over: background))
    case .average(let input, let taps): return .picture(try average(picture(input), taps))
    case .grayscale(let input): return .picture(try grayscale(source(operand(input))))
    case .nearest(let a, let b, let limit):
      return .picture(try nearest(source(operand(a)), source(operand(b)), limit: limit))
    case .shader(let plan): return .picture(try shader(plan))
    }
  }

  /// Records something to draw.
  func record(_ command: @escaping (GLTexture) -> Void) { commands.append(command) }

  /// Records a pass over the first `extent` pixels of `target`, or over `part` of them.
  func record(
    _ shape: ProgramShape, into target: GLTexture, extent: ImageSize? = nil, part: PixelRect? = nil,
    bind: @escaping (inout PassBinding) -> Void
  ) throws(RenderError) {
    let program = try programs.program(shape)
    let extent = extent ?? ImageSize(width: target.width, height: target.height)
    let share = (
      Double(extent.width) / Double(size.width), Double(extent.height) / Double(size.height)
    )
    record { tables in
      target.bindAsTarget()
      glViewport(0, 0, GLsizei(extent.width), GLsizei(extent.height))
      PlanPainter.limit(to: part)
      var binding = PassBinding(program, tables: tables)
      program.set("extent", share.0, share.1)
      bind(&binding)
      glDrawArrays(GLenum(GL_TRIANGLES), 0, 3)
    }
  }

  static func limit(to part: PixelRect?) {
    guard let part else {
      glDisable(GLenum(GL_SCISSOR_TEST))
      return
    }
    glEnable(GLenum(GL_SCISSOR_TEST))
    glScissor(GLint(part.x0), GLint(part.y0), GLsizei(part.width), GLsizei(part.height))
  }

  func matteTexture(_ field: MatteField) throws(RenderError) -> GLTexture {
    if let texture = mattes[field] { return texture }
    let texture = try GLTexture(width: size.width, height: size.height, format: .matte)
    field.rasterize(size).withUnsafeBytes {
      if let base = $0.baseAddress { texture.upload(base, rows: size.height) }
    }
    mattes[field] = texture
    return texture
  }

  private func closeMattes() {
    for texture in mattes.values { texture.close() }
    mattes = [:]
  }

  private static func upload(_ snapshot: Snapshot) throws(RenderError) -> Picture {
    let (width, height) = (snapshot.size.width, snapshot.size.height)
    let texture = try GLTexture(width: width, height: height, format: .rgba8)
    texture.upload(snapshot.base, rows: height)
    return Picture(texture, isOpaque: snapshot.isOpaque)
  }
}
