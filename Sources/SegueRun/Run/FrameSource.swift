import SegueImaging
import SegueRendering
import Synchronization

/// The frames of a run, one after the other: a render's, a film's, or those of a program's closure.
///
/// **Thread-safety:** one thread asks; `cancel` may be called from any thread.
package protocol FrameSource: AnyObject, Sendable {
  /// The frames' indices in the whole.
  var frames: Range<Int> { get }
  /// Whether `next` may return `.again`; the frame before is kept for it then.
  var repeatsFrames: Bool { get }
  /// The next frame; asked for once for each of `frames`, in order.
  /// - Throws: what ends the run.
  func next() throws -> SourceFrame
  /// Makes a `next` that waits, and every later one, fail soon.
  func cancel()
  /// Ends what the source has under way, after the last `next`.
  /// - Returns: warnings about its inputs, a sentence each.
  func close() -> [String]
}

extension FrameSource {
  package var repeatsFrames: Bool { false }
  package func cancel() {}
  package func close() -> [String] { [] }
}

/// A frame as its source has it.
package enum SourceFrame: Sendable {
  /// It has to be drawn.
  case draw(FrameRequest)
  /// It is finished already, in the sink's format.
  case ready(VideoFrame)
  /// It is the same as the one before.
  case again
}

/// Frames that a closure describes by their index.
///
/// **Thread-safety:** as `FrameSource`.
final class FrameSequence: FrameSource {
  let frames: Range<Int>
  private let request: @Sendable (Int) throws -> FrameRequest
  private let index: Atomic<Int>

  /// - Parameter request: makes the frame with an index; called on the run's drawing thread.
  init(_ frames: Range<Int>, request: @escaping @Sendable (Int) throws -> FrameRequest) {
    (self.frames, self.request) = (frames, request)
    index = Atomic(frames.lowerBound)
  }

  func next() throws -> SourceFrame {
    .draw(try request(index.wrappingAdd(1, ordering: .relaxed).oldValue))
  }
}
