/// How the bytes of a frame are laid out. Rows are packed, the top row comes first.
///
/// **Thread-safety:** a value.
package enum PixelFormat: String, Sendable, Hashable, CaseIterable {
  /// Four bytes a pixel: red, green, blue, straight alpha; sRGB values.
  case rgba8
  /// Planes Y, U, V one after the other, chroma at half size both ways and sited in the middle of its
  /// four pixels; BT.709 matrix, limited range. Needs an even width and height.
  case yuv420p

  /// Bytes of a frame of `size`.
  package func byteCount(for size: ImageSize) -> Int {
    switch self {
    case .rgba8: size.area * 4
    case .yuv420p: size.area + 2 * (size.width / 2) * (size.height / 2)
    }
  }
}
