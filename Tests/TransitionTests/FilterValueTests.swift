import SegueImaging
import SegueMath
import SegueRendering
import Testing

@testable import SegueTransitions

@Suite("Filters as values") struct FilterValueTests {
  private let size = ImageSize(width: 400, height: 300)

  private func recipe(_ text: String, at progress: Double) throws -> Recipe {
    try FilterChain(parsing: text).recipe(of: .snapshot(.to), at: progress, size: size)
  }

  @Test("values of every kind survive writing and reading")
  func values() throws {
    let typed: [(Filter, String)] = [
      (.named("blur", ["radius": 0.02]), "blur(0.02)"),
      (.named("blur", ["radius": "0.1*p"]), "blur(0.1*p)"),
      (.named("blur", ["radius": 1e-5]), "blur(0.00001)"),
      (.named("rgb", ["red": 1.5, "blue": 0]), "rgb(1.5, 1, 0)"),
      (.named("brightness", ["amount": -0.25]), "brightness(-0.25)"),
      (
        .named("curve", ["points": [0, 0.1, 0.5, 0.3, 1, 1], "channel": "green"]),
        "curve(0:0.1 0.5:0.3 1:1, channel=green)"
      ),
      (.named("false-color", ["first": "#010203"]), "false-color(#010203)"),
      (
        .named("false-color", ["first": .color(RGBAColor(red: 1, green: 2, blue: 3))]), "false-color(#010203)"
      ),
      (
        .named("blend", ["color": "white", "mode": "soft-light", "amount": "p"]),
        "blend(#ffffff, soft-light, p)"
      ),
      (.named("median"), "median"), (.named("erode", ["radius": 3]), "erode(3)"),
      (.named("levels", ["min-out": 0.1, "max-out": 0.9]), "levels(min-out=0.1, max-out=0.9)"),
    ]
    for (value, text) in typed {
      for progress in [0.25, 1] {
        #expect(
          try recipe(value.description, at: progress) == recipe(text, at: progress), "\(value)")
      }
    }
    let chain = Filter.chain(.named("blur", ["radius": 0.02]), .named("sepia", ["intensity": "p"]))
    #expect(chain == "blur(radius=0.02) sepia(intensity=p)")
    #expect(Filter.chain([.named("median")]) == "median" && Filter.chain([]) == "")
  }

  @Test(
    "a text that could end its argument is rejected",
    arguments: [
      "p p", "0) lut(\"a.cube\")", "0, 1", "1, blue=3", "#ff0000", "1) sepia(1", "0 1:1", "\"", "",
    ])
  func texts(text: String) {
    let value = ParameterValue.choice(text)
    for filter in [Filter.named("blur", ["radius": value]), .named("rgb", ["red": value])] {
      #expect(throws: FormulaError.self, "\(filter)") { try FilterChain(parsing: filter.description) }
    }
  }

  @Test(
    "an infinite number is reported with its parameter", arguments: [Double.nan, .infinity, -.infinity])
  func notFinite(number: Double) {
    let filter = Filter.named("blur", ["radius": .number(number)])
    #expect {
      _ = try FilterChain(parsing: Filter.chain(.named("sepia"), filter))
    } throws: {
      let word = number.isNaN ? "nan" : "inf"
      return ($0 as? FormulaError)?.description.contains("blur's radius is “\(word)”, but must be finite")
        == true
    }
  }

  @Test(
    "any file name survives quoting in a chain",
    arguments: [
      #"a "quoted" one.png"#, #"back\slash.png"#, "o'clock.png", "\") sepia(\"1", "ночь.png", #"\"#,
    ])
  func paths(name: String) throws {
    for value in [ParameterValue.texture(path: name), .choice(name)] {
      let chain = Filter.chain(.named("blend-picture", ["file": value]), .named("sepia"))
      #expect(try FilterChain(parsing: chain).files.map(\.path) == [name])
    }
    #expect(Filter.named("my filter.glsl", ["a": 1]).description == #""my filter.glsl"(a=1)"#)
  }

  @Test(
    "an explicit default equals the filter's own", arguments: FilterCatalogue.builtIn.filters.map(\.name))
  func defaults(name: String) throws {
    let filter = try #require(FilterCatalogue.builtIn[name])
    guard filter.parameters.allSatisfy({ $0.defaultValue != nil }) else { return }
    for parameter in filter.parameters {
      let value = try #require(parameter.defaultValue)
      let named = Filter.named(name, [parameter.name: value]).description
      #expect(try recipe(named, at: 0.5) == recipe(name, at: 0.5), "\(parameter.name)")
    }
  }
}
