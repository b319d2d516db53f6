import SegueImaging
import SegueRendering
import Synchronization

extension ToneTable {
  /// The table as it is drawn with.
  var numbers: NumberTable { NumberTable((red + green + blue + alpha).map { Int32($0) }) }
}

extension Recipe {
  /// The recipe through a tone table; tables that follow one another become one, with the same bytes.
  func toned(_ table: ToneTable) -> Recipe {
    if table == .identity { return self }
    switch content {
    case .color(let color):
      let alpha = table.alpha[Int(color.alpha)]
      if alpha == 0 { return .color(.transparent) }
      return .color(
        RGBAColor(
          red: table.red[Int(color.red)], green: table.green[Int(color.green)],
          blue: table.blue[Int(color.blue)],
          alpha: alpha))
    case .node(let node, let inputs) where node.kind == .tone && table.alpha[0] == 0:
      guard let first = node.table?.values else { break }
      let next = table.numbers.values
      return .tone(inputs[0], NumberTable(first.indices.map { next[$0 & ~255 | Int(first[$0])] }))
    default: break
    }
    return .tone(self, table.numbers)
  }

  /// The recipe through a matrix.
  func multiplied(_ matrix: ColorMatrix) -> Recipe {
    let numbers = matrix.fixedPoint
    return numbers == Matrix.identity.values ? self : .matrix(self, NumberTable(numbers))
  }

  /// The recipe with each channel on the line that the brightness chooses.
  func lined(_ table: LumaTable) -> Recipe { .luma(self, NumberTable(table.fixedPoint)) }

  /// The recipe through a smooth function of all three channels, by a cube of 33 points a side.
  /// - Parameter key: names the function with its parameters.
  func cubed(_ key: String, _ function: ([Double]) -> [Double]) -> Recipe {
    .cube(
      self,
      TableCache.table("cube \(key)") {
        let side = 33
        let positions = (0..<768).map {
          Int32((Double($0 % 256) / 255 * Double((side - 1) * 4096)).rounded())
        }
        var values: [UInt16] = []
        values.reserveCapacity(side * side * side * 3)
        let share = (0..<side).map { Double($0) / Double(side - 1) }
        for blue in share {
          for green in share {
            for red in share {
              for value in function([red, green, blue]) {
                values.append(UInt16((max(0, min(1, value)) * 65280).rounded()))
              }
            }
          }
        }
        return Cube.table(side: side, positions: positions, values: values)
      })
  }

  /// The recipe and another one, channel by channel, by a function of both; alpha is the recipe's own.
  /// - Parameter key: names the function with its parameters.
  func combined(with other: Recipe, _ key: String, _ function: (Double, Double) -> Double) -> Recipe {
    .combine(self, other, TableCache.table("pair \(key)") { Blend.table(keepsAlpha: true, function) })
  }
}

/// The large tables that were made last, so that a value that stays is worked out once.
enum TableCache {
  private static let kept = Mutex<[(key: String, table: NumberTable)]>([])
  private static let most = 8

  /// The table called `key`, which `make` makes where it is not kept.
  static func table(_ key: String, make: () -> NumberTable) -> NumberTable {
    if let known = kept.withLock({ $0.first { $0.key == key }?.table }) { return known }
    let made = make()
    kept.withLock {
      $0.append((key, made))
      if $0.count > most { $0.removeFirst() }
    }
    return made
  }
}
