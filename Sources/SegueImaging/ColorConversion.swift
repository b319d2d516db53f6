import SegueMath

/// Converts colours between encodings through display light.
///
/// Values brighter than the target's maximum and colours outside of its primaries are clipped. HDR
/// is tone-mapped to SDR by Hable's curve, as ffmpeg's `tonemap=hable:desat=0` does for clips.
///
/// **Source:** ITU-R BT.2100-2, tables 4 and 5; BT.2087 for the primaries; J. Hable, "Uncharted 2:
/// HDR Lighting", 2010.
package struct ColorConversion: Sendable {
  private let (source, target): (ColorEncoding, ColorEncoding)
  /// Whether an SDR source has BT.2020's primaries.
  private let isWide: Bool
  private let decoded: [Double]
  private let encoded: RootTable

  package init(from source: ColorEncoding, to target: ColorEncoding) {
    self.init(source, target, isWide: false)
  }

  /// A conversion from SDR in BT.2020's primaries to HDR.
  package init(fromWideTo target: ColorEncoding) { self.init(.sdr, target, isWide: true) }

  private init(_ source: ColorEncoding, _ target: ColorEncoding, isWide: Bool) {
    self.source = source
    self.target = target
    self.isWide = isWide
    decoded = Self.decoded(source)
    encoded = target == .hlg ? Self.hlg : Self.power
  }

  /// The linear light of each 16-bit value, as a fraction of `source`'s maximum; for HLG, the scene
  /// light.
  private static func decoded(_ source: ColorEncoding) -> [Double] { source == .hlg ? scenes : powers }

  private static let scenes = (0...65535).map { TransferFunction.scene(ofHLG: Double($0) / 65535) }
  private static let powers = (0...65535).map {
    StableMath.pow(Double($0) / 65535, TransferFunction.gamma)
  }
  private static let hlg = RootTable(TransferFunction.hlg)
  private static let power = RootTable { StableMath.pow($0, 1 / TransferFunction.gamma) }

  /// The converted colour of a 16-bit pixel; alpha is kept.
  package func callAsFunction(_ pixel: SIMD4<UInt16>) -> SIMD4<UInt16> {
    let light = light(pixel)
    let values = target == .hlg ? sceneOfDisplay(light) : light
    func channel(_ value: Double) -> UInt16 {
      UInt16(PixelDepth.sixteen.channel(encoded[value]))
    }
    return SIMD4(channel(values.x), channel(values.y), channel(values.z), pixel.w)
  }

  /// Display light in the target's primaries, as a fraction of its maximum.
  private func light(_ pixel: SIMD4<UInt16>) -> SIMD3<Double> {
    var light = SIMD3(decoded[Int(pixel.x)], decoded[Int(pixel.y)], decoded[Int(pixel.z)])
    if source == .hlg {
      let luminance = Self.luminance(light)
      light *= luminance > 0 ? StableMath.pow(luminance, TransferFunction.systemGamma - 1) : 0
    }
    if source.isHDR != target.isHDR, !isWide { light = (target.isHDR ? Self.widened : Self.narrowed)(light) }
    if source.isHDR, !target.isHDR { return Self.toned(light * (source.peak / Self.reference)) }
    return light * (source.peak / target.peak)
  }

  /// The unit of the tone curve, in cd/m², and the highest luminance that is not clipped, in that
  /// unit.
  private static let (reference, brightest) = (100.0, 10.0)

  /// Tone-maps `light`, in multiples of `reference`, to a fraction of SDR's maximum.
  private static func toned(_ light: SIMD3<Double>) -> SIMD3<Double> {
    func hable(_ x: Double) -> Double {
      (x * (x * 0.15 + 0.05) + 0.004) / (x * (x * 0.15 + 0.5) + 0.06) - 0.02 / 0.3
    }
    let signal = max(light.max(), 1e-6)
    return light * (hable(signal) / hable(brightest) / signal)
  }

  /// The scene light for HLG display light, both as shares of the maximum.
  private func sceneOfDisplay(_ light: SIMD3<Double>) -> SIMD3<Double> {
    let luminance = Self.luminance(light)
    guard luminance > 0 else { return .zero }
    return light * StableMath.pow(luminance, 1 / TransferFunction.systemGamma - 1)
  }

  /// Luminance in BT.2020's primaries.
  private static func luminance(_ light: SIMD3<Double>) -> Double {
    0.2627 * light.x + 0.6780 * light.y + 0.0593 * light.z
  }

  /// Converts light from BT.709's primaries to BT.2020's. Source: ITU-R BT.2087-0.
  private static func widened(_ light: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      0.6274 * light.x + 0.3293 * light.y + 0.0433 * light.z,
      0.0691 * light.x + 0.9195 * light.y + 0.0114 * light.z,
      0.0164 * light.x + 0.0880 * light.y + 0.8956 * light.z)
  }

  /// Converts light from BT.2020's primaries to BT.709's.
  private static func narrowed(_ light: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      1.6605 * light.x - 0.5877 * light.y - 0.0728 * light.z,
      -0.1246 * light.x + 1.1330 * light.y - 0.0084 * light.z,
      -0.0182 * light.x - 0.1006 * light.y + 1.1187 * light.z)
  }
}

extension ColorEncoding {
  /// The light of the largest value, in cd/m².
  fileprivate var peak: Double {
    switch self {
    case .sdr: TransferFunction.sdrWhite
    case .hlg: TransferFunction.hlgPeak
    case .pq: TransferFunction.pqPeak
    }
  }
}

/// A function of 0…1, tabulated over the square root of its argument for precision in dark values.
private struct RootTable: Sendable {
  private static let count = 65536
  private let values: [Double]

  init(_ function: (Double) -> Double) {
    values = (0...Self.count).map { index in
      let root = Double(index) / Double(Self.count)
      return function(root * root)
    }
  }

  /// The function's value at `x`, which is clamped to 0…1.
  subscript(x: Double) -> Double {
    if !(x > 0) { return values[0] }
    if x >= 1 { return values[Self.count] }
    let place = x.squareRoot() * Double(Self.count)
    let index = Int(place)
    return values[index] + (values[index + 1] - values[index]) * (place - Double(index))
  }
}

extension Snapshot {
  /// The picture for an output of `color`; an output of 8 bits has SDR values only.
  package func converted(for color: FrameColor) -> Snapshot {
    color.depth == .eight ? encoded(as: .sdr).converted(to: .eight) : self
  }

  /// The picture encoded as `color` in 16 bits per channel, or itself if it already has that
  /// encoding. The conversion is cached.
  package func encoded(as color: ColorEncoding) -> Snapshot {
    if color == self.color { return self }
    return cached(color) {
      let copy = PixelBuffer(size: size, depth: .sixteen)
      let conversion = ColorConversion(from: self.color, to: color)
      // Neighbouring pixels are often equal, as in text, borders and drawings.
      var last = (from: SIMD4<UInt16>.zero, to: conversion(.zero))
      converted(to: .sixteen).withUnsafeBytes { bytes in
        let pixels = bytes.bindMemory(to: SIMD4<UInt16>.self)
        copy.withUnsafeValues(of: SIMD4<UInt16>.self) { target in
          for index in pixels.indices {
            if pixels[index] != last.from { last = (pixels[index], conversion(pixels[index])) }
            target[index] = last.to
          }
        }
      }
      return Snapshot(copy, color: color)
    }
  }
}
