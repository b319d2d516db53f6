import Foundation
import Testing

@testable import SegueMotion

@Suite("Curves against their sources") struct CurveTableTests {
  /// Springs from the roots of their polynomial, fits by a search of their rule, Béziers from their
  /// cubic. `Tools/tables.py` makes the table with mpmath, to forty digits.
  @Test("progress and velocity are within 10⁻¹² of a table of forty digits")
  func table() throws {
    let table = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "curves.txt")
    let rows = try String(contentsOf: table, encoding: .utf8).split(separator: "\n")
    for row in rows {
      let words = row.split(separator: " ").map(String.init)
      let numbers = try words.dropFirst().map { try #require(Double($0)) }
      let function = try TimingCurve(parsing: words[0]).function(over: numbers[0])
      let (progress, velocity) = (function.value(at: numbers[1]), function.velocity(at: numbers[1]))
      #expect(abs(progress - numbers[2]) <= 1e-12, "\(row): \(progress)")
      #expect(abs(velocity - numbers[3]) <= 1e-12 * max(1, abs(numbers[3])), "\(row): \(velocity)")
    }
    #expect(rows.count == 147)
  }
}
