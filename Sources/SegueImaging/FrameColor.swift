/// The bits of a channel of an output.
public enum ColorDepth: Int, Sendable, Hashable, CaseIterable {
  /// Bytes.
  case eight = 8
  /// Video of 10 bits, drawn in 16.
  case ten = 10
  /// Pictures of 16 bits.
  case sixteen = 16

  /// The depth for drawing.
  package var pixels: PixelDepth { self == .eight ? .eight : .sixteen }
}

/// The encoding and the depth of an output's frames.
package struct FrameColor: Sendable, Hashable {
  /// The encoding of the frames' values.
  package var encoding: ColorEncoding
  /// The bits of a channel.
  package var depth: ColorDepth

  /// The colours of an encoding in a depth.
  package init(_ encoding: ColorEncoding = .sdr, _ depth: ColorDepth = .eight) {
    self.encoding = encoding
    self.depth = depth
  }

  /// The layout of frames of pixels.
  package var pixels: PixelFormat { PixelFormat(depth.pixels) }

  /// The layout of frames of 4:2:0 planes.
  package var planes: PixelFormat { depth == .eight ? .yuv420p : PixelFormat(planesOf: encoding) }
}
