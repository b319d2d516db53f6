import Foundation
import MediaIO

/// A small output that is written whole: complete or not at all.
///
/// **Thread-safety:** to be used by one thread at a time.
struct OutputFile {
  /// Where it goes.
  let path: String
  /// `nil` is standard output.
  private let file: AtomicOutput?

  /// Makes sure that a file can be put at `path`; `-` is standard output.
  /// - Throws: `MediaError.outputExists`, `MediaError.cannotCreate`.
  init(path: String, overwrite: Bool) throws(MediaError) {
    self.path = path
    file = path == "-" ? nil : try AtomicOutput(path: path, overwrite: overwrite)
  }

  /// Writes `bytes` and puts the file in its place.
  /// - Throws: `MediaError`; there is no file then, and what was there before is untouched.
  func finish(_ bytes: [UInt8]) throws {
    guard let file else { return try write(bytes, into: .standardOutput) }
    defer { file.abort() }
    guard let handle = FileHandle(forWritingAtPath: file.writablePath) else {
      throw MediaError.cannotCreate(path: path, reason: String(cString: strerror(errno)))
    }
    try write(bytes, into: handle)
    try? handle.close()
    try file.synchronize()
    try file.commit()
  }

  private func write(_ bytes: [UInt8], into handle: FileHandle) throws {
    do {
      try handle.write(contentsOf: Data(bytes))
    } catch {
      throw MediaError.writeFailed(path: path, reason: error.localizedDescription)
    }
  }
}
