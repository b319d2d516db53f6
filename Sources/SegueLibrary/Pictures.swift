import CSegueKernels
import CSegueLibrary
import SegueCPU
import SegueImaging
import SegueRecipes

/// Checked pixels in the caller's memory.
///
/// **Thread-safety:** as the memory. `@unchecked` because it holds an address.
struct CallerPixels: @unchecked Sendable {
  let base: UnsafeMutablePointer<UInt8>
  let size: ImageSize
  let depth: PixelDepth
  let order: FrameTarget.Order
  let isPremultiplied: Bool
  let bytesPerRow: Int
  /// The bytes of a row's pixels, without padding.
  let rowBytes: Int

  /// - Throws: `Refusal` for invalid pixels, which the sentence calls `name`.
  init(_ pointer: UnsafePointer<segue_pixels>?, _ name: String) throws {
    guard let pixels = pointer?.pointee, let data = pixels.data else {
      throw Refusal.argument("\(name) is a null pointer")
    }
    size = try Self.size(pixels.width, pixels.height, name)
    switch UInt32(bitPattern: pixels.format) {
    case SEGUE_RGBA8.rawValue: (depth, order) = (.eight, .rgba)
    case SEGUE_BGRA8.rawValue: (depth, order) = (.eight, .bgra)
    case SEGUE_RGB8.rawValue: (depth, order) = (.eight, .rgb)
    case SEGUE_RGBA16.rawValue: (depth, order) = (.sixteen, .rgba)
    default: throw Refusal.argument("\(name) has the unknown pixel format \(pixels.format)")
    }
    switch UInt32(bitPattern: pixels.alpha) {
    case SEGUE_STRAIGHT.rawValue: isPremultiplied = false
    case SEGUE_PREMULTIPLIED.rawValue: isPremultiplied = true
    default: throw Refusal.argument("\(name) has the unknown alpha mode \(pixels.alpha)")
    }
    rowBytes = size.width * order.channels * depth.rawValue / 8
    bytesPerRow = pixels.stride == 0 ? rowBytes : Int(pixels.stride)
    let (end, isTooFar) = bytesPerRow.multipliedReportingOverflow(by: size.height)
    guard bytesPerRow >= rowBytes, !isTooFar, UInt(bitPattern: data) <= UInt.max - UInt(end) else {
      throw Refusal.argument(
        "the rows of \(name) are \(pixels.stride) bytes apart, but must be at least \(rowBytes)")
    }
    if depth == .sixteen, (Int(bitPattern: data) | bytesPerRow) & 1 != 0 {
      throw Refusal.argument("the rows of \(name) begin at odd addresses, but 16-bit channels need even ones")
    }
    base = data.assumingMemoryBound(to: UInt8.self)
  }

  /// - Throws: `Refusal` for an invalid frame size.
  static func size(_ width: Int64, _ height: Int64, _ name: String) throws -> ImageSize {
    let size = ImageSize(width: Int(width), height: Int(height))
    guard size == size.limitedToFrames else {
      throw Refusal.argument("\(name) is \(size) pixels, but each side must be 1 to \(ImageSize.largestSide)")
    }
    return size
  }

  /// The memory as a target for drawing.
  var target: FrameTarget {
    FrameTarget(base, bytesPerRow: bytesPerRow, order: order, isPremultiplied: isPremultiplied)
  }

  private var addresses: Range<UInt> {
    let start = UInt(bitPattern: base)
    return start..<start + UInt(bytesPerRow * (size.height - 1) + rowBytes)
  }

  func overlaps(_ other: CallerPixels) -> Bool { addresses.overlaps(other.addresses) }

  func copied() -> Snapshot {
    let buffer = PixelBuffer(size: size, depth: depth)
    buffer.withUnsafeBase { rows in
      for y in 0..<size.height {
        segue_unpack(
          rows + y * buffer.bytesPerRow, base + y * bytesPerRow, size.width, Int32(depth.rawValue),
          order.rawValue,
          isPremultiplied ? 1 : 0)
      }
    }
    return Snapshot(buffer)
  }

  /// A picture to draw while the memory is unchanged. Its pixels are not copied if the layout is
  /// the renderer's.
  func borrowed(besides frame: CallerPixels) -> Snapshot {
    let isAsDrawn = order == .rgba && !isPremultiplied && bytesPerRow == rowBytes
    guard isAsDrawn, Int(bitPattern: base) & 15 == 0, !overlaps(frame) else { return copied() }
    return Snapshot(PixelBuffer(borrowing: base, size: size, depth: depth))
  }
}

/// A picture that C programs prepare once and draw many times.
final class LibraryPicture: Handle {
  static let noun = "the picture"
  let snapshot: Snapshot
  /// Whether the original pixels are opaque, even if fitting has added transparent bars.
  let isOpaque: Bool

  init(_ snapshot: Snapshot, isOpaque: Bool? = nil) {
    self.snapshot = snapshot
    self.isOpaque = isOpaque ?? snapshot.isOpaque
  }
}

@_cdecl("segue_picture_new")
package func seguePictureNew(_ pixels: UnsafePointer<segue_pixels>?) -> OpaquePointer? {
  attempt { LibraryPicture(try CallerPixels(pixels, "the picture").copied()).owned }
}

@_cdecl("segue_picture_new_fitted")
package func seguePictureNewFitted(
  _ picture: OpaquePointer?, _ width: Int64, _ height: Int64, _ fit: Int32
) -> OpaquePointer? {
  attempt {
    let modes: [segue_fit: Fit] = [
      SEGUE_COVER: .cover, SEGUE_CONTAIN: .contain, SEGUE_STRETCH: .stretch, SEGUE_BLUR: .blur,
    ]
    guard let mode = modes[segue_fit(rawValue: UInt32(bitPattern: fit))] else {
      throw Refusal.argument("the fit \(fit) is unknown")
    }
    let size = try CallerPixels.size(width, height, "the fitted picture")
    let picture = try LibraryPicture.at(picture)
    return LibraryPicture(picture.snapshot.filling(size, fit: mode), isOpaque: picture.isOpaque).owned
  }
}

@_cdecl("segue_picture_free")
package func seguePictureFree(_ picture: OpaquePointer?) { LibraryPicture.free(picture) }
