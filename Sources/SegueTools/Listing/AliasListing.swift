import Transitions

/// One of ffmpeg's names as `segue list --aliases xfade` prints it.
///
/// **Thread-safety:** a value.
public struct AliasListing: Sendable, Encodable {
  private let alias: XfadeAlias

  /// Lists `alias`.
  public init(_ alias: XfadeAlias) { self.alias = alias }

  /// One line: the name for `-t`, and what it stands for.
  public var line: String {
    let parameters = alias.parameters.map { " -p \($0.name)=\($0.value)" }.joined()
    return (XfadeAlias.prefix + alias.name).padding(to: 20) + "-t " + alias.transition + parameters
  }

  private enum Key: String, CodingKey {
    case name, transition, parameters
  }

  /// Writes the name, the transition's and the parameters as they are typed.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(XfadeAlias.prefix + alias.name, forKey: .name)
    try container.encode(alias.transition, forKey: .transition)
    try container.encode(
      Dictionary(alias.parameters.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }), forKey: .parameters)
  }
}
