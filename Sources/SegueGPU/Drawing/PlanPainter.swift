import CSegueOpenGL
import SegueImaging
import SegueRendering
import SegueShaders

/// Draws plans into textures. A frame is recorded first, which collects its tables, and then drawn.
///
/// **Thread-safety:** none; belongs to the thread of its context.
final class PlanPainter {
  let size: ImageSize
  /// The depth of every picture's channels.
  let depth: PixelDepth
  let tables: FrameTables
  let pool: TexturePool
  let programs: ProgramCache
  let users: UserShaders
  private let textureLimit: Int
  private var pictures = LeastRecentlyUsed<ObjectIdentifier, MipTexture>(budget: 512 << 20)
  private var mattes: LeastRecentlyUsed<MatteField, GLTexture>
  private var numbers = LeastRecentlyUsed<NumberTable, GLTexture>(budget: 64 << 20)
  private var drawn = OperandCache()
  /// The kept pictures to which this frame adds levels, and their previous level counts.
  private var levelsBefore: [(picture: MipTexture, counts: (levels: Int, reductions: Int))] = []
  private var counted = HistogramCache()
  /// The packing for reading counted pictures, made for the first one.
  private var counting: FramePacking?
  private var commands: [(GLTexture) -> Void] = []

  init(
    _ size: ImageSize, depth: PixelDepth, textureLimit: Int, framesUnderWay: Int,
    watchdog: ShaderWatchdog = ShaderWatchdog()
  ) {
    self.size = size
    self.depth = depth
    (pool, programs) = (TexturePool(depth), ProgramCache(depth))
    self.textureLimit = textureLimit
    users = UserShaders(depth, textureLimit: textureLimit, watchdog: watchdog)
    tables = FrameTables(
      width: max(size.width, size.height), limit: textureLimit, count: framesUnderWay)
    // Room for at least the two fields of a transition, and for eight of 1080p.
    mattes = LeastRecentlyUsed(budget: max(32 << 20, 4 * size.area))
  }

  /// The number of passes of the last frame.
  private(set) var passCount = 0

  /// Draws `plan` and returns its picture, which is valid until the next call. Each part is drawn
  /// once, after its inputs. Its textures are reused after its last use.
  func paint(_ plan: Plan) throws(RenderError) -> MipTexture {
    let stop = DrawingCancellation.current
    passCount = 0
    commands.removeAll(keepingCapacity: true)
    tables.discard()
    pool.recycle()
    evict()
    do throws(RenderError) {
      let plan = counted.resolved(plan, depth)
      let parts = plan.parts
      drawn = OperandCache(parts)
      for part in parts {
        try stop?.check()
        drawn.insert(try draw(part), for: part, givingBackTo: pool)
      }
      let result = try picture(plan)
      try perform()
      counted.finishFrame()
      return result
    } catch {
      // Some of the recorded commands have not been drawn.
      for (picture, counts) in levelsBefore.reversed() { picture.dropLevels(after: counts) }
      throw error
    }
  }

  /// Draws the recorded commands.
  private func perform() throws(RenderError) {
    let uploaded = try tables.upload()
    passCount += commands.count
    glDisable(GLenum(GL_DITHER))
    for command in commands {
      try DrawingCancellation.current?.check()
      command(uploaded)
    }
    glDisable(GLenum(GL_SCISSOR_TEST))
    commands.removeAll(keepingCapacity: true)
    levelsBefore.removeAll(keepingCapacity: true)
  }

  /// The histogram of the picture of `plan`, read back after a wait.
  func counts(of plan: Plan) throws(RenderError) -> Histogram {
    let drawn = try picture(plan).texture
    try perform()
    if counting == nil { counting = try FramePacking(PixelFormat(depth), size, textureLimit: textureLimit) }
    let packed = counting?.packed(drawn) ?? drawn
    glBindBuffer(GLenum(GL_PIXEL_PACK_BUFFER), 0)
    let counts = withUnsafeTemporaryAllocation(byteCount: packed.byteCount, alignment: 64) { bytes in
      packed.read(rows: packed.height, into: bytes.baseAddress)
      return Histogram(
        bytes.baseAddress.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) }, count: size.area,
        depth: depth)
    }
    counted.add(counts, of: plan)
    return counts
  }

  func close() {
    for picture in pictures.removeAll() { picture.close() }
    for texture in mattes.removeAll() + numbers.removeAll() { texture.close() }
    counting?.close()
    tables.close()
    pool.close()
    programs.close()
    users.close()
  }

  /// Closes stale pictures and those over the budgets. None is in use: this frame has not begun,
  /// and OpenGL keeps the pictures that earlier frames still read.
  private func evict() {
    levelsBefore.removeAll(keepingCapacity: true)
    pictures.recount(\.byteCount)
    for picture in pictures.evict(where: { $1.isAbandoned() }) { picture.close() }
    for texture in mattes.evict() + numbers.evict() { texture.close() }
    programs.evict()
    users.evict()
  }

  /// Remembers the number of a kept picture's levels before more are recorded.
  func willMakeLevels(of picture: MipTexture) {
    if picture.isKept { levelsBefore.append((picture, picture.levelCounts)) }
  }

  /// The drawn result of `plan`, which is a part of the frame's plan.
  func operand(_ plan: Plan) -> Operand { drawn.operand(plan) }

  /// The part as a complete picture.
  func picture(_ plan: Plan) throws(RenderError) -> MipTexture {
    let whole: MipTexture
    switch operand(plan) {
    case .picture(let picture): return picture
    case .color(let color): whole = try solid(color)
    case .cells(let grid): whole = try expand(grid)
    case .sampled(let input, let map): whole = try copy(source(.sampled(input, map)), at: size)
    }
    drawn.replace(plan, by: whole, givingBackTo: pool)
    return whole
  }

  /// The picture of `snapshot`, uploaded once.
  private func picture(_ snapshot: Snapshot) throws(RenderError) -> MipTexture {
    let identity = ObjectIdentifier(snapshot)
    if let known = pictures.value(for: identity) { return known }
    let (width, height) = (snapshot.size.width, snapshot.size.height)
    guard max(width, height) <= textureLimit else {
      throw .unsupported(
        "a picture is \(snapshot.size), but this device supports at most \(textureLimit) pixels per side")
    }
    let texture = try GLTexture(width: width, height: height, format: .picture(depth))
    let pixels = snapshot.converted(to: depth)
    pixels.withUnsafeBase { texture.upload($0, rows: height) }
    let picture = MipTexture(texture, isOpaque: snapshot.isOpaque, of: snapshot)
    pictures.insert(picture, for: identity, cost: picture.byteCount)
    return picture
  }

  /// Draws a part whose inputs are drawn, in the cheapest form for its users.
  private func draw(_ plan: Plan) throws(RenderError) -> Operand {
    switch plan.content {
    case .picture(let snapshot): return .picture(try picture(snapshot))
    case .color(let color): return .color(DeepColor(color, depth))
    case .sample(let input, let map): return try sample(picture(input), map)
    case .mix(let a, let b, let weight): return try mix(operand(a), operand(b), weight: weight)
    case .matte(let a, let b, let matte):
      return .picture(try self.matte(operand(a), operand(b), matte))
    case .stack(let layers, let background): return .picture(try stack(layers, over: background))
    case .average(let input, let taps): return .picture(try average(picture(input), taps))
    case .node(let node): return .picture(try self.node(node))
    case .shader(let plan): return .picture(try shader(plan))
    }
  }

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
    if let texture = mattes.value(for: field) { return texture }
    let texture = try GLTexture(width: size.width, height: size.height, format: .matte)
    field.rasterize(size).withUnsafeBytes {
      if let base = $0.baseAddress { texture.upload(base, rows: size.height) }
    }
    mattes.insert(texture, for: field, cost: size.area * 2)
    return texture
  }

  /// The storage of a node's numbers: short tables are among the frame's numbers, long ones in a
  /// cached texture.
  enum NumberPlace {
    case frameTables(first: Int, perRow: Int)
    case texture(GLTexture)
  }

  func place(of table: NumberTable) throws(RenderError) -> NumberPlace {
    func entries() -> [TableEntry] {
      let values = table.values
      return stride(from: 0, to: values.count, by: 4).map { i in
        func value(_ k: Int) -> Int32 { i + k < values.count ? values[i + k] : 0 }
        return TableEntry(x: value(0), y: value(1), z: value(2), w: value(3))
      }
    }
    guard table.values.count > 4096 else {
      return .frameTables(first: tables.add(entries()), perRow: tables.width)
    }
    if let known = numbers.value(for: table) { return .texture(known) }
    var list = entries()
    let width = min(textureLimit, 1024)
    let rows = (list.count + width - 1) / width
    guard rows <= textureLimit else {
      throw .unsupported("a table has \(table.values.count) numbers, more than this device supports")
    }
    list += repeatElement(TableEntry(), count: rows * width - list.count)
    let texture = try GLTexture(width: width, height: rows, format: .tables)
    list.withUnsafeBytes { if let base = $0.baseAddress { texture.upload(base, rows: rows) } }
    numbers.insert(texture, for: table, cost: list.count * 16)
    return .texture(texture)
  }
}
