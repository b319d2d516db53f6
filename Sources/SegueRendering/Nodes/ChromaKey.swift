import CSegueKernels
import SegueImaging

extension NodeKind {
  /// A picture that is transparent where its colour is near a key colour; brightness is ignored.
  ///
  /// The five values are the key's red, green and blue (0…255), and two distances in Cr and Cb.
  /// Pixels up to the first distance are transparent, pixels from the second on unchanged.
  ///
  /// The numbers are the key's Cr and Cb in units of 1/128 (channels are 0…255), two unused numbers, and
  /// 1444 weights of 15 bits. There is a weight for every 32nd unit of distance. At 16 bits there are
  /// 1452 weights, which are interpolated.
  ///
  /// **Source:** GPUImage's chroma key: Cr = .7132·(r − Y), Cb = .5647·(b − Y), Y = .2989·r +
  /// .5866·g + .1145·b.
  static let chromaKey: NodeKind = .pointwise(
    "chroma-key", kernel: (segue_chroma_key, segue_chroma_key_16), shader: PackageResources.chroma_key_glsl,
    keepsOpacity: { _, _ in false },
    lower: { node, _, depth in
      let v = node.values
      let (low, high) = (v[3], v[4])
      guard high > 0 else { return nil }
      func chroma(_ weights: (Int, Int, Int)) -> Int32 {
        let sum = weights.0 * Int(v[0]) + weights.1 * Int(v[1]) + weights.2 * Int(v[2])
        return Int32(ChromaKey.rounded(sum * depth.scale, depth))
      }
      let weights = (0..<(depth == .eight ? 1444 : 1452)).map { index -> Int32 in
        let d = Double(index) * 32 / 128 / (depth == .eight ? 255 : 65535 / 256)
        let t = high > low ? max(0, min(1, (d - low) / (high - low))) : d > low ? 1 : 0
        return fixedWeight(t * t * (3 - 2 * t))
      }
      return NumberTable([chroma(ChromaKey.cr), chroma(ChromaKey.cb), 0, 0] + weights)
    },
    samples: {
      [[0, 255, 0, 0.1, 0.4], [200, 30, 90, 0.3, 0.3], [0, 0, 0, 0, 0]].map { Node(.chromaKey, $0) }
    },
    pixel: { color, _, _, _, numbers in
      func chroma(_ weights: (Int, Int, Int)) -> Int {
        ChromaKey.rounded(
          weights.0 * color.red + weights.1 * color.green + weights.2 * color.blue, color.depth)
      }
      let cr = chroma(ChromaKey.cr) - Int(numbers[0])
      let cb = chroma(ChromaKey.cb) - Int(numbers[1])
      let distance = Int(Double(cr * cr + cb * cb).squareRoot())
      var share = Int(numbers[4 + distance >> 5])
      if color.depth == .sixteen {
        share += ((Int(numbers[5 + distance >> 5]) - share) * (distance & 31) + 16) >> 5
      }
      return color.with(alpha: (color.alpha * share + 16384) >> 15)
    })
}

/// Constants of the chroma key.
enum ChromaKey {
  /// The weights of red, green and blue in Cr: .7132 · (1 − .2989, −.5866, −.1145), in 1.17, summing to 0.
  static let cr = (65540, -54836, -10704)
  /// A sum of weighted channels, rounded to units of 1/128.
  static func rounded(_ sum: Int, _ depth: PixelDepth) -> Int {
    let shift = depth.rawValue + 2
    return (sum + 1 << (shift - 1)) >> shift
  }

  /// The weights of red, green and blue in Cb: .5647 · (−.2989, −.5866, 1 − .1145), in 1.17.
  static let cb = (-22123, -43418, 65541)
}

extension Recipe {
  /// `input` with pixels of the colour `key` made transparent: fully up to a distance in chroma of
  /// `low`, not at all from `high`; colours are 0…1.
  package static func chromaKeyed(_ input: Recipe, key: RGBAColor, low: Double, high: Double) -> Recipe {
    .node(Node(.chromaKey, [Double(key.red), Double(key.green), Double(key.blue), low, high]), [input])
  }
}
