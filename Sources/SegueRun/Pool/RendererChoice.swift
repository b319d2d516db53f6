import SegueCPU
import SegueFields
import SegueGPU
import SegueImaging
import SegueRendering
import SegueSystem
import Synchronization

/// The choice of a renderer for a request, with its reason. It is made on the render thread, which owns
/// the GL context.
///
/// **Thread-safety:** may be shared; `reason` is complete once the run has ended.
package final class RendererChoice: Sendable {
  private let size: ImageSize
  private let format: PixelFormat
  private let options: DrawingOptions
  private let gpu: GPUDevice?
  private let needsOpenGL: Bool
  private let onNote: RenderJob.NoteHandler
  private let state = Mutex(State())

  private struct State {
    var reason = ""
    var notices: [Notice] = []
    var wrongDevices: Set<String> = []
    /// The devices that were reported.
    var noted: Set<String> = []
  }

  /// - Parameter gpu: the device that `options` names; `nil` searches for it.
  package init(
    _ options: DrawingOptions, gpu: GPUDevice? = nil, size: ImageSize, format: PixelFormat,
    needsOpenGL: Bool = false, onNote: @escaping RenderJob.NoteHandler = { _ in }
  ) {
    self.options = options
    self.gpu = gpu
    self.size = size
    self.format = format
    self.needsOpenGL = needsOpenGL
    self.onNote = onNote
  }

  private var backend: BackendPreference { options.backend }
  private var requiresGPU: Bool { options.requiresGPU }

  /// The reason for the choice.
  package var reason: String { state.withLock { $0.reason } }
  /// The notices about options that could not be followed.
  package var notices: [Notice] { state.withLock { $0.notices } }

  /// The renderer for the calling thread: one from `cache`, which must belong to that thread, or a new one.
  /// - Parameter framesHeld: the number of frames that may be in use at once.
  /// - Throws: `RenderError.unavailable` if a GPU is required and missing.
  package func makeRenderer(framesHeld: Int, from cache: RendererCache? = nil) throws -> any Renderer {
    let held = min(framesHeld, Self.maximumFramesHeld(size, format))
    let make = { [self] in
      let renderer = try choose(held)
      return RendererCache.CachedRenderer(renderer: renderer, reason: reason, notices: notices)
    }
    let key = RendererCache.Key(
      size: size, format: format, backend: backend, device: options.device, requiresGPU: requiresGPU,
      verification: options.verification, threads: options.threads, needsOpenGL: needsOpenGL, framesHeld: held
    )
    let cached = try cache?.renderer(for: key, make: make) ?? make()
    let device = cached.renderer.info.device
    let isNew = state.withLock { state in
      state.reason = cached.reason
      state.notices = cached.notices
      return state.noted.insert(device).inserted
    }
    if isNew { onNote(.renderer(device: device, reason: cached.reason)) }
    return cached.renderer
  }

  /// The number of frames that sinks may hold: one per core, up to 1 GiB, but at least the three that a
  /// pipeline needs.
  static func maximumFramesHeld(_ size: ImageSize, _ format: PixelFormat) -> Int {
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
        let sentence = "the CPU renderer was used, since no GPU could be used: \(error.reason)"
        state.withLock { $0.notices.add([Notice(of: .backend, sentence)]) }
      }
      return cpu(framesHeld)
    }
  }

  /// A GPU renderer with the requested verification, on a device that has drawn no wrong frame.
  private func verified(_ choice: GPUDeviceChoice, _ framesHeld: Int) throws -> any Renderer {
    let wrong = state.withLock { $0.wrongDevices }
    var choice = choice
    switch choice {
    case .automatic(let allowsSoftware, _):
      choice = .automatic(allowsSoftware: allowsSoftware, excluding: wrong)
    case .device(let device) where wrong.contains(device.name):
      throw RenderError.unavailable("\(device.name) does not draw the CPU renderer's pixels")
    case .device: break
    }
    let renderer = try GPURenderer(size: size, format: format, device: choice, heldFrames: framesHeld)
    guard options.verification != .none else { return renderer }
    return VerifyingRenderer(
      renderer, options.verification, reference: { [self] in cpu(0) },
      onDifference: { [self, name = renderer.device.name] in
        state.withLock { _ = $0.wrongDevices.insert(name) }
      })
  }

  /// A GPU renderer, or software GL: users' shaders need OpenGL.
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
      // If a library is missing, the reason names the package to install.
      let advice = GPUDevices.libraryFault == nil ? Self.softwareAdvice : ""
      throw RenderError.unavailable("\(reason); a GLSL transition needs OpenGL\(advice)")
    }
  }

  /// The advice for a machine without a driver.
  private static let softwareAdvice = ", which Mesa provides in software: install libgl1-mesa-dri"

  private func deviceChoice() throws -> GPUDeviceChoice {
    try deviceChoice(softwareCounts: backend == .gpu && !requiresGPU)
  }

  private func deviceChoice(softwareCounts: Bool) throws -> GPUDeviceChoice {
    guard let deviceName = options.device else { return .automatic(allowsSoftware: softwareCounts) }
    let device = try gpu?.checked ?? DeviceList.gpu(named: deviceName)
    if requiresGPU, device.isSoftware {
      throw RenderError.unavailable("\(device.name) draws on the CPU, and a hardware GPU is required")
    }
    return .device(device)
  }

  private func cpu(_ framesHeld: Int) -> CPURenderer {
    CPURenderer(size: size, format: format, threads: options.threads, extraSlots: framesHeld)
  }

  private func explain(_ reason: String) { state.withLock { $0.reason = reason } }
}
