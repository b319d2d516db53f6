// Fuzzes the text form of timing curves: what is read must be written as something that gives the same curve back.

import SegueMotion

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  guard let curve = try? TimingCurve(parsing: text) else { return 0 }
  guard let again = try? TimingCurve(parsing: curve.description), again == curve else {
    preconditionFailure("\(curve.description) is not read back")
  }
  return 0
}
