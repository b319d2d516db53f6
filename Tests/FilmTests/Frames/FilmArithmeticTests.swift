import CSegueKernels
import Foundation
import Segue
import SegueImaging
import SegueMedia
import SegueRendering
import Testing

@testable import SegueFilm

@Suite("Planes of a film's frames") struct FilmPlanesTests {
  @Test("the kernel follows the specification")
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
      let expected = FilmPlanes.color(luma: luma[index], cb: cb[index / 2], cr: cr[index / 2])
      let found = Array(pixels[index * 4..<index * 4 + 4])
      #expect(found == [expected.red, expected.green, expected.blue, 255])
    }
  }

  @Test("white, black and red have the values of BT.709")
  func primaries() {
    #expect(FilmPlanes.color(luma: 235, cb: 128, cr: 128) == .white)
    #expect(FilmPlanes.color(luma: 16, cb: 128, cr: 128) == .black)
    // Y' = 16 + 219 · 0.2126, Cb = 128 − 224 · 0.2126 / 1.8556, Cr = 240: red.
    let red = FilmPlanes.color(luma: 63, cb: 102, cr: 240)
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
          let color = FilmPlanes.color(luma: UInt8(y), cb: UInt8(cb), cr: UInt8(cr))
          let back = PixelArithmetic.chroma(color, color, color, color)
          worst = max(
            worst, abs(Int(PixelArithmetic.luma(color)) - y), abs(Int(back.cb) - cb), abs(Int(back.cr) - cr))
        }
      }
    }
    #expect(worst <= 1)
  }

  @Test("a narrower picture is drawn over the background")
  func paste() {
    let full = ClipFramePool(size: ImageSize(width: 8, height: 4), format: .yuv420p)
    let part = ClipFramePool(size: ImageSize(width: 4, height: 4), format: .yuv420p)
    let frame = FilmPlanes.frame(of: .black, from: full)
    FilmPlanes.paste(FilmPlanes.frame(of: .white, from: part), into: frame, x: 2, y: 0)
    let bytes = frame.bytes
    #expect(Array(bytes[0..<8]) == [16, 16, 235, 235, 235, 235, 16, 16])
    #expect(bytes[32...].allSatisfy { $0 == 128 })
  }
}

@Suite("Fades of sound") struct SoundFadeTests {
  @Test("equal power: the squares of both gains sum to 1")
  func equalPower() {
    let range = 100..<148
    let out = SoundFade(range: range, curve: .equalPower, rises: false)
    let into = SoundFade(range: range, curve: .equalPower, rises: true)
    for index in range {
      let (a, b) = (out.gain(at: index), into.gain(at: index))
      #expect(abs(a * a + b * b - 1) < 1e-5)
    }
    #expect(out.gain(at: 99) == 1 && out.gain(at: 148) == 0)
    #expect(into.gain(at: 99) == 0 && into.gain(at: 148) == 1)
    #expect(abs(out.gain(at: 123) - into.gain(at: 124)) < 1e-6)
  }

  @Test("linear: both gains sum to 1")
  func linear() {
    let range = 0..<1000
    let out = SoundFade(range: range, curve: .linear, rises: false)
    let into = SoundFade(range: range, curve: .linear, rises: true)
    for index in range { #expect(abs(out.gain(at: index) + into.gain(at: index) - 1) < 1e-6) }
  }

  @Test("music is ducked at the start of other sound and restored a second after its end")
  func ducking() {
    var ducker = Ducker(change: -12)
    let count = 48_000 * 4
    var clips = [Float](repeating: 0, count: count * 2)
    // The sound lasts from second 1 to second 2.
    for index in 48_000..<96_000 { (clips[index * 2], clips[index * 2 + 1]) = (0.5, -0.5) }
    let gains = (0..<count).map { ducker.gain(at: $0, clips: clips, from: 0) }
    func decibels(_ index: Int) -> Double { 20 * log10(Double(gains[index])) }
    #expect(gains[0..<38_000].allSatisfy { $0 == 1 })
    #expect(abs(decibels(43_200) + 6) < 0.1)
    #expect(abs(decibels(48_000) + 12) < 0.01)
    #expect(abs(decibels(96_000) + 12) < 0.01)
    // A hold of 0.1 s, then 12 dB in a second.
    #expect(abs(decibels(96_000 + 4800 + 24_000) + 6) < 0.1)
    #expect(gains[96_000 + 4800 + 48_010] == 1)
  }
}
