// Fuzzes expressions and filter chains: each has a value, or an error with a range within the text.

import SegueImaging
import SegueTransitions

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  func check(_ error: FormulaError) {
    precondition(
      error.range.lowerBound >= 0 && error.range.upperBound <= text.utf8.count, "the range of an error must be within the text")
  }
  do throws(FormulaError) {
    let expression = try Expression(parsing: text)
    for p in [0, 0.3, 1, 1.2] {
      let value = try expression.value(in: ["p": p, "w": 640, "h": 480])
      precondition(value.isFinite, "a value must be finite")
    }
  } catch { check(error) }
  do throws(FormulaError) {
    let chain = try FilterChain(parsing: text)
    try chain.check(size: ImageSize(width: 64, height: 48), frames: [])
    for p in [0, 0.3, 1, 1.2] { _ = chain.recipe(of: .snapshot(.from), at: p, size: ImageSize(width: 64, height: 48)) }
  } catch { check(error) }
  return 0
}
