import Imaging

/// Turns frames into the bytes of an animated picture file, bit by bit.
///
/// **Thread-safety:** one thread at a time, not always the same.
public protocol AnimationEncoder: AnyObject, Sendable {
  /// How many frames it may hold at once, at least 1.
  var capacity: Int { get }
  /// Takes `frame`, the one with `index` in the whole run, and releases it when it is no longer needed, also
  /// when it throws.
  /// - Returns: bytes of the file that are ready, in order; empty when there are none yet.
  /// - Throws: `MediaError`, which may be about an earlier frame.
  func add(_ frame: Frame, index: Int) throws -> [UInt8]
  /// The rest of the file. Nothing is called after it.
  /// - Throws: `MediaError`.
  func finish() throws -> [UInt8]
}
