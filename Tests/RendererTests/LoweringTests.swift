import Glibc
import SegueImaging
import Testing
import SegueTransitions

@testable import SegueRendering

/// The numbers of lowered plans, against real arithmetic.
@Suite("Lowering") struct LoweringTests {
  /// The exact coverage of the pixel at (`x`, `y`) by a layer placed by `transform`: the shares
  /// between both pairs of edges, multiplied.
  private func coverage(_ transform: AffineMap, of part: PixelRect, _ x: Int, _ y: Int) throws -> Double {
    let inverse = try #require(transform.inverse)
    let texel = inverse.apply(x: Double(x) + 0.5, y: Double(y) + 0.5)
    func share(_ distance: Double, _ extent: Double) -> Double {
      max(0, min(distance + 0.5, extent) - max(distance - 0.5, 0))
    }
    let across = 1 / hypot(inverse.a, inverse.c)
    let down = 1 / hypot(inverse.b, inverse.d)
    return share((texel.x - Double(part.x0)) * across, Double(part.width) * across)
      * share((texel.y - Double(part.y0)) * down, Double(part.height) * down)
  }

  /// The coverage from the plan's integers.
  private func planned(_ map: CoverageMap, _ x: Int, _ y: Int) -> Double {
    let du = map.dux[x] + (map.duy.isEmpty ? 0 : map.duy[y])
    let dv = (map.dvx.isEmpty ? 0 : map.dvx[x]) + map.dvy[y]
    let across = PixelArithmetic.coverage(distance: du, extent: map.width)
    let down = PixelArithmetic.coverage(distance: dv, extent: map.height)
    return Double((across * down) >> 12) / 4096
  }

  @Test(
    "layers have the exact coverage for edges at any distance",
    arguments: [1.0, 3, 40, 100, 1000, 1e6], [0.0, 0.37, 0.5, 1])
  func farEdges(zoom: Double, anchor: Double) throws {
    let size = ImageSize(width: 3840, height: 2160)
    let whole = PixelRect(size)
    for turn in [0.0, 0.3] {
      let transform = AffineMap.rotation(turn).then(.scale(x: zoom, y: zoom))
        .about(x: anchor * Double(size.width), y: anchor * Double(size.height))
      let map = try #require(CoverageMap(transform, of: whole, around: whole, size: size))
      for y in stride(from: 0, to: size.height, by: 331) + [size.height - 1] {
        for x in stride(from: 0, to: size.width, by: 367) + [size.width - 1] {
          let real = try coverage(transform, of: whole, x, y)
          #expect(abs(planned(map, x, y) - real) < 0.003, "zoom \(zoom), turn \(turn), (\(x), \(y)): \(real)")
        }
      }
    }
  }

  @Test("the coverage of a crop enlarged 200 to 5000 times is exact to 0.003")
  func eitherEdge() throws {
    let size = ImageSize(width: 640, height: 360)
    let part = PixelRect(x0: 100, y0: 50, x1: 540, y1: 310)
    for zoom in [200.0, 400, 5000] {
      for (x, y) in [(100.0, 50.0), (540, 310), (320, 180), (99.99, 310)] {
        let transform = AffineMap.translation(x: -x, y: -y).then(.scale(x: zoom, y: zoom))
          .then(.translation(x: 320.25, y: 180.5))
        let map = try #require(CoverageMap(transform, of: part, around: PixelRect(size), size: size))
        for (column, row) in [(0, 0), (319, 180), (320, 180), (321, 181), (639, 359), (320, 0), (0, 359)] {
          let real = try coverage(transform, of: part, column, row)
          #expect(
            abs(planned(map, column, row) - real) < 0.003, "zoom \(zoom) at (\(x), \(y)): \(column), \(row)")
        }
      }
    }
  }

  @Test("the weights of an average sum to 65536")
  func taps() throws {
    let size = ImageSize(width: 4, height: 4)
    for count in Array(1...700) + [4096, 70_000] {
      let taps = (0..<count).map { AverageTap(.translation(x: Double($0 % 3), y: 0), weight: 1) }
      guard case .average(_, let planned) = Pictures.plan(.average(.snapshot(.from), taps), size).content
      else {
        Issue.record("\(count) taps are no average")
        continue
      }
      #expect(planned.reduce(0) { $0 + Int($1.weight) } == 65536, "\(count) taps")
      let shares = planned.map { Double($0.weight) }
      let fair = 65536 / Double(count)
      // With few taps one tap has the whole rounding error.
      #expect(shares.allSatisfy { abs($0 - fair) <= max(1, fair / 16) }, "\(count) taps")
    }
  }

  @Test("a recipe's pictures can be replaced in every node")
  func walking() {
    let two = Recipe.nearest(.snapshot(.from), .grayscale(.snapshot(.to)), distance: 0.3)
    let tree = Recipe.stack(
      [
        RecipeLayer(.mix(two, .pixellate(.snapshot(.to), width: 0.1), amount: 0.5)),
        RecipeLayer(.color(.white), opacity: 0.2),
      ],
      background: .black)
    #expect(tree.exchangingSnapshots() != tree)
    #expect(tree.exchangingSnapshots().exchangingSnapshots() == tree)
    let green = Recipe.color(RGBAColor(red: 0, green: 255, blue: 0))
    var leaves: [Recipe] = []
    func collect(_ recipe: Recipe) {
      if recipe.inputs.isEmpty { leaves.append(recipe) }
      recipe.inputs.forEach(collect)
    }
    collect(tree.replacingSnapshots { _ in green })
    #expect(leaves == [green, green, green, .color(.white)])
  }
}
