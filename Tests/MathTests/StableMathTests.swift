import Foundation
import SegueMath
import Testing

@Suite("Functions with equal results on every machine") struct StableMathTests {
  private static let functions: [String: @Sendable ([Double]) -> Double] = [
    "exp": { StableMath.exp($0[0]) }, "expm1": { StableMath.expm1($0[0]) },
    "log": { StableMath.log($0[0]) }, "log1p": { StableMath.log1p($0[0]) },
    "log2": { StableMath.log2($0[0]) }, "log10": { StableMath.log10($0[0]) },
    "sin": { StableMath.sin($0[0]) }, "cos": { StableMath.cos($0[0]) }, "asin": { StableMath.asin($0[0]) },
    "atan2": { StableMath.atan2($0[0], $0[1]) }, "pow": { StableMath.pow($0[0], $0[1]) },
    "hypot": { StableMath.hypot($0[0], $0[1]) },
  ]

  /// `Tools/tables.py` makes the table with mpmath.
  @Test("function values agree with a table of forty digits")
  func values() throws {
    let table = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "functions.txt")
    var seen: Set<String> = []
    for row in try String(contentsOf: table, encoding: .utf8).split(separator: "\n") {
      let words = row.split(separator: " ").map(String.init)
      let function = try #require(Self.functions[words[0]])
      let numbers = try words.dropFirst().map { try #require(Double($0)) }
      let (value, expected) = (function(Array(numbers.dropLast())), numbers[numbers.count - 1])
      #expect(
        abs(value - expected) <= 1e-15 * abs(expected) * (words[0] == "pow" ? 10 : 1), "\(row): \(value)")
      seen.insert(words[0])
    }
    #expect(seen == Set(Self.functions.keys))
  }

  @Test("exactly representable results are exact")
  func exactValues() {
    for exponent in -300...300 {
      let power = Double(sign: .plus, exponent: exponent, significand: 1)
      #expect(StableMath.log2(power) == Double(exponent))
      #expect(StableMath.hypot(3 * power, -4 * power) == 5 * power)
    }
    #expect(StableMath.pow(-2, 3) == -8 && StableMath.pow(9, 0.5) == 3 && StableMath.pow(2, -3) == 0.125)
    #expect(StableMath.exp(0) == 1 && StableMath.expm1(0) == 0 && StableMath.log(1) == 0)
    #expect(StableMath.sin(0) == 0 && StableMath.cos(0) == 1 && StableMath.cos(.pi) == -1)
    #expect(StableMath.sin(.pi / 2) == 1 && StableMath.atan2(0, 0) == 0 && StableMath.atan2(0, -1) == .pi)
    #expect(
      StableMath.atan2(1, 1) == .pi / 4 && StableMath.atan2(2, 0) == .pi / 2
        && StableMath.asin(-1) == -.pi / 2)
  }

  @Test("arguments beyond the domain return infinities, zeros or NaN")
  func ends() {
    #expect(StableMath.exp(-800) == 0 && StableMath.exp(-.infinity) == 0 && StableMath.exp(710) == .infinity)
    #expect(StableMath.expm1(-800) == -1 && StableMath.expm1(800) == .infinity)
    #expect(
      StableMath.log(0) == -.infinity && StableMath.log(-1).isNaN && StableMath.log(.infinity) == .infinity)
    #expect(
      StableMath.log1p(-1) == -.infinity && StableMath.log1p(-2).isNaN && StableMath.log2(0) == -.infinity)
    #expect(
      StableMath.pow(-2, 0.3).isNaN && StableMath.pow(0, -1.5) == .infinity && StableMath.pow(0, 0) == 1)
    #expect(StableMath.sin(.infinity).isNaN && StableMath.cos(.nan).isNaN && StableMath.asin(1.1).isNaN)
    #expect(abs(StableMath.sin(1e300)) <= 1 && abs(StableMath.cos(-1e15)) <= 1)
    #expect(StableMath.hypot(0, 0) == 0 && StableMath.hypot(.infinity, 1) == .infinity)
  }

  @Test("identities of sine, cosine, exp and log hold over the whole range")
  func laws() {
    for i in -200...200 {
      let x = Double(i) * 0.173
      let (s, c) = (StableMath.sin(x), StableMath.cos(x))
      #expect(abs(s * s + c * c - 1) < 1e-15)
      #expect(abs(StableMath.log(StableMath.exp(x)) - x) < 1e-15 * max(1, abs(x)))
      #expect(abs(StableMath.atan2(s, c) - (x - 2 * .pi * (x / (2 * .pi)).rounded())) < 1e-14)
    }
  }
}
