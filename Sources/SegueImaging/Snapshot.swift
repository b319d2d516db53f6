import SegueFields
import SegueMath
import Synchronization

/// A finished picture: RGBA, straight alpha, sRGB values, top row first, rows packed.
///
/// A channel has 8 bits. Pictures that a `SnapshotPair` reads from deep files have 16 bits, in
/// the machine's byte order. A picture never changes, so renderers may keep it and upload it once.
/// Two snapshots are equal if they are the same object.
///
/// **Thread-safety:** immutable; share it freely. `@unchecked`, because its pixels are raw memory,
/// which is never written after initialisation.
public final class Snapshot: @unchecked Sendable {
  /// The width and height in pixels, each at least 1.
  public var size: ImageSize { buffer.size }
  /// Whether every pixel has full alpha.
  public let isOpaque: Bool
  /// The encoding of the values; callers' pictures are sRGB.
  package let color: ColorEncoding
  private let buffer: PixelBuffer
  /// The picture in other encodings, converted on first use.
  private let encodings = Mutex<[ColorEncoding: Snapshot]>([:])

  /// Takes ownership of `buffer`, which must not be written afterwards.
  package init(_ buffer: consuming sending PixelBuffer, color: ColorEncoding = .sdr) {
    self.buffer = buffer
    self.color = color
    switch buffer.depth {
    case .eight: isOpaque = buffer.withUnsafeBytes(Snapshot.hasFullAlpha)
    case .sixteen:
      isOpaque = buffer.withUnsafeValues(of: SIMD4<UInt16>.self) { pixels in
        pixels.reduce(UInt16.max) { $0 & $1[3] } == UInt16.max
      }
    }
  }

  /// A picture of `size` drawn by `draw`, which must not keep its argument. Pixels that `draw` does
  /// not set are undefined.
  package static func drawn<Failure: Error>(
    _ size: ImageSize, depth: PixelDepth = .eight, color: ColorEncoding = .sdr,
    _ draw: (PixelBuffer) throws(Failure) -> Void
  ) throws(Failure) -> Snapshot {
    // The buffer has no other owner during drawing.
    nonisolated(unsafe) let buffer = PixelBuffer(size: size, depth: depth)
    try draw(buffer)
    return Snapshot(buffer, color: color)
  }

  /// A copy of a picture in memory whose bytes are red, green, blue and alpha; the top row comes
  /// first.
  /// - Parameters:
  ///   - width: the number of columns, at least 1.
  ///   - height: the number of rows, at least 1.
  ///   - rgba: at least `bytesPerRow * (height - 1) + width * 4` bytes, sRGB-encoded.
  ///   - bytesPerRow: the number of bytes from the start of one row to the next; `nil` means `width
  ///     * 4`.
  ///   - isPremultiplied: whether the colours are premultiplied with alpha, as in Cairo and Core
  ///     Graphics. They are then divided by it, rounded to nearest; pixels with alpha 0 become
  ///     transparent black.
  /// - Throws: `SegueError` with the code `invalidValue` for a side below 1, rows shorter than
  ///   their pixels, too few bytes, and a size in bytes beyond `Int`.
  public convenience init(
    width: Int, height: Int, rgba: some Collection<UInt8>, bytesPerRow: Int? = nil,
    isPremultiplied: Bool = false
  ) throws(SegueError) {
    try self.init(width, height, rgba, bytesPerRow, isPremultiplied, swapsRedAndBlue: false)
  }

  /// A copy of a picture in memory whose bytes are blue, green, red and alpha; the top row comes
  /// first.
  /// - Parameters:
  ///   - width: the number of columns, at least 1.
  ///   - height: the number of rows, at least 1.
  ///   - bgra: at least `bytesPerRow * (height - 1) + width * 4` bytes, sRGB-encoded.
  ///   - bytesPerRow: the number of bytes from the start of one row to the next; `nil` means `width
  ///     * 4`.
  ///   - isPremultiplied: whether the colours are premultiplied with alpha. They are then divided
  ///     by it, rounded to nearest.
  /// - Throws: as ``init(width:height:rgba:bytesPerRow:isPremultiplied:)``.
  public convenience init(
    width: Int, height: Int, bgra: some Collection<UInt8>, bytesPerRow: Int? = nil,
    isPremultiplied: Bool = false
  ) throws(SegueError) {
    try self.init(width, height, bgra, bytesPerRow, isPremultiplied, swapsRedAndBlue: true)
  }

  private convenience init(
    _ width: Int, _ height: Int, _ bytes: some Collection<UInt8>, _ bytesPerRow: Int?,
    _ isPremultiplied: Bool, swapsRedAndBlue: Bool
  ) throws(SegueError) {
    func read(_ bytes: UnsafeRawBufferPointer) -> Result<Snapshot, SegueError> {
      Result { () throws(SegueError) in
        try Snapshot(
          raw: bytes, width, height, bytesPerRow, isPremultiplied, swapsRedAndBlue: swapsRedAndBlue)
      }
    }
    let made =
      bytes.withContiguousStorageIfAvailable { read(UnsafeRawBufferPointer($0)) }
      ?? Array(bytes).withUnsafeBytes(read)
    let copy = try made.get()
    self.init(copy.buffer, isOpaque: copy.isOpaque)
  }

  private convenience init(
    raw bytes: UnsafeRawBufferPointer, _ width: Int, _ height: Int, _ bytesPerRow: Int?,
    _ isPremultiplied: Bool, swapsRedAndBlue: Bool
  ) throws(SegueError) {
    guard width > 0, height > 0 else { throw SegueError(SnapshotError.size(width: width, height: height)) }
    let (packed, isTooWide) = width.multipliedReportingOverflow(by: 4)
    let isTooHigh = packed.multipliedReportingOverflow(by: height).overflow
    guard !isTooWide, !isTooHigh else { throw SegueError(SnapshotError.size(width: width, height: height)) }
    let stride = bytesPerRow ?? packed
    let (rows, areTooLong) = stride.multipliedReportingOverflow(by: height - 1)
    guard stride >= packed, !areTooLong, rows <= Int.max - packed else {
      throw SegueError(SnapshotError.bytesPerRow(stride, needed: packed))
    }
    guard bytes.count >= rows + packed, let source = bytes.baseAddress else {
      throw SegueError(SnapshotError.byteCount(bytes.count, needed: rows + packed))
    }
    let copy = PixelBuffer(size: ImageSize(width: width, height: height))
    // The alpha of each row is checked while the row is in the cache.
    var isOpaque = true
    copy.withUnsafeBase { base in
      for y in 0..<height {
        let row = base + y * packed
        row.update(from: source.advanced(by: y * stride).assumingMemoryBound(to: UInt8.self), count: packed)
        if isOpaque { isOpaque = Snapshot.hasFullAlpha(UnsafeRawBufferPointer(start: row, count: packed)) }
        if swapsRedAndBlue {
          for x in 0..<width { swap(&row[x * 4], &row[x * 4 + 2]) }
        }
        if isPremultiplied, !isOpaque { Snapshot.divideByAlpha(row, count: width) }
      }
    }
    self.init(copy, isOpaque: isOpaque)
  }

  /// Converts `count` premultiplied pixels to straight alpha.
  private static func divideByAlpha(_ pixels: UnsafeMutablePointer<UInt8>, count: Int) {
    for pixel in (0..<count).lazy.map({ pixels + $0 * 4 }) {
      let alpha = Int(pixel[3])
      for channel in 0..<3 {
        pixel[channel] = alpha == 0 ? 0 : UInt8(min(255, (Int(pixel[channel]) * 255 + alpha / 2) / alpha))
      }
    }
  }

  /// A copy of `frame`, which must be in RGBA. The frame may be released afterwards.
  package convenience init(copying frame: VideoFrame, color: ColorEncoding = .sdr) {
    precondition(frame.format.isRGBA, "a snapshot needs a frame in RGBA")
    let copy = PixelBuffer(size: frame.size, depth: frame.format.depth)
    frame.withUnsafeBytes { pixels in copy.withUnsafeMutableBytes { $0.copyMemory(from: pixels) } }
    self.init(copy, color: color)
  }

  private init(_ buffer: PixelBuffer, isOpaque: Bool) {
    self.buffer = buffer
    self.isOpaque = isOpaque
    color = .sdr
  }

  /// The cached picture for `color`, or the result of `make`, which is then cached.
  package func cached(_ color: ColorEncoding, make: () -> Snapshot) -> Snapshot {
    if let known = encodings.withLock({ $0[color] }) { return known }
    let made = make()
    encodings.withLock { $0[color] = made }
    return made
  }

  /// The bits per channel; callers' pictures have 8.
  package var depth: PixelDepth { buffer.depth }

  /// The picture in another depth, or itself if it has that depth. 16-bit values are rounded to 8
  /// bits.
  package func converted(to depth: PixelDepth) -> Snapshot {
    depth == self.depth ? self : Snapshot(buffer.inOtherDepth(), color: color)
  }

  /// The pixel in column `x`, row `y`, within the picture, in its depth.
  package func deep(_ x: Int, _ y: Int) -> DeepColor { buffer.deep(x, y) }

  /// The object that owns the bytes; it may outlive the snapshot.
  package var memory: AnyObject { buffer }

  /// The number of bytes: `size.area * 4`, or twice as many for 16 bits.
  package var byteCount: Int { buffer.byteCount }

  /// A copy of the bytes: `size.area * 4`, rows packed, or twice as many for 16 bits.
  public var rgba: [UInt8] { withUnsafeBytes { Array($0) } }

  /// Calls `body` with the bytes, without a copy: `size.area * 4`, rows packed, or twice as many
  /// for 16 bits. They are valid only during `body`.
  /// - Returns: the result of `body`.
  /// - Throws: the error of `body`.
  public func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try buffer.withUnsafeBytes(body)
  }

  /// Calls `body` with the bytes, as ``withUnsafeBytes(_:)``; the compiler ensures that they stay
  /// within `body`.
  /// - Returns: the result of `body`.
  /// - Throws: the error of `body`.
  public func withSpan<Result: ~Copyable, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try buffer.withUnsafeBytes { bytes throws(Failure) in try body(bytes.bytes) }
  }

  /// Calls `body` with the first byte of row 0, rows packed. The address is valid only during the
  /// call.
  package func withUnsafeBase<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafePointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try buffer.withUnsafeBase { base throws(Failure) in try body(UnsafePointer(base)) }
  }

  /// The pixel in column `x`, row `y`, counted from the top left, in 8 bits per channel. Outside of
  /// the picture it is ``RGBAColor/transparent``. Loops over whole pictures are faster with the
  /// bytes.
  public subscript(x: Int, y: Int) -> RGBAColor {
    guard (0..<size.width).contains(x), (0..<size.height).contains(y) else { return .transparent }
    return buffer[x, y]
  }

  private static func hasFullAlpha(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var all = UInt32.max
    for index in 0..<(bytes.count / 4) {
      all &= bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
    }
    return UInt32(littleEndian: all) >> 24 == 255
  }
}

/// An error in the bytes for a ``Snapshot``.
package enum SnapshotError: DescribedError {
  /// A side is below 1 pixel, or the picture has more than `Int.max` bytes.
  case size(width: Int, height: Int)
  /// The rows are shorter than the `needed` bytes of their pixels, or their bytes exceed `Int`.
  case bytesPerRow(Int, needed: Int)
  /// The number of bytes, which is below `needed`.
  case byteCount(Int, needed: Int)
}

extension SnapshotError {
  package var code: SegueError.Code { .invalidValue }

  /// The reason why the bytes are not a picture, in one sentence.
  package var sentence: String {
    switch self {
    case .size(let width, let height): "a picture cannot have \(width)x\(height) pixels"
    case .bytesPerRow(let count, let needed):
      "rows of \(count) bytes are too \(count < needed ? "short" : "long"); a row needs \(needed)"
    case .byteCount(let count, let needed): "\(count) bytes are too few; the picture needs \(needed)"
    }
  }
}

extension Snapshot: Hashable {
  /// Whether both are the same object; pictures with equal pixels may differ.
  public static func == (a: Snapshot, b: Snapshot) -> Bool { a === b }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension PixelBuffer {
  /// Copies `picture` with its top left corner at (x, y), cropped to the buffer.
  package func paste(_ picture: Snapshot, x: Int, y: Int) {
    let columns = max(0, -x)..<max(max(0, -x), min(picture.size.width, size.width - x))
    for row in 0..<picture.size.height where 0..<size.height ~= row + y {
      for column in columns { self[column + x, row + y] = picture[column, row] }
    }
  }
}
