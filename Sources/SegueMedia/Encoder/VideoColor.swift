import SegueImaging

extension ColorEncoding {
  /// The tags of a file, in ffmpeg's terms: matrix, primaries and transfer function.
  ///
  /// **Source:** ITU-T H.273, tables 2 to 4.
  package var tags: (matrix: String, primaries: String, transfer: String) {
    switch self {
    case .sdr: ("bt709", "bt709", "bt709")
    case .hlg: ("bt2020nc", "bt2020", "arib-std-b67")
    case .pq: ("bt2020nc", "bt2020", "smpte2084")
    }
  }
}

extension ColorEncoding {
  /// The encoding for a transfer function in ffmpeg's terms; SDR by default.
  package init(transfer: some StringProtocol) {
    self = Self.allCases.first { $0.isHDR && $0.tags.transfer == transfer } ?? .sdr
  }
}

extension PixelFormat {
  var ffmpegName: String {
    switch self {
    case .rgba8: "rgba"
    case .rgba16: "rgba64le"
    case .yuv420p: "yuv420p"
    case .yuv420p10, .yuv420p10HLG, .yuv420p10PQ: "yuv420p10le"
    }
  }
}

/// The light levels of PQ video: its mastering display and its brightest pictures.
///
/// **Source:** SMPTE ST 2086 and CTA-861.3.
package struct LightLevels: Sendable, Hashable {
  /// Chromaticities of green, blue, red and white, x and y of each.
  package var chromaticities: [Double] = []
  /// The display's maximum and minimum luminance, in cd/m².
  package var luminance: [Double] = []
  /// Maximum content light level and maximum frame-average light level, in cd/m².
  package var content: [Int] = []

  package init() {}
  var isEmpty: Bool { chromaticities.isEmpty && content.isEmpty }

  /// The mastering display in an encoder's syntax. `number` formats a value in steps of 1/`unit`.
  private func display(_ number: (_ value: Double, _ unit: Double) -> String) -> String? {
    guard chromaticities.count == 8, luminance.count == 2 else { return nil }
    let points = zip(["G", "B", "R", "WP"], stride(from: 0, to: 8, by: 2)).map { name, index in
      "\(name)(\(number(chromaticities[index], 50_000)),\(number(chromaticities[index + 1], 50_000)))"
    }
    return points.joined() + "L(\(number(luminance[0], 10_000)),\(number(luminance[1], 10_000)))"
  }

  /// An encoder's notation of the levels: the names of two parameters.
  struct Notation: Sendable {
    let display: String
    /// Whether the display's values are fractions instead of multiples of ST 2086's steps.
    var isInUnits = false
    let content: String
  }

  func parameters(in notation: Notation) -> [String] {
    let display = display { notation.isInUnits ? String($0) : String(Int(($0 * $1).rounded())) }
    return (display.map { ["\(notation.display)=\($0)"] } ?? [])
      + (content.count == 2 ? ["\(notation.content)=\(content[0]),\(content[1])"] : [])
  }
}
