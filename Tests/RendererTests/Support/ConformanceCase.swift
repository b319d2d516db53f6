import PixelOracle
import SegueImaging
import SegueRendering
import Synchronization
import TestSupport
import Testing
import SegueTransitions

/// A kind of scene that every renderer has to draw exactly.
struct ConformanceCase: Sendable, Hashable, CustomTestStringConvertible {
  var size: ImageSize
  /// The opacity of the outgoing picture, and of the incoming one if `toIsOpaque` is `nil`.
  var isOpaque: Bool
  var format = PixelFormat.rgba8
  /// The opacity of the incoming picture; `nil` is the outgoing picture's.
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

  /// Every recipe and node once: an odd number of pixels, opaque and with alpha, and planes.
  private static let few: [ConformanceCase] = [
    ConformanceCase(size: ImageSize(width: 37, height: 13), isOpaque: true),
    ConformanceCase(size: ImageSize(width: 37, height: 13), isOpaque: false),
    ConformanceCase(size: ImageSize(width: 34, height: 10), isOpaque: true, format: .yuv420p),
  ]

  /// Odd, even, tiny, narrow and wide; opaque, translucent and mixed; both layouts.
  private static let everySize: [ConformanceCase] =
    [(37, 23), (64, 48), (1, 1), (3, 90), (321, 17), (2, 2), (66, 34)]
    .map { ImageSize(width: $0.0, height: $0.1) }
    .flatMap { size in
      [true, false].flatMap { isOpaque in
        [PixelFormat.rgba8, .yuv420p].filter { $0 == .rgba8 || (size.isEven && isOpaque) }
          .map { ConformanceCase(size: size, isOpaque: isOpaque, format: $0) }
      }
    } + [ConformanceCase(size: ImageSize(width: 37, height: 23), isOpaque: true, toIsOpaque: false)]

  /// The cases of 8 bits per channel: `few`, and in `make check` every size.
  static let all: [ConformanceCase] = cases(few, full: everySize)

  /// Every recipe and node once: 16 bits per channel, opaque and with alpha, and planes of ten.
  private static let fewDeep: [ConformanceCase] = [
    ConformanceCase(size: ImageSize(width: 37, height: 13), isOpaque: true, format: .rgba16),
    ConformanceCase(size: ImageSize(width: 37, height: 13), isOpaque: false, format: .rgba16),
    ConformanceCase(
      size: ImageSize(width: 34, height: 10), isOpaque: true, format: PixelFormat(planesOf: .sdr)),
  ]

  /// Pictures of 16 bits per channel, and planes of ten.
  private static let everyDeepSize: [ConformanceCase] =
    [(37, 23), (1, 1), (66, 17)].flatMap { width, height in
      [true, false].map {
        ConformanceCase(size: ImageSize(width: width, height: height), isOpaque: $0, format: .rgba16)
      }
    }
    + ColorEncoding.allCases.map {
      ConformanceCase(
        size: ImageSize(width: 34, height: 18), isOpaque: true, format: PixelFormat(planesOf: $0))
    }

  /// The cases of more than 8 bits per channel: `fewDeep`, and in `make check` every size.
  static let deep: [ConformanceCase] = cases(fewDeep, full: everyDeepSize)

  /// The deep cases that software GL draws in acceptable time: an odd number of pixels, opaque and
  /// with alpha.
  static let deepSmall: [ConformanceCase] = deep.filter { $0.size.width == 37 }

  /// The cases that software GL draws in acceptable time.
  static let small: [ConformanceCase] = all.filter { $0.size.area < 2000 || $0.format == .yuv420p }

  /// The expected bytes from earlier processes. They depend on the pixel arithmetic, on the recipes,
  /// and on the kernels that count pixels for `Histogram`.
  private static let cache = ResultCache(decidedBy: [
    "Sources/SegueMath", "Sources/SegueImaging", "Sources/SegueRendering", "Sources/CSegueKernels",
    "Tests/RendererTests/Support", "Tests/PixelOracle", "Tests/TestSupport/Pictures.swift",
    "Tests/TestSupport/PixelBytes.swift",
  ])

  /// Every sample recipe with the arithmetic's bytes. They are computed once for all renderers and,
  /// with `EXPECTATIONS`, for all processes.
  func expectations() throws -> [Expectation] {
    if let known = Self.known.withLock({ $0[self] }) { return known }
    let scene = self.scene()
    let oracle = PlanOracle(scene: scene)
    let expectations: [Expectation]
    if format.isRGBA {
      let samples =
        RecipeSamples.all(size) + RecipeSamples.nodes() + RecipeSamples.pictures(size)
        + SeamSamples.all(for: size)
      let frames: [[UInt8]]
      if let bytes = Self.cache?.bytes(testDescription) {
        frames = bytes.frames(of: format.byteCount(for: size))
      } else {
        frames = samples.map { oracle.bytes(scene.plan($0.recipe)) }
        Self.cache?.store(Array(frames.joined()), as: testDescription)
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

  /// A recipe and its expected bytes.
  struct Expectation: Sendable {
    var name: String
    var recipe: Recipe
    var bytes: [UInt8]
  }

  private static let known = Mutex<[ConformanceCase: [Expectation]]>([:])
}
