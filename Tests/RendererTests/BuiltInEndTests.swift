import SegueImaging
import SegueMotion
import SegueRendering
import TestSupport
import Testing

@testable import SegueTransitions

/// The frames next to the ends of built-ins.
@Suite("The last frames of built-ins") struct BuiltInEndTests {
  private static let size = ImageSize(width: 48, height: 27)
  private static let springs: [TimingCurve] = [
    .spring(dampingRatio: 0.8, initialVelocity: 6), .spring(dampingRatio: 0.2, initialVelocity: 3),
    .spring(dampingRatio: 0.3),
  ]
  private let drawing = Drawing(
    from: Pictures.make(size) { x, y in RGBAColor(red: UInt8(5 * x), green: UInt8(9 * y), blue: 40) },
    to: Pictures.make(size) { x, y in RGBAColor(red: UInt8(250 - 5 * x), green: 90, blue: UInt8(9 * y)) })

  @Test(
    "a built-in's last step is at most twice the largest of the six steps before", .takesLong,
    arguments: BuiltIns.names)
  func lastStep(name: String) throws {
    let transition = try BuiltIns.transition(name)
    for curve in [transition.timing] + Self.springs {
      let schedule = try ProgressSchedule(timing: curve, duration: 1, rate: FrameRate(60))
      let frames = try (schedule.count - 8..<schedule.count).map { index in
        try drawing.picture(
          transition.endpointExactRecipe(at: schedule.progress(ofFrame: index), in: drawing.context))
      }
      let steps = zip(frames, frames.dropFirst()).map { a, b in
        zip(a.bytes, b.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
      }
      let before = try #require(steps.dropLast().max())
      #expect(try #require(steps.last) <= 2 * before + Self.size.area, "\(curve): \(steps)")
    }
  }

  /// The average difference of premultiplied channels.
  private func difference(_ a: Snapshot, _ b: Snapshot) -> Double {
    func premultiplied(_ picture: Snapshot) -> [Double] {
      let bytes = Array(picture.bytes)
      return bytes.indices.map { index in
        Double(bytes[index]) * (index % 4 == 3 ? 1 : Double(bytes[index | 3]) / 255)
      }
    }
    let sum = zip(premultiplied(a), premultiplied(b)).reduce(0) { $0 + abs($1.0 - $1.1) }
    return sum / Double(4 * a.size.area)
  }

  @Test("frames of translucent pictures next to the ends are almost the pictures", arguments: screens)
  func translucent(name: String) throws {
    let from = Pictures.plain(Self.size, RGBAColor(red: 200, green: 40, blue: 40, alpha: 100))
    let to = Pictures.plain(Self.size, RGBAColor(red: 40, green: 60, blue: 220, alpha: 180))
    let drawing = Drawing(from: from, to: to)
    let step = 1.0 / 256
    #expect(difference(try drawing.picture(name, 1 - step), to) < 2)
    // A genie's window begins over the next picture.
    if name == "macos-genie" { return }
    #expect(difference(try drawing.picture(name, step), from) < 2)
  }

  /// The looks in files, and the transitions that lay a whole picture over the other one.
  private static let screens = BuiltInLooks.files.map(\.name) + ["cover", "reveal"]

  @Test(
    "transparent parts of a screen hide the screen below",
    arguments: [
      ("ios-push", SnapshotRole.to, 36, 13), ("ios-pop", .from, 36, 13), ("ios-cover", .to, 24, 20),
      ("ios-sheet", .to, 24, 20), ("ios-sheet-dismiss", .from, 24, 20), ("ios-zoom", .to, 24, 13),
      ("material-container", .to, 24, 13), ("material-fade", .to, 24, 13), ("cover", .to, 36, 13),
      ("reveal", .from, 12, 13),
    ])
  func hidden(name: String, role: SnapshotRole, x: Int, y: Int) throws {
    let screen = Pictures.plain(Self.size, .transparent)
    let other = Pictures.plain(Self.size, .white)
    let drawing = Drawing(from: role == .from ? screen : other, to: role == .to ? screen : other)
    #expect(try drawing.picture(name, 0.5)[x, y].alpha == 0)
  }
}
