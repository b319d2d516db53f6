import CSegueKernels
import SegueFields
import SegueImaging
import SegueShaders
import Synchronization

/// A use of a registered node in a recipe: the kind with its parameters.
package struct Node: Sendable, Hashable {
  package let kind: NodeKind
  /// The parameters as real numbers, in the kind's order.
  package let values: [Double]
  /// The table, if the kind has one. It is made once for a value, not for each frame.
  package let table: DepthTable?

  /// A use of `kind`.
  package init(_ kind: NodeKind, _ values: [Double] = [], table: DepthTable? = nil) {
    self.kind = kind
    self.values = values
    self.table = table
  }

  /// A use of `kind` with a table that is the same for both depths, or converted to 16 bits during
  /// lowering.
  package init(_ kind: NodeKind, _ values: [Double] = [], table: NumberTable) {
    self.init(kind, values, table: DepthTable(table))
  }

  /// Whether opaque inputs give an opaque picture.
  package func keepsOpacity(_ depth: PixelDepth) -> Bool { kind.keepsOpacity(self, depth) }
}

/// A kind of node: its computation, the conversion of its parameters to integers, and its
/// implementations on both renderers. Renderers know the shapes of nodes, never their names.
///
/// **Thread-safety:** immutable. Two kinds of one name are the same kind.
package struct NodeKind: Sendable, Hashable {
  /// The inputs that a node reads for a pixel.
  package enum Shape: Sendable {
    /// Each pixel depends on the same pixel of one or two pictures.
    case pointwise(PointwiseShape)
    /// Each pixel depends on a square of neighbours in one picture.
    case window(WindowShape)
    /// Each pixel is a bilinear sample of one picture, at a computed position.
    case map(MapShape)
    /// A wide average of a coarser copy of one picture: see `Gaussian`.
    case gaussian
    /// A picture is mapped through a tone table, which is made from another picture's histogram.
    case counted(HistogramShape)
  }

  /// The unique name.
  package let name: String
  /// The number of input recipes, 1 or 2.
  package let inputCount: Int
  /// The node's shape.
  package let shape: Shape
  /// Whether opaque inputs give an opaque picture.
  let keepsOpacity: @Sendable (Node, PixelDepth) -> Bool
  /// The parameters as integers for a frame's size and depth; `nil` if they leave the first input
  /// unchanged.
  let lower: @Sendable (Node, ImageSize, PixelDepth) -> NumberTable?
  /// The uses that the conformance suite draws.
  package let samples: @Sendable () -> [Node]

  package static func == (a: NodeKind, b: NodeKind) -> Bool { a.name == b.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A node that works pixel by pixel.
package struct PointwiseShape: Sendable {
  /// The specification: the result at column `x`, row `y` from the inputs' colours there. With one
  /// input, `a` and `b` are equal.
  package typealias Pixel =
    @Sendable (_ a: DeepColor, _ b: DeepColor, _ x: Int, _ y: Int, _ numbers: [Int32]) -> DeepColor
  /// A row of results; see `segue_node` in CSegueKernels.
  package typealias Kernel =
    @convention(c) @Sendable (
      UnsafeMutablePointer<UInt8>?, UnsafePointer<UInt8>?, UnsafePointer<UInt8>?, Int,
      UnsafePointer<segue_node>?
    ) -> Void

  /// A function that computes a row of the second picture's weights in a mix, 0…32768.
  package typealias Shares =
    @convention(c) @Sendable (UnsafeMutablePointer<UInt16>?, Int, UnsafePointer<segue_node>?) -> Void

  /// The scalar specification, independent of both implementations.
  package let pixel: Pixel
  /// The CPU renderer's inner loops, for pixels of 8 and of 16 bits.
  package let kernel: (eight: Kernel, sixteen: Kernel)
  /// The kernel that computes only weights, for a node that mixes by position.
  package let shares: Shares?
  /// GLSL that defines `uvec4 node(uvec4 a, uvec4 b)`.
  package let shader: ShaderFile
  /// Whether the result depends on the pixel's position; otherwise equal input rows give equal
  /// rows.
  package let usesPlace: Bool
}

/// A node that reads a pixel's neighbours, up to `radius` columns and rows away. The picture's edge
/// repeats.
package struct WindowShape: Sendable {
  /// The specification: the result at one pixel; `at(dx, dy)` is the colour of a neighbour.
  package typealias Pixel =
    @Sendable (_ at: (_ dx: Int, _ dy: Int) -> DeepColor, _ numbers: [Int32]) -> DeepColor
  /// A row of results; see `segue_node` in CSegueKernels.
  package typealias Kernel =
    @convention(c) @Sendable (
      UnsafeMutablePointer<UInt8>?, UnsafePointer<UnsafePointer<UInt8>?>?, Int, UnsafePointer<segue_node>?
    ) -> Void

  /// The reduction of each pixel to one value. It applies only if all pixels are opaque; `window` then
  /// takes rows of values.
  package struct Reduction: Sendable {
    package typealias Row =
      @convention(c) @Sendable (UnsafeMutablePointer<UInt8>?, UnsafePointer<UInt8>?, Int) -> Void

    /// The kernels that reduce a row of pixels to values.
    package let row: (eight: Row, sixteen: Row)
    /// The kernels that compute a row of results from rows of values.
    package let window: (eight: Kernel, sixteen: Kernel)
  }

  /// The radius of the window, from the node's numbers; 1 or more.
  package let radius: @Sendable ([Int32]) -> Int
  /// The scalar specification.
  package let pixel: Pixel
  /// The CPU renderer's inner loops, for pixels of 8 and of 16 bits.
  package let kernel: (eight: Kernel, sixteen: Kernel)
  /// The implementation with a reduction to one value per pixel, if the node has one.
  package let reduction: Reduction?
  /// GLSL that defines `uvec4 node()`; it reads neighbours by `near(ivec2 offset)`.
  package let shader: ShaderFile
}

/// A node that computes the sampled position and the coverage of each pixel. The picture's edge
/// repeats.
package struct MapShape: Sendable {
  /// The specification: texel coordinates, 20.12 from the middle of the top-left texel, and a
  /// coverage of 0…4096 that multiplies alpha; 4096 leaves the sample unchanged.
  package typealias Place =
    @Sendable (_ x: Int, _ y: Int, _ numbers: [Int32]) -> (u: Int32, v: Int32, coverage: Int32)
  /// A row of coordinates and coverages; see `segue_node` in CSegueKernels.
  package typealias Kernel =
    @convention(c) @Sendable (
      UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?, Int,
      UnsafePointer<segue_node>?
    ) -> Void

  /// The scalar specification.
  package let place: Place
  /// The CPU renderer's inner loop.
  package let kernel: Kernel
  /// GLSL that defines `ivec3 look(ivec2 pixel)`.
  package let shader: ShaderFile
  /// Whether pixels can be partially covered; otherwise the kernel writes no coverages.
  package let isCovering: Bool
}

/// The integers of a node: its lowered parameters and tables. They are compared by identity first,
/// so that comparing a large table between frames is free.
package struct NumberTable: Sendable, Hashable {
  private final class Storage: Sendable {
    let values: [Int32]
    let digest: Int

    init(_ values: [Int32]) {
      self.values = values
      var hasher = Hasher()
      hasher.combine(values)
      digest = hasher.finalize()
    }
  }

  private let storage: Storage

  /// A table of `values`. Takes linear time.
  package init(_ values: [Int32]) { storage = Storage(values) }

  /// The integers.
  package var values: [Int32] { storage.values }

  /// The identity of the table's storage while the table exists.
  package var identity: ObjectIdentifier { ObjectIdentifier(storage) }

  /// Whether both tables have equal integers.
  package static func == (a: NumberTable, b: NumberTable) -> Bool {
    a.storage === b.storage || (a.storage.digest == b.storage.digest && a.values == b.values)
  }

  /// Hashes the stored digest.
  package func hash(into hasher: inout Hasher) { hasher.combine(storage.digest) }
}

/// A node's table for both depths, each made on first use.
///
/// **Thread-safety:** immutable except for the lazily made tables, which any thread may read.
package struct DepthTable: Sendable, Hashable {
  private final class Storage: Sendable {
    let make: @Sendable (PixelDepth) -> NumberTable
    let made = Mutex<[PixelDepth: NumberTable]>([:])

    init(_ make: @escaping @Sendable (PixelDepth) -> NumberTable) { self.make = make }
  }

  private let storage: Storage

  /// A table made by `make` for a depth.
  package init(_ make: @escaping @Sendable (PixelDepth) -> NumberTable) { storage = Storage(make) }

  /// A table that is the same for both depths, or converted to 16 bits during lowering.
  package init(_ table: NumberTable) { self.init { _ in table } }

  package subscript(depth: PixelDepth) -> NumberTable {
    if let known = storage.made.withLock({ $0[depth] }) { return known }
    let table = storage.make(depth)
    storage.made.withLock { $0[depth] = table }
    return table
  }

  /// Whether both tables have equal integers at both depths.
  package static func == (a: DepthTable, b: DepthTable) -> Bool {
    a.storage === b.storage || (a[.eight] == b[.eight] && a[.sixteen] == b[.sixteen])
  }

  /// Hashes the 8-bit table.
  package func hash(into hasher: inout Hasher) { hasher.combine(self[.eight]) }
}

extension NodeKind {
  package static let all: [NodeKind] = [
    .grayscale,
    .nearest,
    .tone,
    .matrix,
    .luma,
    .cube,
    .blend,
    .blendHSL,
    .convolve,
    .gradient,
    .extreme,
    .median,
    .radial,
    .weighted,
    .chromaKey,
    .dots,
    .spread,
    .kuwahara,
    .projective,
    .bend,
    .genie,
    .polar,
    .palette,
    .bilateral,
    .light,
    .gaussian,
    .rowLines,
    .equalized,
    .meanThreshold,
  ]

  /// A pointwise node of one picture or two.
  static func pointwise(
    _ name: String, inputs: Int = 1, kernel: (eight: PointwiseShape.Kernel, sixteen: PointwiseShape.Kernel),
    shares: PointwiseShape.Shares? = nil, shader: [UInt8],
    usesPlace: Bool = false, keepsOpacity: @escaping @Sendable (Node, PixelDepth) -> Bool = { _, _ in true },
    lower: @escaping @Sendable (Node, ImageSize, PixelDepth) -> NumberTable?,
    samples: @escaping @Sendable () -> [Node], pixel: @escaping PointwiseShape.Pixel
  ) -> NodeKind {
    NodeKind(
      name: name, inputCount: inputs,
      shape: .pointwise(
        PointwiseShape(
          pixel: pixel, kernel: kernel, shares: shares, shader: ShaderFile("node \(name)", shader),
          usesPlace: usesPlace)),
      keepsOpacity: keepsOpacity, lower: lower, samples: samples)
  }

  /// A node that reads neighbours.
  static func window(
    _ name: String, kernel: (eight: WindowShape.Kernel, sixteen: WindowShape.Kernel),
    reduction: WindowShape.Reduction? = nil, shader: [UInt8],
    radius: @escaping @Sendable ([Int32]) -> Int,
    keepsOpacity: @escaping @Sendable (Node, PixelDepth) -> Bool = { _, _ in true },
    lower: @escaping @Sendable (Node, ImageSize, PixelDepth) -> NumberTable?,
    samples: @escaping @Sendable () -> [Node], pixel: @escaping WindowShape.Pixel
  ) -> NodeKind {
    NodeKind(
      name: name, inputCount: 1,
      shape: .window(
        WindowShape(
          radius: radius, pixel: pixel, kernel: kernel, reduction: reduction,
          shader: ShaderFile("node \(name)", shader))),
      keepsOpacity: keepsOpacity, lower: lower, samples: samples)
  }

  /// A node that computes sampled positions.
  static func map(
    _ name: String, isCovering: Bool = false, kernel: MapShape.Kernel, shader: [UInt8],
    lower: @escaping @Sendable (Node, ImageSize, PixelDepth) -> NumberTable?,
    samples: @escaping @Sendable () -> [Node], place: @escaping MapShape.Place
  ) -> NodeKind {
    NodeKind(
      name: name, inputCount: 1,
      shape: .map(
        MapShape(
          place: place, kernel: kernel, shader: ShaderFile("node \(name)", shader), isCovering: isCovering)),
      keepsOpacity: { _, _ in !isCovering }, lower: lower, samples: samples)
  }
}
