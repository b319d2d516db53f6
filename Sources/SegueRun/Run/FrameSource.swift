import SegueFields
import SegueImaging
import SegueRendering
import SegueSystem
import Synchronization

/// A source of a run's frames in order: a render, a film or a program's closure.
///
/// **Thread-safety:** one thread calls `next`; `cancel` may be called from any thread.
package protocol FrameSource: AnyObject, Sendable {
  /// The indices of the frames in the whole run.
  var frames: Range<Int> { get }
  /// Whether `next` may return `.again`. The previous frame is then kept.
  var repeatsFrames: Bool { get }
  /// The next frame; called once for each of `frames`, in order.
  /// - Throws: errors that end the run.
  func next() throws -> SourceFrame
  /// Makes a waiting `next` and every later call fail soon.
  func cancel()
  /// Ends the source's work after the last `next`.
  /// - Returns: the notices about its inputs.
  func close() -> [Notice]
}

extension FrameSource {
  package var repeatsFrames: Bool { false }
  package func cancel() {}
  package func close() -> [Notice] { [] }
}

/// A frame that a ``FrameSource`` returns.
package enum SourceFrame: Sendable {
  /// A frame to be drawn.
  case draw(FrameRequest)
  /// A finished frame in the sink's format.
  case ready(VideoFrame)
  /// A repetition of the previous frame.
  case again
}

/// Frames that a closure makes from their index.
///
/// **Thread-safety:** as `FrameSource`.
final class FrameSequence: FrameSource {
  let frames: Range<Int>
  private let request: @Sendable (Int) throws -> FrameRequest
  private let index: Atomic<Int>

  /// - Parameter request: makes the frame with an index; called on the drawing thread.
  init(_ frames: Range<Int>, request: @escaping @Sendable (Int) throws -> FrameRequest) {
    self.frames = frames
    self.request = request
    index = Atomic(frames.lowerBound)
  }

  func next() throws -> SourceFrame {
    .draw(try request(index.wrappingAdd(1, ordering: .relaxed).oldValue))
  }
}
