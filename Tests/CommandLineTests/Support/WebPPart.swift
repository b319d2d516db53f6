/// An ANMF chunk of an animated WebP.
struct WebPPart {
  let x, y, width, height, milliseconds: Int
  let blends, isCleared: Bool
  /// The part as a separate file.
  let still: [UInt8]

  static func all(in file: [UInt8]) -> [WebPPart] {
    chunks(file.dropFirst(12)).compactMap { name, data in name == "ANMF" ? WebPPart(Array(data)) : nil }
  }

  private init(_ data: [UInt8]) {
    func number(_ at: Int) -> Int { Int(data[at]) | Int(data[at + 1]) << 8 | Int(data[at + 2]) << 16 }
    (x, y) = (number(0) * 2, number(3) * 2)
    (width, height) = (number(6) + 1, number(9) + 1)
    milliseconds = number(12)
    blends = data[15] & 2 == 0
    isCleared = data[15] & 1 == 1
    let picture = Array(data.dropFirst(16))
    let hasAlpha = Self.chunks(picture[...]).contains { $0.0 == "ALPH" }
    var flags = [UInt8](repeating: 0, count: 10)
    flags[0] = 0x10
    flags.replaceSubrange(4..<10, with: data[6..<12])
    let body = Array("WEBP".utf8) + (hasAlpha ? Array("VP8X".utf8) + [10, 0, 0, 0] + flags : []) + picture
    still = Array("RIFF".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: body.count >> ($0 * 8)) } + body
  }

  private static func chunks(_ bytes: ArraySlice<UInt8>) -> [(String, ArraySlice<UInt8>)] {
    var result: [(String, ArraySlice<UInt8>)] = []
    var rest = bytes
    while rest.count >= 8 {
      let length = rest.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      result.append((String(decoding: rest.prefix(4), as: UTF8.self), rest.dropFirst(8).prefix(length)))
      rest = rest.dropFirst(8 + length + length % 2)
    }
    return result
  }

  func draw(_ pixels: [UInt8], onto canvas: inout [UInt8], width: Int) {
    draw(pixels, onto: &canvas, width: width, blends: blends)
  }

  /// Copies or blends the part; with transparent and opaque pixels only, blending needs no arithmetic.
  func draw(_ pixels: [UInt8], onto canvas: inout [UInt8], width: Int, blends: Bool) {
    for row in 0..<height {
      for column in 0..<self.width {
        let (source, target) = ((row * self.width + column) * 4, ((y + row) * width + x + column) * 4)
        if blends, pixels[source + 3] == 0 { continue }
        canvas.replaceSubrange(target..<target + 4, with: pixels[source..<source + 4])
      }
    }
  }
}
