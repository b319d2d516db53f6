import SegueRendering

/// The parts of a plan that become whole pictures, one after the other; everything between them is
/// computed row by row.
///
/// A part becomes a picture if it is sampled at other positions, or if two other pictures use it. It also
/// does so if a chain of rows would be too long for the cache or the stack. So each part is drawn once.
struct PlanSchedule {
  /// The parts that become pictures; inputs precede their users, and the whole frame is last.
  private(set) var pictures: [Plan]
  private let numbers: NodeNumbers
  /// The number of uses of each part, by its number.
  private var uses: [Int]
  private var drawn: [Bool]

  /// The maximum depth of parts that are computed row by row.
  static let maximumStreamedParts = 64

  init(_ plan: Plan) {
    let (parts, numbers) = plan.numberedParts
    self.numbers = numbers
    uses = Array(repeating: 0, count: numbers.count)
    drawn = Array(repeating: false, count: numbers.count)
    pictures = []
    drawn[number(of: plan)] = true
    for part in parts {
      for input in part.inputs { uses[number(of: input)] += 1 }
      for input in part.lookedUp { drawn[number(of: input)] = true }
    }
    if parts.count > PlanSchedule.maximumStreamedParts { cut(parts) }
    separate(parts)
    pictures = parts.dropLast().filter { isDrawn($0) && !$0.isPicture } + [plan]
  }

  var count: Int { numbers.count }

  /// The number of a part, below `count`.
  func number(of plan: Plan) -> Int {
    guard let number = numbers[plan.identity] else { preconditionFailure("the part belongs to another plan") }
    return number
  }

  /// Whether `plan` is a picture or is drawn into one.
  func isDrawn(_ plan: Plan) -> Bool { drawn[number(of: plan)] }

  /// The number of uses of `plan` by other parts.
  func uses(of plan: Plan) -> Int { uses[number(of: plan)] }

  /// Turns each part above a chain of more than `maximumStreamedParts` parts into a picture.
  private mutating func cut(_ parts: [Plan]) {
    var heights: [Int] = Array(repeating: 0, count: count)
    for part in parts where !part.inputs.isEmpty {
      let height = 1 + part.inputs.reduce(0) { max($0, heights[self.number(of: $1)]) }
      let number = self.number(of: part)
      if height >= PlanSchedule.maximumStreamedParts { drawn[number] = true }
      heights[number] = drawn[number] ? 0 : height
    }
  }

  /// Turns each part that several pictures use into a picture.
  private mutating func separate(_ parts: [Plan]) {
    var owners: [Int?] = Array(repeating: nil, count: count)
    for part in parts.reversed() {
      let number = self.number(of: part)
      let owner = drawn[number] ? number : owners[number] ?? number
      for input in part.inputs where !input.inputs.isEmpty {
        let input = self.number(of: input)
        if let other = owners[input], other != owner { drawn[input] = true }
        owners[input] = owner
      }
    }
  }
}

extension Plan {
  /// Whether the plan is an existing picture.
  fileprivate var isPicture: Bool { if case .picture = content { true } else { false } }

  /// The inputs that are sampled at positions other than the pixel's own.
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
