import SegueImaging

@testable import SegueRendering

/// The pixel arithmetic for colours of 8 bits.
extension PixelArithmetic {
  static func mix(_ a: RGBAColor, _ b: RGBAColor, weight: Int32) -> RGBAColor {
    mix(DeepColor(a), DeepColor(b), weight: weight).bytes
  }

  static func over(_ below: RGBAColor, _ source: RGBAColor, weight: Int32) -> RGBAColor {
    over(DeepColor(below), DeepColor(source), weight: weight).bytes
  }

  static func weighted(_ terms: [(color: RGBAColor, weight: UInt32)]) -> RGBAColor {
    weighted(terms.map { (DeepColor($0.color), $0.weight) }).bytes
  }

  static func average(_ a: RGBAColor, _ b: RGBAColor, _ c: RGBAColor, _ d: RGBAColor) -> RGBAColor {
    average(DeepColor(a), DeepColor(b), DeepColor(c), DeepColor(d)).bytes
  }

  static func bilinear(
    _ topLeft: RGBAColor, _ topRight: RGBAColor, _ bottomLeft: RGBAColor, _ bottomRight: RGBAColor, fx: Int32,
    fy: Int32
  ) -> RGBAColor {
    bilinear(
      DeepColor(topLeft), DeepColor(topRight), DeepColor(bottomLeft), DeepColor(bottomRight), fx: fx, fy: fy
    ).bytes
  }
}
