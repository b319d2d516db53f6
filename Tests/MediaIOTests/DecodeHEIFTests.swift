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
    #expect(image.formatName == "HEIF" && image.warnings.isEmpty)
    #expect(image.snapshot.size == size && image.snapshot.isOpaque)
    let (right, bottom) = (size.width - 4, size.height - 4)
    for (place, want) in zip([(3, 3), (right, 3), (3, bottom), (right, bottom)], corners) {
      let got = image.snapshot[place.0, place.1]
      for (a, b) in [(got.red, want.red), (got.green, want.green), (got.blue, want.blue)] {
        #expect(abs(Int(a) - Int(b)) <= 25, "\(got) for \(want) at \(place)")
      }
    }
  }

  @Test("a damaged or oversized HEIF is an error")
  func limits() async throws {
    let bytes = Array(try #require(Data(base64Encoded: Self.heic, options: .ignoreUnknownCharacters)))
    #expect(
      throws: MediaError.badData(
        path: "made", reason: "HEIF: 64x32 pixels are more than the limit of 63 per side")
    ) {
      try Made.decode(bytes, as: .heif, limits: DecodingLimits(maximumSide: 63))
    }
    for length in stride(from: 16, to: bytes.count - 60, by: 13) {
      #expect(throws: MediaError.self, "cut at \(length)") {
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
      } catch is MediaError {}
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
