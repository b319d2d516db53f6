import SegueImaging

/// The options of ffmpeg's `zscale` for a clip's colours, and whether a film needs `zscale`.
///
/// **Source:** ITU-T H.273, tables 2 to 4; `man ffmpeg-filters` for `zscale`, which uses the curve of displays
/// (BT.1886) for standard range.
extension ClipInfo.Video {
  /// Whether the primaries, the matrix or the transfer curve differ from those of a film in
  /// ``color``; `scale` does not convert them. Standard-definition primaries count as BT.709, as in
  /// players.
  package var needsColorConversion: Bool {
    hasOtherPrimaries || Self.matricesOfZscaleAlone.contains(colorSpace)
      || !isHDR && colorTransfer == "linear"
  }

  package var hasOtherPrimaries: Bool {
    isHDR
      ? !["", color.tags.primaries].contains(colorPrimaries)
      : ["bt2020", "smpte431", "smpte432"].contains(colorPrimaries)
  }

  /// Matrices that `scale` misinterprets.
  private static let matricesOfZscaleAlone: Set<String> = [
    "ycgco", "bt2020c", "chroma-derived-nc", "chroma-derived-c", "ictcp",
  ]

  /// The colours as `zscale` input options. Missing tags default to BT.2020 for HDR, else to
  /// BT.709.
  var zscaleInput: String {
    "tin=\(curve):pin=\(primaries):min=\(zscaleMatrix):rin=\(isFullRange || isRGB ? "full" : "limited")"
  }

  /// The colours as `zscale` output options, in limited range.
  package var zscaleOutput: String { "t=\(curve):p=\(primaries):m=\(zscaleMatrix):r=limited:agamma=false" }
  private var curve: String { isHDR || colorTransfer == "linear" ? colorTransfer : "709" }

  private var primaries: String {
    let primaries = colorPrimaries.isEmpty ? color.tags.primaries : colorPrimaries
    return ["bt2020": "2020", "bt709": "709"][primaries] ?? primaries
  }

  private var zscaleMatrix: String {
    if isRGB { return "gbr" }
    if Self.matricesOfZscaleAlone.contains(colorSpace) {
      return colorSpace == "bt2020c" ? "2020_cl" : colorSpace
    }
    if isHDR {
      let names = ["": "2020_ncl", "bt2020nc": "2020_ncl", "bt709": "709"]
      return names[colorSpace] ?? colorSpace
    }
    let names = ["bt601": "170m", "bt2020": "2020_ncl", "smpte240m": "240m", "fcc": "fcc"]
    return names[matrix] ?? "709"
  }
}

extension ColorEncoding {
  package var zscaleInput: String { "tin=\(curve):pin=\(primaries):min=\(matrix):rin=limited" }

  /// A film's colours as `zscale` output options. The curves are exact, because `zscale`'s
  /// approximations are off by up to 87 10-bit code values.
  func zscaleOutput(of matrix: String? = nil, range: String = "limited") -> String {
    "t=\(curve):p=\(primaries):m=\(matrix ?? self.matrix):r=\(range):agamma=false"
  }

  private var curve: String { isHDR ? tags.transfer : "709" }
  private var primaries: String { isHDR ? "2020" : "709" }
  private var matrix: String { isHDR ? "2020_ncl" : "709" }
}
