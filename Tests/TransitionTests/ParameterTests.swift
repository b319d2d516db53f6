import SegueFields
import SegueImaging
import SegueRendering
import Testing

@testable import SegueTransitions

@Suite("Parameters as text") struct ParameterTests {
  func parameter(_ type: ParameterType, minimum: Double? = nil, maximum: Double? = nil)
    -> ParameterDescription
  {
    ParameterDescription(
      name: "x", type: type, default: nil, minimum: minimum, maximum: maximum, summary: "")
  }

  @Test("each parameter type is parsed from its notation")
  func notations() throws {
    #expect(try parameter(.float).parse("-1.5e1") == .number(-15))
    #expect(try parameter(.int).parse("12") == .number(12))
    #expect(try parameter(.bool).parse("true") == .bool(true))
    #expect(try parameter(.bool).parse("0") == .bool(false))
    #expect(try parameter(.vec3).parse("1,0.5, 0") == .vector([1, 0.5, 0]))
    #expect(try parameter(.color).parse("#ff8000") == .color(RGBAColor(red: 255, green: 128, blue: 0)))
    #expect(try parameter(.color).parse("red") == .color(RGBAColor(red: 255, green: 0, blue: 0)))
    #expect(try parameter(.choice(["a", "b"])).parse("b") == .choice("b"))
    #expect(try parameter(.texture).parse("m.png") == .texture(path: "m.png"))
  }

  @Test(
    "a value of another type throws",
    arguments: [
      (ParameterType.float, "fast"), (.float, "nan"), (.float, "inf"), (.float, ""), (.float, "1,2"),
      (.int, "1.5"), (.bool, "maybe"), (.vec2, "1"), (.vec2, "1,2,3"), (.vec4, "1,,2,3"),
      (.color, "reddish"), (.color, "#12345"), (.choice(["a"]), "b"), (.texture, ""),
    ])
  func wrongType(type: ParameterType, text: String) {
    #expect(throws: ParameterError.self) { try parameter(type).parse(text) }
  }

  @Test("a parameter's bounds are inclusive")
  func bounds() throws {
    let bounded = parameter(.float, minimum: 0, maximum: 1)
    #expect(try bounded.parse("1") == .number(1))
    #expect(throws: ParameterError.outOfBounds(name: "x", value: 1.5, minimum: 0, maximum: 1)) {
      try bounded.parse("1.5")
    }
    let vector = parameter(.vec2, minimum: 0)
    #expect(throws: ParameterError.outOfBounds(name: "x", value: -1, minimum: 0, maximum: nil)) {
      try vector.parse("3,-1")
    }
  }

  @Test("the error for an unknown name lists the known names")
  func unknown() {
    #expect(
      throws: ParameterError.unknown(
        name: "widht", transition: "pixellate-dissolve", known: ["width", "shared"])
    ) {
      try PixellateDissolve.description.transition([("widht", "1")])
    }
  }

  @Test("a given value replaces the default")
  func override() throws {
    let context = TransitionContext(containerSize: ImageSize(width: 10, height: 10))
    let transition = try PixellateDissolve.description.transition([("width", "0.5")])
    #expect(
      transition.recipe(at: 0.5, in: context)
        == PixellateDissolve(cellWidth: 0.5).recipe(at: 0.5, in: context))
  }
}

@Suite("Invalid parameter descriptions") struct ParameterDescriptionTests {
  private struct Nothing: Transition {
    func recipe(at progress: Double, in context: TransitionContext) -> Recipe { .snapshot(.from) }
  }

  private func make(
    _ parameters: [ParameterDescription], _ read: @escaping @Sendable (ParameterValues) -> Void = { _ in }
  ) throws {
    let description = TransitionDescription(name: "own", summary: "", source: "", parameters: parameters) {
      read($0)
      return Nothing()
    }
    _ = try description.transition()
  }

  @Test("an invalid default throws when a transition is made")
  func defaults() {
    let wrong: [(ParameterType, ParameterValue, Double?, Double?)] = [
      (.float, .color(.black), nil, nil), (.float, .number(.nan), nil, nil), (.int, .number(1e300), nil, nil),
      (.float, .number(2), 0, 1), (.float, .number(0.5), 1, 0), (.float, .number(0.5), .nan, 1),
      (.vec3, .vector([1, 2]), nil, nil), (.choice(["a"]), .choice("b"), nil, nil),
      (.ivec(-1), .vector([]), nil, nil),
      (.mat(1 << 40), .vector([1]), nil, nil), (.bvec(5), .vector([1, 1, 1, 1, 1]), nil, nil),
    ]
    for (type, value, minimum, maximum) in wrong {
      let parameter = ParameterDescription(
        name: "x", type: type, default: value, minimum: minimum, maximum: maximum, summary: "")
      let error = #expect(throws: SegueError.self) { try make([parameter]) }
      guard case ParameterError.invalidDescription(name: "x", _)? = error?.details else {
        Issue.record("\(type) with \(value): \(String(describing: error))")
        continue
      }
    }
  }

  @Test("repeated and undeclared parameters throw")
  func names() throws {
    let x = ParameterDescription(name: "x", type: .float, default: "3", summary: "")
    #expect(
      throws: SegueError(
        ParameterError.invalidDescription(name: "x", reason: "two parameters have this name"))
    ) {
      try make([x, x])
    }
    try make([x]) { #expect($0.number("x") == 3 && $0.int("x") == 3) }
    #expect(throws: SegueError(ParameterError.undeclared(name: "y", kind: "a number"))) {
      try make([x]) { #expect($0.number("y") == 0) }
    }
    #expect(throws: SegueError(ParameterError.undeclared(name: "x", kind: "a colour"))) {
      try make([x]) { #expect($0.color("x") == .black) }
    }
    #expect(throws: SegueError(ParameterError.undeclared(name: "x", kind: "numbers"))) {
      try make([x]) { #expect($0.vector("x") == []) }
    }
  }

  @Test("every built-in has valid descriptions")
  func builtIns() throws {
    for description in Catalogue.builtIn.transitions { _ = try description.transition() }
  }

  @Test("a context's sides are clamped to 1 to 16,384 pixels")
  func context() {
    var context = TransitionContext(containerSize: ImageSize(width: 1 << 31, height: 0))
    #expect(context.containerSize == ImageSize(width: 16_384, height: 1))
    context.containerSize.height = .max
    #expect(context.height == 16_384 && context.width == 16_384)
  }
}
