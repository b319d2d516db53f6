import Testing
@testable import SegueTransitions

@Suite("Formulas") struct ExpressionTests {
  func value(_ text: String, p: Double = 0, w: Double = 1920, h: Double = 1080) throws -> Double {
    try Expression(parsing: text).value(in: ["p": p, "w": w, "h": h])
  }

  @Test(
    "operators have the usual precedence and associativity",
    arguments: [
      ("1+2*3", 7.0), ("(1+2)*3", 9), ("8/4/2", 1), ("8-4-2", 2), ("2^3^2", 512), ("-2^2", -4), ("2^-1", 0.5),
      ("(-2)^2", 4), ("--3", 3), ("-+-3", 3), ("2*-3", -6), ("1 - -1", 2), (" 1\t+\n1 ", 2), ("1e3", 1000),
      (".5", 0.5), ("2.", 2), ("1.5e-1", 0.15), ("pi", .pi), ("2^0.5", 2.0.squareRoot()), ("9^.5", 3),
    ])
  func arithmetic(text: String, expected: Double) throws {
    #expect(try value(text) == expected)
  }

  @Test(
    "functions behave as in GLSL",
    arguments: [
      ("min(3,1,2)", 1.0), ("max(3,1,2)", 3), ("clamp(5,0,1)", 1), ("clamp(-5,0,1)", 0),
      ("mix(2,4,0.25)", 2.5),
      ("step(0.5,0.5)", 1), ("step(0.5,0.49)", 0), ("smoothstep(0,1,0.25)", 0.15625),
      ("smoothstep(0,1,-3)", 0),
      ("abs(-2)", 2), ("floor(-1.5)", -2), ("mod(-1,3)", 2), ("mod(7,3)", 1), ("sqrt(16)", 4),
      ("pow(2,10)", 1024),
      ("exp(0)", 1), ("sin(0)", 0), ("cos(0)", 1),
    ])
  func functions(text: String, expected: Double) throws {
    #expect(try value(text) == expected)
  }

  @Test("progress, the frame's size and pixels are variables")
  func variables() throws {
    #expect(try value("0.1*(1-p)", p: 0.25) == 0.1 * 0.75)
    #expect(try value("w/h") == 1920.0 / 1080)
    #expect(try value("8px") == 8.0 / 1920)
    #expect(try value("8px*p", p: 0.5) == 4.0 / 1920)
    #expect(try Expression(parsing: "1+8px").pixelsRange == 2..<5)
    #expect(try Expression(parsing: "1+p").pixelsRange == nil)
    #expect(
      try Expression(parsing: "cell*p+8px", variables: ["cell", "p", "w"]).variables == ["cell", "p", "w"])
  }

  @Test(
    "keys interpolate between positions",
    arguments: [
      (-1.0, 10.0), (0, 10), (0.125, 15), (0.25, 20), (0.5, 30), (0.75, 15), (1, 0), (2, 0),
    ])
  func keys(p: Double, expected: Double) throws {
    #expect(try value("keys(0:10, 0.5:30, 1:0)", p: p) == expected)
    #expect(try value("keys(0:5*2, 1/2:30, 1:0, linear)", p: p) == expected)
  }

  @Test("a curve shapes each interval between keys")
  func keyCurves() throws {
    let steps = "keys(0:0, 0.5:8, 1:0, steps(2))"
    #expect(try value(steps, p: 0.2) == 0)
    #expect(try value(steps, p: 0.3) == 4)
    #expect(try value(steps, p: 0.6) == 8)
    #expect(try value(steps, p: 0.8) == 4)
    #expect(abs(try value("keys(0:0, 1:1, ease-in-out)", p: 0.5) - 0.5) < 1e-9)
    #expect(try value("keys(0:0, 1:1, cubic-bezier(0.42, 0, 1, 1))", p: 0.25) < 0.25)
    #expect(try value("keys(0:0, 1:1, linear(0, 0.25 75%, 1))", p: 0.375) == 0.125)
    #expect(try value("max(keys(0:0, 1:1, spring(0.5)), 0)", p: 0.4) > 0.4)
    #expect(try value("keys(0.3:7)", p: 0.9) == 7)
  }

  @Test(
    "a formula's syntax error has its range in the text",
    arguments: [
      ("", 0..<0, FormulaError.Problem.expected("a value")), ("1+", 2..<2, .expected("a value")),
      ("(1", 2..<2, .expected("a closing parenthesis")),
      ("1 2", 2..<3, .expected("an operator, such as * or +")),
      ("2p", 1..<2, .unknownUnit("p")), ("3%", 1..<2, .unknownUnit("%")), ("1+é", 2..<4, .unknownCharacter),
      ("q*2", 0..<1, .unknownName("q", .variable, known: ["p", "w", "h", "pi"])),
      ("sin()", 0..<5, .wrongArgumentCount(function: "sin", found: 0, minimum: 1, maximum: 1)),
      ("min(1)", 0..<6, .wrongArgumentCount(function: "min", found: 1, minimum: 2, maximum: nil)),
      ("keys(0 1)", 7..<8, .expected("a colon and a value, as in 0.5:1")),
      ("keys(0:1, ease-on)", 10..<17, .curve(.unknownName("ease-on"))), ("'a", 0..<2, .unterminatedText),
      ("1e999", 0..<5, .expected("a number")), (".", 0..<1, .expected("a number")),
    ])
  func unreadable(text: String, range: Range<Int>, problem: FormulaError.Problem) {
    let error = #expect(throws: FormulaError.self) { _ = try Expression(parsing: text) }
    #expect(error?.range == range)
    #expect(error?.problem == problem)
    #expect(error?.text == text)
  }

  @Test("the error for an unknown function lists the known functions")
  func unknownFunction() throws {
    let error = #expect(throws: FormulaError.self) { _ = try Expression(parsing: "1+sine(p)") }
    guard case .unknownName("sine", .function, let known)? = error?.problem else {
      Issue.record("another problem: \(String(describing: error))")
      return
    }
    #expect(known.contains("sin") && known.contains("keys"))
    #expect(error?.excerpt == "sine")
  }

  @Test(
    "an undefined value is reported with its range in the text",
    arguments: [
      ("1/p", 0..<3, FormulaError.Problem.divisionByZero(progress: 0)),
      ("2+sqrt(p-1)", 2..<11, .notANumber(progress: 0)),
      ("mod(1,p)", 0..<8, .divisionByZero(progress: 0)), ("p^-1", 0..<4, .divisionByZero(progress: 0)),
      ("smoothstep(1,1,p)", 0..<17, .divisionByZero(progress: 0)),
      ("exp(1000)", 0..<9, .notANumber(progress: 0)),
      ("(-8)^(1/3)", 0..<10, .notANumber(progress: 0)),
      ("keys(0:1, 0:2)", 0..<14, .keysDoNotAscend(progress: 0)),
      ("keys(1:1, 0:2)", 0..<14, .keysDoNotAscend(progress: 0)),
    ])
  func valueless(text: String, range: Range<Int>, problem: FormulaError.Problem) throws {
    let expression = try Expression(parsing: text)
    let error = #expect(throws: FormulaError.self) { _ = try expression.value(in: ["p": 0, "w": 1, "h": 1]) }
    #expect(error?.range == range)
    #expect(error?.problem == problem)
  }

  @Test("a formula's depth and length are limited")
  func bounds() throws {
    let deep = String(repeating: "(", count: 65) + "1" + String(repeating: ")", count: 65)
    #expect(throws: FormulaError.self) { _ = try Expression(parsing: deep) }
    #expect(throws: FormulaError.self) {
      _ = try Expression(parsing: String(repeating: "-", count: 100) + "1")
    }
    #expect(throws: FormulaError.self) {
      _ = try Expression(parsing: Array(repeating: "1", count: 80).joined(separator: "^"))
    }
    #expect(throws: FormulaError.self) { _ = try Expression(parsing: String(repeating: "1", count: 20000)) }
    #expect(try value(Array(repeating: "1", count: 5000).joined(separator: "+")) == 5000)
  }
}
