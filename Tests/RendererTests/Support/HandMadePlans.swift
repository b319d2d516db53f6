import SegueImaging
import TestSupport
@testable import SegueRendering
import SegueTransitions

/// Plans that recipes never produce, but that renderers must draw.
struct HandMadePlans {
  let scene: Scene
  private var size: ImageSize { scene.size }

  func all() -> [(name: String, plan: Plan)] {
    let whole = PixelRect(size)
    let part = PixelRect(x0: 3, y0: 2, x1: size.width - 4, y1: size.height - 3)
    var samples: [(name: String, plan: Plan)] = []
    for level in [0, 1, 7] {
      for weight in [Int32(0), 20000] {
        for domain in [whole, part] {
          let name = "level \(level) weight \(weight) domain \(domain)"
          let straight = map(size, domain, level, weight, isSeparable: true)
          let skewed = map(size, domain, level, weight, isSeparable: false)
          samples.append(("straight " + name, Plan(.sample(picture(scene.from), straight))))
          samples.append(("skewed " + name, Plan(.sample(picture(scene.to), skewed))))
          samples.append(("placed " + name, Plan(.stack([placed(straight, part, size)], background: .white))))
          samples.append(
            ("placed skewed " + name, Plan(.stack([placed(skewed, whole, size)], background: .transparent))))
        }
      }
    }
    samples.append(("edges alone", Plan(.stack([placed(nil, part, size)], background: .black))))
    let wide = map(size, whole, 0, 0, isSeparable: true, isFar: true)
    samples.append(("far outside", Plan(.sample(picture(scene.from), wide))))
    return samples
  }

  private func picture(_ snapshot: Snapshot) -> Plan { Plan(.picture(snapshot)) }

  private func map(
    _ size: ImageSize, _ domain: PixelRect, _ level: Int, _ weight: Int32, isSeparable: Bool,
    isFar: Bool = false
  ) -> SampleMap {
    var map = SampleMap.identity(size)
    let factor: Int32 = isFar ? 3000 : 1
    map.ux = map.ux.map { ($0 - 20000) * factor + $0 / 3 }
    map.vy = map.vy.map { ($0 - 9001) * factor - $0 / 5 }
    if !isSeparable {
      map.uy = (0..<Int32(size.height)).map { $0 * 777 - 4000 }
      map.vx = (0..<Int32(size.width)).map { $0 * -911 + 9000 }
    }
    (map.domain, map.level, map.levelWeight) = (domain, level, weight)
    return map
  }

  private func placed(_ map: SampleMap?, _ bounds: PixelRect, _ size: ImageSize) -> PlannedLayer {
    let (width, height) = (Int32(size.width), Int32(size.height))
    let coverage = CoverageMap(
      dux: (0..<width).map { ($0 - 5) * 3900 }, duy: map == nil ? [] : (0..<height).map { $0 * 300 },
      dvx: map == nil ? [] : (0..<width).map { $0 * -200 }, dvy: (0..<height).map { ($0 - 3) * 4096 + 100 },
      width: (width - 9) * 4096, height: 5 * 4096 + 77)
    return PlannedLayer(
      input: picture(scene.from), map: map, coverage: coverage, opacity: 30000, bounds: bounds)
  }

  /// Stacks of one layer with noise as tables, which neither rise nor fall.
  func noise() -> [(name: String, plan: Plan)] {
    (0..<24).map { ("noise \($0)", noise(seed: $0, size: size)) }
  }

  private func noise(seed: Int, size: ImageSize) -> Plan {
    var random = SplitMix64(UInt64(seed))
    func table(_ count: Int, _ reach: Int) -> [Int32] {
      (0..<count).map { _ in Int32.random(in: Int32(-4096)...Int32(reach * 4096), using: &random) }
    }
    let isTurning = seed % 2 == 0
    let isFlat = seed % 3 == 0
    let map = SampleMap(
      ux: table(size.width, size.width), uy: isTurning ? table(size.height, 5) : [],
      vx: isTurning && !isFlat ? table(size.width, 5) : [], vy: table(size.height, size.height),
      domain: PixelRect(x0: 3, y0: 1, x1: 30, y1: 20), level: Int(seed % 4),
      levelWeight: seed % 5 == 0 ? 0 : 12345)
    let coverage = CoverageMap(
      dux: table(size.width, 20), duy: isTurning ? table(size.height, 3) : [],
      dvx: isTurning ? table(size.width, 3) : [], dvy: table(size.height, 20), width: 60000, height: 50000)
    let placed = PlannedLayer(
      input: picture(scene.to), map: map, coverage: seed % 7 == 0 ? nil : coverage, opacity: 32768,
      bounds: PixelRect(x0: 2, y0: 2, x1: 36, y1: 22))
    return Plan(
      .stack([placed], background: RGBAColor(red: 1, green: 2, blue: 3, alpha: seed % 2 == 0 ? 255 : 9)))
  }
}
