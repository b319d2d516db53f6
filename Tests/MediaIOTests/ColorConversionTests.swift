import Foundation
import SegueImaging
import TestSupport
import Testing

/// Conversions between encodings, compared with zimg, an independent implementation.
@Suite("Conversions between colour encodings", .needs("ffmpeg")) struct ColorConversionTests {
  /// Various colours and both extremes, as 16-bit pixels.
  private static let pixels: [SIMD4<UInt16>] = {
    let levels: [UInt16] = [0, 2000, 9000, 20_000, 33_000, 47_000, 60_000, 65_535]
    return levels.flatMap { r in
      levels.flatMap { g in levels.map { SIMD4(r, g, $0, 65_535) } }
    }
  }()

  private static let conversions: [(from: ColorEncoding, to: ColorEncoding, words: String)] = [
    (.sdr, .hlg, "tin=709:pin=709:t=arib-std-b67:p=2020"), (.sdr, .pq, "tin=709:pin=709:t=smpte2084:p=2020"),
    (.hlg, .pq, "tin=arib-std-b67:pin=2020:t=smpte2084:p=2020"),
    (.pq, .hlg, "tin=smpte2084:pin=2020:t=arib-std-b67:p=2020"),
  ]

  /// The pixels after each conversion by zimg.
  private static let converted = Task { () async throws -> [[SIMD4<UInt16>]] in
    let place = try Workplace()
    try place.write(
      pixels.flatMap { p in (0..<4).flatMap { [UInt8(p[$0] & 255), UInt8(p[$0] >> 8)] } }, to: "in")
    let raw = ["-f", "rawvideo", "-pix_fmt", "rgba64le"]
    let outputs = conversions.indices.flatMap { index -> [String] in
      let zscale = conversions[index].words + ":min=gbr:rin=full:m=gbr:r=full:npl=203:agamma=false"
      return ["-vf", "format=gbrp16le,zscale=\(zscale),format=rgba64le"] + raw + ["out\(index)"]
    }
    try await FFmpeg.run(raw + ["-s", "64x8", "-i", "in"] + outputs, in: place.path)
    return try conversions.indices.map { index in
      let bytes = try #require(place.bytes("out\(index)"))
      return bytes.withUnsafeBytes { Array($0.bindMemory(to: SIMD4<UInt16>.self)) }
    }
  }

  @Test("conversions agree with zimg within one 10-bit code", arguments: conversions.indices)
  func zimgAgrees(_ index: Int) async throws {
    let (from, to, _) = Self.conversions[index]
    let expected = try await Self.converted.value[index]
    #expect(expected.count == Self.pixels.count)
    let conversion = ColorConversion(from: from, to: to)
    var worst = 0
    for (pixel, expected) in zip(Self.pixels, expected) {
      var pixel = pixel
      if from == .pq { for c in 0..<3 { pixel[c] = TransferFunction.fromPQ[Int(pixel[c])] } }
      var made = conversion(pixel)
      if to == .pq { for c in 0..<3 { made[c] = TransferFunction.toPQ[Int(made[c])] } }
      for c in 0..<3 { worst = max(worst, abs(Int(made[c]) - Int(expected[c]))) }
    }
    #expect(worst <= 64, "\(worst) of 65535")
  }

  @Test("a picture is converted to an encoding once")
  func snapshots() throws {
    let picture = try Snapshot(width: 2, height: 1, rgba: [255, 255, 255, 255, 255, 0, 0, 40])
    let encoded = picture.encoded(as: .hlg)
    #expect(encoded.depth == .sixteen && encoded.color == .hlg && encoded === picture.encoded(as: .hlg))
    #expect(encoded.deep(1, 0).alpha == 40 * 257)
    #expect(picture.encoded(as: .sdr) === picture)
    // White is 203 of 1000 cd/m².
    let scene = pow(0.203, 1 / 1.2)
    let white = 65535 * (0.17883277 * log(12 * scene - 0.28466892) + 0.55991073)
    #expect(abs(Double(encoded.deep(0, 0).red) - white) < 3)
  }
}
