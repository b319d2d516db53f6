import Motion

/// A timing curve as `segue list curves` prints it.
///
/// **Thread-safety:** a value.
public struct CurveListing: Sendable, Encodable {
  /// The curve's name, or its form with arguments.
  public let name: String
  /// The same curve written out; `nil` for a form, which is many curves.
  public let definition: String?

  /// The named curves, then the forms that take arguments.
  public static let all: [CurveListing] =
    TimingCurve.named.map { CurveListing(name: $0.name, definition: definition(of: $0.curve)) }
    + TimingCurve.forms.map { CurveListing(name: $0, definition: nil) }

  /// One line.
  public var line: String { definition.map { name.padding(to: 20) + $0 } ?? name }

  private static func definition(of curve: TimingCurve) -> String? {
    guard case .cubicBezier(let bezier) = curve else { return nil }
    return "cubic-bezier(\(bezier.x1),\(bezier.y1),\(bezier.x2),\(bezier.y2))"
  }
}
