import PixelOracle
import SegueImaging
import TestSupport

@testable import SegueCPU
@testable import SegueRendering

/// The pictures and the format of a test's frames.
struct Scene: Sendable {
  var from: Snapshot
  var to: Snapshot
  var format: PixelFormat

  var size: ImageSize { from.size }

  func request(_ recipe: Recipe) -> FrameRequest { FrameRequest(recipe, outgoing: from, incoming: to) }

  /// The plan of the frame of `recipe`.
  func plan(_ recipe: Recipe) -> Plan {
    var lowering = Lowering(size: size, depth: format.depth, outgoing: from, incoming: to)
    return lowering.plan(recipe)
  }

  /// A CPU renderer for the scene's frames.
  func cpu(threads: Int? = nil, extraSlots: Int = 0) -> CPURenderer {
    CPURenderer(size: size, format: format, threads: threads, extraSlots: extraSlots)
  }
}

extension PlanOracle {
  init(scene: Scene) { self.init(from: scene.from, to: scene.to, format: scene.format) }
}

/// Pictures of noise, the most demanding content.
enum Noise {
  /// Independent random pixels. With alpha, a quarter is transparent with a hidden colour, and a
  /// quarter opaque.
  static func snapshot(
    _ size: ImageSize, seed: UInt64, isOpaque: Bool, depth: PixelDepth = .eight
  ) -> Snapshot {
    if depth == .sixteen { return deep(size, seed: seed, isOpaque: isOpaque) }
    var random = SplitMix64(seed)
    return Snapshot(width: size.width, height: size.height) { _, _ in color(&random, isOpaque: isOpaque) }
  }

  private static func deep(_ size: ImageSize, seed: UInt64, isOpaque: Bool) -> Snapshot {
    var random = SplitMix64(seed)
    return Snapshot(deep: size) { _ in
      let (bits, kind) = (random.next(), random.next() & 3)
      func lane(_ shift: UInt64) -> UInt16 { UInt16(truncatingIfNeeded: bits >> shift) }
      let alpha = isOpaque || kind == 1 ? 65535 : kind == 0 ? 0 : kind == 2 ? lane(48) : lane(48) >> 9
      return SIMD4(lane(0), lane(16), lane(32), alpha)
    }
  }

  static func color(_ random: inout SplitMix64, isOpaque: Bool) -> RGBAColor {
    let bits = random.next()
    func byte(_ shift: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: bits >> shift) }
    let alphas: [UInt8] = [0, 255, byte(40), byte(40)]
    return RGBAColor(
      red: byte(0), green: byte(8), blue: byte(16),
      alpha: isOpaque ? 255 : alphas[Int(byte(32) & 3)])
  }

  /// A field of slanted waves.
  static let field = MatteField(identifier: "waves") { x, y, size in
    (x * 37.3 + y * 91.7).truncatingRemainder(dividingBy: 97) / 97
  }
}
