import Rendering

/// The programs made so far, by shape.
///
/// **Thread-safety:** none; belongs to the thread of its context.
final class ProgramCache {
  private var programs: [ProgramShape: GLProgram] = [:]

  func program(_ shape: ProgramShape) throws(RenderError) -> GLProgram {
    if let known = programs[shape] { return known }
    let program = try GLProgram(vertex: shape.vertexText, fragment: shape.fragmentText)
    programs[shape] = program
    return program
  }

  func close() {
    for program in programs.values { program.close() }
    programs = [:]
  }
}
