// Fuzzes the parser of the GL Transitions format: tokens, parameters, rewriting to strict GLSL ES.

import SegueGLTransitions

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let transition = try? GLTransition(bytes, name: "fuzz", path: "fuzz.glsl") else { return 0 }
  let names = transition.parameters.map(\.name)
  precondition(Set(names).count == names.count, "parameters must have different names")
  precondition(!transition.program.text.isEmpty, "a parsed shader must have a text")
  return 0
}
