// Fuzzes the parser of timelines: a parsed timeline must play, with at least one frame and finite progress.

import Foundation
import SegueMotion

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let file = try? TimelineFile.timeline(in: bytes, name: "fuzz"), let run = try? TimelineRun(file.timeline)
  else { return 0 }
  let frames = run.frameCount(at: .sixty)
  precondition(frames > 0, "a run must have a frame")
  for index in Set([0, frames / 3, frames / 2, frames - 1]) {
    precondition(run.progress(ofFrame: index, at: .sixty).isFinite, "progress must be finite")
  }
  return 0
}
