import SegueMedia

/// Keeps outputs from being written over what is read, and opens small ones.
package enum OutputGuard {
  /// Opens a small output whose name has to end in `extension`, such as `.png`; `-` is standard output.
  /// - Throws: `UsageError`, `MediaError.outputExists`, `MediaError.cannotCreate`.
  package static func open(
    _ path: String, extension: String, overwrites: Bool, areNot inputs: [String] = []
  ) throws -> OutputFile {
    guard path == "-" || path.lowercased().hasSuffix(`extension`) else {
      throw UsageError.invalidValue(
        option: .output, value: path, expected: "a file whose name ends in \(`extension`)")
    }
    try check([path], areNot: inputs)
    return try OutputFile(path: path, overwrite: overwrites)
  }

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
