/// The samples of a WAV file as interleaved 32-bit floats.
///
/// **Source:** Microsoft's `WAVEFORMATEXTENSIBLE`: its GUID begins with the format tag.
package struct WaveFile {
  package private(set) var floats: [UInt8] = []

  /// A file of interleaved 32-bit floats at 48 kHz. More than two channels have no layout.
  package static func bytes(_ samples: [Float], channels: Int = 1) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      Array(name.utf8) + number(content.count, 4) + content
    }
    let mask = [1: 0b100, 2: 0b11][channels] ?? 0
    let identifier: [UInt8] = [3, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    let format =
      number(0xFFFE, 2) + number(channels, 2) + number(48_000, 4) + number(48_000 * channels * 4, 4)
      + number(channels * 4, 2) + number(32, 2) + number(22, 2) + number(32, 2) + number(mask, 4) + identifier
    let data = samples.withUnsafeBytes { Array($0) }
    return chunk("RIFF", Array("WAVE".utf8) + chunk("fmt ", format) + chunk("data", data))
  }

  /// Returns `nil` if `bytes` is not a WAV file of 16-bit integers or 32-bit floats.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count > 12, bytes.starts(with: "RIFF".utf8), bytes[8..<12].elementsEqual("WAVE".utf8) else {
      return nil
    }
    func number(_ place: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    var (tag, bits) = (0, 0)
    var place = 12
    while place + 8 <= bytes.count {
      let name = bytes[place..<place + 4]
      let length = number(place + 4, 4)
      let start = place + 8
      if name.elementsEqual("fmt ".utf8), start + 16 <= bytes.count {
        tag = number(start, 2)
        bits = number(start + 14, 2)
        if tag == 0xFFFE, start + 26 <= bytes.count { tag = number(start + 24, 2) }
      }
      if name.elementsEqual("data".utf8) {
        let data = bytes[start..<min(bytes.count, start + length)]
        if tag == 3, bits == 32 {
          floats = Array(data)
          return
        }
        guard tag == 1, bits == 16 else { return nil }
        let samples = data.withUnsafeBytes { raw in
          (0..<raw.count / 2).map { index in
            Float(raw.loadUnaligned(fromByteOffset: 2 * index, as: Int16.self)) / 32_768
          }
        }
        floats = samples.withUnsafeBytes { Array($0) }
        return
      }
      place = start + length + length % 2
    }
    return nil
  }
}
