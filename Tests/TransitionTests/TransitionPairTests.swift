import SegueImaging
import SegueRendering
import Testing
@testable import SegueTransitions

@Suite("Pairs of transitions") struct TransitionPairTests {
  static let context = TransitionContext(containerSize: ImageSize(width: 90, height: 60))

  @Test("the inverse of a transition plays it backwards with exchanged snapshots")
  func mirrored() throws {
    let pair = TransitionPair(Move(kind: .cover, direction: .up))
    for operation in [TransitionOperation.push, .present] {
      let forward = pair.transition(for: operation).recipe(at: 0.25, in: Self.context)
      let backward = pair.transition(for: operation.reversed).recipe(at: 0.75, in: Self.context)
      #expect(forward == Move(kind: .cover, direction: .up).recipe(at: 0.25, in: Self.context))
      #expect(backward == forward.exchangingSnapshots())
    }
  }

  @Test("a closure returns the transitions for push and pop")
  func closure() throws {
    let pair = TransitionPair { Slide(operation: $0) }
    #expect((pair.forward as? Slide)?.operation == .push)
    #expect((pair.transition(for: .dismiss) as? Slide)?.operation == .pop)
  }

  @Test("the transition back begins where the transition forwards ended")
  func thereAndBack() throws {
    let pair = TransitionPair(Move(kind: .cover, direction: .up))
    let there = try pair.coordinator(for: .present, in: Self.context)
    try there.startAnimation()
    there.advance(to: there.duration)
    #expect(there.recipe == .snapshot(.to))
    let back = try pair.coordinator(for: .dismiss, in: Self.context, duration: 2, timing: .linear)
    try back.startAnimation()
    back.advance(to: 0.5)
    #expect(back.duration == 2 && back.progress == 0.25)
    var layer = RecipeLayer(.snapshot(.from), transform: AffineMap.translation(x: 0, y: 60 * 0.25))
    layer.replaces = true
    #expect(
      back.recipe
        == .stack(
          [RecipeLayer(.snapshot(.to)), layer],
          background: .transparent))
  }

  @Test("each operation has an inverse operation")
  func operations() throws {
    for operation in TransitionOperation.allCases {
      #expect(operation.reversed.reversed == operation)
      #expect(operation.reversed.isForward != operation.isForward)
    }
  }
}
