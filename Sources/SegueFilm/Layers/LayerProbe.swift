import SegueImaging
import SegueRendering
import SegueRun
import SegueSystem
import SegueTransitions

/// Measures the layers' transitions, each once, and chooses their directions.
struct LayerProbes {
  private(set) var shares: [LayerProbe: Double] = [:]

  /// The visible share above which a layer pops in or out. Material's container transform ends with 18 % of
  /// the layer visible.
  private static let maximumShare = 0.25

  /// `transition` between transparency and a layer on side `role`. The transition is reversed with exchanged
  /// roles if the layer would pop in or out, as the outgoing picture does below a cover.
  /// - Throws: `RenderError`.
  mutating func moving(
    _ transition: any Transition, _ role: SnapshotRole, _ drawing: DrawingOptions
  ) async throws -> any Transition {
    let share = try await share(LayerProbe(role, transition), drawing)
    guard share > Self.maximumShare else { return transition }
    let mirrored = transition.mirrored
    return try await self.share(LayerProbe(role, mirrored), drawing) < share ? mirrored : transition
  }

  private mutating func share(_ probe: LayerProbe, _ drawing: DrawingOptions) async throws -> Double {
    if let share = shares[probe] { return share }
    let share = try await probe.visibleShare(drawing)
    shares[probe] = share
    return share
  }
}

/// Measures how much of a layer is visible just before its exit ends, or just after its entrance begins.
/// It draws a small picture that fills the frame.
struct LayerProbe: Sendable, Hashable {
  /// The layer's side of the transition; the other side is transparent.
  let role: SnapshotRole
  let recipe: Recipe

  private static let size = ImageSize(width: 32, height: 18)
  /// The distance in progress from the end at which the layer is absent.
  private static let margin = 1.0 / 32

  init(_ role: SnapshotRole, _ transition: any Transition) {
    let progress = role == .from ? 1 - Self.margin : Self.margin
    self.role = role
    let context = TransitionContext(containerSize: Self.size)
    recipe = transition.recipe(at: progress, in: context).withoutReplacing()
  }

  /// The visible share of the layer, measured by alpha.
  /// - Throws: `RenderError`.
  func visibleShare(_ drawing: DrawingOptions) async throws -> Double {
    var drawing = drawing
    // Without a shader, a GPU would take longer to start than the CPU takes to draw.
    drawing.backend = .cpu
    drawing.threads = 1
    let layer = Self.layer
    let nothing = Snapshot(PixelBuffer(size: Self.size, color: .transparent))
    let request = FrameRequest(
      recipe, outgoing: role == .from ? layer : nothing, incoming: role == .to ? layer : nothing)
    let needsOpenGL = try request.plan(for: Self.size).hasShader
    let choice = RendererChoice(drawing, size: Self.size, format: .rgba8, needsOpenGL: needsOpenGL)
    return try await onThread(named: "segue.probe") {
      let renderer = try choice.makeRenderer(framesHeld: 1)
      defer { renderer.close() }
      let rgba = try renderer.picture(of: request).rgba
      let alpha = stride(from: 3, to: rgba.count, by: 4).reduce(0) { $0 + Int(rgba[$1]) }
      return Double(alpha) / Double(255 * Self.size.area)
    }
  }

  /// A picture of many colours, since some transitions depend on them.
  private static var layer: Snapshot {
    let layer = PixelBuffer(size: size, color: .white)
    for y in 0..<size.height {
      for x in 0..<size.width {
        layer[x, y] = RGBAColor(red: UInt8(8 * x), green: UInt8(14 * y), blue: UInt8(4 * (x + y)))
      }
    }
    return Snapshot(layer)
  }
}
