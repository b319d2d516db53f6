import Foundation
import SegueImaging
import TestSupport
import Testing

@testable import SegueMedia
@testable import SegueSystem

/// Pictures as made by phones: 64x32, red and green over blue and white, some rotated by the
/// container.
@Suite("Decoding of HEIF") struct DecodeHEIFTests {
  private static let red = RGBAColor(red: 220, green: 30, blue: 30)
  private static let green = RGBAColor(red: 30, green: 200, blue: 60)
  private static let blue = RGBAColor(red: 30, green: 60, blue: 220)
  private static let white = RGBAColor(red: 240, green: 240, blue: 240)

  /// The four corners of the upright picture, row by row.
  @Test(
    "a rotated picture is upright",
    arguments: [
      (heic, ImageSize(width: 64, height: 32), [red, green, blue, white]),
      (turnedHEIC, ImageSize(width: 32, height: 64), [blue, red, white, green]),
      (turnedAVIF, ImageSize(width: 32, height: 64), [blue, red, white, green]),
    ])
  func rotation(file: String, size: ImageSize, corners: [RGBAColor]) async throws {
    let bytes = try #require(Data(base64Encoded: file, options: .ignoreUnknownCharacters))
    let image = try await ImageDecoder().decoded(bytes: Array(bytes), name: "made")
    #expect(image.formatName == "HEIF" && image.notices.isEmpty)
    #expect(image.snapshot.size == size && image.snapshot.isOpaque)
    let (right, bottom) = (size.width - 4, size.height - 4)
    for (place, want) in zip([(3, 3), (right, 3), (3, bottom), (right, bottom)], corners) {
      let got = image.snapshot[place.0, place.1]
      for (a, b) in [(got.red, want.red), (got.green, want.green), (got.blue, want.blue)] {
        #expect(abs(Int(a) - Int(b)) <= 25, "\(got) for \(want) at \(place)")
      }
    }
  }

  @Test("premultiplied channels of 10 bits are rounded once to 8 bits")
  func roundedOnce() throws {
    let bytes = try #require(Data(base64Encoded: Self.premultiplied, options: .ignoreUnknownCharacters))
    let picture = try Made.decode(Array(bytes), as: .heif).snapshot
    #expect(picture.size == ImageSize(width: 64, height: 8) && picture.depth == .eight)
    // The stored channels of 16 columns each, as libheif 1.23 reads them.
    for (index, stored) in [[4, 16, 28, 48], [10, 34, 58, 100], [34, 114, 195, 333], [72, 241, 410, 700]]
      .enumerated()
    {
      let pixel = picture[index * 16 + 8, 4]
      let straight = stored[..<3].map { (255 * Double($0) / Double(stored[3])).rounded() }
      #expect([pixel.red, pixel.green, pixel.blue].map { Double($0) } == straight, "\(stored)")
      #expect(Double(pixel.alpha) == (255 * Double(stored[3]) / 1023).rounded())
    }
  }

  @Test("a damaged or oversized HEIF is an error")
  func limits() async throws {
    let bytes = Array(try #require(Data(base64Encoded: Self.heic, options: .ignoreUnknownCharacters)))
    #expect(
      throws: SystemError.badData(
        path: "made", reason: "HEIF: 64x32 pixels are more than the limit of 63 per side")
    ) {
      try Made.decode(bytes, as: .heif, limits: DecodingLimits(maximumSide: 63))
    }
    for length in stride(from: 16, to: bytes.count - 60, by: 13) {
      #expect(throws: SystemError.self, "cut at \(length)") {
        try Made.decode(Array(bytes.prefix(length)), as: .heif)
      }
    }
    var state: UInt32 = 99
    for _ in 0..<200 {
      var broken = bytes
      for _ in 0..<3 {
        state = state &* 1_664_525 &+ 1_013_904_223
        broken[16 + Int(state >> 8) % (bytes.count - 16)] = UInt8(truncatingIfNeeded: state >> 3)
      }
      do {
        let image = try Made.decode(broken, as: .heif, limits: DecodingLimits(maximumPixels: 1 << 20))
        #expect(image.snapshot.size.area <= 1 << 20)
      } catch is SystemError {}
    }
  }

  static let heic = """
    AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAb5tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA
    ADRpbG9jAAAAAERAAAIAAQAAAAAB4gABAAAAAAAAAOUAAgAAAAACxwABAAAAAAAAACQAAAA4aWluZgAAAAAAAgAAABVpbmZlAgAA
    AAABAABodmMxAAAAABVpbmZlAgAAAQACAABFeGlmAAAAAA5waXRtAAAAAAABAAAA/WlwcnAAAADdaXBjbwAAAHZodmNDAQNwAAAA
    kAAAAAAAHvAA/P34+AAADwNgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQGEAAQAqQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbq
    5Ka5uAhoMCAAAAMDIAAAAwAhYgABAAZEAcFzwIkAAAATY29scm5jbHgAAQANAAaAAAAAFGlzcGUAAAAAAAAAQAAAAEAAAAAoY2xh
    cAAAAEAAAAABAAAAIAAAAAEAAAAAAAAAAv///+AAAAACAAAAEHBpeGkAAAAAAwgICAAAABhpcG1hAAAAAAAAAAEAAQWBAgMFhAAA
    ABppcmVmAAAAAAAAAA5jZHNjAAIAAQABAAABEW1kYXQAAADhKAGvCeDjC5yaD//2SOf/3LTsv0+wUKRR/6K3Ff1jbx/6YZOqtFSL
    5zw9gyOgJ/TYP60f1PC8sdOCdYrgf/sujv0cK/9jrG4RtT/8F9Tp3xLC9mff7f/gv0aJOlvy5u1qcCq87Ym6V632oEOrA+IY6xvK
    OCdBW7HQ5qmM8k0sTa4v0jZRiU4xrik55CCI4UUXbDSY+k5PdudfUZJo1nxefhgqGdRItpHJsuhO7tPRhcBAyVWRQiY2gILQyPTS
    ysWt5CTTT7RhDOQgYvHn5QjGHm6vrX61+v9Vy1y5c/5K0dOAAAAABkV4aWYAAE1NACoAAAAIAAEBEgADAAAAAQABAAAAAAAA
    """

  /// Four premultiplied colours of 10 bits, lossless by x265.
  private static let premultiplied = """
    AAAAHGZ0eXBoZWl4AAAAAG1pZjFoZWl4bWlhZgAAAnttZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAADRp
    bG9jAAAAAERAAAIAAQAAAAACnwABAAAAAAAAAdwAAgAAAAAEewABAAAAAAAAAeMAAAA4aWluZgAAAAAAAgAAABVpbmZlAgAAAAABAABo
    dmMxAAAAABVpbmZlAgAAAAACAABodmMxAAAAAA5waXRtAAAAAAABAAABrGlwcnAAAAGEaXBjbwAAAHdodmNDAQQIAAAAnDgAAAAA//AA
    /P/6+gAADwNgAAEAF0ABDAH//wQIAAADAJw4AAADAAD/ugJAYQABACpCAQEECAAAAwCcOAAAAwAA/5AEECCbLdVdNc3AQ0ABAAADABkA
    AAMAAQhiAAEACEQBwXAwYLEgAAAAE2NvbHJuY2x4AAEADQAAgAAAABRpc3BlAAAAAAAAAEAAAABAAAAAKGNsYXAAAABAAAAAAQAAAAgA
    AAABAAAAAAAAAAL////IAAAAAgAAABBwaXhpAAAAAAMKCgoAAABxaHZjQwEECAAAAJ34AAAAAP/wAPz8+voAAA8DYAABABdAAQwB//8E
    CAAAAwCd+AAAAwAA/7oCQGEAAQAmQgEBBAgAAAMAnfgAAAMAAP/AggQTZbqrprmwIAAAAwMgAAADACFiAAEABkQBwXGLEgAAAA5waXhp
    AAAAAAEKAAAAJ2F1eEMAAAAAdXJuOm1wZWc6aGV2YzoyMDE1OmF1eGlkOjEAAAAAIGlwbWEAAAAAAAAAAgABBYECAwWEAAIFhgMHiIQA
    AAAoaXJlZgAAAAAAAAAOYXV4bAACAAEAAQAAAA5wcmVtAAEAAQACAAADx21kYXQAAAHYKAGvBbIJsAKBEC8FxLP//91/+6v+5v9vf2d/
    Z39nf2d/Z/9n/2f/Z/9n/2f/Z/9nlQ//+RO1///5Uf8pgcmiZBMilyKXIpcilyKu4q7iruKu4q7iruKu4pvn/7IOf//97/+9v+8v91f2
    1/bX9tf21/bf9t/23/bf9t/23/bf9t3gTMVsSxCySbQG4xCgDtprQ222223VVVVVVU/Uf2piALMIX556DbbbcJJJJJJIr3+aCgDhszMz
    Q3d3duQIYpsv4IOeMAAABI3uu9ROvuk4DgOA4DkyTJMkyTJMkyDNqCsAN3JlWSu5D8GLOrOrOrOrSJSJSJSJSJSJSJOwNiWAMGqk8QSS
    SSSYeeeeeea6IsAmq2Go1EAAKDUmqfyi6MaiWiWiWiWi+y+y+y+y+y+y+yXlj4AH/qX/Uf9N/ov5r+a/mv5r+bfm35t+bfm35t+bfmwB
    4KAD/B/gfZ5MmTJky5cuXLly5UnEJgtxJCY6E2gTYWkW8/wAE/4A0V5tKhoAIGD///js3LuYNQYJ4AAIMAADsOXceMmmU6v9Q0AAhx/R
    TmBCtyipOSzB///gHvyjQo6n0dWCjMCX8b2AABEEQqqZMKWSltGwAAccS2ZfGOYZmJ7vKd75QAAAAd8oAa4LZBGQDi0/uJZ///sv/2V/
    2N/r7+rv6u/q7+rv6v/q/+r/6v/q/+r/6v/q//w0IcNEQBWgFe9/eTbir9/f39/lZWVlZWVlZfYAbZq4AALDlNTKEcivi9YDGAxgMYDG
    BdwXcF3BdwXcF3BdwUUAAHNb55y9IRjLG0MqzVCszYFAP9ETP9+TL8vHETsAAI3x9Z49l45JxgjD0MPQw9DD0MP0Q/RD9EP0Q/RD9EP0
    Q+igADh0sFkTS3mmLLFqCgmpl7XQsjQaZJgcCgi1zY/1sNAsXWFKbQwLgADGU///33vF8yr0VX0GHP8+JRQkFruAAcYScAALfTJgtR4E
    XLGnVJqabvWgADRqN3mKi7XNoX126BIxnvbn//3eY67nZOEV1Q+V11WAgQ+ALfrcRAAIWlRd1VIEjh2GzLsgBIxAAHRBu1jNYY5jY8KQ
    1dhG8gIACAV9eRkQgCGEUeZewuiNdWK8ZyBwJaQ1ZigACqyo9tCrX8z5y54kc+6+PJVSX2Xv4mb4Xn8M///XKOt6xnl0jak2XBWak3Dy
    NjWHjsO8eR0QAF7s+zRbWGRUk6Sks/4fa9TScd1FTEF1YCnUzS5gAF7s+zRbWGRUk6Sks/4fa9TScd1FTEF1YCnUzSukdA==
    """

  private static let turnedHEIC = """
    AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAchtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA
    ADRpbG9jAAAAAERAAAIAAQAAAAAB7AABAAAAAAAAAOUAAgAAAAAC0QABAAAAAAAAACQAAAA4aWluZgAAAAAAAgAAABVpbmZlAgAA
    AAABAABodmMxAAAAABVpbmZlAgAAAQACAABFeGlmAAAAAA5waXRtAAAAAAABAAABB2lwcnAAAADmaXBjbwAAAHZodmNDAQNwAAAA
    kAAAAAAAHvAA/P34+AAADwNgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQGEAAQAqQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbq
    5Ka5uAhoMCAAAAMDIAAAAwAhYgABAAZEAcFzwIkAAAATY29scm5jbHgAAQANAAaAAAAAFGlzcGUAAAAAAAAAQAAAAEAAAAAoY2xh
    cAAAAEAAAAABAAAAIAAAAAEAAAAAAAAAAv///+AAAAACAAAAEHBpeGkAAAAAAwgICAAAAAlpcm90AwAAABlpcG1hAAAAAAAAAAEA
    AQaBAgMFhIYAAAAaaXJlZgAAAAAAAAAOY2RzYwACAAEAAQAAARFtZGF0AAAA4SgBrwng4wucmg//9kjn/9y07L9PsFCkUf+itxX9
    Y28f+mGTqrRUi+c8PYMjoCf02D+tH9TwvLHTgnWK4H/7Lo79HCv/Y6xuEbU//BfU6d8SwvZn3+3/4L9GiTpb8ubtanAqvO2Julet
    9qBDqwPiGOsbyjgnQVux0OapjPJNLE2uL9I2UYlOMa4pOeQgiOFFF2w0mPpOT3bnX1GSaNZ8Xn4YKhnUSLaRybLoTu7T0YXAQMlV
    kUImNoCC0Mj00srFreQk00+0YQzkIGLx5+UIxh5ur61+tfr/VctcuXP+StHTgAAAAAZFeGlmAABNTQAqAAAACAABARIAAwAAAAEA
    BgAAAAAAAA==
    """

  static let turnedAVIF = """
    AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAAD1bWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAA
    AAAAAAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAEdAAAASwAAAChpaW5mAAAAAAABAAAAGmluZmUCAAAAAAEA
    AGF2MDFDb2xvcgAAAAB0aXBycAAAAFRpcGNvAAAAFGlzcGUAAAAAAAAAQAAAACAAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBAAwA
    AAAAE2NvbHJuY2x4AAEADQAGgAAAAAlpcm90AwAAABhpcG1hAAAAAAAAAAEAAQUBAoMEhQAAAFNtZGF0EgAKCRgVP/tEBDQaEDI8
    F4eHhiGEkkkmUAAAAOuyOWPE+3U5LbhDIDzus4UAdcxuV3LJU4habB2sB175/OxGe0xxVynSuqBonSNQ
    """
}
