import ArgumentParser
import Segue

/// What draws.
struct RendererOptions: ParsableArguments {
  @Option(
    help:
      "auto takes a hardware GPU if there is one, else the CPU; gpu may be software GL; cpu is this machine's cores."
  )
  var backend: BackendPreference = .auto

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Which GPU: its index or part of its name in segue devices.", valueName: "n|name"))
  var device: String?

  @Flag(
    name: .customLong("require-gpu"),
    help: "Fail with 69 instead of falling back; software GL does not count.")
  var requireGPU = false

  func fill(_ request: inout RenderRequest) {
    request.backend = backend
    request.device = device
    request.requiresGPU = requireGPU
  }
}

extension BackendPreference: ExpressibleByArgument {}
