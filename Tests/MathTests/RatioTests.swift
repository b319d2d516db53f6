import SegueMath
import Testing

@Suite("Exact fractions") struct RatioTests {
  @Test("sums, products and quotients are exact fractions in lowest terms")
  func arithmetic() {
    #expect(Ratio(1001, 30000) + Ratio(1, 90_000) == Ratio(3004, 90_000))
    #expect(Ratio(6, -3 + 7).description == "3/2" && Ratio(0, 9).description == "0/1")
    #expect(Ratio(1, 3) - Ratio(1, 2) == Ratio(-1, 6))
    #expect(Ratio(30000, 1001) * Ratio(1001, 30000) == 1)
    #expect(Ratio(1, 2) / Ratio(-3, 4) == Ratio(-2, 3))
    // The durations of the frames of two hours of NTSC add up exactly.
    let sum = (0..<215_784).reduce(Ratio(0)) { sum, _ in sum + Ratio(1001, 30000) }
    #expect(sum == Ratio(215_784 * 1001, 30000))
    #expect(Ratio(1, 3) < Ratio(334, 1000) && Ratio(-1, 3) < Ratio(-333, 1000))
  }

  @Test("halves of either sign are rounded up")
  func rounding() {
    #expect([-3, -2, -1, 1, 2, 3].map { Ratio($0, 2).rounded } == [-1, -1, 0, 1, 1, 2])
    #expect([-3, -2, -1, 1, 2, 3].map { Ratio($0, 2).floor } == [-2, -1, -1, 0, 1, 1])
    #expect([-3, -2, -1, 1, 2, 3].map { Ratio($0, 2).ceiling } == [-1, -1, 0, 1, 1, 2])
  }

  @Test("a typed decimal number is exact even if no Double equals it")
  func typed() {
    #expect(0.58 * 25 != 14.5 && Ratio(typed: 0.58) * 25 == Ratio(29, 2))
    #expect(Ratio(typed: 0.1) + Ratio(typed: 0.2) == Ratio(typed: 0.3))
    #expect(Ratio(typed: -95_443.023) == Ratio(-95_443_023, 1000))
    #expect(Ratio(typed: .nan) == 0 && Ratio(typed: .infinity) == Ratio(1 << 33))
    #expect(Ratio("30000/1001") == Ratio(30000, 1001) && Ratio("4:3") == Ratio(4, 3))
    for text in ["0/1", "1/0", "1", "1/-2", "a/b", "4294967296/1"] { #expect(Ratio(text) == nil, "\(text)") }
  }

  @Test("a result out of range is the nearest representable fraction")
  func limits() {
    let (large, small) = (Ratio(Int.max, 3), Ratio(1, Int.max))
    #expect(large * large == Ratio(Int.max) && -large * large == Ratio(-Int.max))
    #expect(abs((small * small).value) <= small.value)
    let sum = Ratio(1 << 62, 3) + Ratio(1, (1 << 61) - 1)
    #expect(abs(sum.value / (0x1p62 / 3) - 1) < 1e-15)
    #expect(Ratio(.min) == Ratio(-.max) && -Ratio(.min) == Ratio(.max) && Ratio(.min, .max) == -1)
    #expect([Ratio(.min), Ratio(.max)].map(\.floor) == [-.max, .max])
    #expect([Ratio(.min, 2), Ratio(.max, 2)].map(\.ceiling) == [-(1 << 62) + 1, 1 << 62])
  }
}
