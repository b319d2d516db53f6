import SegueRendering

/// Which parts of a plan become whole pictures, one after the other; everything between them is worked out row by row.
///
/// A part becomes a picture where it is looked up at places of its own, where two other pictures are made of it, or
/// where more rows than is good for the cache, or for the stack, would hang together. So each part is drawn once.
///
/// **Thread-safety:** a value.
struct PlanSchedule {
  /// The parts that become pictures: what is needed for one comes before it, the whole frame last.
  let pictures: [Plan]
  /// How often other parts use each part.
  let uses: [ObjectIdentifier: Int]
  private let drawn: Set<ObjectIdentifier>

  /// The most parts over one another that are worked out row by row.
  static let mostStreamed = 64

  init(_ plan: Plan) {
    let parts = plan.parts
    var drawn: Set<ObjectIdentifier> = [plan.identity]
    var uses: [ObjectIdentifier: Int] = [:]
    for part in parts {
      for input in part.inputs { uses[input.identity, default: 0] += 1 }
      for input in part.lookedUp { drawn.insert(input.identity) }
    }
    PlanSchedule.cut(parts, &drawn)
    PlanSchedule.separate(parts, &drawn)
    pictures = parts.dropLast().filter { drawn.contains($0.identity) && !$0.isPicture } + [plan]
    (self.uses, self.drawn) = (uses, drawn)
  }

  /// Whether `plan` becomes a picture, or is one.
  func isDrawn(_ plan: Plan) -> Bool { drawn.contains(plan.identity) }

  /// Adds what would lie over more than `mostStreamed` parts.
  private static func cut(_ parts: [Plan], _ drawn: inout Set<ObjectIdentifier>) {
    var heights: [ObjectIdentifier: Int] = [:]
    for part in parts where !part.inputs.isEmpty {
      let height = 1 + part.inputs.reduce(0) { max($0, heights[$1.identity] ?? 0) }
      if height >= mostStreamed { drawn.insert(part.identity) }
      heights[part.identity] = drawn.contains(part.identity) ? 0 : height
    }
  }

  /// Adds what more than one picture is made of.
  private static func separate(_ parts: [Plan], _ drawn: inout Set<ObjectIdentifier>) {
    var owners: [ObjectIdentifier: ObjectIdentifier] = [:]
    for part in parts.reversed() {
      let owner = drawn.contains(part.identity) ? part.identity : owners[part.identity]
      for input in part.inputs where !input.inputs.isEmpty {
        let other = owners.updateValue(owner ?? part.identity, forKey: input.identity)
        if let other, other != owner { drawn.insert(input.identity) }
      }
    }
  }
}

extension Plan {
  /// Whether it is a picture that is there.
  fileprivate var isPicture: Bool { if case .picture = content { true } else { false } }

  /// The inputs that are looked up at other places than a pixel's own.
  fileprivate var lookedUp: [Plan] {
    switch content {
    case .picture, .color, .mix, .matte, .shader: []
    case .sample(let input, _), .average(let input, _): [input]
    case .stack(let layers, _): layers.filter { $0.map != nil }.map(\.input)
    case .node(let node):
      switch node.kind.shape {
      case .pointwise: []
      case .window, .map, .gaussian: node.inputs
      case .counted: [node.inputs[1]]
      }
    }
  }
}
