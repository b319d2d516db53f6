import SegueImaging

/// What ffmpeg's `zscale` is told of a clip's colours, and when it takes `zscale` to have them in the film's.
///
/// **Source:** ITU-T H.273, tables 2 to 4; `man ffmpeg-filters` for `zscale`, whose curves of standard range are those of displays
/// (BT.1886).
extension ClipInfo.Video {
  /// Whether its pictures have other primaries, another matrix or another curve than those of a film in ``color``, which `scale`
  /// does not convert. Primaries of standard definition are taken as those of BT.709, as players do.
  package var needsColorConversion: Bool {
    hasOtherPrimaries || Self.matricesOfZscaleAlone.contains(colorSpace)
      || !isHDR && colorTransfer == "linear"
  }

  /// Whether the file names primaries whose values mean other colours in a film in ``color``.
  package var hasOtherPrimaries: Bool {
    isHDR
      ? !["", color.tags.primaries].contains(colorPrimaries)
      : ["bt2020", "smpte431", "smpte432"].contains(colorPrimaries)
  }

  /// Matrices that `scale` would take for others.
  private static let matricesOfZscaleAlone: Set<String> = [
    "ycgco", "bt2020c", "chroma-derived-nc", "chroma-derived-c", "ictcp",
  ]

  /// Its colours as the input of `zscale`. Missing tags are taken as BT.2020 in a high dynamic range, else as BT.709.
  var zscaleInput: String {
    "tin=\(curve):pin=\(primaries):min=\(zscaleMatrix):rin=\(isFullRange || isRGB ? "full" : "limited")"
  }

  /// The same as the output, in limited range.
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
  /// The colours of a film as the input of `zscale`.
  package var zscaleInput: String { "tin=\(curve):pin=\(primaries):min=\(matrix):rin=limited" }

  /// The same as the output, in `matrix` and `range`, by exact curves: their approximations are off by up to 87 codes of 10 bits.
  func zscaleOutput(of matrix: String? = nil, range: String = "limited") -> String {
    "t=\(curve):p=\(primaries):m=\(matrix ?? self.matrix):r=\(range):agamma=false"
  }

  private var curve: String { isHDR ? tags.transfer : "709" }
  private var primaries: String { isHDR ? "2020" : "709" }
  private var matrix: String { isHDR ? "2020_ncl" : "709" }
}
