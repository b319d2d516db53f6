import Foundation
import SegueImaging
import SegueRendering
import SegueTransitions
import TestSupport
import Testing

/// Blurs against convolutions in double precision, with repeated edges.
@Suite("Blurs") struct BlurTests {
  /// Four planes, premultiplied, 0…255.
  private struct Planes {
    var width: Int
    var height: Int
    var values: [[Double]]

    init(_ picture: Snapshot) {
      (width, height) = (picture.size.width, picture.size.height)
      values = Array(repeating: [], count: 4)
      for y in 0..<height {
        for x in 0..<width {
          let color = picture[x, y]
          let alpha = Double(color.alpha) / 255
          let channels = [color.red, color.green, color.blue].map { Double($0) * alpha }
          for (channel, value) in (channels + [Double(color.alpha)]).enumerated() {
            values[channel].append(value)
          }
        }
      }
    }

    /// Convolves along rows or columns with a centred `kernel`.
    func convolved(_ kernel: [Double], across: Bool) -> Planes {
      var result = self
      let reach = kernel.count / 2
      let (lines, length) = across ? (height, width) : (width, height)
      let (lineStep, step) = across ? (width, 1) : (1, width)
      for channel in 0..<4 {
        for line in 0..<lines {
          let values = (-reach..<length + reach).map {
            self.values[channel][line * lineStep + min(max($0, 0), length - 1) * step]
          }
          for place in 0..<length {
            result.values[channel][line * lineStep + place * step] = values.withUnsafeBufferPointer {
              values in
              kernel.withUnsafeBufferPointer { kernel in
                var sum = 0.0
                for index in 0..<kernel.count { sum += values[place + index] * kernel[index] }
                return sum
              }
            }
          }
        }
      }
      return result
    }

    func largestDifference(from other: Planes) -> Double {
      zip(values, other.values).reduce(0) { largest, planes in
        zip(planes.0, planes.1).reduce(largest) { max($0, abs($1.0 - $1.1)) }
      }
    }
  }

  private static func gaussian(_ sigma: Double) -> [Double] {
    let reach = Int(4 * sigma) + 1
    let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let total = weights.reduce(0, +)
    return weights.map { $0 / total }
  }

  /// Hard edges, rings that get finer outwards, specks and bars, which reveal a blur's errors. The
  /// edges differ from their neighbours.
  private static func chart(_ size: ImageSize, isOpaque: Bool) -> Snapshot {
    var random = SplitMix64(7)
    return Pictures.make(size) { x, y in
      let (dx, dy) = (Double(x - size.width / 2), Double(y - size.height / 2))
      let rings = UInt8(127.5 + 127.5 * cos((dx * dx + dy * dy) * .pi / Double(size.width)))
      let noise = UInt8(truncatingIfNeeded: random.next())
      let isEdge = x == 0 || y == 0 || x == size.width - 1 || y == size.height - 1
      let block: UInt8 = x > size.width / 3 && y > size.height / 3 ? 255 : 0
      return RGBAColor(
        red: isEdge ? 255 : rings, green: block, blue: noise,
        alpha: isOpaque ? 255 : (x / 5 + y / 7) % 3 == 0 ? 0 : noise)
    }
  }

  @Test(
    "a Gaussian blur is within 3 levels of the exact one",
    arguments: [0.7, 3, 5.9, 8, 32, 64], [true, false])
  func gaussians(sigma: Double, isOpaque: Bool) throws {
    let picture = Self.chart(ImageSize(width: 97, height: 61), isOpaque: isOpaque)
    let drawn = try Drawing(from: picture, to: picture).picture(
      Recipe.snapshot(.from).gaussianBlurred(sigma: sigma))
    let kernel = Self.gaussian(sigma)
    let expected = Planes(picture).convolved(kernel, across: true).convolved(kernel, across: false)
    let difference = Planes(drawn).largestDifference(from: expected)
    #expect(difference <= 3, "sigma \(sigma): \(difference)")
  }

  @Test("a Gaussian keeps uniform colours and symmetry")
  func plainAndSymmetrical() throws {
    let size = ImageSize(width: 90, height: 90)
    let plain = Pictures.plain(size, RGBAColor(red: 13, green: 200, blue: 77))
    let square = Pictures.make(size) { x, y in
      (30..<60).contains(x) && (30..<60).contains(y) ? .white : .black
    }
    for sigma in [1.5, 4, 9, 40, 300] {
      let drawing = Drawing(from: plain, to: square)
      #expect(try drawing.picture(Recipe.snapshot(.from).gaussianBlurred(sigma: sigma)).equals(plain))
      let blurred = try drawing.picture(Recipe.snapshot(.to).gaussianBlurred(sigma: sigma))
      for y in 0..<90 {
        for x in 0..<90 {
          #expect(abs(Int(blurred[x, y].red) - Int(blurred[89 - x, y].red)) <= 1)
          #expect(abs(Int(blurred[x, y].red) - Int(blurred[y, x].red)) <= 1)
        }
      }
    }
  }

  /// The share of a smear of `length` pixels within half a pixel of each position, for a `density`
  /// over −½…½.
  private static func kernel(_ length: Double, _ density: (Double) -> Double) -> [Double] {
    let (reach, steps) = (Int(length / 2) + 1, 64)
    let weights = (-reach...reach).map { place in
      (0..<steps).reduce(0.0) { sum, step in
        let at = (Double(place) - 0.5 + (Double(step) + 0.5) / Double(steps)) / length
        return abs(at) <= 0.5 ? sum + density(at) : sum
      }
    }
    let total = weights.reduce(0, +)
    return weights.map { $0 / total }
  }

  private static func nine(_ place: Double) -> Double {
    let weights = [0.18, 0.15, 0.12, 0.09, 0.05, 0.05]
    let x = abs(place) * 8
    return weights[Int(x)] + (weights[Int(x) + 1] - weights[Int(x)]) * (x - x.rounded(.down))
  }

  @Test(
    "a motion blur is a smear without gaps at every length",
    arguments: [
      ("motion-blur(7px)", 7.0), ("motion-blur(0.05)", 32), ("motion-blur(0.25)", 160),
      ("motion-blur(1)", 640),
    ])
  func motionBlur(call: String, length: Double) throws {
    let size = ImageSize(width: 640, height: 8)
    let picture = Pictures.make(size) { x, y in
      let bars = (300..<303).contains(x) || (340..<380).contains(x)
      return bars != (y > 5) ? .white : .black
    }
    let recipe = try FilterChain(parsing: call).recipe(of: .snapshot(.from), at: 0.5, size: size)
    let drawn = try Drawing(from: picture, to: picture).picture(recipe)
    let expected = Planes(picture).convolved(Self.kernel(length, Self.nine), across: true)
    let difference = Planes(drawn).largestDifference(from: expected)
    #expect(difference <= 3, "\(call): \(difference)")
  }

  @Test("a motion blur along a slanted line has a single peak")
  func slanted() throws {
    let size = ImageSize(width: 400, height: 300)
    let picture = Pictures.make(size) { x, y in abs(x - 200) < 8 && abs(y - 150) < 8 ? .white : .black }
    let recipe = try FilterChain(parsing: "motion-blur(0.5, 30)").recipe(
      of: .snapshot(.from), at: 0, size: size)
    let drawn = try Drawing(from: picture, to: picture).picture(recipe)
    let along = stride(from: -95.0, through: 95, by: 1).map { (place: Double) -> Int in
      let (x, y) = ((place * 0.866).rounded(), (place * 0.5).rounded())
      return Int(drawn[200 + Int(x), 150 + Int(y)].red)
    }
    let top = try #require(along.max())
    #expect(top > 8)
    for (index, value) in along.enumerated() {
      #expect(value >= (index <= 95 ? along[..<index] : along[(index + 1)...]).max() ?? 0 - 1)
    }
  }

  @Test(
    "box blurs and smears weight pixels evenly at every width", .takesLong, arguments: [3.0, 18, 45, 200])
  func boxes(radius: Double) throws {
    // A grouped smear ends with whole groups, which a hard edge shows by 2 %. Beyond the picture
    // the group at its edge repeats, which is uniform here.
    let size = ImageSize(width: 240, height: 160)
    let chart = Self.chart(size, isOpaque: true)
    let picture = Pictures.make(size) { x, y in chart[min(max(x, 40), 199), min(max(y, 20), 139)] }
    let kernel = Self.kernel(2 * radius) { _ in 1 }
    let drawing = Drawing(from: picture, to: picture)
    let smeared = try drawing.picture(Recipe.snapshot(.from).smearedAcross(width: 2 * radius))
    let across = Planes(picture).convolved(kernel, across: true)
    #expect(Planes(smeared).largestDifference(from: across) <= 8)
    let recipe = try FilterChain(parsing: "box-blur(\(min(radius, 59))px)").recipe(
      of: .snapshot(.from), at: 0, size: size)
    let square = Self.kernel(2 * min(radius, 59)) { _ in 1 }
    let both = Planes(picture).convolved(square, across: true).convolved(square, across: false)
    #expect(try Planes(drawing.picture(recipe)).largestDifference(from: both) <= 14)
  }

  @Test(
    "a small box blur averages the square around each pixel",
    arguments: [0.75, 1, 1.5, 2, 3, 5, 12], [true, false])
  func smallBoxes(radius: Double, isOpaque: Bool) throws {
    let size = ImageSize(width: 97, height: 61)
    let picture = Self.chart(size, isOpaque: isOpaque)
    let recipe = try FilterChain(parsing: "box-blur(\(radius)px)").recipe(
      of: .snapshot(.from), at: 0, size: size)
    // Pixels are squares: those at its edges count by their overlap.
    let reach = Int((radius - 0.5).rounded(.up))
    let kernel = (-reach...reach).map { place in
      (min(Double(place) + 0.5, radius) - max(Double(place) - 0.5, -radius)) / (2 * radius)
    }
    let expected = Planes(picture).convolved(kernel, across: true).convolved(kernel, across: false)
    let drawn = try Drawing(from: picture, to: picture).picture(recipe)
    // One rounding for each direction, and one of premultiplied colours.
    #expect(Planes(drawn).largestDifference(from: expected) <= (isOpaque ? 1.01 : 1.5))
  }

  @Test("a zoom blur has a single peak along a ray")
  func zoom() throws {
    let size = ImageSize(width: 500, height: 40)
    let picture = Pictures.make(size) { x, _ in (398..<402).contains(x) ? .white : .black }
    let recipe = try FilterChain(parsing: "zoom-blur(10)").recipe(of: .snapshot(.from), at: 0, size: size)
    let drawn = try Drawing(from: picture, to: picture).picture(recipe)
    let row = (260..<500).map { Int(drawn[$0, 20].red) }
    let top = try #require(row.max())
    let middle = try #require(row.firstIndex(of: top))
    #expect(abs(middle + 260 - 400) < 30)
    for index in 1..<row.count where index < 230 {
      #expect(index <= middle ? row[index] >= row[index - 1] - 1 : row[index] <= row[index - 1] + 1, "\(row)")
    }
  }
}
