import SegueImaging
import SegueTransitions

package enum Fingerprint {
  /// The type and the properties of a value of any type, on one line.
  ///
  /// A picture is its content, and a transition its own fingerprint; any other object is its type. Sets
  /// and dictionaries are sorted.
  package static func text(of value: Any) -> String {
    switch value {
    case let text as String: return quoted(text)
    case let picture as Snapshot: return "Snapshot(\(picture.contentKey))"
    case let transition as any Transition:
      if let own = transition.fingerprint { return "\(type(of: transition))(fingerprint=\(quoted(own)))" }
    default: break
    }
    let mirror = Mirror(reflecting: value)
    if mirror.children.isEmpty || mirror.displayStyle == .class { return "\(value)" }
    var properties = mirror.children.map { "\($0.label ?? "")=\(text(of: $0.value))" }
    if mirror.displayStyle == .set || mirror.displayStyle == .dictionary { properties.sort() }
    return "\(type(of: value))(\(properties.joined(separator: " ")))"
  }

  /// `text` in quotes; a line feed does not end the line.
  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped.replacing("\n", with: "\\n"))\""
  }
}
