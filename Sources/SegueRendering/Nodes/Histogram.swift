import CSegueKernels
import SegueImaging

/// The histogram of a picture, for each channel; pixels are weighted by their alpha.
package struct Histogram: Sendable, Hashable {
  /// A sum for each value of red, green, blue and alpha. The sums of alpha count pixels without weights.
  package private(set) var sums: [UInt64]
  package let depth: PixelDepth

  /// An empty histogram.
  package init(_ depth: PixelDepth = .eight) {
    self.depth = depth
    sums = Array(repeating: 0, count: 4 * (depth.maximum + 1))
  }

  /// The histogram of `count` pixels of four channels with straight alpha.
  package init(_ pixels: UnsafePointer<UInt8>?, count: Int, depth: PixelDepth = .eight) {
    self.init(depth)
    switch depth {
    case .eight: segue_count(&sums, pixels, count)
    case .sixteen: segue_count_16(&sums, pixels, count)
    }
  }

  /// The histogram of both pictures together.
  package static func + (a: Histogram, b: Histogram) -> Histogram {
    var sum = a
    for index in sum.sums.indices { sum.sums[index] += b.sums[index] }
    return sum
  }

  /// The sum of all pixels' alpha.
  var total: UInt64 { sums[...depth.maximum].reduce(0, +) }

  /// The mean of a channel, 0…`depth.maximum`; 0 for a transparent picture.
  func mean(of channel: Int) -> Double {
    let first = channel * (depth.maximum + 1)
    let weighed = (0...depth.maximum).reduce(UInt64(0)) { $0 + UInt64($1) * sums[first + $1] }
    return total == 0 ? 0 : Double(weighed) / Double(total)
  }
}

/// A node that maps one picture through a tone table, which is made from another picture's histogram.
package struct HistogramShape: Sendable {
  /// The table of the tone node.
  package let table: @Sendable (_ counts: Histogram, _ numbers: [Int32]) -> NumberTable
}

extension NodeKind {
  /// The first picture, mapped by the table that equalizes the histogram of each channel of the second
  /// picture: c becomes the share of pixels with at most c. The node has no values. **Source:**
  /// GPUImage's equalization.
  static let equalized: NodeKind = .counted("equalized", lower: { _ in [0] }) { counts, _ in
    let total = counts.total
    guard total > 0 else { return Tone.identity[counts.depth] }
    let curves = (0..<3).map { channel in
      var below: UInt64 = 0
      let maximum = counts.depth.maximum
      return (0...maximum).map { value in
        below += counts.sums[channel * (maximum + 1) + value]
        return Int((below * UInt64(2 * maximum) + total) / (2 * total))
      }
    }
    return Tone.table(counts.depth) { channel, x in channel == 3 ? x : curves[channel][x] }
  }

  /// The first picture, which is grey, in black and white. White begins at a share of the second
  /// picture's mean brightness. The only value is the share, and the only number is the share in
  /// 1/65536.
  static let meanThreshold: NodeKind = .counted(
    "meanThreshold", lower: { [Int32((max(0, min(1000, $0.values[0])) * 65536).rounded())] }
  ) { counts, numbers in
    let weights = [13933.0, 46871, 4732]
    let mean = weights.indices.reduce(0) { $0 + weights[$1] * counts.mean(of: $1) } / 65536
    let limit = mean * Double(numbers[0]) / 65536
    return Tone.table(counts.depth) { channel, x in
      channel == 3 ? x : Double(x) >= limit ? counts.depth.maximum : 0
    }
  }

  private static func counted(
    _ name: String, lower: @escaping @Sendable (Node) -> [Int32],
    table: @escaping @Sendable (_ counts: Histogram, _ numbers: [Int32]) -> NumberTable
  ) -> NodeKind {
    NodeKind(
      name: name, inputCount: 2, shape: .counted(HistogramShape(table: table)),
      keepsOpacity: { _, _ in true },
      lower: { node, _, _ in NumberTable(lower(node)) },
      samples: {
        [0.7, 1.1].map { share in Node(name == "equalized" ? .equalized : .meanThreshold, [share]) }
      })
  }
}

extension NodePlan {
  /// The tone node that replaces this counted node.
  package func toned(_ shape: HistogramShape, by counts: Histogram) -> NodePlan {
    NodePlan(
      kind: .tone, numbers: shape.table(counts, numbers.values), keepsOpacity: true, inputs: [inputs[0]])
  }
}

extension Recipe {
  /// `input` with the values of each channel spread evenly.
  package static func equalized(_ input: Recipe) -> Recipe { .node(Node(.equalized), [input, input]) }

  /// `input` in black and white; white begins at `share` of its mean brightness.
  package static func meanThreshold(_ input: Recipe, share: Double) -> Recipe {
    .node(Node(.meanThreshold, [share]), [.grayscale(input), input])
  }
}

/// A cache of the last two frames' histograms, so that an unchanged picture is counted once.
package struct HistogramCache {
  private var entries: [(plan: Plan, counts: Histogram, isUsed: Bool)] = []

  package init() {}

  /// `plan` with each counted node whose histogram is known replaced by its tone node.
  package mutating func resolved(_ plan: Plan, _ depth: PixelDepth = .eight) -> Plan {
    guard plan.node.traits.contains(.isCounting) else { return plan }
    return plan.map { part in
      guard case .node(let node) = part.content, case .counted(let shape) = node.kind.shape,
        let counts = known(node.inputs[1], depth)
      else { return part }
      return Plan(.node(node.toned(shape, by: counts)))
    }
  }

  /// The histogram of a plan's picture, if the picture is unprocessed or was counted in this frame or
  /// the last one.
  package mutating func known(_ plan: Plan, _ depth: PixelDepth = .eight) -> Histogram? {
    if let index = entries.firstIndex(where: { $0.plan == plan }) {
      entries[index].isUsed = true
      return entries[index].counts
    }
    guard case .picture(let snapshot) = plan.content else { return nil }
    let pixels = snapshot.converted(to: depth)
    let counts = pixels.withUnsafeBase { Histogram($0, count: pixels.size.area, depth: depth) }
    add(counts, of: plan)
    return counts
  }

  /// Adds the histogram of a plan's picture.
  package mutating func add(_ counts: Histogram, of plan: Plan) { entries.append((plan, counts, true)) }

  /// Removes the histograms that this frame did not use.
  package mutating func finishFrame() {
    entries.removeAll { !$0.isUsed }
    for index in entries.indices { entries[index].isUsed = false }
  }
}
