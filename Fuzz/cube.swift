// Fuzzes the reader of .cube files: what is read can be drawn with.

import SegueTransitions

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  guard let table = try? CubeFile.parse(bytes, name: "fuzz") else { return 0 }
  precondition((table.numbers != nil) != (table.toneTable != nil), "a table is drawn in one way")
  if let cube = table.cube {
    precondition(cube.values.count == cube.side * cube.side * cube.side * 3, "a cube is full")
  }
  return 0
}
