// Fuzzes the parser of .cube files: a parsed LUT must be complete.

import SegueTransitions

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  guard let table = try? CubeFile.parse(bytes, name: "fuzz") else { return 0 }
  precondition((table.numbers != nil) != (table.toneTable != nil), "a LUT must be either a cube or a tone table")
  if let cube = table.cube {
    precondition(cube.values.count == cube.side * cube.side * cube.side * 3, "a cube must have a value for each of its points")
  }
  return 0
}
