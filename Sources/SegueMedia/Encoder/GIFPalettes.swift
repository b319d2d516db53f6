import SegueImaging
import SegueMath

/// The palette and the dither of each frame of a GIF, chosen by the frame's colours.
///
/// Frames with few colours are exact. They share a palette while all their colours fit into it;
/// further frames have their own. All other frames share a second palette. Flat frames are not
/// dithered, since a dither speckles them.
struct GIFPalettes {
  private enum Choice: Int { case dithered, flat, shared, own }

  let limit: Int
  /// Whether frames may have transparent pixels, which need an entry of every palette.
  let hasGaps: Bool
  private var sharedColors: Set<UInt32> = []
  private var lastPalette: Int?
  private(set) var repeatsFirst = false

  /// The lowest alpha of a pixel that is solid in the GIF.
  private static let minimumAlpha = 128

  init(limit: Int, hasGaps: Bool) {
    self.limit = limit
    self.hasGaps = hasGaps
  }

  /// The branches of ``graph(at:)`` for the next frame, whose RGBA `pixels` are in rows of `width`.
  ///
  /// ffmpeg encodes a frame that has the file's first palette as the difference from the previous
  /// frame. It compares palette indices, even if the previous frame has another palette. A renewed
  /// palette prevents this, but needs an unused entry. A first frame without an unused entry is
  /// sent twice. The first copy gives the file another first palette, and is removed from the
  /// finished file.
  mutating func branches(of pixels: UnsafeBufferPointer<UInt32>, width: Int) -> [Int] {
    let choice = choice(for: pixels, width: width)
    let palette = max(choice.rawValue, Choice.flat.rawValue)
    defer { lastPalette = palette }
    guard let last = lastPalette else {
      repeatsFirst = choice == .own && !hasGaps
      return repeatsFirst ? [Choice.dithered.rawValue, choice.rawValue] : [choice.rawValue]
    }
    return [choice == .own || last == palette ? choice.rawValue : choice.rawValue + 4]
  }

  private mutating func choice(for pixels: UnsafeBufferPointer<UInt32>, width: Int) -> Choice {
    var colors: Set<UInt32> = []
    var flatCount = 0
    for index in pixels.indices {
      let pixel = pixels[index]
      if index > 0, pixel == pixels[index - 1] {
        if index >= width, pixel == pixels[index - width] { flatCount += 1 }
      } else if colors.count <= limit, Self.isSolid(pixel) {
        colors.insert(pixel & 0xff_ffff)
      }
    }
    // Black is the colour of a frame without a solid pixel.
    if colors.isEmpty { colors = [0] }
    let all = sharedColors.union(colors)
    if all.count < limit {
      sharedColors = all
      return .shared
    }
    if colors.count <= limit { return .own }
    return flatCount * 4 >= pixels.count * 3 ? .flat : .dithered
  }

  /// The pixels with transparent pixels in the colour of a solid pixel, which adds no colour to the
  /// palette. `nil` if no pixel is transparent.
  func filled(_ pixels: UnsafeBufferPointer<UInt32>) -> [UInt32]? {
    guard hasGaps, !pixels.allSatisfy(Self.isSolid) else { return nil }
    let color = (pixels.first(where: Self.isSolid) ?? 0) & 0xff_ffff
    return pixels.map { Self.isSolid($0) ? $0 : color }
  }

  private static func isSolid(_ pixel: UInt32) -> Bool { pixel >> 24 >= minimumAlpha }

  /// ffmpeg's filters for frames at `rate`. A frame's timestamp modulo 8 is its branch. Branches 4
  /// to 6 equal branches 0 to 2, but with a renewed palette. That palette differs in the alpha of
  /// its transparent entry.
  func graph(at rate: Ratio) -> String {
    let palette = "format=rgb24,palettegen=max_colors=\(limit):stats_mode="
    let renewed = hasGaps ? "null" : "lutrgb=a='max(val,1)'"
    func labels(_ letter: String, _ count: Int) -> String {
      (0..<count).map { "[\(letter)\($0)]" }.joined()
    }
    var filters = "[0:v]split=9\(labels("i", 9));"
    filters += "[i7]select='lt(mod(pts,4),2)',\(palette)full,split=4[p0][p1][q4][q5];"
    filters += "[i8]select='eq(mod(pts,4),2)',\(palette)full,split[p2][q6];"
    for branch in 4...6 { filters += "[q\(branch)]\(renewed)[p\(branch)];" }
    for branch in 0...6 {
      filters += "[i\(branch)]select='eq(mod(pts,8),\(branch))',setpts='8*floor(PTS/8)'"
      let isOwn = branch == Choice.own.rawValue
      let own = "[o][b3];[o]\(palette)single:reserve_transparent=\(hasGaps ? 1 : 0)[p3];"
      filters += isOwn ? ",split\(own)" : "[b\(branch)];"
      let isDithered = branch % 4 == Choice.dithered.rawValue
      let dither = isDithered ? "\(Dither.standard.rawValue):diff_mode=rectangle" : "none"
      filters += "[b\(branch)][p\(branch)]paletteuse=dither=\(dither)"
      filters += ":alpha_threshold=\(Self.minimumAlpha)\(isOwn ? ":new=1" : "")[v\(branch)];"
    }
    filters += "\(labels("v", 7))interleave=nb_inputs=7,"
    return filters + "settb=\(rate.denominator)/\(rate.numerator),setpts=N,fps=\(rate)"
  }

  /// The header of the IVF stream of frames.
  ///
  /// **Source:** the IVF container, in which each frame follows its length and timestamp.
  static func head(of size: ImageSize) -> [UInt8] {
    Array("DKIF".utf8) + [0, 0, 32, 0] + Array("RGBA".utf8) + bytes(size.width, 2) + bytes(size.height, 2)
      + bytes(8, 4) + bytes(1, 4) + bytes(0, 8)
  }

  /// The IVF header of frame `index`. Its timestamp selects `branch` of ``graph(at:)``.
  static func head(ofFrame index: Int, branch: Int, byteCount: Int) -> [UInt8] {
    bytes(byteCount, 4) + bytes(index * 8 + branch, 8)
  }

  private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}

extension VideoArguments {
  /// The filters that give frames their palettes. With a named dither, all frames share one palette
  /// with a transparent entry.
  var palette: String {
    if let palettes = settings.palettes { return palettes.graph(at: shape.rate) }
    return "[0:v]split[a][b];[a]palettegen=max_colors=\(settings.colorCount):stats_mode=full[p];"
      + "[b][p]paletteuse=dither=\(settings.dither.rawValue):diff_mode=rectangle:alpha_threshold=128"
  }
}
