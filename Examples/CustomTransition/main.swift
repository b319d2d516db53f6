import Segue

/// The incoming picture comes down like a curtain, and the outgoing one goes dark behind it.
struct Curtain: Transition {
  let duration = 0.8
  let timing = TimingCurve.easeInOut

  func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    let dimmed = Recipe.mix(.snapshot(.from), .color(.black), amount: progress * 0.6)
    let fall = AffineMap.translation(x: 0, y: context.height * (progress - 1))
    let layers = [RecipeLayer(dimmed), RecipeLayer(.snapshot(.to), transform: fall)]
    return .stack(layers, background: .black)
  }
}

let size = ImageSize(width: 960, height: 540)
let pair = try await SnapshotPair(from: "dusk.png", to: "night.png", size: size)
let run = try TransitionCoordinator(Curtain(), in: pair.context)
var frames: [Recipe] = []
while !run.isComplete {
  let time = Double(frames.count) / 60
  run.advance(to: time)
  if time <= 0.5 { try run.updateInteractiveTransition(time * 0.8) }  // dragged to progress 0.4
  if time == 0.5 { try run.finishInteractiveTransition(velocity: 2) }  // let go at speed 2
  frames.append(run.recipe)
}
try await pair.write(frames, to: "frames/")
