/// The parts of a graph, numbered from 0 in the order in which they are met, so that what is known of them lies in arrays.
/// Most frames have a handful of parts: those few are looked for one after the other, which costs less than hashing them.
package struct PartNumbers: Sendable {
  private var few: [ObjectIdentifier] = []
  private var many: [ObjectIdentifier: Int] = [:]

  /// The most parts that are looked for one after the other.
  private static let mostFew = 16

  /// The number of parts.
  package var count: Int { many.isEmpty ? few.count : many.count }

  /// The number of a part; `nil` for one that was not met.
  package subscript(part: ObjectIdentifier) -> Int? {
    if !many.isEmpty { return many[part] }
    for index in few.indices where few[index] == part { return index }
    return nil
  }

  /// Numbers a part that was not met so far.
  mutating func add(_ part: ObjectIdentifier) {
    if many.isEmpty { few.append(part) } else { many[part] = many.count }
    guard few.count > Self.mostFew else { return }
    for (number, part) in few.enumerated() { many[part] = number }
    few = []
  }
}
