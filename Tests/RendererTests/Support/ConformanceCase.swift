import Foundation
import SegueImaging
import SegueRendering
import Synchronization
import TestSupport
import Testing
import SegueTransitions

/// How much a driver has to draw: with `DRAWINGS=few` in the environment every recipe, node and filter once, for a driver beside
/// the one that draws them in every size.
enum Drawings {
  static let areFew = ProcessInfo.processInfo.environment["DRAWINGS"] == "few"

  /// The first `few` of `all`, or all.
  static func some(_ all: Range<UInt64>, few: UInt64) -> Range<UInt64> {
    areFew ? all.lowerBound..<all.lowerBound + few : all
  }
}

/// A kind of scene that every renderer has to draw right.
struct ConformanceCase: Sendable, Hashable, CustomTestStringConvertible {
  var size: ImageSize
  /// Of the picture that leaves; the other one is opaque when `toIsOpaque` is not given and this is.
  var isOpaque: Bool
  var format = PixelFormat.rgba8
  /// Of the picture that comes; `nil` is the same as the other's.
  var toIsOpaque: Bool?

  var testDescription: String {
    "\(size) \(isOpaque ? "opaque" : "alpha")\(toIsOpaque.map { $0 ? " to opaque" : " to alpha" } ?? "") \(format)"
  }

  /// Noise in the case's size and opacity.
  func scene() -> Scene {
    Scene(
      from: Noise.snapshot(size, seed: 1, isOpaque: isOpaque, depth: format.depth),
      to: Noise.snapshot(size, seed: 2, isOpaque: toIsOpaque ?? isOpaque, depth: format.depth), format: format
    )
  }

  /// Odd, even, tiny, narrow and wide; opaque, translucent and mixed; both layouts.
  static let all: [ConformanceCase] =
    [(37, 23), (64, 48), (1, 1), (3, 90), (321, 17), (2, 2), (66, 34)]
    .map { ImageSize(width: $0.0, height: $0.1) }
    .flatMap { size in
      [true, false].flatMap { isOpaque in
        [PixelFormat.rgba8, .yuv420p].filter { $0 == .rgba8 || (size.isEven && isOpaque) }
          .map { ConformanceCase(size: size, isOpaque: isOpaque, format: $0) }
      }
    } + [ConformanceCase(size: ImageSize(width: 37, height: 23), isOpaque: true, toIsOpaque: false)]

  /// Pictures of 16 bits a channel, and planes of ten.
  static let deep: [ConformanceCase] =
    [(37, 23), (1, 1), (66, 17)].flatMap { width, height in
      [true, false].map {
        ConformanceCase(size: ImageSize(width: width, height: height), isOpaque: $0, format: .rgba16)
      }
    }
    + ColorEncoding.allCases.map {
      ConformanceCase(
        size: ImageSize(width: 34, height: 18), isOpaque: true, format: PixelFormat(planesOf: $0))
    }

  /// Those of them that software GL draws in bearable time: an odd number of pixels, opaque and with alpha.
  static let deepSmall: [ConformanceCase] = deep.filter {
    $0.size.width == 37 && !(Drawings.areFew && $0.isOpaque)
  }

  /// Those that software GL draws in bearable time; where few are enough, every recipe and node once, and planes.
  static let small: [ConformanceCase] = all.filter {
    Drawings.areFew
      ? $0.size.width == 37 && !$0.isOpaque || $0.format == .yuv420p && $0.size.width == 66
      : $0.size.area < 2000 || $0.format == .yuv420p
  }

  /// Every sample recipe with the bytes that the arithmetic gives; worked out once for all renderers, and by the first
  /// of the processes that name one folder in `EXPECTATIONS`.
  func expectations() throws -> [Expectation] {
    if let known = Self.known.withLock({ $0[self] }) { return known }
    let oracle = PlanOracle(scene: scene())
    let expectations: [Expectation]
    if format.isRGBA {
      let samples =
        RecipeSamples.all(size) + RecipeSamples.nodes() + RecipeSamples.pictures(size)
        + SeamSamples.all(for: size)
      let file = ProcessInfo.processInfo.environment["EXPECTATIONS"].map {
        URL(fileURLWithPath: $0).appending(path: testDescription)
      }
      let frames: [[UInt8]]
      if let file, let bytes = try? Data(contentsOf: file) {
        frames = [UInt8](bytes).frames(of: format.byteCount(for: size))
      } else {
        frames = samples.map { oracle.bytes(oracle.scene.plan($0.recipe)) }
        // Another process reads all of it, or nothing.
        if let file { try Data(frames.joined()).write(to: file, options: .atomic) }
      }
      try #require(frames.count == samples.count)
      expectations = zip(samples, frames).map { Expectation(name: $0.name, recipe: $0.recipe, bytes: $1) }
    } else {
      var plain = self
      plain.format = PixelFormat(format.depth)
      expectations = try plain.expectations().map { expectation in
        var expectation = expectation
        expectation.bytes = oracle.bytes(
          of: PlanOracle.Picture(size: size, bytes: expectation.bytes, depth: format.depth))
        return expectation
      }
    }
    Self.known.withLock { $0[self] = expectations }
    return expectations
  }

  /// A recipe and what has to come of it.
  struct Expectation: Sendable {
    var name: String
    var recipe: Recipe
    var bytes: [UInt8]
  }

  private static let known = Mutex<[ConformanceCase: [Expectation]]>([:])
}
