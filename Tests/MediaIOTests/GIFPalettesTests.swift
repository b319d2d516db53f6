import SegueImaging
import Testing

@testable import SegueMedia

@Suite("Palettes of a GIF's frames") struct GIFPalettesTests {
  /// A frame of 64×64 pixels with `count` colours from `first` on; neighbours differ.
  private func frame(_ count: Int, from first: Int = 0) -> [UInt32] {
    (0..<64 * 64).map { 0xff00_0000 | UInt32($0 % count + first) }
  }

  /// The branches of each frame.
  private func branches(_ frames: [[UInt32]], limit: Int = 256, hasGaps: Bool = false) -> [[Int]] {
    var palettes = GIFPalettes(limit: limit, hasGaps: hasGaps)
    return frames.map { pixels in
      pixels.withUnsafeBufferPointer { palettes.branches(of: $0, width: 64) }
    }
  }

  @Test("frames share a palette while their colours fit into it")
  func shared() {
    #expect(branches([frame(100), frame(155, from: 100)]) == [[2], [2]])
    #expect(branches([frame(200), frame(200, from: 200)]) == [[2], [3]])
    #expect(branches([frame(31), frame(32)], limit: 32) == [[2], [3]])
  }

  @Test("a frame with exactly 256 colours gets its own palette")
  func own() {
    #expect(branches([frame(256), frame(256), frame(256, from: 256)]) == [[0, 3], [3], [3]])
    #expect(branches([frame(10), frame(256)]) == [[2], [3]])
  }

  @Test("a palette has 255 colours beside transparency")
  func gaps() {
    let clear = frame(255).enumerated().map { $0.offset < 9 ? 0x1234 : $0.element }
    #expect(branches([clear], hasGaps: true) == [[2]])
    #expect(branches([frame(256)], hasGaps: true) == [[3]])
  }

  @Test("transparent pixels get the colour of a solid one")
  func filled() {
    let palettes = GIFPalettes(limit: 256, hasGaps: true)
    let pixels: [UInt32] = [0x0012_3456, 0xff00_0007, 0x7f00_0001, 0x8000_0003]
    #expect(pixels.withUnsafeBufferPointer { palettes.filled($0) } == [7, 0xff00_0007, 7, 0x8000_0003])
    #expect(frame(3).withUnsafeBufferPointer { palettes.filled($0) } == nil)
  }

  @Test("a frame of more than 256 colours is dithered unless most of it is flat")
  func dithers() {
    #expect(branches([frame(257)]) == [[0]])
    func flat(_ rest: Int) -> [UInt32] {
      (0..<64 * 64).map { 0xff00_0000 | UInt32($0 < rest ? $0 : 0) }
    }
    #expect(branches([flat(300)]) == [[1]])
    #expect(branches([flat(1200)]) == [[0]])
  }

  @Test("the palette is renewed after a frame with another palette")
  func renewed() {
    let photo = frame(1000)
    let screen = frame(40)
    #expect(branches([screen, photo, photo, screen, screen]) == [[2], [4], [0], [6], [2]])
  }
}
