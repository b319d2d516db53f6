import SegueImaging
import SegueRendering
import Synchronization

extension ToneTable {
  /// The table for drawing.
  var numbers: DepthTable { DepthTable { depth in NumberTable(values(depth).flatMap { $0 }) } }
}

extension Recipe {
  /// The recipe with `table` applied; consecutive tone tables are merged, with the same bytes.
  func toned(_ table: ToneTable) -> Recipe {
    let numbers = table.numbers
    if table == ToneTable.identity, numbers[.sixteen] == Tone.identity[.sixteen] { return self }
    switch content {
    case .color(let color):
      if let toned = color.toned(table) { return .color(toned) }
    case .node(let node, let inputs) where node.kind == .tone && table.alpha[0] == 0:
      guard let first = node.table else { break }
      return .tone(
        inputs[0],
        DepthTable { depth in
          let (next, count) = (numbers[depth].values, depth.maximum + 1)
          return NumberTable(
            first[depth].values.enumerated().map { next[$0 / count * count + Int($1)] })
        })
    default: break
    }
    return .tone(self, numbers)
  }

  /// The recipe with `matrix` applied.
  func multiplied(_ matrix: ColorMatrix) -> Recipe {
    let numbers = matrix.fixedPoint
    return numbers == Matrix.identity.values ? self : .matrix(self, NumberTable(numbers))
  }

  /// The recipe with `table` applied: each channel is scaled and offset by the entry for the pixel's
  /// brightness.
  func lined(_ table: LumaTable) -> Recipe { .luma(self, table.numbers) }

  /// The recipe with a smooth function of all three channels applied, as a cube of 33 points per side.
  /// - Parameter key: the cache key: the function's name and parameters.
  func cubed(_ key: String, _ function: ([Double]) -> [Double]) -> Recipe {
    .cube(
      self,
      TableCache.table("cube \(key)") {
        let side = 33
        var values: [Int32] = []
        values.reserveCapacity(side * side * side * 3)
        let share = (0..<side).map { Double($0) / Double(side - 1) }
        for blue in share {
          for green in share {
            for red in share {
              for value in function([red, green, blue]) {
                values.append(Int32((max(0, min(1, value)) * 65280).rounded()))
              }
            }
          }
        }
        return Cube.table(side: side, values: values) { $1 }
      })
  }

  /// The recipe combined with `other`: each channel is a function of both. The recipe keeps its
  /// alpha.
  /// - Parameters:
  ///   - key: the cache key: the function's name and parameters.
  ///   - limit: for a `function` that is 1 from a threshold on and 0 below it, the compared value
  ///     minus the threshold.
  func combined(
    with other: Recipe, _ key: String, limit: (@Sendable (Double, Double) -> Double)? = nil,
    _ function: @escaping @Sendable (Double, Double) -> Double
  ) -> Recipe {
    .combine(
      self, other, TableCache.table("pair \(key)") { Blend.table(keepsAlpha: true, limit: limit, function) })
  }
}

extension RGBAColor {
  /// The colour with `table` applied; `nil` if the results in 8 and 16 bits differ.
  fileprivate func toned(_ table: ToneTable) -> RGBAColor? {
    let channels = [red, green, blue, alpha].enumerated().map { channel, byte -> UInt8? in
      let (value, of) = (Double(byte) / 255, [table.red, table.green, table.blue, table.alpha][channel])
      let toned = of[Int(byte)]
      return table.value(.sixteen, channel, value) == Int(toned) * 257 ? toned : nil
    }
    guard let red = channels[0], let green = channels[1], let blue = channels[2], let alpha = channels[3]
    else {
      return nil
    }
    return alpha == 0 ? .transparent : RGBAColor(red: red, green: green, blue: blue, alpha: alpha)
  }
}

/// The most recent large tables, so that a constant value is computed once.
enum TableCache {
  private static let cache = Mutex<[(key: String, table: DepthTable)]>([])
  private static let limit = 8

  /// The table with the cache key `key`, made by `make` if it is not cached.
  static func table(_ key: String, make: () -> DepthTable) -> DepthTable {
    if let known = cache.withLock({ $0.first { $0.key == key }?.table }) { return known }
    let made = make()
    cache.withLock {
      $0.append((key, made))
      if $0.count > limit { $0.removeFirst() }
    }
    return made
  }
}
