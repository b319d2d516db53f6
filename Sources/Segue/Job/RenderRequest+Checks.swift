import MediaIO

extension RenderRequest {
  /// What can be told to be wrong without opening a file.
  /// - Throws: `UsageError`.
  func check() throws {
    if from == .standardInput, to == .standardInput { throw UsageError.standardInputTwice }
    if let stillProgress {
      guard (0...1).contains(stillProgress) else {
        throw UsageError.invalidValue(option: "--at", value: "\(stillProgress)", expected: "0 to 1")
      }
      if timeline != nil { throw UsageError.conflict("--at has no clock, so --timeline says nothing") }
      if frames != nil { throw UsageError.conflict("--at is one frame, so --frames says nothing") }
      if holdStart != 0 || holdEnd != 0 { throw UsageError.conflict("--at is one frame and is not held") }
    }
    if requiresGPU, backend == .cpu {
      throw UsageError.conflict("--require-gpu and --backend cpu exclude each other")
    }
    if device != nil, backend == .cpu {
      throw UsageError.conflict("--device names a GPU, and --backend cpu uses none")
    }
    if let duration, !(duration > 0 && duration.isFinite) {
      throw UsageError.invalidValue(option: "--duration", value: "\(duration)", expected: "seconds above 0")
    }
  }

  /// What can be told from the files' names alone.
  /// - Throws: `UsageError.outputIsInput`.
  func checkFiles() throws {
    for case .file(let path) in [from, to] where output != "-" && OutputPath.isSameFile(path, output) {
      throw UsageError.outputIsInput(path: output)
    }
  }
}
