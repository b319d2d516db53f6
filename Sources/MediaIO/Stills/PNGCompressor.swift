import CImageCodecs
import Imaging

/// Filters and compresses rectangles of pixels for PNG, into memory that it keeps. Level 1 codes runs of bytes
/// and nothing else, the others search for repetitions.
///
/// **Thread-safety:** for one thread at a time.
final class PNGCompressor {
  private let level: Int
  private var deflater: OpaquePointer?
  private var filtered = Scratch()
  private var rows = Scratch()
  private var compressed = Scratch()

  init(level: Int) {
    precondition((1...12).contains(level), "levels are 1 … 12")
    self.level = level
  }

  deinit { segue_deflater_free(deflater) }

  /// The zlib stream of `rect` of a picture whose rows are `stride` bytes apart. Valid until the next call.
  /// - Throws: `MediaError.writeFailed` when memory is short.
  func compress(
    _ pixels: UnsafeRawBufferPointer, stride: Int, rect: PixelRect, hasAlpha: Bool
  ) throws -> UnsafeRawBufferPointer {
    guard let start = pixels.bindMemory(to: UInt8.self).baseAddress else {
      preconditionFailure("a picture has at least one pixel")
    }
    let length = segue_png_filtered_length(rect.width, rect.height, hasAlpha)
    let input = filtered.memory(of: length)
    segue_png_filter(
      start + rect.y0 * stride + rect.x0 * 4, stride, rect.width, rect.height, hasAlpha, input,
      rows.memory(of: segue_png_scratch_length(rect.width)))
    return level == 1 ? deflateRuns(input, length) : try deflate(input, length)
  }

  private func deflateRuns(_ input: UnsafePointer<UInt8>, _ length: Int) -> UnsafeRawBufferPointer {
    let output = compressed.memory(of: segue_run_deflate_bound(length))
    return UnsafeRawBufferPointer(start: output, count: segue_run_deflate(input, length, output))
  }

  private func deflate(_ input: UnsafePointer<UInt8>, _ length: Int) throws -> UnsafeRawBufferPointer {
    if deflater == nil { deflater = segue_deflater_create(Int32(level)) }
    guard let deflater else {
      throw MediaError.writeFailed(path: "PNG", reason: "there is not enough memory")
    }
    let capacity = segue_deflater_bound(deflater, length)
    let output = compressed.memory(of: capacity)
    let used = segue_deflater_compress(deflater, input, length, output, capacity)
    precondition(used > 0, "libdeflate keeps within its own bound")
    return UnsafeRawBufferPointer(start: output, count: used)
  }

  /// Memory that grows and is kept.
  private struct Scratch: ~Copyable {
    private var bytes = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)

    mutating func memory(of count: Int) -> UnsafeMutablePointer<UInt8> {
      if bytes.count < count {
        bytes.deallocate()
        bytes = .allocate(capacity: count)
      }
      guard let base = bytes.baseAddress else { preconditionFailure("scratch is never empty") }
      return base
    }

    deinit { bytes.deallocate() }
  }
}
