import SegueFields
import SegueImaging
import SegueMedia
import SegueRendering
import SegueSystem
import Synchronization

/// The layout of a frame's bytes in memory.
public enum FrameLayout: String, Sendable, Hashable, CaseIterable {
  /// Four bytes per pixel: red, green, blue, straight alpha. Rows are packed, the top one first.
  case rgba
  /// Planes Y, U and V in this order, a byte per value, rows packed. The chroma is 4:2:0, sited in the
  /// middle of its four pixels. Both sides must be even.
  ///
  /// **Source:** ITU-R BT.709-6, limited range, as most video encoders expect.
  case yuv420

  var format: PixelFormat { self == .rgba ? .rgba8 : .yuv420p }
}

extension FrameRenderer {
  /// Draws frames and passes each to `take` in a reused buffer, without a copy.
  /// - Parameters:
  ///   - count: the number of frames, at least one.
  ///   - layout: the layout of the bytes.
  ///   - take: called with the index and bytes of each frame, in order, on one thread. The bytes
  ///     are valid during the call. An error ends the drawing.
  ///   - frame: makes the frame with an index, in order, on the drawing thread, a few ahead; an
  ///     error ends the drawing.
  /// - Returns: the report, which has warnings and no outputs.
  /// - Throws: `SegueError` with the code `invalidValue` for a count below 1; `conflict` for odd
  ///   sides with `yuv420` and for pictures of another size; `deviceFailed`; `cancelled`. The errors
  ///   of `take` and `frame`.
  @discardableResult
  public func draw(
    _ count: Int, as layout: FrameLayout = .rgba,
    take: @escaping @Sendable (_ index: Int, _ bytes: UnsafeRawBufferPointer) throws -> Void,
    frame: @escaping @Sendable (Int) throws -> FrameRequest
  ) async throws -> RunReport {
    guard count > 0 else { throw SegueError(UsageError.noFrames) }
    do {
      let first = try frame(0)
      if layout == .yuv420, !size.isEven {
        throw MediaError.oddSides(size, format: layout.rawValue)
      }
      return try await drawing.limitingTime {
        try await draw(
          count, to: ClosureSink(layout.format, take),
          over: drawing.background ?? (layout == .rgba ? .transparent : .black),
          needsOpenGL: first.recipe.hasShader, frame: { $0 == 0 ? first : try frame($0) })
      }
    } catch {
      throw error.published
    }
  }
}

/// A sink that passes frames to a program's closure.
///
/// **Thread-safety:** as `FrameSink`.
package final class ClosureSink: FrameSink {
  package let format: PixelFormat
  private let take: @Sendable (Int, UnsafeRawBufferPointer) throws -> Void
  private let isCancelled = Atomic<Bool>(false)

  package init(
    _ format: PixelFormat, _ take: @escaping @Sendable (Int, UnsafeRawBufferPointer) throws -> Void
  ) {
    self.format = format
    self.take = take
  }

  package var capacity: Int { 1 }
  package var byteCount: Int { 0 }

  package func open() {}

  package func write(_ frame: VideoFrame, index: Int) throws {
    defer { frame.release() }
    if isCancelled.load(ordering: .relaxed) { throw SystemError.cancelled }
    try frame.withUnsafeBytes { try take(index, $0) }
  }

  package func complete() -> [String] { [] }
  package func commit() {}
  package func abort() {}
  package func cancel() { isCancelled.store(true, ordering: .relaxed) }
}
