// Prints progress and velocity of seven curves at 51 times: 714 values with all their bits.

import SegueMotion

#if hasFeature(Embedded)
  @_extern(c, "putchar") func putchar(_ character: CInt) -> CInt
#endif

func line(_ number: Double) {
  for shift in stride(from: 60, through: 0, by: -4) {
    let digit = UInt8(truncatingIfNeeded: number.bitPattern >> UInt64(shift)) & 15
    write(digit + (digit < 10 ? 48 : 87))
  }
  write(10)
}

func write(_ byte: UInt8) {
  #if hasFeature(Embedded)
    _ = putchar(CInt(byte))
  #else
    print(Character(Unicode.Scalar(byte)), terminator: "")
  #endif
}

@main struct Motion {
  static func main() {
    let curves: [(TimingCurve, Double)] = [
      (.easeInOut, 1), (.cubicBezier(x1: 0.3, y1: -0.6, x2: 0.7, y2: 1.6), 0.7),
      (.spring(dampingRatio: 0.3), 1), (.spring(dampingRatio: 0.8, initialVelocity: 6), 1),
      (.spring(dampingRatio: 1), 1.5), (.spring(dampingRatio: 3, initialVelocity: 0.4), 1),
      (.spring(mass: 1, stiffness: 200, damping: 12, initialVelocity: 0), 1),
    ]
    for (curve, duration) in curves {
      let function = curve.function(over: duration)
      for index in 0...50 {
        let time = duration * Double(index) / 50
        line(function.value(at: time))
        line(function.velocity(at: time))
      }
    }
  }
}
