import SegueImaging
import SegueMath

/// The arguments of the `ffmpeg` process that converts a clip to frames of the film.
///
/// The output is RGBA if the clip has alpha or the film keeps chroma, else the film's 4:2:0 planes.
/// The output excludes the borders of `contain` and `blur`.
///
/// **Source:** `man ffmpeg-filters` for `fps`, `scale`, `bwdif`; the conversion from HDR to BT.709
/// is the common chain of zscale and tonemap with Hable's curve. Conversion to HDR goes through
/// display light, as in `ColorConversion`, because zscale's approximations (`agamma`) are off by up
/// to 87 10-bit code values.
package struct ClipConform: Sendable, Hashable {
  package let info: ClipInfo
  package private(set) var video: ClipInfo.Video
  /// Whether the clip also has pictures of other sizes, which are skipped.
  var isInset: Bool { clipFormat != nil }
  /// The pixel format of a clip with pictures of several sizes; `nil` for a clip of one size.
  private var clipFormat: PixelFormat?
  package let target: ClipTarget
  package let framing: ClipFraming

  package init(
    _ info: ClipInfo, _ video: ClipInfo.Video, framing: ClipFraming = ClipFraming(), to target: ClipTarget
  ) {
    self.info = info
    self.video = video
    self.framing = framing
    self.target = target
  }

  /// Layout of the decoded frames.
  package var format: PixelFormat {
    if let clipFormat { return clipFormat }
    // zscale converts other colours to HDR as planes.
    let isDirect = !target.color.isHDR || video.color == target.color
    let keepsChroma = target.keepsChroma && isDirect && !keepsSamples
    guard video.hasAlpha || keepsChroma else { return target.planes }
    return info.isAnimatedWebP ? .rgba8 : PixelFormat(target.planes.depth)
  }

  /// The colour encoding of the decoded values.
  package var color: ColorEncoding { format.planeColor ?? (target.color.isHDR ? video.color : .sdr) }

  /// The clip's rectangle in the film's frame: the whole frame except for `contain` and `blur`.
  /// In a frame with even sides, every edge is even.
  package var placement: PixelRect {
    guard [.contain, .blur].contains(target.fit) else { return PixelRect(target.size) }
    let scaled = scaledSize
    let x = (target.size.width - scaled.width) / 4 * 2
    let y = (target.size.height - scaled.height) / 4 * 2
    return PixelRect(x0: x, y0: y, x1: x + scaled.width, y1: y + scaled.height)
  }

  package var outputSize: ImageSize { placement.size }

  /// Whether the decoded frames are used unchanged.
  var isExact: Bool {
    hasFilmValues && video.pixelFormat == format.ffmpegName && video.storedSize == target.size
  }

  /// Whether the film can use the clip's 4:2:0 samples unscaled and unconverted. RGBA would not add
  /// chroma detail.
  private var keepsSamples: Bool {
    target.size.isEven && hasFilmValues && video.pixelFormat.hasPrefix("yuv420p")
      && video.storedSize == scaledSize
  }

  /// Whether the samples have the film's encoding and are shown as stored: opaque, progressive,
  /// upright, uncropped, with square pixels.
  private var hasFilmValues: Bool {
    !video.isFullRange && video.matrix == matrix && !video.isInterlaced
      && video.color == target.color && !video.needsColorConversion && !video.hasAlpha
      && video.orientation == .normal && video.visible == nil && framing.isWhole
      && video.sampleAspect.numerator == video.sampleAspect.denominator
  }

  /// Size after scaling and before cropping: even sides, unless the frame has an odd side and is RGBA.
  var scaledSize: ImageSize {
    let (shown, size) = (shownSize, target.size)
    let (x, y) = (Double(size.width) / shown.width, Double(size.height) / shown.height)
    let step = size.isEven ? 2.0 : 1
    func side(_ value: Double, minimum: Int, maximum: Int) -> Int {
      min(maximum, max(minimum, Int(limiting: (value / step).rounded() * step)))
    }
    switch target.fit {
    case .stretch: return size
    case .cover where isSquare && Fit.isNearly(framedSize, size): return framedSize
    case .cover:
      let scale = max(x, y)
      return ImageSize(
        width: side(shown.width * scale, minimum: size.width, maximum: .max),
        height: side(shown.height * scale, minimum: size.height, maximum: .max))
    case .contain, .blur:
      let scale = min(x, y)
      return ImageSize(
        width: side(shown.width * scale, minimum: 2, maximum: size.width),
        height: side(shown.height * scale, minimum: 2, maximum: size.height))
    }
  }

  /// Whether the framed pictures already have the display size.
  private var isSquare: Bool { shownSize == (Double(framedSize.width), Double(framedSize.height)) }

  /// Display size, unrounded.
  private var shownSize: (width: Double, height: Double) {
    let width = Double(video.visibleSize.width) * video.sampleAspect.value
    let height = Double(video.visibleSize.height)
    let (w, h) = video.isTurned != framing.isTurned ? (height, width) : (width, height)
    return (w * framing.crop.width, h * framing.crop.height)
  }

  func fitting(_ shape: ShapeRun) -> ClipConform {
    var conform = self
    conform.clipFormat = format
    let size = video.isTurned ? shape.size.transposed : shape.size
    let aspect = shape.sampleAspect.map { video.isTurned ? Ratio($0.denominator, $0.numerator) : $0 }
    conform.video.sampleAspect =
      aspect ?? (size == video.storedSize ? video.sampleAspect : Ratio(1, 1))
    if size != video.storedSize { conform.video.visible = nil }
    conform.video.storedSize = size
    return conform
  }

  /// Decoded size in display orientation.
  var orientedSize: ImageSize { video.isTurned ? video.storedSize.transposed : video.storedSize }

  /// The part that the container shows, in display orientation; `nil` for the whole picture.
  var visible: PixelRect? {
    guard let part = video.visible, let orientation = video.orientation else { return nil }
    return orientation.apply(to: part, of: video.storedSize)
  }

  var shownPart: ImageSize { visible?.size ?? orientedSize }

  var framedSize: ImageSize {
    framing.part(of: framing.turned(shownPart), step: framing.crop == .whole ? 1 : 2).size
  }
}
