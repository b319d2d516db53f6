import SegueCPU
import FoundationEssentials
import SegueGPU
import SegueImaging
import SegueRendering
import SegueRun
import SegueTransitions

/// The result of comparing one device.
package struct DeviceVerification: Sendable, Encodable {
  /// Frames that were compared.
  package var frames = 0
  /// Frames of which at least one byte was another.
  package var differing = 0
  /// The first difference; `nil` where there is none.
  @Nullable package var first: Difference? = nil
  /// Frames that the device drew and handed over in a second, comparison not counted.
  package var framesPerSecond = 0.0

  /// The place where a frame differs.
  package struct Difference: Sendable, Encodable {
    /// The recipe's name.
    package var recipe: String
    /// The frame's number among those compared, from 0.
    package var frame: Int
    /// Column of the first pixel that differs.
    package var x: Int
    /// Row of the first pixel that differs.
    package var y: Int
  }
}

/// A device with what its comparison came to.
package struct VerifiedDevice: Sendable, Encodable {
  /// The device.
  package var device: DeviceListing
  /// Its comparison; `nil` for a device that cannot be used and for the CPU, which is what is compared with.
  package var verified: DeviceVerification?
  /// The reason why it could not be compared to the end; `nil` where it was.
  package var failure: String?

  private enum CodingKeys: CodingKey { case verified, failure }

  /// The device's own keys with `verified` among them.
  package func encode(to encoder: any Encoder) throws {
    try device.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(verified, forKey: .verified)
    try container.encodeIfPresent(failure, forKey: .failure)
  }

  /// Whether the device is one that `auto` could take and does not draw what the CPU draws.
  package var isUnfit: Bool {
    device.usable && !device.software && (failure != nil || (verified?.differing ?? 0) > 0)
  }
}

extension DeviceList {
  /// Every renderer of this machine; those with OpenGL draw the conformance recipes, and each frame is compared with
  /// the CPU renderer's. Takes seconds a device on software GL.
  package static func verified() -> [VerifiedDevice] {
    all().map { listing in
      guard listing.usable, listing.kind != "cpu" else { return VerifiedDevice(device: listing) }
      var result = DeviceVerification()
      do {
        let device = try gpu(named: String(listing.index))
        for sample in ConformanceSample.all { try sample.compare(device, into: &result) }
        return VerifiedDevice(device: listing, verified: result)
      } catch {
        let reason = (error as? RenderError)?.reason ?? "\(error)"
        return VerifiedDevice(device: listing, verified: result, failure: reason)
      }
    }
  }
}

/// Recipes for frames of one size and format, between two made pictures.
private struct ConformanceSample {
  let size: ImageSize
  let format: PixelFormat
  let isOpaque: Bool

  /// Odd and even sizes, every format, with and without alpha.
  static let all = [
    ConformanceSample(size: ImageSize(width: 333, height: 187), format: .rgba8, isOpaque: true),
    ConformanceSample(size: ImageSize(width: 161, height: 90), format: .rgba8, isOpaque: false),
    ConformanceSample(size: ImageSize(width: 320, height: 180), format: .yuv420p, isOpaque: true),
    ConformanceSample(size: ImageSize(width: 161, height: 90), format: .rgba16, isOpaque: true),
    ConformanceSample(size: ImageSize(width: 90, height: 61), format: .rgba16, isOpaque: false),
    ConformanceSample(size: ImageSize(width: 160, height: 90), format: .yuv420p10, isOpaque: true),
    ConformanceSample(
      size: ImageSize(width: 96, height: 62), format: PixelFormat(planesOf: .pq), isOpaque: true),
  ]

  /// Every built-in at five progresses, and every registered node.
  private func recipes() throws -> [(name: String, recipe: Recipe)] {
    let clouds = CloudMask.snapshot(size)
    let context = TransitionContext(containerSize: size)
    var recipes: [(name: String, recipe: Recipe)] = []
    for description in Catalogue.builtIn.transitions {
      let transition = try ContactSheet.transition(description, texture: clouds)
      for progress in [0.03, 0.13, 0.5, 0.77, 0.97] {
        recipes.append(
          ("\(description.name) at \(progress)", transition.endpointExactRecipe(at: progress, in: context)))
      }
    }
    for kind in NodeKind.all {
      for (index, node) in kind.samples().enumerated() {
        let inputs: [Recipe] = kind.inputCount == 1 ? [.snapshot(.from)] : [.snapshot(.from), .snapshot(.to)]
        recipes.append(("\(kind.name) \(index)", .node(node, inputs)))
      }
    }
    return recipes
  }

  func compare(_ device: GPUDevice, into result: inout DeviceVerification) throws {
    let outgoing = picture(BenchPictures.from(size))
    let incoming = picture(BenchPictures.to(size))
    let gpu = try GPURenderer(size: size, format: format, device: .device(device), depth: 1)
    let cpu = CPURenderer(size: size, format: format, extraSlots: 0)
    defer {
      gpu.close()
      cpu.close()
    }
    var seconds = 0.0
    let recipes = try recipes()
    for (name, recipe) in recipes {
      let plan = try FrameRequest(recipe, outgoing: outgoing, incoming: incoming).plan(
        for: size, depth: format.depth)
      let start = ContinuousClock.now
      try gpu.submit(plan: plan)
      let frame = try gpu.receive()
      seconds += start.secondsToNow
      defer { frame.release() }
      try cpu.submit(plan: plan)
      let expected = try cpu.receive()
      defer { expected.release() }
      if let index = FrameComparison.firstDifference(frame, expected) {
        let place = FrameComparison.place(ofByte: index, in: frame)
        result.differing += 1
        if result.first == nil {
          result.first = DeviceVerification.Difference(
            recipe: "\(name), \(size) \(format.rawValue)", frame: result.frames, x: place.x, y: place.y)
        }
      }
      result.frames += 1
    }
    let before =
      result.framesPerSecond > 0 ? Double(result.frames - recipes.count) / result.framesPerSecond : 0
    result.framesPerSecond = Double(result.frames) / max(before + seconds, 1e-9)
  }

  /// The picture as it is, or with alpha that falls from the left to the right; of 16 bits with lower bytes of their own.
  private func picture(_ snapshot: Snapshot) -> Snapshot {
    if isOpaque, format.depth == .eight { return snapshot }
    return Snapshot.drawn(size, depth: format.depth) { fill($0, from: snapshot) }
  }

  private func fill(_ buffer: PixelBuffer, from snapshot: Snapshot) {
    for y in 0..<size.height {
      for x in 0..<size.width {
        var color = snapshot[x, y]
        if !isOpaque { color.alpha = UInt8(255 - 255 * x / max(1, size.width - 1)) }
        if format.depth == .eight {
          buffer[x, y] = color
          continue
        }
        let wide = [color.red, color.green, color.blue].map {
          UInt16($0) << 8 | UInt16((x * 37 + y * 101) & 255)
        }
        let alpha = isOpaque ? 65535 : UInt16(65535 - 65535 * x / max(1, size.width - 1))
        buffer.setDeep(SIMD4(wide[0], wide[1], wide[2], alpha), x, y)
      }
    }
  }
}
