extension StrokeGlyph {
  /// Small letters, digits, `-`, `.` and `%`. Everything else is drawn as a space.
  static let alphabet: [Character: StrokeGlyph] = letters.merging(digits) { $1 }.merging(signs) { $1 }

  private static let bowl = Stroke.arc(x: 4.5, y: 5, rx: 4.5, ry: 5, from: 0, to: 360)

  private static func line(_ coordinates: Double...) -> Stroke {
    .line(
      stride(from: 0, to: coordinates.count, by: 2).map { (x: coordinates[$0], y: coordinates[$0 + 1]) })
  }

  /// An arch that starts upwards at `x` and comes down 2 × `radius` further right.
  private static func arch(_ x: Double, _ radius: Double) -> [Stroke] {
    [
      .arc(x: x + radius, y: 10 - radius, rx: radius, ry: radius, from: 180, to: 0),
      line(x + 2 * radius, 10 - radius, x + 2 * radius, 0),
    ]
  }

  private static let letters: [Character: StrokeGlyph] = [
    "a": StrokeGlyph(9, [bowl, line(9, 10, 9, 0)]),
    "b": StrokeGlyph(9, [bowl, line(0, 15, 0, 0)]),
    "c": StrokeGlyph(7.8, [.arc(x: 4.5, y: 5, rx: 4.5, ry: 5, from: 45, to: 315)]),
    "d": StrokeGlyph(9, [bowl, line(9, 15, 9, 0)]),
    "e": StrokeGlyph(9, [line(0, 5, 9, 5), .arc(x: 4.5, y: 5, rx: 4.5, ry: 5, from: 0, to: 312)]),
    "f": StrokeGlyph(
      5, [.arc(x: 5, y: 12, rx: 3, ry: 3, from: 75, to: 180), line(2, 12, 2, 0), line(0, 10, 5, 10)]),
    "g": StrokeGlyph(
      9, [bowl, line(9, 10, 9, -0.8), .arc(x: 4.5, y: -0.8, rx: 4.5, ry: 4.2, from: 360, to: 212)]),
    "h": StrokeGlyph(8, [line(0, 15, 0, 0)] + arch(0, 4)),
    "i": StrokeGlyph(0, [line(0, 10, 0, 0), line(0, 13.8)]),
    "j": StrokeGlyph(
      2.5,
      [line(2, 10, 2, -2.4), .arc(x: -0.6, y: -2.4, rx: 2.6, ry: 2.6, from: 360, to: 275), line(2, 13.8)]
    ),
    "k": StrokeGlyph(7.5, [line(0, 15, 0, 0), line(7, 10, 0, 3.6), line(2.6, 6, 7.5, 0)]),
    "l": StrokeGlyph(0, [line(0, 15, 0, 0)]),
    "m": StrokeGlyph(13.6, [line(0, 10, 0, 0)] + arch(0, 3.4) + arch(6.8, 3.4)),
    "n": StrokeGlyph(8, [line(0, 10, 0, 0)] + arch(0, 4)),
    "o": StrokeGlyph(9, [bowl]),
    "p": StrokeGlyph(9, [bowl, line(0, 10, 0, -5)]),
    "q": StrokeGlyph(9, [bowl, line(9, 10, 9, -5)]),
    "r": StrokeGlyph(4.6, [line(0, 10, 0, 0), .arc(x: 4.4, y: 5.6, rx: 4.4, ry: 4.4, from: 180, to: 80)]),
    "s": StrokeGlyph(
      7,
      [
        .arc(x: 3.5, y: 7.5, rx: 3, ry: 2.5, from: 35, to: 270),
        .arc(x: 3.5, y: 2.5, rx: 3.2, ry: 2.5, from: 90, to: -150),
      ]),
    "t": StrokeGlyph(
      5.5, [line(2, 14, 2, 3), .arc(x: 5, y: 3, rx: 3, ry: 3, from: 180, to: 278), line(0, 10, 5.5, 10)]),
    "u": StrokeGlyph(
      8, [line(0, 10, 0, 4), .arc(x: 4, y: 4, rx: 4, ry: 4, from: 180, to: 360), line(8, 10, 8, 0)]),
    "v": StrokeGlyph(8, [line(0, 10, 4, 0, 8, 10)]),
    "w": StrokeGlyph(12, [line(0, 10, 3, 0, 6, 10, 9, 0, 12, 10)]),
    "x": StrokeGlyph(7.6, [line(0, 10, 7.6, 0), line(0, 0, 7.6, 10)]),
    "y": StrokeGlyph(8, [line(0, 10, 4.2, 0), line(8, 10, 2, -5)]),
    "z": StrokeGlyph(7.4, [line(0, 10, 7.4, 10, 0, 0, 7.4, 0)]),
  ]

  private static let digits: [Character: StrokeGlyph] = [
    "0": StrokeGlyph(8.6, [.arc(x: 4.3, y: 7, rx: 4.3, ry: 7, from: 0, to: 360)]),
    "1": StrokeGlyph(4, [line(0, 11, 4, 14, 4, 0)]),
    "2": StrokeGlyph(
      8.4, [.arc(x: 4.1, y: 10, rx: 4, ry: 4, from: 165, to: -35), line(7.4, 7.7, 0, 0, 8.4, 0)]),
    "3": StrokeGlyph(
      8.2,
      [
        .arc(x: 3.8, y: 10.6, rx: 3.6, ry: 3.4, from: 150, to: -90),
        .arc(x: 3.8, y: 3.7, rx: 4.2, ry: 3.7, from: 90, to: -155),
      ]),
    "4": StrokeGlyph(9, [line(6.8, 0, 6.8, 14, 0, 4, 9, 4)]),
    "5": StrokeGlyph(
      8.4,
      [line(7.6, 14, 1.4, 14, 0.8, 8), .arc(x: 4, y: 4.6, rx: 4.4, ry: 4.6, from: 132, to: -152)]),
    "6": StrokeGlyph(
      8.8,
      [
        .arc(x: 4.4, y: 4.5, rx: 4.4, ry: 4.5, from: 0, to: 360),
        .arc(x: 7.4, y: 4.5, rx: 7.4, ry: 9.6, from: 180, to: 100),
      ]),
    "7": StrokeGlyph(8, [line(0, 14, 8, 14, 2.6, 0)]),
    "8": StrokeGlyph(
      8.8,
      [
        .arc(x: 4.4, y: 10.5, rx: 3.6, ry: 3.5, from: 0, to: 360),
        .arc(x: 4.4, y: 3.5, rx: 4.4, ry: 3.5, from: 0, to: 360),
      ]),
    "9": StrokeGlyph(
      8.8,
      [
        .arc(x: 4.4, y: 9.5, rx: 4.4, ry: 4.5, from: 0, to: 360),
        .arc(x: 1.4, y: 9.5, rx: 7.4, ry: 9.6, from: 0, to: -80),
      ]),
  ]

  private static let signs: [Character: StrokeGlyph] = [
    "-": StrokeGlyph(5, [line(0, 5, 5, 5)]),
    ".": StrokeGlyph(0, [line(0, 0)]),
    "%": StrokeGlyph(
      11.4,
      [
        .arc(x: 2.5, y: 11.1, rx: 2.5, ry: 2.9, from: 0, to: 360), line(10, 14, 1.4, 0),
        .arc(x: 8.9, y: 2.9, rx: 2.5, ry: 2.9, from: 0, to: 360),
      ]),
  ]
}
