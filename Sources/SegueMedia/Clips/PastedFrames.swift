import SegueImaging

extension ClipFrame {
  /// Copies a smaller `picture`, which has the same format, with its top left corner at even coordinates
  /// (x, y).
  package func paste(_ picture: ClipFrame, x: Int, y: Int) {
    /// Copies rows. Positions and widths count values of a channel.
    func copy(from first: Int, _ width: Int, _ rows: Int, to start: Int, stride: Int) {
      let bytes = format.depth.rawValue / 8
      picture.withUnsafeBytes { source in
        withUnsafeMutableBytes { target in
          for row in 0..<rows {
            let (from, to) = ((first + row * width) * bytes, (start + row * stride) * bytes)
            UnsafeMutableRawBufferPointer(rebasing: target[to..<to + width * bytes])
              .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[from..<from + width * bytes]))
          }
        }
      }
    }
    let (width, height, fullWidth) = (picture.size.width, picture.size.height, size.width)
    if format.isRGBA {
      return copy(from: 0, width * 4, height, to: (y * fullWidth + x) * 4, stride: fullWidth * 4)
    }
    copy(from: 0, width, height, to: y * fullWidth + x, stride: fullWidth)
    for plane in 0..<2 {
      copy(
        from: width * height + plane * (width * height / 4), width / 2, height / 2,
        to: size.area + plane * (size.area / 4) + y / 2 * (fullWidth / 2) + x / 2,
        stride: fullWidth / 2)
    }
  }
}
