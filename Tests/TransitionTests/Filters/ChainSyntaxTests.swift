import Testing

@testable import SegueTransitions

@Suite("Syntax of filter chains") struct ChainSyntaxTests {
  @Test("a chain is split into calls and arguments")
  func calls() throws {
    let chain = try ChainSyntax(
      parsing: "blur(0.03*p) motion-blur(keys(0:0, 1:1), angle = 45)  invert lut(\"a, b.cube\", p)")
    #expect(chain.calls.map(\.name) == ["blur", "motion-blur", "invert", "lut"])
    #expect(chain.calls.map { $0.arguments.count } == [1, 2, 0, 2])
    #expect(chain.calls[1].arguments[1].name == "angle")
    #expect(chain.calls[0].range == 0..<12 && chain.calls[0].nameRange == 0..<4)
    #expect(chain.calls[3].arguments[0].tokens.first?.kind == .text("a, b.cube"))
    let curve = try ChainSyntax(parsing: "curve(0:0 0.5:0.6 1:1, channel=red)").calls[0]
    #expect(curve.arguments.count == 2 && curve.arguments[0].range == 6..<21)
    #expect(try ChainSyntax(parsing: "a()").calls[0].arguments.isEmpty)
    let hyphens = try ChainSyntax(parsing: "levels(min-out=a - b, x-y)").calls[0].arguments
    #expect(hyphens[0].name == "min-out" && hyphens[1].name == nil && hyphens[1].tokens.count == 4)
  }

  @Test(
    "a chain's syntax error has its range in the text",
    arguments: [
      ("", 0..<0, FormulaError.Problem.expected("the name of a filter")),
      ("3(p)", 0..<1, .expected("the name of a filter")), ("blur(", 5..<5, .expected("a value")),
      ("blur(1", 6..<6, .expected("a closing parenthesis")), ("blur(1,)", 7..<8, .expected("a value")),
      ("blur(,1)", 5..<6, .expected("a value")), ("blur(1))", 7..<8, .expected("the name of a filter")),
      ("blur:8", 4..<5, .bareValues(call: "blur(8)")),
      ("invert curve=r=1:0.5 x", 12..<13, .bareValues(call: "curve(r=1,0.5)")),
      ("blur=", 4..<5, .bareValues(call: "blur()")), ("blur(radius=)", 12..<13, .expected("a value")),
      ("blur(1), invert", 7..<8, .expected("the name of a filter")),
      ("lut(\"a)", 4..<7, .unterminatedText), ("lut(warm.cube)", 4..<13, .unquotedPath),
      ("lut(file=/a/warm-2.cube, 1)", 9..<23, .unquotedPath), ("lut( ~/w.cube )", 5..<13, .unquotedPath),
    ])
  func unreadable(text: String, range: Range<Int>, problem: FormulaError.Problem) {
    let error = #expect(throws: FormulaError.self) { _ = try ChainSyntax(parsing: text) }
    #expect(error?.range == range)
    #expect(error?.problem == problem)
  }

  @Test("the length of a chain is limited")
  func limit() {
    #expect(throws: FormulaError.self) {
      _ = try ChainSyntax(parsing: Array(repeating: "invert", count: 65).joined(separator: " "))
    }
  }
}
