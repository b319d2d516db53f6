import SegueImaging
import SegueMath
import SegueSystem

/// Pictures of a clip that are decoded in this process, each after the one before.
protocol ClipPictures: AnyObject {
  /// The number of pictures.
  var count: Int { get }
  /// The time of picture `index`, in seconds after the first one.
  func time(of index: Int) -> Ratio
  /// The picture after `skipped` others, in sRGB; `nil` at the end, and where the data is corrupt.
  func next(skipping skipped: Int) throws(MediaError) -> Snapshot?
}

/// The frames of a film that pictures give, in the size that the clip's `ClipConform` says.
///
/// **Thread-safety:** for one thread.
final class PictureClipReader {
  private let pictures: any ClipPictures
  private let decoding: ClipDecoding
  private var pool: ClipFramePool
  private var conform: ClipConform
  /// The picture that is shown, and its index.
  private var shown: (index: Int, frame: ClipFrame)?
  private var given = 0
  /// Whether pictures have differed in size.
  private(set) var changesShape = false

  /// Opens the clip; `nil` for one that `ffmpeg` decodes.
  /// - Throws: `MediaError.unreadable`, `.badData`.
  init?(_ decoding: ClipDecoding, pool: ClipFramePool) throws {
    let info = decoding.conform.info
    if let sequence = info.sequence {
      pictures = SequencePictures(sequence, decoding.conform.video.nominalRate, limits: decoding.limits)
    } else if info.isAnimatedWebP {
      pictures = try WebPClip(path: info.path, limits: decoding.limits)
    } else {
      return nil
    }
    (self.decoding, self.pool, conform) = (decoding, pool, decoding.conform)
  }

  /// The next frame; `nil` where the data is corrupt.
  /// - Throws: `MediaError` for a picture that cannot be read.
  func next() throws(MediaError) -> ClipFrame? {
    // As ffmpeg's fps: a picture begins in the nearest frame of the film, and the last one that does is seen.
    let limit = decoding.start + Ratio(2 * given + 1, 2) / decoding.conform.target.rate
    var wanted = shown?.index ?? 0
    while wanted + 1 < pictures.count, pictures.time(of: wanted + 1) < limit { wanted += 1 }
    given += 1
    if let shown, shown.index == wanted { return shown.frame }
    guard let picture = try pictures.next(skipping: wanted - (shown?.index ?? -1) - 1) else { return nil }
    if picture.size != conform.video.storedSize {
      changesShape = true
      conform = decoding.conform.fitting(PictureShapes(size: picture.size, sampleAspect: nil, count: 1))
      pool = ClipFramePool(conform)
    }
    let frame = pool.frame()
    let fitted = picture.framed(conform.framing).fitted(
      to: frame.size, fit: conform.target.fit == .cover ? .cover : .stretch)
    fitted.withUnsafeBytes { pixels in frame.withUnsafeMutableBytes { $0.copyMemory(from: pixels) } }
    shown = (wanted, frame)
    return frame
  }
}
