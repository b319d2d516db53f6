/// Why one screen follows another, as in UIKit. The operations come in pairs that undo each other.
///
/// **Thread-safety:** a value.
public enum TransitionOperation: String, Sendable, Hashable, CaseIterable {
  /// Deeper into a stack of screens.
  case push
  /// Back from there.
  case pop
  /// A screen comes over another.
  case present
  /// It goes again.
  case dismiss

  /// The operation that undoes this one.
  public var reversed: TransitionOperation {
    switch self {
    case .push: .pop
    case .pop: .push
    case .present: .dismiss
    case .dismiss: .present
    }
  }

  /// Whether it leads forwards: push and present.
  public var isForward: Bool { self == .push || self == .present }
}
