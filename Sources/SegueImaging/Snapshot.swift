/// A finished picture: RGBA8, straight alpha, sRGB values, top row first. It never changes, so renderers
/// may keep it and upload it once. Two snapshots are equal when they are the same object.
///
/// **Thread-safety:** immutable; share it freely.
public final class Snapshot: @unchecked Sendable {
  /// Width and height in pixels.
  public var size: ImageSize { buffer.size }
  /// Whether every pixel has alpha 255.
  public let isOpaque: Bool
  private let buffer: PixelBuffer

  /// Takes over `buffer`, which nobody may write any more.
  public init(_ buffer: consuming sending PixelBuffer) {
    self.buffer = buffer
    isOpaque = Snapshot.alphaIsFull(UnsafeRawBufferPointer(buffer.bytes))
  }

  /// A copy of a picture in memory.
  /// - Parameters:
  ///   - rgba: red, green, blue and straight alpha, a byte each; the top row first.
  ///   - bytesPerRow: from the beginning of one row to that of the next; `nil` is `width * 4`.
  /// - Throws: `SnapshotError` for sizes that are none, and for bytes that are too few.
  public convenience init(
    width: Int, height: Int, rgba: UnsafeRawBufferPointer, bytesPerRow: Int? = nil
  ) throws(SnapshotError) {
    guard width > 0, height > 0 else { throw .size(width: width, height: height) }
    let packed = width * 4
    let stride = bytesPerRow ?? packed
    guard stride >= packed else { throw .bytesPerRow(stride, needed: packed) }
    let needed = stride * (height - 1) + packed
    guard rgba.count >= needed, let source = rgba.baseAddress else {
      throw .byteCount(rgba.count, needed: needed)
    }
    let copy = PixelBuffer(size: ImageSize(width: width, height: height))
    // The alpha of each row is looked at while the row is in the cache.
    var isOpaque = true
    for y in 0..<height {
      let row = UnsafeRawBufferPointer(start: source + y * stride, count: packed)
      copy.row(y).update(
        from: source.advanced(by: y * stride).assumingMemoryBound(to: UInt8.self), count: packed)
      if isOpaque { isOpaque = Snapshot.alphaIsFull(row) }
    }
    self.init(copy, isOpaque: isOpaque)
  }

  /// A copy of a picture in an array: see `init(width:height:rgba:bytesPerRow:)`.
  public convenience init(
    width: Int, height: Int, rgba: [UInt8], bytesPerRow: Int? = nil
  ) throws(SnapshotError) {
    let made = rgba.withUnsafeBytes { bytes in
      Result { () throws(SnapshotError) in
        try Snapshot(width: width, height: height, rgba: bytes, bytesPerRow: bytesPerRow)
      }
    }
    let copy = try made.get()
    self.init(copy.buffer, isOpaque: copy.isOpaque)
  }

  /// A copy of `frame`, which is RGBA8; the frame may be released afterwards.
  public convenience init(copying frame: VideoFrame) {
    precondition(frame.format == .rgba8, "a snapshot is RGBA8")
    let copy = PixelBuffer(size: frame.size)
    copy.bytes.copyMemory(from: frame.bytes)
    self.init(copy)
  }

  private init(_ buffer: PixelBuffer, isOpaque: Bool) {
    self.buffer = buffer
    self.isOpaque = isOpaque
  }

  /// The bytes: `size.area * 4`, rows packed. Valid as long as the snapshot lives.
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(buffer.bytes) }

  /// A copy of the bytes: `size.area * 4`, rows packed.
  public var rgba: [UInt8] { withExtendedLifetime(self) { Array(bytes) } }

  /// The first byte. Valid as long as the snapshot lives.
  public var base: UnsafePointer<UInt8> { UnsafePointer(buffer.base) }

  /// The pixel in column `x`, row `y`.
  public subscript(x: Int, y: Int) -> RGBAColor { buffer[x, y] }

  private static func alphaIsFull(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var all = UInt32.max
    for index in 0..<(bytes.count / 4) {
      all &= bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
    }
    return UInt32(littleEndian: all) >> 24 == 255
  }
}

/// Why bytes are no picture.
public enum SnapshotError: Error, Sendable, Hashable {
  /// A side that is not at least 1 pixel.
  case size(width: Int, height: Int)
  /// Rows that are shorter than their pixels.
  case bytesPerRow(Int, needed: Int)
  /// Fewer bytes than the rows need.
  case byteCount(Int, needed: Int)
}

extension Snapshot: Hashable {
  /// Whether both are the same object; two pictures with equal pixels are not.
  public static func == (a: Snapshot, b: Snapshot) -> Bool { a === b }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
