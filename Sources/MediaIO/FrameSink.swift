import Imaging

/// Where finished frames go: a file, a folder of files, a pipe, an encoder.
///
/// A sink is opened before the first frame is drawn, takes the frames in order, and ends with `complete` and `commit`,
/// or with `abort`. Until `commit`, nothing is at the output's place and what was there before is untouched.
///
/// **Thread-safety:** one thread opens, writes, completes, commits and aborts; `cancel` may be called from any thread.
public protocol FrameSink: AnyObject, Sendable {
  /// Layout of the frames that it takes.
  var format: PixelFormat { get }
  /// How many frames it may hold at once, at least 1; the renderer's ring is made that much larger.
  var capacity: Int { get }
  /// Makes sure that the output can be created; starts what encodes.
  /// - Throws: `MediaError`.
  func open() throws
  /// Takes `frame`, the one with `index` in the whole run, and releases it when it is no longer needed,
  /// also when it throws. Waits while the sink is full.
  /// - Throws: `MediaError`, which may be about an earlier frame.
  func write(_ frame: Frame, index: Int) throws
  /// Completes the output, but not yet at its place. A file is on the disk then; the many of a sequence may still be in
  /// the system's memory.
  /// - Returns: the paths that it will have; empty for a stream.
  /// - Throws: `MediaError`.
  func complete() throws -> [String]
  /// Puts what is complete in its place; a stream has none.
  /// - Throws: `MediaError`; nothing is left behind then.
  func commit() throws
  /// Gives up and leaves nothing behind. Safe after a failure of any other call; does nothing after `commit`.
  func abort()
  /// Makes a `write` or `complete` that waits on another thread return with `MediaError.cancelled` soon.
  func cancel()
}
