// Fuzzes the parser of timing curves: the description of a parsed curve must parse to the same curve.

import SegueMotion

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  guard let curve = try? TimingCurve(parsing: text) else { return 0 }
  guard let again = try? TimingCurve(parsing: curve.description), again == curve else {
    preconditionFailure("\(curve.description) does not parse to the same curve")
  }
  return 0
}
