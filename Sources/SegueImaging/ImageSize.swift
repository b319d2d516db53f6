/// The width and height of a picture in pixels. Sides are unchecked. Functions that make pictures
/// throw for sides below 1.
public struct ImageSize: Sendable, Hashable, CustomStringConvertible {
  /// The maximum side of a frame, in pixels.
  package static let largestSide = 16_384

  /// The width: the number of columns, in pixels.
  public var width: Int
  /// The height: the number of rows, in pixels.
  public var height: Int

  /// A size of `width` × `height` pixels, unchecked.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The number of pixels, at most `Int.max`; 0 if a side is below 1.
  public var area: Int {
    guard width > 0, height > 0 else { return 0 }
    let (area, isTooLarge) = width.multipliedReportingOverflow(by: height)
    return isTooLarge ? .max : area
  }

  /// The size with width and height exchanged.
  package var transposed: ImageSize { ImageSize(width: height, height: width) }

  /// The nearest valid size of a frame.
  package var limitedToFrames: ImageSize {
    func side(_ length: Int) -> Int { min(max(length, 1), Self.largestSide) }
    return ImageSize(width: side(width), height: side(height))
  }

  /// Width over height.
  package var aspectRatio: Double { Double(width) / Double(height) }

  /// The cropped fraction, 0…1, of a picture of this size that covers a frame of `size`.
  package func croppedFraction(covering size: ImageSize) -> Double {
    let ratio = aspectRatio / size.aspectRatio
    return 1 - min(ratio, 1 / ratio)
  }

  /// The cropped fraction above which a notice is reported.
  package static let noticeableCrop = 1.0 / 3

  /// The size with each side rounded down to an even number, at least 2.
  package var roundedDownToEven: ImageSize {
    ImageSize(width: max(2, width & ~1), height: max(2, height & ~1))
  }

  /// The largest size with the same aspect ratio that fits `bounds` and this size; sides are
  /// rounded to whole pixels.
  package func scaledDown(toFit bounds: ImageSize) -> ImageSize {
    let scale = min(1, Double(bounds.width) / Double(width), Double(bounds.height) / Double(height))
    func side(_ length: Int) -> Int { max(1, Int(limiting: (Double(length) * scale).rounded())) }
    return ImageSize(width: side(width), height: side(height))
  }

  /// Whether both sides are even, as 4:2:0 chroma needs.
  package var isEven: Bool { width % 2 == 0 && height % 2 == 0 }

  /// `WIDTHxHEIGHT`, as on the command line.
  public var description: String { "\(width)x\(height)" }
}

extension ImageSize {
  /// Reads `WIDTHxHEIGHT`, both from 1 to 16384, or a name such as `1080p`, in upper or lower case.
  /// `nil` for other texts.
  ///
  /// **Source:** the names are the video sizes of ffmpeg-utils(1), and common ones such as `1080p`
  /// and `square`.
  public init?(_ text: String) {
    let text = text.lowercased()
    if let known = Self.named.first(where: { $0.name == text }) {
      self = known.size
      return
    }
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Self.side(parts[0]), let height = Self.side(parts[1]) else {
      return nil
    }
    self.init(width: width, height: height)
  }

  /// A number of pixels from 1 to 16384 in decimal digits.
  static func side(_ text: Substring) -> Int? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }), let side = Int(text), (1...16384).contains(side)
    else { return nil }
    return side
  }

  /// The named sizes: ffmpeg's, video sizes by their number of rows such as `720p`, and the formats
  /// of social media.
  ///
  /// **Source:** the video sizes of ffmpeg-utils(1).
  package static let named: [(name: String, size: ImageSize)] = table.split(separator: ",").map { entry in
    let words = entry.split(whereSeparator: \.isWhitespace)
    let sides = words[1].split(separator: "x").compactMap { Int($0) }
    return (String(words[0]), ImageSize(width: sides[0], height: sides[1]))
  }

  private static let table = """
    480p 854x480, 720p 1280x720, 1080p 1920x1080, 1440p 2560x1440, 2160p 3840x2160, 4320p 7680x4320,
    square 1080x1080, portrait 1080x1350, story 1080x1920,
    ntsc 720x480, pal 720x576, qntsc 352x240, qpal 352x288, sntsc 640x480, spal 768x576, film 352x240,
    ntsc-film 352x240, sqcif 128x96, qcif 176x144, cif 352x288, 4cif 704x576, 16cif 1408x1152, qqvga 160x120,
    qvga 320x240, vga 640x480, svga 800x600, xga 1024x768, uxga 1600x1200, qxga 2048x1536, sxga 1280x1024,
    qsxga 2560x2048, hsxga 5120x4096, wvga 852x480, wxga 1366x768, wsxga 1600x1024, wuxga 1920x1200,
    woxga 2560x1600, wqsxga 3200x2048, wquxga 3840x2400, whsxga 6400x4096, whuxga 7680x4800, cga 320x200,
    ega 640x350, hd480 852x480, hd720 1280x720, hd1080 1920x1080, 2k 2048x1080, 2kflat 1998x1080,
    2kscope 2048x858, 4k 4096x2160, 4kflat 3996x2160, 4kscope 4096x1716, nhd 640x360, hqvga 240x160,
    wqvga 400x240, fwqvga 432x240, hvga 480x320, qhd 960x540, 2kdci 2048x1080, 4kdci 4096x2160,
    uhd2160 3840x2160, uhd4320 7680x4320
    """
}

/// A requested size of frames: both sides, or one side. An omitted side follows a picture's aspect
/// ratio.
public enum FrameSize: Sendable, Hashable, CustomStringConvertible {
  /// Both sides, each from 1 to 16384 pixels.
  case exact(ImageSize)
  /// The width in pixels, 1 to 16384; the height follows.
  case width(Int)
  /// The height in pixels, 1 to 16384; the width follows.
  case height(Int)

  /// A description of the accepted texts, for messages.
  package static let expected =
    "WIDTHxHEIGHT, WIDTHx or xHEIGHT, each from 1 to 16384, or a name such as 1080p or square"

  /// Reads `WIDTHxHEIGHT`, `WIDTHx`, `xHEIGHT`, sides from 1 to 16384, or a name such as `1080p`;
  /// `nil` for other texts.
  package init?(_ text: String) {
    let lower = text.lowercased()
    if let size = ImageSize(lower) {
      self = .exact(size)
    } else if lower.hasSuffix("x"), let width = ImageSize.side(lower.dropLast()) {
      self = .width(width)
    } else if lower.hasPrefix("x"), let height = ImageSize.side(lower.dropFirst()) {
      self = .height(height)
    } else {
      return nil
    }
  }

  /// The size for a picture of `shape`. An omitted side follows the aspect ratio, rounded to the
  /// nearest pixel, at least 1. With `isEven`, it is rounded to the nearest even number, at least
  /// 2. A given side is never changed.
  package func size(for shape: ImageSize, isEven: Bool = false) -> ImageSize {
    func side(_ value: Double) -> Int {
      isEven ? max(2, Int(limiting: (value / 2).rounded() * 2)) : max(1, Int(limiting: value.rounded()))
    }
    return switch self {
    case .exact(let size): size
    case .width(let width): ImageSize(width: width, height: side(Double(width) / shape.aspectRatio))
    case .height(let height): ImageSize(width: side(Double(height) * shape.aspectRatio), height: height)
    }
  }

  /// Whether every given side is valid for a frame.
  package var isPossible: Bool {
    let sides = 1...ImageSize.largestSide
    return switch self {
    case .exact(let size): sides.contains(size.width) && sides.contains(size.height)
    case .width(let side), .height(let side): sides.contains(side)
    }
  }

  /// Whether every given side is even.
  package var isEven: Bool {
    switch self {
    case .exact(let size): size.isEven
    case .width(let side), .height(let side): side % 2 == 0
    }
  }

  /// The size as typed: `1920x1080`, `1920x` or `x1080`.
  public var description: String {
    switch self {
    case .exact(let size): size.description
    case .width(let width): "\(width)x"
    case .height(let height): "x\(height)"
    }
  }
}
