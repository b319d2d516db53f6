// Fuzzes the reader of .cube files: what is read can be drawn with.

import Transitions

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  guard let table = try? CubeFile.parse(bytes, name: "fuzz") else { return 0 }
  if let grid = table.grid {
    precondition(grid.values.count == grid.side * grid.side * grid.side * 3, "a cube is full")
    precondition(
      grid.positions.allSatisfy { $0 >= 0 && $0 <= (grid.side - 1) << 12 }, "every colour is in the cube")
  } else {
    precondition(table.toneTable?.red.count == 256, "what is no cube is a tone table")
  }
  return 0
}
