import SegueImaging

/// A source frame, and the weight of the next frame in units of 1/256.
package struct FramePick: Sendable, Hashable {
  package var index: Int
  package var share: Int

  package init(index: Int, share: Int = 0) {
    self.index = index
    self.share = share
  }

  /// The number of source frames up to the last one that the pick shows.
  package var needed: Int { index + (share > 0 ? 2 : 1) }
}

/// Drops, repeats and mixes decoded frames as a clip's speed requires.
package struct RetimedFrames {
  private let decoder: ClipDecoder
  private var before: ClipFrame?
  private var last: ClipFrame?
  package private(set) var count = 0

  package init(_ decoder: ClipDecoder) { self.decoder = decoder }

  /// The frame of `pick`, which must not precede the previous call's frame. After the end, it is
  /// the last frame; `nil` if the clip has no frames.
  package mutating func frame(_ pick: FramePick) throws -> ClipFrame? {
    while count < pick.needed, let frame = try decoder.next() {
      (before, last) = (last, frame)
      count += 1
    }
    let isBefore = count == pick.index + 2
    guard pick.share > 0, isBefore, let before, let last else { return isBefore ? before : last }
    return before.mixed(with: last, share: pick.share)
  }

  /// Reads to the end to count the frames.
  package mutating func skipRest() throws { while try decoder.next() != nil { count += 1 } }
}

extension ClipFrame {
  /// The mix of `share`/256 of `other` and the remainder of this frame. Returns this frame if the
  /// pictures' sizes or positions differ.
  func mixed(with other: ClipFrame, share: Int) -> ClipFrame {
    guard size == other.size, placement == other.placement else { return self }
    let frame = another()
    withUnsafeBytes { a in
      other.withUnsafeBytes { b in
        frame.withUnsafeMutableBytes { format.mix(a, b, share: share, into: $0) }
      }
    }
    return frame
  }
}
