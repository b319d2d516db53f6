import SegueImaging

/// Converts 16-bit pixels from the values in which PQ is drawn to PQ code values.
///
/// **Thread-safety:** as for `FrameSink`.
package final class PerceptualSink: FrameSink {
  private let sink: any FrameSink
  private let pool: ClipFramePool

  /// Frames of `size` for `sink`, which takes 16-bit pixels.
  package init(_ sink: any FrameSink, size: ImageSize) {
    self.sink = sink
    pool = ClipFramePool(size: size, format: sink.format)
  }

  package var format: PixelFormat { sink.format }
  package var capacity: Int { sink.capacity }
  package var byteCount: Int { sink.byteCount }
  package var command: [String]? { sink.command }
  package var warnings: [String] { sink.warnings }

  package func open() throws { try sink.open() }

  package func write(_ frame: VideoFrame, index: Int) throws {
    defer { frame.release() }
    let coded = pool.frame()
    frame.withUnsafeBytes { drawn in
      coded.withUnsafeMutableBytes { coded in
        TransferFunction.map(
          drawn.bindMemory(to: SIMD4<UInt16>.self), through: TransferFunction.toPQ,
          into: coded.bindMemory(to: SIMD4<UInt16>.self))
      }
    }
    try sink.write(coded.frame(), index: index)
  }

  package func complete() throws -> [String] { try sink.complete() }
  package func commit() throws { try sink.commit() }
  package func abort() { sink.abort() }
  package func cancel() { sink.cancel() }
}
