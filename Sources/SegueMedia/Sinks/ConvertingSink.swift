import SegueFields
import SegueImaging
import SegueSystem

package final class ConvertingSink: FrameSink {
  private let sink: any FrameSink
  private let convert: @Sendable (VideoFrame) -> VideoFrame

  /// - Parameter convert: makes a frame for `sink` from an original frame, which is released
  ///   afterwards.
  package init(_ sink: any FrameSink, _ convert: @escaping @Sendable (VideoFrame) -> VideoFrame) {
    self.sink = sink
    self.convert = convert
  }

  package var format: PixelFormat { sink.format }
  package var capacity: Int { sink.capacity }
  package var byteCount: Int { sink.byteCount }
  package var command: [String]? { sink.command }
  package var notices: [Notice] { sink.notices }
  package func open() throws { try sink.open() }

  package func write(_ frame: VideoFrame, index: Int) throws {
    defer { frame.release() }
    try sink.write(convert(frame), index: index)
  }

  package func complete() throws -> [String] { try sink.complete() }
  package func commit() throws { try sink.commit() }
  package func abort() { sink.abort() }
  package func cancel() { sink.cancel() }
}

extension ConvertingSink {
  /// Converts 16-bit frames of `size` from the values in which PQ is drawn to PQ code values.
  package static func perceptual(_ sink: any FrameSink, size: ImageSize) -> ConvertingSink {
    let pool = ClipFramePool(size: size, format: sink.format)
    return ConvertingSink(sink) { frame in
      let coded = pool.frame()
      frame.withUnsafeBytes { drawn in
        coded.withUnsafeMutableBytes { coded in
          TransferFunction.map(
            drawn.bindMemory(to: SIMD4<UInt16>.self), through: TransferFunction.toPQ,
            into: coded.bindMemory(to: SIMD4<UInt16>.self))
        }
      }
      return coded.frame()
    }
  }
}
