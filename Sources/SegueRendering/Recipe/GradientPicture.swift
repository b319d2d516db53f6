import SegueImaging

extension Snapshot {
  /// A linear gradient of at least one colour in the direction `degrees`: 0 to the right, 90 downwards.
  package static func gradient(
    _ colors: [RGBAColor], degrees: Double, size: ImageSize, depth: PixelDepth
  ) -> Snapshot {
    if colors.count == 1 { return Snapshot(PixelBuffer(size: size, color: colors[0])) }
    let buffer = PixelBuffer(size: size, depth: depth)
    let way = MatteField.linear(degrees: degrees)
    let steps = colors.map { color -> SIMD4<Double> in
      let alpha = Double(color.alpha) / 255
      return SIMD4(
        Double(color.red) / 255 * alpha, Double(color.green) / 255 * alpha, Double(color.blue) / 255 * alpha,
        alpha)
    }
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place =
          max(0, min(1, way.value(Double(x) + 0.5, Double(y) + 0.5, size))) * Double(steps.count - 1)
        let first = min(steps.count - 2, Int(place))
        var color = steps[first] + (steps[first + 1] - steps[first]) * (place - Double(first))
        if color.w > 0 {
          (color.x, color.y, color.z) = (color.x / color.w, color.y / color.w, color.z / color.w)
        }
        let values = (0..<4).map { depth.channel(color[$0]) }
        switch depth {
        case .eight:
          buffer[x, y] = RGBAColor(
            red: UInt8(values[0]), green: UInt8(values[1]), blue: UInt8(values[2]), alpha: UInt8(values[3]))
        case .sixteen: buffer.setDeep(SIMD4(values.map { UInt16($0) }), x, y)
        }
      }
    }
    return Snapshot(buffer)
  }
}
