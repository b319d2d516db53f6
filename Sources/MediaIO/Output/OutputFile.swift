/// A small output that is written whole: complete or not at all.
///
/// **Thread-safety:** to be used by one thread at a time.
public struct OutputFile: Sendable {
  /// Where it goes.
  public let path: String
  private let output: ByteOutput

  /// Makes sure that a file can be put at `path`; `-` is standard output.
  /// - Throws: `MediaError.outputExists`, `MediaError.cannotCreate`.
  public init(path: String, overwrite: Bool) throws(MediaError) {
    self.path = path
    output = ByteOutput(path == "-" ? .standardOutput : .file(path: path, overwrite: overwrite))
    try output.open()
  }

  /// Writes `bytes` and puts the file in its place.
  /// - Throws: `MediaError`; there is no file then, and what was there before is untouched.
  public func finish(_ bytes: [UInt8]) throws {
    do {
      try bytes.withUnsafeBytes { try output.write($0) }
      _ = try output.complete()
      try output.commit()
    } catch {
      output.abort()
      throw error
    }
  }
}
