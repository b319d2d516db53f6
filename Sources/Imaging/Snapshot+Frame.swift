extension Snapshot {
  /// A copy of `frame`, which is RGBA8; the frame may be released afterwards.
  public convenience init(copying frame: Frame) {
    precondition(frame.format == .rgba8, "a snapshot is RGBA8")
    let copy = PixelBuffer(size: frame.size)
    copy.bytes.copyMemory(from: frame.bytes)
    self.init(copy)
  }
}
