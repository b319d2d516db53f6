// Fuzzes the parser of looks: a valid look must yield a recipe at any progress.

import SegueFields
import SegueImaging
import SegueRendering
import SegueTransitions

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let resolver = LookResolver(transition: { name in
    if name == "self.json" { return .recursion }
    return Catalogue.builtIn[name].map { .transition($0, weight: 1) } ?? .unknown(nearest: nil)
  })
  let size = ImageSize(width: 64, height: 48)
  do {
    let look = try Look.read(bytes, name: "fuzz", path: "fuzz.json", in: resolver).look
    guard let transition = try look.description.transition() as? LookTransition else {
      preconditionFailure("the transition of a look must be a LookTransition")
    }
    try transition.check(in: TransitionContext(containerSize: size), at: [0, 0.5, 1])
    for progress in [0, 0.3, 1, 1.2] {
      _ = transition.recipe(at: progress, in: TransitionContext(containerSize: size))
    }
  } catch {
    guard let error = SegueError(error).details as? LookError else { preconditionFailure("\(error)") }
    precondition(error.file == "fuzz.json" && !error.isOfParameters, "an error must be in the file, not in parameters")
  }
  return 0
}
