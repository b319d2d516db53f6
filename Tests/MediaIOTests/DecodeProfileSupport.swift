@testable import SegueMedia

extension Made {
  /// The primaries of sRGB in ICC profiles, adapted to D50.
  private static let primaries: [[Double]] = [
    [0.4360, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7141],
  ]

  /// sRGB's transfer curve. Source: ICC.1:2010, parametricCurveType, function 3.
  private static let transfer: [UInt8] =
    Array("para".utf8) + [0, 0, 0, 0, 0, 3, 0, 0]
    + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)

  /// A linear transfer curve.
  private static let linear: [UInt8] = Array("curv".utf8) + [0, 0, 0, 0, 0, 0, 0, 0]

  /// An RGB profile with sRGB's curve and sRGB's primaries in this order: [0, 1, 2] is sRGB.
  static func profile(primaries order: [Int]) -> [UInt8] {
    var tags: [(String, [UInt8])] = []
    for (name, index) in zip(["r", "g", "b"], order) {
      tags.append((name + "XYZ", Array("XYZ ".utf8) + [0, 0, 0, 0] + primaries[index].flatMap(fixed)))
      tags.append((name + "TRC", transfer))
    }
    return profile(space: "RGB ", tags: tags)
  }

  /// A grey profile whose values are linear light.
  static func linearGrayProfile() -> [UInt8] {
    profile(space: "GRAY", tags: [("kTRC", linear)])
  }

  private static func fixed(_ value: Double) -> [UInt8] {
    PNGChunks.bigEndian(UInt32(bitPattern: Int32((value * 65_536).rounded())))
  }

  private static func profile(space: String, tags: [(String, [UInt8])]) -> [UInt8] {
    let white: [UInt8] = Array("XYZ ".utf8) + [0, 0, 0, 0] + [0.9642, 1, 0.8249].flatMap(fixed)
    let all = tags + [("wtpt", white)]
    var table = PNGChunks.bigEndian(UInt32(all.count))
    var data: [UInt8] = []
    let start = 128 + 4 + all.count * 12
    for (name, contents) in all {
      table += Array(name.utf8) + PNGChunks.bigEndian(UInt32(start + data.count))
      table += PNGChunks.bigEndian(UInt32(contents.count))
      data += contents + [UInt8](repeating: 0, count: (4 - contents.count % 4) % 4)
    }
    var header = PNGChunks.bigEndian(UInt32(start + data.count)) + [0, 0, 0, 0, 4, 0x20, 0, 0]
    header += Array("mntr\(space)XYZ ".utf8) + [7, 0xea, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0] + Array("acsp".utf8)
    header += [UInt8](repeating: 0, count: 68 - header.count) + [0.9642, 1, 0.8249].flatMap(fixed)
    header += [UInt8](repeating: 0, count: 128 - header.count)
    return header + table + data
  }
}
