import Motion

/// The outgoing picture fades into the incoming one.
///
/// **Thread-safety:** a value. **Source:** GPUImage's dissolve blend: a·(1 − m) + b·m, premultiplied.
public struct Dissolve: Transition {
  /// A dissolve; it has no parameters.
  public init() {}

  /// One second.
  public var duration: Double { 1 }
  /// Linear.
  public var timing: TimingCurve { .linear }

  /// The mix of both; progress is clamped to 0…1.
  public func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    .mix(.snapshot(.from), .snapshot(.to), amount: progress)
  }

  static let description = TransitionDescription(
    name: "dissolve", summary: "The outgoing picture fades into the incoming one.",
    source: "GPUImage's dissolve blend", parameters: []
  ) { _ in Dissolve() }
}
