import SegueImaging
import SegueRendering

/// Prints a row of integers for each sample of each registered node, for `Tests/Portable/kernels.c`. The
/// columns are bits per channel, name, width, height, number of inputs and window radius. A flag for
/// written coverages, the count of the numbers and the numbers follow.
func printKernelInputs() throws {
  let (small, wide) = (ImageSize(width: 37, height: 23), ImageSize(width: 64, height: 16))
  for (depth, size) in [(PixelDepth.eight, small), (.eight, wide), (.sixteen, small)] {
    let blank = try Snapshot(
      width: size.width, height: size.height, rgba: Array(repeating: 255, count: size.area * 4))
    for kind in NodeKind.all {
      var (radius, covers) = (0, false)
      for sample in kind.samples() {
        let inputs = Array(repeating: Recipe.snapshot(.from), count: kind.inputCount)
        let plan = try FrameRequest(.node(sample, inputs), outgoing: blank, incoming: blank)
          .plan(for: size, depth: depth)
        guard case .node(let node) = plan.content else { continue }
        switch kind.shape {
        case .pointwise: break
        case .window(let shape): radius = shape.radius(node.numbers.values)
        case .map(let shape): covers = shape.isCovering
        case .gaussian, .counted: continue
        }
        let numbers = node.numbers.values
        print(
          depth.rawValue, kind.name, size.width, size.height, kind.inputCount, radius,
          covers ? 1 : 0, numbers.count,
          terminator: "")
        print(numbers.reduce(into: "") { $0 += " \($1)" })
      }
    }
  }
}
