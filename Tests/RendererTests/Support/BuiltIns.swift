import SegueCPU
import Foundation
import SegueGPU
import SegueImaging
@testable import SegueRendering
import SegueTransitions

/// The built-in transitions and their drawing, for tests over the whole catalogue.
enum BuiltIns {
  static let names = Catalogue.builtIn.transitions.map(\.name)
  static let oddSizes = [ImageSize(width: 61, height: 43), ImageSize(width: 37, height: 29)]
  static let progresses = [0, 0.03, 0.125, 0.3, 0.5, 0.62, 0.8, 0.97, 1]

  /// The transition called `name`; textures without a default are a slanted grey ramp.
  static func transition(
    _ name: String, _ parameters: [(name: String, value: String)] = [],
    mask: (_ x: Int, _ y: Int) -> Int = { x, y in 3 * x + 2 * y }
  ) throws -> any Transition {
    guard let description = Catalogue.builtIn[name] else { throw Missing(name: name) }
    let textures = description.parameters.filter { $0.type == .texture }.map(\.name)
    let picture = Pictures.make(oddSizes[0]) { x, y in
      let grey = UInt8(min(255, mask(x, y)))
      return RGBAColor(red: grey, green: grey, blue: grey)
    }
    return try description.transition(
      parameters + textures.map { (name: $0, value: "mask") },
      textures: Dictionary(uniqueKeysWithValues: textures.map { ($0, picture) }))
  }

  struct Missing: Error { var name: String }
}

/// Draws single frames.
final class Drawing {
  let scene: Scene
  let context: TransitionContext
  private let renderer: any Renderer

  /// Draws on the CPU.
  init(from: Snapshot, to: Snapshot) {
    scene = Scene(from: from, to: to, format: .rgba8)
    context = TransitionContext(containerSize: from.size)
    renderer = scene.cpu(threads: 1, extraSlots: 0)
  }

  /// Draws with OpenGL ES on any device.
  init(onGPUFrom from: Snapshot, to: Snapshot) throws {
    scene = Scene(from: from, to: to, format: .rgba8)
    context = TransitionContext(containerSize: from.size)
    renderer = try scene.gpu(depth: 1)
  }

  deinit { renderer.close() }

  func picture(_ recipe: Recipe) throws -> Snapshot {
    try renderer.submit(scene.request(recipe))
    let frame = try renderer.receive()
    defer { frame.release() }
    let picture = PixelBuffer(size: frame.size)
    frame.withUnsafeBytes { drawn in picture.withUnsafeMutableBytes { $0.copyMemory(from: drawn) } }
    return Snapshot(picture)
  }

  /// The transition's own frame, without exact ends.
  func picture(_ transition: any Transition, _ progress: Double) throws -> Snapshot {
    try picture(transition.recipe(at: progress, in: context))
  }

  /// A built-in's own frame, by its name.
  func picture(_ name: String, _ progress: Double, _ parameters: [(name: String, value: String)] = []) throws
    -> Snapshot
  {
    try picture(BuiltIns.transition(name, parameters), progress)
  }
}

/// Pictures with closed-form values.
enum Pictures {
  static func make(_ size: ImageSize, _ color: (_ x: Int, _ y: Int) -> RGBAColor) -> Snapshot {
    let buffer = PixelBuffer(size: size)
    for y in 0..<size.height {
      for x in 0..<size.width { buffer[x, y] = color(x, y) }
    }
    return Snapshot(buffer)
  }

  /// Red encodes the column, green the row, blue the picture, in steps of two, so that both fit for
  /// 100 × 60.
  static func coordinates(_ size: ImageSize, blue: UInt8) -> Snapshot {
    make(size) { x, y in RGBAColor(red: UInt8(2 * x), green: UInt8(2 * y), blue: blue) }
  }

  static func plain(_ size: ImageSize, _ color: RGBAColor) -> Snapshot { make(size) { _, _ in color } }

  /// The plan of `recipe` between two plain pictures.
  static func plan(_ recipe: Recipe, _ size: ImageSize) -> Plan {
    var lowering = Lowering(
      size: size, depth: .eight, outgoing: plain(size, .white), incoming: plain(size, .black))
    return lowering.plan(recipe)
  }
}

extension Snapshot {
  /// Whether both hold the same bytes.
  func equals(_ other: Snapshot) -> Bool { size == other.size && bytes.elementsEqual(other.bytes) }
}
