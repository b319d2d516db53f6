import CSegueKernels
import SegueImaging

extension NodeKind {
  /// Alpha taken away where the colour is near a key colour, brightness not counted.
  ///
  /// Five values: the key's red, green and blue (0…255), and two distances in Cr and Cb: nothing is left up to the
  /// first, all from the second on. Numbers: the key's Cr and Cb in 1/128 of 0…255, two unused, 1444 weights of 15 bits
  /// for every 32nd of a distance in those units.
  /// **Source:** GPUImage's chroma key: Cr = .7132·(r − Y), Cb = .5647·(b − Y), Y = .2989·r + .5866·g + .1145·b.
  static let chromaKey: NodeKind = .pointwise(
    "chroma-key", kernel: segue_chroma_key, shader: PackageResources.chroma_key_glsl,
    keepsOpacity: { _ in false },
    lower: { node, _ in
      let v = node.values
      let (low, high) = (v[3], v[4])
      guard high > 0 else { return nil }
      func chroma(_ weights: (Int, Int, Int)) -> Int32 {
        Int32((weights.0 * Int(v[0]) + weights.1 * Int(v[1]) + weights.2 * Int(v[2]) + 512) >> 10)
      }
      let weights = (0..<1444).map { index -> Int32 in
        let d = Double(index) * 32 / 128 / 255
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
        (weights.0 * Int(color.red) + weights.1 * Int(color.green) + weights.2 * Int(color.blue) + 512) >> 10
      }
      let cr = chroma(ChromaKey.cr) - Int(numbers[0])
      let cb = chroma(ChromaKey.cb) - Int(numbers[1])
      let distance = Int(Double(cr * cr + cb * cb).squareRoot())
      let alpha = (Int(color.alpha) * Int(numbers[4 + distance >> 5]) + 16384) >> 15
      guard alpha > 0 else { return .transparent }
      return RGBAColor(red: color.red, green: color.green, blue: color.blue, alpha: UInt8(alpha))
    })
}

/// Numbers of the chroma key.
enum ChromaKey {
  /// What red, green and blue count for in Cr: .7132 · (1 − .2989, −.5866, −.1145), in 1.17, summing to 0.
  static let cr = (65540, -54836, -10704)
  /// The same for Cb: .5647 · (−.2989, −.5866, 1 − .1145).
  static let cb = (-22123, -43418, 65541)
}

extension Recipe {
  /// `input` without what has the colour of `key`: nothing is left up to a distance in chroma of `low`, all of it from
  /// `high` on; colours are 0…1.
  package static func chromaKeyed(_ input: Recipe, key: RGBAColor, low: Double, high: Double) -> Recipe {
    .node(Node(.chromaKey, [Double(key.red), Double(key.green), Double(key.blue), low, high]), [input])
  }
}
