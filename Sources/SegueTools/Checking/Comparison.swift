import Imaging

/// How pictures differ.
enum Comparison {
  /// The differences between two pictures of one size.
  static func difference(_ a: Snapshot, _ b: Snapshot) -> CheckReport.Difference {
    precondition(a.size == b.size, "pictures of one size are compared")
    var (sum, maximum, pixels) = (0, 0, 0)
    for offset in stride(from: 0, to: a.bytes.count, by: 4) {
      var largest = 0
      for channel in offset..<(offset + 4) {
        let difference = abs(Int(a.bytes[channel]) - Int(b.bytes[channel]))
        sum += difference
        largest = max(largest, difference)
      }
      maximum = max(maximum, largest)
      if largest > CheckReport.tolerance { pixels += 1 }
    }
    return CheckReport.Difference(
      mean: Double(sum) / Double(a.bytes.count), maximum: maximum, share: Double(pixels) / Double(a.size.area)
    )
  }

  /// Whether every pixel has the same colour.
  static func isBlank(_ picture: Snapshot) -> Bool {
    let first = picture.bytes.prefix(4)
    return stride(from: 0, to: picture.bytes.count, by: 4).allSatisfy {
      picture.bytes[$0..<($0 + 4)].elementsEqual(first)
    }
  }
}
