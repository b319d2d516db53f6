import CSegueHash
import FoundationEssentials
import Glibc

/// The identity of a file's bytes: their number and their 128-bit XXH3 hash. It detects changes,
/// not forgery.
package struct ContentHash: Sendable, Hashable, Codable {
  package var size: Int
  /// The hash: 32 hexadecimal digits.
  package var hash: String

  package init(_ bytes: [UInt8]) { self = bytes.withUnsafeBytes { ContentHash($0) } }

  package init(_ bytes: UnsafeRawBufferPointer) {
    var hasher = Hasher()
    hasher.add(bytes)
    self = hasher.result
  }

  /// The content of the file at `path`, read piecewise; `nil` if the path is not a readable file.
  package init?(path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var hasher = Hasher()
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        return nil
      }
      buffer.withUnsafeBytes { hasher.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
    self = hasher.result
  }

  private init(size: Int, hash: String) {
    self.size = size
    self.hash = hash
  }

  private struct Hasher: ~Copyable {
    private let state = segue_hash_make()
    private var size = 0

    deinit { segue_hash_free(state) }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
      segue_hash_add(state, bytes.baseAddress, bytes.count)
      size += bytes.count
    }

    var result: ContentHash {
      var digest = [UInt8](repeating: 0, count: 16)
      segue_hash_result(state, &digest)
      return ContentHash(
        size: size, hash: digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    }
  }
}

/// A cache of files' content hashes. A file is read again only after a change.
///
/// **Thread-safety:** may be shared; two simultaneous calls for one file may both read it.
package struct ContentHashes: Sendable {
  private let cache = FileCache<String, ContentHash>()

  package init() {}

  package func content(of path: String) -> ContentHash? {
    guard let entry = cache.entry(path, "") else { return nil }
    if let content = entry.value { return content }
    let content = ContentHash(path: path)
    entry.value = content
    return content
  }
}
