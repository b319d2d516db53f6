import SegueCPU
import SegueGPU
import SegueImaging
import SegueRendering
import Synchronization

/// The choice of a request's renderer, with the reason. It is made on the render thread, where the context lives.
///
/// **Thread-safety:** may be shared; `reason` is complete once the pipeline has run.
package final class RendererChoice: Sendable {
  private let size: ImageSize
  private let format: PixelFormat
  private let options: DrawingOptions
  private let needsOpenGL: Bool
  private let onNote: RenderJob.NoteHandler
  private let chosen = Mutex(Chosen())

  private struct Chosen {
    var reason = ""
    var warnings: [String] = []
    var wrongDevices: Set<String> = []
    /// Those that were told.
    var noted: Set<String> = []
  }

  package init(
    _ options: DrawingOptions, size: ImageSize, format: PixelFormat, needsOpenGL: Bool = false,
    onNote: @escaping RenderJob.NoteHandler = { _ in }
  ) {
    (self.options, self.size, self.format) = (options, size, format)
    (self.needsOpenGL, self.onNote) = (needsOpenGL, onNote)
  }

  private var backend: BackendPreference { options.backend }
  private var requiresGPU: Bool { options.requiresGPU }

  /// The reason why the renderer was chosen.
  package var reason: String { chosen.withLock { $0.reason } }
  /// Requests that could not be met.
  package var warnings: [String] { chosen.withLock { $0.warnings } }

  /// The renderer, on the thread that calls: one of `cache`, which is that thread's, or a new one.
  /// - Parameter framesHeld: frames that may be out at once.
  /// - Throws: `RenderError.unavailable` where a GPU is needed and there is none.
  package func makeRenderer(framesHeld: Int, from cache: RendererCache? = nil) throws -> any Renderer {
    let held = min(framesHeld, Self.mostFramesHeld(size, format))
    let make = { [self] in
      let renderer = try choose(held)
      return RendererCache.CachedRenderer(renderer: renderer, reason: reason, warnings: warnings)
    }
    let key = RendererCache.Key(
      size: size, format: format, backend: backend, device: options.device, requiresGPU: requiresGPU,
      verification: options.verification, threads: options.threads, needsOpenGL: needsOpenGL, framesHeld: held
    )
    let cached = try cache?.renderer(for: key, make: make) ?? make()
    let device = cached.renderer.info.device
    let isNew = chosen.withLock { chosen in
      (chosen.reason, chosen.warnings) = (cached.reason, cached.warnings)
      return chosen.noted.insert(device).inserted
    }
    if isNew { onNote(.renderer(device: device, reason: cached.reason)) }
    return cached.renderer
  }

  /// Sinks hold a frame for each core: the memory for them is bounded to 1 GiB, whatever the machine, but for the
  /// three that a pipeline needs.
  static func mostFramesHeld(_ size: ImageSize, _ format: PixelFormat) -> Int {
    max(3, (1 << 30) / format.byteCount(for: size))
  }

  private func choose(_ framesHeld: Int) throws -> any Renderer {
    if needsOpenGL { return try openGL(framesHeld) }
    if backend == .cpu {
      explain("asked for")
      return cpu(framesHeld)
    }
    do {
      let device = try deviceChoice()
      let renderer = try FailoverRenderer(
        primary: { [self] in try verified(device, framesHeld) },
        fallback: requiresGPU ? nil : { [self] in cpu(framesHeld) },
        onIncident: { [onNote] in onNote(.incident($0)) })
      explain(options.device == nil && backend == .auto ? "hardware GPU found" : "asked for")
      return renderer
    } catch let error as RenderError where !requiresGPU && options.device == nil {
      let isMissing = if case .unavailable = error { true } else { false }
      explain(
        backend == .auto && isMissing ? "no hardware GPU found" : "no GPU could be used: \(error.reason)")
      if backend == .gpu || !isMissing {
        warn("the CPU renderer drew, since no GPU could be used: \(error.reason)")
      }
      return cpu(framesHeld)
    }
  }

  /// A GPU whose frames are compared as the request says. One that drew wrong is not taken again.
  private func verified(_ choice: GPUDeviceChoice, _ framesHeld: Int) throws -> any Renderer {
    let wrong = chosen.withLock { $0.wrongDevices }
    var choice = choice
    switch choice {
    case .automatic(let allowsSoftware, _):
      choice = .automatic(allowsSoftware: allowsSoftware, excluding: wrong)
    case .device(let device) where wrong.contains(device.name):
      throw RenderError.unavailable("\(device.name) draws other pixels than the CPU renderer")
    case .device: break
    }
    let renderer = try GPURenderer(size: size, format: format, device: choice, heldFrames: framesHeld)
    guard options.verification != .none else { return renderer }
    return VerifyingRenderer(
      renderer, options.verification, reference: { [self] in cpu(0) },
      onDifference: { [self, name = renderer.device.name] in
        chosen.withLock { _ = $0.wrongDevices.insert(name) }
      })
  }

  /// A GPU, else software GL: there is nothing else that draws users' shaders.
  private func openGL(_ framesHeld: Int) throws -> any Renderer {
    let device = try deviceChoice(softwareCounts: !requiresGPU)
    do {
      let renderer = try FailoverRenderer(
        primary: { [size, format, options] in
          try GPURenderer(
            size: size, format: format, device: device, heldFrames: framesHeld,
            onStalledShader: options.onStalledShader)
        }, fallback: nil, onIncident: { [onNote] in onNote(.incident($0)) })
      let found =
        renderer.info.isSoftware
        ? "no hardware GPU found; a GLSL transition needs OpenGL" : "hardware GPU found"
      explain(options.device == nil && backend == .auto ? found : "asked for")
      return renderer
    } catch RenderError.unavailable(let reason) where !requiresGPU && options.device == nil {
      throw RenderError.unavailable(reason + Self.softwareAdvice)
    }
  }

  /// The advice for a machine without any OpenGL.
  private static let softwareAdvice =
    "; a GLSL transition needs OpenGL, which Mesa gives in software: install libegl1 and libgl1-mesa-dri"

  private func deviceChoice() throws -> GPUDeviceChoice {
    try deviceChoice(softwareCounts: backend == .gpu && !requiresGPU)
  }

  private func deviceChoice(softwareCounts: Bool) throws -> GPUDeviceChoice {
    guard let deviceName = options.device else { return .automatic(allowsSoftware: softwareCounts) }
    let device = try DeviceList.gpu(named: deviceName)
    if requiresGPU, device.isSoftware {
      throw RenderError.unavailable("\(device.name) draws on the CPU, and a hardware GPU is required")
    }
    return .device(device)
  }

  private func cpu(_ framesHeld: Int) -> CPURenderer {
    CPURenderer(size: size, format: format, threads: options.threads, extraSlots: framesHeld)
  }

  private func explain(_ reason: String) { chosen.withLock { $0.reason = reason } }
  private func warn(_ warning: String) {
    chosen.withLock { if !$0.warnings.contains(warning) { $0.warnings.append(warning) } }
  }
}
