/// One node of a recipe or of a plan with everything below it. It is made once and may be used in several places, so
/// that what is worked out for it is worked out once.
///
/// **Thread-safety:** immutable.
package final class SharedNode<Content: Sendable & Hashable>: Sendable {
  /// What it does, and its inputs.
  package let content: Content
  /// Nodes on the longest way down from here, itself included.
  package let depth: Int
  /// A hash of it all, worked out once.
  let digest: Int

  init(_ content: Content, depth: Int) {
    (self.content, self.depth) = (content, depth)
    var hasher = Hasher()
    hasher.combine(content)
    hasher.combine(depth)
    digest = hasher.finalize()
  }
}

/// A value that is one shared node: a recipe or a plan. Nodes that several others use are one object, so a walk visits
/// `parts`, each once, and never goes down by recursion: there may be many ways to a part, and they may be long.
///
/// **Thread-safety:** a value.
package protocol NodeGraph: Sendable, Hashable {
  /// What a node does, and its inputs. It hashes and compares its inputs as they do themselves.
  associatedtype Content: Sendable & Hashable
  /// The node.
  var node: SharedNode<Content> { get }
  /// What it is made from, in the order in which it is given; empty for a leaf.
  var inputs: [Self] { get }
  /// The same node over other inputs; there are as many as `inputs` has.
  func replacingInputs(_ inputs: [Self]) -> Self
}

extension NodeGraph {
  /// Names the node among those that are alive.
  package var identity: ObjectIdentifier { ObjectIdentifier(node) }
  /// Nodes on the longest way down from here, itself included.
  package var depth: Int { node.depth }

  /// Every node that it is made of, once each: inputs before what uses them, itself last.
  package var parts: [Self] { parts { $0.inputs } }

  /// The same, where a node leads to `inputs` of it alone.
  /// - Parameter known: nodes that are left out, with what only they lead to.
  package func parts(
    leavingOut known: Set<ObjectIdentifier> = [], through inputs: (Self) -> [Self]
  ) -> [Self] {
    var (parts, known) = ([Self](), known)
    var open: [(part: Self, isReady: Bool)] = [(self, false)]
    while let (part, isReady) = open.popLast() {
      if isReady {
        parts.append(part)
      } else if known.insert(part.identity).inserted {
        open.append((part, true))
        for input in inputs(part).reversed() where !known.contains(input.identity) {
          open.append((input, false))
        }
      }
    }
    return parts
  }

  /// The graph where `change` has put other nodes in the place of some. It is given each node once, over its inputs as they
  /// have become; what no change reaches stays the same object.
  package func mapping(_ change: (Self) -> Self) -> Self {
    var changed: [ObjectIdentifier: Self] = [:]
    for part in parts {
      let isReached = part.inputs.contains { changed[$0.identity] != nil }
      let result = change(
        isReached ? part.replacingInputs(part.inputs.map { changed[$0.identity] ?? $0 }) : part)
      if result.identity != part.identity { changed[part.identity] = result }
    }
    return changed[identity] ?? self
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
///
/// **Thread-safety:** a value.
struct NodeTable<Graph: NodeGraph> {
  private struct Entry: Hashable {
    let graph: Graph

    // The inputs are from the table, so that equal ones are identical and none is looked into.
    static func == (a: Entry, b: Entry) -> Bool {
      a.graph.depth == b.graph.depth && a.graph.node.content == b.graph.node.content
    }
    func hash(into hasher: inout Hasher) { graph.hash(into: &hasher) }
  }

  private var entries: Set<Entry> = []

  /// The node of the table that is equal to `graph`, whose inputs are from the table.
  mutating func unique(_ graph: Graph) -> Graph {
    entries.insert(Entry(graph: graph)).memberAfterInsert.graph
  }

  /// The same for a graph with inputs from anywhere.
  mutating func unique(whole graph: Graph) -> Graph { graph.mapping { unique($0) } }
}
