import SegueImaging
import SegueRendering
import SegueRun

/// The positions of a device and its screen in the frame, in pixels.
struct DeviceLayout: Sendable {
  let device: FilmDevice
  let shape: DeviceShape
  /// The size of the frame.
  let size: ImageSize
  /// The film's rectangle. Its distances from the frame's edges are even.
  let screen: PixelRect
  private let bezel: Int
  private let bar: Int

  /// A device around a screen of the size `screen`.
  /// - Parameter size: the size of the frame; `nil` adds the margin.
  init(_ device: FilmDevice, _ shape: DeviceShape, around screen: ImageSize, in size: ImageSize? = nil) {
    let unit = Double(min(screen.width, screen.height))
    func even(_ share: Double) -> Int { 2 * Int((share * unit / 2).rounded()) }
    self.device = device
    self.shape = shape
    bezel = max(2, even(shape.bezel))
    bar = even(shape.bar)
    let (width, height) = (screen.width + 2 * bezel, screen.height + 2 * bezel + bar)
    let margins = 2 * even(device.margin)
    self.size = size ?? ImageSize(width: width + margins, height: height + margins)
    let x0 = (self.size.width - width) / 4 * 2 + bezel
    let y0 = (self.size.height - height) / 4 * 2 + bezel + bar
    self.screen = PixelRect(x0: x0, y0: y0, x1: x0 + screen.width, y1: y0 + screen.height)
  }

  /// A device in frames of `size` with the largest screen that has the aspect ratio of `natural`.
  /// - Throws: `UsageError.invalidValue` if no screen fits.
  init(_ device: FilmDevice, _ shape: DeviceShape, showing natural: ImageSize, in size: ImageSize)
    throws(UsageError)
  {
    let own = DeviceLayout(device, shape, around: natural)
    if own.size == size {
      self = own
      return
    }
    let (width, height) = (Double(natural.width), Double(natural.height))
    let unit = min(width, height)
    let edges = 2 * (shape.bezel + device.margin) * unit
    let scale = min(
      Double(size.width) / (width + edges), Double(size.height) / (height + edges + shape.bar * unit))
    let ideal = ImageSize(width: Int(width * scale), height: Int(height * scale)).roundedDownToEven
    // Bezel and bar may have been rounded up.
    let outline = DeviceLayout(device, shape, around: ideal, in: size)
    let maximum = ImageSize(
      width: size.width - 2 * outline.bezel, height: size.height - 2 * outline.bezel - outline.bar)
    guard maximum.width > 1, maximum.height > 1 else {
      throw .invalidValue(
        option: .size, value: "\(size)",
        expected: "larger, since the \(device.kind.rawValue) leaves no screen")
    }
    let screen = ImageSize(width: min(ideal.width, maximum.width), height: min(ideal.height, maximum.height))
    self.init(device, shape, around: screen.roundedDownToEven, in: size)
  }

  var screenSize: ImageSize { ImageSize(width: screen.width, height: screen.height) }
  private var unit: Double { Double(min(screen.width, screen.height)) }

  /// The share of a pixel that the film covers, 0…1, computed at the pixel's centre.
  var share: (_ x: Double, _ y: Double) -> Double {
    let opening = opening.outside
    let pill = pill?.outside
    return { [size] x, y in
      let hidden = max(opening.value(x, y, size), pill.map { 1 - $0.value(x, y, size) } ?? 0)
      return 1 - max(0, min(1, hidden))
    }
  }

  /// The outline of the screen. Below a bar, its upper corners are square.
  private var opening: RoundedRectangle {
    let radius = shape.radius * unit
    let hidden = bar > 0 ? radius.rounded(.up) : 0
    return RoundedRectangle(
      x: Double(screen.x0), y: Double(screen.y0) - hidden, width: Double(screen.width),
      height: Double(screen.height) + hidden, radius: radius)
  }

  private var body: RoundedRectangle {
    RoundedRectangle(
      x: Double(screen.x0 - bezel), y: Double(screen.y0 - bezel - bar),
      width: Double(screen.width + 2 * bezel), height: Double(screen.height + 2 * bezel + bar),
      radius: shape.radius * unit + Double(bezel))
  }

  /// The pill in the middle of the screen's top edge, or of its left edge in a landscape film.
  private var pill: RoundedRectangle? {
    guard let pill = shape.pill else { return nil }
    let (along, across) = (pill.length * unit, pill.thickness * unit)
    let (start, distance) = ((unit - along) / 2, pill.distance * unit)
    let isTall = screen.height >= screen.width
    return RoundedRectangle(
      x: Double(screen.x0) + (isTall ? start : distance), y: Double(screen.y0) + (isTall ? distance : start),
      width: isTall ? along : across, height: isTall ? across : along, radius: across / 2)
  }

  /// The picture of the device over its background.
  /// - Parameter background: the colour at the top.
  func picture(over background: RGBAColor, _ depth: PixelDepth) -> Recipe {
    let ground =
      device.gradientEnd.map {
        Recipe.picture(.gradient([background, $0], degrees: 90, size: size, depth: depth))
      } ?? .color(background)
    var shadow = body
    shadow.y += 0.02 * unit
    let blurred = shadow.drawn(.black, over: .color(.transparent)).gaussianBlurred(sigma: 0.03 * unit)
    let below = Recipe.stack(
      [RecipeLayer(ground), RecipeLayer(blurred, opacity: device.shadow)], background: .transparent)
    let color = device.bezel ?? shape.color
    var whole = body.drawn(color, over: below)
    // Enlarge the pill by a pixel, so that its blended edge contains no screen colour. The film covers the
    // excess.
    if let pill {
      let island = RoundedRectangle(
        x: pill.x - 1, y: pill.y - 1, width: pill.width + 2, height: pill.height + 2, radius: pill.radius + 1)
      whole = island.drawn(shape.color, over: whole)
    }
    return bar > 0 ? withBar(whole, color.isLight ? .black : .white) : whole
  }

  /// `picture` with three dots and an address field in the bar.
  private func withBar(_ picture: Recipe, _ ink: RGBAColor) -> Recipe {
    let height = Double(bar)
    func box(_ x: Double, _ width: Double, _ thickness: Double) -> RoundedRectangle {
      RoundedRectangle(
        x: x, y: body.y + Double(bezel) + (height - thickness) / 2, width: width, height: thickness,
        radius: thickness / 2)
    }
    let dots = (0..<3).map { box(body.x + height * (0.5 + 0.45 * Double($0)), height * 0.25, height * 0.25) }
    let field = box(body.x + body.width / 4, body.width / 2, height * 0.56)
    let marked = dots.reduce(picture) { .mix($0, $1.drawn(ink, over: $0), amount: 0.3) }
    return .mix(marked, field.drawn(ink, over: marked), amount: 0.08)
  }
}

extension RoundedRectangle {
  fileprivate var outside: MatteField { .outside(x: x, y: y, width: width, height: height, radius: radius) }

  fileprivate func drawn(_ color: RGBAColor, over picture: Recipe) -> Recipe {
    .matte(picture, .color(color), Matte(field: outside, progress: 0.5, softness: 1))
  }
}

extension RGBAColor {
  /// Whether the BT.709 luma is above one half.
  fileprivate var isLight: Bool { 2126 * Int(red) + 7152 * Int(green) + 722 * Int(blue) > 1_275_000 }
}
