// Fuzzes the reader of shaders in the GL Transitions format: tokens, parameters, the rewriting to strict GLSL ES.

import SegueGLTransitions

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let transition = try? GLTransition(bytes, name: "fuzz", path: "fuzz.glsl") else { return 0 }
  let names = transition.parameters.map(\.name)
  precondition(Set(names).count == names.count, "a parameter has one name")
  precondition(!transition.program.text.isEmpty, "what was read has a text")
  return 0
}
