import Testing

@testable import SegueRendering

/// The coordinates of sampling maps, against the standard library's rounding.
@Suite("Fixed point") struct FixedPointTests {
  @Test("a coordinate is rounded to the nearest of 4096 steps per texel")
  func rounding() {
    let steps = [0, 1, 2, 3, 4095, 4096, 1 << 20, (1 << 28) + 1, (1 << 29) - 1].map(Double.init)
    for step in steps {
      for offset in [-0.5, 0, 0.25, 0.5, 0.75] {
        let middle = step + offset
        for value in [middle.nextDown, middle, middle.nextUp] {
          for signed in [value, -value] {
            #expect(fixed(signed / 4096) == Int32(signed.rounded()), "\(signed)")
          }
        }
      }
    }
  }

  @Test("distant coordinates are limited so that two can be added")
  func bounds() {
    for value in [131_072, 131_073, 1e9, 1e300, .infinity] {
      #expect(fixed(value) == 1 << 29 && fixed(-value) == -(1 << 29))
    }
  }
}
