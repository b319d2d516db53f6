import Motion

/// A transition played backwards with the snapshots' parts exchanged: the pop to a push, the dismissal to a
/// presentation.
///
/// **Thread-safety:** a value.
public struct MirroredTransition: Transition {
  /// The transition that it undoes.
  public let base: any Transition

  /// Undoes `base`.
  public init(_ base: any Transition) {
    self.base = base
  }

  /// As long as the base.
  public var duration: Double { base.duration }
  /// The base's curve.
  public var timing: TimingCurve { base.timing }

  /// As the base says.
  public var endsAreExact: Bool { base.endsAreExact }

  /// The base's recipe at 1 − progress, its snapshots exchanged.
  public func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    var mirrored = context
    mirrored.initialFrames = exchanged(context.finalFrames)
    mirrored.finalFrames = exchanged(context.initialFrames)
    return base.recipe(at: 1 - progress, in: mirrored).exchangingSnapshots()
  }

  private func exchanged(_ frames: [SnapshotRole: Rect]) -> [SnapshotRole: Rect] {
    var result: [SnapshotRole: Rect] = [:]
    result[.from] = frames[.to]
    result[.to] = frames[.from]
    return result
  }
}

extension Recipe {
  /// The same recipe with the snapshots' parts exchanged.
  public func exchangingSnapshots() -> Recipe {
    switch self {
    case .snapshot(let role): return .snapshot(role == .from ? .to : .from)
    case .color: return self
    case .pixellate(let input, let width): return .pixellate(input.exchangingSnapshots(), width: width)
    case .mix(let first, let second, let amount):
      return .mix(first.exchangingSnapshots(), second.exchangingSnapshots(), amount: amount)
    case .matte(let first, let second, let matte):
      return .matte(first.exchangingSnapshots(), second.exchangingSnapshots(), matte)
    case .stack(let layers, let background):
      let exchanged = layers.map { layer in
        var layer = layer
        layer.recipe = layer.recipe.exchangingSnapshots()
        return layer
      }
      return .stack(exchanged, background: background)
    case .average(let input, let taps): return .average(input.exchangingSnapshots(), taps)
    case .grayscale(let input): return .grayscale(input.exchangingSnapshots())
    case .nearest(let first, let second, let distance):
      return .nearest(first.exchangingSnapshots(), second.exchangingSnapshots(), distance: distance)
    case .shader(var call):
      call.from = call.from.exchangingSnapshots()
      call.to = call.to.exchangingSnapshots()
      return .shader(call)
    }
  }
}
