import SegueCPU
import FoundationEssentials
import SegueGPU
import SegueImaging
import SegueRendering
import SegueRun
import SegueTransitions

/// The result of verifying a device.
package struct DeviceVerification: Sendable, Encodable {
  /// The number of compared frames.
  package var frames = 0
  /// The number of frames with at least one differing byte.
  package var differing = 0
  /// The first difference; `nil` if all frames are equal.
  @Nullable package var first: Difference? = nil
  /// The device's frames per second, without the time of comparing.
  package var framesPerSecond = 0.0

  /// The position of a difference.
  package struct Difference: Sendable, Encodable {
    /// The recipe's name.
    package var recipe: String
    /// The frame's index among the compared ones, from 0.
    package var frame: Int
    /// The column of the first differing pixel.
    package var x: Int
    /// The row of the first differing pixel.
    package var y: Int
  }
}

/// A device with its verification.
package struct VerifiedDevice: Sendable, Encodable {
  package var device: DeviceListing
  /// The verification; `nil` for a device that cannot be used, and for the CPU, which is the
  /// reference.
  package var verified: DeviceVerification?
  /// The reason for an incomplete verification; `nil` if it was completed.
  package var failure: String?

  private enum CodingKeys: CodingKey { case verified, failure }

  /// Encodes the device's own keys together with `verified`.
  package func encode(to encoder: any Encoder) throws {
    try device.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(verified, forKey: .verified)
    try container.encodeIfPresent(failure, forKey: .failure)
  }

  /// Whether `auto` could choose the device and its frames differ from the CPU's.
  package var isUnfit: Bool {
    device.usable && !device.software && (failure != nil || (verified?.differing ?? 0) > 0)
  }
}

extension DeviceList {
  /// All renderers of this machine. Those with OpenGL draw the conformance recipes, and each frame
  /// is compared with the CPU renderer's. Takes seconds per device with software GL.
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

/// Recipes for frames of one size and format, between two generated pictures.
private struct ConformanceSample {
  let size: ImageSize
  let format: PixelFormat
  let isOpaque: Bool

  /// Samples of odd and even sizes, of every format, with and without alpha.
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

  /// Every built-in transition at five progresses, and every registered node.
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

  /// The picture unchanged, or with alpha that decreases from left to right; in 16 bits with
  /// distinct low bytes.
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
