/// One node of a recipe or of a plan with everything below it. It is made once and may be used in several places, so
/// that what is worked out for it is worked out once.
package final class SharedNode<Content: Sendable & Hashable>: Sendable {
  /// The operation, and its inputs.
  package let content: Content
  /// Nodes on the longest way down from here, itself included.
  package let depth: Int
  /// Nodes below and itself, those that are used more than once counted each time; a million stands for more.
  let tally: Int
  /// The traits of everything below.
  let traits: NodeTraits
  /// A hash of it all, worked out once.
  let digest: Int

  init(_ content: Content, depth: Int, tally: Int, traits: NodeTraits) {
    (self.content, self.depth, self.tally, self.traits) = (content, depth, min(1_000_000, tally), traits)
    var hasher = Hasher()
    hasher.combine(content)
    hasher.combine(depth)
    digest = hasher.finalize()
  }
}

/// Facts of everything below a node, so that it need not be walked.
struct NodeTraits: OptionSet {
  let rawValue: UInt8
  /// A user's shader is among it.
  static let hasShader = NodeTraits(rawValue: 1)
  /// A node that counts a picture's values is among it.
  static let isCounting = NodeTraits(rawValue: 2)
  /// It is certain to be opaque everywhere where both snapshots are.
  static let isOpaqueOverOpaque = NodeTraits(rawValue: 4)
  /// It is certain to be opaque everywhere.
  static let isOpaque = NodeTraits(rawValue: 8)
}

/// A value that is one shared node: a recipe or a plan. Nodes that several others use are one object, so a walk visits
/// `parts`, each once, and never goes down by recursion: there may be many ways to a part, and they may be long.
package protocol NodeGraph: Sendable, Hashable {
  /// The operation of a node, and its inputs. It hashes and compares its inputs as they do themselves.
  associatedtype Content: Sendable & Hashable
  /// The node.
  var node: SharedNode<Content> { get }
  /// The inputs, in the order in which they are given; empty for a leaf.
  var inputs: [Self] { get }
  /// The same node over other inputs; there are as many as `inputs` has.
  func replacingInputs(_ inputs: [Self]) -> Self
}

extension NodeGraph {
  /// Names the node among those that are alive.
  package var identity: ObjectIdentifier { ObjectIdentifier(node) }
  /// Nodes on the longest way down from here, itself included.
  package var depth: Int { node.depth }

  /// Whether a user's shader is anywhere in it.
  package var hasShader: Bool { node.traits.contains(.hasShader) }

  /// Every node that it is made of, once each, where a node leads to `inputs` of it: inputs before what uses them, itself
  /// last; with the numbers that they have.
  /// - Parameter left: nodes that are left out, with what only they lead to.
  func walk(
    leavingOut left: [Self] = [], through inputs: (Self) -> [Self]
  ) -> (parts: [Self], numbers: PartNumbers) {
    var (parts, numbers) = ([Self](), PartNumbers())
    for part in left where numbers[part.identity] == nil { numbers.add(part.identity) }
    var open: [(part: Self, isReady: Bool)] = [(self, false)]
    while let (part, isReady) = open.popLast() {
      if isReady {
        parts.append(part)
      } else if numbers[part.identity] == nil {
        numbers.add(part.identity)
        open.append((part, true))
        for input in inputs(part).reversed() where numbers[input.identity] == nil {
          open.append((input, false))
        }
      }
    }
    return (parts, numbers)
  }

  /// The graph where `change` has put other nodes in the place of some. It is given each node once, over its inputs as they
  /// have become; what no change reaches stays the same object.
  func map(_ change: (Self) -> Self) -> Self {
    let (parts, numbers) = walk(through: { $0.inputs })
    var changed: [Self?] = Array(repeating: nil, count: numbers.count)
    func result(_ part: Self) -> Self? { numbers[part.identity].flatMap { changed[$0] } }
    for part in parts {
      let inputs = part.inputs
      let isReached = inputs.contains { result($0) != nil }
      let new = change(isReached ? part.replacingInputs(inputs.map { result($0) ?? $0 }) : part)
      if new.identity != part.identity, let number = numbers[part.identity] { changed[number] = new }
    }
    return result(self) ?? self
  }

  /// Whether both are made alike. Costs no more than their parts, however often each is used.
  package static func isEqual(_ a: Self, _ b: Self) -> Bool {
    if a.node === b.node { return true }
    guard a.node.digest == b.node.digest, a.depth == b.depth else { return false }
    var table = NodeTable<Self>()
    return table.unique(whole: a).node === table.unique(whole: b).node
  }

  /// Hashes what was worked out once.
  package func hash(into hasher: inout Hasher) { hasher.combine(node.digest) }
}

/// Nodes of which equal ones are the same object.
struct NodeTable<Graph: NodeGraph> {
  private struct Entry: Hashable {
    let graph: Graph

    // The inputs are from the table, so that equal ones are identical and none is looked into.
    static func == (a: Entry, b: Entry) -> Bool {
      a.graph.node.digest == b.graph.node.digest && a.graph.depth == b.graph.depth
        && a.graph.node.content == b.graph.node.content
    }
    func hash(into hasher: inout Hasher) { graph.hash(into: &hasher) }
  }

  private var few: [Entry] = []
  private var many: Set<Entry> = []

  /// The most nodes that are compared one after the other.
  private static var mostFew: Int { 16 }

  /// The node of the table that is equal to `graph`, whose inputs are from the table.
  mutating func unique(_ graph: Graph) -> Graph {
    let entry = Entry(graph: graph)
    guard many.isEmpty else { return many.insert(entry).memberAfterInsert.graph }
    if let known = few.first(where: { $0 == entry }) { return known.graph }
    few.append(entry)
    if few.count > Self.mostFew { (many, few) = (Set(few), []) }
    return graph
  }

  /// The same for a graph with inputs from anywhere.
  mutating func unique(whole graph: Graph) -> Graph { graph.map { unique($0) } }
}
