import SegueRecipes

/// The frames of a slide between two pictures, including both ends.
public func slide(from: Snapshot, to: Snapshot, frames count: Int) throws -> [Snapshot] {
  let slide = try Catalogue.builtIn.transition("slide", ["rows": 2])
  let run = try TransitionCoordinator(slide, in: TransitionContext(containerSize: from.size))
  let renderer = try RecipeRenderer(size: from.size)
  try run.startAnimation()
  return try (0..<count).map { frame in
    run.advance(to: run.duration * Double(frame) / Double(count - 1))
    return try renderer.frame(FrameRequest(run.recipe, outgoing: from, incoming: to))
  }
}

/// A frame of a look with a filter.
public func negative(from: Snapshot, to: Snapshot, at progress: Double) throws -> Snapshot {
  let look = try TransitionDescription(
    look:
      #"{"recipe": {"filter": "invert", "of": {"transition": "dissolve", "of": ["from", "to"], "progress": "p"}}}"#,
    name: "negative")
  return try RecipeRenderer(size: from.size).frame(of: look.transition(), at: progress, from: from, to: to)
}
