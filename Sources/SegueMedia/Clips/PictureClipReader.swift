import SegueImaging
import SegueMath
import SegueSystem

/// Pictures of a clip that are decoded in this process, in order.
protocol ClipPictures: AnyObject {
  var count: Int { get }
  /// The time of picture `index`, in seconds after the first picture.
  func time(of index: Int) -> Ratio
  /// The picture after the next `skipped` ones, in sRGB; `nil` at the end or for corrupt data.
  func next(skipping skipped: Int) throws(SystemError) -> Snapshot?
}

/// Converts pictures to frames of a film, in the size of the clip's `ClipConform`.
final class PictureClipReader {
  private let pictures: any ClipPictures
  private let decoding: ClipDecoding
  private var pool: ClipFramePool
  private var conform: ClipConform
  private var current: (index: Int, frame: ClipFrame)?
  private var given = 0
  private(set) var changesShape = false

  /// Opens the clip; `nil` for a clip that `ffmpeg` decodes.
  init?(_ decoding: ClipDecoding, pool: ClipFramePool) throws {
    let info = decoding.conform.info
    if let sequence = info.sequence {
      pictures = SequencePictures(sequence, decoding.conform.video.nominalRate, limits: decoding.limits)
    } else if info.isAnimatedWebP {
      pictures = try WebPClip(path: info.path, limits: decoding.limits)
    } else {
      return nil
    }
    self.decoding = decoding
    self.pool = pool
    conform = decoding.conform
  }

  /// The next frame; `nil` for corrupt data.
  func next() throws(SystemError) -> ClipFrame? {
    // As in ffmpeg's fps filter: a picture begins at the nearest output frame, and the last one
    // to begin there is shown.
    let limit = decoding.start + Ratio(2 * given + 1, 2) / decoding.conform.target.rate
    var wanted = current?.index ?? 0
    while wanted + 1 < pictures.count, pictures.time(of: wanted + 1) < limit { wanted += 1 }
    given += 1
    if let current, current.index == wanted { return current.frame }
    guard let picture = try pictures.next(skipping: wanted - (current?.index ?? -1) - 1) else { return nil }
    if picture.size != conform.video.storedSize {
      changesShape = true
      conform = decoding.conform.fitting(ShapeRun(size: picture.size, sampleAspect: nil, count: 1))
      pool = ClipFramePool(conform)
    }
    let frame = pool.frame()
    let fitted = picture.framed(conform.framing).fitted(
      to: frame.size, fit: conform.target.fit == .cover ? .cover : .stretch)
    fitted.withUnsafeBytes { pixels in frame.withUnsafeMutableBytes { $0.copyMemory(from: pixels) } }
    current = (wanted, frame)
    return frame
  }
}
