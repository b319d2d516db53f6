import MediaIO

/// Keeps outputs from being written over what is read.
package enum OutputGuard {
  /// Checks that no file of `outputs` is one of `inputs`, by whatever name or link; `-` is a standard stream.
  /// - Throws: `UsageError.outputIsInput`.
  package static func check(_ outputs: [String], areNot inputs: [String]) throws {
    let read = inputs.map { $0 == PictureSource.standardInput.text ? "/dev/stdin" : $0 }
      .compactMap(OutputPath.identity(of:))
    for output in outputs where output != "-" {
      if let identity = OutputPath.identity(of: output), read.contains(identity) {
        throw UsageError.outputIsInput(path: output)
      }
    }
  }
}
