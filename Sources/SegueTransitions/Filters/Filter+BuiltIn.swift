import SegueImaging
import SegueRendering

/// The filters that come with Segue, in the order of ``FilterCatalogue``.
extension Filter {
  /// Cells of one colour.
  public static func pixellate(width: Number? = nil) -> Filter { Filter("pixellate", ["width": width]) }

  /// A Gaussian blur.
  public static func blur(radius: Number? = nil) -> Filter { Filter("blur", ["radius": radius]) }

  /// The even average of a square around each pixel.
  public static func boxBlur(radius: Number? = nil) -> Filter { Filter("box-blur", ["radius": radius]) }

  /// Smeared along a line.
  public static func motionBlur(length: Number? = nil, angle: Number? = nil) -> Filter {
    Filter("motion-blur", ["length": length, "angle": angle])
  }

  /// Smeared toward and away from a point.
  public static func zoomBlur(size: Number? = nil, x: Number? = nil, y: Number? = nil) -> Filter {
    Filter("zoom-blur", ["size": size, "x": x, "y": y])
  }

  /// Adds to red, green and blue.
  public static func brightness(amount: Number? = nil) -> Filter { Filter("brightness", ["amount": amount]) }

  /// Brightens or darkens by stops.
  public static func exposure(stops: Number? = nil) -> Filter { Filter("exposure", ["stops": stops]) }

  /// Spreads values from the middle.
  public static func contrast(amount: Number? = nil) -> Filter { Filter("contrast", ["amount": amount]) }

  /// Raises values to a power.
  public static func gamma(exponent: Number? = nil) -> Filter { Filter("gamma", ["exponent": exponent]) }

  /// Multiplies red, green and blue.
  public static func rgb(red: Number? = nil, green: Number? = nil, blue: Number? = nil) -> Filter {
    Filter("rgb", ["red": red, "green": green, "blue": blue])
  }

  /// Spreads a range of values over another one, with a gamma.
  public static func levels(
    min: Number? = nil, gamma: Number? = nil, max: Number? = nil, minOut: Number? = nil, maxOut: Number? = nil
  ) -> Filter {
    Filter("levels", ["min": min, "gamma": gamma, "max": max, "min-out": minOut, "max-out": maxOut])
  }

  /// A smooth curve through points.
  public static func curve(points: KeyValuePairs<Number, Number>? = nil, channel: Channel? = nil) -> Filter {
    Filter("curve", ["points": points, "channel": channel])
  }

  /// Fewer levels.
  public static func posterize(levels: Number? = nil) -> Filter { Filter("posterize", ["levels": levels]) }

  /// The negative.
  public static func invert() -> Filter { Filter("invert") }

  /// Fades toward transparent.
  public static func opacity(amount: Number? = nil) -> Filter { Filter("opacity", ["amount": amount]) }

  /// Warmer or colder, more green or more magenta.
  public static func whiteBalance(temperature: Number? = nil, tint: Number? = nil) -> Filter {
    Filter("white-balance", ["temperature": temperature, "tint": tint])
  }

  /// Takes white haze away, or adds it.
  public static func haze(distance: Number? = nil, slope: Number? = nil) -> Filter {
    Filter("haze", ["distance": distance, "slope": slope])
  }

  /// Black and white.
  public static func threshold(threshold: Number? = nil) -> Filter {
    Filter("threshold", ["threshold": threshold])
  }

  /// Black and white, by the picture's own mean brightness.
  public static func averageThreshold(multiplier: Number? = nil) -> Filter {
    Filter("average-threshold", ["multiplier": multiplier])
  }

  /// From one colour for black to another for white.
  public static func falseColor(first: RGBAColor? = nil, second: RGBAColor? = nil) -> Filter {
    Filter("false-color", ["first": first, "second": second])
  }

  /// All values of a channel equally often, as far as there are any: the most contrast.
  public static func histogramEqualization() -> Filter { Filter("histogram-equalization") }

  /// Without colour.
  public static func grayscale() -> Filter { Filter("grayscale") }

  /// More or less colourful.
  public static func saturation(amount: Number? = nil) -> Filter { Filter("saturation", ["amount": amount]) }

  /// The brown of old prints.
  public static func sepia(intensity: Number? = nil) -> Filter { Filter("sepia", ["intensity": intensity]) }

  /// Turns the hues.
  public static func hue(angle: Number? = nil) -> Filter { Filter("hue", ["angle": angle]) }

  /// Red, green and blue by a matrix.
  public static func matrix(
    redRed: Number? = nil, redGreen: Number? = nil, redBlue: Number? = nil, redAdded: Number? = nil,
    greenRed: Number? = nil, greenGreen: Number? = nil, greenBlue: Number? = nil, greenAdded: Number? = nil,
    blueRed: Number? = nil, blueGreen: Number? = nil, blueBlue: Number? = nil, blueAdded: Number? = nil,
    intensity: Number? = nil
  ) -> Filter {
    Filter(
      "matrix",
      [
        "red-red": redRed, "red-green": redGreen, "red-blue": redBlue, "red-added": redAdded,
        "green-red": greenRed, "green-green": greenGreen, "green-blue": greenBlue, "green-added": greenAdded,
        "blue-red": blueRed, "blue-green": blueGreen, "blue-blue": blueBlue, "blue-added": blueAdded,
        "intensity": intensity,
      ])
  }

  /// In the shades of one colour.
  public static func monochrome(color: RGBAColor? = nil, intensity: Number? = nil) -> Filter {
    Filter("monochrome", ["color": color, "intensity": intensity])
  }

  /// Darkens what is bright, brightens what is dark.
  public static func highlightsShadows(highlights: Number? = nil, shadows: Number? = nil) -> Filter {
    Filter("highlights-shadows", ["highlights": highlights, "shadows": shadows])
  }

  /// Brings all brightness closer to the middle.
  public static func luminanceRange(reduction: Number? = nil) -> Filter {
    Filter("luminance-range", ["reduction": reduction])
  }

  /// Inverts what is dark.
  public static func solarize(threshold: Number? = nil) -> Filter {
    Filter("solarize", ["threshold": threshold])
  }

  /// More colour where there is little.
  public static func vibrance(amount: Number? = nil) -> Filter { Filter("vibrance", ["amount": amount]) }

  /// Turns the hues of skin toward red or toward green.
  public static func skinTone(amount: Number? = nil) -> Filter { Filter("skin-tone", ["amount": amount]) }

  /// A tint for what is dark and one for what is bright.
  public static func highlightShadowTint(
    shadowColor: RGBAColor? = nil, shadowIntensity: Number? = nil, highlightColor: RGBAColor? = nil,
    highlightIntensity: Number? = nil
  ) -> Filter {
    Filter(
      "highlight-shadow-tint",
      [
        "shadow-color": shadowColor, "shadow-intensity": shadowIntensity, "highlight-color": highlightColor,
        "highlight-intensity": highlightIntensity,
      ])
  }

  /// The four colours of early colour displays, in coarse cells.
  public static func cga() -> Filter { Filter("cga") }

  /// A colour table from a .cube file or a picture.
  public static func lut(file: String, intensity: Number? = nil, layout: TableLayout? = nil) -> Filter {
    Filter("lut", ["file": file, "intensity": intensity, "layout": layout])
  }

  /// The weighted sum of a pixel and its neighbours.
  public static func convolve(
    topLeft: Number? = nil, top: Number? = nil, topRight: Number? = nil, left: Number? = nil,
    middle: Number? = nil, right: Number? = nil, bottomLeft: Number? = nil, bottom: Number? = nil,
    bottomRight: Number? = nil
  ) -> Filter {
    Filter(
      "convolve",
      [
        "top-left": topLeft, "top": top, "top-right": topRight, "left": left, "middle": middle,
        "right": right, "bottom-left": bottomLeft, "bottom": bottom, "bottom-right": bottomRight,
      ])
  }

  /// Sharper, or softer.
  public static func sharpen(amount: Number? = nil) -> Filter { Filter("sharpen", ["amount": amount]) }

  /// An unsharp mask: the difference from a blurred picture, more or less of it.
  public static func unsharp(radius: Number? = nil, intensity: Number? = nil) -> Filter {
    Filter("unsharp", ["radius": radius, "intensity": intensity])
  }

  /// Lit from one corner, as if in relief.
  public static func emboss(intensity: Number? = nil) -> Filter { Filter("emboss", ["intensity": intensity]) }

  /// Edges on grey.
  public static func laplacian() -> Filter { Filter("laplacian") }

  /// Edges, bright on black.
  public static func sobel(strength: Number? = nil) -> Filter { Filter("sobel", ["strength": strength]) }

  /// Edges, bright on black, by Prewitt's weights.
  public static func prewitt(strength: Number? = nil) -> Filter { Filter("prewitt", ["strength": strength]) }

  /// Edges, white on black.
  public static func thresholdEdge(threshold: Number? = nil, strength: Number? = nil) -> Filter {
    Filter("threshold-edge", ["threshold": threshold, "strength": strength])
  }

  /// Edges as a pencil draws them.
  public static func sketch(strength: Number? = nil) -> Filter { Filter("sketch", ["strength": strength]) }

  /// Edges in black on white.
  public static func thresholdSketch(threshold: Number? = nil, strength: Number? = nil) -> Filter {
    Filter("threshold-sketch", ["threshold": threshold, "strength": strength])
  }

  /// Few levels and black outlines.
  public static func toon(threshold: Number? = nil, levels: Number? = nil) -> Filter {
    Filter("toon", ["threshold": threshold, "levels": levels])
  }

  /// Blurred, then few levels and black outlines.
  public static func smoothToon(
    radius: Number? = nil, threshold: Number? = nil, levels: Number? = nil
  ) -> Filter {
    Filter("smooth-toon", ["radius": radius, "threshold": threshold, "levels": levels])
  }

  /// Dark shapes grow.
  public static func erode(radius: Number? = nil) -> Filter { Filter("erode", ["radius": radius]) }

  /// Bright shapes grow.
  public static func dilate(radius: Number? = nil) -> Filter { Filter("dilate", ["radius": radius]) }

  /// Small bright shapes vanish.
  public static func open(radius: Number? = nil) -> Filter { Filter("open", ["radius": radius]) }

  /// Small dark shapes vanish.
  public static func close(radius: Number? = nil) -> Filter { Filter("close", ["radius": radius]) }

  /// Specks vanish, edges stay: the middle of nine.
  public static func median() -> Filter { Filter("median") }

  /// Smooth areas, edges kept.
  public static func bilateral(step: Number? = nil, edge: Number? = nil) -> Filter {
    Filter("bilateral", ["step": step, "edge": edge])
  }

  /// Strokes of a brush, edges kept.
  public static func kuwahara(radius: Number? = nil) -> Filter { Filter("kuwahara", ["radius": radius]) }

  /// Black and white, by the brightness around each pixel.
  public static func adaptiveThreshold(radius: Number? = nil, offset: Number? = nil) -> Filter {
    Filter("adaptive-threshold", ["radius": radius, "offset": offset])
  }

  /// Darkens toward the corners, in a circle.
  public static func vignette(
    strength: Number? = nil, start: Number? = nil, end: Number? = nil, x: Number? = nil, y: Number? = nil,
    color: RGBAColor? = nil
  ) -> Filter {
    Filter("vignette", ["strength": strength, "start": start, "end": end, "x": x, "y": y, "color": color])
  }

  /// Sharp in a band alone, as if the scene were small.
  public static func tiltShift(
    blur: Number? = nil, top: Number? = nil, bottom: Number? = nil, falloff: Number? = nil
  ) -> Filter {
    Filter("tilt-shift", ["blur": blur, "top": top, "bottom": bottom, "falloff": falloff])
  }

  /// Sharp in a circle alone.
  public static func selectiveBlur(
    blur: Number? = nil, radius: Number? = nil, softness: Number? = nil, x: Number? = nil, y: Number? = nil
  ) -> Filter {
    Filter("selective-blur", ["blur": blur, "radius": radius, "softness": softness, "x": x, "y": y])
  }

  /// Blurred in a circle alone.
  public static func blurPosition(
    blur: Number? = nil, radius: Number? = nil, x: Number? = nil, y: Number? = nil
  ) -> Filter {
    Filter("blur-position", ["blur": blur, "radius": radius, "x": x, "y": y])
  }

  /// Cells in a circle alone.
  public static func pixellatePosition(
    width: Number? = nil, radius: Number? = nil, x: Number? = nil, y: Number? = nil
  ) -> Filter {
    Filter("pixellate-position", ["width": width, "radius": radius, "x": x, "y": y])
  }

  /// Dots of one colour on black.
  public static func polkaDot(size: Number? = nil, scale: Number? = nil) -> Filter {
    Filter("polka-dot", ["size": size, "scale": scale])
  }

  /// Black dots on white, larger where it is dark, as in print.
  public static func halftone(size: Number? = nil) -> Filter { Filter("halftone", ["size": size]) }

  /// Black strokes on white, more of them where it is dark.
  public static func crosshatch(spacing: Number? = nil, width: Number? = nil) -> Filter {
    Filter("crosshatch", ["spacing": spacing, "width": width])
  }

  /// Soft noise between two colours over the picture.
  public static func perlinNoise(
    amount: Number? = nil, scale: Number? = nil, start: RGBAColor? = nil, finish: RGBAColor? = nil
  ) -> Filter {
    Filter("perlin-noise", ["amount": amount, "scale": scale, "start": start, "finish": finish])
  }

  /// A colour blended onto the picture.
  public static func blend(color: RGBAColor? = nil, mode: BlendMode? = nil, amount: Number? = nil) -> Filter {
    Filter("blend", ["color": color, "mode": mode, "amount": amount])
  }

  /// Another picture, stretched to the frame, blended onto the picture.
  public static func blendPicture(file: String, mode: BlendMode? = nil, amount: Number? = nil) -> Filter {
    Filter("blend-picture", ["file": file, "mode": mode, "amount": amount])
  }

  /// Transparent where it has a colour: a green screen.
  public static func chromaKey(
    color: RGBAColor? = nil, threshold: Number? = nil, smoothing: Number? = nil
  ) -> Filter {
    Filter("chroma-key", ["color": color, "threshold": threshold, "smoothing": smoothing])
  }

  /// Turned about a point, most in the middle.
  public static func swirl(
    angle: Number? = nil, radius: Number? = nil, x: Number? = nil, y: Number? = nil
  ) -> Filter {
    Filter("swirl", ["angle": angle, "radius": radius, "x": x, "y": y])
  }

  /// Bulges out of the picture, or into it.
  public static func bulge(
    scale: Number? = nil, radius: Number? = nil, x: Number? = nil, y: Number? = nil
  ) -> Filter {
    Filter("bulge", ["scale": scale, "radius": radius, "x": x, "y": y])
  }

  /// Pinches the picture toward a point.
  public static func pinch(
    scale: Number? = nil, radius: Number? = nil, x: Number? = nil, y: Number? = nil
  ) -> Filter {
    Filter("pinch", ["scale": scale, "radius": radius, "x": x, "y": y])
  }

  /// The middle twice as large, the edges compressed.
  public static func stretch(amount: Number? = nil) -> Filter { Filter("stretch", ["amount": amount]) }

  /// Cells between circles and rays about a point.
  public static func polarPixellate(
    size: Number? = nil, angle: Number? = nil, x: Number? = nil, y: Number? = nil
  ) -> Filter {
    Filter("polar-pixellate", ["size": size, "angle": angle, "x": x, "y": y])
  }

  /// A sphere of glass before the picture, which is seen in it upside down.
  public static func sphereRefraction(
    radius: Number? = nil, x: Number? = nil, y: Number? = nil, index: Number? = nil
  ) -> Filter {
    Filter("sphere-refraction", ["radius": radius, "x": x, "y": y, "index": index])
  }

  /// A sphere of glass before the picture, with lights on it.
  public static func glassSphere(
    radius: Number? = nil, x: Number? = nil, y: Number? = nil, index: Number? = nil
  ) -> Filter {
    Filter("glass-sphere", ["radius": radius, "x": x, "y": y, "index": index])
  }

  /// The picture turned in space, transparent around it.
  public static func perspective(
    turn: Number? = nil, tilt: Number? = nil, roll: Number? = nil, distance: Number? = nil,
    scale: Number? = nil
  ) -> Filter {
    Filter("perspective", ["turn": turn, "tilt": tilt, "roll": roll, "distance": distance, "scale": scale])
  }
}
