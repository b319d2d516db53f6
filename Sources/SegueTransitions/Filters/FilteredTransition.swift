import SegueMotion
import SegueRendering

/// A transition with filters on its pictures or on its frames.
package struct FilteredTransition: Transition {
  /// The unfiltered transition.
  package let base: any Transition
  /// The filters of the outgoing picture.
  package let from: FilterChain?
  /// The filters of the incoming picture.
  package let to: FilterChain?
  /// The filters of the finished frame.
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

  package var duration: Double { base.duration }
  package var timing: TimingCurve { base.timing }
  /// False, since the first and last frames show the filtered pictures.
  package var endsAreExact: Bool { false }

  /// The transition's recipe with filtered pictures, itself filtered by `result`.
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
