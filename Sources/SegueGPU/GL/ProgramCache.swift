import SegueRendering

/// The programs made so far, by shape.
///
/// **Thread-safety:** none; belongs to the thread of its context.
final class ProgramCache {
  private var programs = LeastRecentlyUsed<ProgramShape, GLProgram>(budget: 256)

  func program(_ shape: ProgramShape) throws(RenderError) -> GLProgram {
    if let known = programs.value(for: shape) { return known }
    let program = try GLProgram(vertex: shape.vertexText, fragment: shape.fragmentText)
    programs.insert(program, for: shape, cost: 1)
    return program
  }

  /// Closes what was used longest ago where there are too many; called between frames.
  func evict() { for program in programs.evict() { program.close() } }

  func close() {
    for program in programs.removeAll() { program.close() }
  }
}
