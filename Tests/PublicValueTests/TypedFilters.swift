import Segue
import TestSupport
import Testing

@testable import SegueTransitions

/// Every filter that a program can name as a value.
@Suite("Filters as values") struct TypedFilters {
  /// With all values, each number being `number`, in the catalogue's order.
  static func all(_ number: Filter.Number) -> [Filter] {
    let n = number
    return [
      .pixellate(width: n),
      .blur(radius: n),
      .boxBlur(radius: n),
      .motionBlur(length: n, angle: n),
      .zoomBlur(size: n, x: n, y: n),
      .brightness(amount: n),
      .exposure(stops: n),
      .contrast(amount: n),
      .gamma(exponent: n),
      .rgb(red: n, green: n, blue: n),
      .levels(min: n, gamma: n, max: n, minOut: n, maxOut: n),
      .curve(points: [0: n, n: 1], channel: .red),
      .posterize(levels: n),
      .invert(),
      .opacity(amount: n),
      .whiteBalance(temperature: n, tint: n),
      .haze(distance: n, slope: n),
      .threshold(threshold: n),
      .averageThreshold(multiplier: n),
      .falseColor(first: .white, second: .white),
      .histogramEqualization(),
      .grayscale(),
      .saturation(amount: n),
      .sepia(intensity: n),
      .hue(angle: n),
      .matrix(
        redRed: n, redGreen: n, redBlue: n, redAdded: n, greenRed: n, greenGreen: n, greenBlue: n,
        greenAdded: n, blueRed: n, blueGreen: n, blueBlue: n, blueAdded: n, intensity: n),
      .monochrome(color: .white, intensity: n),
      .highlightsShadows(highlights: n, shadows: n),
      .luminanceRange(reduction: n),
      .solarize(threshold: n),
      .vibrance(amount: n),
      .skinTone(amount: n),
      .highlightShadowTint(
        shadowColor: .white, shadowIntensity: n, highlightColor: .white, highlightIntensity: n),
      .cga(),
      .lut(file: "a.png", intensity: n, layout: .hald),
      .convolve(
        topLeft: n, top: n, topRight: n, left: n, middle: n, right: n, bottomLeft: n, bottom: n,
        bottomRight: n),
      .sharpen(amount: n),
      .unsharp(radius: n, intensity: n),
      .emboss(intensity: n),
      .laplacian(),
      .sobel(strength: n),
      .prewitt(strength: n),
      .thresholdEdge(threshold: n, strength: n),
      .sketch(strength: n),
      .thresholdSketch(threshold: n, strength: n),
      .toon(threshold: n, levels: n),
      .smoothToon(radius: n, threshold: n, levels: n),
      .erode(radius: n),
      .dilate(radius: n),
      .open(radius: n),
      .close(radius: n),
      .median(),
      .bilateral(step: n, edge: n),
      .kuwahara(radius: n),
      .adaptiveThreshold(radius: n, offset: n),
      .vignette(strength: n, start: n, end: n, x: n, y: n, color: .white),
      .tiltShift(blur: n, top: n, bottom: n, falloff: n),
      .selectiveBlur(blur: n, radius: n, softness: n, x: n, y: n),
      .blurPosition(blur: n, radius: n, x: n, y: n),
      .pixellatePosition(width: n, radius: n, x: n, y: n),
      .polkaDot(size: n, scale: n),
      .halftone(size: n),
      .crosshatch(spacing: n, width: n),
      .perlinNoise(amount: n, scale: n, start: .white, finish: .white),
      .blend(color: .white, mode: .softLight, amount: n),
      .blendPicture(file: "a.png", mode: .softLight, amount: n),
      .chromaKey(color: .white, threshold: n, smoothing: n),
      .swirl(angle: n, radius: n, x: n, y: n),
      .bulge(scale: n, radius: n, x: n, y: n),
      .pinch(scale: n, radius: n, x: n, y: n),
      .stretch(amount: n),
      .polarPixellate(size: n, angle: n, x: n, y: n),
      .sphereRefraction(radius: n, x: n, y: n, index: n),
      .glassSphere(radius: n, x: n, y: n, index: n),
      .perspective(turn: n, tilt: n, roll: n, distance: n, scale: n),
    ]
  }

  /// With no value but the files, in the catalogue's order.
  static let plain: [Filter] = [
    .pixellate(), .blur(), .boxBlur(), .motionBlur(), .zoomBlur(), .brightness(), .exposure(), .contrast(),
    .gamma(), .rgb(), .levels(), .curve(), .posterize(), .invert(), .opacity(), .whiteBalance(), .haze(),
    .threshold(), .averageThreshold(), .falseColor(), .histogramEqualization(), .grayscale(), .saturation(),
    .sepia(), .hue(), .matrix(), .monochrome(), .highlightsShadows(), .luminanceRange(), .solarize(),
    .vibrance(), .skinTone(), .highlightShadowTint(), .cga(), .lut(file: "a.png"), .convolve(), .sharpen(),
    .unsharp(), .emboss(), .laplacian(), .sobel(), .prewitt(), .thresholdEdge(), .sketch(),
    .thresholdSketch(), .toon(), .smoothToon(), .erode(), .dilate(), .open(), .close(), .median(),
    .bilateral(), .kuwahara(), .adaptiveThreshold(), .vignette(), .tiltShift(), .selectiveBlur(),
    .blurPosition(), .pixellatePosition(), .polkaDot(), .halftone(), .crosshatch(), .perlinNoise(), .blend(),
    .blendPicture(file: "a.png"), .chromaKey(), .swirl(), .bulge(), .pinch(), .stretch(), .polarPixellate(),
    .sphereRefraction(), .glassSphere(), .perspective(),
  ]

  /// The signature of a filter in a symbol graph.
  static func signature(_ filter: FilterDescription) -> String {
    func swiftName(_ name: String) -> String {
      let words = name.split(separator: "-")
      return words.dropFirst().reduce(String(words[0])) { $0 + $1.capitalized }
    }
    let parameters = filter.parameters.map { swiftName($0.name) + ":" }.joined()
    return "Filter.\(swiftName(filter.name))(\(parameters))"
  }

  @Test("each is the one of its name in a chain, with the catalogue's defaults")
  func plainOnes() async throws {
    let place = try Workplace()
    try place.write(
      try await Snapshot(width: 8, height: 8, rgba: Array(repeating: 90, count: 256)).encoded(as: .png),
      to: "a.png")
    let catalogue = FilterCatalogue.builtIn.filters
    #expect(Self.plain.count == catalogue.count)
    let files = ["a.png": try #require(place.bytes("a.png"))]
    let size = ImageSize(width: 40, height: 30)
    for (value, filter) in zip(Self.plain, catalogue) {
      let takesFile = filter.parameters.contains { $0.type == .texture }
      #expect(value.description == filter.name + (takesFile ? "(file=\"a.png\")" : ""))
      #expect(catalogue.count { $0.name == filter.name } == 1 && FilterCatalogue.builtIn[filter.name] != nil)
      if filter.name == "lut" { continue }
      let chain = try await FilterChain(loading: Filter.chain(value), in: TransitionLibrary(files: files))
      try chain.check(size: size)
    }
  }

  @Test("values are read as they were written, whatever their kind")
  func values() throws {
    let typed: [(Filter, String)] = [
      (.blur(radius: 0.02), "blur(0.02)"), (.blur(radius: "0.1*p"), "blur(0.1*p)"),
      (.blur(radius: 1e-5), "blur(0.00001)"),
      (.rgb(red: 1.5, blue: 0), "rgb(1.5, 1, 0)"), (.brightness(amount: -0.25), "brightness(-0.25)"),
      (
        .curve(points: [0: 0.1, 0.5: "0.3*p", 1: 1], channel: .green),
        "curve(0:0.1 0.5:0.3*p 1:1, channel=green)"
      ),
      (.falseColor(first: RGBAColor(red: 1, green: 2, blue: 3)), "false-color(#010203)"),
      (.blend(color: .white, mode: .softLight, amount: "p"), "blend(#ffffff, soft-light, p)"),
      (.median(), "median"), (.erode(radius: 3), "erode(3)"),
      (.levels(minOut: 0.1, maxOut: 0.9), "levels(min-out=0.1, max-out=0.9)"),
    ]
    let size = ImageSize(width: 400, height: 300)
    for (value, text) in typed {
      for progress in [0.25, 1] {
        #expect(
          try FilterChain(value.description).recipe(of: .snapshot(.to), at: progress, size: size)
            == FilterChain(text).recipe(of: .snapshot(.to), at: progress, size: size), "\(value)")
      }
    }
    let chain = Filter.chain(.blur(radius: 0.02), .sepia(intensity: "p"))
    #expect(chain == "blur(radius=0.02) sepia(intensity=p)")
    #expect(Filter.chain([.median()]) == "median" && Set(typed.map(\.0)).count == typed.count)
    for bad in [
      Filter.blur(radius: .init(.nan)), .blur(radius: .init(.infinity)), .blur(radius: "p p"),
      .blur(radius: "0) lut(\"a.cube\")"), .blur(radius: "0, 1"), .rgb(red: "1, blue=3"),
      .blur(radius: "#ff0000"),
      .blur(radius: "1) sepia(1"), .curve(points: [0: "0 1:1", 1: 1]),
    ] {
      #expect(throws: SegueError.self, "\(bad)") { try FilterChain(bad.description) }
    }
    for (number, word) in [(Double.nan, "nan"), (.infinity, "inf"), (-.infinity, "inf")] {
      for filter in [Filter.blur(radius: .init(number)), .named("blur", ["radius": .number(number)])] {
        #expect {
          _ = try FilterChain(Filter.chain(.sepia(), filter))
        } throws: {
          $0.localizedDescription == "blur's radius is “\(word)”, but must be finite"
        }
      }
    }
    for name in [
      #"a "quoted" one.png"#, #"back\slash.png"#, "o'clock.png", "\") sepia(\"1", "ночь.png", #"\"#,
    ] {
      let chain = try FilterChain(parsing: Filter.chain(.blendPicture(file: name), .sepia()))
      #expect(chain.files.map(\.path) == [name])
    }
    let points = try FilterChain(Filter.curve(points: [0: "p", "(-0.5+1)": 1]).description)
    #expect(points.isConstant == false)
  }

  @Test("by name, with values of any kind; a default of the catalogue is the filter's own")
  func named() throws {
    let size = ImageSize(width: 40, height: 30)
    for filter in FilterCatalogue.builtIn.filters
    where filter.parameters.allSatisfy({ $0.defaultValue != nil }) {
      for parameter in filter.parameters {
        let value = try #require(parameter.defaultValue)
        let named = try FilterChain(Filter.named(filter.name, [parameter.name: value]).description)
        let plain = try FilterChain(filter.name)
        #expect(
          named.recipe(of: .snapshot(.to), at: 0.5, size: size)
            == plain.recipe(of: .snapshot(.to), at: 0.5, size: size), "\(filter.name)(\(parameter.name))")
      }
    }
    #expect(
      Filter.chain(.named("my filter.glsl", ["a": 1]), .named("lut", ["file": .texture(path: "a\"b.cube")]))
        == #""my filter.glsl"(a=1) lut(file="a\"b.cube")"#)
  }
}
