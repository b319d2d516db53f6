import SegueMotion
import SegueRendering

/// A transition whose pictures, or whose frames, go through filters.
///
/// **Thread-safety:** immutable.
public struct FilteredTransition: Transition {
  /// The transition itself.
  public let base: any Transition
  /// For the outgoing picture.
  public let from: FilterChain?
  /// For the incoming picture.
  public let to: FilterChain?
  /// For the finished frame.
  public let result: FilterChain?

  /// A transition with filters before and after it.
  public init(
    _ base: any Transition, from: FilterChain? = nil, to: FilterChain? = nil, result: FilterChain? = nil
  ) {
    self.base = base
    self.from = from
    self.to = to
    self.result = result
  }

  /// The transition's own.
  public var duration: Double { base.duration }
  /// The transition's own.
  public var timing: TimingCurve { base.timing }
  /// False: the ends show the pictures through their filters, and are exact where those change nothing.
  public var endsAreExact: Bool { false }

  /// The transition's recipe with filtered pictures, filtered.
  public func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
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
