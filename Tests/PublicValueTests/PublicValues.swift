import SegueFilms
import TestSupport
import Testing

/// The public functions that take numbers: their names in the symbol graph, and a closure that
/// passes numbers of every kind.
struct PublicValues {
  /// A line of the table.
  struct Line: Sendable, CustomTestStringConvertible {
    /// The names in the symbol graph, such as `ImageSize.init(width:height:)`, of everything that
    /// the closure uses.
    let names: [String]
    let body: @Sendable (Walk) async throws -> Void

    var testDescription: String { names[0] }
  }

  private(set) var lines: [Line] = []

  mutating func add(_ names: String..., body: @escaping @Sendable (Walk) async throws -> Void) {
    add(names, body)
  }

  mutating func add(_ names: [String], _ body: @escaping @Sendable (Walk) async throws -> Void) {
    lines.append(Line(names: names, body: body))
  }

  /// The whole table, from a function for each module.
  static let all: PublicValues = {
    var values = PublicValues()
    values.addImaging()
    values.addMotion()
    values.addRendering()
    values.addTransitions()
    values.addRenders()
    values.addFilms()
    return values
  }()
}

/// Calls closures with one number after the other. A public error with a message is a valid result;
/// a trap ends the tests.
struct Walk: Sendable {
  /// The names of public types, which include the permitted errors.
  let publicTypes: Set<String>

  static let doubles: [Double] = cases(
    [0, -1, .nan, .infinity, 1e300],
    full: [-0.0, 0.5, 1, 2, -.infinity, 1e17, -1e300, .leastNonzeroMagnitude])
  static let integers: [Int] = cases([0, -1, .min, .max], full: [1, 2, 1 << 31, 1 << 40, -(1 << 40)])

  /// A picture of 3×2 pixels, half of them transparent, and a pair of such pictures.
  let picture: Snapshot
  let pair: SnapshotPair

  init(publicTypes: Set<String>) throws {
    self.publicTypes = publicTypes
    let pixels = (0..<6).flatMap { (index: UInt8) -> [UInt8] in
      [index * 40, 90, 200, index % 2 == 0 ? 255 : 100]
    }
    picture = try Snapshot(width: 3, height: 2, rgba: pixels)
    pair = try SnapshotPair(from: picture, to: picture)
  }

  /// Valid and invalid curves.
  let curves: [TimingCurve] = [
    .easeInOut, .steps(0), .steps(.min), .steps(.max), .cubicBezier(x1: .nan, y1: 0, x2: 1, y2: 1),
    .cubicBezier(x1: 0, y1: .infinity, x2: 1, y2: 1), .spring(dampingRatio: 0.5), .spring(dampingRatio: .nan),
    .spring(dampingRatio: 0.5, initialVelocity: 1e300), .spring(mass: 1, stiffness: 100, damping: 10),
    .spring(mass: .leastNonzeroMagnitude, stiffness: 1, damping: 1),
    .spring(mass: 0, stiffness: -1, damping: .nan),
    .spring(mass: 1, stiffness: 1e-9, damping: 1e6),
  ]

  /// The shortest render of both pictures.
  var request: RenderRequest {
    var request = RenderRequest(from: .snapshot(picture), to: .snapshot(picture))
    (request.transition, request.duration, request.drawing.backend) = ("dissolve", 0.05, .cpu)
    return request
  }

  /// Draws `recipe` between both pictures.
  func draw(_ recipe: Recipe) throws {
    let drawn = try pair.pictures(of: [recipe])
    #expect(drawn.first?.size == picture.size)
  }

  /// Calls `body` with `sane`, then with each number in each place, then with the same number in
  /// all places.
  func doubles(_ sane: Double..., body: ([Double]) async throws -> Void) async {
    await each(sane, Self.doubles, body)
  }

  /// Calls `body` as `doubles(_:body:)`, with integers.
  func integers(_ sane: Int..., body: ([Int]) async throws -> Void) async {
    await each(sane, Self.integers, body)
  }

  /// Calls `body`, which may throw a public error.
  func call(_ body: () async throws -> Void) async {
    do { try await body() } catch {
      let type = String(reflecting: Swift.type(of: error))
      let name = type.split(separator: ".").dropFirst().joined(separator: ".")
      #expect(publicTypes.contains(name), "\(type) is thrown and not public: \(error)")
      #expect("\(error)".contains(" "), "\(type) has no sentence")
    }
  }

  /// Checks a resulting number.
  func isNumber(_ number: Double, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(!number.isNaN, sourceLocation: sourceLocation)
  }

  private func each<Number: Sendable>(
    _ sane: [Number], _ extremes: [Number], _ body: ([Number]) async throws -> Void
  ) async {
    await call { try await body(sane) }
    for number in extremes {
      for place in sane.indices {
        var numbers = sane
        numbers[place] = number
        await call { try await body(numbers) }
      }
      if sane.count > 1 { await call { try await body(sane.map { _ in number }) } }
    }
  }
}
