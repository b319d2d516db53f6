/// The numbers of a graph's nodes, from 0 in the order of the walk. They index arrays of the nodes'
/// properties. Most frames have a handful of parts, for which a linear search costs less than hashing.
package struct NodeNumbers: Sendable {
  private var few: [ObjectIdentifier] = []
  private var many: [ObjectIdentifier: Int] = [:]

  /// The maximum number of parts for a linear search.
  private static let listLimit = 16

  /// The number of parts.
  package var count: Int { many.isEmpty ? few.count : many.count }

  /// The number of a part; `nil` for an unknown part.
  package subscript(part: ObjectIdentifier) -> Int? {
    if !many.isEmpty { return many[part] }
    for index in few.indices where few[index] == part { return index }
    return nil
  }

  mutating func add(_ part: ObjectIdentifier) {
    if many.isEmpty { few.append(part) } else { many[part] = many.count }
    guard few.count > Self.listLimit else { return }
    for (number, part) in few.enumerated() { many[part] = number }
    few = []
  }
}
