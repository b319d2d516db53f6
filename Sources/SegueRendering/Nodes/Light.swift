import CSegueKernels
import SegueImaging
import SegueMath

extension NodeKind {
  /// Two pictures mixed in linear light, premultiplied.
  ///
  /// The only value is the second picture's weight. The numbers are the 15-bit weight, three unused
  /// numbers, and the table. The 8-bit table has the 16-bit light of each of 256 bytes, the minimum
  /// light of each byte with an end of 65536, and three unused numbers. It ends with the byte of each
  /// 16th light: 4096 bytes, four to a number, the first byte lowest. The 16-bit table has the light of
  /// each of 65536 values, and the value of each of 65536 lights. Light is mixed with 15 bits of weight
  /// if both pixels are opaque. Otherwise the product of weight and alpha has 16 bits.
  static let light: NodeKind = .pointwise(
    "light", inputs: 2, kernel: (segue_light, segue_light_16), shader: PackageResources.light_glsl,
    lower: { node, _, depth in
      let weight = fixedWeight(node.values[0])
      guard weight > 0, let table = node.table?[depth] else { return nil }
      return NumberTable([weight, 0, 0, 0] + table.values)
    },
    samples: {
      let square = Light.table { $0 * $0 }
      return [0, 0.0001, 0.3, 0.5, 0.99, 1].map { Node(.light, [$0], table: square) }
    },
    pixel: { first, second, _, _, numbers in
      let weight = Int(numbers[0])
      if weight >= 32768 { return second }
      let isDeep = first.depth == .sixteen
      let (wa, wb) = (first.alpha * (32768 - weight), second.alpha * weight)
      let alpha = (wa + wb + 16384) >> 15
      guard alpha > 0 else { return first.cleared }
      let part = (wb + 16384) >> 15
      var (sa, sb) = isDeep ? (alpha - part, part) : ((wa + 64) >> 7, (wb + 64) >> 7)
      if first.isOpaque && second.isOpaque { (sa, sb) = (32768 - weight, weight) }
      func channel(_ a: Int, _ b: Int) -> Int {
        let (x, y) = (Int(numbers[4 + a]), Int(numbers[4 + b]))
        let light = (x * sa + y * sb + (sa + sb) / 2) / (sa + sb)
        if isDeep { return Int(numbers[4 + 65536 + light]) }
        // The brightest byte whose minimum light is not above `light`.
        var byte = 255
        while numbers[260 + byte] > Int32(light) { byte -= 1 }
        return byte
      }
      return DeepColor(
        red: channel(first.red, second.red), green: channel(first.green, second.green),
        blue: channel(first.blue, second.blue), alpha: alpha, depth: first.depth)
    })
}

/// Tables for the light node.
package enum Light {
  /// The table of a transfer function from a colour's value (0…1) to light (0…1). It increases by at
  /// least 16 / 65535 from one byte to the next. It may be constant at the first bytes.
  package static func table(_ light: @escaping @Sendable (Double) -> Double) -> DepthTable {
    DepthTable { $0 == .eight ? bytes(light) : values(light) }
  }

  /// The table of the display light of HLG values, as a fraction of the maximum. It is exact for greys
  /// only, because the HLG display transform depends on luminance.
  static let hlg = table { StableMath.pow(TransferFunction.scene(ofHLG: $0), TransferFunction.systemGamma) }
  static let pq = table { StableMath.pow($0, TransferFunction.gamma) }

  /// The light of each of 65536 values, and the value of each of 65536 lights.
  private static func values(_ light: (Double) -> Double) -> NumberTable {
    let exact = (0...65535).map { light(Double($0) / 65535) * 65535 }
    var value = 0
    let back = (0...65535).map { amount -> Int32 in
      while value < 65534, exact[value + 1] <= Double(amount) { value += 1 }
      let step = exact[value + 1] - exact[value]
      let share = step > 0 ? (Double(amount) - exact[value]) / step : 0
      return Int32((Double(value) + max(0, min(1, share))).rounded())
    }
    return NumberTable(exact.map { Int32(max(0, min(65535, $0)).rounded()) } + back)
  }

  private static func bytes(_ light: (Double) -> Double) -> NumberTable {
    func amount(_ value: Double) -> Double { light(value / 255) * 65535 }
    let lights = (0..<256).map { Int32(amount(Double($0)).rounded()) }
    var least = (0..<256).map { $0 == 0 ? 0 : Int32(amount(Double($0) - 0.5).rounded(.up)) } + [65536]
    // The light of a byte maps back to that byte. The search begins at multiples of 16, so the limits
    // of two bytes are at least 16 apart.
    for byte in 1..<256 {
      least[byte] = max(min(least[byte], lights[byte]), byte > 1 ? least[byte - 1] + 16 : 1)
    }
    var packed = [Int32](repeating: 0, count: 1024)
    var byte = 0
    for index in 0..<4096 {
      while least[byte + 1] <= Int32(index * 16) { byte += 1 }
      packed[index / 4] |= Int32(bitPattern: UInt32(byte) << UInt32(index % 4 * 8))
    }
    return NumberTable(lights + least + [0, 0, 0] + packed)
  }
}

extension Recipe {
  /// `first · (1 − amount) + second · amount` in linear light. `table` has the transfer function:
  /// see `Light.table`. The amount is clamped to 0…1; 0 and 1 return the unchanged pictures.
  package static func mixedLight(_ first: Recipe, _ second: Recipe, amount: Double, _ table: DepthTable)
    -> Recipe
  {
    amount > 0 && amount < 1
      ? .node(Node(.light, [amount], table: table), [first, second]) : .mix(first, second, amount: amount)
  }
}
