/// Corrects the frame disposal of a GIF as ffmpeg writes it.
///
/// A frame with transparent pixels needs a cleared canvas, so the frame before it must have
/// disposal 2. ffmpeg sets disposal 2 on the transparent frame itself, so earlier frames shine
/// through. A frame that is cleared must also name a transparent colour, or some decoders fill with
/// the background colour. A frame equal to its predecessor only lengthens the predecessor.
///
/// In an opaque GIF, ffmpeg also names the transparent index of the file's palette in frames with
/// other palettes. There, the index may be a colour of the picture. Such frames are made opaque.
///
/// **Source:** GIF89a specification, sections 20, 22 and 23.
struct GIFDisposal {
  /// A frame: its control extension and its picture, as ranges of the file.
  private struct GIFFrame {
    var control: Range<Int>
    var picture: Range<Int>
    /// Duration in hundredths of a second.
    var delay: Int
  }

  private let file: [UInt8]
  private var position = 0
  private var frames: [GIFFrame] = []
  private var endOfHead = 0

  /// The corrected file.
  /// - Parameters:
  ///   - hasGaps: whether frames may have transparent pixels.
  ///   - dropsFirst: whether the first frame is removed.
  static func correct(
    _ file: [UInt8], hasGaps: Bool = true, dropsFirst: Bool = false
  ) throws(Malformed) -> [UInt8] {
    var parser = GIFDisposal(file)
    try parser.parse()
    if dropsFirst { parser.frames.removeFirst(min(1, parser.frames.count)) }
    return hasGaps ? parser.corrected() : parser.filled()
  }

  /// Whether a frame of any GIF is cleared before the next one.
  static func clearsFrames(_ file: [UInt8]) throws(Malformed) -> Bool {
    var parser = GIFDisposal(file)
    try parser.parse(needsControls: false)
    return parser.frames.contains { parser.hasGaps($0) }
  }

  /// The file is not a GIF as ffmpeg writes it.
  struct Malformed: Error {}

  private init(_ file: [UInt8]) { self.file = file }

  /// Finds the frames.
  /// - Parameter needsControls: whether each frame must have a control extension; a frame without
  ///   one is not cleared.
  private mutating func parse(needsControls: Bool = true) throws(Malformed) {
    let isOld = !needsControls && file.starts(with: "GIF87a".utf8)
    guard isOld || file.starts(with: "GIF89a".utf8), file.count > 13 else { throw Malformed() }
    position = 13 + Self.tableLength(file[10])
    var control: Range<Int>?
    while true {
      let start = position
      switch try byte(at: position) {
      case 0x21:
        let isControl = try byte(at: position + 1) == 0xf9
        position += 2
        try skipBlocks()
        if isControl {
          control = start..<position
        } else if frames.isEmpty {
          endOfHead = position
        }
      case 0x2c:
        let found = control ?? start..<start
        guard found.count == 8 || !needsControls && found.isEmpty else { throw Malformed() }
        position += 10 + Self.tableLength(try byte(at: position + 9)) + 1
        try skipBlocks()
        if frames.isEmpty { endOfHead = max(endOfHead, 13 + Self.tableLength(file[10])) }
        frames.append(
          GIFFrame(
            control: found, picture: start..<position,
            delay: found.isEmpty ? 0 : Int(file[found.lowerBound + 4]) | Int(file[found.lowerBound + 5]) << 8)
        )
        control = nil
      case 0x3b:
        return
      default:
        throw Malformed()
      }
    }
  }

  private func corrected() -> [UInt8] {
    let mergedFrames = merged()
    var result = Array(file[..<endOfHead])
    for (index, frame) in mergedFrames.enumerated() {
      // The first frame follows the last in a loop.
      let next = mergedFrames[(index + 1) % mergedFrames.count]
      var control = Array(file[frame.control])
      control[3] = control[3] & ~0b11100 | (hasGaps(next) ? 2 : 1) << 2
      if hasGaps(next), control[3] & 1 == 0 {
        // A frame without transparency uses the global table, whose background colour ffmpeg
        // makes transparent.
        control[3] |= 1
        control[6] = file[11]
      }
      control[4] = UInt8(truncatingIfNeeded: frame.delay)
      control[5] = UInt8(truncatingIfNeeded: frame.delay >> 8)
      result += control + file[frame.picture]
    }
    return result + [0x3b]
  }

  /// The file with disposal 1, so that frames remain visible under later ones. A whole frame with
  /// its own palette becomes opaque.
  private func filled() -> [UInt8] {
    var result = Array(file[..<endOfHead])
    for frame in frames {
      var control = Array(file[frame.control])
      control[3] = control[3] & ~0b11100 | 1 << 2
      if isWhole(frame) { control[3] &= ~1 }
      result += control + file[frame.picture]
    }
    return result + [0x3b]
  }

  private func merged() -> [GIFFrame] {
    var mergedFrames: [GIFFrame] = []
    for frame in frames {
      if let last = mergedFrames.last, last.delay + frame.delay <= 0xffff, haveSamePixels(last, frame) {
        mergedFrames[mergedFrames.count - 1].delay += frame.delay
      } else {
        mergedFrames.append(frame)
      }
    }
    return mergedFrames
  }

  private func haveSamePixels(_ a: GIFFrame, _ b: GIFFrame) -> Bool {
    // The flags except for the disposal, and the transparent colour, belong to the picture.
    let (left, right) = (a.control.lowerBound, b.control.lowerBound)
    return file[left + 3] & 1 == file[right + 3] & 1 && file[left + 6] == file[right + 6]
      && a.picture.count == b.picture.count && file[a.picture].elementsEqual(file[b.picture])
  }

  /// Whether the frame has transparent pixels: ffmpeg sets a disposal only on such frames.
  private func hasGaps(_ frame: GIFFrame) -> Bool {
    !frame.control.isEmpty && file[frame.control.lowerBound + 3] >> 2 & 0b111 == 2
  }

  private func isWhole(_ frame: GIFFrame) -> Bool {
    let start = frame.picture.lowerBound
    return file[start + 9] & 0x80 != 0 && file[start + 5..<start + 9].elementsEqual(file[6..<10])
  }

  private mutating func skipBlocks() throws(Malformed) {
    while true {
      let length = Int(try byte(at: position))
      position += 1 + length
      if length == 0 { return }
    }
  }

  private func byte(at index: Int) throws(Malformed) -> UInt8 {
    guard file.indices.contains(index) else { throw Malformed() }
    return file[index]
  }

  private static func tableLength(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 6 << Int(flags & 7) }
}
