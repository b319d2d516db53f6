import SegueMotion
import SegueRendering

/// A transition whose pictures, or whose frames, go through filters.
package struct FilteredTransition: Transition {
  /// The transition itself.
  package let base: any Transition
  /// For the outgoing picture.
  package let from: FilterChain?
  /// For the incoming picture.
  package let to: FilterChain?
  /// For the finished frame.
  package let result: FilterChain?

  /// A transition with filters before and after it.
  package init(
    _ base: any Transition, from: FilterChain? = nil, to: FilterChain? = nil, result: FilterChain? = nil
  ) {
    self.base = base
    self.from = from
    self.to = to
    self.result = result
  }

  /// The transition's own.
  package var duration: Double { base.duration }
  /// The transition's own.
  package var timing: TimingCurve { base.timing }
  /// False: the ends show the pictures through their filters, and are exact where those change nothing.
  package var endsAreExact: Bool { false }

  /// The transition's recipe with filtered pictures, filtered.
  package func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    func filtered(_ recipe: Recipe, by chain: FilterChain?) -> Recipe {
      chain?.recipe(of: recipe, at: progress, size: context.containerSize) ?? recipe
    }
    let outgoing = filtered(.snapshot(.from), by: from)
    let incoming = filtered(.snapshot(.to), by: to)
    let whole = base.endpointExactRecipe(at: progress, in: context)
      .replacingSnapshots { $0 == .from ? outgoing : incoming }
    return filtered(whole, by: result)
  }
}
