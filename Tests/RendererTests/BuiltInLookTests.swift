import SegueImaging
import SegueRendering
import TestSupport
import Testing

@testable import SegueTransitions

@Suite("Built-ins written as looks") struct BuiltInLookTests {
  /// Transitions with parts that looks cannot express.
  private static let others: Set = [
    "slide", "zoom-blur", "cross-zoom", "smear-dissolve", "distance-dissolve",
  ]

  private func look(_ description: TransitionDescription) throws -> TransitionDescription? {
    guard let text = try description.lookText() else { return nil }
    let resolver = LookResolver(transition: { _ in .unknown(nearest: nil) })
    return try Look.read(Array(text.utf8), name: description.name, path: "look.json", in: resolver)
      .look.description
  }

  private static let names =
    Catalogue.builtIn.transitions.map(\.name) + XfadeAlias.all.map { "xfade:" + $0.name }

  private static func description(_ name: String) throws -> TransitionDescription? {
    guard name.hasPrefix(XfadeAlias.prefix) else { return Catalogue.builtIn[name] }
    let alias = XfadeAlias.all.first { XfadeAlias.prefix + $0.name == name }
    return try alias.flatMap { alias in
      try Catalogue.builtIn[alias.transition].map { try alias.description(of: $0) }
    }
  }

  @Test("a printed look draws the same bytes as the built-in", .takesLong, arguments: names)
  func roundTrip(name: String) throws {
    let description = try #require(try Self.description(name))
    guard let look = try look(description) else {
      // A newer transition may also have no look; the older ones are listed.
      return
    }
    #expect(!Self.others.contains(description.name))
    let sets: [[(name: String, value: String)]] = [[], varied(look)]
    for (index, size) in BuiltIns.oddSizes.enumerated() {
      let drawing = Drawing(
        from: Pictures.make(size) { x, y in
          RGBAColor(red: UInt8(x * 4), green: UInt8(y * 5), blue: 90, alpha: UInt8(255 - x))
        },
        to: Pictures.make(size) { x, y in RGBAColor(red: UInt8(x * y % 256), green: 30, blue: UInt8(y * 5)) })
      let plain = try description.transition(sets[index])
      let said = try look.transition(sets[index])
      try said.check(in: drawing.context, at: [])
      #expect(said.duration == (try description.transition()).duration && said.timing == plain.timing)
      for progress in cases([0.3, 0.8, 1], full: [0, 0.03, 0.125, 0.5, 0.62, 0.97]) {
        let expected = try drawing.picture(plain.endpointExactRecipe(at: progress, in: drawing.context))
        let drawn = try drawing.picture(said.endpointExactRecipe(at: progress, in: drawing.context))
        #expect(drawn.equals(expected), "\(name) at \(progress) of \(size), \(sets[index])")
      }
    }
  }

  /// Other values for a look's numbers.
  private func varied(_ look: TransitionDescription) -> [(name: String, value: String)] {
    look.parameters.compactMap { parameter in
      guard case .number(let value)? = parameter.defaultValue else { return nil }
      let other = parameter.type == .int ? value + 3 : value == 0 ? 0.25 : value * 0.75
      return (parameter.name, parameter.type == .int ? "\(Int(other))" : "\(other)")
    }
  }

  @Test("only the listed built-ins cannot be written as looks")
  func registry() throws {
    let unsaid = try Catalogue.builtIn.transitions.filter { try look($0) == nil }.map(\.name)
    #expect(Self.others.isSubset(of: unsaid))
    let sayable = [
      "pixellate-dissolve", "dissolve", "blur-dissolve", "fade-through", "fade-grays", "zoom-fade", "zoom-in",
      "squeeze", "pin-rotate", "grow", "shrink", "cover", "reveal", "push", "crop", "wipe", "iris", "clock",
      "luma",
      "blinds", "checkerboard", "scatter", "wind", "slices", "corner-wipe", "diagonal-wipe",
    ]
    #expect(unsaid.allSatisfy { !sayable.contains($0) }, "\(unsaid)")
  }
}
