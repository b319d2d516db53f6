import SegueImaging
import Testing

@testable import SegueTransitions

@Suite("Parameters as text") struct ParameterTests {
  func parameter(_ type: ParameterType, minimum: Double? = nil, maximum: Double? = nil)
    -> ParameterDescription
  {
    ParameterDescription(
      name: "x", type: type, default: nil, minimum: minimum, maximum: maximum, summary: "")
  }

  @Test("each type reads its own notation")
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
    "what is of another type is refused",
    arguments: [
      (ParameterType.float, "fast"), (.float, "nan"), (.float, "inf"), (.float, ""), (.float, "1,2"),
      (.int, "1.5"), (.bool, "maybe"), (.vec2, "1"), (.vec2, "1,2,3"), (.vec4, "1,,2,3"),
      (.color, "reddish"), (.color, "#12345"), (.choice(["a"]), "b"), (.texture, ""),
    ])
  func wrongType(type: ParameterType, text: String) {
    #expect(throws: ParameterError.self) { try parameter(type).parse(text) }
  }

  @Test("bounds are inclusive and named when broken")
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

  @Test("unknown names are refused with the known ones")
  func unknown() {
    #expect(
      throws: ParameterError.unknown(name: "widht", transition: "pixellate-dissolve", known: ["width"])
    ) {
      try PixellateDissolve.description.transition([("widht", "1")])
    }
  }

  @Test("what is given replaces the default")
  func override() throws {
    let context = TransitionContext(containerSize: ImageSize(width: 10, height: 10))
    let transition = try PixellateDissolve.description.transition([("width", "0.5")])
    #expect(
      transition.recipe(at: 0.5, in: context)
        == PixellateDissolve(cellWidth: 0.5).recipe(at: 0.5, in: context))
  }
}
