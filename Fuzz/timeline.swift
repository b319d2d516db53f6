// Fuzzes the timeline's JSON and the run that it describes: read, played, and asked for frames.

import Foundation
import SegueMotion

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let file = try? TimelineFile.timeline(in: bytes, name: "fuzz"), let run = try? TimelineRun(file.timeline)
  else { return 0 }
  let frames = run.frameCount(at: .sixty)
  precondition(frames > 0, "a run has a frame")
  for index in Set([0, frames / 3, frames / 2, frames - 1]) {
    precondition(run.progress(ofFrame: index, at: .sixty).isFinite, "progress is a number")
  }
  return 0
}
