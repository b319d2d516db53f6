import Foundation
import Segue
import SegueTools

/// A bench's report for people: a few short lines.
struct BenchTable {
  private let report: BenchReport

  init(_ report: BenchReport) { self.report = report }

  /// The lines, without a line feed at the end.
  var text: String {
    let frame = "\(report.width)x\(report.height) \(report.format)"
    let spread = report.framesPerSecond
    var lines = [
      "\(report.transition), \(frame), \(Count.runs(report.runs.count)) of \(Count.frames(report.frames))",
      "\(report.device) (\(report.reason))", "",
      Self.line("", ["minimum", "median", "maximum"]),
      Self.line("frames/s", [spread.minimum, spread.median, spread.maximum].map(Self.number)),
    ]
    if let deadlines = report.deadlines, let missed = report.missed {
      lines.append(contentsOf: ["", "\(missed) of \(deadlines) deadlines missed"])
    }
    if let late = report.latenessMicroseconds {
      lines.append(Self.line("", ["p50", "p99", "maximum"]))
      lines.append(Self.line("lateness, µs", [late.p50, late.p99, late.maximum].map(Self.number)))
    }
    let (render, readBack) = (Self.number(report.stages.render), Self.number(report.stages.readback))
    lines.append(contentsOf: ["", "render \(render) µs, read-back \(readBack) µs a frame"])
    for ceiling in report.ceilings {
      let percent = Int((spread.median / ceiling.framesPerSecond * 100).rounded())
      lines.append("\(percent)% of \(ceiling.name): \(Self.number(ceiling.framesPerSecond)) frames/s")
    }
    return lines.joined(separator: "\n")
  }

  private static func line(_ name: String, _ cells: [String]) -> String {
    name.padding(toLength: 14, withPad: " ", startingAt: 0)
      + cells.map { String(repeating: " ", count: max(0, 10 - $0.count)) + $0 }.joined()
  }

  /// Three digits that say something, and no more.
  private static func number(_ value: Double) -> String {
    value >= 100 ? String(Int(value.rounded())) : String(format: "%.1f", value)
  }
}
