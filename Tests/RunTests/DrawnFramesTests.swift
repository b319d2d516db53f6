import SegueImaging
import SegueMedia
import SegueRun
import TestSupport
import Testing

@Suite("Drawn frames") struct DrawnFramesTests {
  @Test("a narrower picture is drawn over the background")
  func paste() {
    let full = ClipFramePool(size: ImageSize(width: 8, height: 4), format: .yuv420p)
    let part = ClipFramePool(size: ImageSize(width: 4, height: 4), format: .yuv420p)
    let frame = full.frame(of: .black)
    frame.paste(part.frame(of: .white), x: 2, y: 0)
    let bytes = frame.bytes
    #expect(Array(bytes[0..<8]) == [16, 16, 235, 235, 235, 235, 16, 16])
    #expect(bytes[32...].allSatisfy { $0 == 128 })
  }
}
