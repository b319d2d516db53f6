/// The bit depth of an output: the bits of a channel.
public enum ColorDepth: Int, Sendable, Hashable, CaseIterable {
  /// 8 bits in a byte, 0…255; drawn in 8 bits.
  case eight = 8
  /// 10 bits, for video; drawn in 16 bits.
  case ten = 10
  /// 16 bits, for pictures; drawn in 16 bits.
  case sixteen = 16

  /// The depth for drawing.
  package var pixels: PixelDepth { self == .eight ? .eight : .sixteen }
}

/// The encoding and the depth of an output's frames.
package struct FrameColor: Sendable, Hashable {
  /// The encoding of the frames' values.
  package var encoding: ColorEncoding
  /// The bits per channel.
  package var depth: ColorDepth

  package init(_ encoding: ColorEncoding = .sdr, _ depth: ColorDepth = .eight) {
    self.encoding = encoding
    self.depth = depth
  }

  /// The format of RGBA frames.
  package var pixels: PixelFormat { PixelFormat(depth.pixels) }

  /// The format of 4:2:0 frames.
  package var planes: PixelFormat { depth == .eight ? .yuv420p : PixelFormat(planesOf: encoding) }
}
