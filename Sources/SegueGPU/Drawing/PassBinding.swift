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
