/// Temporary.
public enum TimingCurve: Sendable, Hashable { case linear, easeInOut, easeIn
 case spring(dampingRatio: Double, initialVelocity: Double)
 /// v
 public func value(at: Double, duration: Double) -> Double { 0 } }
