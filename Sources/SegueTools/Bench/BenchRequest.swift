import Imaging
import Motion
import Rendering
import Segue
import Transitions

/// What a bench measures, with the defaults of the command line.
///
/// **Thread-safety:** a value.
public struct BenchRequest: Sendable {
  /// The pictures; `nil` is two that are made for it, photograph-like and opaque.
  public var pictures: (from: PictureSource, to: PictureSource)?
  /// The transition's name.
  public var transition = Catalogue.defaultName
  /// The transition's parameters, as they are typed.
  public var parameters: [(name: String, value: String)] = []
  /// Which renderer.
  public var backend = BackendPreference.auto
  /// Which EGL device, by its index or a part of its name; `nil` is the best.
  public var device: String?
  /// Whether only a hardware GPU will do.
  public var requiresGPU = false
  /// Size of the frames; `nil` is that of `from`, or 1920x1080 without pictures.
  public var size: ImageSize?
  /// Layout of the frames.
  public var format = PixelFormat.rgba8
  /// What lies under everything.
  public var background = Color.black
  /// Frames of a run, progress going evenly from 0 to 1.
  public var frames = 300
  /// Measured runs, after one to warm up.
  public var runs = 5
  /// Threads of the CPU renderer and of the ceilings; `nil` is one for each core.
  public var threads: Int?
  /// Frames a second of a display link that paces the runs; `nil` is as fast as it goes.
  public var realtime: FrameRate?
  /// As `RenderRequest.onStalledShader`.
  public var onStalledShader: (@Sendable (ShaderFault) -> Void)?

  /// A request with defaults for everything.
  public init() {}

  /// The size without pictures.
  public static let usualSize = ImageSize(width: 1920, height: 1080)

  /// What can be told to be wrong without opening a file.
  /// - Throws: `UsageError`.
  func check() throws {
    try check(frames, "--frames", 1...10_000_000)
    try check(runs, "--runs", 1...10_000)
    if let size, format == .yuv420p, !size.isEven {
      throw UsageError.oddSize(size, nearestEven: size.nearestEven, format: format.rawValue)
    }
    try renderRequest.check()
  }

  /// The same as a render, for what both have in common: pictures, size, renderer.
  var renderRequest: RenderRequest {
    var request = RenderRequest(
      from: pictures?.from ?? .file(path: ""), to: pictures?.to ?? .file(path: ""), output: "-")
    request.transition = transition
    request.parameters = parameters
    request.size = size
    request.backend = backend
    request.device = device
    request.requiresGPU = requiresGPU
    request.threads = threads
    request.onStalledShader = onStalledShader
    return request
  }

  private func check(_ value: Int, _ option: String, _ range: ClosedRange<Int>) throws {
    if range.contains(value) { return }
    throw UsageError.invalidValue(
      option: option, value: "\(value)",
      expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
  }
}
