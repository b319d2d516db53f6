import Testing

@testable import SegueGLTransitions

@Suite("Rewriting for GLSL ES 3.00")
struct RewriterTests {
  private static let entry = "vec4 transition(vec2 uv) { return vec4(uv, 0.0, 1.0); }"

  private func rewritten(_ text: String) throws -> (text: String, setUp: String) {
    let program = try GLTransition(Array((text + Self.entry).utf8), name: "test", path: "test").program
    return (program.text.split(separator: " ").joined(separator: " "), program.setUp)
  }

  @Test("initialisers move into functions unless they are constant")
  func hoisting() throws {
    let result = try rewritten(
      "#define TWO 2.0\n#define SCALED(v) (v * progress)\nconst float A = sin(1.0) * TWO;\nfloat b = A, c = ratio;\n"
        + "const float d = b;\nfloat e = SCALED(A);\nfloat f = 3.0;\n")
    #expect(result.text.contains("const float A = sin(1.0) * TWO;"))
    #expect(result.text.contains("float b = A, c ; void segue_set_0() { c = ratio; }"))
    #expect(result.text.contains("float d ; void segue_set_1() { d = b; }"))
    #expect(result.text.contains("float e ; void segue_set_2() { e = SCALED ( A ); }"))
    #expect(result.text.contains("float f = 3.0;"))
    #expect(result.setUp == "  segue_set_0();\n  segue_set_1();\n  segue_set_2();")
  }

  @Test("moved initialisers keep their preprocessor conditions")
  func conditions() throws {
    let result = try rewritten("#ifdef FAST\nfloat a = progress;\n#else\nfloat a = ratio;\n#endif\n")
    #expect(
      result.setUp.split(separator: "\n").map { $0.drop { $0 == " " } }
        == ["#ifdef FAST", "segue_set_0();", "#else", "segue_set_1();", "#endif"])
  }

  @Test("lines are preserved for every line ending", arguments: ["\n", "\r\n", "\r"])
  func lines(end: String) throws {
    let lines = [
      "// one", "/* two", "three */ float x = progress", " * 2.0;", "#version 120", "#define M \\", " 1", "",
    ]
    let program = try GLTransition(
      Array((lines.joined(separator: end) + Self.entry).utf8), name: "test", path: "test"
    ).program
    #expect(program.text.filter { $0 == "\n" }.count == lines.count - 1)
    #expect(!program.text.contains("\r") && !program.text.contains("version"))
    #expect(program.line(3) == "three */ float x = progress")
  }

  @Test("reserved names are replaced")
  func names() throws {
    let result = try rewritten(
      "vec4 texture(vec2 p) { vec4 sample = texture2D(luma, p); return sample; }\nuniform sampler2D luma;\n"
        + "float segue_x; float a__b; void main() { float from = 1.0, to = 2.0; }\n#define filter texture(vec2(0.0))\n"
    )
    #expect(result.text.contains("vec4 segue_user_texture(vec2 p)"))
    #expect(result.text.contains("segue_user_sample = segue_texture2D(luma, p)"))
    #expect(result.text.contains("segue_user_segue_x"))
    #expect(!result.text.contains("__"))
    #expect(result.text.contains("void segue_user_main() { float from = 1.0, to = 2.0; }"))
    #expect(result.text.contains("#define segue_user_filter segue_user_texture(vec2(0.0))"))
  }

  @Test("precision qualifiers are removed")
  func precisions() throws {
    let result = try rewritten(
      "#ifdef GL_ES\nprecision mediump float;\n#endif\nfloat f(vec3[9] c) { highp float x = c[0].x; return x; }\n"
    )
    #expect(!result.text.contains("precision") && !result.text.contains("highp"))
    #expect(result.text.contains("float f(vec3[9] c)"))
  }
}
