import SegueFields
import SegueImaging
import SegueRendering
import Testing

@testable import SegueTransitions

@Suite("Filter chains") struct FilterChainTests {
  let size = ImageSize(width: 400, height: 300)

  @Test("a pixellated dissolve has the recipe of pixellate-dissolve")
  func pixellateDissolve() throws {
    let context = TransitionContext(containerSize: size)
    let filtered = FilteredTransition(
      Dissolve(), from: try FilterChain(parsing: "pixellate(0.1*p)"),
      to: try FilterChain(parsing: "pixellate(0.1*(1-p))"))
    let whole = PixellateDissolve()
    #expect(filtered.duration == whole.duration && filtered.timing == whole.timing)
    for index in 0...60 {
      let p = Double(index) / 60
      let expected = whole.endpointExactRecipe(at: p, in: context)
      let recipe = filtered.endpointExactRecipe(at: p, in: context)
      // Cells of at most a pixel are removed, as in the plan.
      #expect(recipe.withoutSmallCells(size) == expected.withoutSmallCells(size))
    }
  }

  @Test("arguments set parameters in order or by name")
  func arguments() throws {
    func recipe(_ text: String, p: Double = 0.5) throws -> Recipe {
      try FilterChain(parsing: text).recipe(of: .snapshot(.to), at: p, size: size)
    }
    #expect(try recipe("pixellate(40px)") == .pixellate(.snapshot(.to), width: 0.1))
    #expect(try recipe("pixellate(width=p)") == .pixellate(.snapshot(.to), width: 0.5))
    #expect(try recipe("pixellate") == .pixellate(.snapshot(.to), width: 0.05))
    #expect(try recipe("pixellate(0)") == .snapshot(.to))
    #expect(
      try recipe("pixellate(0.1) pixellate(0.2)")
        == .pixellate(.pixellate(.snapshot(.to), width: 0.1), width: 0.2))
    #expect(try recipe("pixellate(2*p)", p: 1.2) == .pixellate(.snapshot(.to), width: 1))
    #expect(try recipe("motion-blur(0.1, angle=45)") != recipe("motion-blur(0.1)"))
  }

  @Test(
    "an argument that does not fit its filter is reported with its range in the text",
    arguments: [
      ("pixelate(1)", 0..<8), ("blur(radios=1)", 5..<11), ("blur(1, 2)", 8..<9),
      ("blur(0.1, radius=0.1)", 10..<16),
      ("blur(#ff0000)", 5..<12), ("blur(\"a\")", 5..<8), ("motion-blur(0.1, 8px)", 17..<20),
    ])
  func misfits(text: String, range: Range<Int>) {
    let error = #expect(throws: FormulaError.self) { _ = try FilterChain(parsing: text) }
    #expect(error?.range == range)
  }

  @Test(
    "a value out of bounds is reported with at most six decimals",
    arguments: [
      ("1e308", "1e+308"), ("-1e305", "-1e+305"), ("2000000000.5", "2000000000.5"), ("1/3", "0.333333"),
    ])
  func boundsText(written: String, said: String) {
    let error = #expect(throws: SegueError.self) {
      try FilterChain(parsing: "blur(\(written))").check(size: size)
    }
    #expect(
      error.map { "\($0)".contains("blur's radius is \(said) at progress 0,") } == true,
      "\(String(describing: error))")
  }

  @Test("only values out of bounds within progress 0 to 1 are errors")
  func bounds() throws {
    let error = #expect(throws: SegueError.self) {
      try FilterChain(parsing: "pixellate blur(0.03*(p-0.5))").check(size: size)
    }
    let formula = error?.details as? FormulaError
    #expect(formula?.excerpt == "blur(0.03*(p-0.5))")
    guard case .outOfBounds("blur", "radius", -0.015, 0, 0, 0.25)? = formula?.problem else {
      Issue.record("another problem: \(String(describing: error))")
      return
    }
    try FilterChain(parsing: "blur(0.25*p)").check(size: size, frames: [1.3])
    #expect(throws: SegueError.self) { try FilterChain(parsing: "blur(0.1/(p-0.5))").check(size: size) }
    #expect(throws: FormulaError.self) {
      try FilterChain(parsing: "blur(0.1*sqrt(1-p))").check(size: size, frames: [1.1])
    }
    try FilterChain(parsing: "blur(0.1*sqrt(1-p))").check(size: size)
    try FilterChain(parsing: "blur(0.1*sin(pi*p)) pixellate(1-p)").check(size: size)
    // sin(pi*p) is exactly 0 at both ends, so the filters leave the picture unchanged there.
    for chain in ["vignette(sin(pi*p))", "swirl(sin(pi*p))", "perspective(30*sin(pi*p), distance=1.5)"] {
      let parsed = try FilterChain(parsing: chain)
      #expect([0, 1].allSatisfy { parsed.isIdentity(at: $0, size: size) }, "\(chain)")
      #expect(!parsed.isIdentity(at: 0.5, size: size), "\(chain)")
    }
  }

  @Test("a chain is the identity at its neutral values")
  func identity() throws {
    let chain = try FilterChain(parsing: "blur(0.1*p) pixellate(0.5*p)")
    #expect(chain.isIdentity(at: 0, size: size) && !chain.isIdentity(at: 1, size: size))
    let filtered = FilteredTransition(Dissolve(), from: chain, result: chain)
    let context = TransitionContext(containerSize: size)
    #expect(filtered.endpointExactRecipe(at: 0, in: context) == .snapshot(.from))
    #expect(filtered.endpointExactRecipe(at: 1, in: context) != .snapshot(.to))
  }

  @Test("filters and their parameters have unique names")
  func catalogue() throws {
    let filters = FilterCatalogue.builtIn.filters
    #expect(Set(filters.map(\.name)).count == filters.count)
    for filter in filters {
      #expect(Set(filter.parameters.map(\.name)).count == filter.parameters.count)
      #expect(filter.name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
      #expect(filter.summary.hasSuffix("."))
    }
  }
}

extension Recipe {
  fileprivate func withoutSmallCells(_ size: ImageSize) -> Recipe {
    switch content {
    case .pixellate(let input, let width):
      width * Double(size.width) > 1 ? self : input.withoutSmallCells(size)
    case .mix(let a, let b, let amount):
      .mix(a.withoutSmallCells(size), b.withoutSmallCells(size), amount: amount)
    default: self
    }
  }
}
