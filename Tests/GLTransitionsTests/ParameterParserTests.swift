import Testing
import SegueTransitions

@testable import SegueGLTransitions

@Suite("Parameters of GL Transitions")
struct ParameterParserTests {
  private func file(_ declarations: String) throws -> GLTransition {
    try GLTransition(
      Array((declarations + "\nvec4 transition(vec2 uv) { return vec4(0.0); }").utf8), name: "test",
      path: "test.glsl")
  }

  private func numbers(_ declarations: String) throws -> [[Double]] {
    try file(declarations).parameters.map(\.defaultNumbers)
  }

  @Test(
    "every syntax of a default is read",
    arguments: [
      ("uniform float x; // = 42.0", [[42]]), ("uniform float x/* = 42.0 */;", [[42]]),
      ("uniform float x; // =.7", [[0.7]]), ("uniform float x; //=1.", [[1]]),
      ("uniform float x;// = 120", [[120]]),
      ("uniform float x; // = -1.5e2 turns", [[-150]]), ("uniform float x; // = 0.5f", [[0.5]]),
      ("uniform float x ; // = float(2)", [[2]]), ("uniform float x; /* = 3.0 */", [[3]]),
      ("uniform highp float x; // = 4.", [[4]]), ("uniform float x = 5.0;", [[5]]),
      ("uniform int n; // = 0x10", [[16]]), ("uniform int n; // =-1", [[-1]]),
      ("uniform bool b; // = true", [[1]]), ("uniform bool b; // = 0", [[0]]),
      ("uniform bool b; // = 1 yes", [[1]]),
      ("uniform vec2 a /* = vec2(1.) */, b /* = vec2(2.) */;", [[1, 1], [2, 2]]),
      ("uniform vec2 a, b; // = vec2(1., 2.);", [[1, 2], [1, 2]]),
      ("uniform vec2 a, // = vec2(1)\n  b; // = vec2(2)", [[1, 1], [2, 2]]),
      ("uniform vec4 c; // = vec4(0.,0.,0.,.6)", [[0, 0, 0, 0.6]]),
      ("uniform ivec2 s; // = ivec2(10, -10)", [[10, -10]]),
      ("uniform bvec3 t; // = bvec3(true, 0, 1)", [[1, 0, 1]]),
      ("uniform mat2 m; // = mat2(1, 2, 3, 4)", [[1, 2, 3, 4]]),
      ("uniform mat2 m; // = mat2(3.)", [[3, 0, 0, 3]]),
      ("uniform\r\n float x; // = 6.\r\n", [[6]]), ("uniform float progress;", []),
    ] as [(String, [[Double]])])
  func defaults(text: String, expected: [[Double]]) throws {
    let file = try file(text)
    #expect(file.parameters.map(\.defaultNumbers) == expected)
    #expect(file.warnings.isEmpty)
  }

  @Test(
    "a default is computed as in GLSL",
    arguments: [
      ("uniform float x; // = 1.0/2.0", [0.5]), ("uniform float x = 1.0 / 2.0 + 1.0;", [1.5]),
      ("uniform float x; /* = -(1.0 - 0.25) * 2. */", [-1.5]), ("uniform int n; // = 7/2", [3]),
      ("uniform int n; // = -7 / 2 + 1", [-2]), ("uniform vec2 v; // = vec2(1.0/4.0, 3.0 * 2.0)", [0.25, 6]),
      ("uniform float x; // = 2.0 / second", [2]), ("uniform float x; // = 1.0 - of the width", [1]),
      ("uniform float x; // = 1.0 - 0.5 - 0.25", [0.25]),
    ] as [(String, [Double])])
  func expressions(text: String, expected: [Double]) throws {
    let file = try file(text)
    #expect(file.parameters.map(\.defaultNumbers) == [expected] && file.warnings.isEmpty)
  }

  @Test("the text after a default is the parameter's remark")
  func remark() throws {
    let parameter = try #require(try file("uniform float x; // = 0.4 ; // if 0.0, none").parameters.first)
    #expect(parameter.defaultNumbers == [0.4])
    #expect(parameter.remark == "if 0.0, none")
  }

  @Test("a missing default is zero with a warning")
  func missing() throws {
    let file = try file("\nuniform vec3 c;\nuniform float x; // a number\nuniform sampler2D luma;")
    #expect(file.parameters.map(\.defaultNumbers) == [[0, 0, 0], [0], []])
    #expect(
      file.warnings == [.missingDefault(parameter: "c", line: 2), .missingDefault(parameter: "x", line: 3)])
  }

  @Test(
    "a default of another type or shape is zero with a warning",
    arguments: [
      "uniform float x; // = vec2(1.)", "uniform vec3 x; // = vec3(1., 2.)", "uniform int x; // = 1.5",
      "uniform bool x; // = 2", "uniform vec2 x; // = 1.0", "uniform vec2 x; // = vec2(a, b)",
      "uniform float x; // = 1e999", "uniform ivec2 x; // = ivec2(99999999999)",
      "uniform vec2 x; // = vec2(1.", "uniform float x; // = 1.0/0.0", "uniform int x; // = 1/0",
      "uniform int x; // = 65536 * 65536", "uniform float x; // = (1.0", "uniform float x = 1.0/y;",
    ])
  func unreadable(text: String) throws {
    let file = try file(text)
    #expect(file.parameters.first?.defaultNumbers.allSatisfy { $0 == 0 } == true)
    #expect(file.warnings.count == 1)
    guard case .unreadableDefault("x", _, 1) = file.warnings.first else {
      Issue.record("\(file.warnings)")
      return
    }
  }

  @Test("the first author and the first licence are used")
  func credits() throws {
    let file = try file("/* AUTHOR: Zoë\n * licence : BSD 3 Clause */\n// Author: somebody else\n")
    #expect(file.author == "Zoë")
    #expect(file.license == "BSD 3 Clause")
  }

  @Test("values of another type or component count are rejected")
  func texts() throws {
    let description = try file(
      "uniform ivec2 s; // = ivec2(4)\nuniform bvec2 t; // = bvec2(true)\nuniform sampler2D luma;"
    ).description
    let values = try ParameterValues([("s", "7,8"), ("t", "false,1")], for: description)
    #expect(values.vector("s") == [7, 8])
    #expect(values.vector("t") == [0, 1])
    for wrong in ["7", "7,8,9", "1.5,2", "a,b"] {
      #expect(throws: ParameterError.self) { try ParameterValues([("s", wrong)], for: description) }
    }
    #expect(throws: ParameterError.unknown(name: "q", transition: "test", known: ["s", "t", "luma"])) {
      try ParameterValues([("q", "1")], for: description)
    }
    #expect(description.kind == .glsl)
  }
}
