import ArgumentParser
import Segue

/// The renderer.
struct RendererOptions: ParsableArguments {
  @Option(
    help:
      "auto uses a hardware GPU if there is one, else the CPU; gpu accepts software GL too."
  )
  var backend: BackendPreference = .auto

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Which GPU: its index, or part of its name, in segue devices.", valueName: "n|name"))
  var device: String?

  @Flag(
    name: .customLong("require-gpu"),
    help: "Exit with 69 instead of falling back to the CPU; software GL does not count as a GPU.")
  var requireGPU = false

  @Option(
    help:
      "Which frames of a GPU are compared with the CPU renderer's before they are written; first is one of each kind."
  )
  var verify: FrameVerification = .first

  func fill(_ request: inout RenderRequest) {
    request.backend = backend
    request.device = device
    request.requiresGPU = requireGPU
    request.verification = verify
  }
}

extension BackendPreference: ExpressibleByArgument {}
extension FrameVerification: ExpressibleByArgument {}
