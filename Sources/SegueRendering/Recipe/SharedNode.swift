/// A node of a recipe or of a plan, with its inputs. A node may be used in several places; its
/// properties are computed once.
package final class SharedNode<Content: Sendable & Hashable>: Sendable {
  /// The operation and its inputs.
  package let content: Content
  /// The number of nodes on the longest path from this node to a leaf.
  package let depth: Int
  /// The number of nodes of the expanded tree, limited to a million.
  let tally: Int
  /// The traits of the graph.
  let traits: NodeTraits
  /// A hash of the whole graph.
  let digest: Int

  init(_ content: Content, depth: Int, tally: Int, traits: NodeTraits) {
    self.content = content
    self.depth = depth
    self.tally = min(1_000_000, tally)
    self.traits = traits
    var hasher = Hasher()
    hasher.combine(content)
    hasher.combine(depth)
    digest = hasher.finalize()
  }
}

/// Properties of a graph, computed without a walk.
struct NodeTraits: OptionSet {
  let rawValue: UInt8
  /// The graph contains a user's shader.
  static let hasShader = NodeTraits(rawValue: 1)
  /// The graph contains a node that counts a picture's values.
  static let isCounting = NodeTraits(rawValue: 2)
  /// The picture is certainly opaque everywhere if both snapshots are.
  static let isOpaqueOverOpaque = NodeTraits(rawValue: 4)
  /// The picture is certainly opaque everywhere.
  static let isOpaque = NodeTraits(rawValue: 8)
}

/// A graph of shared nodes: a recipe or a plan. A node with several users is one object, so a walk
/// visits it once. A walk is iterative, since paths may be long.
package protocol NodeGraph: Sendable, Hashable {
  /// The operation of a node and its inputs.
  associatedtype Content: Sendable & Hashable
  var node: SharedNode<Content> { get }
  /// The inputs, in order; empty for a leaf.
  var inputs: [Self] { get }
  /// A copy of the node with other inputs. The number of inputs must not change.
  func replacingInputs(_ inputs: [Self]) -> Self
}

extension NodeGraph {
  /// The identity of the node while it exists.
  package var identity: ObjectIdentifier { ObjectIdentifier(node) }
  /// The number of nodes on the longest path from this node to a leaf.
  package var depth: Int { node.depth }

  /// Whether the graph contains a user's shader.
  package var hasShader: Bool { node.traits.contains(.hasShader) }

  /// The distinct nodes reached through `inputs`, with their numbers. Inputs precede the nodes that
  /// use them, and the root is last.
  /// - Parameter left: nodes to omit, with the nodes that only they use.
  func walk(
    leavingOut left: [Self] = [], through inputs: (Self) -> [Self]
  ) -> (parts: [Self], numbers: NodeNumbers) {
    var (parts, numbers) = ([Self](), NodeNumbers())
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

  /// The graph with nodes replaced by `change`, which takes each node once, with its inputs already
  /// replaced. Unchanged nodes stay the same objects.
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

  /// Whether both graphs have the same structure and values. The cost is linear in the number of
  /// distinct nodes.
  package static func isEqual(_ a: Self, _ b: Self) -> Bool {
    if a.node === b.node { return true }
    guard a.node.digest == b.node.digest, a.depth == b.depth else { return false }
    var table = NodeTable<Self>()
    return table.unique(whole: a).node === table.unique(whole: b).node
  }

  /// Hashes the stored digest.
  package func hash(into hasher: inout Hasher) { hasher.combine(node.digest) }
}

/// A table of nodes in which equal nodes are the same object.
struct NodeTable<Graph: NodeGraph> {
  private struct Entry: Hashable {
    let graph: Graph

    // Inputs are from the table, so equal inputs are identical and need no deep comparison.
    static func == (a: Entry, b: Entry) -> Bool {
      a.graph.node.digest == b.graph.node.digest && a.graph.depth == b.graph.depth
        && a.graph.node.content == b.graph.node.content
    }
    func hash(into hasher: inout Hasher) { graph.hash(into: &hasher) }
  }

  private var few: [Entry] = []
  private var many: Set<Entry> = []

  /// The maximum number of nodes for a linear search.
  private static var listLimit: Int { 16 }

  /// The node of the table equal to `graph`, whose inputs are from the table.
  mutating func unique(_ graph: Graph) -> Graph {
    let entry = Entry(graph: graph)
    guard many.isEmpty else { return many.insert(entry).memberAfterInsert.graph }
    if let known = few.first(where: { $0 == entry }) { return known.graph }
    few.append(entry)
    if few.count > Self.listLimit { (many, few) = (Set(few), []) }
    return graph
  }

  /// The node of the table equal to `graph`, whose inputs need not be from the table.
  mutating func unique(whole graph: Graph) -> Graph { graph.map { unique($0) } }
}
