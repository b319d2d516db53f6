import SegueImaging
import SegueRendering

/// The drawn result of a part of a plan, in the cheapest form.
///
/// **Thread-safety:** none; belongs to the thread of its context.
enum Operand {
  case color(DeepColor)
  case picture(MipTexture)
  case cells(CellGrid)
  case sampled(MipTexture, SampleMap)
}

/// The recorded parts of a frame that later parts still need. After the last use of a part, later commands
/// may reuse its texture, since OpenGL draws in order.
///
/// **Thread-safety:** none; belongs to the thread of its context.
struct OperandCache {
  private struct Entry {
    var operand: Operand
    let inputs: [Plan]
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  /// The number of remaining uses of each part.
  private var uses: [ObjectIdentifier: Int] = [:]

  /// An empty record for a frame with `parts`.
  init(_ parts: [Plan] = []) {
    for part in parts {
      for input in part.inputs { uses[input.identity, default: 0] += 1 }
    }
  }

  func operand(_ part: Plan) -> Operand {
    guard let entry = entries[part.identity] else { preconditionFailure("the part has not been drawn") }
    return entry.operand
  }

  /// Adds `part` and releases its inputs, unless `operand` samples them later.
  mutating func insert(_ operand: Operand, for part: Plan, givingBackTo pool: TexturePool) {
    entries[part.identity] = Entry(operand: operand, inputs: part.inputs)
    if case .sampled = operand { return }
    release(part.inputs, givingBackTo: pool)
  }

  mutating func replace(_ part: Plan, by picture: MipTexture, givingBackTo pool: TexturePool) {
    let before = entries.updateValue(
      Entry(operand: .picture(picture), inputs: part.inputs), forKey: part.identity)
    if let before { giveBack(before, to: pool) }
  }

  private mutating func release(_ parts: [Plan], givingBackTo pool: TexturePool) {
    for part in parts {
      let left = (uses[part.identity] ?? 1) - 1
      uses[part.identity] = left
      if left == 0, let entry = entries.removeValue(forKey: part.identity) { giveBack(entry, to: pool) }
    }
  }

  private mutating func giveBack(_ entry: Entry, to pool: TexturePool) {
    switch entry.operand {
    case .color: break
    case .picture(let picture): pool.give(picture)
    case .cells(let grid): pool.give(grid.picture)
    case .sampled: release(entry.inputs, givingBackTo: pool)
    }
  }
}
