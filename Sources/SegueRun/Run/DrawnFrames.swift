import SegueImaging
import SegueMedia
import SegueRendering

extension ClipFrame {
  /// The frame as a picture.
  package var snapshot: Snapshot {
    withUnsafeBytes { FramePlanes.snapshot($0, format, size: size, color: color) }
  }

  /// Writes the pixels of `frame`, which has the same size and depth. This frame must be RGBA.
  package func write(_ frame: VideoFrame) {
    frame.withUnsafeBytes { bytes in
      withUnsafeMutableBytes { FramePlanes.convert(bytes, frame.format, size: frame.size, into: $0) }
    }
  }
}

extension ClipFramePool {
  /// A frame of one colour. In RGBA the colour may be transparent.
  package func frame(of color: RGBAColor) -> ClipFrame {
    let frame = frame()
    frame.withUnsafeMutableBytes {
      FramePlanes.fill($0, format, size: size, with: color, encoding: self.color)
    }
    return frame
  }
}
