import SegueImaging
import SegueMath
import SegueRendering
import TestSupport
import Testing

@testable import SegueTransitions

@Suite("Filters as values") struct FilterValueTests {
  private let size = ImageSize(width: 400, height: 300)

  private func recipe(_ text: String, at progress: Double) throws -> Recipe {
    try FilterChain(parsing: text).recipe(of: .snapshot(.to), at: progress, size: size)
  }

  @Test("a written filter value of any type is read back unchanged", .takesLong)
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
    "an explicit default value gives the recipe of an omitted value", .takesLong,
    arguments: FilterCatalogue.builtIn.filters.map(\.name))
  func defaults(name: String) throws {
    let filter = try #require(FilterCatalogue.builtIn[name])
    guard filter.parameters.allSatisfy({ $0.defaultValue != nil }) else { return }
    for parameter in filter.parameters {
      let value = try #require(parameter.defaultValue)
      let named = Filter.named(name, [parameter.name: value]).description
      #expect(try recipe(named, at: 0.5) == recipe(name, at: 0.5), "\(parameter.name)")
    }
  }

  @Test("different filters make different recipes of the same values")
  func distinctFilters() throws {
    let filters = FilterCatalogue.builtIn.filters
    var compared = 0
    for (index, first) in filters.enumerated() {
      for second in filters[(index + 1)...] {
        guard let values = Self.values(of: first.parameters, second.parameters) else { continue }
        let recipes = try [first, second].map { try recipe("\($0.name)(\(values))", at: 0.5) }
        compared += 1
        #expect(recipes[0] != recipes[1], "\(first.name) and \(second.name) are the same filter")
      }
    }
    #expect(compared > 100)
  }

  /// Arguments in order that both filters accept; `nil` if there are none, and for filters with a file.
  private static func values(of first: [ParameterDescription], _ second: [ParameterDescription]) -> String? {
    guard first.count == second.count else { return nil }
    var texts: [String] = []
    for (index, (one, other)) in zip(first, second).enumerated() {
      switch (one.type, other.type) {
      case (.float, .float), (.int, .int):
        let lowest = max(one.minimum ?? 0, other.minimum ?? 0)
        let highest = min(one.maximum ?? 1, other.maximum ?? 1)
        guard lowest <= highest else { return nil }
        let value = lowest + (highest - lowest) * 0.37
        texts.append("\(one.type == .int ? value.rounded() : value)")
      case (.color, .color): texts.append(index == 0 ? "#204060" : "#e0c0a0")
      case (.choice(let words), .choice(let others)):
        guard let word = words.first(where: others.contains) else { return nil }
        texts.append(word)
      case (.points, .points): texts.append("0:0.1 1:0.8")
      default: return nil
      }
    }
    return texts.joined(separator: ", ")
  }
}
