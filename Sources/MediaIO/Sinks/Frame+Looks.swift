import Glibc
import Imaging

extension Frame {
  /// Whether every byte is the same.
  func looksLike(_ other: Frame) -> Bool {
    guard bytes.count == other.bytes.count, let ours = bytes.baseAddress, let theirs = other.bytes.baseAddress
    else { return false }
    return memcmp(ours, theirs, bytes.count) == 0
  }
}
