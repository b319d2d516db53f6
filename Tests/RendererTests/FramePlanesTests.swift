import CSegueKernels
import SegueImaging
import SegueRendering
import Testing

@Suite("Planes of frames") struct FramePlanesTests {
  @Test("the YCbCr kernel matches the specification")
  func kernel() {
    var (luma, cb, cr): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    for y in 0..<256 {
      for _ in 0..<2 { luma.append(UInt8(y)) }
      cb.append(UInt8((y * 37) % 256))
      cr.append(UInt8((y * 101 + 13) % 256))
    }
    var pixels = [UInt8](repeating: 0, count: luma.count * 4)
    segue_from_yuv(&pixels, luma, cb, cr, luma.count)
    for index in luma.indices {
      let expected = FramePlanes.color(luma: luma[index], cb: cb[index / 2], cr: cr[index / 2])
      let found = Array(pixels[index * 4..<index * 4 + 4])
      #expect(found == [expected.red, expected.green, expected.blue, 255])
    }
  }

  @Test("white, black and red have the values of BT.709")
  func primaries() {
    #expect(FramePlanes.color(luma: 235, cb: 128, cr: 128) == .white)
    #expect(FramePlanes.color(luma: 16, cb: 128, cr: 128) == .black)
    // Y' = 16 + 219 · 0.2126, Cb = 128 − 224 · 0.2126 / 1.8556, Cr = 240: red.
    let red = FramePlanes.color(luma: 63, cb: 102, cr: 240)
    #expect(red.red >= 254 && red.green <= 1 && red.blue <= 1)
  }

  @Test("a value within RGB's gamut survives YCbCr to RGB and back")
  func roundTrip() {
    var worst = 0
    for y in stride(from: 16, through: 235, by: 3) {
      for cb in stride(from: 16, through: 240, by: 4) {
        for cr in stride(from: 16, through: 240, by: 4) {
          let (b, r) = (Double(cb) - 128, Double(cr) - 128)
          let l = 255.0 / 219 * (Double(y) - 16)
          let exact = [l + 1.7927 * r, l - 0.2132 * b - 0.5329 * r, l + 2.1124 * b]
          guard exact.allSatisfy({ (0...255).contains($0) }) else { continue }
          let color = FramePlanes.color(luma: UInt8(y), cb: UInt8(cb), cr: UInt8(cr))
          let back = PixelArithmetic.chroma(color, color, color, color)
          worst = max(
            worst, abs(Int(PixelArithmetic.luma(color)) - y), abs(Int(back.cb) - cb), abs(Int(back.cr) - cr))
        }
      }
    }
    #expect(worst <= 1)
  }
}
