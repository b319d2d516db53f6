/// Small inputs, read whole.
public enum InputBytes {
  /// The bytes of the file at `path`; `-` is standard input. Waits for a pipe, for half a minute of silence at most.
  /// - Throws: `MediaError.unreadable`; `.badData` for an empty file or more than `limit` bytes; `.cancelled`
  ///   when the task was cancelled.
  public static func read(path: String, limit: Int) throws -> [UInt8] {
    try InputFile.open(path: path).readAll(limit: limit)
  }
}
