import SegueImaging
import SegueMath
import SegueRendering
import SegueTransitions
import Testing

/// The filters that sample other positions, against their formulas in real arithmetic, on noise.
@Suite("Filters that sample other positions") struct MapFilterTests {
  private let w = Double(FilterTests.size.width)
  private let h = Double(FilterTests.size.height)

  private func drawn(_ call: String) throws -> Snapshot {
    try Drawing(from: FilterTests.scene.from, to: FilterTests.scene.to).picture(FilterTests.recipe(call))
  }

  /// The picture as real numbers of 0…255, with repeated edges.
  private func pixel(_ x: Int, _ y: Int) -> [Double] {
    let size = FilterTests.size
    let color = FilterTests.scene.from[max(0, min(size.width - 1, x)), max(0, min(size.height - 1, y))]
    return [Double(color.red), Double(color.green), Double(color.blue)]
  }

  private func bilinear(_ u: Double, _ v: Double) -> [Double] { FilterTests.bilinear(u, v, of: pixel) }

  /// The share of pixels further than `limit` from `formula`; pixels with a `nil` result are
  /// ignored.
  private func shareBeyond(
    _ limit: Double, _ call: String, _ formula: (_ x: Double, _ y: Double) -> [Double]?
  ) throws -> Double {
    let picture = try drawn(call)
    var (asked, beyond) = (0, 0)
    for y in 0..<FilterTests.size.height {
      for x in 0..<FilterTests.size.width {
        guard let expected = formula(Double(x) + 0.5, Double(y) + 0.5) else { continue }
        let color = picture[x, y]
        let channels = [color.red, color.green, color.blue].map(Double.init)
        asked += 1
        if zip(channels, expected).contains(where: { abs($0 - $1) > limit }) { beyond += 1 }
      }
    }
    #expect(asked > 400)
    return Double(beyond) / Double(asked)
  }

  @Test("a picture pulled into a rectangle follows two curved sides")
  func genie() throws {
    // At half of the progress the sides are fully bent. They are half a wave from the corners to the
    // rectangle at 0.45 to 0.55 of the width and 0.93 of the height. The picture has slid by (1 −
    // cos(2π/7)) / 2.
    let end = 0.93 * h
    let top = end * (1 - StableMath.cos(2 * .pi / 7)) / 2
    func sides(_ y: Double) -> (Double, Double) {
      let near = (1 - StableMath.cos(.pi * min(1, y / end))) / 2
      return (0.45 * w * near, w - 0.45 * w * near)
    }
    let share = try shareBeyond(2, "genie(0.5)") { x, y in
      let (left, right) = sides(y)
      guard x > left + 1, x < right - 1, y > top + 1 else { return nil }
      return bilinear((x - left) / (right - left) * w, (y - top) / (h - top) * h)
    }
    #expect(share < 0.01)
    let picture = try drawn("genie(0.5)")
    for y in 0..<Int(h) {
      let (left, right) = sides(Double(y) + 0.5)
      if Double(y) + 1 < top {
        #expect((0..<Int(w)).allSatisfy { picture[$0, y].alpha == 0 })
      } else if left > 1 {
        #expect(picture[Int(left) - 1, y].alpha == 0 && picture[Int(right) + 1, y].alpha == 0)
      }
    }
  }

  @Test("a genie starts as its window surrounded by transparency")
  func genieWindow() throws {
    let picture = try drawn(
      "genie(0.0001, window-left=15/61, window-width=30/61, window-top=10/43, window-height=20/43)")
    for y in 0..<Int(h) {
      for x in 0..<Int(w) {
        let isInside = (15..<45).contains(x) && (10..<30).contains(y)
        #expect(picture[x, y] == (isInside ? FilterTests.scene.from[x, y] : .transparent))
      }
    }
  }

  @Test("a genie's window ends exactly in the target rectangle")
  func genieEnd() throws {
    // The window's pixels are in columns 20 to 30 and in the last rows, from 40 on.
    let picture = try drawn(
      "genie(1, left=20/61, width=10/61, top=40/43, height=3/43, window-left=15/61, window-width=30/61, "
        + "window-top=10/43, window-height=20/43)")
    for y in 0..<Int(h) {
      for x in 0..<Int(w) {
        let isInside = (20..<30).contains(x) && (40..<43).contains(y)
        #expect((picture[x, y].alpha > 0) == isInside, "\(x) \(y)")
      }
    }
  }

  @Test("a picture rotated in space is where a camera sees it")
  func perspective() throws {
    // 30 degrees about the vertical axis, with the eye two widths away.
    let (s, c) = (0.5, 0.75.squareRoot())
    let eye = 2 * w
    let share = try shareBeyond(2, "perspective(30)") { x, y in
      // x − w/2 = eye · c · X / (eye + s · X)
      let across = (x - w / 2) * eye / (eye * c - (x - w / 2) * s)
      let down = (y - h / 2) * (eye + s * across) / eye
      guard abs(across) < w / 2 - 1, abs(down) < h / 2 - 1 else { return nil }
      return bilinear(across + w / 2, down + h / 2)
    }
    #expect(share == 0)
    let picture = try drawn("perspective(30)")
    #expect(picture[60, 0] == .transparent && picture[60, 42] == .transparent && picture[30, 21].alpha == 255)
    #expect(try drawn("perspective(0, 0, 360)").equals(FilterTests.scene.from))
  }

  @Test("a sphere shows the picture upside down on black")
  func sphere() throws {
    let share = try shareBeyond(4, "sphere-refraction(0.3)") { x, y in
      let (nx, ny) = ((x - w / 2) / (0.3 * w), (y - h / 2) / (0.3 * w))
      let square = nx * nx + ny * ny
      if square > 1.01 { return [0, 0, 0] }
      // Near the edge the refraction changes faster than a table of 1024 steps.
      guard square < 0.95 else { return nil }
      let nz = (1 - square).squareRoot()
      let factor = 0.71 * nz - (1 - 0.71 * 0.71 * square).squareRoot()
      return bilinear(w / 2 + w * 0.5 * factor * nx, h / 2 + h * 0.5 * factor * ny)
    }
    #expect(share == 0)
  }

  @Test("a glass sphere shows the picture upright and enlarged")
  func glassSphere() throws {
    let share = try shareBeyond(6, "glass-sphere(0.4)") { x, y in
      let (nx, ny) = ((x - w / 2) / (0.4 * w), (y - h / 2) / (0.4 * w))
      let square = nx * nx + ny * ny
      guard square < 0.9 else { return square > 1.01 ? [0, 0, 0] : nil }
      let nz = (1 - square).squareRoot()
      let factor = -2 * (0.71 * nz - (1 - 0.71 * 0.71 * square).squareRoot())
      let rim = 2.5 * (1 - StableMath.pow(nz, 0.25))
      let facing = max(0, (-0.5 * nx + 0.5 * ny + nz) / 1.5.squareRoot())
      let light = min(1, rim + 0.8 * StableMath.pow(facing, 15)) * 255
      return bilinear(w / 2 + w * 0.5 * factor * nx, h / 2 + h * 0.5 * factor * ny).map {
        min(255, $0 + light)
      }
    }
    #expect(share == 0)
  }

  @Test(
    "polar-pixellate fills each cell of its polar grid with one colour"
  )
  func polar() throws {
    let share = try shareBeyond(2.5, "polar-pixellate(0.2, 0.3)") { x, y in
      let (dx, dy) = (2 * x / w - 1, 2 * y / h - 1)
      var (r, phi) = ((dx * dx + dy * dy).squareRoot(), StableMath.atan2(dy, dx))
      r = (r / 0.2).rounded(.down) * 0.2 + 0.03
      phi = (phi / 0.3).rounded(.down) * 0.3
      return bilinear((r * StableMath.cos(phi) + 1) / 2 * w, (r * StableMath.sin(phi) + 1) / 2 * h)
    }
    #expect(share < 0.01)
  }

  @Test("each cga cell has the palette colour nearest to its middle")
  func cga() throws {
    let colors: [[Double]] = [[0, 0, 0], [85, 255, 255], [255, 85, 255], [255, 255, 255]]
    func square(_ a: [Double], _ b: [Double]) -> Double {
      zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }
    let share = try shareBeyond(0, "cga") { x, y in
      let (cw, ch) = (w / 200, h / 320)
      let seen = bilinear(((x / cw).rounded(.down) + 0.5) * cw, ((y / ch).rounded(.down) + 0.5) * ch)
      let sorted = colors.sorted { square($0, seen) < square($1, seen) }
      // Rounding may exchange two colours at nearly equal distances.
      return square(sorted[1], seen) - square(sorted[0], seen) < 3000 ? nil : sorted[0]
    }
    #expect(share == 0)
  }

  @Test("bilateral samples are weighted by distance and colour")
  func bilateral() throws {
    let gauss = [0.18, 0.15, 0.12, 0.09, 0.05]
    func pass(_ at: (Int) -> [Double]) -> [Double] {
      var (sum, total) = ([0.0, 0, 0], 0.0)
      let own = at(0)
      for look in -4...4 {
        let color = at(look * 2)
        let distance = zip(color, own).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot() / 255
        let weight = gauss[abs(look)] * (1 - min(1, 3 * distance))
        for channel in 0..<3 { sum[channel] += color[channel] * weight }
        total += weight
      }
      return sum.map { ($0 / total).rounded() }
    }
    let share = try shareBeyond(2.5, "bilateral(2, 3)") { x, y in
      let (column, row) = (Int(x), Int(y))
      return pass { down in
        let line = max(0, min(Int(h) - 1, row + down))
        return pass { across in pixel(max(0, min(Int(w) - 1, column + across)), line) }
      }
    }
    #expect(share == 0)
  }

  @Test("Perlin noise is 0.5 at integer coordinates")
  func perlin() throws {
    let size = ImageSize(width: 80, height: 40)
    let field = MatteField.perlin(scale: 8)
    for (column, row) in [(0, 0), (3, 1), (7, 5)] {
      #expect(abs(field.value(Double(column) * 10, Double(row) * 5, size) - 0.5) < 1e-12)
    }
    // Computed by another program.
    for (x, y, value) in [
      (0.5, 0.5, 0.2542336883133042), (2.25, 3.75, 0.5369212386658047), (7.1, 0.3, 0.6050877350895849),
    ] {
      #expect(abs(field.value(x * 10, y * 5, size) - value) < 1e-9)
    }
    let share = try shareBeyond(1, "perlin-noise(1, 4, #ff0000, #0000ff)") { x, y in
      let value = MatteField.perlin(scale: 4).value(x, y, FilterTests.size)
      return [255 * (1 - value), 0, 255 * value]
    }
    #expect(share == 0)
  }

  @Test("an inverse projective map restores every point")
  func inverse() throws {
    let map = ProjectiveMap([1.2, 0.1, -3, 0.05, 0.9, 7, 0.002, -0.001, 1])
    let inverse = try #require(map.inverse)
    func apply(_ m: [Double], _ x: Double, _ y: Double) -> (x: Double, y: Double) {
      let d = m[6] * x + m[7] * y + m[8]
      return ((m[0] * x + m[1] * y + m[2]) / d, (m[3] * x + m[4] * y + m[5]) / d)
    }
    let there = apply(map.values, 31, -12)
    let back = apply(inverse.values, there.x, there.y)
    #expect(abs(back.x - 31) < 1e-9 && abs(back.y + 12) < 1e-9)
    #expect(ProjectiveMap([1, 2, 0, 2, 4, 0, 0, 0, 1]).inverse == nil)
  }
}
