import Segue
import SegueImaging
import SegueRendering
import Testing

@testable import SegueRun

@Suite("Failover of a renderer") struct FailoverRendererTests {
  /// Draws frames 0 ..< 6, as many at once as the renderer takes.
  private func draw(with renderer: FailoverRenderer) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var submitted = 0
    while bytes.count < 6 {
      while submitted < 6, submitted - bytes.count < renderer.depth {
        try renderer.submit(numbered(submitted))
        submitted += 1
      }
      let frame = try renderer.receive()
      bytes.append(frame.bytes[0])
      frame.release()
    }
    return bytes
  }

  @Test("a lost device is rebuilt once and draws the frame again", arguments: [1, 4])
  func rebuild(depth: Int) throws {
    var made = 0
    let renderer = try FailoverRenderer(
      primary: {
        made += 1
        return FakeRenderer(depth: depth, failsAt: made == 1 ? 2 : nil)
      }, fallback: { FakeRenderer(name: "cpu") })
    #expect(try draw(with: renderer) == [0, 1, 2, 3, 4, 5])
    #expect(made == 2)
    #expect(
      renderer.incidents == [
        Notice(of: .device, "context lost; the renderer was rebuilt and drew the frame again")
      ])
  }

  @Test("a device lost twice is replaced by the fallback", arguments: [1, 4])
  func fallback(depth: Int) throws {
    let renderer = try FailoverRenderer(
      primary: { FakeRenderer(depth: depth, failsAt: 2) }, fallback: { FakeRenderer(name: "cpu") })
    #expect(try draw(with: renderer) == [0, 1, 2, 3, 4, 5])
    #expect(renderer.info.device == "cpu")
    #expect(
      renderer.incidents.messages == [
        "context lost; the renderer was rebuilt and drew the frame again",
        "context lost; cpu drew from that frame on",
      ])
  }

  @Test("the second loss of a device is thrown without a fallback")
  func noFallback() throws {
    let renderer = try FailoverRenderer(primary: { FakeRenderer(failsAt: 0) }, fallback: nil)
    #expect(throws: RenderError.deviceLost("context lost")) { try draw(with: renderer) }
  }
}
