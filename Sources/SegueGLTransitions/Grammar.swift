/// The keywords and built-in names of GLSL ES.
///
/// **Source:** The OpenGL ES Shading Language 3.00, sections 3.7 and 8.
enum Grammar {
  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  /// Precision qualifiers, which are replaced by highp.
  static let precisions: Set<String> = ["lowp", "mediump", "highp"]

  /// Types whose constructors are allowed in constant expressions.
  static let types: Set<String> = words(
    """
    void float int uint bool vec2 vec3 vec4 ivec2 ivec3 ivec4 uvec2 uvec3 uvec4 bvec2 bvec3 bvec4 mat2 mat3 mat4
    mat2x2 mat2x3 mat2x4 mat3x2 mat3x3 mat3x4 mat4x2 mat4x3 mat4x4
    """)

  /// Functions that are allowed in constant expressions.
  static let constantFunctions: Set<String> = words(
    """
    radians degrees sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh pow exp log exp2 log2 sqrt inversesqrt
    abs sign floor trunc round roundEven ceil fract mod modf min max clamp mix step smoothstep isnan isinf
    floatBitsToInt floatBitsToUint intBitsToFloat uintBitsToFloat packSnorm2x16 unpackSnorm2x16 packUnorm2x16
    unpackUnorm2x16 packHalf2x16 unpackHalf2x16 length distance dot cross normalize faceforward reflect refract
    matrixCompMult outerProduct transpose determinant inverse lessThan lessThanEqual greaterThan greaterThanEqual
    equal notEqual any all not
    """)

  /// The other functions of the language.
  private static let otherFunctions: Set<String> = words(
    """
    textureSize texture textureProj textureLod textureOffset texelFetch texelFetchOffset textureProjOffset
    textureLodOffset textureProjLod textureProjLodOffset textureGrad textureGradOffset textureProjGrad
    textureProjGradOffset dFdx dFdy fwidth
    """)

  /// Every function of the language; a user's function of the same name is renamed.
  static let functions = constantFunctions.union(otherFunctions)

  /// Words that GLSL ES 3.00 reserves. A file that uses one was written for an older dialect, in
  /// which it was an ordinary name.
  static let reserved: Set<String> = words(
    """
    layout centroid smooth flat invariant attribute varying coherent volatile restrict readonly writeonly resource
    atomic_uint noperspective patch sample subroutine common partition active asm class union enum typedef template
    this goto inline noinline public static extern external interface long short double half fixed unsigned superp
    input output hvec2 hvec3 hvec4 dvec2 dvec3 dvec4 fvec2 fvec3 fvec4 sampler3DRect filter image1D image2D image3D
    imageCube sizeof cast namespace using sampler1D sampler1DShadow sampler2DRect buffer shared
    """)

  /// Functions and variables of older dialects, and the host's function that replaces each.
  static let oldNames: [String: String] = [
    "texture2D": "segue_texture2D", "texture2DProj": "segue_texture2DProj",
    "texture2DLod": "segue_texture2DLod",
    "texture2DLodEXT": "segue_texture2DLod", "gl_FragCoord": "segue_FragCoord", "dFdy": "segue_dFdy",
  ]
}

/// The `#define`s of a text, for deciding whether an expression is constant.
struct MacroTable {
  /// The words of each macro's body without its parameters. A macro with two definitions has the
  /// words of both.
  private(set) var bodies: [String: Set<String>] = [:]
  /// Whether the text contains an `#if` of any kind.
  private(set) var hasConditions = false

  init(_ text: ShaderText, _ tokens: [Token]) {
    for token in tokens where token.kind == .directive {
      let parts = Tokenizer.prefix(of: text, in: token.range, line: token.line).filter(\.isCode)
      guard parts.count > 1 else { continue }
      switch text[parts[1]] {
      case "define": if parts.count > 2 { define(text, parts) }
      case "if", "ifdef", "ifndef": hasConditions = true
      default: break
      }
    }
  }

  private mutating func define(_ text: ShaderText, _ parts: [Token]) {
    let name = text[parts[2]]
    var body = parts[3...]
    var arguments: Set<String> = []
    if let open = body.first, text.matches(open, "("), open.range.lowerBound == parts[2].range.upperBound {
      let end = body.firstIndex { text.matches($0, ")") } ?? body.endIndex
      arguments = Set(body[..<end].map { text[$0] })
      body = body[min(end + 1, body.endIndex)...]
    }
    let words = body.filter { $0.kind == .word }.map { text[$0] }.filter { !arguments.contains($0) }
    bodies[name, default: []].formUnion(words)
  }

  /// The maximum number of macros expanded from one word.
  private static let longestChain = 256

  /// Every word that `word` can expand to; only an empty word if there are too many macros.
  func words(of word: String) -> Set<String> {
    var seen: Set<String> = []
    var waiting = [word]
    var result: Set<String> = []
    while let next = waiting.popLast() {
      guard seen.insert(next).inserted else { continue }
      if seen.count > MacroTable.longestChain { return [""] }
      if let body = bodies[next] { waiting += body } else { result.insert(next) }
    }
    return result
  }
}
