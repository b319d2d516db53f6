import Foundation
import SegueImaging
import SegueSystem
import TestSupport
import Testing

@testable import SegueMedia

/// Stills with more than eight bits or HDR.
@Suite("Deep stills", .needs("ffmpeg")) struct DeepStillTests {
  private func decode(_ bytes: [UInt8], _ depth: PixelDepth = .sixteen) async throws -> DecodedImage {
    try await ImageDecoder(limits: DecodingLimits().keeping(depth)).decoded(bytes: bytes, name: "still")
  }

  /// Writes 10-bit AVIFs whose columns are greys of 64 consecutive values.
  private func makeAVIFs(in place: Workplace) async throws {
    let outputs = [
      ("hlg", "arib-std-b67", "bt2020", "bt2020nc"), ("sdr", "bt709", "bt709", "bt709"),
      ("pq", "smpte2084", "bt2020", "bt2020nc"),
    ].flatMap { name, transfer, primaries, matrix -> [String] in
      [
        "-frames:v", "1", "-c:v", "libaom-av1", "-still-picture", "1", "-cpu-used", "8", "-crf", "0",
        "-b:v", "0", "-color_range", "pc", "-colorspace", matrix, "-color_primaries", primaries,
        "-color_trc", transfer, name + ".avif",
      ]
    }
    let grays = "color=black:s=64x16,format=yuv444p10le,geq=lum='480+X':cb=512:cr=512"
    try await FFmpeg.run(["-f", "lavfi", "-i", grays] + outputs, in: place.path)
  }

  @Test("a 10-bit AVIF keeps its values and its encoding")
  func avif() async throws {
    let place = try Workplace()
    try await makeAVIFs(in: place)
    let bytes = try #require(place.bytes("hlg.avif"))
    let hlg = try await decode(bytes)
    #expect(hlg.snapshot.color == .hlg && hlg.snapshot.depth == .sixteen)
    for x in 0..<64 {
      let value = Double(hlg.snapshot.deep(x, 8).green) / 65535 * 1023
      #expect(abs(value - Double(480 + x)) < 0.6, "column \(x): \(value)")
    }
    let sdr = try await decode(try #require(place.bytes("sdr.avif")))
    #expect(sdr.snapshot.color == .sdr && sdr.snapshot.depth == .sixteen)
    #expect(Set((0..<64).map { sdr.snapshot.deep($0, 8).green }).count == 64)
    let pq = try await decode(try #require(place.bytes("pq.avif")))
    #expect(pq.snapshot.color == .pq)
    for x in stride(from: 0, to: 64, by: 7) {
      let coded = TransferFunction.toPQ[pq.snapshot.deep(x, 8).green]
      let code: Double = Double(coded) / 65535 * 1023
      #expect(abs(code - Double(480 + x)) < 0.6, "column \(x)")
    }
    let eight = try await decode(bytes, .eight)
    #expect(eight.snapshot.color == .sdr && eight.snapshot.depth == .eight)
    #expect(eight.notices.messages == ["its high dynamic range (hlg) is tone-mapped to SDR"])
  }

  @Test("a PNG's cICP chunk marks the picture as HDR", arguments: [ColorEncoding.hlg, .pq])
  func png(_ color: ColorEncoding) async throws {
    let picture = Snapshot(deep: ImageSize(width: 256, height: 2)) { index in
      SIMD4(UInt16(index * 127), UInt16(65535 - index * 128), UInt16(index), 65535)
    }
    let stored = picture.bytes
    let encoder = PNGEncoder(depth: .sixteen, color: color)
    let bytes = try encoder.encode(stored, size: picture.size, hasAlpha: false)
    // Primaries of BT.2020, the transfer function, RGB, full range: W3C PNG 3, 11.3.2.6.
    let chunk = Array("cICP".utf8) + [9, color == .hlg ? 18 : 16, 0, 1]
    #expect(bytes.indices.contains { bytes[$0...].starts(with: chunk) })
    #expect(!bytes.indices.contains { bytes[$0...].starts(with: "sRGB".utf8) })
    let read = try await decode(bytes).snapshot
    #expect(read.color == color)
    if color == .hlg { #expect(Array(read.bytes) == stored) }
    if color == .pq { #expect(read.deep(255, 1).red == Int(TransferFunction.fromPQ[511 * 127])) }
    #expect(ImageDecoder().encoding(path: "/nowhere.png") == .sdr)
  }

  @Test("an 8-bit picture is HDR if its tags say HDR")
  func eightBits() async throws {
    let buffer = PixelBuffer(
      size: ImageSize(width: 2, height: 2), color: RGBAColor(red: 200, green: 100, blue: 50))
    let bytes = try PNGEncoder().encode(buffer.bytes, size: buffer.size, hasAlpha: false)
    var chunks = PNGChunks()
    chunks.append("cICP", [9, 18, 0, 1])
    let tagged = Array(bytes[..<33]) + chunks.bytes + bytes[33...]
    let deep = try await decode(tagged).snapshot
    #expect(deep.color == .hlg && deep.depth == .sixteen)
    let color = deep.deep(1, 1)
    #expect([color.red, color.green, color.blue] == [200, 100, 50].map { $0 * 257 })
    let plain = try await decode(tagged, .eight)
    #expect(plain.snapshot.color == .sdr && plain.notices.count == 1, "\(plain.notices)")
  }
}

extension DeepStillTests {
  @Test("a 16-bit TIFF keeps its precision")
  func tiff() async throws {
    let place = try Workplace()
    let ramps = "color=black:s=64x4,format=gbrp16le,geq=r='30000+X':g='100*X':b='65535-X'"
    let outputs = [("deep.tiff", "rgb48le"), ("light.exr", "gbrpf32le")].flatMap { name, layout -> [String] in
      ["-frames:v", "1", "-pix_fmt", layout, name]
    }
    try await FFmpeg.run(["-f", "lavfi", "-i", ramps] + outputs, in: place.path)
    let deep = try await ImageDecoder(limits: DecodingLimits().keeping(.sixteen))
      .decoded(path: place.file("deep.tiff")).snapshot
    #expect(deep.depth == .sixteen)
    for x in 0..<64 {
      let color = deep.deep(x, 2)
      #expect(color.red == 30_000 + x && color.green == 100 * x && color.blue == 65_535 - x)
    }
    #expect(try await ImageDecoder().decoded(path: place.file("deep.tiff")).snapshot.depth == .eight)
    await #expect(throws: SystemError.self) {
      try await ImageDecoder().decoded(path: place.file("light.exr"))
    }
  }

  @Test(
    "an AVIF keeps the drawn values and their encoding",
    arguments: [FrameColor(), FrameColor(.sdr, .ten), FrameColor(.hlg, .ten)])
  func written(_ color: FrameColor) async throws {
    let place = try Workplace()
    let shape = VideoShape(size: ImageSize(width: 33, height: 21), rateNumerator: 60, rateDenominator: 1)
    let settings = try VideoSettings(container: .avif, quality: .value(0), color: color)
    let sink = try EncoderSink(
      .file(path: place.file("o.avif"), overwrite: false), shape: shape, settings: settings)
    #expect(sink.format == color.pixels)
    func value(_ x: Int, _ y: Int) -> Int { (x * 40 + y * 20) * (color.depth == .eight ? 1 : 37) }
    let picture =
      switch color.depth.pixels {
      case .eight:
        Snapshot(width: 33, height: 21) { x, y in
          let grey = UInt8(value(x, y) / 8)
          return RGBAColor(red: grey, green: grey, blue: grey)
        }
      case .sixteen:
        Snapshot(deep: shape.size) { index in
          let grey = UInt16(value(index % 33, index / 33))
          return SIMD4(grey, grey, grey, 65_535)
        }
      }
    try sink.open()
    try sink.write(VideoFrame(picture, format: color.pixels), index: 0)
    _ = try sink.complete()
    try sink.commit()
    let read = try await ImageDecoder(limits: DecodingLimits().keeping(.sixteen))
      .decoded(path: place.file("o.avif")).snapshot
    #expect(read.size == shape.size && read.color == color.encoding)
    #expect(read.depth == color.depth.pixels)
    let maximum = color.depth == .eight ? 1.6 / 255 : 1.5 / 1023
    for y in 0..<21 {
      for x in 0..<33 {
        let (a, b) = (read.deep(x, y), picture.deep(x, y))
        let difference = abs(Double(a.green - b.green)) / Double(a.maximum)
        #expect(difference < maximum, "\(x) \(y): \(a.green), \(b.green)")
      }
    }
  }
}

/// Pictures with primaries beyond sRGB.
extension DeepStillTests {
  /// A 16-bit PNG in Display P3, tagged in `cICP`: a saturated ramp of 64 columns above a grey one.
  private static func displayP3() throws -> [UInt8] {
    let picture = Snapshot(deep: ImageSize(width: 64, height: 2)) { index in
      let x = UInt16(index % 64)
      return index < 64 ? SIMD4(65535, x * 200, x * 50, 65535) : SIMD4(x * 1040, x * 1040, x * 1040, 65535)
    }
    let bytes = try PNGEncoder(depth: .sixteen).encode(picture.bytes, size: picture.size, hasAlpha: false)
    var chunks = PNGChunks()
    // Display P3's primaries, sRGB's curve, RGB, full range.
    chunks.append("cICP", [12, 13, 0, 1])
    return Array(bytes[..<33]) + chunks.bytes + bytes[33...]
  }

  /// **Source:** CSS Color Module Level 4, sample code: `lin_P3_to_XYZ`, `XYZ_to_lin_2020`, `lin_sRGB`.
  private static func linear2020(_ p3: SIMD3<Double>) -> SIMD3<Double> {
    func linear(_ v: Double) -> Double { v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4) }
    let l = SIMD3(linear(p3.x), linear(p3.y), linear(p3.z))
    let xyz = SIMD3(
      (l * SIMD3(0.4865709486482162, 0.26566769316909306, 0.1982172852343625)).sum(),
      (l * SIMD3(0.2289745640697488, 0.6917385218365064, 0.079286914093745)).sum(),
      (l * SIMD3(0, 0.04511338185890264, 1.043944368900976)).sum())
    return SIMD3(
      (xyz * SIMD3(1.7166511879712674, -0.35567078377639233, -0.25336628137365974)).sum(),
      (xyz * SIMD3(-0.6666843518324892, 1.6164812366349395, 0.01576854581391113)).sum(),
      (xyz * SIMD3(0.017639857445310783, -0.042770613257808524, 0.9421031212354738)).sum())
  }

  @Test("Display P3 keeps all colours in HDR's primaries")
  func wideColors() async throws {
    let bytes = try Self.displayP3()
    let limits = DecodingLimits().keeping(FrameColor(.pq, .ten))
    let wide = try await ImageDecoder(limits: limits).decoded(bytes: bytes, name: "p3").snapshot
    #expect(wide.color == .pq && wide.depth == .sixteen)
    for x in 0..<64 {
      for (y, p3) in [
        SIMD3(1, Double(x * 200) / 65535, Double(x * 50) / 65535), SIMD3(repeating: Double(x * 1040) / 65535),
      ]
      .enumerated() {
        let light = Self.linear2020(p3), got = wide.deep(x, y)
        for (value, channel) in [(light.x, got.red), (light.y, got.green), (light.z, got.blue)] {
          let v = max(0, value)
          let encoded = v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055
          // White is 203 of 10,000 cd/m²; values are light with a gamma of 2.4 on both sides.
          let expected = encoded * pow(203.0 / 10_000, 1 / 2.4)
          #expect(abs(Double(channel) / 65535 - expected) < 1.0 / 1023, "\(x) \(y)")
        }
      }
    }
    #expect(Set((0..<64).map { wide.deep($0, 0).green }).count == 64)
    // In SDR the picture is sRGB, which does not contain that red.
    let narrow = try await decode(bytes).snapshot
    #expect(narrow.color == .sdr && narrow.deep(0, 0).red == 65535 && narrow.deep(0, 0).green == 0)
    #expect(abs(narrow.deep(40, 1).green - 40 * 1040) <= 3)
  }
}
