/// Words of GLSL ES that have a meaning of their own.
///
/// **Source:** The OpenGL ES Shading Language 3.00, sections 3.7 and 8.
enum Grammar {
  /// Precision qualifiers: everything is highp.
  static let precisions: Set<String> = ["lowp", "mediump", "highp"]

  /// Types that a constant expression may construct.
  static let types: Set<String> = [
    "void", "float", "int", "uint", "bool", "vec2", "vec3", "vec4", "ivec2", "ivec3", "ivec4", "uvec2",
    "uvec3",
    "uvec4", "bvec2", "bvec3", "bvec4", "mat2", "mat3", "mat4", "mat2x2", "mat2x3", "mat2x4", "mat3x2",
    "mat3x3",
    "mat3x4", "mat4x2", "mat4x3", "mat4x4",
  ]

  /// Functions that may stand in a constant expression.
  static let constantFunctions: Set<String> = [
    "radians", "degrees", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh",
    "acosh",
    "atanh", "pow", "exp", "log", "exp2", "log2", "sqrt", "inversesqrt", "abs", "sign", "floor", "trunc",
    "round",
    "roundEven", "ceil", "fract", "mod", "modf", "min", "max", "clamp", "mix", "step", "smoothstep", "isnan",
    "isinf", "floatBitsToInt", "floatBitsToUint", "intBitsToFloat", "uintBitsToFloat", "packSnorm2x16",
    "unpackSnorm2x16", "packUnorm2x16", "unpackUnorm2x16", "packHalf2x16", "unpackHalf2x16", "length",
    "distance",
    "dot", "cross", "normalize", "faceforward", "reflect", "refract", "matrixCompMult", "outerProduct",
    "transpose",
    "determinant", "inverse", "lessThan", "lessThanEqual", "greaterThan", "greaterThanEqual", "equal",
    "notEqual",
    "any", "all", "not",
  ]

  /// Functions that may not.
  private static let otherFunctions: Set<String> = [
    "textureSize", "texture", "textureProj", "textureLod", "textureOffset", "texelFetch", "texelFetchOffset",
    "textureProjOffset", "textureLodOffset", "textureProjLod", "textureProjLodOffset", "textureGrad",
    "textureGradOffset", "textureProjGrad", "textureProjGradOffset", "dFdx", "dFdy", "fwidth",
  ]

  /// Every function that comes with the language: a user's function of such a name has to be called otherwise.
  static let functions = constantFunctions.union(otherFunctions)

  /// Words that GLSL ES 3.00 keeps for itself and that no transition needs for what they mean there, so that one
  /// which uses them wrote them for an older dialect, where they were free.
  static let reserved: Set<String> = [
    "layout", "centroid", "smooth", "flat", "invariant", "attribute", "varying", "coherent", "volatile",
    "restrict",
    "readonly", "writeonly", "resource", "atomic_uint", "noperspective", "patch", "sample", "subroutine",
    "common",
    "partition", "active", "asm", "class", "union", "enum", "typedef", "template", "this", "goto", "inline",
    "noinline", "public", "static", "extern", "external", "interface", "long", "short", "double", "half",
    "fixed",
    "unsigned", "superp", "input", "output", "hvec2", "hvec3", "hvec4", "dvec2", "dvec3", "dvec4", "fvec2",
    "fvec3",
    "fvec4", "sampler3DRect", "filter", "image1D", "image2D", "image3D", "imageCube", "sizeof", "cast",
    "namespace",
    "using", "sampler1D", "sampler1DShadow", "sampler2DRect", "buffer", "shared",
  ]

  /// What older dialects call a function, and the host's function that does it.
  static let oldNames: [String: String] = [
    "texture2D": "segue_texture2D", "texture2DProj": "segue_texture2DProj",
    "texture2DLod": "segue_texture2DLod",
    "texture2DLodEXT": "segue_texture2DLod", "gl_FragCoord": "segue_FragCoord", "dFdy": "segue_dFdy",
  ]
}
