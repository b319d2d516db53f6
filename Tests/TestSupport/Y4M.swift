/// The frames of an 8-bit 4:2:0 YUV4MPEG2 file.
package struct Y4M {
  /// The planes of all frames, concatenated.
  package private(set) var planes: [UInt8] = []
  private let width: Int
  private let height: Int
  private var area: Int { width * height }

  /// Returns `nil` if `bytes` is not an 8-bit 4:2:0 file of whole frames.
  package init?(_ bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: 0x0A) else { return nil }
    let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
    func number(_ letter: String) -> Int? {
      words.first { $0.hasPrefix(letter) }.flatMap { Int($0.dropFirst()) }
    }
    guard words.first == "YUV4MPEG2", words.contains("C420jpeg") else { return nil }
    guard let width = number("W"), let height = number("H") else { return nil }
    (self.width, self.height) = (width, height)
    let (line, size) = (Array("FRAME\n".utf8), width * height * 3 / 2)
    var place = end + 1
    while place < bytes.count {
      let start = place + line.count
      guard start + size <= bytes.count, bytes[place..<start].elementsEqual(line) else { return nil }
      planes += bytes[start..<start + size]
      place = start + size
    }
  }

  /// The luma of all frames in full range.
  package var grays: [UInt8] {
    let size = area * 3 / 2
    return stride(from: 0, to: planes.count, by: size).flatMap { start in
      planes[start..<start + area].map { Self.fullRange[Int($0)] }
    }
  }

  /// Red, green and blue of all frames; four pixels share a chroma sample. **Source:** ITU-R
  /// BT.709-6, item 3.
  package var colors: [UInt8] {
    func level(_ value: Double) -> UInt8 { UInt8(max(0, min(255, value.rounded()))) }
    var colors: [UInt8] = []
    for frame in stride(from: 0, to: planes.count, by: area * 3 / 2) {
      for place in 0..<area {
        let chroma = frame + area + place / width / 2 * (width / 2) + place % width / 2
        let luma = Double(Int(planes[frame + place]) - 16) * 255 / 219
        let cb = Double(Int(planes[chroma]) - 128) * 255 / 224
        let cr = Double(Int(planes[chroma + area / 4]) - 128) * 255 / 224
        colors.append(level(luma + 1.5748 * cr))
        colors.append(level(luma - 0.1873 * cb - 0.4681 * cr))
        colors.append(level(luma + 1.8556 * cb))
      }
    }
    return colors
  }

  /// The full-range level of each limited-range luma.
  package static let fullRange: [UInt8] = (0...255).map { luma in
    UInt8(max(0, min(255, (Double(luma - 16) * 255 / 219).rounded())))
  }
}
